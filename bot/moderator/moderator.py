"""The one door for every change to a game."""

from __future__ import annotations

from bot.moderator.persons import Persons
from bot.moderator.reading import Reading
from bot.moderator.reporting import Reporting
from bot.moderator.setback import SettingBack


class Moderator(Reading, Reporting, SettingBack, Persons):
    """The command layer: every question and every change goes through here.

    ============  =====================================================================
    campaigns     create, leave, start, resign, move, close, campaign, campaign_in, campaigns,
                  count_campaigns, games_alive
    seats         join, asks, asking, admit, turn_away
    servers       most_open, allow_open, left_server, came_back, present_in, erase_gone
    playing       look, act, log, game
    reports       check_reporter, report, reported
    restoring     set_back, look_at_logs
    people        speaks, dm_closed, forget
    dialogues     draft_open, draft_get, draft_put, draft_drop
    computer      resume, rest
    ============  =====================================================================

    Changes of one campaign take turns, changes of different campaigns do not wait for each other's
    rules; each is one transaction. Every method may raise ``StoreError``, and then nothing was
    changed.
    """

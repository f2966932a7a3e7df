"""Telling the tables whose game's ruleset was raised, each once.

At the start every live campaign that does not know of the present ruleset is told in its channel;
an action that comes first tells it in its own transaction
(:func:`bot.moderator.table.posting.amended`).
Either way the campaign's row says from then on that it knows.
"""

from __future__ import annotations

import dataclasses
import logging

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.live import Live
from bot.moderator.table.posting import amended, told_of
from bot.store import StoreError, campaigns, live_campaigns, outbox
from bot.store.batch import Write

_log = logging.getLogger(__name__)


class Rulesets:
    """Telling of raised rulesets."""

    def __init__(self, desk: Desk, errands: Errands) -> None:
        self._desk = desk
        self._errands = errands

    def resume(self) -> None:
        """Tell the tables whose rules were raised since they last played."""
        self._errands.begin(self.tell(), "raised rulesets")

    async def tell(self) -> None:
        """Tell each of those tables, one after the other."""
        rulesets = {key: game.ruleset for key, game in self._desk.versions.games.items()}
        try:
            async with self._desk.database.read() as connection:
                found = await live_campaigns.not_told(connection, rulesets, self._desk.share)
        except StoreError as error:
            _log.error("the tables whose rules were raised cannot be found: %s", error)
            self._errands.retry("raised rulesets", self.resume)
            return
        for campaign in found:
            if self._errands.resting:
                return
            await self._tell_one(campaign)

    async def _tell_one(self, campaign: str) -> None:
        async def work(live: Live, _again: bool) -> None:
            known = told_of(live)
            if known == live.row.ruleset_told or live.row.status == "over":
                return
            row = dataclasses.replace(live.row, ruleset_told=known)
            writes: list[Write] = [campaigns.change(live.row, row)]
            posts = amended(live)
            if posts:
                writes.append(outbox.add(posts, self._desk.now()))
            await self._desk.database.save(writes)
            self._desk.keep(dataclasses.replace(live, row=row))
            self._desk.tell()

        try:
            await self._desk.exclusive(campaign, work)
        except Complaint as error:
            _log.error("campaign %s: its rules were raised: %s", campaign, error.code)
        except StoreError as error:
            _log.error("campaign %s: its rules were raised: %s", campaign, error)

            def again() -> None:
                self._errands.begin(self._tell_one(campaign), f"raised ruleset {campaign}")

            self._errands.retry(f"ruleset/{campaign}", again)

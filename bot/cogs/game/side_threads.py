"""``/game thread``: a private thread for the talk of the people of one's seat.

All is answered privately: whether a side has such a thread is nobody else's to know.
"""

from __future__ import annotations

from discord import app_commands

from bot.cogs.building import command
from bot.letters import sentences
from bot.moderator import Complaint
from bot.ui.threads.backrooms import RIGHTS
from bot.ui.threads.classroom import has_lessons
from bot.ui.visit import Visit
from engine.api import Term


def register(top: app_commands.Group) -> None:
    """Add the command to ``/game``."""
    command(side_thread, "thread", "command.game.thread", parent=top)


async def side_thread(visit: Visit) -> None:
    """Open the thread of the person's seat in this channel, or lead to the one it has."""
    await visit.hold()
    campaign = await visit.campaign()
    if campaign.status == "over":
        raise Complaint("campaign.over")
    seat = campaign.seat_of(visit.person_id)
    if seat is None:
        raise Complaint("campaign.not_seated")
    channel = visit.interaction.channel
    if not has_lessons(channel):
        raise Complaint("side.no_channel")
    words, have = visit.words, visit.interaction.app_permissions
    lacking = [name for name in RIGHTS if not getattr(have, name)]
    if lacking:
        rights = words.join([words.bot(f"permission.{name}") for name in lacking])
        raise Complaint("side.no_rights", rights=rights)
    thread_id = await visit.bot.backrooms.open(channel, campaign, visit.person_id)
    where = sentences.mention_channel(thread_id)
    await visit.tell("side.opened", channel=where, seat=Term("seat", seat))

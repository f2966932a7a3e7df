"""How long an answer was waited for: from the log, by public steps and public decisions alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.steps import cause_of
from bot.store import public_steps
from bot.store.log import ActionRow

MOST_BACK: Final = 6
"""Steps of others that are gone back by to find the one that asked."""
_AUTOMATIC: Final = frozenset({"computer", "forced", "table"})


@dataclass(frozen=True, slots=True)
class Waited:
    """How long a seat took from being asked, or from its own last step, until it acted.

    Attributes:
        exact: False where it was asked earlier still.
    """

    time: timedelta
    exact: bool = True


async def waited(desk: Desk, reader: CampaignReader, live: Live, row: ActionRow) -> Waited | None:
    """Return how long an action was waited for; ``None`` of a secret one, and what nobody did.

    Nobody may know when a secret order was due.

    Raises:
        StoreError: The database failed.
    """
    # That a standing order answered at once shows by the time alone, as it does in the channel.
    automatic = cause_of(row.kind, row.person, row.request) in _AUTOMATIC
    if row.secret or row.seat is None or automatic:
        return None
    async with desk.database.read() as connection:
        before = await public_steps.before(connection, row.campaign, row.seq, MOST_BACK + 1)
    asked, exact = row.at, True
    for place, one in enumerate(before):
        asked = one.at
        if one.seat == row.seat and not one.kind.startswith("!"):
            break
        if place + 1 == len(before):
            exact = one.seq == 1
            break
        try:
            position = await reader.position(live, before[place + 1].seq)
        except Complaint:  # it can be read no more
            exact = False
            break
        if row.seat not in {decision.seat for decision in position.decisions}:
            break
    return Waited(timedelta(milliseconds=max(0, row.at - asked)), exact)

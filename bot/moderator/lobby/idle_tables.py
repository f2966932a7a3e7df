"""Tables that nobody joins or starts: their creator is told after a while, then they are closed.

A table has as long from its creation, and again from whenever somebody joins it. None is closed
whose creator was told less than the time in between ago: a host may have been down for weeks.
"""

from __future__ import annotations

import logging
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.lobby.lobby import Lobby
from bot.moderator.table.desk import Desk
from bot.moderator.table.posting import to_person
from bot.store import lobby, outbox
from bot.store.lobby import IdleRow

_log = logging.getLogger(__name__)

NOBODY_JOINS: Final = "notice.nobody_joins"
MOST: Final = 200
"""Tables that one look goes through; the next goes on."""


class IdleTables:
    """Tables that nobody joins or starts."""

    def __init__(self, desk: Desk, lobby: Lobby) -> None:
        self._desk = desk
        self._lobby = lobby

    async def look_after(self) -> None:
        """Tell the creators of those that it is time for, and close those whose time is over.

        Raises:
            StoreError: The database failed; the rest is looked after the next time.
        """
        async with self._desk.leases.held("idle tables") as ours:
            if ours:
                await self._look()

    async def _look(self) -> None:
        told_before = self._desk.now() - self._desk.policy.idle_told_seconds * 1000
        async with self._desk.database.read() as connection:
            found = await lobby.idle_since(connection, told_before, most=MOST)
        for row in found:
            try:
                await self._look_after(row)
            except Complaint as error:  # a campaign that cannot be loaded is told of elsewhere
                _log.info("campaign %s is left as it is: %s", row.campaign, error)

    async def _look_after(self, row: IdleRow) -> None:
        policy, now = self._desk.policy, self._desk.now()
        if row.creator is not None:
            told_at = await self._tell(row, row.creator)
            grace = policy.idle_closed_seconds - policy.idle_told_seconds
            if now - told_at < grace * 1000:
                return
        before = now - policy.idle_closed_seconds * 1000
        if row.since < before:
            await self._lobby.close_unbegun(row.campaign, before)

    async def _tell(self, row: IdleRow, creator: int) -> int:
        """Tell a creator, once for each time that somebody joined; return when they were told."""
        live = await self._desk.at_hand(row.campaign)
        now, policy = self._desk.now(), self._desk.policy
        at_least = now + (policy.idle_closed_seconds - policy.idle_told_seconds) * 1000
        closed_at = max(row.since + policy.idle_closed_seconds * 1000, at_least)
        body = {"code": NOBODY_JOINS, "until": closed_at}
        post = to_person(live, "notice", creator, body, f"{NOBODY_JOINS}/{row.since}")
        async with self._desk.database.read() as connection:
            told_at = await lobby.ordered_at(connection, post.nonce)
        if told_at is not None:
            return told_at
        await self._desk.database.save([outbox.add([post], now)])
        self._desk.tell()
        return now

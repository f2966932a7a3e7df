"""Motions: what one referee wants and a second one must confirm, where the server asks for two.

A campaign has one at a time. It is void as soon as anything public changes, and when the referee
whose it is stops.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from bot.moderator.api import Complaint
from bot.moderator.referees.acts import Act, Acts
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.store import guilds, motions
from bot.store.motions import MotionRow

Kind = Literal["rewind", "correct"]

SAID: Final[Mapping[Kind, str]] = {"rewind": "moved", "correct": "moved_correct"}
"""By which word the table is told of a motion (``referee.said.<word>``)."""


class Motions:
    """Puts motions, and returns them to whoever may confirm them."""

    def __init__(self, desk: Desk, acts: Acts) -> None:
        self._desk = desk
        self._acts = acts

    async def needs_two(self, guild_id: int) -> bool:
        """Say whether a server asks for two referees.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return bool((await guilds.get(connection, guild_id)).two_referees)

    async def move(
        self,
        live: Live,
        act: Act,
        person: int,
        kind: Kind,
        body: Mapping[str, Any],
        told: Mapping[str, str | int],
    ) -> None:
        """Put a motion in a campaign that is locked, in place of the one before, and tell of it.

        Args:
            live: The campaign.
            act: Who, and why.
            person: Our number of them.
            kind: What is wanted.
            body: All that is needed to do it.
            told: What the word to the table needs.

        Raises:
            Complaint: referee.no_second, where no other referee could confirm it.
            StoreError: The database failed; nothing was changed.
        """
        if not any(one.serves and one.person != person for one in live.referees):
            raise Complaint("referee.no_second")
        row = MotionRow(
            live.row.id,
            self._desk.new_id(),
            person,
            kind,
            act.reason.strip(),
            live.row.version,
            live.row.branch,
            self._desk.now(),
            body,
        )
        trace = self._acts.trace(live, act, person, SAID[kind], told, version=live.row.version)
        await self._desk.database.save([*motions.put(row), *trace])

    async def open(self, live: Live, kind: Kind) -> MotionRow | None:
        """Return the motion of a campaign, if it is of that kind and not void."""
        async with self._desk.database.read() as connection:
            row = await motions.of(connection, live.row.id)
        if row is None or row.kind != kind:
            return None
        if (row.version, row.branch) != (live.row.version, live.row.branch):
            return None
        serving = {one.person for one in live.referees if one.serves}
        return row if row.person in serving else None

    async def meant(self, live: Live, kind: Kind, motion_id: str, person: int) -> MotionRow:
        """Return a motion that a referee confirms, by our number of them.

        Raises:
            Complaint: referee.motion_void, referee.own_motion.
        """
        row = await self.open(live, kind)
        if row is None or row.id != motion_id:
            raise Complaint("referee.motion_void")
        if row.person == person:
            raise Complaint("referee.own_motion")
        return row

"""A private thread for the talk of a seat's people: one a seat, who belongs there, who is there.

It holds talk only. Nothing of a game is ever written there, and nothing that anybody else could
notice hangs on whether a seat has one.
"""

from __future__ import annotations

import contextlib
import dataclasses
from dataclasses import dataclass

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.store import Conflict, campaigns, side_threads
from bot.store.side_threads import SideThreadRow
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody to be let in or taken out: our number, and their Discord account."""

    person: int
    discord_id: int


@dataclass(frozen=True, slots=True)
class SideThread:
    """The thread of a seat.

    Attributes:
        parent_id: The channel in which it was asked for.
        thread_id: The thread, once it is noted.
        began: When it was asked for, in milliseconds since 1970.
        greeted: Whether its first message is there.
        due: Before when nobody is let in or taken out, in milliseconds since 1970.
        attempts: How often in a row that failed.
        again: Whether it was asked for before, and may be there though nobody noted it.
        over: Whether the campaign is: its people keep it, and nobody looks after it any more.
        coming: Who belongs there and is not let in yet.
        going: Who was let in and belongs there no more.
    """

    campaign_id: str
    seat: Seat
    guild_id: int
    parent_id: int
    thread_id: int | None
    began: int
    greeted: bool
    due: int
    attempts: int
    again: bool = True
    over: bool = False
    coming: tuple[Guest, ...] = ()
    going: tuple[Guest, ...] = ()


class SideThreads:
    """What is on file of them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def ask(self, campaign_id: str, person_id: int, parent_id: int) -> SideThread:
        """Note that a seat is to have a thread, for somebody who holds it; or return what it has.

        Raises:
            Complaint: campaign.unknown, over, not_seated.
            StoreError: The database failed; nothing was changed.
        """
        live = await self._desk.at_hand(campaign_id)
        seat = live.seat_of(person_id)
        if live.row.status == "over":
            raise Complaint("campaign.over")
        if seat is None:
            raise Complaint("campaign.not_seated")
        known = await self.get(campaign_id, seat)
        if known is not None:
            return known
        row = SideThreadRow(campaign_id, seat, parent_id, self._desk.now())
        with contextlib.suppress(Conflict):  # somebody of the same seat was faster
            async with self._desk.database.write() as connection:
                await side_threads.add(connection, row)
        found = await self.get(campaign_id, seat)
        if found is None:
            raise Complaint("campaign.over")
        return dataclasses.replace(found, again=False)

    async def get(self, campaign_id: str, seat: Seat) -> SideThread | None:
        """Return the thread of a seat.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await side_threads.get(connection, campaign_id, seat)
        return None if row is None else (await self._with_people((row,)))[0]

    async def every(self) -> tuple[SideThread, ...]:
        """Return all that are looked after, at the servers that this process speaks for.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            rows = await side_threads.every(connection)
        share = self._desk.share
        return await self._with_people(tuple(row for row in rows if share.covers(row.guild_id)))

    async def of(self, person_id: int) -> tuple[SideThread, ...]:
        """Return those into which a person was let.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            rows = await side_threads.of_person(connection, person_id)
        return await self._with_people(rows)

    async def _with_people(self, rows: tuple[SideThreadRow, ...]) -> tuple[SideThread, ...]:
        if not rows:
            return ()
        names = sorted({row.campaign for row in rows})
        async with self._desk.database.read() as connection:
            seated = await campaigns.members_of(connection, names)
            inside = await side_threads.let_in(connection, names)
        found = []
        for row in rows:
            there = inside.get((row.campaign, row.seat), {})
            belong = {
                one.person: one.discord_id
                for one in seated[row.campaign]
                if one.seat == row.seat and not one.left and one.gone_at is None
            }
            found.append(
                dataclasses.replace(
                    _thread(row),
                    coming=_guests(belong, but=there),
                    going=_guests(there, but=belong),
                )
            )
        return tuple(found)

    async def unknown(self, thread_ids: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some threads that are on file as no seat's.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            known = await side_threads.known(connection, thread_ids)
        return tuple(one for one in thread_ids if one not in known)

    # -- what has been done ------------------------------------------------------------------

    async def placed(self, thread: SideThread, thread_id: int) -> None:
        """Note where a thread is.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._put(thread, thread_id=thread_id)

    async def greeted(self, thread: SideThread) -> None:
        """Note that its first message is there.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._put(thread, greeted=True)

    async def put_off(self, thread: SideThread, due: int) -> None:
        """Note that something of it failed, and before when it is not tried again.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._put(thread, due_at=due, attempts=thread.attempts + 1)

    async def settled(self, thread: SideThread) -> None:
        """Note that all could be done: what fails next is tried again as soon as the first time.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        if thread.attempts:
            await self._put(thread, due_at=0, attempts=0)

    async def came(self, thread: SideThread, guest: Guest) -> None:
        """Note that somebody was let in.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await side_threads.come(connection, thread.campaign_id, thread.seat, guest.person)

    async def went(self, thread: SideThread, guest: Guest) -> None:
        """Note that somebody was taken out.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await side_threads.go(connection, thread.campaign_id, thread.seat, guest.person)

    async def forget(self, thread: SideThread) -> None:
        """Look after a thread no more: it is gone, closed, or its campaign over.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await side_threads.drop(connection, thread.campaign_id, thread.seat)

    async def gone(self, thread_id: int) -> None:
        """Forget a thread that somebody has deleted, if it is a seat's.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.read() as connection:
            row = await side_threads.with_thread(connection, thread_id)
        if row is not None:
            await self.forget(_thread(row))

    async def _put(self, thread: SideThread, **values: object) -> None:
        async with self._desk.database.write() as connection:
            await side_threads.put(connection, thread.campaign_id, thread.seat, **values)


def _guests(these: dict[int, int], *, but: dict[int, int]) -> tuple[Guest, ...]:
    return tuple(Guest(one, account) for one, account in these.items() if one not in but)


def _thread(row: SideThreadRow) -> SideThread:
    return SideThread(
        campaign_id=row.campaign,
        seat=row.seat,
        guild_id=row.guild_id,
        parent_id=row.parent_id,
        thread_id=row.thread_id,
        began=row.began_at,
        greeted=row.greeted,
        due=row.due_at,
        attempts=row.attempts,
        over=row.status == "over",
    )

"""A referee archives a campaign that is over: its thread is closed once all is posted there.

The campaign itself is as it was: its log, film and figures can be read, what was secret opens in
its time, and a referee may still let it go on, which takes it out of the archive. It stands in no
list any more. That its thread is closed is on file as something to be done, so that it is done
after a restart too, and done again when something was posted there later. It is locked only once
what was secret is open: until then its players may open the thread to wish that. That the thread
of a game which goes on is opened again is on file in the same way.
"""

from __future__ import annotations

import contextlib
import dataclasses
from dataclasses import dataclass

from bot.moderator.api import Complaint
from bot.moderator.referees.acts import Act, Acts
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.sealing import is_open, opens_at
from bot.store import campaigns, closings
from bot.store.closings import ClosingRow


@dataclass(frozen=True, slots=True)
class Closing:
    """A thread that is to be closed, or opened again.

    Attributes:
        campaign_id: Whose.
        goes_on: Whether its game goes on: it is to be opened.
        guild_id, channel_id: Where that is played, be it a thread or not.
        panel_id: The message that is its panel, where that is known.
        due: Before when it is not tried, in milliseconds since 1970.
        attempts: How often in a row that failed.
        waits: Whether something is still to be posted, shown or written there.
        in_use: Whether another campaign is played there by now.
        locks: Whether it is to be locked too; of one that is not due this is not known yet.
        locked_from: Else from when on it is; ``None``: when all sides wish what was secret open.
    """

    campaign_id: str
    goes_on: bool
    guild_id: int
    channel_id: int
    panel_id: int | None
    due: int
    attempts: int
    waits: bool
    in_use: bool
    locks: bool
    locked_from: int | None


class Archiving:
    """Archives campaigns, and says which threads are to be closed."""

    def __init__(self, desk: Desk, acts: Acts) -> None:
        self._desk = desk
        self._acts = acts

    async def archive(self, act: Act) -> None:
        """Archive a campaign that is over.

        Raises:
            Complaint: As :meth:`Acts.let_in` does, but for campaign.over; campaign.not_over;
                archive.there, it is already.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, person: int) -> None:
            if live.row.status != "over":
                raise Complaint("campaign.not_over")
            if live.row.archived_at is not None:
                raise Complaint("archive.there")
            now = self._desk.now()
            row = dataclasses.replace(live.row, version=live.row.version + 1, archived_at=now)
            trace = self._acts.trace(live, act, person, "archived")
            to_close = closings.put(live.row.id, now)
            await self._desk.database.save([campaigns.change(live.row, row), *to_close, *trace])
            self._desk.renew(live, row, live.people)

        await self._acts.let_in(act, work, appointed=True, after_end=True)

    # -- the threads -------------------------------------------------------------------------

    async def to_close(self) -> tuple[Closing, ...]:
        """Return the threads that are to be closed, and those to be opened again, at our servers.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            every = await closings.every(connection)
        rows = [row for row in every if self._desk.share.covers(row.guild_id)]
        found, now = list[Closing](), self._desk.now()
        for row in rows:
            if row.due_at > now:  # asked at each step of any campaign: nothing is loaded for it
                found.append(self._closing(None, row))
                continue
            with contextlib.suppress(Complaint):  # of one that cannot be loaded is told elsewhere
                found.append(self._closing(await self._desk.at_hand(row.campaign), row))
        return tuple(found)

    def _closing(self, live: Live | None, row: ClosingRow) -> Closing:
        locks = live is not None and is_open(live.row, live.seats, self._desk.now())
        return Closing(
            row.campaign,
            row.goes_on,
            row.guild_id,
            row.channel_id,
            row.panel_id,
            row.due_at,
            row.attempts,
            row.waits,
            row.in_use,
            locks,
            None if locks or live is None or row.goes_on else opens_at(live.row, live.seats),
        )

    async def posted(self, campaign_id: str) -> None:
        """Note that something was posted or shown for a campaign: that opens its thread.

        To be noted before that it was posted is, so that no kill comes between.

        Raises:
            StoreError: The database failed.
        """
        try:
            live = await self._desk.at_hand(campaign_id)
        except Complaint:
            return  # of one that cannot be loaded is told elsewhere
        if live.row.archived_at is None:
            return
        async with self._desk.database.write() as connection:
            await closings.renew(connection, campaign_id, self._desk.now())
        self._desk.tell()

    async def closed(self, closing: Closing) -> int | None:
        """Note that a thread is closed, or will not be; return when it is to be locked too.

        Where something was posted there meanwhile it is still to be closed.

        Raises:
            StoreError: The database failed.
        """
        later = None if closing.in_use else closing.locked_from
        async with self._desk.database.write() as connection:
            await closings.done(connection, closing.campaign_id, closing.due, later)
        return later

    async def put_off(self, closing: Closing, due: int) -> None:
        """Note that a thread could not be closed, and before when it is not tried again.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.write() as connection:
            attempts = closing.attempts + 1
            await closings.put_off(connection, closing.campaign_id, due, attempts)

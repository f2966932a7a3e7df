"""The clocks of all tables: beginning, standing still, and running out.

What a step does to a clock goes into that step's transaction (:mod:`bot.moderator.table.clocks`).
Here is what happens between steps: a clock begins when the post is delivered that calls its seat,
one timer waits for the next that runs out, and a beat every few minutes looks whether one was
missed. The beat is on file: a gap between two says that the host was down or cut off from Discord,
and that time is nobody's.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from bot.clock import paces
from bot.moderator.api import Complaint, SeatClock
from bot.moderator.table import clocks as table
from bot.moderator.table.clocks import changed_of, seat_clocks
from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.live import Live
from bot.shares import Share
from bot.store import StoreError, campaigns, clocks, pending, plans, remembered
from bot.store.clocks import ClockRow, Clocks
from bot.store.log import ActionRow
from engine.api import Seat

_log = logging.getLogger(__name__)

MISSED_BEATS: Final = 2.5
"""Beats that must have been missed for the time between to be an outage."""
LOOKING: Final = "reminders"
"""What one process does at a beat for all of them."""
AT_ONCE: Final = 50
"""Time-outs that one look enters; the next follows when they are done."""

SHOWN_ALIKE: Final = 10 * 60 * 1000
"""Milliseconds by which a panel may say too early when time runs out: an update of the bot moves
every clock by a moment, and a thousand panels need not be edited for it."""

RunOut = Callable[[str, Seat], Awaitable[None]]
"""Does what follows when a seat's time has run out, as far as it still has when it is locked."""
Look = Callable[[int], Awaitable[None]]
"""Does what is due by an instant."""


class TableClocks:
    """Looks after the clocks.

    Attributes:
        connected: Says whether Discord is reached; while it is not, no time passes for anybody.
        run_out: What follows when a seat's time has run out.
        looks: What else is looked after at each beat.
    """

    def __init__(self, desk: Desk, errands: Errands) -> None:
        self.connected: Callable[[], bool] = lambda: True
        self.run_out: RunOut | None = None
        self.looks: tuple[Look, ...] = ()
        self._desk = desk
        self._errands = errands
        self._beaten: int | None = None
        self._next: int | None = None
        self._looking = False

    # -- looking -----------------------------------------------------------------------------

    async def of(self, campaign_id: str) -> tuple[SeatClock, ...]:
        """Return the clocks of a campaign under way, in the order of its seats.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        return seat_clocks(live, self._desk.now()) if live.row.status == "playing" else ()

    # -- at a step, and when its post is delivered -------------------------------------------

    def notice(self, live: Live, _row: ActionRow) -> None:
        """Notice a step: the next clock to run out may be another."""
        self.watch(live.clocks)

    def watch(self, found: Clocks) -> None:
        """Look again when the first of some clocks runs out, if that is before the next look."""
        due = min((one.due_at for one in found.values() if one.due_at is not None), default=None)
        if due is not None and (self._next is None or due < self._next):
            self._look_at(due)

    async def called(self, campaign_id: str, nonce: str) -> None:
        """Let the clocks begin that waited for a post, which is delivered or has failed for good.

        Raises:
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> None:
            begun = table.begun(live, nonce, self._desk.now())
            if begun:
                await self.save(live, begun)

        if self._desk.halts.hold(campaign_id):
            return  # the look that follows when it goes on finds it
        try:
            await self._desk.exclusive(campaign_id, work)
        except Complaint as error:
            _log.error("campaign %s: its clocks cannot begin: %s", campaign_id, error.code)

    async def save(self, live: Live, found: Clocks) -> Live:
        """Save some clocks of a campaign that is locked; return it as it is then."""
        after = {**live.clocks, **found}
        changed = changed_of(live.clocks, after)
        if not changed:
            return live
        writes = clocks.put(live.row.id, changed)
        if any(one.due_at != live.clocks[one.seat].due_at for one in changed):
            writes += clocks.shown_anew(live.row.id)
        await self._desk.database.save(writes)
        live = dataclasses.replace(live, clocks=after)
        self._desk.keep(live)
        self.watch(after)
        return live

    # -- the beat ----------------------------------------------------------------------------

    def resume(self) -> None:
        """Begin to look after all clocks. Call once, when the bot starts."""
        self._errands.begin(self.beat(), "clocks")

    async def beat(self) -> None:
        """Look after everything, note that it was done, and do so again after a while."""

        def again() -> None:
            self._errands.begin(self.beat(), "clocks")

        # First: what is due may take longer than a beat, and is no outage.
        self._errands.later("clocks", again, self._desk.policy.beat_seconds)
        try:
            if self.connected() and self._desk.halts.paused is None:
                await self._make_up()
                await self.look()
        except StoreError as error:
            _log.error("the clocks have to wait: %s", error)
        except Exception:  # noqa: BLE001 - the next beat tries again, and the operator hears of it
            _log.exception("the clocks stumbled")

    async def _make_up(self) -> None:
        """Give back what passed while the bot was down or cut off, and note the beat."""
        now = self._desk.now()
        for part in self._desk.share.parts:
            await self._make_up_for(part, now)
        self._beaten = now

    async def _make_up_for(self, share: Share, now: int) -> None:
        async with self._desk.database.read() as connection:
            noted = await remembered.last_beat(connection, share)
            running = await clocks.running(connection, share) if noted is not None else ()
        longest = round(self._desk.policy.beat_seconds * MISSED_BEATS * 1000)
        # However short it was, nobody could play while it started.
        if noted is not None and (self._beaten is None or now - noted > longest):
            _log.info("no clock ran for %d seconds: %d tables", (now - noted) // 1000, len(running))
            for name in running:
                since = self._desk.halts.since(name, noted)
                await self._desk.persist(partial(self._give_back, name, since, now))
        async with self._desk.database.write() as connection:
            await remembered.put(connection, remembered.beat_of(share), str(now))

    async def _give_back(self, name: str, since: int, now: int) -> None:
        """Let the clocks of a table go on *now* as they stood *since*, and run for a while more.

        Raises:
            Conflict: Another process changed them meanwhile.
        """
        async with self._desk.held(name) as live:
            async with self._desk.database.read() as connection:
                row = await campaigns.get(connection, name)
                before = await clocks.of(connection, name) if live is None else live.clocks
            pace = None if row is None else paces.read(row.pace)
            if row is None or pace is None or not self._desk.share.covers(row.guild_id):
                return  # of another process's servers that one gives back
            found = {
                seat: table.given_back(clock, since, now, now + pace.grace * 1000)
                for seat, clock in before.items()
                if clock.due_at is not None
            }
            writes = clocks.put(name, list(found.values()))
            if any(_moved(before[seat], clock) > SHOWN_ALIKE for seat, clock in found.items()):
                writes += clocks.shown_anew(name)
            if writes:
                await self._desk.database.save(writes)
            if live is not None:
                self._desk.keep(dataclasses.replace(live, clocks={**before, **found}))

    async def stand_still(self) -> None:
        """Note until when all clocks have run: from now on none does, until :meth:`go_on`.

        Raises:
            StoreError: The database failed.
        """
        if self.connected():
            await self._make_up()

    async def go_on(self) -> None:
        """Let all clocks go on as they stood when they were last looked after."""
        self._beaten = None
        await self.beat()

    async def go_on_at(self, tables: Mapping[str, int]) -> None:
        """Let the clocks of some tables go on as they stood at an instant of each.

        Raises:
            StoreError: The database failed; asked again, it goes on from there.
        """
        for name, since in tables.items():
            await self._give_back(name, since, self._desk.now())

    async def look(self) -> None:
        """Do all that is due, and come back when more is.

        Raises:
            StoreError: The database failed.
        """
        now = self._desk.now()
        longest = round(self._desk.policy.beat_seconds * MISSED_BEATS * 1000)
        if self._beaten is None or now - self._beaten > longest or not self.connected():
            return  # the next beat gives back what passed meanwhile
        if self._looking or self._desk.halts.paused is not None:
            return  # what is due now is found at its end, or at the next beat
        self._looking = True
        try:
            await self._look(now)
        finally:
            self._looking = False

    async def look_again(self) -> None:
        """Do what is due of which this process has not heard: others move clocks too.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            following = await clocks.next_due(connection, self._desk.share)
        if following is None:
            return
        if following <= self._desk.now():
            await self.look()
        elif self._next is None or following < self._next:
            self._look_at(following)

    async def _look(self, now: int) -> None:
        share = self._desk.share
        async with self._desk.database.read() as connection:
            waiting = await clocks.waiting_for_post(connection, share)
        for campaign, nonce in waiting:
            await self._missed(campaign, nonce)
        async with self._desk.database.read() as connection:
            still = tuple(self._desk.halts.still)
            fallen = await clocks.due(connection, now, AT_ONCE, share, without=still)
        for campaign, seat in fallen:
            if self._errands.resting:
                return
            if not self._desk.halts.hold(campaign):
                await self._fall(campaign, seat)
        async with self._desk.leases.held(LOOKING) as ours:
            for look in self.looks if ours else ():
                await look(now)
        async with self._desk.database.read() as connection:
            following = await clocks.next_due(connection, share)
        self._next = None
        if following is not None and following > now:
            self._look_at(following)
        self._desk.tell()

    async def _missed(self, campaign: str, nonce: str) -> None:
        """Begin a clock whose post is done with, unless that post is only to be ordered yet."""
        try:
            live = await self._desk.at_hand(campaign)
        except Complaint as error:
            _log.error("campaign %s: its clocks cannot begin: %s", campaign, error.code)
            return
        calling = {*live.row.untold.calling}
        if not any(one.called_by == nonce and s in calling for s, one in live.clocks.items()):
            await self.called(campaign, nonce)

    async def _fall(self, campaign: str, seat: Seat) -> None:
        """Do what follows when a seat's time has run out; whatever goes wrong is logged."""
        if self.run_out is None:
            return
        try:
            async with self._desk.database.read() as connection:
                sending = await plans.sent_for(connection, campaign, seat)
                rolling = await pending.get(connection, campaign)
            # One that was begun in time is in time, but where real dice are awaited.
            if not sending or rolling is not None:
                await self.run_out(campaign, seat)
        except Complaint as error:
            _log.error("campaign %s: a time-out cannot be entered: %s", campaign, error.code)
            await self._put_off(campaign, seat)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - the other tables go on
            _log.exception("campaign %s: a time-out stumbled", campaign)
            await self._put_off(campaign, seat)

    async def _put_off(self, campaign: str, seat: Seat) -> None:
        """Let a clock that could not run out try again after the grace."""
        async with self._desk.held(campaign):
            async with self._desk.database.read() as connection:
                found = (await clocks.of(connection, campaign)).get(seat)
            if found is None or found.due_at is None:
                return
            later = self._desk.now() + self._desk.policy.put_off_seconds * 1000
            row = dataclasses.replace(found, due_at=later)
            await self._desk.database.save(clocks.put(campaign, [row]))
            self._desk.shelf.drop(campaign)

    def _look_at(self, at: int) -> None:
        self._next = at

        def now() -> None:
            self._next = None
            self._errands.begin(self._looked(), "clocks run out")

        # Never longer than to the next beat, which looks too.
        wait = min(max(0.0, (at - self._desk.now()) / 1000), self._desk.policy.beat_seconds)
        self._errands.later("clocks run out", now, wait)

    async def _looked(self) -> None:
        try:
            await self.look()
        except StoreError as error:
            _log.error("the clocks have to wait: %s", error)
        except Exception:  # noqa: BLE001 - the next beat tries again, and the operator hears of it
            _log.exception("the clocks stumbled")


def _moved(before: ClockRow, after: ClockRow) -> int:
    """Return by how many milliseconds a clock that runs lasts longer than before."""
    return (after.due_at or 0) - (before.due_at or 0)

"""The courier: reads the outbox and delivers, one message at a time to each destination.

Every destination (a channel, a person's direct messages) is a *lane* with its own task while
something is due there, so that a slow or broken one never stalls another. What a lane does is in
``bot.courier.delivery``; here is only who runs when. Where several processes of the bot share a
database, one of them at a time has a lane, by a lease: what it notes proves that it still has it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.clock import Clock, system_clock, to_ms
from bot.courier.api import Transport
from bot.courier.compose import Composer
from bot.courier.delivery import Delivery, Posted, Unreachable
from bot.courier.pictures import Gallery
from bot.courier.replays import Replays
from bot.moderator import Campaign, Moderator
from bot.store import Conflict, StoreError, drafts, outbox, people, proofs

_log = logging.getLogger(__name__)

Idle = Callable[[Awaitable[Any]], Awaitable[Any]]
"""Awaits something that only the outside world ends. Tests declare such waits to their harness."""

Lane = tuple[int | None, int | None]
"""(our number of a person, None) or (None, a channel's id)."""

_STORE_PAUSE = 5.0

KEPT_DAYS: Final = 30
"""Days after which what was posted or given up is taken out of the outbox; the log keeps all."""
ELSEWHERE: float = 1.0
"""Seconds between two looks at what another process may have ordered, or left undelivered."""
TIDYING: Final = "tidying the outbox"
TIDY_EVERY: Final = 600.0
"""Seconds between two looks for it, and :data:`TIDY_PAUSE` when there was more than one batch."""
TIDY_PAUSE: Final = 2.0
TIDY_BATCH: Final = 200
"""Rows that are deleted at once: a step that is to be saved meanwhile waits for no more."""


async def just_wait(awaitable: Awaitable[Any]) -> Any:
    """Await, with nothing declared to anybody: the ``Idle`` of production."""
    return await awaitable


def nobody_asks(campaign: Campaign) -> None:
    """Do nothing more about a post."""


async def nobody_looks(person_id: int) -> None:
    """Do nothing more about somebody who cannot be written to."""


def _name_of(lane: Lane) -> str:
    """Return what a process takes a lease of, that delivers there."""
    person, channel = lane
    return f"to/channel/{channel}" if person is None else f"to/person/{person}"


class Courier:
    """Delivers what the moderator's steps ordered.

    ``await courier.run()`` in a task of its own; :meth:`stop` ends it. The moderator wakes it.
    """

    def __init__(
        self,
        moderator: Moderator,
        transport: Transport,
        gallery: Gallery,
        *,
        replays: Replays | None = None,
        clock: Clock = system_clock,
        idle: Idle = just_wait,
        posted: Posted = nobody_asks,
        unreachable: Unreachable = nobody_looks,
        tidy_every: float = TIDY_EVERY,
    ) -> None:
        """Deliver by a transport.

        Args:
            moderator: Whose steps order what is delivered.
            transport: The way to Discord.
            gallery: Draws what is shown.
            replays: Makes the films.
            clock: Gives the present instant.
            idle: How work is waited for.
            posted: Told of a campaign when its channel got a bulletin.
            unreachable: Told of an account that took no direct message.
            tidy_every: See :data:`TIDY_EVERY`.
        """
        self._moderator = moderator
        self._clock = clock
        self._idle = idle
        self._wake = asyncio.Event()
        self._lanes: dict[Lane, asyncio.Task[None]] = {}
        self._is_stopping = False
        self._paused: dict[Lane, int] = {}
        self._tidy_at = 0
        self._tidy_every = tidy_every
        composer = Composer(moderator, gallery, replays or Replays(gallery))
        self._delivery = Delivery(moderator, transport, composer, clock, posted, unreachable)
        moderator.listen(self._wake.set)
        moderator.listen(gallery.drop_overtaken)

    async def run(self) -> None:
        """Deliver until cancelled. Nothing that goes wrong ends it."""
        while True:
            self._wake.clear()
            try:
                rest = await self.dispatch()
                tidied = await self.tidy()
                rest = tidied if rest is None else min(rest, tidied)
            except StoreError as error:
                _log.error("the courier cannot read the outbox: %s", error)
                rest = _STORE_PAUSE
            except Exception:  # noqa: BLE001 - a courier that died would tell nobody
                _log.exception("the courier stumbled")
                rest = _STORE_PAUSE
            await self._idle(self._rest(rest))

    async def _rest(self, seconds: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()

    async def dispatch(self) -> float | None:
        """Start a task for every lane with something due.

        Returns:
            Seconds until the next thing falls due; ``None`` when nothing waits for a time.

        Raises:
            StoreError: The outbox cannot be read.
        """
        async with self._moderator.desk.database.read() as connection:
            waiting = await outbox.waiting(connection)
        now = to_ms(self._clock())
        later: list[int] = []
        share = self._moderator.desk.share
        self._paused = {lane: until for lane, until in self._paused.items() if until > now}
        for item in waiting:
            if item.guild_id is not None and not share.covers(item.guild_id):
                continue  # what may be done in its channel, the process knows that has its shard
            lane = (item.person, item.channel_id)
            if lane in self._lanes:
                continue  # it looks again itself, and wakes us when it is through
            due = max(item.due_at, self._paused.get(lane, 0))
            if due <= now:
                self._start(lane)
            else:
                later.append(due)
        if self._moderator.desk.database.is_shared:
            later.append(now + round(ELSEWHERE * 1000))
        return None if not later else max(0.001, (min(later) - now) / 1000)

    async def tidy(self) -> float:
        """Take out of the outbox, when it is time, a batch of what was delivered long ago.

        What waits stays however old it is, and notices stay with their campaign. Unfinished
        dialogues that nobody can go on with go too.

        Returns:
            Seconds until it is time again.

        Raises:
            StoreError: The database failed.
        """
        now = to_ms(self._clock())
        if now >= self._tidy_at:
            gone = 0
            async with self._moderator.desk.leases.held(TIDYING) as ours:
                if ours:
                    gone = await self._prune(now)
            pause = self._tidy_every if gone < TIDY_BATCH else TIDY_PAUSE
            self._tidy_at = now + round(pause * 1000)
        return max(0.001, (self._tidy_at - now) / 1000)

    async def _prune(self, now: int) -> int:
        async with self._moderator.desk.database.write() as connection:
            old = now - KEPT_DAYS * 24 * 3600 * 1000
            gone = await outbox.prune(connection, old, TIDY_BATCH)
            await drafts.sweep(connection, now)
        return gone

    async def settle(self) -> float | None:
        """Deliver all that is due, and return what :meth:`dispatch` returns then."""
        while True:
            rest = await self.dispatch()
            if not self._lanes:
                return rest
            await asyncio.wait(set(self._lanes.values()))

    async def hand_over(self, person_id: int) -> bool:
        """Deliver what waits for one person, now, and say whether their direct messages are open.

        For the private answer to an order: a person whose messages are closed is told there.

        Raises:
            StoreError: The database failed.
        """
        async with self._moderator.desk.database.read() as connection:
            number = await people.number(connection, person_id)
        if number is None:
            return True
        lane = (number, None)
        while True:
            if lane not in self._lanes:
                self._start(lane)
            await asyncio.shield(self._lanes[lane])
            if lane not in self._paused or not self._moderator.desk.database.is_shared:
                break
            await asyncio.sleep(ELSEWHERE / 4)  # another process is delivering there
        return not await self._moderator.people.dm_closed(person_id)

    async def stop(self, patience: float = 5.0) -> None:
        """Let deliveries under way finish, at most *patience* seconds, and give up the others.

        What was given up is delivered after the next start. :meth:`run` must be cancelled first.
        """
        self._is_stopping = True
        tasks = set(self._lanes.values())
        if tasks:
            _, left = await asyncio.wait(tasks, timeout=patience)
            for task in left:
                task.cancel()
            if left:
                await asyncio.wait(left)
        await self._delivery.close()

    def _start(self, lane: Lane) -> None:
        self._paused.pop(lane, None)
        # What whoever looked is about to save proves nothing for it.
        context = proofs.empty_handed()
        task = asyncio.create_task(self._lane(lane), name=f"courier {lane}", context=context)
        self._lanes[lane] = task

    async def _lane(self, lane: Lane) -> None:
        try:
            async with self._moderator.desk.leases.held(_name_of(lane)) as ours:
                while ours and await self._delivery.next(*lane) and not self._is_stopping:
                    pass
            if not ours:  # another process delivers there, or died over it
                self._paused[lane] = to_ms(self._clock()) + round(ELSEWHERE * 1000)
        except Conflict as error:
            _log.info("another process delivers: %s", error)
        except StoreError as error:
            _log.error("a delivery could not be noted: %s", error)
            self._paused[lane] = to_ms(self._clock()) + round(_STORE_PAUSE * 1000)
        except Exception:  # noqa: BLE001 - the other lanes go on
            _log.exception("a lane of the courier stumbled")
            self._paused[lane] = to_ms(self._clock()) + round(_STORE_PAUSE * 1000)
        finally:
            self._lanes.pop(lane, None)
            self._wake.set()

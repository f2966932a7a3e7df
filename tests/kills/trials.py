"""The trials themselves: people who play and never give up, and what kills meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import make_url

from bot.games import GAMES
from bot.moderator.table.desk import Policy
from bot.settings import load_settings
from tests.kills.earlier import Earlier
from tests.kills.judging import left
from tests.kills.people import Table
from tests.kills.server import Server
from tests.kills.told import Told
from tests.served.minds import Mind, mind
from tests.served.serving import HERE, TOKEN, Process, Served
from tests.served.world import Room, World

PEOPLE, COMPUTER = 2, 1
"""At how many tables each game is played by two people, and against the computer if it has one."""
QUIET: Final = 120.0
"""Seconds in which all is delivered that was ordered, once nobody is killed any more."""
STALLED: Final = Policy().lease_seconds
"""Seconds after which others take a process for dead that says nothing: its lease."""
AHEAD: Final = 6.0
"""Seconds before the end of a process at which the one is begun that takes its place."""
UP_FIRST: Final = 0.8
"""How often a process that is alone is up before the moment begins in which it is killed next."""
PAUSE: Final = 0.5
"""Seconds that somebody takes for their next order, at most."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of the trials.

    Attributes:
        kills: How many.
        processes: Of the bot; one has the database alone.
        pause: Seconds between two kills, on average.
        seed: Of who is killed when.
        seconds: For which nobody is killed at first.
        updates: How often all processes are then ended and begun anew, one after the other.
    """

    kills: int
    processes: int
    pause: float
    seed: int
    seconds: float = 0.0
    updates: int = 0


class Trials:
    """A Discord, processes of the bot, and whatever keeps their games."""

    def __init__(
        self, folder: Path, asked: Asked, server: Server | None, earlier: Earlier | None = None
    ) -> None:
        """Begin with nothing; of an *earlier* build is the last of the processes, if any is."""
        self.told = Told()
        self.served = Served(asked.processes)
        self._folder, self._asked, self._server = folder, asked, server
        self._earlier = earlier
        self._last = asked.processes - 1
        self._where = str(folder / "games.sqlite3") if server is None else server.address
        self._chance = random.Random(asked.seed)
        self._members = [self._member(number) for number in range(asked.processes)]
        self._watching: list[asyncio.Task[None]] = []

    @property
    def world(self) -> World:
        """What stands on Discord."""
        return self.served.world

    async def run(self) -> None:
        """Kill as often as was asked, and wait until all is told."""
        async with self.served.open(), contextlib.AsyncExitStack() as stack:
            await self._all_up()
            settings = load_settings({"token": TOKEN, "database": self._where}, env_file=None)
            seeing = await stack.enter_async_context(mind(make_url(str(settings.database_url))))
            tables = self._tables(seeing)
            playing = [asyncio.create_task(one.play()) for one in tables]
            await self._begun(playing)
            self.told.waited.clear()  # until here processes were starting
            self.told.accepted.clear()
            self.told.accepted_by.clear()
            await asyncio.sleep(self._asked.seconds)
            for _ in range(self._asked.kills):
                await self._breath()
                await self._kill()
            for _ in range(self._asked.updates):
                await self._update()
            for one in tables:
                one.stopping = True
            await asyncio.gather(*playing)
            await self._quiet()
            await self._end()

    def _member(self, number: int) -> Process:
        asked = self._asked
        share = f"{number}/{asked.processes}" if asked.processes > 1 else "1"
        settings = {
            "ADJUTANT_DATABASE": self._where,
            "ADJUTANT_SHARDS": share,
            "ADJUTANT_THINKERS": "1",
            "ADJUTANT_LOG_LEVEL": "WARNING",
            "ADJUTANT_GATHER_MINUTES": "0",
        }
        log = self._folder / f"{number}.log"
        is_earlier = number == self._last
        folder = self._earlier.folder if self._earlier and is_earlier else HERE
        return Process(self.served, log, settings, folder)

    @property
    def _is_behind(self) -> bool:
        """Whether the last process could not be started again."""
        return self._earlier is not None and self._earlier.is_behind

    async def _all_up(self) -> None:
        # The first makes the database; the others find it made, or bring it up to date.
        order = [*range(self._asked.processes)]
        if self._is_behind:
            order.insert(0, order.pop())
        for number in order:
            await self._members[number].start()
            await self._until_up(number)

    async def _until_up(self, shard: int) -> None:
        await self.served.until_connected(shard, self._members[shard])

    def _tables(self, seeing: Mind) -> list[Table]:
        shards = range(self._asked.processes)
        guilds = [self.world.make_guild(f"Server {shard}", shard) for shard in shards]
        pause = PAUSE if self._asked.kills or self._asked.updates else 0.0
        found: list[Table] = []
        for game in GAMES.values():
            for computer in (*[False] * PEOPLE, *[True] * (COMPUTER if game.opponents else 0)):
                room = Room(self.world, guilds[len(found) % len(guilds)], f"table-{len(found)}")
                of = len(found) % len(guilds)
                table = Table(room, of, game, computer, seeing, self.told, self._chance, pause)
                found.append(table)
        return found

    async def _begun(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Wait until a game is begun at every table."""
        async with asyncio.timeout(QUIET):
            while len(self.told.campaigns) < len(playing):
                for one in playing:
                    if one.done():
                        one.result()
                        raise RuntimeError(self.told.broken[0])
                await asyncio.sleep(0.1)

    async def _breath(self) -> None:
        """Let a moment pass; whoever is alone mostly gets to start, or nobody is ever answered."""
        if self._asked.processes == 1 and self._chance.random() < UP_FIRST:
            await self._until_up(0)
        await asyncio.sleep(self._chance.expovariate(1 / self._asked.pause))

    # -- what kills ------------------------------------------------------------------------------

    async def _kill(self) -> None:
        ways: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "process": (6, self._kill_process),
            "connection to Discord": (1, self._cut_gateway),
        }
        if self._server is not None:
            ways |= {
                "server": (1, self._kill_server),
                "connections": (2, self._kill_connections),
                "stalled process": (1, self._stall),
            }
        (name,) = self._chance.choices([*ways], [weight for weight, _ in ways.values()])
        await ways[name][1]()
        self.told.killed[name] += 1

    async def _kill_process(self) -> None:
        number = self._chance.randrange(self._asked.processes - self._is_behind)
        victim = self._members[number]
        if victim.pid is None:
            await victim.start()  # it could not begin while the server was down
            return
        gone = [] if self._server is None else await self._server.leases_of(number)
        await victim.kill()
        died = time.monotonic()
        await victim.start()
        if gone:
            self._watching.append(asyncio.create_task(self._until_taken_over(gone, died)))

    async def _until_taken_over(self, gone: list[str], died: float) -> None:
        assert self._server is not None
        while await self._server.still_there(gone):  # noqa: ASYNC110 - it is on file
            await asyncio.sleep(0.1)
        self.told.taken_over.append(time.monotonic() - died)

    async def _kill_server(self) -> None:
        assert self._server is not None
        await asyncio.to_thread(self._server.die)
        await asyncio.sleep(self._chance.uniform(0, 0.5))
        await asyncio.to_thread(self._server.start)

    async def _kill_connections(self) -> None:
        assert self._server is not None
        await self._server.cut(self._chance.uniform(0.2, 1.0))

    async def _cut_gateway(self) -> None:
        """Cut a shard's connection; sometimes Discord has forgotten it when it is back."""
        shard = self._chance.randrange(self._asked.processes)
        await self.served.gateway.cut(shard, forget=self._chance.random() < 0.3)

    async def _stall(self) -> None:
        """Let a process stand still for so long that others take it for dead."""
        assert self._server is not None
        victim = self._chance.choice(self._members)
        victim.stall(still=True)
        await asyncio.sleep(STALLED * self._chance.uniform(1.2, 1.6))
        victim.stall(still=False)

    # -- an update -------------------------------------------------------------------------------

    async def _update(self) -> None:
        """End each process as a host does and begin it anew, while the others go on.

        Then once more, the new one begun while the one before still answers: it waits for it.
        """
        for is_ahead in (False, True):
            for number in range(self._asked.processes - self._is_behind):
                await asyncio.sleep(self._asked.pause)
                before, after = self._members[number], self._member(number)
                if is_ahead:
                    await after.start()
                    await asyncio.sleep(AHEAD)
                told = time.monotonic()
                code = await before.end()
                if code != 0:
                    self.told.broken.append(f"process {number} ends with {code}")
                ended = time.monotonic()
                if not is_ahead:
                    await after.start()
                self._members[number] = after
                await self._until_up(number)
                gaps = self.told.gaps_ahead if is_ahead else self.told.gaps
                gaps.append((ended - told, time.monotonic() - told))

    # -- the end ---------------------------------------------------------------------------------

    async def _quiet(self) -> None:
        """Wait until all is delivered that was ordered, and nothing is under way."""
        for number, one in enumerate(self._members):
            if one.pid is None:
                await one.start()
            await self._until_up(number)
        await asyncio.gather(*self._watching)
        async with asyncio.timeout(QUIET):
            while waiting := await left(self._where):
                self.told.left = waiting
                await asyncio.sleep(0.5)
        self.told.left = []

    async def _end(self) -> None:
        for number, one in enumerate(self._members):
            code = await one.end()
            if code != 0:
                self.told.broken.append(f"process {number} ends with {code}")

"""The trials themselves: people who play and never give up, and what kills meanwhile."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from tests.kills import member, world
from tests.kills.earlier import Earlier, Program
from tests.kills.judging import left
from tests.kills.server import Server
from tests.kills.told import Told
from tests.kills.world import Line
from tests.support.river import GUILD

GAMES: Final = (
    ("toy", False, 8),
    ("toy", True, 4),
    ("war_of_the_pacific", False, 2),
    ("calama", False, 2),
    ("barricadas", False, 1),
)
"""What is played, whether against the computer, and at how many tables at a time."""
ANSWERED: Final = 90.0
"""Seconds in which somebody who asks again and again is answered, whatever is killed."""
UPDATED_AFTER: Final = 3.0
"""Seconds for which an earlier build plays alone, whose tables are then brought up to date."""
_GUILD_BITS: Final = 22


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of the trials.

    Attributes:
        kills: How many.
        processes: Of the bot; one has the database alone.
        pause: Seconds between two kills, on average.
        lease: Seconds after which a process that died is replaced.
        seed: Of who is killed when.
        seconds: For which nobody is killed at first.
    """

    kills: int
    processes: int
    pause: float
    lease: float
    seed: int
    seconds: float = 0.0


class Trials:
    """A Discord, processes of the bot, and whatever keeps their games."""

    def __init__(
        self, folder: Path, asked: Asked, server: Server | None, earlier: Earlier | None = None
    ) -> None:
        """Begin with nothing; of an *earlier* build is the last of the processes, if any is."""
        self.told = Told()
        self._folder, self._asked, self._server = folder, asked, server
        self._earlier = earlier
        self._last = asked.processes - 1
        self._where = str(folder / "games.sqlite3") if server is None else server.address
        self._chance = random.Random(asked.seed)
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.kills.member", "tests.kills.world"])
        self._members: list[BaseProcess | Program | None] = [None] * asked.processes
        self._lines = [Line(member.door_of(folder, one)) for one in range(asked.processes)]
        self._watching: list[asyncio.Task[None]] = []
        self._stopping = False
        self._tables = 0

    async def run(self) -> dict[str, Any]:
        """Kill as often as was asked; return what stands on Discord in the end."""
        discord = self._context.Process(
            target=world.main, args=(str(member.world_of(self._folder)),)
        )
        discord.start()
        try:
            await _until(member.world_of(self._folder).exists)
            tables = [
                asyncio.create_task(self._table(game, computer))
                for game, computer, many in GAMES
                for _ in range(many)
            ]
            if self._is_behind:
                self._start(self._last)
                await self._begun(len(tables))
                await asyncio.sleep(UPDATED_AFTER)
            for number, one in enumerate(self._members):
                if one is None:
                    self._start(number)
            await self._begun(len(tables))
            self.told.accepted.clear()  # until here processes were starting
            self.told.accepted_by.clear()
            self.told.waited.clear()
            await asyncio.sleep(self._asked.seconds)
            # The fewer bear it, the less often: one that has just begun does nothing yet.
            pause = self._asked.pause * (2 if self._is_behind else 1)
            for _ in range(self._asked.kills):
                await asyncio.sleep(self._chance.expovariate(1 / pause))
                await self._kill()
            self._stopping = True
            await asyncio.gather(*tables)
            await self._quiet()
            report: dict[str, Any] = await Line(member.world_of(self._folder)).ask("report")
            await self._stop()
            return report
        finally:
            for one in (*self._members, discord):
                if one is not None and one.is_alive():
                    one.kill()

    @property
    def _is_behind(self) -> bool:
        """Whether the last process could not be started again."""
        return self._earlier is not None and self._earlier.is_behind

    # -- people ----------------------------------------------------------------------------------

    async def _table(self, game: str, computer: bool) -> None:
        """Play games of a kind at a table of its own, one after the other."""
        self._tables += 1
        channel = 1000 + self._tables
        guild = (channel % self._asked.processes << _GUILD_BITS) + GUILD
        while not self._stopping:
            begun = await self._ask(
                "begin", game=game, guild=guild, channel=channel, computer=computer
            )
            if "campaign" not in begun:
                channel += 1000  # nobody knows whether it was begun there: elsewhere, then
                continue
            campaign = begun["campaign"]
            self.told.campaigns.append(campaign)
            await self._play(campaign, game)
            channel += 1000

    async def _play(self, campaign: str, game: str) -> None:
        number = 0
        while not self._stopping:
            number += 1
            request = f"{campaign}/{number}"
            plans = game == "toy" and self._chance.random() < 0.15
            done = await self._ask("plan" if plans else "step", campaign=campaign, request=request)
            if done.get("accepted"):
                self.told.accepted.append((campaign, request))
            if done.get("over"):
                return
            if "broken" in done:
                self.told.broken.append(f"{campaign}: {done['broken']}")
            if self._asked.kills:
                await asyncio.sleep(self._chance.uniform(0.0, 0.1))

    async def _ask(self, call: str, **given: Any) -> dict[str, Any]:
        """Ask one process after the other until one answers."""
        begun = time.monotonic()
        while True:
            number = self._chance.randrange(self._asked.processes)
            try:
                async with asyncio.timeout(ANSWERED):
                    answer: dict[str, Any] = await self._lines[number].ask(call, **given)
            except OSError:
                answer = {"failed": "nobody answers"}
            if "failed" not in answer:
                self.told.waited.append(time.monotonic() - begun)
                self.told.accepted_by[number] += "accepted" in answer
                return answer
            if time.monotonic() - begun > ANSWERED:
                self.told.broken.append(f"{call} {given}: {answer['failed']}")
                return {"over": True}
            await asyncio.sleep(0.05)

    # -- what kills ------------------------------------------------------------------------------

    async def _kill(self) -> None:
        ways: list[tuple[str, int, Callable[[], Any]]] = [("process", 6, self._kill_process)]
        if self._server is not None:
            ways += [
                ("server", 1, self._kill_server),
                ("connections", 2, self._kill_connections),
                ("stalled process", 1, self._stall),
            ]
        names, weights, _ = zip(*ways, strict=True)
        (name,) = self._chance.choices(names, weights)
        await {name: way for name, _, way in ways}[name]()
        self.told.killed[name] += 1

    async def _kill_process(self) -> None:
        number = self._chance.randrange(self._asked.processes - self._is_behind)
        victim = self._members[number]
        if victim is None or not victim.is_alive():
            self._start(number)
            return
        gone = [] if self._server is None else await self._server.leases_of(number)
        victim.kill()
        died = time.monotonic()
        await asyncio.to_thread(victim.join)
        self._lines[number].close()
        self._start(number)
        if gone:
            watched = asyncio.create_task(self._time_until_taken_over(gone, died))
            self._watching.append(watched)

    async def _time_until_taken_over(self, gone: list[str], died: float) -> None:
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

    async def _stall(self) -> None:
        """Let a process stand still for so long that others take it for dead."""
        victim = self._members[self._chance.randrange(self._asked.processes)]
        if victim is None or victim.pid is None or not victim.is_alive():
            return
        os.kill(victim.pid, signal.SIGSTOP)
        await asyncio.sleep(self._asked.lease * self._chance.uniform(1.2, 2.0))
        os.kill(victim.pid, signal.SIGCONT)

    # -- coming and going ------------------------------------------------------------------------

    def _start(self, number: int) -> None:
        given = (str(self._folder), number, self._asked.processes, self._where, self._asked.lease)
        if self._earlier is not None and number == self._last:
            self._members[number] = self._earlier.start(*given)
            return
        process = self._context.Process(target=member.main, args=given)
        process.start()
        self._members[number] = process

    async def _begun(self, tables: int) -> None:
        async with asyncio.timeout(ANSWERED):
            while len(self.told.campaigns) < tables:  # noqa: ASYNC110 - people are under way
                await asyncio.sleep(0.1)

    async def _quiet(self) -> None:
        """Wait until all is delivered that was ordered, and nothing is under way."""
        for number, one in enumerate(self._members):
            if one is None or not one.is_alive():
                self._start(number)
        await asyncio.gather(*self._watching)
        async with asyncio.timeout(ANSWERED):
            while await left(self._where):  # noqa: ASYNC110 - it is on file
                await asyncio.sleep(0.3)

    async def _stop(self) -> None:
        for one in self._members:
            if one is not None:
                one.terminate()
        for one in self._members:
            if one is not None:
                await asyncio.to_thread(one.join, ANSWERED)
                assert one.exitcode == 0, f"a process ends with {one.exitcode}"


async def _until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(ANSWERED):
        while not done():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.05)

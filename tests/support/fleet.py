"""Several processes of the bot on one database, within one.

Each has connections, a moderator and a courier of its own, and all meet one Discord.

What a process shares with itself (an event loop, modules) they share too; what is on file, held or
leased they do not. The kill trials have real processes (``tests/trials``).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from bot.courier import Courier, Gallery
from bot.moderator import Campaign, Moderator
from bot.moderator.table.desk import Policy
from bot.shares import Share
from bot.store import Database
from tests.support.fake_discord import FakeDiscord, FakePainter
from tests.support.river import BLUE, GUILD, RED, Tokens, Watch
from tests.support.toy_game import TOY

LEASE = 2.0
"""Seconds after which a process that died is replaced."""
QUICK = Policy(lease_seconds=LEASE, beat_seconds=3600, gather_seconds=0)


def guild_of(shard: int) -> int:
    """Return a server of a shard."""
    return (shard << 22) + GUILD


class Member:
    """One process of a fleet.

    Attributes:
        door: Its moderator.
        courier: Its courier.
    """

    def __init__(
        self, fleet: Fleet, database: Database, share: Share, policy: Policy, **more: Any
    ) -> None:
        self.database = database
        self.share = share
        self.door = Moderator(
            database,
            fleet.games,
            clock=fleet.watch,
            token=Tokens(f"{share}/{len(fleet.members)}"),
            policy=policy,
            share=share,
            **more,
        )
        gallery = Gallery(lambda *_: FakePainter(), lambda _game, language: lambda t: f"{t}")
        self.courier = Courier(self.door, fleet.discord, gallery, clock=fleet.watch)
        self._delivering: asyncio.Task[None] | None = None
        self.is_dead = False

    def begin(self) -> None:
        """Go on where processes were stopped, and deliver from now on."""
        self.door.resume()
        self._delivering = asyncio.create_task(self.courier.run())

    async def stop(self) -> None:
        """Stop as a process does that is told to."""
        if self.is_dead:
            return
        self.is_dead = True
        self.door.rest()
        await self.door.settle()
        await self._stop_delivering()
        await self.courier.stop()
        await self.door.leave()
        await self.database.close()

    async def die(self) -> None:
        """Stop as a process does that is killed: nothing is given back, nothing noted."""
        self.is_dead = True
        self.door.rest()
        doing = [*self.door._errands._tasks, *self.courier._lanes.values()]
        self.door.desk.leases._held.clear()
        doing += self.door.desk.leases._keeping
        doing += [one for one in (self._delivering,) if one is not None]
        self.database.write = _dead  # type: ignore[method-assign]
        for one in doing:
            one.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        await self.door.processes._signals.close()
        writer = self.database._writer
        if writer is not None:
            await writer.invalidate()
        await self.database.close()

    async def _stop_delivering(self) -> None:
        if self._delivering is not None:
            self._delivering.cancel()
            await asyncio.wait([self._delivering])


@contextlib.asynccontextmanager
async def _dead() -> AsyncIterator[Any]:
    raise asyncio.CancelledError
    yield


class Fleet:
    """The processes, and what they share."""

    def __init__(self, path: Path, games: Mapping[str, Any] | None = None) -> None:
        self.path = path
        self.games = games or {"toy": TOY}
        self.watch = Watch()
        self.discord = FakeDiscord(self.watch)
        self.members: list[Member] = []
        self._requests = 0

    async def add(
        self, shards: tuple[int, ...], count: int = 3, policy: Policy = QUICK, **more: Any
    ) -> Member:
        """Start a process that has these shards; it does nothing by itself yet."""
        share = Share(count, shards)
        database = await Database.open(self.path, alone=True, shards=shards)
        member = Member(self, database, share, policy, **more)
        self.members.append(member)
        return member

    async def stop(self) -> None:
        """Stop all that are there."""
        for one in self.members:
            await one.stop()

    def request(self) -> str:
        """Return a request key never used before."""
        self._requests += 1
        return f"request-{self._requests}"

    async def open_campaign(
        self, by: Member, *, shard: int = 0, channel: int = 70, **settings: Any
    ) -> Campaign:
        """Create a campaign at a server of a shard, with both seats taken."""
        campaign = await by.door.lobby.create(
            game="toy",
            name="Crossing",
            guild_id=guild_of(shard),
            channel_id=channel,
            person_id=RED,
            language="en",
            settings={"turns": 3, "crates": False, **settings},
        )
        await by.door.seats.join(campaign.id, RED, "red")
        return await by.door.seats.join(campaign.id, BLUE, "blue")

    async def started(self, by: Member, **where: Any) -> Campaign:
        """Create and start one."""
        campaign = await self.open_campaign(by, **where)
        return await by.door.lobby.start(campaign.id, RED, request=self.request())


@contextlib.asynccontextmanager
async def fleet(path: Path, shares: int = 3, **more: Any) -> AsyncIterator[Fleet]:
    """Have a fleet of processes with a shard each."""
    found = Fleet(path / "fleet", **more)
    try:
        for shard in range(shares):
            await found.add((shard,), shares)
        yield found
    finally:
        await found.stop()

"""A moderator with the toy game on a database of its own: what the tests below Discord play on.

Time stands still until a test moves it, and ids and seeds are drawn from a counter, so that two
rivers with the same history hold the same bytes.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bot.moderator import Campaign, Moderator, Receipt
from bot.moderator.api import UndoTerms
from bot.moderator.table.desk import Policy
from bot.store import Database
from bot.store.schema import outbox
from engine.api import Action
from tests.support.toy_game import TOY, Land, Row, Shout

RED, BLUE, GREEN = 100, 200, 300
"""People: red's, blue's, and one who only watches."""
WHO = {"red": RED, "blue": BLUE}
GUILD, CHANNEL = 7, 70
INNER = {"id", "first_seq", "last_seq", "checksum"}
"""Fields of an outbox row that no message and no press ever shows."""


class Watch:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the present instant."""
        return self.now

    def forward(self, **by: float) -> None:
        """Move on, by what ``timedelta`` takes."""
        self.now += timedelta(**by)


class Tokens:
    """Bytes that are different every time and the same in every run."""

    def __init__(self, salt: str = "") -> None:
        self._salt = salt
        self._count = itertools.count()

    def __call__(self, size: int) -> bytes:
        """Return the next *size* bytes."""
        text = f"{self._salt}{next(self._count)}".encode()
        return hashlib.shake_256(text).digest(size)


class River:
    """A moderator, its database, and shortcuts for playing the toy game."""

    def __init__(
        self, database: Database, path: Path, games: Mapping[str, Any], policy: Policy, salt: str
    ) -> None:
        self.path = path
        self.watch = Watch()
        self.database = database
        self.games = games
        self.door = Moderator(database, games, clock=self.watch, token=Tokens(salt), policy=policy)
        self._requests = itertools.count(1)

    async def reopen(self, policy: Policy | None = None) -> None:
        """Close everything and open it again, as a restart of the bot does."""
        await self.door.settle()
        await self.database.close()
        self.database = await Database.open(self.path)
        self.door = Moderator(
            self.database,
            self.games,
            clock=self.watch,
            token=Tokens(f"again{next(self._requests)}"),
            policy=policy or self.door.desk.policy,
        )

    async def open_campaign(
        self, *, channel: int = CHANNEL, turns: int = 3, crates: bool = False
    ) -> Campaign:
        """Create a campaign with both seats taken, not started."""
        campaign = await self.door.lobby.create(
            game="toy",
            name="Crossing",
            guild_id=GUILD,
            channel_id=channel,
            person_id=RED,
            language="en",
            settings={"turns": turns, "crates": crates},
        )
        await self.door.seats.join(campaign.id, RED, "red")
        return await self.door.seats.join(campaign.id, BLUE, "blue")

    async def playing(
        self, game: str, settings: Mapping[str, Any], *, undo: UndoTerms = "agreed"
    ) -> Campaign:
        """Start a campaign of any game: RED has its first side, BLUE the other."""
        campaign = await self.door.lobby.create(
            game=game,
            name="Crossing",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person_id=RED,
            language="en",
            settings=settings,
            undo=undo,
        )
        for person, seat in zip((RED, BLUE), campaign.seats, strict=True):
            await self.door.seats.join(campaign.id, person, seat)
        return await self.door.lobby.start(campaign.id, RED, request=self.request())

    async def let_in(self, campaign: Campaign | str, who: int, seat: str, *, by: int) -> Campaign:
        """Let somebody ask for a seat, and somebody else grant it."""
        name = campaign if isinstance(campaign, str) else campaign.id
        await self.door.seats.join(name, who, seat, ask=True)
        asked = next(one for one in await self.door.seats.asks(name, by) if one.person_id == who)
        return (await self.door.seats.admit(name, asked.id, by))[0]

    async def started(
        self, *, channel: int = CHANNEL, turns: int = 3, crates: bool = False
    ) -> Campaign:
        """Create and start a campaign."""
        campaign = await self.open_campaign(channel=channel, turns=turns, crates=crates)
        return await self.door.lobby.start(campaign.id, RED, request=self.request())

    def request(self) -> str:
        """Return a request key never used before."""
        return f"request-{next(self._requests)}"

    async def do(self, campaign: Campaign | str, who: int, action: Action) -> Receipt:
        """Act, and insist on being accepted."""
        name = campaign if isinstance(campaign, str) else campaign.id
        receipt = await self.door.play.act(name, who, action, request=self.request())
        assert receipt.accepted, receipt.refusals
        return receipt

    async def step(self, campaign: Campaign | str, choice: int = 0) -> bool:
        """Let the awaited seat do something public; say whether the game goes on."""
        name = campaign if isinstance(campaign, str) else campaign.id
        look = await self.door.reader.look(name)
        if not look.decisions:
            return False
        decision = look.decisions[0]
        action: Action
        if decision.interrupt:
            action = Shout(loud=choice % 2 == 0)
        elif choice % 3 == 2:
            action = Land(bank=("north", "island", "south")[choice % 9 // 3])
        else:
            action = Row(strokes=choice % 3 + 1)
        await self.do(name, WHO[decision.seat], action)
        return True

    async def play_out(self, campaign: Campaign | str) -> int:
        """Play to the end, and return the number of public steps."""
        steps = 0
        while await self.step(campaign, steps):
            steps += 1
        return steps

    async def rows(self, campaign: Campaign | str) -> list[dict[str, Any]]:
        """Return everything in the outbox for a campaign, in order."""
        name = campaign if isinstance(campaign, str) else campaign.id
        async with self.database.read() as connection:
            found = await connection.execute(
                select(outbox).where(outbox.c.campaign == name).order_by(outbox.c.id)
            )
            return [dict(row._mapping) for row in found]


@asynccontextmanager
async def river(
    folder: Path,
    *,
    games: Mapping[str, Any] | None = None,
    policy: Policy | None = None,
    salt: str = "f",
    name: str = "games.sqlite3",
    alone: bool = False,
) -> AsyncIterator[River]:
    """Open a river, and close it in the end."""
    path = folder / name
    database = await Database.open(path, alone=alone)
    opened = River(database, path, games or {"toy": TOY}, policy or Policy(gather_seconds=0), salt)
    try:
        yield opened
    finally:
        await opened.door.settle()
        await opened.database.close()

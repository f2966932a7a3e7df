"""A game through the moderator, without Discord: a random game played again.

:func:`bot.trials.random_play.random_game` makes a whole random game; here the same actions go
through ``bot.moderator`` into a database file. The campaign's secret seed is set to that game's
dice, so that everything falls as it fell there.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import update

from bot.moderator import Campaign, Moderator, Receipt
from bot.store import Database
from bot.store.schema import campaigns
from bot.trials.random_play import RandomGame
from engine.api import Action, Game, Seat

FIRST_PERSON, WATCHER = 100, 900
"""People: who has the game's first side, the others counted on by hundreds; one who looks on."""
GUILD, CHANNEL = 7, 70


def tokens(seed: str) -> Callable[[int], bytes]:
    """Return a source of "unpredictable" bytes: the wanderer's dice as a campaign's seed."""
    count = itertools.count(1)

    def take(size: int) -> bytes:
        return f"dice {seed}".encode() if size == 32 else next(count).to_bytes(size, "big")

    return take


class Offline:
    """A campaign under way in a database of its own.

    Attributes:
        door: The moderator.
        watch: The instant it takes for the present; a minute more after every action.
        people: Who plays which side.
    """

    def __init__(self, database: Database, game: Game[Any, Any], seed: str) -> None:
        self.database = database
        self.game = game
        self.watch = datetime(2026, 1, 1, tzinfo=UTC)
        self.door = Moderator(
            database, {game.key: game}, clock=lambda: self.watch, token=tokens(seed)
        )
        self.people = dict(zip(game.seats, itertools.count(FIRST_PERSON, 100), strict=False))
        self.campaign: Campaign | None = None

    @property
    def id(self) -> str:
        """The campaign's id."""
        assert self.campaign is not None
        return self.campaign.id

    async def begin(self, played: RandomGame) -> None:
        """Create the campaign that was whole through, seat both, start."""
        made = await self.door.lobby.create(
            game=self.game.key,
            name="Campaign",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person_id=FIRST_PERSON,
            language="en",
            settings=played.settings.model_dump(mode="json"),
            asks_all=True,  # what was recorded is done, answers by themselves are not in it
        )
        # The dice of campaigns from before there were schemes are the secret's own.
        async with self.database.write() as connection:
            await connection.execute(update(campaigns).values(dice_scheme=1))
        self.door.desk.shelf.clear()
        for seat, person in self.people.items():
            await self.door.seats.join(made.id, person, seat)
        self.campaign = await self.door.lobby.start(made.id, FIRST_PERSON, request="start")

    async def act(self, seat: Seat, action: Action, request: str) -> Receipt:
        """Do one action; it must be legal."""
        receipt = await self.door.play.act(self.id, self.people[seat], action, request=request)
        assert receipt.accepted, (action, receipt.refusals)
        self.watch += timedelta(minutes=1)
        return receipt


@asynccontextmanager
async def offline(
    file: Path, game: Game[Any, Any], seed: str, played: RandomGame
) -> AsyncIterator[Offline]:
    """Open a database file and begin in it the campaign that *played* was, from *seed*."""
    database = await Database.open(file)
    try:
        there = Offline(database, game, seed)
        await there.begin(played)
        yield there
        await there.door.settle()
    finally:
        await database.close()

"""War of the Pacific through the moderator, without Discord: a wandered game played again.

:func:`engine.wander.wander` makes a whole random game; here the same actions go through
``bot.moderator`` into a database file. The campaign's secret seed is set to the wanderer's dice, so
that everything falls as it fell there.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.moderator import Campaign, Moderator, Receipt
from bot.store import Database
from engine.api import Action, Seat
from engine.wander import Wandered, wander
from engine.war_of_the_pacific.game import GAME

CHILE, ALLIES, WATCHER = 100, 200, 300
"""People: one a side, and one who only looks on."""
WHO = {"chile": CHILE, "allies": ALLIES}
GUILD, CHANNEL = 7, 70


def twelve_turns(wanted: int = 1) -> list[tuple[str, Wandered]]:
    """Return random games that reach turn 12, with their seeds; about every fourth does."""
    found = []
    for number in itertools.count():
        game = wander(GAME, str(number))
        if game.state.table.turn == 12:
            found.append((str(number), game))
            if len(found) == wanted:
                break
    return found


def tokens(seed: str) -> Callable[[int], bytes]:
    """Return a source of "unpredictable" bytes: the wanderer's dice as a campaign's seed."""
    count = itertools.count(1)

    def take(size: int) -> bytes:
        return f"dice {seed}".encode() if size == 32 else next(count).to_bytes(size, "big")

    return take


class Pacific:
    """A campaign under way in a database of its own.

    Attributes:
        door: The moderator.
        watch: The instant it takes for the present; a minute more after every action.
    """

    def __init__(self, database: Database, seed: str) -> None:
        self.database = database
        self.watch = datetime(2026, 1, 1, tzinfo=UTC)
        self.door = Moderator(
            database, {GAME.key: GAME}, clock=lambda: self.watch, token=tokens(seed)
        )
        self.campaign: Campaign | None = None

    @property
    def id(self) -> str:
        """The campaign's id."""
        assert self.campaign is not None
        return self.campaign.id

    async def begin(self) -> None:
        """Create the campaign, seat both, start."""
        made = await self.door.create(
            game=GAME.key,
            name="Campaign",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person_id=CHILE,
            language="en",
        )
        for seat, person in WHO.items():
            await self.door.join(made.id, person, seat)
        self.campaign = await self.door.start(made.id, CHILE, request="start")

    async def act(self, seat: Seat, action: Action, request: str) -> Receipt:
        """Do one action; it must be legal."""
        receipt = await self.door.act(self.id, WHO[seat], action, request=request)
        assert receipt.accepted, (action, receipt.refusals)
        self.watch += timedelta(minutes=1)
        return receipt


@asynccontextmanager
async def pacific(file: Path, seed: str) -> AsyncIterator[Pacific]:
    """Open a database file and begin a campaign in it."""
    database = await Database.open(file)
    try:
        there = Pacific(database, seed)
        await there.begin()
        yield there
        await there.door.settle()
    finally:
        await database.close()

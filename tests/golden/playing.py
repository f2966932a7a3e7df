"""A database of golden campaigns, opened and played on by the present build."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.moderator import Moderator
from bot.moderator.live import Live
from bot.store import Database, log
from bot.trials.random_play import Temper, choose
from engine.api import Term
from engine.dice import SeededDice
from engine.registry import load_games
from tests.golden.keeping import Golden, read


class Archive:
    """The campaigns of a golden file at a moderator of the present build."""

    def __init__(self, golden: Golden, database: Database) -> None:
        self.golden = golden
        self.database = database
        self.rules = load_games()[golden.game]
        self._count = itertools.count()
        self._hands: dict[str, tuple[SeededDice, dict[str, Temper]]] = {}
        self.door = Moderator(
            database,
            {golden.game: self.rules},
            clock=lambda: datetime(2026, 12, 24, tzinfo=UTC),
        )

    def named(self, part: str) -> tuple[str, ...]:
        """Return the ids of the campaigns with *part* in their names, oldest first."""
        return tuple(row["id"] for row in self.golden.rows["campaigns"] if part in row["name"])

    async def live(self, campaign: str) -> Live:
        """Return a campaign as it is."""
        live = await self.door.desk.at_hand(campaign)
        assert live.position is not None
        return live

    async def table(self, campaign: str) -> Any:
        """Return what lies before everybody in a campaign."""
        position = (await self.live(campaign)).position
        assert position is not None
        return position.state.table

    async def play_at_random(self, campaign: str, actions: int) -> int:
        """Let people do random legal actions through the door; return how many they did."""
        people = {one.seat: one.discord_id for one in (await self.live(campaign)).people}
        if campaign not in self._hands:
            chooser = SeededDice(f"on {campaign}".encode())
            tempers = {seat: Temper(chooser) for seat in self.rules.seats}
            self._hands[campaign] = chooser, tempers
        chooser, tempers = self._hands[campaign]
        for done in range(actions):
            await self.door.settle()
            live = await self.live(campaign)
            assert live.position is not None
            owed = [d for d in live.position.decisions if d.seat not in live.computer]
            if live.row.status != "playing" or not owed:
                return done
            seat = owed[0].seat
            action = choose(self.rules, live.position.state, owed[0], chooser, tempers[seat])
            request = f"on-{campaign}-{next(self._count)}"
            receipt = await self.door.play.act(campaign, people[seat], action, request=request)
            assert receipt.accepted, (action, receipt.refusals)
        return actions

    async def supply_rolls(self, campaign: str) -> Counter[tuple[int, str]]:
        """Return how often each side rolled for supply in each game turn that was begun."""
        live = await self.live(campaign)
        async with self.database.read() as connection:
            rows = await log.between(connection, campaign, 0, live.row.head)
        turn = 0
        rolls: Counter[tuple[int, str]] = Counter()
        for event in (event for row in rows for event in row.events):
            if event.code == "turn.begins":
                turn += 1
            elif event.code == "supply.rolled":
                seat = event.params["seat"]
                assert isinstance(seat, Term)
                rolls[turn, seat.key] += 1
        return rolls


@asynccontextmanager
async def archive(path: Path, poured: Path, folder: Path) -> AsyncIterator[Archive]:
    """Open a copy of *poured*, the database of the golden file at *path*."""
    copy = folder / "games.sqlite3"
    shutil.copy(poured, copy)
    database = await Database.open(copy)
    opened = Archive(read(path), database)
    try:
        yield opened
    finally:
        opened.door.rest()
        await opened.door.settle()
        await database.close()

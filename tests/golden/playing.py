"""A database of golden campaigns, opened and played on by the present build."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bot.courier import Gallery
from bot.courier.compose import Composer
from bot.courier.replays import Replays
from bot.moderator import Moderator
from bot.moderator.api import on_branch
from bot.moderator.table.live import Live
from bot.store import Database, campaigns, log, outbox, schema
from bot.store.campaigns import CampaignRow
from bot.trials.random_play import Temper, choose
from engine.api import AnyGame, Term
from engine.dice import SeededDice
from engine.registry import load_games
from tests.golden.keeping import Golden, read
from tests.golden.recorder import present
from tests.support.fake_discord import FakePainter

NOW = datetime(2026, 12, 24, tzinfo=UTC)


class Table:
    """A database at a moderator of the present build, and hands that act at random."""

    def __init__(self, database: Database, games: Mapping[str, AnyGame]) -> None:
        self.database = database
        self.games = games
        self._count = itertools.count()
        self._hands: dict[str, tuple[SeededDice, dict[str, Temper]]] = {}
        self.door = self._opened()

    def _opened(self) -> Moderator:
        return Moderator(self.database, self.games, clock=lambda: NOW)

    async def reopen(self) -> None:
        """Begin anew, as after a restart, with nothing in memory."""
        self.door.rest()
        await self.door.settle()
        self.door = self._opened()

    async def live(self, campaign: str) -> Live:
        """Return a campaign as it is."""
        live = await self.door.desk.at_hand(campaign)
        assert live.position is not None
        return live

    async def rows(self) -> tuple[CampaignRow, ...]:
        """Return every campaign that has begun, the oldest first."""
        async with self.database.read() as connection:
            names = await log.with_logs(connection)
            found = [await campaigns.get(connection, name) for name in names]
        return tuple(row for row in found if row is not None)

    async def play_at_random(self, campaign: str, actions: int) -> int:
        """Let people do random legal actions through the door; return how many they did."""
        live = await self.live(campaign)
        if campaign not in self._hands:
            chooser = SeededDice(f"on {campaign}".encode())
            tempers = {seat: Temper(chooser) for seat in live.game.seats}
            self._hands[campaign] = chooser, tempers
        chooser, tempers = self._hands[campaign]
        for done in range(actions):
            await self.door.settle()
            live = await self.live(campaign)
            people = present(live)
            assert live.position is not None
            if live.pending is not None:
                await self._roll(live, chooser)
                continue
            owed = [d for d in live.position.decisions if d.seat not in live.computer]
            if live.row.status != "playing" or not owed:
                return done
            seat = owed[0].seat
            action = choose(live.game, live.position.state, owed[0], chooser, tempers[seat])
            request = f"on-{campaign}-{next(self._count)}"
            receipt = await self.door.play.act(campaign, people[seat], action, request=request)
            assert receipt.accepted, (action, receipt.refusals)
        return actions

    async def _roll(self, live: Live, chooser: SeededDice) -> None:
        """Enter what the dice show that a table is to roll now."""
        assert live.pending is not None
        await self.door.dice.enter(
            live.row.id,
            present(live)[live.rollers[0]],
            chooser.roll("real", live.pending.count, live.pending.sides),
            request=f"roll-{live.row.id}-{next(self._count)}",
            expect=on_branch(live.owed[0].key, live.row.branch),
        )

    async def deliver(self) -> int:
        """Compose every message that waits, as the courier would; return how many."""
        gallery = Gallery(lambda *_: FakePainter(), lambda _game, _language: str)
        courier = Composer(self.door, gallery, Replays(gallery))
        async with self.database.read() as connection:
            found = await connection.execute(
                select(schema.outbox.c.id).where(schema.outbox.c.status == "ready")
            )
            asked = [
                select(*outbox._COLUMNS).where(schema.outbox.c.id == number)
                for number in found.scalars().all()
            ]
            rows = [await outbox._read(connection, one, {}) for one in asked]
        for row in rows:
            assert row is not None
            if row.kind == "bulletin":
                assert (await courier.bulletin(row, picture=True)).events
            elif row.kind == "ending":
                assert (await courier.ending(row, picture=False)).look.outcome is not None
            elif row.person is None:
                told = await courier.told(row, picture=True)
                # Nothing is to be said of what is void or too old by now.
                assert told is not None or row.kind in {"offer", "reminder", "dice"}
            else:
                note = await courier.note(row)
                # What was asked may be answered, and receipts may be unwanted.
                assert note is not None or row.kind in {"ask", "invite", "receipt"}, row.kind
        return len(rows)


class Archive(Table):
    """The campaigns of a golden file at a moderator of the present build."""

    def __init__(self, golden: Golden, database: Database) -> None:
        self.golden = golden
        self.rules = load_games()[golden.game]
        super().__init__(database, {golden.game: self.rules})

    def named(self, part: str) -> tuple[str, ...]:
        """Return the ids of the campaigns with *part* in their names, oldest first."""
        return tuple(row["id"] for row in self.golden.rows["campaigns"] if part in row["name"])

    async def table(self, campaign: str) -> Any:
        """Return what lies before everybody in a campaign."""
        position = (await self.live(campaign)).position
        assert position is not None
        return position.state.table

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

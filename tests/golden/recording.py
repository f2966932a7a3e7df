"""Playing the games of a golden file through the one door, on a database of their own."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import text

from bot.moderator import Campaign, Moderator
from bot.moderator.table.live import Live
from bot.moderator.table.replay import step
from bot.store import Database, log
from bot.trials.random_play import Played, Temper, choose
from engine.api import Action, Seat
from engine.dice import SeededDice
from engine.registry import load_games
from tests.golden.keeping import Past
from tests.golden.rolling import moderated
from tests.golden.searching import Settings

GUILD = 7
PEOPLE = (100, 200)
EVERY = 20
"""Of so many states of a campaign one is kept, and the first of each kind of interruption."""
WAITING = 6
"""So many messages of each campaign are left waiting in its outbox; those before are sent."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A campaign to be recorded.

    Attributes:
        upto: Actions after which it is left under way; ``None`` plays it to its end.
        computer: The seat that the computer plays, "" for none.
    """

    name: str
    settings: Settings
    seed: str
    upto: int | None = None
    computer: Seat = ""
    resigns: bool = False


class Recorder:
    """A moderator with one game, whose campaigns get the dice of the random games they repeat."""

    def __init__(self, database: Database, game: str) -> None:
        self._seeds: list[bytes] = []
        self._count = itertools.count()
        self.rules = load_games()[game]
        self.door = Moderator(
            database,
            {game: self.rules},
            clock=lambda: datetime(2026, 11, 22, tzinfo=UTC),
            token=self._token,
        )

    def _token(self, size: int) -> bytes:
        if size == 32:
            return self._seeds.pop()
        return hashlib.shake_256(f"golden {next(self._count)}".encode()).digest(size)

    def _request(self) -> str:
        return f"golden-{next(self._count)}"

    def _live(self, campaign: Campaign) -> Live:
        live = self.door.desk.shelf.get(campaign.id)
        assert live is not None
        assert live.position is not None
        return live

    async def record(self, wanted: Wanted) -> None:
        """Play one campaign."""
        self._seeds.append(f"dice {wanted.seed}".encode())
        campaign = await self.door.lobby.create(
            game=self.rules.key,
            name=wanted.name,
            guild_id=GUILD,
            channel_id=1000 + next(self._count),
            person_id=PEOPLE[0],
            language="es" if ("edition", "es") in wanted.settings else "en",
            settings=self.rules.settings_model.model_validate_strings(
                dict(wanted.settings)
            ).model_dump(),
            opponent="computer" if wanted.computer else "people",
            unlimited=True,
        )
        who = dict(zip(self.rules.seats, PEOPLE, strict=True))
        for seat, person in who.items():
            if seat != wanted.computer:
                await self.door.seats.join(campaign.id, person, seat)
        starter = next(person for seat, person in who.items() if seat != wanted.computer)
        await self.door.lobby.start(campaign.id, starter, request=self._request())
        if wanted.computer:
            await self._against_computer(campaign, wanted, who)
        else:
            await self._at_random(campaign, wanted, who)
        if wanted.resigns:
            await self.door.play.resign(campaign.id, starter, request=self._request())

    async def _at_random(self, campaign: Campaign, wanted: Wanted, who: Mapping[Seat, int]) -> None:
        """Do what the random game of the seed did; standing orders must answer as they did."""
        settings = self.rules.settings_model.model_validate_strings(dict(wanted.settings))
        actions = moderated(self.rules, wanted.seed, settings).log
        done = 0
        while done < len(actions) and (wanted.upto is None or done < wanted.upto):
            head = self._live(campaign).row.head
            one = actions[done]
            await self._do(campaign, who[one.seat], one.action)
            done += await self._same(campaign, head, actions[done:])

    async def _same(self, campaign: Campaign, head: int, expected: Sequence[Played]) -> int:
        async with self.door.desk.database.read() as connection:
            rows = await log.between(connection, campaign.id, head, self._live(campaign).row.head)
        for row, one in zip(rows, expected, strict=False):
            assert (row.seat, row.body, row.rolls, row.events) == (
                one.seat,
                one.action.model_dump_json(),
                one.rolls,
                one.events,
            )
        return len(rows)

    async def _against_computer(
        self, campaign: Campaign, wanted: Wanted, who: Mapping[Seat, int]
    ) -> None:
        chooser = SeededDice(f"choices {wanted.seed}".encode())
        temper = Temper(chooser)
        while True:
            await self.door.settle()
            live = self._live(campaign)
            assert live.position is not None
            owed = [d for d in live.position.decisions if d.seat != wanted.computer]
            if not owed or (wanted.upto is not None and live.row.head > wanted.upto):
                return
            action = choose(self.rules, live.position.state, owed[0], chooser, temper)
            await self._do(campaign, who[owed[0].seat], action)

    async def _do(self, campaign: Campaign, person: int, action: Action) -> None:
        receipt = await self.door.play.act(campaign.id, person, action, request=self._request())
        assert receipt.accepted, (action, receipt.refusals)

    async def past(self) -> tuple[Past, ...]:
        """Return states of all campaigns, played again from their logs."""
        found: list[Past] = []
        async with self.door.desk.database.read() as connection:
            for name in await log.with_logs(connection):
                live = await self.door.desk.at_hand(name)
                state: Any = None
                seen: set[tuple[str, ...]] = set()
                for row in await log.between(connection, name, 0, live.row.head):
                    state = step(self.rules, live.row.settings, state, row)
                    frames = tuple(frame.type for frame in state.table.frames)
                    last = row.seq == live.row.head
                    if row.seq % EVERY == 1 or last or frames not in seen:
                        seen.add(frames)
                        found.append(Past(name, row.seq, self.rules.dump(state)))
        return tuple(found)


async def record(game: str, wanted: Sequence[Wanted], path: Path) -> tuple[Past, ...]:
    """Record campaigns into a new database file; return states of their past."""
    database = await Database.open(path)
    try:
        recorder = Recorder(database, game)
        for one in wanted:
            await recorder.record(one)
        await recorder.door.settle()
        past = await recorder.past()
        async with database.write() as connection:
            await connection.execute(
                text(
                    "UPDATE outbox SET status = 'sent' WHERE (SELECT count(*) FROM outbox AS later "
                    "WHERE later.campaign = outbox.campaign AND later.id > outbox.id) >= :waiting"
                ),
                {"waiting": WAITING},
            )
    finally:
        await database.close()
    return past

"""What a thousand campaigns with deadlines cost while nothing is due at any of them."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from bot.clock.paces import DAY, Pace
from bot.moderator import Moderator
from bot.moderator.table.desk import Policy
from bot.store import Database
from bot.store import clocks as stored
from bot.store.schema import campaigns, clocks, members, people
from engine.registry import load_games
from tests.bench.figures import Figure, judged

KEY = "calama"
CAMPAIGNS = 1000
PEOPLE = 400
BEATS = 30
MS = 50.0
"""Milliseconds of the processor's time a minute."""
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


class Watch:
    """A clock that the bench moves."""

    def __init__(self) -> None:
        self.now = BEGUN

    def __call__(self) -> datetime:
        """Return the present instant."""
        return self.now


def figures() -> Iterator[Figure]:
    """Yield the one figure."""
    with tempfile.TemporaryDirectory() as folder:
        yield asyncio.run(_measure(Path(folder) / "clocks.sqlite3"))


async def _measure(file: Path, tables: int = CAMPAIGNS, beats: int = BEATS) -> Figure:
    database, watch, policy = await Database.open(file), Watch(), Policy()
    door = Moderator(database, load_games(), clock=watch, policy=policy)
    try:
        await _fill(door, tables)
        await door.clocks.beat()
        begun = time.process_time()
        for _ in range(beats):
            watch.now += timedelta(seconds=policy.beat_seconds)
            await door.clocks.beat()
        spent = time.process_time() - begun
        async with database.read() as connection:
            awaited = await stored.awaited_people(connection)
            found = (await connection.execute(select(clocks.c.fallen))).scalars()
            assert len(awaited) == 2 * tables, "everybody is awaited"
            assert not any(found), "nothing is due"
    finally:
        await door.settle()
        await database.close()
    minutes = beats * policy.beat_seconds / 60
    return judged("clocks.idle", {"cpu_ms": spent * 1000 / minutes}, {"cpu_ms": MS}, tables=tables)


async def _fill(door: Moderator, tables: int) -> None:
    """Put tables on file at which somebody has days left: one that is played, and its likes."""
    made = await door.lobby.create(
        game=KEY,
        name="Calama",
        guild_id=7,
        channel_id=70,
        person_id=1,
        language="en",
        pace=Pace("decision", 7 * DAY),
    )
    for person, seat in enumerate(made.seats, 1):
        await door.seats.join(made.id, person, seat)
    await door.lobby.start(made.id, 1, request="start")
    live = await door.desk.at_hand(made.id)
    for nonce in {one.called_by for one in live.clocks.values() if one.called_by}:
        await door.clocks.called(made.id, nonce)
    async with door.desk.database.write() as connection:
        rows = {
            table.name: [dict(one._mapping) for one in await connection.execute(select(table))]
            for table in (campaigns, members, people, clocks)
        }
        known = rows["people"][0]
        await connection.execute(
            insert(people),
            [{**known, "id": n, "discord_id": n} for n in range(3, PEOPLE + 3)],
        )
        for number in range(1, tables):
            name = f"table{number:03}"
            likes = {"campaign": name}
            await connection.execute(
                insert(campaigns),
                [{**rows["campaigns"][0], "id": name, "channel_id": 70 + number}],
            )
            await connection.execute(
                insert(members),
                [
                    {**one, **likes, "person": 3 + (number * 2 + at) % PEOPLE}
                    for at, one in enumerate(rows["members"])
                ],
            )
            later: dict[str, Any] = {"due_at": rows["clocks"][0]["due_at"] + number * 60_000}
            await connection.execute(
                insert(clocks), [{**one, **likes, **later} for one in rows["clocks"]]
            )

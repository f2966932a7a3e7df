"""What the courier asks of the outbox for one bulletin, with an empty past and with a long one."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.store import Database, outbox
from bot.store.outbox import NewRow
from engine.registry import load_games
from tests.bench.figures import Figure, judged
from tests.bench.subjects import long_games
from tests.support.offline import CHANNEL, Offline, offline

KEY = "calama"
ROWS = 300_000
REPORTS = 100
MS = 4.0
"""Ordering a bulletin, finding it and noting it twice: four transactions, three of them durable."""
RATIO = 1.5
"""How much more a bulletin may cost with a past than without; only chance parts them."""


def figures() -> Iterator[Figure]:
    """Yield the one figure."""
    with tempfile.TemporaryDirectory() as folder:
        yield asyncio.run(_measure(Path(folder) / "outbox.sqlite3"))


async def _measure(file: Path) -> Figure:
    ((seed, played),) = long_games(KEY, 1)
    async with offline(file, load_games()[KEY], seed, played) as there:
        async with there.database.write() as connection:
            await connection.exec_driver_sql("UPDATE outbox SET status = 'sent'")
        short = await _reports(there, "short")
        async with there.database.write() as connection:
            await connection.exec_driver_sql(
                "INSERT INTO outbox (campaign, kind, first_seq, last_seq, body, nonce, status, "
                "attempts, due_at, created_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                f"SELECT i + 1 FROM n WHERE i < {ROWS}) SELECT '{there.id}', 'bulletin', 1, 1, "
                "'{}', 'old-' || i, 'sent', 1, i, i FROM n"
            )
        long = await _reports(there, "long")
    return judged(
        "outbox.report",
        {"alone_ms": short * 1000, "among_ms": long * 1000, "ratio": long / short},
        {"among_ms": MS, "ratio": RATIO},
        rows=ROWS,
    )


async def _reports(there: Offline, name: str) -> float:
    """Return the seconds of a bulletin that nothing disturbs, without picture and Discord."""
    times = []
    for number in range(REPORTS):
        start = time.perf_counter()
        await _one(there.database, there.id, f"{name}-{number}")
        times.append(time.perf_counter() - start)
    return sorted(times)[REPORTS // 10]


async def _one(database: Database, campaign: str, nonce: str) -> None:
    row = NewRow(campaign, "bulletin", None, 1, 1, {"number": 1, "map": False, "ping": []}, nonce)
    await database.save([outbox.add([row], 1)])
    async with database.read() as connection:
        assert len(await outbox.waiting(connection)) == 1
        found = await outbox.next_for_channel(connection, CHANNEL)
    assert found is not None
    for status in ("sending", "sent"):
        async with database.write() as connection:
            await outbox.set_row(connection, found.id, status=status)

"""Opening a database of an earlier build, and looking back at all of its past."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store import Database, steps
from bot.store.campaigns import CampaignRow
from engine.registry import load_games
from tests.golden.playing import Table
from tests.golden.recorder import digest


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Table]:
    """Open what builds wrote, with the present one."""
    database = await Database.open(path, keep_copy=False)
    there = Table(database, load_games())
    try:
        yield there
    finally:
        there.door.rest()
        await there.door.settle()
        await database.close()


async def look_everywhere(there: Table, row: CampaignRow, every: int = 1) -> dict[int, str]:
    """Look back at every step of a campaign; return the digests of the states on file.

    At every so many-th it is looked with somebody's eyes, each time another's.
    """
    found: dict[int, str] = {}
    damage: list[str] = []
    live = await there.live(row.id)
    viewers = (None, *live.game.seats)
    for seq in range(1, row.head + 1):
        async with there.database.read() as connection:
            stored = await steps.upto(connection, row.id, seq, live.game, damage.append)
        assert stored is not None
        assert not damage
        if stored.seq == seq:
            found[seq] = digest(stored.text)
        if seq % every:
            continue
        look = await there.door.reader.look_back(row.id, viewers[seq // every % len(viewers)], seq)
        assert look.view is not None
        assert live.game.status(look.view).phase_key
        assert live.game.describe(look.view) or live.game.status(look.view).turn == 0
        assert look.exact or stored.seq != seq
    return found

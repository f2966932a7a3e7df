"""The bot as hosts run it, by discord.py as it is delivered: over sockets, in a process apart."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.served.serving import Process, Served
from tests.served.world import Room

RESTARTED = "I'm being restarted"


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    """A Discord at an address of its own; SimCord knows all that it is asked."""
    one = Served(shards=1)
    async with one.open():
        yield one
    assert one.world.faults == []


async def test_who_was_promised_an_answer_gets_it_before_the_bot_ends(
    served: Served, tmp_path: Path
) -> None:
    """Told to end, it gives the answers that it has begun, and says so to whoever comes then."""
    room = Room(served.world, served.world.make_guild("Staff College", 0), "campaign")
    alice, bruno = room.add_person("alice"), room.add_person("bruno")
    file = tmp_path / "games.sqlite3"
    bot = Process(served, tmp_path / "log", {"ADJUTANT_DATABASE": str(file)})
    await bot.start()
    await served.until_connected(0, bot)
    heard = asyncio.Event()
    served.world.heard.append(lambda _asked, last: None if last else heard.set())

    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")  # whoever wants to write waits
        made = asyncio.create_task(alice.slash("game new", game="calama"))
        await heard.wait()
        ending = asyncio.create_task(bot.end())
        while RESTARTED not in (await bruno.slash("help")).text:
            assert not ending.done()
        assert not made.done()
        other.rollback()

    assert "is ready. Take a side" in (await made).text
    assert await ending == 0
    assert served.world.forsaken == 0

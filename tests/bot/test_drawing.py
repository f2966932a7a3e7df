"""The process that draws: the same pictures, its own mistakes, its end."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

from bot.drawing import Apart, Drawing, Threads, names_of
from bot.games import GAMES, painter
from engine.data.with_data import with_data
from engine.dice import SeededDice
from render.api import Section, UnknownSectionError
from tests.support.own_data import other

pytestmark = pytest.mark.usefixtures("drawn_here")

SOON_DRAWN = GAMES["barricadas"]
SMALL, KEY = Section("whole", width=480), Section("key")


def drawing(game: Any, section: Section = SMALL) -> Drawing:
    """Return what is to be drawn of a game that begins."""
    state = game.setup(game.settings_model(), SeededDice(b"drawing")).state
    return Drawing(game.view(state, None), section, "es")


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    """A process that draws."""
    made = Apart()
    yield made
    made.close()


@pytest.fixture
def here() -> Iterator[Threads]:
    """Threads that draw."""
    made = Threads(painter, names_of, 1)
    yield made
    made.close()


async def test_it_draws_what_threads_draw(apart: Apart, here: Threads) -> None:
    """The same bytes, and the same in words, in the reader's language."""
    asked = drawing(SOON_DRAWN)

    there = await apart.paint(SOON_DRAWN, asked)

    assert there == await here.paint(SOON_DRAWN, asked)


async def test_a_game_with_data_of_its_own_is_drawn_with_it(apart: Apart, here: Threads) -> None:
    """Not with what the other process finds on the disk."""
    own = with_data(SOON_DRAWN, other(SOON_DRAWN.key))
    asked = drawing(own, KEY)

    there = await apart.paint(own, asked)

    assert there == await here.paint(own, asked)
    assert there.data != (await apart.paint(SOON_DRAWN, drawing(SOON_DRAWN, KEY))).data


async def test_mistakes_come_back(apart: Apart) -> None:
    """As they were raised."""
    with pytest.raises(UnknownSectionError):
        await apart.paint(SOON_DRAWN, drawing(SOON_DRAWN, Section("zone", "nowhere")))


def children() -> set[int | None]:
    """Return the numbers of this process's own processes."""
    return {one.pid for one in multiprocessing.active_children()}


async def test_another_takes_over_when_it_dies() -> None:
    """Whoever waits for a picture gets it, and one other is enough for all of them."""
    apart, others = Apart(), children()
    asked = drawing(SOON_DRAWN)
    try:
        first = await apart.paint(SOON_DRAWN, asked)
        (first_one,) = children() - others
        assert first_one is not None
        for name in (signal.SIGINT, signal.SIGTERM):
            os.kill(first_one, name)  # the bot's to answer: they reach a whole group
        assert await apart.paint(SOON_DRAWN, asked) == first
        assert children() - others == {first_one}
        os.kill(first_one, signal.SIGKILL)
        again, too = await asyncio.gather(*(apart.paint(SOON_DRAWN, asked) for _ in range(2)))
        (next_one,) = children() - others
    finally:
        apart.close()

    assert again == too == first
    assert next_one != first_one


def test_it_ends_with_the_bot() -> None:
    """However the bot ends: nobody else would ever stop it."""
    script = """
        import asyncio
        from tests.bot.test_drawing import SOON_DRAWN, Apart, drawing

        async def main() -> None:
            apart = Apart()
            await apart.paint(SOON_DRAWN, drawing(SOON_DRAWN))
            print("drawn", flush=True)
            await asyncio.sleep(600)

        if __name__ == "__main__":
            asyncio.run(main())
    """
    bot = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    )
    assert bot.stdout is not None
    try:
        assert bot.stdout.readline().strip() == "drawn"
    finally:
        bot.kill()
    # It holds the other end of this too: there is more to be said until it has ended.
    said, _ = bot.communicate(timeout=60)

    assert said == ""

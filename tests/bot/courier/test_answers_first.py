"""Whose picture is begun next, when more wait than are drawn at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.courier.answers_first import LET_BY, Answers, Overtaken, Turns


def always() -> bool:
    """Everybody would see it."""
    return True


class Line:
    """Pictures that wait in line behind one that is being drawn.

    Attributes:
        begun: The names of those begun, in their order.
    """

    def __init__(self, turns: Turns) -> None:
        self.begun: list[str] = []
        self._turns = turns
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._done = asyncio.Event()

    async def queue(
        self, name: str, wanted: Callable[[], bool] = always, *, last: bool = False
    ) -> asyncio.Task[None]:
        """Let one more wait."""
        task = self._tasks[name] = asyncio.create_task(self._draw(name, wanted, last=last))
        for _ in range(3):
            await asyncio.sleep(0)
        return task

    async def through(self) -> list[str]:
        """Finish what is being drawn, let the others have their turns, and return their names."""
        self._done.set()
        await asyncio.wait(self._tasks.values())
        return self.begun[1:]

    async def _draw(self, name: str, wanted: Callable[[], bool], *, last: bool) -> None:
        async with self._turns.one(wanted, last=last):
            self.begun.append(name)
            await self._done.wait()


@pytest.fixture
def turns() -> Turns:
    """One at once; nobody is being answered."""
    return Turns(1, Answers())


@pytest.fixture
async def line(turns: Turns) -> Line:
    """A line of them, one being drawn."""
    made = Line(turns)
    await made.queue("first")
    return made


async def test_reports_go_before_panels(line: Line) -> None:
    """Each kind in the order in which it came."""
    for name in ("panel 1", "report 1", "panel 2", "report 2"):
        await line.queue(name, last=name.startswith("panel"))

    assert await line.through() == ["report 1", "report 2", "panel 1", "panel 2"]


async def test_a_panel_is_not_let_wait_for_good(line: Line) -> None:
    """After so many bulletins in a row one panel has its turn."""
    await line.queue("panel", last=True)
    for number in range(LET_BY + 2):
        await line.queue(f"report {number}")

    begun = await line.through()

    assert begun.index("panel") == LET_BY - 1  # the one being drawn counts


async def test_who_is_wanted_no_more_leaves_the_line(turns: Turns, line: Line) -> None:
    """At once, not when its turn would have come: its channel has something newer."""
    wanted = {"stale": True, "fresh": True}
    stale = await line.queue("stale", lambda: wanted["stale"], last=True)
    await line.queue("fresh", lambda: wanted["fresh"], last=True)
    turns.drop()
    await asyncio.sleep(0)
    before = stale.done()
    wanted["stale"] = False
    turns.drop()
    with pytest.raises(Overtaken):
        await stale

    assert not before
    assert await line.through() == ["fresh"]


async def test_who_is_cancelled_takes_nobodys_turn(line: Line) -> None:
    """Neither while it waits nor in the moment in which it is called."""
    waiting = await line.queue("gone", last=True)
    called = await line.queue("called")
    await line.queue("next")
    waiting.cancel()
    line._done.set()
    await asyncio.sleep(0)  # the first is through, the next one called but not awake
    called.cancel()

    assert (await line.through())[-1:] == ["next"]
    assert "gone" not in line.begun


async def test_as_many_at_once_as_there_are_workers() -> None:
    """And no more."""
    line = Line(Turns(2, Answers()))
    for name in ("a", "b", "c"):
        await line.queue(name)
    at_once = list(line.begun)

    assert at_once == ["a", "b"]
    assert await line.through() == ["b", "c"]


async def test_the_bot_stops_when_all_answers_are_given() -> None:
    """Those under way; that no more are to be begun is known at once."""
    answers = Answers()
    with answers.one():
        closing = asyncio.create_task(answers.close())
        await asyncio.sleep(0)
        assert answers.are_closed
        with answers.one():
            pass
        await asyncio.sleep(0)
        assert not closing.done()

    await closing
    await answers.close()  # there are none

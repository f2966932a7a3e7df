"""The leak gate on Discord for a table's time: clocks, reminders, time-outs, who comes in.

In one of two worlds bruno has plans and secret orders, also some for when their own time runs out.
Alice and carla see the same clocks, are reminded, nudged and answered for in the same instants, and
read the same of whoever is called, comes in or is looked for.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.ui.dialogue.fields import as_typed
from engine.calama.state import BOLIVIA
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase
from tests.e2e.test_calama_leaks_on_discord import SCENE as CALAMA
from tests.e2e.test_calama_leaks_on_discord import prepare, read
from tests.e2e.test_leaks_on_discord import SCENE as PACIFIC
from tests.e2e.test_leaks_on_discord import (
    at,
    change,
    forget_orders,
    leave_idle_orders,
    leave_orders,
    take_back,
    write,
)
from tests.support.leaks import Leak, planted
from tests.support.leaks_of_time import TIME
from tests.support.matches import game_of
from tests.support.people import Person
from tests.support.worlds import SPARING, Scene, Story, World, noticed

ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("game status", {}),
    ("inbox", {}),
    ("lobby", {}),
    ("log show", {}),
    ("recap", {}),
)
SCENE = replace(PACIFIC, asked=ASKED, completed=(), pace="2 days")
ROUNDS = replace(CALAMA, asked=ASKED, completed=(), pace="2 days")


async def plan_late(bruno: Person, line: str = "order talisman II") -> None:
    """Put a secret order together for when one's time runs out."""
    await empty(bruno)
    page = await bruno.press(bruno.table.panel, "Plan my turn")
    planned = await (await page.press("Type orders")).fill(value=line)
    late = await (await planned.press("More")).press("Send when time runs out")
    assert "sent when your side runs out of time" in late.text


async def empty(bruno: Person) -> None:
    """Plan nothing any more."""
    page = await bruno.press(bruno.table.panel, "Plan my turn")
    more = await page.press("More")
    if "Empty" in more.buttons:
        await more.press("Empty")


async def wait(one: World, hours: float) -> None:
    """Let time pass, and look round."""
    await one.table.wait(hours=hours)
    await one.table.settle()
    await one.glance()


async def run_out(one: World) -> None:
    """Both run out of time, then bruno once more; whoever is late is reminded, and called."""
    await one.play_until(at(Phase.PLAN, CHILE, 1))
    await take_back(one.bruno)
    # What is ordered sails in this turn, and comes out.
    await one.secretly(write, change, take_back)
    await wait(one, 25)
    await one.secretly(leave_orders, forget_orders)
    await wait(one, 24)
    while (await one.look()).decisions[0].seat != ALLIES:
        await one.step()
    await one.table.settle()
    await one.glance()
    nudge = await (await one.alice.slash("game status")).press("Avisar")
    one.take_down("alice: nudges", nudge)
    await wait(one, 25)
    await one.play_until(at(Phase.LAND, ALLIES, 1))
    await one.secretly(leave_idle_orders)
    await wait(one, 49)
    assert "by the clock" in (await one.bruno.slash("log show")).text
    await one.step()
    await one.table.settle()
    await one.glance()


async def set_up_late(one: World) -> None:
    """Neither side sets up; bruno has planned to, with other points for their objectives."""
    view = (await one.match.look(BOLIVIA)).view
    places = as_typed(default_of(view).places)
    await one.secretly(prepare, read)
    await one.secretly(partial(plan_late, line=f"prepare calama,escape,officer {places}"))
    await wait(one, 25)
    await one.secretly(read)
    await wait(one, 24)
    for _ in range(4):
        await one.step()
    await one.table.settle()
    await one.glance()


async def set_up_late_indeed(one: World) -> None:
    """The same; it was the clock, and the plan was sent."""
    await set_up_late(one)
    assert "by the clock" in (await one.bruno.slash("log show")).text
    assert one.secretive == any("Your plan in" in paper.text for paper in one.bruno.inbox())


async def be_absent(one: World) -> None:
    """Alice does not answer: the computer comes in, or somebody is looked for, or bruno claims."""
    await one.play_until(at(Phase.ADMIN, CHILE, 1))
    await one.secretly(leave_idle_orders)
    await wait(one, 49)
    await one.secretly(forget_orders, leave_idle_orders)
    await wait(one, 3)
    page = await one.alice.slash("game seat")
    one.take_down("alice: comes back", page)
    if "He vuelto" in page.buttons:
        one.take_down("alice: is back", await page.press("He vuelto"))
    await one.table.settle()
    await one.glance()


def default_of(view: Any) -> Any:
    """Return how a side is set up whose time has run out."""
    game = game_of(ROUNDS.game)
    mine = next(one for one in game.asked(view) if one.seat == view.viewer)
    return game.default(view, mine)


SCENES: dict[str, tuple[Scene, Story]] = {
    "time": (SCENE, run_out),
    "a late plan": (ROUNDS, set_up_late_indeed),
    "computer comes in": (replace(SCENE, time_out="computer"), be_absent),
    "seat offered": (replace(SCENE, time_out="offer"), be_absent),
    "claim": (replace(SCENE, time_out="claim"), be_absent),
}


@pytest.mark.parametrize(
    ("scene", "story", "every"),
    [
        pytest.param(*SCENES["a late plan"], 3, id="a late plan, sparing"),
        *(pytest.param(*one, 1, id=name, marks=pytest.mark.long) for name, one in SCENES.items()),
    ],
)
async def test_nobody_notices_by_the_clock(
    tmp_path: Path, scene: Scene, story: Story, every: int
) -> None:
    """Every clock, message and call for others, and every answer."""
    assert await noticed(tmp_path, scene, story, every=every) == []


QUICK = {"a late plan: a clock moved by a secret step": SPARING}


@pytest.mark.parametrize(
    ("scene", "story", "leak", "every"),
    planted({"a late plan": (ROUNDS, set_up_late)}, QUICK, TIME),
)
async def test_a_leak_is_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    scene: Scene,
    story: Story,
    leak: Leak,
    every: int,
) -> None:
    """A leak of every kind is found where it shows."""
    leak.plant(monkeypatch, scene)
    found = await noticed(tmp_path, scene, story, every=every, shows=leak.shows)
    assert any(leak.shows in one for one in found), found

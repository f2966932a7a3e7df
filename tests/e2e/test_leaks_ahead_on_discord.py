"""The leak gate on Discord for what is planned, asked beforehand, answered at once, and caught up.

In one of two worlds bruno plans, sends secret orders, names a group, asks what if, is warned, rests
and notes; alice and carla see, are asked, wait for and count the same in both.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase
from tests.e2e.test_calama_leaks_on_discord import SCENE as CALAMA
from tests.e2e.test_calama_leaks_on_discord import be_ready
from tests.e2e.test_leaks_on_discord import SCENE as PACIFIC
from tests.e2e.test_leaks_on_discord import at, plan, take_back, write
from tests.e2e.test_planning import pick
from tests.e2e.test_planning_stacks import lines
from tests.support.leaks import Leak, planted
from tests.support.leaks_ahead import ASKED as TO_ALL
from tests.support.leaks_ahead import PLANNING, RESTING
from tests.support.people import Person
from tests.support.worlds import SPARING, Scene, Story, World, noticed

ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("game status", {}),
    ("recap", {}),
    ("log show", {}),
    ("log dice", {}),
    ("map text", {}),
    ("odds", {}),
    ("counter", {"name": "huascar"}),
)
SCENE = replace(PACIFIC, asked=ASKED, completed=())
ALONE = replace(SCENE, alice="")
ROUNDS = replace(CALAMA, asked=ASKED, completed=())


async def ponder(bruno: Person) -> None:
    """Plan, ask what if and for suggestions, type a wrong line, be warned, and plan nothing."""
    page = await bruno.press(bruno.table.panel, "Plan my turn")
    planned = await (await page.press("Type orders")).fill(value="order huascar VII")
    tried = await (await planned.press("More")).press("What if")
    assert "What if" in tried.text
    asked = await (await tried.press("Back to the plan")).press("Suggest")
    back = await asked.press("Back to the plan")
    wrong = await (await back.press("Type orders")).fill(value="done; order huascar to the moon")
    assert "Not understood" in wrong.text
    await (await wrong.press("More")).press("Empty")


async def name_group(bruno: Person) -> None:
    """Give ships of theirs a name."""
    page = await bruno.press(bruno.table.panel, "Plan my turn")
    page = await (await page.press("More")).press("Several")
    chosen = await pick(page, "planwho", *list(lines(page, "planwho"))[-2:])
    named = await (await chosen.press("Name this group")).fill(value="Escuadra")
    assert "Escuadra" in named.text


async def note(bruno: Person) -> None:
    """Note something down, and read what is new."""
    await (await bruno.slash("note")).fill(words="Huascar to the third area")
    assert "third area" in (await bruno.slash("recap")).text


async def rest_a_while(bruno: Person) -> None:
    """Rest while nothing is asked, and withdraw it."""
    turn = next(iter((await bruno.offered("wp standing rest", "turn")).values()))
    reply = await bruno.slash("wp standing rest", turn=turn)
    assert reply.is_private
    await bruno.slash("wp standing forget", order="all")


async def plan_ahead(one: World) -> None:
    """Bruno has plans, sent orders and notes while Chile plans, sails and closes phases."""
    await one.play_until(at(Phase.PLAN, CHILE, 1))
    await take_back(one.bruno)
    await one.secretly(ponder, name_group, note, rest_a_while, plan)
    if one.scene.alice:
        await one.look_ahead("order cochrane III")
    await one.play_until(at(Phase.ADMIN, ALLIES, 1))
    await one.step()  # something new for alice
    await one.table.settle()
    await one.glance()


async def rest(bruno: Person) -> None:
    """Want nothing in the first turn; it is the same in both worlds."""
    assert (await bruno.slash("wp standing rest", turn=1)).is_private


async def rest_with_orders(one: World) -> None:
    """Bruno rests in both worlds, in one with orders for the next turn: phases close alike."""
    await one.play_until(at(Phase.PLAN, CHILE, 1))
    await take_back(one.bruno)
    await one.play_until(at(Phase.ADMIN, ALLIES, 1))
    await one.secretly(write)
    await rest(one.bruno)
    await one.step()  # where columns come is asked all the same
    await one.table.settle()
    await one.glance()


async def rest_for_a_round(one: World) -> None:
    """Bruno rests in both worlds, with other points for their objectives in one."""
    await one.alice.slash("calama prepare", objectives="guns,roads,topater", places="north_column")
    await one.alice.slash("calama ready")
    await be_ready(one)
    turn = (await one.board()).turn
    assert (await one.bruno.slash("calama standing rest", turn=turn)).is_private
    await one.play_until(lambda board: board.turn > turn or board.ending)
    await one.glance()


SCENES: dict[str, tuple[Scene, Story]] = {
    "plans": (SCENE, plan_ahead),
    "plans, asked": (replace(SCENE, asks_all=True), plan_ahead),
    "rest": (SCENE, rest_with_orders),
    "plans, computer": (ALONE, plan_ahead),
    "rest, calama": (ROUNDS, rest_for_a_round),
}


@pytest.mark.parametrize(
    ("scene", "story", "every"),
    [
        pytest.param(*SCENES["plans"], 3, id="plans, sparing"),
        *(pytest.param(*one, 1, id=name, marks=pytest.mark.long) for name, one in SCENES.items()),
    ],
)
async def test_nobody_notices_what_is_planned(
    tmp_path: Path, scene: Scene, story: Story, every: int
) -> None:
    """Every message and call for others, and every answer."""
    assert await noticed(tmp_path, scene, story, every=every) == []


# -- the gate can shut -----------------------------------------------------------------------

QUICK = {"rest: a phase that waits": SPARING}


@pytest.mark.parametrize(
    ("scene", "story", "leak", "every"),
    [
        *planted({"plans": SCENES["plans"]}, QUICK, PLANNING),
        *planted({"plans, asked": SCENES["plans, asked"]}, QUICK, TO_ALL),
        *planted({"rest": SCENES["rest"]}, QUICK, RESTING),
    ],
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

"""The leak gate on Discord for El Arte de la Guerra: two worlds, in one of which bruno has secrets.

The battle plan is written, changed and read again in one world, and standing orders are left there
and withdrawn. Neither alice nor carla, who looks on, nor the computer can notice anything of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.art_of_war.state import NORTH, SOUTH
from tests.support.art_of_war_captains import KEY, Captain
from tests.support.leaks import LEAKS, Leak, planted
from tests.support.people import Person
from tests.support.worlds import Scene, Story, World, noticed

SCENE = Scene(
    KEY,
    alice=SOUTH,
    bruno=NORTH,
    captains=lambda: {seat: Captain(f"leak {seat}") for seat in (SOUTH, NORTH)},
    asked=(
        ("game status", {}),
        ("log show", {}),
        ("recap", {}),
        ("log show", {"kind": "plan"}),
        ("map show", {}),
        ("map text", {}),
        ("map text", {"where": "15/15"}),
        ("orders show", {}),
        ("odds", {}),
        ("adg plan", {"posts": "nonsense"}),
        ("adg move", {"who": "a", "parts": "advance 2"}),
        ("adg standing forget", {"order": "dodge"}),
    ),
    completed=(
        ("adg plan", "posts"),
        ("adg move", "who"),
        ("adg charge", "who"),
        ("adg standing dodge", "units"),
        ("log show", "kind"),
    ),
    doable=("adg plan", "adg move", "adg standing"),
    settings="turns=2",
)
ALONE = replace(SCENE, alice="")


async def plan(bruno: Person) -> None:
    """Write a plan with a flank march, read it, and be refused nonsense."""
    reply = await bruno.slash("adg plan", posts="centre, left, flank_right")
    assert reply.is_private
    assert "nothing was changed" not in reply.text
    await bruno.slash("orders show")
    await bruno.slash("adg plan", posts="nonsense")


async def write(bruno: Person) -> None:
    """Write how a corps is deployed, and look at it."""
    reply = await bruno.slash("adg write", corps=1, places="11")
    assert "nothing was changed" not in reply.text
    await bruno.slash("map show")
    await bruno.press(bruno.table.panel, "My orders")


async def leave_orders(bruno: Person) -> None:
    """Leave standing orders, and withdraw them before they could answer."""
    reply = await bruno.slash("adg standing dodge", units="-")
    assert reply.is_private
    await bruno.slash("orders show")
    await bruno.slash("adg standing forget", order="all")


async def play(one: World) -> None:
    """Plan in secret, then alike, and fight a turn."""
    await one.secretly(plan, write)
    await one.bruno.slash("adg plan", posts="centre, left, right")
    for corps in (1, 2, 3):
        await one.bruno.slash("adg write", corps=corps, places=f"{corps}1")
    await one.bruno.slash("adg ready")
    await one.table.settle()
    await one.glance()
    await one.play_until(partial(_is_over_or, 1))
    await one.secretly(leave_orders)
    await one.play_until(partial(_is_over_or, 2))
    await one.glance()


def _is_over_or(turn: int, board: Any) -> bool:
    return bool(board.turn >= turn or board.ending)


@pytest.mark.parametrize("scene", [SCENE, ALONE], ids=["people", "computer"])
async def test_nobody_notices_secrets(tmp_path: Path, scene: Scene) -> None:
    """Every message and call for others, and at every third glance every answer and offer."""
    assert await noticed(tmp_path, scene, play, every=3) == []


# -- the gate can shut -----------------------------------------------------------------------


async def plan_once(one: World) -> None:
    """Plan in secret, and look round."""
    await one.secretly(plan, write)


PLANTED = planted(
    {"people": (SCENE, plan_once)},
    ("people: a view that shows all",),
    [one for one in LEAKS if one.name == "a view that shows all"],
)


@pytest.mark.parametrize(("scene", "story", "leak"), PLANTED)
async def test_a_leak_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: Scene, story: Story, leak: Leak
) -> None:
    """A view that shows a plan to everybody is found where it shows."""
    leak.plant(monkeypatch, scene)
    found = await noticed(tmp_path, scene, story)
    assert any(leak.shows in one for one in found), found

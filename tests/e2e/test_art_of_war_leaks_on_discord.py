"""The leak gate on Discord for El Arte de la Guerra: two worlds, in one of which bruno has secrets.

The battle plan, deployments and ambushes are written, changed and read again in one world, and
standing orders are left there and withdrawn. Neither alice nor carla, who looks on, nor the
computer can notice anything of it; nor can they of who lies in ambush, or marches round a flank.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.art_of_war.state import NORTH, SOUTH, Secrets
from engine.kit.supposing import SecretAsked
from tests.support.art_of_war_captains import KEY, Captain
from tests.support.leaks import LEAKS, Leak, planted
from tests.support.matches import game_of
from tests.support.people import Person
from tests.support.worlds import DICE, SPARING, Scene, Story, World, noticed

SCENE = Scene(
    KEY,
    alice=SOUTH,
    bruno=NORTH,
    captains=lambda: {seat: Captain(f"leak {seat}") for seat in (SOUTH, NORTH)},
    asked=(
        ("game status", {}),
        ("inbox", {}),
        ("lobby", {}),
        ("log show", {}),
        ("log dice", {}),
        ("log find", {"kind": "plan"}),
        ("log find", {"word": "a", "die": "6"}),
        ("log export", {"format": "json"}),
        ("recap", {}),
        ("log show", {"kind": "plan"}),
        ("map show", {}),
        ("map text", {}),
        ("map text", {"where": "15/15"}),
        ("orders show", {}),
        ("odds", {}),
        ("counter", {"name": "elephants"}),
        ("counter", {"name": "b2"}),
        ("adg plan", {"posts": "nonsense"}),
        ("adg hide", {"markers": "b1 6.5/12.5"}),
        ("adg write", {"corps": 1, "places": "11"}),
        ("adg enter", {"corps": 3, "at": "5"}),
        ("adg move", {"who": "a", "parts": "advance 2"}),
        ("adg charge", {"who": "a", "target": "nonsense"}),
        ("adg standing forget", {"order": "dodge"}),
    ),
    completed=(
        ("counter", "name"),
        ("adg plan", "posts"),
        ("adg hide", "markers"),
        ("adg write", "places"),
        ("adg enter", "corps"),
        ("adg reveal", "marker"),
        ("adg move", "who"),
        ("adg charge", "who"),
        ("adg standing dodge", "units"),
        ("log show", "kind"),
    ),
    doable=("adg plan", "adg hide", "adg write", "adg enter", "adg move", "adg standing"),
    settings="turns=2",
)
ALONE = replace(SCENE, alice="")
AMBUSHES = "b1 6.5/12.5, - 24/12.5"
"""The north may lie in ambush behind both hills, if it has the initiative."""


async def plan(bruno: Person) -> None:
    """Write a plan with a flank march, read it, and be refused nonsense."""
    reply = await bruno.slash("adg plan", posts="centre, left, flank_right")
    assert reply.is_private
    assert "Nothing has changed" not in reply.text
    await bruno.slash("orders show")
    await bruno.slash("adg plan", posts="nonsense")


async def write(bruno: Person) -> None:
    """Write how a corps is deployed, and look at it."""
    reply = await bruno.slash("adg write", corps=1, places="11")
    assert "Nothing has changed" not in reply.text
    await bruno.slash("map show")
    await bruno.press(bruno.table.panel, "My orders")


async def hide(bruno: Person) -> None:
    """Lay ambushes in writing, somebody beneath one marker, change that, and look at it."""
    reply = await bruno.slash("adg hide", markers=AMBUSHES)
    assert reply.is_private
    assert "Nothing has changed" not in reply.text
    await bruno.slash("adg hide", markers="b1 6.5/12.5")
    assert "6.5/12.5" in (await bruno.slash("orders show")).text
    await bruno.slash("map show")


async def change(bruno: Person) -> None:
    """Write it all anew: other posts, other places, another army on its way round a flank."""
    await bruno.slash("adg plan", posts="flank_left, left, right")
    await bruno.slash("adg write", corps=2, places="21")
    await bruno.slash("adg write", corps=3, places="31")
    await bruno.slash("adg plan", posts="right, left, centre")


async def try_in_vain(bruno: Person) -> None:
    """Be refused, by the rules and for typing nonsense."""
    await bruno.slash("adg hide", markers="a1 15/15")
    await bruno.slash("adg write", corps=1, places="a 1/1")
    await bruno.slash("adg write", corps=2, places="nonsense")
    await bruno.slash("adg enter", corps=3, at="5")


async def begin_dialogue(bruno: Person) -> None:
    """Begin to write a deployment step by step, look at the picture, and leave it lying."""
    page = await (await bruno.press(bruno.table.panel, "Give an order")).choose("write")
    (values,) = page.paper.menus.values()
    page = await page.choose(next(iter(values)))
    assert page.paper.pictures


async def shut_and_plan(bruno: Person) -> None:
    """Write the plan with closed direct messages: the receipt cannot be delivered."""
    bruno.close_dms()
    await plan(bruno)
    bruno.open_dms()


async def end_turn(one: World, person: Person) -> None:
    """Say that one is done, although points are left."""
    reply = await person.slash("adg done")
    if "Confirm" in reply.buttons:
        await reply.press("Confirm")
    elif "Confirmar" in reply.buttons:
        await reply.press("Confirmar")
    await one.table.settle()


async def leave_orders(bruno: Person) -> None:
    """Leave standing orders of every kind, and withdraw them before they could answer."""
    reply = await bruno.slash("adg standing dodge", units="-")
    assert reply.is_private
    await bruno.slash("adg standing chase", units="-")
    await bruno.slash("adg standing withhold", units="-")
    await bruno.slash("adg standing fight", generals="-")
    await bruno.slash("adg standing dodge", units="nonsense")
    await bruno.slash("orders show")
    await bruno.slash("adg standing forget", order="all")


async def plan_alike(one: World) -> None:
    """Write the same in both worlds, whatever was written before."""
    await one.bruno.slash("adg plan", posts="centre, left, right")
    await one.bruno.slash("adg hide", markers="- 6.5/12.5")
    for corps in (1, 2, 3):
        await one.bruno.slash("adg write", corps=corps, places=f"{corps}1")


async def play(one: World) -> None:
    """Plan in secret, then alike, and fight two turns."""
    await one.secretly(plan, write, hide, change, try_in_vain, begin_dialogue, shut_and_plan)
    await plan_alike(one)
    await one.bruno.slash("adg ready")
    await one.table.settle()
    await one.glance()
    await one.play_until(partial(_is_over_or, 1))
    await one.secretly(leave_orders)
    await one.play_until(partial(_is_over_or, 2))
    await one.glance()


def _is_over_or(turn: int, board: Any) -> bool:
    return bool(board.turn >= turn or board.ending)


@pytest.mark.parametrize(
    "scene",
    [pytest.param(SCENE, id="people"), pytest.param(ALONE, id="computer", marks=pytest.mark.long)],
)
async def test_nobody_notices_secrets(tmp_path: Path, scene: Scene) -> None:
    """Every message and call for others, and every answer and offer at one glance of several."""
    assert await noticed(tmp_path, scene, play, every=SPARING) == []


@pytest.mark.long
@pytest.mark.parametrize("scene", [SCENE, ALONE], ids=["people", "computer"])
@pytest.mark.parametrize(("seed", "every"), DICE)
async def test_nobody_ever_notices_secrets(
    tmp_path: Path, scene: Scene, seed: bytes, every: int
) -> None:
    """The same with other dice: with some of them all is asked at every glance."""
    assert await noticed(tmp_path, scene, play, seed, every) == []


# -- who lies in ambush, and who marches round a flank ---------------------------------------


async def hide_otherwise(one: World) -> None:
    """Lay the same markers with the same unit beneath the other, and march past the other flank.

    Nobody moves: what bruno's people see of it would lead them elsewhere.
    """
    spots = ["6.5/12.5", "24/12.5"]
    flank = "flank_left"
    if one.secretive:
        spots.reverse()
        flank = "flank_right"
    await one.bruno.slash("adg plan", posts=f"centre, left, {flank}")
    reply = await one.bruno.slash("adg hide", markers=f"b1 {spots[0]}, - {spots[1]}")
    assert "Nothing has changed" not in reply.text
    for corps in (1, 2):
        await one.bruno.slash("adg write", corps=corps, places=f"{corps}1")
    ready = await one.bruno.slash("adg ready")
    if not ready.is_private or "Confirm" in ready.buttons:
        await ready.press("Confirm")
    await one.alice.slash("adg plan", posts="centre, left, right")
    for corps in (1, 2, 3):
        await one.alice.slash("adg write", corps=corps, places=f"{corps}1")
    await one.alice.slash("adg ready")
    await one.table.settle()
    board = await one.board()
    assert board.turn == 1
    assert len(board.markers) == 2
    assert not any(key.startswith("north-b1") for key in board.units)
    await one.glance()
    for _ in range(3):
        seat = (await one.look()).decisions[0].seat
        await end_turn(one, one.alice if seat == one.scene.alice else one.bruno)
        await one.glance()
    assert (await one.board()).turn > 1


async def test_who_is_hidden_shows_nowhere(tmp_path: Path) -> None:
    """Beneath which marker somebody lies, and past which flank a corps comes, is not to be had."""
    assert await noticed(tmp_path, SCENE, hide_otherwise, every=3) == []


# -- the gate can shut -----------------------------------------------------------------------


async def plan_once(one: World) -> None:
    """Write everything in secret, after alice; against the computer, begin and let it play."""
    if one.scene.alice:
        await one.alice.slash("adg plan", posts="centre, left, right")
    await one.secretly(plan, write)
    if not one.scene.alice:
        await begin_alike(one)


async def begin_alike(one: World) -> None:
    """Plan alike, and let bruno's first turn go by: it is the first of the battle."""
    await plan_alike(one)
    await one.bruno.slash("adg ready")
    await one.table.settle()
    await end_turn(one, one.bruno)


async def order_once(one: World) -> None:
    """Leave a standing order while the battle goes on, and let the computer have its turn."""
    await plan_alike(one)
    await one.bruno.slash("adg ready")
    await one.table.settle()
    await one.secretly(leave_one)
    await end_turn(one, one.bruno)


async def plan_and_begin(one: World) -> None:
    """Write in secret, then alike, and begin: a picture of the plans is not drawn twice."""
    await one.secretly(plan)
    await plan_alike(one)
    await one.bruno.slash("adg ready")
    await one.table.settle()
    if one.scene.alice:
        await one.step()
    await one.glance()


SCENES = {"people": (SCENE, plan_once), "computer": (ALONE, plan_once)}
QUICK: dict[str, int] = {}
"""In every run the gates of Calama, of plans, of time and of inspection are tried."""
LATER = {"a picture", "odds"}
"""Nothing has odds before the battle, and its picture stands ready."""
FIGHTING = {"the computer's view"}
"""A computer with the plan of another never ends its own: what it may see of them is told below."""

PLANTED = [
    *planted(SCENES, QUICK, [one for one in LEAKS if one.name not in LATER | FIGHTING]),
    *planted(
        {"people": (SCENE, plan_and_begin), "computer": (ALONE, plan_and_begin)},
        {},
        [one for one in LEAKS if one.name in LATER],
    ),
    *planted({"computer": (ALONE, order_once)}, {}, [one for one in LEAKS if one.name in FIGHTING]),
]


@pytest.mark.parametrize(("scene", "story", "leak", "every"), PLANTED)
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


async def keep_everything(one: World) -> None:
    """Have every kind of secret at once: plan with a flank march, deployment, ambush, orders."""
    await one.secretly(plan, write, hide, leave_one)


async def leave_one(bruno: Person) -> None:
    """Leave a standing order."""
    assert (await bruno.slash("adg standing chase", units="-")).is_private


@pytest.mark.long
@pytest.mark.parametrize(
    ("scene", "story", "what"),
    [
        *(
            pytest.param(SCENE, keep_everything, one, id=f"people: {one}")
            for one in ("posts", "written", "ambushes", "standing")
        ),
        pytest.param(ALONE, order_once, "standing", id="computer: standing"),
    ],
)
async def test_each_secret_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scene: Scene, story: Story, what: str
) -> None:
    """Whichever one of bruno's secrets the views of others have, the gate says so."""
    game = type(game_of(KEY))
    view = game.view

    def leaky(this: Any, state: Any, viewer: Any) -> Any:
        made = view(this, state, viewer)
        if viewer == NORTH:
            return made
        try:
            known = {what: getattr(state.secrets[NORTH], what)}
        except SecretAsked:  # of a state that is only supposed
            return made
        own = made.own or Secrets()
        return type(made)(viewer or NORTH, state.table, replace(own, **known))

    monkeypatch.setattr(game, "view", leaky)
    found = await noticed(tmp_path, scene, story)
    who = ("alice", "carla") if scene.alice else ("the computer",)
    assert any(one in place for place in found for one in who), found

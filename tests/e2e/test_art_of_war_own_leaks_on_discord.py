"""The leak gate on Discord where each musters an army of its own: two worlds, two armies.

In one world bruno has a unit more, beneath a marker of ambush, or a corps more, on its way round a
flank, and has bought fortifications. What comes to the table is the same. Neither alice nor carla,
who looks on, nor the computer can tell the worlds apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.art_of_war.rules.setting_up import naming
from engine.art_of_war.state import NORTH, SOUTH
from tests.support.art_of_war_captains import KEY, Captain
from tests.support.people import Person
from tests.support.worlds import Scene, World, noticed

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
        ("map show", {}),
        ("map text", {}),
        ("map text", {"where": "c1"}),
        ("map text", {"where": "north 1c"}),
        ("orders show", {}),
        ("odds", {}),
        ("counter", {"name": "elephants"}),
        ("counter", {"name": "b2"}),
        ("adg write", {"corps": 1, "places": "11"}),
        ("adg charge", {"who": "a", "target": "b2"}),
    ),
    completed=(("adg write", "afoot"), ("adg write", "places"), ("adg charge", "target")),
    doable=("adg muster", "adg plan", "adg hide", "adg write", "adg move", "adg standing"),
    settings="armies=own, turns=2",
    loaded={"initiative": (1, 6), "flank_march": (1,)},
)
"""Bruno has the initiative, without which nobody can hide on this field, and no corps that marches
round a flank is announced: then everybody is to be told of it."""
ALONE = replace(SCENE, alice="")

FOOT = "a heavy infantry x4"
LINE = "a1 13 17, a2 14 17, a3 15 17, a4 16 17"
LIGHT = "light infantry"


@dataclass(frozen=True)
class Army:
    """How bruno musters and deploys."""

    lines: str
    leaders: str
    posts: str
    hidden: str
    places: dict[int, str]
    works: int = 0


QUIET = Army(
    f"{FOOT}; b {LIGHT} x3; c light cavalry x2",
    "brilliant ab; competent c",
    "centre, left",
    "- 6.5/12.5",
    {1: f"{LINE}, b1 10 16, b2 11 16, b3 12 16", 2: "c 20 17"},
)
HIDING = replace(
    QUIET,
    lines=f"{FOOT}; b {LIGHT} x4; c light cavalry x2",
    hidden="b1 6.5/12.5",
    places={1: f"{LINE}, b1 9 16, b2 10 16, b3 11 16, b4 12 16", 2: "c 20 17"},
    works=3,
)
ROUND_A_FLANK = replace(
    QUIET,
    lines=f"{FOOT}; b {LIGHT} x3; c light cavalry x2; d light cavalry x1",
    leaders="brilliant ab; ordinary d; competent c",
    posts="centre, flank_left, left",
    places={1: QUIET.places[1], 3: QUIET.places[2]},
)


async def done(reply: Any) -> None:
    """Confirm what asks for it; nothing is refused."""
    assert "Nothing has changed" not in reply.text, reply.text
    for word in ("Confirm", "Confirmar"):
        if word in reply.buttons:
            await reply.press(word)


async def muster(person: Person, army: Army) -> None:
    """Muster an army."""
    reply = await person.slash(
        "adg muster", army="own", lines=army.lines, leaders=army.leaders, works=army.works
    )
    await done(reply)
    await done(await person.slash("adg ready"))


async def plan(person: Person, army: Army) -> None:
    """Write the battle plan, ambushes and deployments, and close."""
    await done(await person.slash("adg plan", posts=army.posts))
    if army.hidden:
        await done(await person.slash("adg hide", markers=army.hidden))
    for corps, places in army.places.items():
        await done(await person.slash("adg write", corps=corps, places=places))
    await done(await person.slash("adg ready"))


async def play(army: Army, one: World) -> None:
    """Muster, plan and fight a turn with one army or the other; look round all the time."""
    chosen = army if one.secretive else QUIET
    await muster(one.bruno, chosen)
    await one.table.settle()
    await one.glance()
    if one.scene.alice:
        await muster(one.alice, Army("a heavy cavalry x6", "ordinary a", "centre", "", {}))
        await one.table.settle()
        await one.glance()
    await plan(one.bruno, chosen)
    await one.table.settle()
    await one.glance()
    if one.scene.alice:
        await plan(one.alice, Army("", "", "centre", "", {1: "11"}))
        await one.table.settle()
    board = await one.board()
    assert board.turn == 1, board.phase
    assert len([key for key in board.markers if key.startswith(NORTH)]) == 1
    assert sum(key.startswith(NORTH) for key in board.units) == len(SHOWN)
    await one.glance()
    while (await one.board()).turn == 1:
        (owed,) = (await one.look()).decisions
        person = one.match.people[owed.seat]
        await done(await person.slash("adg done"))
        await one.table.settle()
        await one.glance()


SHOWN = ("1a", "2a", "3a", "4a", "1b", "2b", "3b", "1c", "2c")
"""Who of bruno's comes to the table, by name."""
ARMIES = {"somebody hides": HIDING, "a corps is away": ROUND_A_FLANK}


@pytest.mark.parametrize(
    ("scene", "name"),
    [
        pytest.param(SCENE, "somebody hides", id="people: somebody hides"),
        pytest.param(SCENE, "a corps is away", id="people: a corps", marks=pytest.mark.long),
        pytest.param(ALONE, "somebody hides", id="computer: hides", marks=pytest.mark.long),
        pytest.param(ALONE, "a corps is away", id="computer: a corps", marks=pytest.mark.long),
    ],
)
async def test_what_an_own_army_hides_shows_nowhere(
    tmp_path: Path, scene: Scene, name: str
) -> None:
    """Names have no gaps, nothing bought is offered against, no army is told before it is laid."""
    assert await noticed(tmp_path, scene, partial(play, ARMIES[name]), every=3) == []


GAPS: tuple[tuple[str, Any], ...] = (("_to_name", lambda play, seat: []),)
"""Nobody is named anew."""
CORPS: tuple[tuple[str, Any], ...] = (("_number", lambda play, seat, corps: corps),)
"""Corps keep the numbers that their side gave them."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "instead"), [("somebody hides", GAPS), ("a corps is away", CORPS)]
)
async def test_names_with_gaps_are_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    instead: tuple[tuple[str, Any], ...],
) -> None:
    """Names that their side gave tell of who hides, in words, pictures and calls."""
    for what, another in instead:
        monkeypatch.setattr(naming, what, another)
    found = await noticed(tmp_path, SCENE, partial(play, ARMIES[name]), every=3)
    for place in ("alice: /map text", "carla: /map show", "calls"):
        assert any(place in one for one in found), found

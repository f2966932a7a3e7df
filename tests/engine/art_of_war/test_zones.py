"""Zones of control, and who is in the way of a move (5.zone, 5.through)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.actions import Move
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.movement.passing import may_pass
from engine.art_of_war.state import Contact, Table
from tests.engine.art_of_war.build import (
    do,
    enemy,
    lay,
    place,
    unit,
    whole,
)
from tests.engine.art_of_war.moves import CHIEF, against, alone, instead, order

# -- zones of control -----------------------------------------------------------------------------


def _held(troop: str = "heavy_infantry", at: str = "15/5", *more: Any) -> Table:
    """An enemy at 15/6 looks south at a unit in its zone."""
    return lay(unit("a1", at, troop), enemy("z1", "15/5.9"), CHIEF, *more)


def test_what_may_be_done_in_a_zone() -> None:
    """On towards its owner, straight back, round to face it; no slide, no turning away (5.zone)."""
    table = _held()
    assert against(table, "a1", "advance 0.5") == []
    assert against(table, "a1", "back 1") == []
    assert against(table, "a1", "slide-left 0.5") == ["zone.slide"]
    assert against(table, "a1", "half") == ["zone.turn"]
    askew = _held(at="15/5/20")
    assert against(askew, "a1", "pivot-left 20") == []
    assert against(askew, "a1", "pivot-right 10") == ["zone.turn"]


def test_nobody_leaves_a_zone_but_backwards() -> None:
    """An advance past its owner's side would (5.zone.within)."""
    table = _held(at="15.4/5/90")
    assert against(table, "a1", "advance 2") == ["zone.leaves"]
    assert against(table, "a1", "quarter-left") == []


def test_a_group_in_a_zone_does_not_contract() -> None:
    """It may extend (5.zone.within)."""
    table = lay(unit("a1", "15/5"), unit("a2", "16/5"), enemy("z1", "15/5.9"), CHIEF)
    assert against(table, "a1+a2", "contract-left 1") == ["zone.contract"]
    file = lay(unit("a1", "15/5"), unit("a2", "15/4.25"), enemy("z1", "15/5.9"), CHIEF)
    assert against(file, "a1+a2", "extend-right 2") == []


def test_who_comes_into_a_zone_stops_in_it() -> None:
    """Neither an advance nor a slide leads through one (5.zone.within, 5.zone.slide)."""
    table = lay(unit("a1", "13/5.2/90", "light_cavalry"), enemy("z1", "15/6"), CHIEF)
    assert against(table, "a1", "advance 5") == ["zone.through"]
    assert instead(table, "a1", "advance 5") == "advance 3.23"
    assert against(table, "a1", "advance 2") == []


def test_a_zone_behind_leaves_only_turns() -> None:
    """No advance, no step back (5.zone.rear)."""
    table = lay(unit("a1", "15/5"), enemy("z1", "15/3.5/0"), CHIEF)
    assert against(table, "a1", "advance 1") == ["zone.rear"]
    assert against(table, "a1", "half") == []


@pytest.mark.parametrize("troop", ["light_infantry", "light_cavalry", "war_wagons", "artillery"])
def test_who_has_no_zone(troop: str) -> None:
    """They hold nobody (5.zone.none)."""
    table = lay(unit("a1", "15/5"), enemy("z1", "15/5.9", troop), CHIEF)
    assert against(table, "a1", "slide-left 0.5") == []


def test_a_friend_between_blocks_a_zone() -> None:
    """Who stands beside, no nearer to the enemy, does not (5.zone.block, ADG-R62)."""
    near = unit("b1", "14.6/5.5", "light_infantry")
    assert against(_held("heavy_infantry", "15.3/4.99", near), "a1", "slide-left 0.1") == []
    beside = unit("b1", "14/5", "heavy_infantry")
    assert against(_held("heavy_infantry", "15/5", beside), "a1", "slide-right 0.1") == [
        "zone.slide"
    ]


def test_of_several_zones_one_is_chosen() -> None:
    """A move that one of them allows is allowed, and goes on by that one (5.zone.many)."""
    table = lay(
        unit("a1", "15/5"),
        enemy("z1", "15/5.9"),
        enemy("z2", "14/4.6/90"),
        CHIEF,
    )
    assert against(table, "a1", "quarter-left") == []
    assert against(table, "a1", "advance 0.3") == []
    assert against(table, "a1", "quarter-right") == ["zone.turn"]


# -- who is in the way ----------------------------------------------------------------------------


def test_a_move_does_not_come_into_contact() -> None:
    """That is a charge; the nearest legal end is told (5.charge)."""
    table = lay(unit("a1", "15/5"), enemy("z1", "15/7.35"), CHIEF)
    assert against(table, "a1", "advance 3") == ["move.enemy"]
    assert instead(table, "a1", "advance 3") == "advance 2.33"


def test_a_friend_in_the_way_stops_who_may_not_pass() -> None:
    """A move may not end on who is passed (5.through, 5.through.end)."""
    table = lay(unit("a1", "15/5"), unit("b1", "15/7", "heavy_infantry"), CHIEF)
    assert against(table, "a1", "advance 3") == ["move.friend"]
    assert instead(table, "a1", "advance 3") == "advance 1.26"
    light = lay(unit("a1", "15/5", "light_infantry"), unit("b1", "15/6.5"), CHIEF)
    assert place(do(light, order("a1", "advance 3")), "a1") == "15/8/0"
    assert against(light, "a1", "advance 1.5") == ["move.on"]


PASSING = [
    ("light_infantry", "phalanx", True),
    ("light_infantry", "elephants", True),
    ("heavy_cavalry", "light_infantry", True),
    ("heavy_cavalry", "light_cavalry", True),
    ("light_cavalry", "light_cavalry", True),
    ("heavy_cavalry", "heavy_infantry", False),
    ("heavy_infantry", "archers", True),
    ("medium_infantry", "archers", True),
    ("archers", "heavy_infantry", False),
    ("archers", "archers", False),
    ("heavy_infantry", "artillery", True),
    ("archers", "artillery", True),
    ("heavy_cavalry", "artillery", False),
    ("heavy_infantry", "light_infantry", False),
]


@pytest.mark.parametrize(("mover", "passed", "may"), PASSING)
def test_who_passes_through_whom(mover: str, passed: str, may: bool) -> None:
    """As the text lists it (5.through)."""
    table = lay(unit("a1", "15/5", mover), unit("b1", "15/7", passed))
    units = table.units
    assert may_pass(table, units["south-a1"], units["south-b1"], 0) is may


def test_nobody_passes_through_a_melee_and_impetuous_foot_through_nobody() -> None:
    """Artillery lets pass who moves along its facing (5.through.fighting, 5.through.artillery)."""
    fought = lay(
        unit("a1", "15/5", "light_infantry"),
        unit("b1", "15/7"),
        enemy("z1", "15/7"),
        Contact("south-b1", "north-z1"),
    )
    assert not may_pass(fought, fought.units["south-a1"], fought.units["south-b1"], 0)
    wild = lay(unit("a1", "15/5", options=("impetuous",)), unit("b1", "15/7", "archers"))
    assert not may_pass(wild, wild.units["south-a1"], wild.units["south-b1"], 0)
    guns = lay(unit("a1", "15/5"), unit("b1", "15/7/90", "artillery"))
    assert not may_pass(guns, guns.units["south-a1"], guns.units["south-b1"], 0)
    assert may_pass(guns, guns.units["south-a1"], guns.units["south-b1"], 2700)


def test_nobody_moves_off_the_table() -> None:
    """The edge is the nearest legal end (5.leave)."""
    table = alone(at="15/19")
    assert against(table, "a1", "advance 3") == ["move.off"]
    assert instead(table, "a1", "advance 3") == "advance 1.01"


def test_who_cannot_be_ordered_to_move() -> None:
    """The enemy's, who fights, who has been told to charge (5.cause, 5.breakoff, 5.charge)."""
    table = lay(unit("a1", "15/5"), enemy("z1", "15/5"), Contact("south-a1", "north-z1"), CHIEF)
    assert against(table, "a1", "back 1") == ["move.fights"]
    theirs = Move.model_validate({"who": "north-z1", "parts": ("advance 1",)})
    found = GAME.check(whole(table), "south", theirs)
    assert [one.code for one in found] == ["move.not_yours"]

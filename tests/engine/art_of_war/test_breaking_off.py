"""Breaking off a melee: who may, how far, at what cost, and who pursues."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.art_of_war.actions import BreakOff, Stay
from engine.art_of_war.game import GAME
from engine.art_of_war.state import Contact, Table, Work
from tests.engine.art_of_war.build import (
    against,
    answer,
    codes,
    do,
    enemy,
    general,
    ground,
    place,
    pose,
    unit,
    whole,
)
from tests.engine.art_of_war.charging import lay, met


def back(by: str = "2", who: str = "a1") -> BreakOff:
    """An order to back."""
    return BreakOff(who=f"south-{who}", back=Fraction(by))


def fighting(mine: str, theirs: str, **values: object) -> Table:
    """a1 and b1 in melee front to front."""
    return lay(
        unit("a1", "15/6", mine),
        enemy("b1", "15/6", theirs),
        Contact("south-a1", "north-b1", fresh=False),
        **values,
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "refused"),
    [
        ("light_infantry", "elephants", []),
        ("light_infantry", "heavy_infantry", []),
        ("light_infantry", "heavy_cavalry", ["breakoff.ground"]),
        ("heavy_cavalry", "heavy_infantry", []),
        ("heavy_cavalry", "medium_knights", []),
        ("heavy_cavalry", "medium_cavalry", ["breakoff.whom"]),
        ("medium_knights", "heavy_cavalry", ["breakoff.whom"]),
        ("elephants", "heavy_infantry", ["breakoff.whom"]),
        ("scythed_chariots", "heavy_infantry", ["breakoff.whom"]),
        ("heavy_infantry", "heavy_infantry", ["breakoff.whom"]),
    ],
)
def test_who_may_leave_a_melee_with_whom(mine: str, theirs: str, refused: list[str]) -> None:
    """Light infantry from elephants and foot, mounted troops from foot and slower ones."""
    assert against(fighting(mine, theirs), back()) == refused


def test_light_infantry_leaves_horsemen_for_bad_ground() -> None:
    """If it ends in rough or difficult ground (5.breakoff.ground)."""
    brush = ground("brush", "14/2", "16/2", "16/4.2", "14/4.2")
    table = lay(
        unit("a1", "15/6", "light_infantry"),
        enemy("b1", "15/6", "heavy_cavalry"),
        Contact("south-a1", "north-b1", fresh=False),
        brush,
    )
    assert against(table, back("2")) == []
    assert against(table, back("1")) == ["breakoff.ground"]


def test_anybody_leaves_a_fortification_or_a_flank() -> None:
    """Who attacks a fortification, a flank or a rear may go (5.breakoff.works)."""
    table = lay(
        unit("a1", "15/6"),
        enemy("b1", "15/6.25"),
        Contact("south-a1", "north-b1", fresh=False),
        works={"north-w1": Work("north-w1", "north", pose("15/6/180"))},
    )
    assert against(table, back()) == []
    flank = lay(
        unit("a1", "15.5/5.38/270"),
        enemy("b1", "15/5"),
        Contact("south-a1", "north-b1", "left", fresh=False),
    )
    assert against(flank, back()) == []


def test_nobody_leaves_who_is_struck_from_the_side() -> None:
    """Attacked in flank or rear a unit stays (5.breakoff.flank)."""
    table = lay(
        unit("a1", "15/6", "heavy_cavalry"),
        enemy("b1", "15.5/5.62/270"),
        Contact("north-b1", "south-a1", "right", fresh=False),
    )
    assert against(table, back()) == ["breakoff.struck"]


def test_it_takes_two_points_and_one_unit_of_distance() -> None:
    """A difficult manoeuvre always, backwards, facing the enemy (5.breakoff.points)."""
    table = fighting("heavy_cavalry", "heavy_infantry")
    assert against(table, back("0.99")) == ["breakoff.least"]
    assert against(table, back("4.01")) == ["breakoff.far"]
    step = do(table, back("1"))
    assert place(step, "a1") == "15/5/0"
    assert step.state.table.generals["south-g1"].points == 3
    assert met(step) == []
    assert step.state.table.units["south-a1"].moves == 1
    poor = lay(*table.units.values(), *table.contacts, general("15/1", points=1))
    assert against(poor, back()) == ["points.few"]


def test_a_general_does_not_make_it_cheaper() -> None:
    """The free move of a general's unit saves nothing here (ADG-R6)."""
    table = lay(
        unit("a1", "15/6", "heavy_cavalry"),
        enemy("b1", "15/6"),
        Contact("south-a1", "north-b1", fresh=False),
        general("a1", points=5),
    )
    assert do(table, back("1")).state.table.generals["south-g1"].points == 3


def test_one_backs_through_friends_that_may_be_passed_and_no_others() -> None:
    """Horsemen through light infantry, not through foot, and onto nobody (5.breakoff.back)."""
    pieces = (
        unit("a1", "15/6", "heavy_cavalry"),
        enemy("b1", "15/6"),
        Contact("south-a1", "north-b1", fresh=False),
    )
    light = lay(*pieces, unit("c1", "15/4.5", "light_infantry"))
    assert against(light, back("3")) == []
    assert against(light, back("1.5")) == ["breakoff.on"]
    heavy = lay(*pieces, unit("c1", "15/4.5"))
    assert against(heavy, back("3")) == ["breakoff.far"]


def test_who_does_not_fight_breaks_nothing_off() -> None:
    """There must be a melee (5.breakoff)."""
    table = lay(unit("a1", "15/6", "heavy_cavalry"), enemy("b1", "15/9"))
    assert against(table, back()) == ["breakoff.idle"]
    assert against(table, BreakOff(who="north-b1", back=Fraction(1))) == ["breakoff.whose"]


def test_the_enemy_is_asked_whether_they_pursue() -> None:
    """And the movement goes on afterwards (5.breakoff.pursued)."""
    step = do(fighting("heavy_cavalry", "heavy_infantry"), back("2"))
    (decision,) = GAME.awaiting(step.state)
    assert (decision.code, decision.seat) == ("pursue", "north")
    after = answer(step.state, Stay())
    assert not after.state.table.frames
    assert after.state.table.phase.value == "movement"


def test_the_mounted_impetuous_must_pursue() -> None:
    """Nobody asks them (5.breakoff.pursued)."""
    table = lay(
        unit("a1", "15/6", "heavy_cavalry"),
        enemy("b1", "15/6", "medium_knights", options=("impetuous",)),
        Contact("south-a1", "north-b1", fresh=False),
    )
    step = do(table, back("2"))
    assert not step.state.table.frames
    assert place(step, "b1", "north") == "15/5/180"
    assert "pursuit.moves" in codes(step)


def test_options_are_legal() -> None:
    """Every distance offered can be gone."""
    table = fighting("heavy_cavalry", "heavy_infantry")
    view = GAME.view(whole(table), "south")
    assert [one.value for one in GAME.options(view, "breakoff", "who", {})] == ["south-a1"]
    backs = [one.value for one in GAME.options(view, "breakoff", "back", {"who": "south-a1"})]
    assert backs[0] == "4"
    assert all(not against(table, back(one)) for one in backs)

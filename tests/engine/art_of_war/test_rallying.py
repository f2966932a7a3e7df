"""Rallying: when, at what cost, and what must be thrown (6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.art_of_war.actions import Done, Rally
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.rallying.rallying import can_rally
from engine.art_of_war.state import Contact, Phase, Place, Table
from tests.engine.art_of_war.build import against, codes, do, enemy, general, lay, unit, whole

RALLY = Rally(who="south-a1")


def broken(*more: Any, at: str = "15/5", **values: Any) -> Table:
    """A disordered unit in the phase of rallying."""
    one = unit("a1", at, **{"lost": 1, **values})
    return lay(one, *more, phase=Phase.RALLY)


CHIEF = general("15/3")


@pytest.mark.parametrize(("away", "cost", "least"), [(4, 0, 3), (3.99, 1, 4)])
def test_near_and_far(away: float, cost: int, least: int) -> None:
    """4 UD from every enemy is far enough (6.far, 6.near; ADG-R4)."""
    table = broken(CHIEF, enemy("z1", f"15/{5 + away}"), enemy("z2", "25/19"))
    for die in (least - 1, least):
        step = do(table, RALLY, die)
        rallied = die == least
        assert ("rally.rallies" if rallied else "rally.fails") in codes(step)
        assert step.state.table.units["south-a1"].lost == int(not rallied)
        assert step.state.table.generals["south-g1"].points == 2 - cost


def _melee(*more: Any, **values: Any) -> Table:
    return broken(*more, enemy("z1", "15/5"), Contact("south-a1", "north-z1"), **values)


def test_in_melee_two_points_and_a_five() -> None:
    """6.melee."""
    step = do(_melee(CHIEF), RALLY, 5)
    assert step.state.table.units["south-a1"].lost == 0
    assert step.state.table.generals["south-g1"].points == 0
    assert "rally.fails" in codes(do(_melee(CHIEF), RALLY, 4))
    assert against(_melee(general("15/3", points=1)), RALLY) == ["points.few"]


def test_who_overlaps_counts_as_near() -> None:
    """Beside a friend who fights in front (6.near, ADG-R4)."""
    table = broken(
        CHIEF,
        unit("b1", "16/5"),
        enemy("z1", "16/5"),
        Contact("south-b1", "north-z1"),
    )
    assert do(table, RALLY, 4).state.table.generals["south-g1"].points == 1


def test_a_general_included_adds_one_and_one_try_beside_a_general_is_free() -> None:
    """6.included, 3.free.rally; once a turn."""
    near = enemy("z1", "15/7")
    included = broken(general("a1", included=True), near)
    step = do(included, RALLY, 3)
    assert step.state.table.units["south-a1"].lost == 0
    assert step.state.table.generals["south-g1"].points == 2
    assert step.state.table.generals["south-g1"].free
    joined = broken(general("a1"), near)
    assert "rally.fails" in codes(do(joined, RALLY, 3))
    spent = broken(general("a1", free=True), near)
    assert do(spent, RALLY, 4).state.table.generals["south-g1"].points == 1


def test_beyond_command_distance_and_of_a_general_who_fights() -> None:
    """A point more for each (3.distance.beyond, 3.fighting; ADG-R4)."""
    far = broken(general("1/1"))
    assert do(far, RALLY, 3).state.table.generals["south-g1"].points == 1
    fought = (unit("b1", "5/5"), enemy("z1", "5/5"), Contact("south-b1", "north-z1"))
    fights = lay(
        unit("a1", "8.5/5", lost=1), *fought, general("b1", fights=True), phase=Phase.RALLY
    )
    assert do(fights, RALLY, 4).state.table.generals["south-g1"].points == 0


def test_a_lost_generals_corps_rallies_with_its_last_point() -> None:
    """Not in melee, which takes two (3.lost.point, ADG-R67)."""
    lost = general("1/1", place=Place.ROUTED, points=1)
    assert do(broken(lost), RALLY, 3).state.table.generals["south-g1"].points == 0
    assert against(_melee(lost), RALLY) == ["points.lost"]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"lost": 0}, "rally.whole"),
        ({"moves": 1}, "rally.moved"),
        ({"tried": True}, "rally.tried"),
    ],
)
def test_who_cannot_try(values: dict[str, Any], code: str) -> None:
    """Who is whole, has moved, or has tried this turn (6.moved, 6.once)."""
    assert against(broken(CHIEF, **values), RALLY) == [code]
    assert not can_rally(broken(CHIEF, **values), "south")


def test_a_try_is_one_a_turn() -> None:
    """Whether it succeeds or not (6.once)."""
    table = broken(CHIEF, unit("b1", "20/5", lost=1), lost=2)
    assert against(do(table, RALLY, 2).state.table, RALLY) == ["rally.tried"]


def test_rallying_comes_after_charges_where_anybody_can() -> None:
    """Otherwise the turn goes on by itself (6.when)."""
    able = lay(unit("a1", "15/5", lost=1), CHIEF, enemy("z1", "15/19"))
    assert do(able, Done()).state.table.phase is Phase.RALLY
    done = do(do(able, Done()).state.table, Done())
    assert done.state.table.player == "north"
    unable = lay(unit("a1", "15/5"), CHIEF, enemy("z1", "15/19"))
    assert do(unable, Done()).state.table.player == "north"


def test_odds_options_and_preview() -> None:
    """What is offered tells cost and die; chances are exact (6.roll)."""
    table = broken(CHIEF, enemy("z1", "15/7"))
    view = GAME.view(whole(table), "south")
    (option,) = GAME.options(view, "rally", "who", {})
    assert option.label.params["least"] == 4
    assert option.label.params["cost"] == 1
    (odds,) = GAME.odds(view, RALLY)
    assert {one.result.code: one.probability for one in odds.chances} == {
        "chance.rallies": Fraction(1, 2),
        "chance.fails": Fraction(1, 2),
    }
    (cost,) = GAME.preview(view, RALLY).costs
    assert (cost.params["n"], cost.params["left"]) == (1, 1)

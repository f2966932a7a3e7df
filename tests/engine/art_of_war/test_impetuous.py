"""Impetuous troops: who charges by itself, what holds them, and what it costs them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.actions import Evade, Hold
from engine.art_of_war.rules.charge.impetuous import uncontrolled
from engine.art_of_war.state import Contact, Place, Table, Unit, Work
from tests.engine.art_of_war.build import (
    against,
    answer,
    codes,
    enemy,
    general,
    ground,
    place,
    pose,
    unit,
)
from tests.engine.art_of_war.charging import carried, charge, declared, lay, lost, met


def wild(name: str, at: str, troop: str = "heavy_infantry", **values: Any) -> Unit:
    """An impetuous unit of the south."""
    return unit(name, at, troop, options=("impetuous",), **values)


def targets(table: Table) -> list[str]:
    """Whom the south's impetuous would charge by themselves."""
    return [one.target.partition("-")[2] for one in uncontrolled(table, "south")]


def test_the_impetuous_charge_by_themselves_and_pay_for_it_later() -> None:
    """An enemy within reach of one move is charged; the melee comes first (5.impetuous)."""
    step = carried(lay(wild("a1", "15/4"), enemy("b1", "15.3/6.8")))
    assert met(step) == ["a1 b1 front"]
    assert lost(step, "a1") == 0
    one = step.state.table.units["south-a1"]
    assert (one.charged, one.moves, one.wild) == (True, 1, True)
    assert "impetuous.charges" in codes(step)


def test_calm_troops_stay() -> None:
    """Nobody else goes by themselves."""
    assert targets(lay(unit("a1", "15/4"), enemy("b1", "15/6"))) == []


def test_beyond_one_move_nobody_is_tempted() -> None:
    """Reach is one move of theirs over the ground (5.impetuous.move)."""
    assert targets(lay(wild("a1", "15/4"), enemy("b1", "15/7.1"))) == []
    assert targets(lay(wild("a1", "15/4"), enemy("b1", "15/7"))) == ["b1"]


def test_an_enemy_behind_tempts_nobody() -> None:
    """The rear is no direction of attack (5.impetuous.move)."""
    assert targets(lay(wild("a1", "15/6"), enemy("b1", "15/4"))) == []


def test_the_nearest_is_charged() -> None:
    """Of several enemies (5.impetuous.nearest)."""
    table = lay(wild("a1", "15/4"), enemy("b1", "15.8/6.7"), enemy("b2", "14.4/6.2"))
    assert targets(table) == ["b2"]


def test_two_points_hold_them() -> None:
    """For the turn (5.impetuous.hold)."""
    table = lay(wild("a1", "15/4"), enemy("b1", "15/6"))
    after = declared(table, Hold(who="south-a1"))
    assert after.generals["south-g1"].points == 3
    assert after.units["south-a1"].held
    assert targets(after) == []
    assert against(after, Hold(who="south-a1")) == ["hold.again"]


def test_holding_is_paid_by_who_has_the_points() -> None:
    """One point does not do (5.impetuous.hold)."""
    table = lay(wild("a1", "15/4"), enemy("b1", "15/6"), general("15/1", points=1))
    assert against(table, Hold(who="south-a1")) == ["points.few"]


def test_only_the_impetuous_are_held() -> None:
    """Others need it not (5.impetuous.who)."""
    assert against(lay(unit("a1", "15/4"), enemy("b1", "15/6")), Hold(who="south-a1")) == [
        "hold.calm"
    ]
    assert against(lay(wild("a1", "15/4"), enemy("b1", "15/6")), Hold(who="north-b1")) == [
        "hold.whose"
    ]
    table = lay(
        wild("a1", "15/6"), enemy("b1", "15/6"), Contact("south-a1", "north-b1", fresh=False)
    )
    assert against(table, Hold(who="south-a1")) == ["hold.not"]


def test_an_ordered_charge_costs_one_point_and_no_cohesion() -> None:
    """One point orders it (5.impetuous.ordered; ADG-R11)."""
    table = lay(wild("a1", "15/4"), enemy("b1", "15/6"))
    step = carried(table, charge("a1", "b1"))
    assert lost(step, "a1") == 0
    assert step.state.table.generals["south-g1"].points == 4


def test_an_enemy_in_their_zone_is_charged_freely() -> None:
    """A free charge as others have it, that disorders nobody (5.impetuous.zone)."""
    table = lay(wild("a1", "15/4"), enemy("b1", "15/4.9"))
    step = carried(table, charge("a1", "b1"))
    assert (lost(step, "a1"), step.state.table.generals["south-g1"].points) == (0, 5)


@pytest.mark.parametrize("troop", ["elephants", "war_wagons"])
def test_beasts_and_wagons_tempt_nobody(troop: str) -> None:
    """Nobody charges them uncontrolled (5.impetuous.beasts)."""
    assert targets(lay(wild("a1", "15/4"), enemy("b1", "15/6", troop))) == []


def test_mounted_troops_tempt_no_foot() -> None:
    """Foot keeps from them, mounted troops do not (5.impetuous.foot)."""
    horse = enemy("b1", "15/6", "heavy_cavalry")
    assert targets(lay(wild("a1", "15/4"), horse)) == []
    assert targets(lay(wild("a1", "15/4", "heavy_cavalry"), horse)) == ["b1"]


def test_a_charge_that_would_end_on_bad_ground_is_not_made() -> None:
    """Rough or difficult (5.impetuous.terrain)."""
    brush = ground("brush", "14/4.9", "16/4.9", "16/8", "14/8")
    assert targets(lay(wild("a1", "15/4"), enemy("b1", "15/5.5"), brush)) == []
    behind = ground("brush", "14/5.6", "16/5.6", "16/8", "14/8")
    assert targets(lay(wild("a1", "15/4"), enemy("b1", "15/5.5"), behind)) == ["b1"]


def test_an_enemy_under_cover_tempts_nobody() -> None:
    """Behind a fortification, on a hill, behind the bank of a river (5.impetuous.cover)."""
    foe = enemy("b1", "15/6")
    work = Work("north-w1", "north", pose("15/5.75/180"))
    assert targets(lay(wild("a1", "15/4"), foe, works={"north-w1": work})) == []
    hill = ground("gentle_hill", "13/5.5", "17/5.5", "17/9", "13/9")
    assert targets(lay(wild("a1", "15/4"), foe, hill)) == []
    both = ground("gentle_hill", "13/2", "17/2", "17/9", "13/9")
    assert targets(lay(wild("a1", "15/4"), foe, both)) == ["b1"]


def test_who_was_ordered_does_not_go_by_themselves() -> None:
    """Nor do those of a corps that wavers (3.allies.idle)."""
    table = lay(wild("a1", "15/4"), enemy("b1", "15/6"))
    assert targets(declared(table, charge("a1", "b1"))) == []
    idle = lay(
        wild("a1", "15/4"),
        enemy("b1", "15/6"),
        general("15/1", points=5, ally=True, hesitating=True),
    )
    assert targets(idle) == []


def test_a_charge_that_fails_disorders_them() -> None:
    """Ordered or not, one point and no more (5.impetuous.failed; ADG-R11)."""
    table = lay(
        wild("a1", "15/4", "heavy_cavalry"), enemy("b1", "15/6", "light_cavalry"), general("15/1")
    )
    ordered = carried(table, charge("a1", "b1"))
    step = answer(ordered.state, Evade(units=("north-b1",)), 3, 3)
    assert met(step) == []
    assert lost(step, "a1") == 1
    alone = answer(carried(table).state, Evade(units=("north-b1",)), 3, 3)
    assert lost(alone, "a1") == 1


def test_the_impetuous_follow_to_the_end_of_their_move() -> None:
    """Others stop after 2 UD if mounted (5.evade.pursuit)."""
    foe = enemy("b1", "15/6", "light_cavalry")
    for troop, end in ((wild("a1", "15/4", "heavy_cavalry"), "15/8/0"), (None, "15/6/0")):
        mine = troop or unit("a1", "15/4", "heavy_cavalry")
        asked = carried(lay(mine, foe), charge("a1", "b1"))
        step = answer(asked.state, Evade(units=("north-b1",)), 3, 3)
        assert place(step, "a1") == end


def test_scythed_chariots_are_always_impetuous() -> None:
    """It need not be bought (5.impetuous.who)."""
    assert targets(lay(unit("a1", "15/4", "scythed_chariots"), enemy("b1", "15/6"))) == ["b1"]


def test_the_impetuous_force_their_way_through_friends() -> None:
    """Who is passed by force loses a point, and makes room (5.forced, 5.forced.back)."""
    table = lay(wild("a1", "15/4"), unit("c1", "15/5.9"), enemy("b1", "15/6"))
    step = carried(table)
    assert met(step) == ["a1 b1 front"]
    assert (lost(step, "c1"), lost(step, "a1")) == (1, 0)
    passed = step.state.table.units["south-c1"]
    assert passed.passed
    assert place(step, "c1") == "15/5.25/0"


def test_a_friend_is_passed_by_force_once_a_turn() -> None:
    """However many pass (5.forced.once)."""
    table = lay(
        wild("a1", "15/4"),
        wild("a2", "16/4"),
        unit("c1", "15.5/5"),
        enemy("b1", "15/7"),
        enemy("b2", "16/7"),
    )
    step = carried(table)
    assert met(step) == ["a1 b1 front", "a2 b2 front"]
    assert lost(step, "c1") == 1


def test_who_was_disordered_before_loses_a_point_more() -> None:
    """The loss adds to what is lost already (5.forced.more)."""
    table = lay(wild("a1", "15/4"), unit("c1", "15/5", lost=1), enemy("b1", "15/6.9"))
    assert lost(carried(table), "c1") == 2


@pytest.mark.parametrize("troop", ["elephants", "phalanx"])
def test_some_are_never_passed_by_force(troop: str) -> None:
    """Elephants, and a phalanx in deep formation (5.forced.never)."""
    second = (unit("c2", "15/3.6", "phalanx"),) if troop == "phalanx" else ()
    table = lay(
        wild("a1", "15/2", "heavy_cavalry"),
        unit("c1", "15/5.1", troop),
        *second,
        enemy("b1", "15/5.9"),
    )
    assert targets(table) == []


def test_nobody_else_forces_a_way() -> None:
    """Calm troops go round, or not at all (5.forced; ADG-R73)."""
    table = lay(unit("a1", "15/4", moves=1), unit("c1", "15/5.9"), enemy("b1", "15/6"))
    assert against(table, charge("a1", "b1")) == ["charge.no_way"]


def test_whoever_flees_from_a_friend_they_passed_charges_no_more() -> None:
    """A friend routed by a forced passage takes who charges along (5.forced, 9.behind)."""
    table = lay(
        unit("a1", "15/4", "medium_infantry", options=("impetuous",), lost=2),
        unit("a2", "15/5.2", "medium_infantry", lost=2),
        enemy("b1", "15/6.8"),
        *(unit(f"e{n}", f"{2 * n}/1") for n in range(1, 7)),
    )
    step = carried(table, charge("a1", "b1", "front"))
    gone = step.state.table.units["south-a1"]
    assert (gone.place, gone.pose) == (Place.ROUTED, None)
    assert met(step) == []

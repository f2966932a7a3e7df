"""Who may charge whom, what contact brings at once, and charges that come to nothing."""

from __future__ import annotations

import pytest

from engine.art_of_war.actions import Charge, Done, Move
from engine.art_of_war.plane.contact import touch
from engine.art_of_war.rules.charge.reach import charges
from engine.art_of_war.state import Camp, Contact, Marker, Place
from engine.art_of_war.survey import base_of
from tests.engine.art_of_war.build import (
    against,
    answer,
    codes,
    enemy,
    general,
    ground,
    place,
    pose,
    typed,
    unit,
    whole,
)
from tests.engine.art_of_war.charging import carried, charge, declared, lay, lost, met

_FAR = tuple(enemy(f"y{n}", f"{n}/19") for n in range(1, 7))
"""So many that no loss beats their army."""


@pytest.mark.parametrize("troop", ["artillery", "war_wagons"])
def test_engines_charge_nobody(troop: str) -> None:
    """Artillery and wagons cannot charge, nor go to overlap (8.not.engines)."""
    table = lay(unit("a1", "15/4", troop), enemy("b1", "15/5.5"))
    assert against(table, charge("a1", "b1")) == ["charge.engine"]
    beside = lay(
        unit("a1", "16/4", troop),
        unit("a2", "15/6"),
        enemy("b1", "15/6"),
        Contact("south-a2", "north-b1"),
    )
    assert against(beside, charge("a1", "b1", "overlap")) == ["charge.engine"]


@pytest.mark.parametrize(
    ("troop", "options"),
    [("archers", ()), ("light_cavalry", ()), ("heavy_infantry", ("support",))],
)
def test_shooters_charge_light_troops_or_a_flank(troop: str, options: tuple[str, ...]) -> None:
    """Bowmen, light cavalry and mixed units charge no others in front (8.not.shooters)."""
    mine = unit("a1", "15/4", troop, options=options)
    for kind in ("light_infantry", "light_cavalry"):
        assert not against(lay(mine, enemy("b1", "15/6", kind)), charge("a1", "b1", "front"))
    table = lay(mine, enemy("b1", "15/6"))
    assert against(table, charge("a1", "b1", "front")) == ["charge.shooter"]
    aside = unit("a1", "17/5.6/270", troop, options=options)
    assert not against(lay(aside, enemy("b1", "15/5")), charge("a1", "b1", "left"))


def test_shooters_charge_foot_that_overlaps() -> None:
    """Foot that supports a melee is charged by bowmen, mounted troops are not (8.not.shooters)."""
    fight = Contact("north-b1", "south-c1", fresh=False)
    for troop, found in (("heavy_infantry", []), ("heavy_cavalry", ["charge.shooter"])):
        table = lay(
            unit("a1", "16.2/4", "archers"),
            unit("c1", "15/6"),
            enemy("b1", "15/6"),
            enemy("b2", "16/6", troop),
            fight,
        )
        assert against(table, charge("a1", "b2", "front")) == found


@pytest.mark.parametrize("troop", ["light_infantry", "elephants", "scythed_chariots"])
def test_light_infantry_charges_its_like_and_beasts(troop: str) -> None:
    """Elephants and scythed chariots too (8.not.skirmishers)."""
    table = lay(unit("a1", "15/4", "light_infantry"), enemy("b1", "15/6", troop))
    assert not against(table, charge("a1", "b1"))


@pytest.mark.parametrize("troop", ["heavy_infantry", "light_cavalry", "archers"])
def test_light_infantry_charges_others_on_bad_ground_or_in_a_flank(troop: str) -> None:
    """In the open and in front it charges none of them (8.not.skirmishers)."""
    brush = ground("brush", "14/5.5", "16/5.5", "16/8", "14/8")
    mine, theirs = unit("a1", "15/4", "light_infantry"), enemy("b1", "15/6", troop)
    assert not against(lay(mine, theirs, brush), charge("a1", "b1"))
    assert against(lay(mine, theirs), charge("a1", "b1")) == ["charge.light"]
    aside = lay(unit("a1", "17/5.6/270", "light_infantry"), enemy("b1", "15/5", troop))
    assert not against(aside, charge("a1", "b1", "left"))


def test_whoever_may_not_charge_may_still_overlap() -> None:
    """Light infantry goes beside a friend against knights (8.not.overlap); elephants never do."""
    pieces = unit("c1", "15/6"), enemy("b1", "15/6", "heavy_knights")
    fight = Contact("south-c1", "north-b1", fresh=False)
    light = lay(unit("a1", "16/4", "light_infantry"), *pieces, fight)
    assert not against(light, charge("a1", "b1", "overlap"))
    beast = lay(unit("a1", "16/4", "elephants"), *pieces, fight)
    assert against(beast, charge("a1", "b1", "overlap")) == ["charge.beast"]


def test_who_has_declared_does_nothing_else() -> None:
    """A charge is declared once, and its unit is not ordered again (5.evade.declare)."""
    table = declared(lay(unit("a1", "15/4"), enemy("b1", "15/6")), charge("a1", "b1"))
    assert against(table, charge("a1", "b1")) == ["charge.again"]
    move = typed(table, "move", who="a1", parts="advance 1")
    assert isinstance(move, Move)
    assert against(table, move)


def test_who_fights_charges_nobody() -> None:
    """A unit in melee can only break off (5.breakoff)."""
    table = lay(
        unit("a1", "15/6"),
        enemy("b1", "15/6"),
        enemy("b2", "16.2/6.2"),
        Contact("south-a1", "north-b1", fresh=False),
    )
    assert against(table, charge("a1", "b2")) == ["charge.fighting"]


def test_a_corps_that_wavers_charges_nobody() -> None:
    """It takes no part in the battle (3.allies.idle)."""
    table = lay(
        unit("a1", "15/4"),
        enemy("b1", "15/6"),
        general("15/1", points=5, ally=True, hesitating=True),
    )
    assert against(table, charge("a1", "b1")) == ["allies.idle"]


def test_nobody_charges_their_own_or_what_is_not_there() -> None:
    """A target is an enemy on the table, or their camp (5.charge)."""
    table = lay(unit("a1", "15/4"), unit("a2", "15/6"), enemy("b1", "15/9", place=Place.ROUTED))
    own = Charge(who="south-a1", target="south-a2")
    assert against(table, own) == ["charge.whom"]
    assert against(table, charge("a1", "b1")) == ["charge.whom"]


def test_points_must_suffice() -> None:
    """A charge is an order (3.points)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6"), general("15/1", points=0))
    assert against(table, charge("a1", "b1")) == ["points.few"]


def test_where_no_edge_is_named_it_is_one_that_can_be_paid_for() -> None:
    """From behind, the flank takes two moves and the rear one; so far the points go (5.charge)."""
    pieces = unit("a1", "13.5/2.2"), enemy("b1", "15/6/0")
    assert [one.declared.at for one in charges(lay(*pieces), ["south-a1"])] == ["rear", "left"]
    poor = lay(*pieces, general("15/1", points=1, rank="brilliant"))
    assert against(poor, charge("a1", "b1", "left")) == ["points.few"]
    assert not against(poor, charge("a1", "b1"))
    assert declared(poor, charge("a1", "b1")).declared[0].at == "rear"
    assert declared(lay(*pieces), charge("a1", "b1")).declared[0].at == "left"


@pytest.mark.parametrize(
    ("troop", "swept"),
    [("heavy_cavalry", True), ("medium_infantry", True), ("elephants", False)],
)
def test_light_infantry_in_the_open_is_swept_away(troop: str, swept: bool) -> None:
    """MI, HI, Cv and Kn destroy it by reaching it when it cannot evade (8.destroyed)."""
    fight = Contact("north-b1", "south-c1", fresh=False)
    fighters = enemy("b1", "15/6", "light_infantry"), unit("c1", "15/6", "light_infantry")
    table = lay(unit("a1", "16.8/6.6/270", troop), *fighters, fight, *_FAR)
    step = carried(table, charge("a1", "b1"))
    gone = step.state.table.units["north-b1"].place is Place.ROUTED
    assert gone is swept
    assert met(step) == ([] if swept else ["a1 b1 left", "b1 c1 front"])


def test_who_sweeps_light_infantry_away_stops_where_it_stood() -> None:
    """The charge ends at the place of the contact, not lined up (8.destroyed; ADG-R43)."""
    fight = Contact("north-b1", "south-c1", fresh=False)
    fighters = enemy("b1", "15/6", "light_infantry"), unit("c1", "15/6", "light_infantry")
    table = lay(unit("a1", "16.8/6.7/270", "heavy_cavalry"), *fighters, fight, *_FAR)
    assert place(carried(table, charge("a1", "b1")), "a1") == "15.5/6.7/270"


def test_on_bad_ground_light_infantry_fights() -> None:
    """In brush nobody sweeps it away (8.destroyed)."""
    fight = Contact("north-b1", "south-c1", fresh=False)
    fighters = enemy("b1", "15/6", "light_infantry"), unit("c1", "15/6", "light_infantry")
    brush = ground("brush", "14/5.9", "15.4/5.9", "15.4/7", "14/7")
    table = lay(unit("a1", "16.8/6.6/270", "heavy_cavalry"), *fighters, fight, brush)
    assert met(carried(table, charge("a1", "b1"))) == ["a1 b1 left", "b1 c1 front"]


def test_a_flank_attack_on_who_fights_in_front_costs_a_point_at_once() -> None:
    """One point for the new contact, and it is marked as struck (8.flank.fighting; ADG-R7)."""
    table = lay(
        unit("a1", "17/5.6/270", "heavy_cavalry"),
        unit("c1", "15/5"),
        enemy("b1", "15/5"),
        Contact("south-c1", "north-b1", fresh=False, rounds=1),
    )
    step = carried(table, charge("a1", "b1"))
    assert lost(step, "b1", "north") == 1
    assert met(step) == ["a1 b1 left", "c1 b1 front"]
    assert step.state.table.units["north-b1"].turned


def test_a_flank_attack_on_who_fights_nobody_costs_nothing_at_once() -> None:
    """It has -1 in the melee instead (8.flank.alone)."""
    table = lay(unit("a1", "17/5.6/270", "heavy_cavalry"), enemy("b1", "15/5"))
    step = carried(table, charge("a1", "b1"))
    assert lost(step, "b1", "north") == 0


def test_front_and_flank_at_once_cost_no_point_but_the_melee() -> None:
    """Met in one turn from two sides a unit is routed in the melee phase (8.conform.rout)."""
    table = lay(
        unit("a1", "17/5.6/270", "heavy_cavalry"),
        unit("c1", "15/3"),
        enemy("b1", "15/5"),
    )
    step = carried(table, charge("c1", "b1"), charge("a1", "b1"))
    assert lost(step, "b1", "north") == 0
    assert met(step) == ["a1 b1 left", "c1 b1 front"]
    assert step.state.table.units["north-b1"].turned


def test_wagons_have_no_flank() -> None:
    """Whoever comes at their side costs them nothing at once (8.flank.wagons)."""
    table = lay(
        unit("a1", "17/5.6/270", "heavy_cavalry"),
        unit("c1", "15/5"),
        enemy("b1", "15/5", "war_wagons"),
        Contact("south-c1", "north-b1", fresh=False, rounds=1),
    )
    step = carried(table, charge("a1", "b1"))
    assert lost(step, "b1", "north") == 0


def test_an_open_camp_is_taken_by_contact() -> None:
    """It is destroyed when an enemy unit touches it (8.camp); a fortified one is fought for."""
    camp = Camp("north-camp", "north", pose("15/6/180"))
    step = carried(lay(unit("a1", "15/4"), camp, *_FAR), charge("a1", "camp"))
    assert step.state.table.camps["north-camp"].taken
    assert met(step) == []
    fort = Camp("north-camp", "north", pose("15/6/180"), fortified=True)
    step = carried(lay(unit("a1", "15/4"), fort, *_FAR), charge("a1", "camp"))
    assert not step.state.table.camps["north-camp"].taken
    assert met(step) == ["a1 camp front"]


def test_a_general_by_themselves_is_no_obstacle_and_dodges() -> None:
    """Whoever is touched goes off to the nearest unit of their side (3.safe.away)."""
    table = lay(
        unit("a1", "15/4"),
        enemy("b1", "15/6"),
        general("15/5", side="north"),
    )
    step = carried(table, charge("a1", "b1"))
    assert met(step) == ["a1 b1 front"]
    assert step.state.table.generals["north-g1"].unit == "north-b1"


def test_a_general_goes_with_the_unit_that_charges() -> None:
    """Who has joined a unit stands behind it wherever it comes to (3.joined)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6"), general("a1", points=5))
    step = carried(table, charge("a1", "b1"))
    moved = step.state.table.generals["south-g1"].pose
    assert moved is not None
    assert (moved.x, moved.y) == (1500, 525)


def test_charges_are_carried_out_in_the_order_declared() -> None:
    """A way that an earlier charge has blocked goes as far as it can, and fails (ADG-R29)."""
    table = lay(
        unit("a1", "15/4"),
        unit("c1", "16.1/4"),
        enemy("b1", "15.5/6", "light_cavalry"),
    )
    step = carried(table, charge("a1", "b1"), charge("c1", "b1"))
    assert step.state.table.frames
    step = answer(step.state, typed(step.state.table, "stand"))
    assert met(step) == ["a1 b1 front"]
    assert "charge.blocked" in codes(step)
    units = step.state.table.units
    assert units["south-c1"].charged
    assert not touch(base_of(units["south-c1"]), base_of(units["north-b1"]))


def test_those_that_only_overlap_come_last() -> None:
    """A unit declared first to overlap waits for the charge beside which it goes (8.overlap)."""
    table = lay(
        unit("a1", "15/6"),
        unit("a2", "16.4/4.5"),
        unit("c1", "13.4/4"),
        enemy("b1", "15/6"),
        Contact("south-a1", "north-b1", fresh=False),
    )
    step = carried(table, charge("a2", "b1", "overlap"), charge("c1", "b1", "overlap"))
    assert [place(step, name) for name in ("c1", "a2")] == ["14/6/0", "16/6/0"]


def test_ambushes_near_a_charge_are_found_out() -> None:
    """Who comes within 1 UD of a marker sees what is beneath it (10.hidden)."""
    marker = Marker("north-m1", "north", pose("17/6/180"))
    table = lay(unit("a1", "15/4"), enemy("b1", "15.5/6"), markers={"north-m1": marker})
    step = carried(table, charge("a1", "b1"))
    assert "ambush.nobody" in codes(step)


def test_orders_end_at_once_where_nobody_charges() -> None:
    """Without charges nobody is asked anything."""
    step = answer(whole(lay(unit("a1", "15/4"), enemy("b1", "15/16"))), Done())
    assert not step.state.table.frames

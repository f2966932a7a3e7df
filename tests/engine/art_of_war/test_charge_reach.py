"""What can be charged, from where, at what cost, and where one stands then."""

from __future__ import annotations

import pytest

from engine.art_of_war.game import GAME
from engine.art_of_war.plane.onset import Onset
from engine.art_of_war.rules.charge.carrying_out import supposed
from engine.art_of_war.rules.charge.declaring import affordable
from engine.art_of_war.rules.charge.reach import charges, reach_of, ways
from engine.art_of_war.rules.charge.surroundings import Surroundings
from engine.art_of_war.state import SOUTH, Contact, Unit, Work
from tests.engine.art_of_war.build import (
    against,
    do,
    enemy,
    general,
    ground,
    place,
    pose,
    unit,
    whole,
)
from tests.engine.art_of_war.charging import carried, charge, declared, lay, met


def test_a_charge_ends_front_on_front_with_its_enemy() -> None:
    """Who charges lines up corner on corner, though it came aside (8.contact, 8.conform)."""
    step = carried(lay(unit("a1", "15/4"), enemy("b1", "15.4/6.5")), charge("a1", "b1"))
    assert place(step, "a1") == "15.4/6.5/0"
    assert met(step) == ["a1 b1 front"]
    assert step.state.table.units["south-a1"].charged


@pytest.mark.parametrize(
    ("at", "cost", "moves"), [("15/7", 1, 1), ("15/7.01", 1, 1), ("15/8.01", 2, 2)]
)
def test_a_charge_goes_as_far_as_its_move_and_lines_up_beyond(
    at: str, cost: int, moves: int
) -> None:
    """Contact must be made within the move; a hundredth more still touches (5.charge)."""
    table = lay(unit("a1", "15/4"), enemy("b1", at))
    (found,) = charges(table, ("south-a1",))
    assert (found.cost, found.declared.moves) == (cost, moves)
    after = declared(table, charge("a1", "b1"))
    assert after.units["south-a1"].moves == moves
    assert after.generals["south-g1"].points == 5 - cost


def test_lining_up_takes_one_unit_of_distance_beyond_the_move() -> None:
    """Contact must be made within the move; turning to the enemy may go beyond (8.conform)."""
    table = lay(unit("a1", "15/4", moves=1), enemy("b1", "15/6.95/150"))
    step = carried(table, charge("a1", "b1"))
    assert place(step, "a1") == "15/6.95/330"
    far = lay(unit("a1", "15/4", moves=1), enemy("b1", "15/7.6/150"))
    assert against(far, charge("a1", "b1")) == ["charge.no_way"]


def test_nobody_is_charged_beyond_the_moves_that_are_left() -> None:
    """A unit that has made its two moves charges nobody (5.most)."""
    table = lay(unit("a1", "15/4", moves=2), enemy("b1", "15/6"))
    assert against(table, charge("a1", "b1")) == ["charge.moves"]
    far = lay(unit("a1", "15/4", moves=1), enemy("b1", "15/8.5"))
    assert against(far, charge("a1", "b1")) == ["charge.no_way"]
    assert reach_of(far, ("south-a1",)) == 400


def test_bad_ground_on_the_way_slows_a_charge() -> None:
    """The worst ground that is crossed says how far a move goes (5.terrain.worst)."""
    wood = ground("wood", "14/4.5", "16/4.5", "16/5", "14/5")
    table = lay(unit("a1", "15/4", moves=1), enemy("b1", "15/5.9"), wood)
    assert against(table, charge("a1", "b1")) == ["charge.no_way"]
    brush = ground("brush", "14/4.5", "16/4.5", "16/5", "14/5")
    assert not against(lay(*table.units.values(), brush), charge("a1", "b1"))


def test_a_charge_may_turn_before_it_goes_straight_on() -> None:
    """A pivot about a corner, or a quarter turn by itself, brings an enemy aside within reach."""
    step = carried(lay(unit("a1", "15/4"), enemy("b1", "16.8/5.5/225")), charge("a1", "b1"))
    assert place(step, "a1") == "16.8/5.5/45"
    quarter = lay(unit("a1", "15/4"), enemy("b1", "18/3.7/270"))
    assert place(carried(quarter, charge("a1", "b1")), "a1") == "18/3.7/90"


def test_nobody_turns_through_others_as_they_charge() -> None:
    """A pivot needs room for the whole base, and a turn in place where it comes to stand."""

    def turn(*friends: Unit, troop: str = "heavy_infantry", foe: str = "heavy_infantry") -> Onset:
        aslant = enemy("b1", "16.8/5.5/225", foe)
        surroundings = Surroundings(lay(unit("a1", "15/4", troop), *friends, aslant), SOUTH)
        (way,) = ways(surroundings, ("south-a1",), 2)
        return way.onset

    assert turn().turn == "pivot_right"
    assert turn(unit("a2", "16/4")).turn == "pivot_right"
    beside = turn(unit("a2", "14/4"))
    assert (beside.turn, beside.slide) == ("", 100)
    # Light infantry goes through anybody of its own (5.through).
    light = turn(unit("a2", "14/4"), troop="light_infantry", foe="elephants")
    assert light.turn == "pivot_right"


def test_nobody_turns_in_place_onto_others() -> None:
    """Who turns to the right sticks out a little to the left: no turn against a neighbour there."""
    aside = enemy("b1", "18/3.7/270")
    assert not against(lay(unit("a1", "15/4"), aside), charge("a1", "b1"))
    beside = lay(unit("a1", "15/4"), unit("a2", "14/4"), aside)
    assert against(beside, charge("a1", "b1")) == ["charge.no_way"]
    assert not against(lay(unit("a1", "15/4"), unit("a2", "13.9/4"), aside), charge("a1", "b1"))


def test_an_enemy_near_is_charged_without_points() -> None:
    """Within 1 UD a single unit needs no order, a group does (3.automatic)."""
    table = lay(unit("a1", "15/4"), unit("a2", "16/4"), enemy("b1", "15/5"), enemy("b2", "16/5"))
    assert [one.cost for one in charges(table, ("south-a1",))] == [0, 0]
    both = charges(table, ("south-a1", "south-a2"))
    assert [one.cost for one in both] == [1, 1]
    beyond = lay(unit("a1", "15/4"), enemy("b1", "15/5.02"))
    assert [one.cost for one in charges(beyond, ("south-a1",))] == [1]
    after = declared(table, charge("a1", "b1"))
    assert after.generals["south-g1"].points == 5
    assert after.units["south-a1"].moves == 1


def test_without_points_only_what_is_free_is_offered() -> None:
    """A unit by itself charges an enemy within 1 UD, no group does, and nobody further off."""
    spent = general("15/1", points=0, rank="brilliant")
    near = enemy("b1", "15/5"), enemy("b2", "17/6.5")
    table = lay(unit("a1", "15/4"), unit("a2", "16/4"), *near, spent)

    def offered(*who: str) -> list[tuple[str, int]]:
        return [(one.declared.target, one.cost) for one in affordable(table, who)]

    assert offered("south-a1") == [("north-b1", 0)]
    assert offered("south-a2") == [("north-b1", 0)]
    assert offered("south-a1", "south-a2") == []
    assert "north-b2" in {one.declared.target for one in charges(table, ("south-a2",))}


@pytest.mark.parametrize(
    ("start", "edges"),
    [
        ("17.5/5.6/270", ["left"]),
        ("12.5/5.6/90", ["right"]),
        ("15/9/180", ["rear"]),
        ("17/8.3/225", ["left", "rear"]),
        ("12.5/4.6/90", ["front"]),
    ],
)
def test_where_one_stands_before_says_which_edge_is_charged(start: str, edges: list[str]) -> None:
    """Before the line of the enemy's front it is met there, else in flank or rear (8.position)."""
    table = lay(unit("a1", start, "light_chariots"), enemy("b1", "15/5"))
    found = charges(table, ("south-a1",))
    assert sorted(one.declared.at for one in found) == sorted(edges)


def test_a_flank_that_cannot_be_reached_from_the_front_is_refused() -> None:
    """Who stands before an enemy names no flank of theirs (8.position)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6"))
    assert against(table, charge("a1", "b1", "left")) == ["charge.edge"]


def test_a_flank_contact_stands_along_the_side() -> None:
    """Who falls on a flank stands with the front along it, middle on middle (8.sideways)."""
    table = lay(unit("a1", "17.5/5.6/270", "heavy_cavalry"), enemy("b1", "15/5"))
    step = carried(table, charge("a1", "b1"))
    assert met(step) == ["a1 b1 left"]
    assert place(step, "a1") == "15.5/5.38/270"


def test_a_group_charges_and_lines_up_together() -> None:
    """All of a group end in line, each in contact with who stands before it (5.group.whole)."""
    table = lay(
        *(unit(f"a{n}", f"{13 + n}/4") for n in (1, 2, 3)),
        *(enemy(f"b{n}", f"{13.3 + n}/6") for n in (1, 2, 3)),
    )
    step = carried(table, charge("a1+a2+a3", "b2"))
    assert met(step) == ["a1 b1 front", "a2 b2 front", "a3 b3 front"]
    assert [place(step, f"a{n}") for n in (1, 2, 3)] == ["14.3/6/0", "15.3/6/0", "16.3/6/0"]


def test_who_finds_nobody_before_them_stands_beside_the_others() -> None:
    """Those of a group with no enemy in front keep their place in the line, and overlap."""
    table = lay(unit("a1", "15/4"), unit("a2", "16/4"), enemy("b1", "15/6"))
    step = carried(table, charge("a1+a2", "b1"))
    assert met(step) == ["a1 b1 front"]
    assert place(step, "a2") == "16/6/0"


def test_a_staggered_enemy_is_met_where_it_stands() -> None:
    """One of a group conforms to an enemy who stands further forward than the line (8.conform)."""
    table = lay(unit("a1", "15/4"), unit("a2", "16/4"), enemy("b1", "15/6"), enemy("b2", "16/6.4"))
    step = carried(table, charge("a1+a2", "b1"))
    assert met(step) == ["a1 b1 front", "a2 b2 front"]
    assert place(step, "a2") == "16/6.4/0"


def test_a_group_goes_at_the_pace_of_its_slowest() -> None:
    """Cavalry beside light infantry goes 3 UD (5.group.pace)."""
    pair = unit("a1", "15/4", "heavy_cavalry", moves=1), unit("a2", "16/4", "light_infantry")
    table = lay(*pair, enemy("b1", "15/7.6"))
    assert not against(table, charge("a1", "b1"))
    assert against(table, charge("a1+a2", "b1")) == ["charge.no_way"]


def test_beside_a_friend_who_fights_one_may_overlap() -> None:
    """A unit goes into line beside a friend in melee, and fights nobody itself (8.overlap)."""
    table = lay(
        unit("a1", "15/6"),
        unit("a2", "16.6/4"),
        enemy("b1", "15/6"),
        Contact("south-a1", "north-b1", fresh=False),
    )
    step = carried(table, charge("a2", "b1", "overlap"))
    assert place(step, "a2") == "16/6/0"
    assert met(step) == ["a1 b1 front"]
    assert "charge.overlaps" in [one.code for one in step.events]


def test_a_zone_binds_who_stands_in_it() -> None:
    """In an enemy's zone only they may be charged (5.zone.within, 5.zone.many)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15.5/4.8"), enemy("b2", "13/5/135"))
    assert against(table, charge("a1", "b2")) == ["charge.held"]
    assert not against(table, charge("a1", "b1"))


def test_a_zone_on_the_way_binds_too() -> None:
    """Who would come into somebody's zone first may not go on to another (5.zone.within)."""
    beside = enemy("b1", "16.2/5.2/270"), enemy("b3", "13.8/5.2/90")
    table = lay(unit("a1", "15/4"), enemy("b2", "15/7.2"), *beside)
    assert against(table, charge("a1", "b2")) == ["charge.no_way"]
    away = enemy("b1", "16.5/5.2/90"), enemy("b3", "13.5/5.2/270")
    free = lay(unit("a1", "15/4"), enemy("b2", "15/7.2"), *away)
    assert not against(free, charge("a1", "b2"))


def test_who_stands_in_a_zone_between_blocks_it() -> None:
    """A screen of light infantry before a line can be charged, and bars its zones (ADG-R71)."""
    screen = enemy("b2", "14.9/5.2", "light_infantry")
    line = enemy("b1", "15.4/5.75"), enemy("b3", "14.4/5.75")
    table = lay(unit("a1", "15/4"), screen, *line)
    assert not against(table, charge("a1", "b2"))


def test_friends_bar_the_way_or_are_passed() -> None:
    """Light infantry goes through anybody, others do not (5.through); nobody ends on a friend."""
    table = lay(unit("a1", "15/4", moves=1), unit("b1", "15/5"), enemy("b1", "15/6"))
    assert against(table, charge("a1", "b1")) == ["charge.no_way"]
    light = lay(
        unit("a1", "15/4", "light_infantry"),
        unit("b1", "15/5"),
        enemy("b1", "15/6.5", "elephants"),
    )
    step = carried(light, charge("a1", "b1", "front"))
    assert place(step, "a1") == "15/6.5/0"
    no_room = lay(
        unit("a1", "15/4", "light_infantry", moves=1),
        unit("b1", "15/5.8"),
        enemy("b1", "15/6", "elephants"),
    )
    assert against(no_room, charge("a1", "b1")) == ["charge.no_way"]


def test_other_enemies_bar_the_way() -> None:
    """Whoever is met first is charged, not somebody behind them (5.charge)."""
    table = lay(
        unit("a1", "15/4", "light_cavalry"),
        enemy("b1", "15/6", "light_infantry"),
        enemy("b2", "15/7.5", "light_infantry"),
    )
    assert [one.declared.target for one in charges(table, ("south-a1",))] == ["north-b1"]


def test_an_enemy_behind_a_fortification_is_met_at_its_front() -> None:
    """One stands before the piece, in contact with who stands behind it (8.works.behind)."""
    work = Work("north-w1", "north", pose("15/5.75/180"))
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6"), works={"north-w1": work})
    step = carried(table, charge("a1", "b1"))
    assert met(step) == ["a1 b1 front"]
    assert place(step, "a1") == "15/5.75/0"


def test_crossing_a_fortification_takes_of_the_move() -> None:
    """1 UD on foot (8.works.cross)."""
    work = Work("south-w1", "south", pose("15/4.5"))
    near = lay(unit("a1", "15/4", moves=1), enemy("b1", "15/6"), works={"south-w1": work})
    assert not against(near, charge("a1", "b1"))
    far = lay(unit("a1", "15/4", moves=1), enemy("b1", "15/6.9"), works={"south-w1": work})
    assert against(far, charge("a1", "b1")) == ["charge.no_way"]


def test_what_a_charge_would_lead_to_is_supposed_without_dice() -> None:
    """The odds and the computer see the table after a charge that nobody evades."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15.4/6.5"))
    (found,) = charges(table, ("south-a1",))
    after = supposed(table, found.declared)
    assert after is not None
    assert after.units["south-a1"].pose == found.ends["south-a1"]
    assert [(one.one, one.two) for one in after.contacts] == [("south-a1", "north-b1")]


def test_options_lead_to_orders_that_are_legal() -> None:
    """Whoever is offered can charge whom is offered, at every edge offered."""
    table = lay(unit("a1", "15/4"), unit("a2", "16/4"), enemy("b1", "15/6"), enemy("b2", "16.6/6"))
    view = GAME.view(whole(table), "south")
    seen = 0
    for who in GAME.options(view, "charge", "who", {}):
        filled = {"who": who.value}
        for target in GAME.options(view, "charge", "target", filled):
            ats = GAME.options(view, "charge", "at", {**filled, "target": target.value})
            for at in ("any", *(one.value for one in ats)):
                raw = {**filled, "target": target.value, "at": at}
                action = GAME.parse(view, "charge", raw)
                assert not GAME.check(whole(table), "south", action)
                do(table, action)
                seen += 1
    assert seen >= 6

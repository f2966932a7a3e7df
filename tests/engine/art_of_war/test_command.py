"""Command: points, what an order costs, command distance, generals, allies (3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.art_of_war.actions import Done, Lead
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.command import allies, dodging, points
from engine.art_of_war.rules.command.distance import in_command
from engine.art_of_war.rules.movement import forced_passage, leaving
from engine.art_of_war.rules.rout import leaders
from engine.art_of_war.state import Contact, Phase, Place, Table
from tests.engine.art_of_war.build import (
    against,
    codes,
    do,
    enemy,
    general,
    ground,
    lay,
    play_on,
    pose,
    typed,
    unit,
    whole,
)
from tests.engine.art_of_war.moves import against as against_move
from tests.engine.art_of_war.moves import order

# -- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "die", "thrown"),
    [
        ("ordinary", 1, 1),
        ("ordinary", 2, 1),
        ("ordinary", 3, 2),
        ("ordinary", 6, 3),
        ("competent", 4, 3),
        ("brilliant", 5, 5),
        ("strategist", 2, 3),
    ],
)
def test_a_general_has_half_a_die_and_their_value(rank: str, die: int, thrown: int) -> None:
    """Rounded up; what the turn before left is lost (3.orders, 3.quality, 3.strategist)."""
    table = lay(unit("a1", "15/5"), general("15/4", rank=rank, points=7, moved=300, free=True))
    play = play_on(table, die)
    points.throw_points(play, "south")
    one = play.general("south-g1")
    assert (one.points, one.moved, one.free, one.thrown) == (thrown, 0, False, die)


def test_points_are_thrown_when_a_sides_turn_begins() -> None:
    """All generals of that side on the table, and before everybody (4, ADG-R35)."""
    table = lay(
        unit("a1", "15/5"),
        general("15/4"),
        enemy("z1", "15/15"),
        general("15/17", side="north", points=0),
        general("20/17", corps=2, side="north", points=0),
    )
    step = do(table, Done(), 6, 3)
    assert codes(step)[-2:] == ["points.thrown", "points.thrown"]
    found = step.state.table.generals
    assert [found[f"north-g{n}"].points for n in (1, 2)] == [3, 2]
    assert found["south-g1"].points == 2


def test_an_order_costs_a_point_a_group_as_well() -> None:
    """And two moves of a unit cost two (3.points)."""
    table = lay(unit("a1", "15/5"), unit("a2", "16/5"), general("15/4", points=3))
    after = do(table, order("a1+a2", "advance 1")).state.table
    assert after.generals["south-g1"].points == 2
    assert [one.points for one in after.units.values()] == [1, 1]
    assert [one.moves for one in after.units.values()] == [1, 1]


def test_points_of_one_serve_their_own_corps_only() -> None:
    """Who has none left orders nobody (3.points, ADG-R35)."""
    table = lay(
        unit("a1", "15/5"),
        general("15/4", points=0),
        general("16/4", corps=2, points=5),
    )
    assert against_move(table, "a1", "advance 1") == ["points.few"]


def test_never_more_than_three_points_on_one_unit() -> None:
    """Spent on its moves of the turn (3.points.three, ADG-R5)."""
    table = lay(
        unit("a1", "15/5", "light_infantry", moves=1, points=3),
        general("15/4", points=9),
        enemy("z1", "15/7.5"),
    )
    assert against_move(table, "a1", "advance 1") == ["points.three"]


def test_a_corps_of_nobody_takes_no_orders() -> None:
    """Its general has not come on the table (3.generals)."""
    table = lay(unit("a1", "15/5"))
    assert against_move(table, "a1", "advance 1") == ["points.nobody"]


# -- distance -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "away"), [("ordinary", 4), ("competent", 6), ("brilliant", 8), ("strategist", 8)]
)
def test_command_distance_by_quality(rank: str, away: int) -> None:
    """Beyond it an order costs one more; light troops hear twice as far (3.distance)."""
    for troop, times in (("heavy_infantry", 1), ("light_cavalry", 2), ("light_infantry", 2)):
        near = lay(unit("a1", f"{4.75 + away * times}/10", troop), general("4/10", rank=rank))
        far = lay(unit("a1", f"{4.85 + away * times}/10", troop), general("4/10", rank=rank))
        assert points.cost_of(near, ("south-a1",)) == 1
        assert points.cost_of(far, ("south-a1",)) == 2


def test_a_group_is_in_command_if_one_of_it_is() -> None:
    """An order to it reaches all (ADG-R60)."""
    table = lay(unit("a1", "8.7/10"), unit("a2", "9.7/10"), general("4/10"))
    assert points.cost_of(table, ("south-a1", "south-a2")) == 1
    assert points.cost_of(table, ("south-a2",)) == 2


def _line(*more: Any) -> Table:
    return lay(unit("a1", "8/10"), general("4.25/9.75"), *more)


def test_command_goes_round_zones_and_crags_only_if_a_straight_line_does() -> None:
    """Enemy zones of control and impassable ground stop it (3.distance.line)."""
    who = ("south-a1",)
    assert points.cost_of(_line(), who) == 1
    wall = ground("crag", "5/5", "6/5", "6/15", "5/15")
    assert points.cost_of(_line(wall), who) == 2
    wood = ground("wood", "5/5", "6/5", "6/15", "5/15")
    assert points.cost_of(_line(wood), who) == 1
    enemies = [enemy(f"z{n}", f"{5 + n / 100}/{7.5 + n}/90") for n in range(1, 5)]
    assert points.cost_of(_line(*enemies), who) == 2
    light = [enemy(f"z{n}", f"{5 + n / 100}/{7.5 + n}/90", "light_cavalry") for n in range(1, 5)]
    assert points.cost_of(_line(*light), who) == 1


def test_distance_counts_from_the_unit_that_a_general_is_with() -> None:
    """And the unit itself always hears them (ADG-R60)."""
    table = lay(unit("a1", "4/10"), unit("a2", "9/10"), general("a1"))
    one = table.generals["south-g1"]
    assert in_command(table, one, table.units["south-a1"])
    assert in_command(table, one, table.units["south-a2"])


# -- what costs more, and what nothing ------------------------------------------------------------


def test_a_general_who_fights_pays_more_for_each_order() -> None:
    """In melee, and only then (3.fighting)."""
    fought = (unit("a1", "15/5"), enemy("z1", "15/5"), Contact("south-a1", "north-z1"))
    table = lay(*fought, unit("a2", "12/5"), general("a1", fights=True))
    assert points.cost_of(table, ("south-a2",)) == 2
    beside = lay(*fought, unit("a2", "12/5"), general("a1"))
    assert points.cost_of(beside, ("south-a2",)) == 1


def test_one_move_a_turn_of_the_generals_unit_is_free() -> None:
    """Alone, not in a group; its other moves cost as usual (3.free, ADG-R44)."""
    table = lay(
        unit("a1", "15/5"), unit("a2", "16/5"), general("a1", points=2), enemy("z1", "15/9")
    )
    assert points.cost_of(table, ("south-a1", "south-a2")) == 1
    after = do(table, order("a1", "advance 2")).state.table
    assert after.generals["south-g1"].points == 2
    assert after.generals["south-g1"].carried
    assert after.generals["south-g1"].moved == 0
    assert points.cost_of(after, ("south-a1",)) == 1


# -- a general lost -------------------------------------------------------------------------------


def test_a_corps_without_general_has_one_last_point() -> None:
    """For a move or a rally, once in the battle, at no distance (3.lost, 3.lost.point)."""
    table = lay(unit("a1", "15/5"), general("1/1", points=0), enemy("z1", "15/19"))
    play = play_on(table)
    leaders.fall(play, "south-g1", "3.safe.captured")
    lost = play.table
    assert lost.generals["south-g1"].points == 1
    moved = do(lost, order("a1", "advance 3")).state.table
    assert moved.generals["south-g1"].points == 0
    again = play_on(moved)
    points.throw_points(again, "south")
    assert again.general("south-g1").points == 0
    assert against_move(lay_lost(), "a1", "advance 1") == ["points.lost"]
    dear = lay(unit("a1", "15/5", "elephants"), general("1/1", place=Place.ROUTED, points=1))
    assert against_move(dear, "a1", "half", "pay") == ["points.lost"]


def lay_lost() -> Table:
    """A corps whose general is lost, and their last point spent."""
    return lay(unit("a1", "15/5"), general("1/1", place=Place.ROUTED, points=0))


# -- generals move --------------------------------------------------------------------------------


def _lead(*more: Any, at: str = "10/10", **values: Any) -> Table:
    return lay(unit("a1", "20/10"), general(at, **values), *more)


def led(table: Table, to: str) -> Lead:
    """An order to the general of corps 1."""
    action = typed(table, "lead", general="g1", to=to)
    assert isinstance(action, Lead)
    return action


def test_a_general_goes_five_ud_a_turn() -> None:
    """In any direction, in parts, without points (3.move, 3.free)."""
    table = _lead()
    step = do(table, led(table, "10/13"))
    one = step.state.table.generals["south-g1"]
    assert (one.pose, one.moved, one.points) == (pose("10/13"), 300, 2)
    assert against(step.state.table, led(table, "12.01/13")) == ["lead.far"]
    assert against(step.state.table, led(table, "12/13")) == []


def test_ground_hinders_a_general_as_light_cavalry() -> None:
    """4 UD in rough ground, 2 in difficult, none over impassable (3.move.terrain)."""
    for kind, most in (("field", 4), ("wood", 2)):
        table = _lead(ground(kind, "9/10.5", "11/10.5", "11/11", "9/11"))
        assert against(table, led(table, f"10/{10 + most}")) == []
        assert against(table, led(table, f"10/{10 + most}.1")) == ["lead.far"]
    crag = _lead(ground("crag", "9/10.5", "11/10.5", "11/11", "9/11"))
    assert against(crag, led(crag, "10/12")) == ["lead.far"]


def test_generals_pass_friends_and_not_enemies() -> None:
    """Nor do they end where they would touch one (3.move.through, 3.safe)."""
    friends = _lead(unit("b1", "10/11.5"))
    assert against(friends, led(friends, "10/14")) == []
    foes = _lead(enemy("z1", "10/11.5"))
    assert against(foes, led(foes, "10/14")) == ["lead.through"]
    near = _lead(enemy("z1", "10.5/12"))
    assert against(near, led(near, "10/12")) == ["lead.touches"]


def test_a_general_joins_a_unit_and_leaves_it() -> None:
    """They stand behind it; one general a unit (3.move.joined)."""
    table = lay(unit("a1", "10/13"), general("10/9"))
    joined = do(table, led(table, "a1")).state.table
    one = joined.generals["south-g1"]
    assert (one.unit, one.pose, one.moved) == ("south-a1", pose("10/12.25"), 325)
    away = do(joined, led(joined, "10/11")).state.table.generals["south-g1"]
    assert (away.unit, away.moved) == ("", 450)
    full = lay(unit("a1", "10/11"), general("10/9"), general("a1", corps=2))
    assert against(full, led(full, "a1")) == ["lead.taken"]


def test_who_does_not_move_of_their_own() -> None:
    """Included in a unit, fighting, or standing aside (3.included.unit, 8.leaders.stay)."""
    included = lay(unit("a1", "10/10"), general("a1", included=True))
    assert against(included, Lead(general="south-g1", to="10/12")) == ["lead.included"]
    fought = (unit("a1", "15/5"), enemy("z1", "15/5"), Contact("south-a1", "north-z1"))
    fights = lay(*fought, general("a1", fights=True))
    assert against(fights, Lead(general="south-g1", to="15/2")) == ["lead.fights"]
    beside = lay(*fought, general("a1"))
    assert against(beside, Lead(general="south-g1", to="15/2")) == []
    idle = lay(unit("a1", "10/10"), general("10/9", hesitating=True))
    assert against(idle, Lead(general="south-g1", to="10/12")) == ["lead.idle"]
    off = lay(unit("a1", "10/10"), general("10/9"))
    assert against(off, Lead(general="south-g1", to="99/12")) == ["lead.off"]


# -- generals whom an enemy touches ---------------------------------------------------------------


def test_a_general_moves_off_to_the_nearest_unit_or_is_captured() -> None:
    """One whole move, whatever they have moved (3.safe.away, 3.safe.captured)."""
    table = lay(
        unit("a1", "10/5"),
        unit("a2", "10/9"),
        general("10/7", moved=500),
        enemy("z1", "10.5/7.01"),
    )
    play = play_on(table)
    dodging.dodge_all(play, "north-z1")
    assert play.general("south-g1").unit == "south-a2"
    far = lay(unit("a1", "20/5"), general("10/7"), enemy("z1", "10.5/7.01"))
    play = play_on(far)
    dodging.dodge_all(play, "north-z1")
    assert play.general("south-g1").place is Place.ROUTED
    assert play.general("south-g1").points == points.LAST_POINT
    untouched = play_on(lay(unit("a1", "20/5"), general("10/7"), enemy("z1", "12/9")))
    dodging.dodge_all(untouched, "north-z1")
    assert untouched.general("south-g1").on_table


def test_a_unit_that_leaves_the_table_is_lost_with_its_general() -> None:
    """5.leave, ADG-R61."""
    play = play_on(lay(unit("a1", "10/5"), general("a1")))
    leaving.leave(play, "south-a1")
    assert play.unit("south-a1").place is Place.LEFT
    assert play.general("south-g1").place is Place.LEFT


# -- allies ---------------------------------------------------------------------------------------


def _ally(**values: Any) -> Table:
    one = general("15/4", **{"ally": True, "thrown": 0, "points": 0, **values})
    return lay(unit("a1", "15/5"), one, enemy("z1", "15/17"))


def test_an_allys_first_one_makes_them_stand_aside() -> None:
    """The raw die, and the first alone (3.allies.waver)."""
    play = play_on(_ally(rank="brilliant"), 1)
    points.throw_points(play, "south")
    assert play.general("south-g1").hesitating
    assert against_move(play.table, "a1", "advance 1") == ["allies.idle"]
    later = play_on(_ally(thrown=4), 1)
    points.throw_points(later, "south")
    assert not later.general("south-g1").hesitating
    loyal = play_on(_ally(ally=False), 1)
    points.throw_points(loyal, "south")
    assert not loyal.general("south-g1").hesitating


def test_who_wavers_comes_back_on_a_six_or_when_attacked() -> None:
    """Then they throw points at once (3.allies.back, 3.allies.attacked)."""
    play = play_on(_ally(hesitating=True, thrown=1), 5)
    points.throw_points(play, "south")
    assert (play.general("south-g1").hesitating, play.general("south-g1").points) == (True, 0)
    play = play_on(_ally(hesitating=True, thrown=1), 6, 1)
    points.throw_points(play, "south")
    assert (play.general("south-g1").hesitating, play.general("south-g1").points) == (False, 1)
    struck = play_on(_ally(hesitating=True, thrown=1))
    allies.attacked(struck, "south-a1")
    assert not struck.general("south-g1").hesitating


# -- forced passage -------------------------------------------------------------------------------


def test_a_friend_passed_by_force_loses_a_point_once_a_turn() -> None:
    """One more if it was disordered before (5.forced)."""
    table = lay(unit("a1", "15/5"), unit("b1", "15/7", lost=1), unit("c1", "20/7"))
    play = play_on(table)
    forced_passage.force(play, "south-b1", "south-a1")
    forced_passage.force(play, "south-b1", "south-c1")
    assert play.unit("south-b1").lost == 2


def test_who_is_never_passed_by_force() -> None:
    """Elephants, a deep phalanx, who is in melee (5.forced.never, 5.through.fighting)."""
    table = lay(
        unit("a1", "15/5", "elephants"),
        unit("b1", "10/7", "phalanx"),
        unit("b2", "10/5.5", "phalanx"),
        unit("c1", "20/7"),
        unit("d1", "25/7"),
        enemy("z1", "25/7"),
        Contact("south-d1", "north-z1"),
    )
    may = {
        name: forced_passage.may_force(table, table.units[f"south-{name}"])
        for name in ("a1", "b1", "c1", "d1")
    }
    assert may == {"a1": False, "b1": False, "c1": True, "d1": False}


@pytest.mark.parametrize(
    ("kind", "phase"),
    [("breakoff", Phase.MOVEMENT), ("hold", Phase.MOVEMENT), ("rally", Phase.RALLY)],
)
def test_a_unit_that_stands_nowhere_takes_no_points(kind: str, phase: Phase) -> None:
    """What is left is told whatever was typed: of a unit that has routed too, or an enemy's (3)."""
    gone = replace(unit("a2", "15/5"), place=Place.ROUTED, pose=None)
    enemies = enemy("z1", "12/12")
    table = lay(unit("a1", "12/5"), gone, enemies, general("12/3"), phase=phase)
    view = GAME.view(whole(table), "south")
    nothing = GAME.left(view, kind, {})
    assert [one.params["n"] for one in nothing] == [2]
    for who in ("south-a2", "north-z1"):
        assert GAME.left(view, kind, {"who": who}) == nothing

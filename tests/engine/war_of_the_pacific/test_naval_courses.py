"""Courses over water, and who is near enough to intercept."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.rules.sea.courses import distances, hexes_between, home_to_box, plot
from engine.war_of_the_pacific.rules.sea.interceptors import (
    asks,
    groups,
    winning_faces,
    within_reach,
)
from engine.war_of_the_pacific.rules.sea.provisions import provisions
from engine.war_of_the_pacific.rules.sea.voyage import shunned
from engine.war_of_the_pacific.scenario import course_numbers
from engine.war_of_the_pacific.state import ALLIES, CHILE, Voyage
from tests.engine.war_of_the_pacific.build import lay

BOARD = load_board()


@pytest.mark.parametrize("area", sorted(BOARD.areas))
def test_every_hex_of_an_area_can_be_ordered_from_callao(area: str) -> None:
    """A course leads to each, step by step on water, and stays inside once it is inside."""
    for to in BOARD.areas[area].hexes:
        course = plot("2007", to, (), area)

        assert course is not None
        steps = ("2007", *course)
        assert steps[-1] == to
        assert all(b in BOARD.sea_exits(a) for a, b in pairwise(steps))
        inside = [BOARD.area_of(place) == area for place in steps]
        assert inside == sorted(inside)
        assert BOX not in steps


def test_a_course_is_a_shortest_one() -> None:
    """Without an area in the way it is as short as the board says."""
    assert len(plot("2007", "2415", (), "") or ()) == BOARD.sea_distance("2007", "2415")


def test_a_course_through_places_takes_them_in_order() -> None:
    """Every place of *via* is on it."""
    course = plot("2007", "2814", ("2113", "2415"), "VI")

    assert course is not None
    assert course.index("2113") < course.index("2415") < course.index("2814")


def test_no_course_leaves_the_ordered_area() -> None:
    """A place outside, named after the area was entered, has no course."""
    assert plot("2415", "2814", ("2816",), "VI") is None
    assert plot("2816", "2814", ("2715", "2816"), "VI") is None


def test_no_course_leads_through_the_box() -> None:
    """From the northern to the southern end of area I ships go by sea."""
    course = plot("3127", "3030", (), "")

    assert course is not None
    assert BOX not in course


def test_homeward_ships_are_in_the_box_when_they_reach_area_one() -> None:
    """The course is cut at the first hex of the area, also when it begins there (7.2)."""
    course = plot("3024", BOX, (), "")

    assert course is not None
    *sea, last = home_to_box(course, "3024")
    assert last == BOX
    assert [BOARD.area_of(place) for place in sea] == ["II"] * len(sea)
    assert home_to_box(("2929", BOX), "2928") == (BOX,)


def test_distances_leave_out_what_has_no_water() -> None:
    """An inland hex is nowhere near."""
    assert "3513" not in distances("2007", "")
    assert distances("3513", "") == {"3513": 0}


@pytest.mark.parametrize(
    ("speed", "distance", "faces"),
    [(-2, 4, 0), (-2, 3, 1), (-1, 2, 3), (0, 1, 5), (2, 1, 6), (0, 6, 0), (2, 7, 1), (-2, 0, 6)],
)
def test_odds_of_an_interception(speed: int, distance: int, faces: int) -> None:
    """A die and the speed above the distance; in the same hex always (7.3, 7.4)."""
    assert winning_faces(speed, distance) == faces


def _voyage(*failed: str) -> Voyage:
    """Return a voyage that these ships have failed to intercept."""
    return Voyage(1, ALLIES, ("chalaco",), "", "2714", failed=failed)


def test_reach_ends_with_the_naval_area() -> None:
    """Ships next door in another area are not offered (7.3, WP-R47)."""
    table = lay(place={"blanco": "2715", "ohiggins": "2816"}).table
    found = groups(table, CHILE, _voyage())

    assert list(within_reach(found, "2714")) == [("2715", 1)]
    assert list(within_reach(found, "2815")) == [("2816", 1)]


def test_ships_in_a_port_without_a_column_stay_there() -> None:
    """They meet whoever comes to their hex, and no farther; those off the port do (WP-R39)."""
    table = lay(place={"union": "2007 port", "pilcomayo": "2007"}).table
    (group,) = groups(table, ALLIES, _voyage())

    assert group.reaching(0).ships == ("union", "pilcomayo")
    assert group.reaching(1).ships == ("pilcomayo",)


def test_transports_in_a_port_without_a_column_stay_there_too() -> None:
    """They come along only in their own hex; with a column they do anywhere (7.8, WP-R39)."""
    table = lay(place={"union": "2007 port", "oroya": "2007 port", "talisman": "2007"}).table
    (group,) = groups(table, ALLIES, _voyage())

    assert group.reaching(0).transports == ("oroya", "talisman")
    assert group.reaching(1).ships == ()
    fed = lay(place={"union": "2007 port", "oroya": "2007 port"}, columns={"allies:2007": 1}).table
    (group,) = groups(fed, ALLIES, _voyage())
    assert group.reaching(4).ships == ("union",)
    assert group.reaching(4).transports == ("oroya",)


WATER = sorted(place for place in BOARD.hexes if BOARD.is_navigable(place))


def _clean(at: str, to: str, area: str, shun: frozenset[str]) -> int | None:
    """Return how many hexes a course takes that enters no hex of *shun* but its goal."""
    found, edge, n = {at}, [at], 0
    while edge:
        if to in found:
            return n
        n += 1
        reached = {
            near
            for here in edge
            if here != BOX or here == at
            for near in BOARD.sea_exits(here)
            if near not in found
            and (near not in shun or near == to)
            and (not area or BOARD.area_of(here) != area or BOARD.area_of(near) == area)
        }
        found |= reached
        edge = sorted(reached)
    return None


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_course_goes_round_the_enemy_where_that_costs_little(data: st.DataObject) -> None:
    """Three hexes more for each it avoids, and never through one that so few go round (WP-R98)."""
    area = data.draw(st.sampled_from(sorted(BOARD.areas)))
    to = data.draw(st.sampled_from(sorted(BOARD.areas[area].hexes)))
    at = data.draw(st.sampled_from([place for place in WATER if place != to]))
    short = plot(at, to, (), area)
    assert short is not None
    wanted = st.sampled_from([*short[:-1], *WATER])
    shun = frozenset(data.draw(st.sets(wanted, max_size=4))) - {at, to}

    course = plot(at, to, (), area, shun)

    assert course is not None
    assert all(b in BOARD.sea_exits(a) for a, b in pairwise((at, *course)))
    assert course[-1] == to
    assert len(course) == hexes_between(at, to, area, shun)
    inside = [BOARD.area_of(place) == area for place in (at, *course)]
    assert inside == sorted(inside)
    spared = len(shun & set(short)) - len(shun & set(course))
    assert spared >= 0
    assert len(course) <= len(short) + 3 * spared
    clean = _clean(at, to, area, shun)
    if clean is not None and clean <= len(short) + 3:
        assert shun.isdisjoint(course)
    if shun.isdisjoint(short):
        assert course == short


def test_the_blockade_of_3126_is_gone_round() -> None:
    """A hex more from the box to Antofagasta (WP-R98)."""
    shun = frozenset(("3126",))
    assert course_numbers().detour == 3
    assert plot(BOX, "3123", (), "II") == ("3126", "3125", "3124", "3123")
    assert plot(BOX, "3123", (), "II", shun) == ("2926", "2925", "2924", "3024", "3123")


def test_ships_that_are_done_with_a_stack_are_not_gone_round() -> None:
    """What is left of it takes the shortest course past them (WP-R82, WP-R98)."""
    table = lay(place={"union": "2512", "cochrane": "2513", "rimac": "2614"}).table

    assert shunned(table, ALLIES) == {"2513"}
    assert shunned(table, ALLIES, ("cochrane",)) == frozenset()


def test_ships_that_failed_are_left_out() -> None:
    """Others of the hex remain (7.5)."""
    table = lay(place={"union": "2415", "pilcomayo": "2415"}).table

    assert [group.ships for group in groups(table, ALLIES, _voyage("union"))] == [("pilcomayo",)]
    assert groups(table, ALLIES, _voyage("union", "pilcomayo")) == []


@pytest.mark.parametrize(
    ("within", "asked"), [(None, True), (0, False), (1, False), (2, True), (9, True)]
)
def test_standing_answer(within: int | None, asked: bool) -> None:
    """Asked only when a stack is near enough; 0 never asks."""
    assert asks((("2415", 2), ("2416", 3)), within) is asked
    assert not asks((), within)


def test_a_bolivian_column_is_the_last_to_go() -> None:
    """Any column provisions ships; one aboard or of the enemy does not (7.8)."""
    table = lay(columns={"bolivia:3116": 1, "peru:3116": 1, "chile:3117": 1}).table

    assert provisions(table.units, "3116", ALLIES) == "sc2"
    assert provisions(table.units, "3117", ALLIES) is None

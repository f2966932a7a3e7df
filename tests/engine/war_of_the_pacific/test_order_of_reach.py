"""Whom a passing stack meets first, and which cities a beaten force keeps from its enemy."""

from __future__ import annotations

from itertools import permutations

from engine.war_of_the_pacific.rules.sea.interceptors import Group, asks, within_reach
from engine.war_of_the_pacific.survey import is_refuge, serves
from tests.engine.war_of_the_pacific.build import lay

FAR, NEAR, ABROAD = "3118", "3116", "3014"


def test_the_nearest_of_a_naval_area_counts() -> None:
    """7.3: whoever lies nearest stands first, wherever it is listed; another area's never."""
    groups = [Group(place, "IV", ("huascar",), (), target=0) for place in (FAR, NEAR, ABROAD)]
    for order in permutations(groups):
        stacks = within_reach(order, "2816")
        assert stacks == ((NEAR, 3), (FAR, 4))
        assert asks(stacks, 3)
        assert not asks(stacks, 2)
    assert within_reach([Group(NEAR, "III", ("huascar",), (), target=0)], "2816") == ()


def test_beaten_units_keep_a_city_from_being_used() -> None:
    """WP-R90: while a land unit of the other side stands in it; a ship in port keeps nothing."""
    beaten = lay(place={"buin": "3118"}, refuges=("3118",)).table
    sailed = lay(place={"cochrane": "3118 port"}, refuges=("3118",)).table
    for table, stands in ((beaten, True), (sailed, False)):
        assert is_refuge(table, "3118") is stands
        assert serves(table, "3118", "allies") is not stands
    assert not is_refuge(lay(place={"buin": "3118"}).table, "3118")
    assert not is_refuge(lay(place={"zepita": "3118"}, refuges=("3118",)).table, "3118")

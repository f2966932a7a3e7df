"""Retreats and lost assaults: the examples of chapters 4 and 5.8, and what stops a flight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.barricadas.board import Gait, Ground
from engine.barricadas.ground import Edge, Sheet, load_field
from engine.barricadas.rules.movement.retreat import Flight, opposite, retreats

A = load_field((Sheet("A"),))


def among(*hexes: str) -> Callable[[str], bool]:
    """Whether a hex is one of some."""
    return lambda one: one in hexes


def flight(
    start: str,
    edge: Edge,
    hexes: int = 3,
    *,
    routed: bool = True,
    away_from: str = "A1020",
    enemy: tuple[str, ...] = (),
    friend: tuple[str, ...] = (),
    full: tuple[str, ...] = (),
    gait: Gait = "foot",
) -> Flight:
    """Somebody who flees over board A."""
    return Flight(
        A,
        gait,
        start,
        hexes,
        edge,
        away_from,
        routed,
        among(*enemy),
        among(*friend),
        lambda one: one not in full,
    )


def ends(found: Flight) -> dict[str, str]:
    """Where they can end, and what becomes of them."""
    return {one.way[-1]: one.fate for one in retreats(found)}


def test_a_full_hex_is_passed() -> None:
    """Three militia from A310 to the north: A408 is full at the end, so they go on to A507."""
    free = ends(flight("A310", "north"))
    full = ends(flight("A310", "north", full=("A410", "A409", "A408")))
    assert free["A408"] == "stands"
    assert "A408" not in full
    assert full["A507"] == "stands"
    ways = {one.way[-1]: one.way for one in retreats(flight("A310", "north", full=("A408",)))}
    assert all(len(way) == 4 or "A408" in way for way in ways.values())


def test_an_assault_drives_west_and_is_thrown_back_south() -> None:
    """From A614 to A513: towards the west for who is assaulted, to the south for who assaults."""
    assert "west" in A.leads_towards("A614", "A513")
    assert "south" in opposite(A.leads_towards("A614", "A513"))
    defender = flight("A513", "west", 1, routed=False, away_from="A513", enemy=("A614",))
    assert ends(defender) == {"A413": "stands", "A414": "stands"}
    # Both go back from the hex of the fight (ALB-R20).
    attacker = flight("A513", "south", 1, routed=False, away_from="A513")
    assert ends(attacker) == {"A414": "stands", "A514": "stands", "A614": "stands"}


def test_nobody_comes_nearer_to_where_it_began() -> None:
    """Shot at from the north-west, nobody flees there."""
    found = ends(flight("A513", "north", 1, away_from="A411"))
    assert set(found) == {"A613"}


def test_who_passes_beside_the_enemy_surrenders() -> None:
    """Unless another way is left, or their own hold that hex."""
    assert set(ends(flight("A513", "north", 1, enemy=("A511",))).values()) == {"stands"}
    ring = ("A412", "A511", "A612")
    assert set(ends(flight("A513", "north", 1, enemy=ring)).values()) == {"surrenders"}
    held = ends(flight("A513", "north", 1, enemy=ring, friend=("A512",)))
    assert held == {"A512": "stands"}


@pytest.mark.parametrize(("hexes", "fate"), [(1, "stands"), (2, "surrenders")])
def test_a_loser_surrenders_only_from_two_hexes_on(hexes: int, fate: str) -> None:
    """Beside the enemy at the end of its way (5.8.4.1)."""
    enemy = tuple(f"A{column}{row:02d}" for column in range(1, 9) for row in (9, 10))
    found = flight("A412", "north", hexes, routed=False, enemy=enemy)
    assert set(ends(found).values()) == {fate}


def test_prohibited_ground_destroys_a_loser_and_turns_who_is_routed() -> None:
    """Wheels before a swamp: pushed into it they are lost; routed they go round, if they can."""
    assert A.hexes["A1514"].terrain is A.hexes["A1613"].terrain is Ground.SWAMP
    lost = flight("A1513", "east", 1, routed=False, away_from="A1412", gait="wheels")
    assert set(ends(lost).values()) <= {"destroyed", "stands"}
    caged = flight("A1514", "east", 1, routed=False, away_from="A1413", gait="wheels")
    assert set(ends(caged).values()) == {"destroyed"}
    routed = flight("A1514", "east", 1, away_from="A1413", gait="wheels")
    assert set(ends(routed).values()) <= {"stands", "surrenders"}


def test_who_leaves_the_ground_has_left() -> None:
    """North of the first row there is nothing; whoever can stay there does not have to."""
    found = retreats(flight("A401", "north", 1))
    assert {one.fate for one in found} == {"leaves"}
    assert {one.fate for one in retreats(flight("A402", "north", 1))} == {"stands"}


def test_who_finds_no_room_leaves_the_ground() -> None:
    """However far it is and however many ways there are: each place is looked at once."""
    everywhere = tuple(A.hexes)
    found = retreats(flight("A820", "north", away_from="A820", full=everywhere))
    assert {one.fate for one in found} == {"leaves"}
    assert max(len(one.way) for one in found) >= 20

"""Retreats and lost assaults: what stops a flight, and that every place is looked at once."""

from __future__ import annotations

from collections.abc import Callable

from engine.barricadas.board import Gait, Ground
from engine.barricadas.ground import Edge, Sheet, load_battlefield
from engine.barricadas.rules.movement.retreat import Flight, retreats

A = load_battlefield((Sheet("A"),))


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


def test_prohibited_ground_destroys_a_loser_and_turns_who_is_routed() -> None:
    """Wheels before a swamp: pushed into it they are lost; routed they go round, if they can."""
    assert A.hexes["A1514"].terrain is A.hexes["A1613"].terrain is Ground.SWAMP
    lost = flight("A1513", "east", 1, routed=False, away_from="A1412", gait="wheels")
    assert set(ends(lost).values()) <= {"destroyed", "stands"}
    caged = flight("A1514", "east", 1, routed=False, away_from="A1413", gait="wheels")
    assert set(ends(caged).values()) == {"destroyed"}
    routed = flight("A1514", "east", 1, away_from="A1413", gait="wheels")
    assert set(ends(routed).values()) <= {"stands", "surrenders"}


def test_who_finds_no_room_leaves_the_ground() -> None:
    """However far it is and however many ways there are: each place is looked at once."""
    everywhere = tuple(A.hexes)
    found = retreats(flight("A820", "north", away_from="A820", full=everywhere))
    assert {one.fate for one in found} == {"leaves"}
    assert max(len(one.way) for one in found) >= 20

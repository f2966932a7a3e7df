"""Where those go who lost an assault, or their nerve (5.8).

Both move a number of hexes towards an edge of the ground, whatever the ground takes, and never
nearer to where it began. How many hexes each has, which edge it is and whether a side chooses is
for the chapters that make somebody move; what may become of them on the way is here.

Rules:
    4 (the exception), 5.8, 5.8.1, 5.8.2, 5.8.3, 5.8.4, 5.8.4.1, 5.8.4.2, 5.8.5; ALB-R20.
    Also 4.example, 4.retreat, 5.8.2.example, 5.8.3.surrender, 5.8.3.turn, 5.8.4.1.held, 5.8.ground,
    10.3.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from engine.barricadas.board import Gait
from engine.barricadas.ground import TOWARDS, Battlefield, Edge

Fate = Literal["stands", "leaves", "surrenders", "destroyed"]
"""What becomes of them, from best to worst for their side: they stand, have left the ground
(5.8.5), surrender (5.8.4), or are destroyed where they cannot go (5.8.3)."""

ORDER: tuple[Fate, ...] = ("stands", "leaves", "surrenders", "destroyed")

ALONE = 2
"""From so many hexes on a loser that ends beside the enemy surrenders (5.8.4.1)."""


@dataclass(frozen=True, slots=True)
class Flight:
    """What makes somebody move, and what lies about them.

    Attributes:
        battlefield: The ground.
        gait: How they move: what is prohibited hangs on it.
        start: Where they are.
        hexes: How many hexes they move.
        edge: The edge towards which.
        away_from: The hex in which it began: they do not come nearer to it (5.8.3).
        routed: Whether they failed a morale check; they lost an assault otherwise.
        enemy: Says whether an enemy is in a hex.
        friend: Says whether one of their own is.
        fits: Says whether they may stay in a hex as far as stacking goes (4).
        closed: Hexes whose obstacles they may not pass (11).
        back: The hex next to the start that they came from and go to before any other; "" for
            none. From there they go straight on where all else is equal (ALB-R20).
    """

    battlefield: Battlefield
    gait: Gait
    start: str
    hexes: int
    edge: Edge
    away_from: str
    routed: bool
    enemy: Callable[[str], bool]
    friend: Callable[[str], bool]
    fits: Callable[[str], bool]
    closed: frozenset[str] = frozenset()
    back: str = ""


@dataclass(frozen=True, slots=True)
class Retreat:
    """One way that somebody can go, from where they are, and what becomes of them."""

    way: tuple[str, ...]
    fate: Fate


def retreats(flight: Flight) -> tuple[Retreat, ...]:
    """Return the ways that the side of who moves may choose from: those of the best fate.

    Of those that end in the same hex one is told: the shortest, the first by its hexes.
    """
    best: dict[tuple[Fate, str], Retreat] = {}
    for one in _ways(flight):
        key = one.fate, one.way[-1]
        known = best.get(key)
        if known is None or (len(one.way), one.way) < (len(known.way), known.way):
            best[key] = one
    fate = min((one.fate for one in best.values()), key=ORDER.index)
    found = [one for one in best.values() if one.fate == fate]
    return tuple(sorted(found, key=lambda one: (len(one.way), one.way)))


def _ways(flight: Flight) -> Iterator[Retreat]:
    """Yield every end that can be reached, by a shortest way; step by step for all ways at once.

    Where somebody is and how many hexes are left is all that matters for how they go on, and
    whether they have passed beside the enemy: that is looked at once, however many ways lead there.
    """
    ahead: list[tuple[tuple[str, ...], bool]] = [((flight.start,), False)]
    seen = {(flight.start, 0, False)}
    while ahead:
        steps: list[tuple[tuple[str, ...], bool]] = []
        for way, lost in ahead:
            gone, here = len(way) - 1, way[-1]
            if gone >= flight.hexes and flight.fits(here):
                yield Retreat(way, _fate(flight, here, lost=lost))
                continue
            ends = _ahead(flight, way)
            if not ends:
                yield Retreat(way, "surrenders" if flight.routed else "destroyed")
            for end in ends:
                if not end:
                    yield Retreat(way, "surrenders" if lost else "leaves")
                    continue
                caught = lost or (flight.routed and _is_caught(flight, end))
                state = (end, min(gone + 1, flight.hexes), caught)
                if state not in seen:
                    seen.add(state)
                    steps.append(((*way, end), caught))
        ahead = steps


def _fate(flight: Flight, here: str, *, lost: bool) -> Fate:
    """Return what becomes of who ends their way in a hex (5.8.4)."""
    if flight.routed:
        return "surrenders" if lost else "stands"
    caught = flight.hexes >= ALONE and _is_caught(flight, here)
    return "surrenders" if caught else "stands"


def _is_caught(flight: Flight, here: str) -> bool:
    """Say whether a hex lies beside the enemy and none of their own holds it (5.8.4)."""
    near = any(flight.enemy(one) for one in flight.battlefield.adjacent(here))
    return near and not flight.friend(here)


def _ahead(flight: Flight, way: tuple[str, ...]) -> tuple[str, ...]:
    """Return where the next step may lead, "" for off the ground; nowhere if nothing is left.

    Only who is routed may turn aside where all ways ahead are prohibited, and back as soon as they
    can (5.8.3).
    """
    battlefield, here = flight.battlefield, way[-1]
    if flight.back and here == flight.start and _may_enter(flight, here, flight.back):
        return (flight.back,)
    around = battlefield.neighbours(here)
    ahead = [around[side] for side in sorted(TOWARDS[flight.edge])]
    open_ = tuple(dict.fromkeys(one for one in ahead if not one or _may_enter(flight, here, one)))
    if open_ or not flight.routed:
        return open_
    aside = (one for side, one in enumerate(around) if side not in TOWARDS[flight.edge])
    return tuple(one for one in aside if one and one not in way and _may_enter(flight, here, one))


def is_straight(battlefield: Battlefield, way: Sequence[str]) -> bool:
    """Say whether all steps of a way lead in one direction."""
    return len({battlefield.direction(one, end) for one, end in pairwise(way)}) < 2


def _may_enter(flight: Flight, here: str, end: str) -> bool:
    """Say whether a step leads neither nearer to where it began, nor into an enemy or worse."""
    battlefield = flight.battlefield
    nearer = battlefield.distance(end, flight.away_from) < battlefield.distance(
        here, flight.away_from
    )
    if nearer or end in flight.closed or flight.enemy(end):
        return False
    return battlefield.boards.kinds[battlefield.hexes[end].terrain].cost[flight.gait] is not None

"""What has changed between two views: moves, losses, captures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from math import hypot

from engine.war_of_the_pacific.board import Board, Terrain
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import (
    BOX,
    DEAD,
    GONE,
    carrier_of,
    is_aboard,
    is_on_map,
)
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.state import Phase, Table, Unit


@dataclass(frozen=True, slots=True)
class Move:
    """Units of one side that went from one place to another."""

    start: str
    end: str
    side: str
    afloat: bool
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference of two tables.

    Attributes:
        moves: Who went where, as the stacks they make.
        lost: Units that left the game, by the place where they were last.
        steps: Steps lost by those that live on, by place.
        captured: Cities that changed hands, by hex, with their new holder.
        raised: Units that came onto the map, by place.
    """

    moves: tuple[Move, ...] = ()
    lost: Mapping[str, tuple[Unit, ...]] | None = None
    steps: Mapping[str, int] | None = None
    captured: Mapping[str, str] | None = None
    raised: Mapping[str, tuple[str, ...]] | None = None


def place_of(table: Table, unit: Unit) -> str:
    """Return where on the map a unit is, which for cargo is where its ship is; "" when nowhere."""
    if is_aboard(unit.at):
        ship = table.units.get(carrier_of(unit.at))
        return ship.at if ship is not None and is_on_map(ship.at) else ""
    return unit.at if is_on_map(unit.at) else ""


def changes(before: Table | None, after: Table) -> Changes:
    """Return what has changed since *before*; nothing when there was nothing."""
    if before is None or before is after:
        return Changes()
    moves: dict[tuple[str, str, str, bool], list[str]] = defaultdict(list)
    lost: dict[str, list[Unit]] = defaultdict(list)
    steps: dict[str, int] = defaultdict(int)
    raised: dict[str, list[str]] = defaultdict(list)
    # Whoever embarks and lands in one phase is aboard neither before nor after.
    by_sea = before.phase is Phase.NAVAL
    for key, old in sorted(before.units.items()):
        start = place_of(before, old)
        new = after.units.get(key)
        if new is None or new.at in {DEAD, GONE}:
            if start and not is_supply(key):
                lost[start].append(old)
            continue
        end = place_of(after, new)
        if start and end and start != end:
            afloat = by_sea or printed(new).is_naval or is_aboard(new.at) or is_aboard(old.at)
            moves[start, end, new.side, afloat].append(key)
        elif end and not start and not is_supply(key):
            raised[end].append(key)
        if start and end and new.steps < old.steps and not is_supply(key):
            steps[end] += old.steps - new.steps
    return Changes(
        moves=tuple(Move(*key, tuple(units)) for key, units in sorted(moves.items())),
        lost={place: tuple(units) for place, units in lost.items()},
        steps=dict(steps),
        captured={
            hex_id: side
            for hex_id, side in sorted(after.control.items())
            if before.control.get(hex_id, side) != side
        },
        raised={place: tuple(units) for place, units in raised.items()},
    )


COAST = 3.0
"""So many hexes of open sea are gone round rather than through one with a coast."""

ASHORE = 0.62
"""How far from the middle of a coastal hex ships pass it, in units."""


@lru_cache(maxsize=2048)
def water_of(board: Board, place: str) -> tuple[float, float]:
    """Return where ships pass through a hex, in units: towards the sea beside it."""
    x, y = board.grid.centre(place)
    if board.hexes[place].terrain is Terrain.SEA:
        return x, y
    wet = [
        board.grid.centre(near)
        for near in board.sea_exits(place)
        if near != BOX and board.hexes[near].terrain is Terrain.SEA
    ]
    if not wet:
        return x, y
    dx, dy = sum(p[0] - x for p in wet), sum(p[1] - y for p in wet)
    far = hypot(dx, dy)
    return (x + ASHORE * dx / far, y + ASHORE * dy / far) if far else (x, y)


@lru_cache(maxsize=512)
def way(board: Board, start: str, end: str, afloat: bool) -> tuple[str, ...]:
    """Return places from *start* to *end* along which an arrow looks right.

    It is a shortest way, and no claim that the units took it.
    """
    afloat = afloat and board.is_navigable(start) and board.is_navigable(end)
    came: dict[str, tuple[float, str]] = {start: (0.0, "")}
    queue = [(0.0, start)]
    while queue:
        far, here = heappop(queue)
        if here == end:
            break
        if far > came[here][0] or (here == BOX and here != start):
            continue
        for near in _steps(board, here, afloat):
            # Open water is preferred, so that a trail keeps off the coast it passes.
            open_water = near != BOX and board.hexes[near].terrain is Terrain.SEA
            total = far + (1.0 if open_water or not afloat else COAST)
            if near not in came or total < came[near][0]:
                came[near] = (total, here)
                heappush(queue, (total, near))
    if end not in came:
        return (start, end)
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]][1])
    return tuple(reversed(path))


def _steps(board: Board, here: str, afloat: bool) -> tuple[str, ...]:
    if afloat:
        return board.sea_exits(here)
    return tuple(near for near, _ in board.land_exits(here))

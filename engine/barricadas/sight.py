"""Lines of sight: from the middle of a hex to the middle of another (6.1).

A line between hexes of one level is blocked by what stands as high as it, one between levels by
what 6.1.1 says of crests and of hexes that blind. Which of two hexes looks makes no difference.

Where a line runs along a side, the two hexes beyond it count together, as the lesser obstacle of
both (6.1): it is blocked where both block it.

Rules:
    6.1, 6.1.1; ALB-R3, and the rulings that cite them.
    Also 6.1.1.before, 6.1.1.behind, 6.1.1.behind.examples, 6.1.1.blinding, 6.1.1.crest,
    6.1.1.crest.example, 6.1.1.even, 6.1.1.even.example, 6.1.1.two, 6.1.1.two.example, 6.1.blocks,
    6.1.counters, 6.1.pictures, 6.1.side, 6.1.three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.barricadas.board import Screen
from engine.barricadas.ground import Battlefield
from engine.data.cache import cached_per_data

THICK_HEXES = 3
"""So many hexes of rough ground, orchard or wheat block a line (6.1)."""

Step = tuple[str, ...]
"""Where a line is on its way: in a hex, or on the side between two."""

_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Of a hex, from its middle; across in thirds of a column, down in halves of a row."""


def line(battlefield: Battlefield, start: str, end: str) -> tuple[Step, ...]:
    """Return what the line between the middles of two hexes passes, from *start* on; not the ends.

    A hex that it only touches with a corner is not passed. All is reckoned in whole numbers, so
    that the line is the same on every machine, and in either direction.
    """
    (column, row), (last, bottom) = battlefield.spots[start], battlefield.spots[end]
    found = []
    for step in _passed(column % 2, last - column, bottom - row):
        here = [battlefield.at(column + across, row + down) for across, down in step]
        # At the edge of the ground one of two may be missing: what is not there blocks nothing.
        if all(here):
            found.append(tuple(here))
    return tuple(found)


@lru_cache(maxsize=8192)
def _passed(odd: int, across: int, down: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return what a line passes, as columns and rows from where it starts, in a column of a kind.

    It hangs on the grid only: lines on every ground share it.
    """
    start, end = (odd, 0), (odd + across, down)
    x, y = _middle(start)
    far_x, far_y = _middle(end)
    dx, dy = far_x - x, far_y - y
    whole = dx * dx + dy * dy
    found: dict[int, list[tuple[int, int]]] = {}
    for column, row in _candidates(start, end):
        cx, cy = _middle((column, row))
        along = dx * (cx - x) + dy * (cy - y)
        if 0 < along < whole and _meets(dx, dy, dx * (cy - y) - dy * (cx - x)):
            found.setdefault(along, []).append((column - odd, row))
    return tuple(tuple(found[along]) for along in sorted(found))


def _middle(spot: tuple[int, int]) -> tuple[int, int]:
    """Return the middle of a hex, across in thirds of a column, down in halves of a row."""
    column, row = spot
    return 3 * column, 2 * row + column % 2


def _candidates(one: tuple[int, int], two: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield spots near the line between two, those that it passes among them."""
    (first, top), (last, bottom) = sorted((one, two))
    if first == last:
        yield from ((first, row) for row in range(top, bottom + 1))
        return
    for column in range(first, last + 1):
        row = top + (bottom - top) * (column - first) // (last - first)
        # Within a column a line falls or rises by no more than a row for each it does between two.
        reach = 2 + abs(bottom - top) // (last - first)
        yield from ((column, each) for each in range(row - reach, row + reach + 1))


def _meets(dx: int, dy: int, middle: int) -> bool:
    """Say whether a line goes through a hex or along a side of it.

    *middle* is how far the hex's middle is beside the line, in the measure of the corners here.
    """
    sides = [middle + dx * down - dy * across for across, down in _CORNERS]
    least, most = min(sides), max(sides)
    return least < 0 < most or sides.count(0) == 2


def sees(battlefield: Battlefield, one: str, two: str) -> bool:
    """Say whether a line of sight joins two hexes (6.1, 6.1.1). How far one sees is not asked."""
    return two in visible_from(battlefield, one)


@cached_per_data(maxsize=2048)
def visible_from(battlefield: Battlefield, one: str) -> frozenset[str]:
    """Return every hex that a line of sight joins with a hex, itself included."""
    return frozenset(two for two in battlefield.hexes if joins(battlefield, *sorted((one, two))))


def joins(battlefield: Battlefield, one: str, two: str) -> bool:
    """Work out whether a line of sight joins two hexes."""
    if battlefield.distance(one, two) <= 1:
        return True
    if battlefield.hexes[one].level < battlefield.hexes[two].level:
        one, two = two, one
    steps = line(battlefield, one, two)
    if battlefield.hexes[one].level == battlefield.hexes[two].level:
        return not _is_blocked(battlefield, steps, battlefield.hexes[one].level)
    return _joins_slope(battlefield, one, two, steps)


def _level(battlefield: Battlefield, step: Step) -> int:
    return min(battlefield.hexes[one].level for one in step)


def _blocks(battlefield: Battlefield, step: Step, level: int) -> bool:
    """Say whether what is passed stands higher than a line at a level: a wood is one level high."""
    return all(
        battlefield.hexes[one].level > level
        or (battlefield.hexes[one].level == level and _is(battlefield, one, Screen.BLOCKING))
        for one in step
    )


def _is_blocked(battlefield: Battlefield, steps: Sequence[Step], level: int) -> bool:
    """Say whether a line at a level is blocked by what it passes (6.1)."""
    thick = 0
    for step in steps:
        if _blocks(battlefield, step, level):
            return True
        thick += all(
            battlefield.hexes[one].level >= level and not _is(battlefield, one, Screen.CLEAR)
            for one in step
        )
    return thick >= THICK_HEXES


def _is(battlefield: Battlefield, one: str, screen: Screen) -> bool:
    return battlefield.boards.kinds[battlefield.hexes[one].terrain].screen is screen


def _joins_slope(battlefield: Battlefield, high: str, low: str, steps: Sequence[Step]) -> bool:
    """Say whether the higher of two hexes is joined with the lower (6.1.1).

    Its crest is the last place on the line as high as itself: it may be itself (ALB-R3).
    """
    level = battlefield.hexes[high].level
    far, fall = battlefield.distance(high, low), level - battlefield.hexes[low].level
    levels = [_level(battlefield, step) for step in steps]
    if any(one > level for one in levels):
        return False
    crest = max((place for place, one in enumerate(levels) if one == level), default=None)
    beyond = 0
    if crest is not None:
        beyond = crest + 1
        before = battlefield.distance(high, steps[crest][0])
        if far < fall + 2 * before or _is_blocked(battlefield, steps[:beyond], level):
            return False
    nexts = [*levels[1:], battlefield.hexes[low].level]
    for place in range(beyond, len(steps)):
        step = steps[place]
        screens = all(_is(battlefield, one, Screen.BLOCKING) for one in step)
        falls = levels[place] > nexts[place] and far != fall
        reach = screens + falls
        if reach and any(
            battlefield.distance(end, one) <= reach for one in step[:1] for end in (high, low)
        ):
            return False
    return True

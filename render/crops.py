"""Which parts of a map show what happened: few, each round places that lie close together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Group = list[str]


@dataclass(frozen=True, slots=True)
class Size:
    """How large crops may be, in the units of a map.

    Attributes:
        width: Of a row of crops.
        least: Height of the lowest one.
        most: Height of the highest one.
        together: Height of all together; the first is there in any case.
        margin: What shows around the middle of a place.
    """

    width: float
    least: float
    most: float
    together: float
    margin: float


@dataclass(frozen=True, slots=True)
class Crop:
    """One part of the map, and the places of which it tells.

    Attributes:
        box: Left, top, right and bottom, in units.
        places: What was to be shown and is.
    """

    box: tuple[float, float, float, float]
    places: tuple[str, ...]


def crops(
    spots: Mapping[str, Point], bounds: tuple[float, float, float, float], size: Size
) -> tuple[tuple[Crop, ...], ...]:
    """Return the parts of a map to show, in rows of one or of two side by side, from its top down.

    Args:
        spots: The middles of the places to be shown, the most important first. Those for which
            there is no room are left out.
        bounds: Left, top, right and bottom of the whole map.
        size: How large the parts may be.
    """
    found: list[list[str]] = []
    left = list(spots)
    while left:
        group = _together(spots, left, size)
        rows = _rows(spots, [*found, group], size)
        if found and sum(_row_height(spots, row, size) for row in rows) > size.together:
            break
        found.append(group)
        left = [place for place in left if place not in group]
    return tuple(
        tuple(
            Crop(
                _box(spots, group, bounds, size.width / len(row), _row_height(spots, row, size)),
                tuple(group),
            )
            for group in row
        )
        for row in _rows(spots, found, size)
    )


def _rows(spots: Mapping[str, Point], groups: Sequence[list[str]], size: Size) -> list[list[Group]]:
    """Return groups in rows, from the top of the map down: two narrow ones share one."""
    rows: list[list[Group]] = []
    waiting: list[Group] | None = None
    for group in sorted(groups, key=lambda one: _span(spots, one)[1::-1]):
        left, _, right, _ = _span(spots, group)
        if right - left > size.width / 2 - 2 * size.margin:
            rows.append([group])
        elif waiting is None:
            waiting = [group]
            rows.append(waiting)
        else:
            waiting.append(group)
            waiting.sort(key=lambda one: _span(spots, one)[0])
            waiting = None
    return rows


def _row_height(spots: Mapping[str, Point], row: Sequence[Group], size: Size) -> float:
    return max(_height(spots, group, size) for group in row)


def _together(spots: Mapping[str, Point], left: Sequence[str], size: Size) -> list[str]:
    """Return the first place of *left* with those that fit into one crop with it, nearest first."""
    first = left[0]
    x, y = spots[first]
    group = [first]
    for place in sorted(
        left[1:], key=lambda one: (spots[one][0] - x) ** 2 + (spots[one][1] - y) ** 2
    ):
        if _fits(spots, [*group, place], size):
            group.append(place)
    return group


def _span(spots: Mapping[str, Point], group: Sequence[str]) -> tuple[float, float, float, float]:
    xs, ys = [spots[one][0] for one in group], [spots[one][1] for one in group]
    return min(xs), min(ys), max(xs), max(ys)


def _fits(spots: Mapping[str, Point], group: Sequence[str], size: Size) -> bool:
    left, top, right, bottom = _span(spots, group)
    return (
        right - left <= size.width - 2 * size.margin and bottom - top <= size.most - 2 * size.margin
    )


def _height(spots: Mapping[str, Point], group: Sequence[str], size: Size) -> float:
    _, top, _, bottom = _span(spots, group)
    return max(size.least, bottom - top + 2 * size.margin)


def _box(
    spots: Mapping[str, Point],
    group: Sequence[str],
    bounds: tuple[float, float, float, float],
    width: float,
    height: float,
) -> tuple[float, float, float, float]:
    left, top, right, bottom = _span(spots, group)
    x = _within((left + right) / 2, width, bounds[0], bounds[2])
    y = _within((top + bottom) / 2, height, bounds[1], bounds[3])
    return x, y, x + width, y + height


def _within(middle: float, span: float, least: float, most: float) -> float:
    """Return where a span begins so that it lies round *middle*, yet between *least* and *most*."""
    return max(least, min(middle - span / 2, most - span))

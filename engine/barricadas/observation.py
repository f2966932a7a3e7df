"""How far counters are seen: by their size, their ground, whether they moved, and height (6).

Seeing takes both: a distance no greater than the table's, and a line of sight (6.1).

Rules:
    6; ALB-R5 (the row of hill levels), ALB-R80 (weather).
    Also 6.height, 6.height.example, 6.moved, 6.table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from engine.barricadas.board import GAME
from engine.barricadas.ground import Battlefield
from engine.barricadas.sight import sees
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

Size = Literal["small", "medium", "large"]
"""Of a counter, the colour of its circle: green, yellow, red (6)."""


NEXT = 1
"""Hexes up to which counters are seen in any weather (ALB-R80)."""


class LevelRow(Record):
    """A line of ``levels.csv``."""

    size: Size
    still: int = Field(ge=0)
    moving: int = Field(ge=0)
    more: int = Field(ge=0)
    source: Source


@cached_per_data()
def load_levels(folder: Folder | None = None) -> Mapping[Size, LevelRow]:
    """Return how much farther counters of each size are seen from another level.

    Raises:
        DataError: If the file cannot be read.
    """
    rows = read_csv(play_folder(GAME, folder) / "levels.csv", LevelRow)
    return MappingProxyType({row.size: row for row in rows})


def seen_up_to(
    battlefield: Battlefield, target: str, size: Size, *, moving: bool, watcher: str
) -> int:
    """Return from how many hexes away a counter in *target* is seen from the hex *watcher* (6).

    *Moving* is whether it has moved this turn or does so now. Weather is the scenario's.
    """
    apart = abs(battlefield.hexes[target].level - battlefield.hexes[watcher].level)
    seen = _on_level_ground(battlefield, target, size, moving=moving)
    return seen + _farther(load_levels()[size], apart, moving=moving)


def _on_level_ground(battlefield: Battlefield, target: str, size: Size, *, moving: bool) -> int:
    still, moved = battlefield.boards.kinds[battlefield.hexes[target].terrain].seen[size]
    return moved if moving else still


def _farther(row: LevelRow, apart: int, *, moving: bool) -> int:
    if not apart:
        return 0
    return (row.moving if moving else row.still) + row.more * (apart - 1)


def observes(
    battlefield: Battlefield,
    watcher: str,
    target: str,
    size: Size,
    *,
    moving: bool,
    weather: int = 0,
) -> bool:
    """Say whether a counter in *target* is seen from the hex *watcher*.

    *Weather* is what the scenario adds to every distance, mostly less than nothing; however thick
    it is, who is in the next hex is seen (ALB-R80).
    """
    return is_observed(battlefield, (watcher,), target, size, moving=moving, weather=weather)


def is_observed(
    battlefield: Battlefield,
    watchers: Iterable[str],
    target: str,
    size: Size,
    *,
    moving: bool,
    weather: int = 0,
) -> bool:
    """Say whether a counter in *target* is seen from any of some hexes: :func:`observes`."""
    known = _seen_from(battlefield, target, size, moving, weather)
    for watcher in watchers:
        seen = known.get(watcher)
        if seen is None:
            reach = seen_up_to(battlefield, target, size, moving=moving, watcher=watcher)
            if weather:
                reach = max(NEXT, reach + weather)
            near = battlefield.distance(watcher, target) <= reach
            seen = known[watcher] = near and sees(battlefield, watcher, target)
        if seen:
            return True
    return False


@cached_per_data(maxsize=2048)
def _seen_from(
    battlefield: Battlefield, target: str, size: Size, moving: bool, weather: int
) -> dict[str, bool]:
    """Return whether a counter is seen from each hex of which that was asked so far."""
    del battlefield, target, size, moving, weather
    return {}

"""Every counter of a game, in every state that shows on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.calama.army import load_army
from engine.calama.state import SEATS
from render.calama.counters import PieceFace
from render.calama.counters import counter as piece
from render.counters import counter
from render.sprites import Sprite
from render.themes import Theme
from render.war_of_the_pacific.piles import face_of
from tests.bench.subjects import states_of

SIDE: Final = 72
"""Pixels of a counter."""
_MARKS: Final[tuple[Mapping[str, Any], ...]] = (
    {},
    {"fought": True},
    {"pinned": True},
    {"idle": True},
)


def counters(key: str, theme: Theme) -> Iterator[Sprite]:
    """Yield the counters of a game.

    Raises:
        KeyError: Nobody has said how that game's counters are drawn.
    """
    return _COUNTERS[key](theme)


def _war_of_the_pacific(theme: Theme) -> Iterator[Sprite]:
    for unit in states_of("war_of_the_pacific")[0].table.units.values():
        for steps in range(unit.steps, 0, -1):
            yield counter(face_of(replace(unit, steps=steps)), SIDE, theme)


def _calama(theme: Theme) -> Iterator[Sprite]:
    for seat in SEATS:
        for kind in load_army().types.values():
            for marks in _MARKS:
                face = PieceFace(
                    seat, kind.key, kind.strength, kind.resistance, kind.movement, **marks
                )
                yield piece(face, SIDE, theme)


_COUNTERS: Final[Mapping[str, Callable[[Theme], Iterator[Sprite]]]] = {
    "war_of_the_pacific": _war_of_the_pacific,
    "calama": _calama,
}

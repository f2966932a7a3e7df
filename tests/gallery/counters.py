"""Every counter of a game, in every state that shows on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.barricadas.roster import load_roster
from engine.barricadas.settings import Settings as BarricadasSettings
from engine.barricadas.state import Counter, Reaction, Table
from engine.calama.army import load_army
from engine.calama.state import SEATS
from render.barricadas.counters import counter as barricadas_counter
from render.barricadas.counters import shade
from render.barricadas.piles import face_of as face_of_barricadas
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

_BARRICADAS: Final[tuple[Mapping[str, Any], ...]] = (
    {},
    {"finished": True},
    {"reaction": Reaction.NOW},
    {"reaction": Reaction.KEPT},
    {"out": True},
    {"routed": True},
    {"moved": True},
    {"moved": True, "doubled": 1},
    {"unseen": True},
    {"afoot": True},
    {"at": "@republican-t1"},
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


def _barricadas(theme: Theme) -> Iterator[Sprite]:
    table = Table(BarricadasSettings(), turn=1)
    least = round(SIDE * 0.26)
    for type_ in load_roster().types.values():
        for hits in range(3):
            one = Counter(f"{type_.side}-x1", type_.side, type_.key, hits=hits)
            yield barricadas_counter(face_of_barricadas(table, one), SIDE, theme, least)
    for values in _BARRICADAS:
        one = Counter("republican-g", "republican", "popular_army_infantry_g", **values)
        yield barricadas_counter(face_of_barricadas(table, one), SIDE, theme, least)
    for side in ("republican", "nationalist", "both"):
        yield shade(SIDE, SIDE // 2, theme, side)


_COUNTERS: Final[Mapping[str, Callable[[Theme], Iterator[Sprite]]]] = {
    "war_of_the_pacific": _war_of_the_pacific,
    "calama": _calama,
    "barricadas": _barricadas,
}

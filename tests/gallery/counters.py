"""Every counter of a game, in every state that shows on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.art_of_war.state import SEATS as ART_OF_WAR_SEATS
from engine.art_of_war.state import Place, Unit
from engine.art_of_war.troops import load_troops
from engine.barricadas.roster import load_roster
from engine.barricadas.settings import Settings as BarricadasSettings
from engine.barricadas.state import Counter, Reaction, Table
from engine.calama.army import load_army
from engine.calama.state import SEATS
from render.art_of_war.blocks import block
from render.art_of_war.discs import STARS, DiscFace, disc
from render.art_of_war.muster import face_of as face_of_art_of_war
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

_ART_OF_WAR: Final[tuple[Mapping[str, Any], ...]] = (
    {},
    {"lost": 1},
    {"lost": 3},
    {"quality": "elite"},
    {"quality": "mediocre"},
    {"options": ("impetuous",)},
    {"options": ("impetuous",), "held": True},
    {"troop": "light_infantry", "lost": 1},
    {"troop": "phalanx"},
    {"place": Place.AMBUSH},
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


def _art_of_war(theme: Theme) -> Iterator[Sprite]:
    least = round(SIDE * 0.2)
    for side in ART_OF_WAR_SEATS:
        for troop in load_troops().troops.values():
            one = Unit(f"{side}-a1", side, 1, troop.key)
            yield block(face_of_art_of_war(one), SIDE, 0, theme, least)
    for values in _ART_OF_WAR:
        one = Unit("south-b2", "south", 1, **{"troop": "heavy_infantry", **values})
        for facing in (0, 900, 1950):
            yield block(face_of_art_of_war(one), SIDE, facing, theme, least)
    for rank in STARS:
        for points in (None, 3):
            face = DiscFace("north", "G1", rank, points, chief=rank == "strategist")
            yield disc(face, SIDE, theme, least)
    yield disc(DiscFace("south", "G3", "ordinary", hesitating=True), SIDE, theme, least)


_COUNTERS: Final[Mapping[str, Callable[[Theme], Iterator[Sprite]]]] = {
    "war_of_the_pacific": _war_of_the_pacific,
    "calama": _calama,
    "barricadas": _barricadas,
    "art_of_war": _art_of_war,
}

"""What a view adds to the printed ground: towns, works, counters, ways, fire, losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.barricadas.state import Table
from render import marks
from render.barricadas import fights
from render.barricadas.changes import Changes
from render.barricadas.counters import CounterFace, counter, shade
from render.barricadas.piles import Item, Pile, face_of
from render.barricadas.stage import Stage
from render.barricadas.works import draw_flags, draw_towns, draw_weather, draw_works
from render.linework import Point

_SEATS: Final[Mapping[int, tuple[float, tuple[Point, ...]]]] = {
    1: (1.04, ((0.0, 0.15),)),
    2: (0.86, ((-0.45, 0.12), (0.45, 0.12))),
    3: (0.7, ((-0.38, -0.18), (0.38, -0.18), (0.0, 0.53))),
    4: (0.66, ((-0.36, -0.16), (0.36, -0.16), (-0.36, 0.52), (0.36, 0.52))),
    6: (
        0.5,
        ((-0.27, -0.38), (0.27, -0.38), (-0.27, 0.13), (0.27, 0.13), (-0.27, 0.64), (0.27, 0.64)),
    ),
}
"""Of so many counters in a hex: their side and their middles, in units from the hex's."""

FAR: Final = 1.5
"""Side of the one counter of a hex where it is too small for more, in units."""


def draw_overlay(stage: Stage) -> None:
    """Draw everything that a view adds."""
    draw_weather(stage)
    draw_towns(stage)
    draw_works(stage)
    fights.draw_moves(stage)
    fights.draw_lines(stage)
    draw_piles(stage)
    draw_flags(stage)
    draw_losses(stage)
    fights.draw_ends(stage)


# -- counters ----------------------------------------------------------------------------------


def draw_piles(stage: Stage) -> None:
    """Draw every counter and every marker, row by row, so that badges lie over what is behind."""
    for place, pile in sorted(stage.heaps.items(), key=lambda one: stage.spot(one[0])[1]):
        if stage.shows(place):
            draw_pile(stage, place, pile)


def draw_pile(stage: Stage, place: str, pile: Pile) -> None:
    """Draw who is in a hex: side by side, or on a small map as one with their number."""
    x, y = stage.spot(place)
    items = pile.items
    if not stage.layout.close:
        _draw_far(stage, (x, y), items)
        return
    side, seats = seats_of(len(items))
    pixels = max(12, round(side * stage.scale))
    for (dx, dy), item in zip(seats, items, strict=False):
        spot = (x + dx * stage.scale, y + dy * stage.scale)
        lay(stage, item, pixels, spot)
    if len(items) > len(seats):
        text = f"+{len(items) - len(seats)}"
        size = stage.least
        sprite = marks.chit(round(size * 1.2), text, stage.theme.paper, stage.theme.paper_ink)
        sprite.centre(stage.image, x + 0.68 * stage.scale, y + 0.13 * stage.scale)


def seats_of(count: int) -> tuple[float, tuple[Point, ...]]:
    """Return side and middles of so many counters in a hex; of more than six, of six."""
    return _SEATS[next((one for one in _SEATS if one >= count), 6)]


def lay(stage: Stage, item: Item, pixels: int, spot: Point) -> None:
    """Lay a counter, or the marker of those who are not recognised."""
    if isinstance(item, CounterFace):
        counter(item, pixels, stage.theme, stage.least).centre(stage.image, *spot)
    else:
        size = max(stage.least, round(pixels * 0.5))
        shade(pixels, size, stage.theme, item).centre(stage.image, *spot)


def _draw_far(stage: Stage, spot: Point, items: tuple[Item, ...]) -> None:
    """Draw a stack small: its first counter, and how many there are."""
    pixels = round(FAR * stage.scale)
    first = next((one for one in items if isinstance(one, CounterFace) and one.steps), items[0])
    if len(items) > 1 and isinstance(first, CounterFace):
        sides = {one.side if isinstance(one, CounterFace) else one for one in items}
        name = str(len(items))
        stacked = CounterFace(first.side, first.faction, first.symbol, name, (), 0, False)
        under = CounterFace(first.side, first.faction, first.symbol, "", (), 0, False)
        shift = max(2, round(stage.scale * 0.14))
        lay(stage, under, pixels, (spot[0] + shift, spot[1] - shift))
        lay(stage, stacked, pixels, (spot[0] - shift / 2, spot[1] + shift / 2))
        if "both" in sides or len(sides) > 1:
            other = next(one for one in items if one != first)
            lay(stage, other, round(pixels * 0.7), (spot[0] + pixels * 0.4, spot[1] + pixels * 0.3))
        return
    lay(stage, first, pixels, spot)


def draw_losses(stage: Stage) -> None:
    """Show the fallen struck out beside where they stood."""
    theme = stage.theme
    for place, faces in fallen_in(stage.table, stage.changes).items():
        if not stage.shows(place):
            continue
        side, seats = _fallen(stage, place, len(faces))
        pixels = max(14, round(side * stage.scale))
        x, y = stage.spot(place)
        for (dx, dy), face in zip(seats, faces, strict=False):
            spot = x + dx * stage.scale, y + dy * stage.scale
            counter(face, pixels, theme, stage.least).centre(stage.image, *spot)
            # Beneath its name, which tells who fell.
            strike = marks.cross(round(pixels * 0.8), theme.battle, theme.label_halo)
            strike.centre(stage.image, spot[0], spot[1] + 0.18 * pixels)


def fallen_in(table: Table, changed: Changes) -> Mapping[str, tuple[CounterFace, ...]]:
    """Return the faces of those who were eliminated, by the hex in which they stood."""
    found: dict[str, tuple[CounterFace, ...]] = {}
    for one in changed.lost:
        face = replace(face_of(table, one), figures=(), steps=False, hits=0, badges=(), idle=False)
        found[one.at] = (*found.get(one.at, ()), face)
    return found


def _fallen(stage: Stage, place: str, count: int) -> tuple[float, tuple[Point, ...]]:
    """Return side and middles of so many fallen: small where others stand, beneath these."""
    if not stage.layout.close:
        return 0.9, tuple((-0.6 + 0.6 * number, 0.5) for number in range(count))
    if place in stage.heaps:
        return 0.42, tuple((-0.68 + 0.46 * number, 0.7) for number in range(count))
    return seats_of(max(2, count))

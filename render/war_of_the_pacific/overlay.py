"""What a view adds to the printed map: flags, counters, trails, fights, and a seat's own orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.war_of_the_pacific.rules.victory.points import city_points
from engine.war_of_the_pacific.state import (
    CHILE,
    Blockade,
    Interception,
    LandBattle,
    March,
    NavalBattle,
    Overstack,
    Prizes,
    Table,
    Voyage,
)
from render import marks
from render.counters import counter
from render.lettering import Face, lettered, text_width, write
from render.linework import Point
from render.room import Box, Room, centred
from render.sprites import Sprite
from render.war_of_the_pacific.changes import place_of, way
from render.war_of_the_pacific.chart import FLAG_AT, LETTERED, area_heart, draw_name
from render.war_of_the_pacific.piles import MINUS, Pile, Sort, face_of
from render.war_of_the_pacific.stacks import RAISED, lay_hex
from render.war_of_the_pacific.stage import Stage

COINS = 27.0
"""Pixels to a unit from which cities show their points: on smaller maps they hide counters."""

ORDER_VEIL = 80
"""How strongly the areas of a seat's own orders are tinted, of 255."""


def draw_overlay(stage: Stage) -> None:
    """Draw everything of the view that lies on the map."""
    _own_areas(stage)
    draw_table(stage)
    _own_orders(stage)


def draw_plans(stage: Stage) -> None:
    """Draw what only the viewer knows."""
    _own_areas(stage)
    _own_orders(stage)


def draw_table(stage: Stage, *, named: bool = True) -> None:
    """Draw what lies on the table, and what has changed there.

    On a map of a small scale labels are written too, unless it is not *named*.
    """
    _rings(stage)
    _trails(stage)
    if stage.scale >= LETTERED:
        for place, sprite in _flags(stage):
            x, y = stage.spot(place)
            sprite.centre(stage.image, x + FLAG_AT[0] * stage.scale, y + FLAG_AT[1] * stage.scale)
    for place in sorted(stage.heaps):
        if stage.shows(place):
            lay_hex(
                stage.image,
                stage.theme,
                stage.spot(place),
                stage.scale,
                stage.heaps[place],
                spread=stage.layout.close,
                roomy=_is_roomy(stage, place),
                least=stage.least,
            )
            city = stage.board.cities.get(place)
            if city is not None and stage.scale >= LETTERED:
                middle = stage.board.grid.centre(place)
                draw_name(stage.image, stage.theme, stage.layout.window, middle, city)
    if stage.scale < LETTERED and named:
        draw_names(stage)
    _losses(stage)
    _fights(stage)


def _is_roomy(stage: Stage, place: str) -> bool:
    """Say whether counters need not make room for a city's name."""
    city = stage.board.cities.get(place)
    return city is None or (city.port and stage.scale < LETTERED)


def draw_names(stage: Stage) -> Room:
    """Write what a map of a small scale has not printed: cities' names, points and flags, numbers.

    What it and counters take is returned.

    Names of ports stand on the sea if there is room. Of other hexes those have their number where
    counters lie.
    """
    theme, scale, least = stage.theme, stage.scale, stage.least
    layout, points = stage.layout, city_points(stage.table)
    room = Room(layout.window.size)
    for box in (*layout.covered, *numerals(stage)):
        room.take(box, LABEL)
    for place, heap in stage.heaps.items():
        if stage.shows(place):
            x, y = stage.spot(place)
            if not _is_roomy(stage, place):
                y -= 2 * RAISED * scale
            for box in taken_by(heap, x, y, scale, least):
                room.take(box)
    shown = [
        (place, city)
        for place, city in sorted(stage.board.cities.items())
        if stage.shows(place, -0.3) and (place in layout.places or not layout.only)
    ]
    for place, _ in shown:
        if points.get(place) and scale >= COINS:
            coin = marks.dot(round(least * 1.4), theme.victory, theme.victory_ink)
            spot = _at_corner(stage, room, place, coin)
            write(stage.image, *spot, str(points[place]), "bold", least, theme.victory_ink, "m")
    for place, flag in _flags(stage):
        if place in layout.places or not layout.only:
            _at_corner(stage, room, place, flag)
    for place, city in shown:
        face: Face = "bold" if city.vp else "semi"
        sprite = lettered(city.name, face, least, theme.label, theme.label_halo, 2)
        _beside(stage, room, place, sprite, ("left", "foot", "right", "head"))
    for place in sorted(stage.heaps):
        if place not in stage.board.cities and stage.shows(place, -0.3):
            number = lettered(place, "semi", least, theme.number, theme.label_halo, 2)
            _beside(stage, room, place, number, ("foot", "head", "left", "right"))
    return room


def numerals(stage: Stage) -> Iterator[Box]:
    """Yield what the numerals of the naval areas take, whether printed or chosen by."""
    height = max(20, round(stage.scale))
    for area in stage.board.areas:
        heart = area_heart(stage.board, area)
        if stage.shows(heart):
            width = max(height, round(text_width(area, "atlas", round(1.4 * height))) + 4)
            yield centred((width, height), *stage.spot(heart))


def taken_by(heap: Sequence[Pile], x: float, y: float, scale: float, least: int) -> Iterator[Box]:
    """Yield what the counters of a hex take on a map of a small scale, and how many there are."""
    half, badge = 0.62 * scale, 0.7 * least
    piles = [pile for pile in heap if pile.sort not in {Sort.FORT, Sort.COLUMNS}]
    aside = half if len(piles) > 1 else 0.0
    yield x - half - aside, y - half, x + half + aside, y + half
    for number, pile in enumerate(piles[:2]):
        if len(pile.faces) > 1:
            outward = -1 if aside and not number else 1
            across, down = x + outward * (aside + half), y - half
            yield across - badge, down - badge, across + badge, down + badge
    if len(heap) - len(piles) > 1:
        # Chips reach out westward, beneath the counters.
        yield x - 4.6 * half, y + half / 3, x - half, y + 1.3 * half


LABEL = 5
"""How much worse it is to lie on a label, or beneath a panel, than on a counter's edge."""

CORNERS = ((0.84, 0.46), (-0.84, 0.46), (0.84, -0.46), (-0.84, -0.46))
"""Where coins and flags stand on a map of a small scale, in units from the middle of a hex."""


CLOSE = 0.3
"""How far a label may lie on the edge of its own counters, in units, where no room is left."""


def _at_corner(stage: Stage, room: Room, place: str, sprite: Sprite) -> Point:
    """Lay a mark at the corner of a hex where there is most room, and return its middle."""
    x, y = stage.spot(place)
    wide, high = (one / 2 for one in sprite.size)
    middles = [(x + across * stage.scale, y + down * stage.scale) for across, down in CORNERS]
    left, top, right, bottom = room.best(
        [(a - wide, b - high, a + wide, b + high) for a, b in middles]
    )
    room.take((left, top, right, bottom), LABEL)
    spot = ((left + right) / 2, (top + bottom) / 2)
    sprite.centre(stage.image, *spot)
    return spot


def _beside(stage: Stage, room: Room, place: str, sprite: Sprite, sides: tuple[str, ...]) -> None:
    """Write a label beside a hex's middle, on the first of some sides where there is room."""
    x, y = stage.spot(place)
    width, height = sprite.size
    reach = (0.64 if place in stage.heaps else 0.3) * stage.scale
    corners = {
        "left": (x - reach - width, y - height / 2),
        "right": (x + reach, y - height / 2),
        "foot": (x - width / 2, y + reach - 2),
        "head": (x - width / 2, y - reach - height + 2),
    }

    def tops() -> Iterator[Point]:
        for side in sides:
            yield corners[side]
        # Where no side is free, askew above or below.
        for rise in (0.45, 0.85, 1.3):
            up, down = y - rise * stage.scale - height / 2, y + rise * stage.scale - height / 2
            for side in ("left", "right"):
                yield corners[side][0], up
                yield corners[side][0], down
        # A counter's edge is covered sooner than another label.
        for side, nearer in (("left", CLOSE), ("right", -CLOSE)):
            yield corners[side][0] + nearer * stage.scale, corners[side][1]

    best = room.best((left, top, left + width, top + height) for left, top in tops())
    room.take(best, LABEL)
    sprite.paste(stage.image, best[0], best[1])


# -- what is going on ------------------------------------------------------------------------


def busy_places(table: Table) -> dict[str, bool]:
    """Return the places that what is going on is about, and whether it is a fight."""
    found: dict[str, bool] = {}
    for frame in table.frames:
        match frame:
            case Voyage() | March():
                found.setdefault(frame.at, False)
            case Interception() | Blockade() | Overstack():
                found.setdefault(frame.hex, False)
            case NavalBattle() | Prizes():
                found[frame.hex] = True
            case LandBattle():
                found[frame.target] = True
                found.setdefault(frame.origin, False)
            case _:
                pass
    return found


def _rings(stage: Stage) -> None:
    for place, fight in sorted(busy_places(stage.table).items()):
        if stage.shows(place):
            colour = stage.theme.battle if fight else stage.theme.highlight
            ring = marks.hex_ring(stage.scale, colour, stage.theme.label)
            ring.centre(stage.image, *stage.spot(place))


def _fights(stage: Stage) -> None:
    for place, fight in sorted(busy_places(stage.table).items()):
        if fight and stage.shows(place):
            x, y = stage.spot(place)
            sprite = marks.swords(
                max(16, round(stage.scale * 0.62)), stage.theme.battle, stage.theme.label_halo
            )
            sprite.centre(stage.image, x - 0.62 * stage.scale, y + 0.42 * stage.scale)


# -- what has changed ------------------------------------------------------------------------


def _trails(stage: Stage) -> None:
    for move in stage.changes.moves:
        places = way(stage.board, move.start, move.end, move.afloat)
        if not any(stage.shows(place) for place in places):
            continue
        livery = stage.theme.sides[move.side]
        strong = livery.fill if move.side == CHILE else livery.ink
        points = [stage.passage(place) if move.afloat else stage.spot(place) for place in places]
        marks.trail(
            stage.image,
            points,
            stage.scale,
            strong,
            stage.theme.label_halo,
            start=0.1 if move.afloat else 0.2,
            stop=0.1 if move.afloat else 0.62,
            dashed=True,
        )


def _flags(stage: Stage) -> Iterator[tuple[str, Sprite]]:
    """Yield captured cities, each with the flag that flies there."""
    captured = stage.changes.captured or {}
    for place, side in sorted(stage.table.control.items()):
        city = stage.board.cities.get(place)
        if city is None or not stage.shows(place):
            continue
        home = "chile" if city.nation == "chile" else "allies"
        if side == home and place not in captured:
            continue
        nation = "chile" if side == CHILE else ("peru" if city.nation == "chile" else city.nation)
        ring = stage.theme.highlight if place in captured else None
        yield (
            place,
            marks.flag(nation, max(14, round(stage.scale * 0.52)), stage.theme.label, ring),
        )


def _losses(stage: Stage) -> None:
    theme, scale = stage.theme, stage.scale
    side = max(16, round(scale * 0.5), round(stage.least * 1.3))
    for place, units in sorted((stage.changes.lost or {}).items()):
        if not stage.shows(place):
            continue
        x, y = stage.spot(place)
        for number, unit in enumerate(units[:3]):
            spot = (x + (0.62 - 0.3 * number) * scale, y + 0.05 * scale)
            counter(face_of(unit), side, theme).centre(stage.image, *spot)
            strike = marks.cross(round(side * 1.15), theme.battle, theme.label_halo)
            strike.centre(stage.image, *spot)
    for place, steps in sorted((stage.changes.steps or {}).items()):
        if stage.shows(place):
            x, y = stage.spot(place)
            size = max(18, round(scale * 0.56), round(stage.least / 0.42))
            sprite = marks.starburst(size, f"{MINUS}{steps}", theme.battle, theme.label_halo)
            sprite.centre(stage.image, x - 0.7 * scale, y + 0.05 * scale)


# -- what only the viewer knows --------------------------------------------------------------


def _own_areas(stage: Stage) -> None:
    own = stage.view.own
    if own is None:
        return
    veil = marks.hex_fill(stage.scale, stage.theme.order, ORDER_VEIL)
    for area in sorted({order.area for order in own.orders}):
        for place in sorted(stage.board.areas[area].hexes):
            if stage.shows(place):
                veil.centre(stage.image, *stage.spot(place))


def _own_orders(stage: Stage) -> None:
    own = stage.view.own
    if own is None:
        return
    theme, scale = stage.theme, stage.scale
    rim = theme.label_halo
    chits: dict[str, int] = {}
    for order in own.orders:
        starts = {
            place_of(stage.table, stage.table.units[ship])
            for ship in order.ships
            if ship in stage.table.units
        }
        target = area_heart(stage.board, order.area)
        for start in sorted(starts - {""}):
            places = way(stage.board, start, target, True)
            points = [stage.passage(place) for place in places]
            marks.trail(
                stage.image, points, scale, theme.order, rim, start=0.1, stop=0.3, dashed=True
            )
            sprite = marks.chit(max(14, round(scale * 0.5)), order.area, theme.order, rim)
            x, y = points[0]
            # Chits on ships of one place lie one above the other, each readable.
            sprite.centre(stage.image, x, y - (0.62 + 0.5 * chits.get(start, 0)) * scale)
            chits[start] = chits.get(start, 0) + 1
    voyage = next((f for f in stage.table.frames if isinstance(f, Voyage)), None)
    if own.course and voyage is not None and voyage.seat == stage.view.viewer:
        places = (voyage.at, *own.course)
        points = [stage.passage(place) for place in places]
        marks.trail(stage.image, points, scale, theme.order, rim, dashed=True)

"""Light and shade on a map where the viewer chooses: what is chosen, and what may be."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees

from PIL import Image, ImageDraw

from engine.war_of_the_pacific.places import BOX
from render import marks
from render.api import Names, word
from render.lettering import lettered, striking, text_width, write
from render.room import Room, centred
from render.shade import darken
from render.themes import Theme
from render.war_of_the_pacific.changes import way
from render.war_of_the_pacific.chart import LETTERED, area_heart, draw_name, side_points
from render.war_of_the_pacific.choosing import Selection
from render.war_of_the_pacific.costs import (
    NUMBERED_AT,
    Plate,
    draw_costs,
    lay_costs,
    plate_of,
    taken,
)
from render.war_of_the_pacific.overlay import LABEL, draw_names
from render.war_of_the_pacific.stage import Stage

SHADE = 112
"""How dark the rest of the map is, of 255."""
NUMBERED = 26.0
"""Pixels to a unit from which hexes that may be chosen show their numbers large."""


def draw_shade(stage: Stage, selection: Selection) -> None:
    """Darken all that is neither chosen nor may be; counters are laid on it later."""
    shade = Image.new("1", stage.image.size, 1)
    draw = ImageDraw.Draw(shade)
    for place in sorted(selection.lit):
        if stage.shows(place):
            draw.polygon(_corners(stage, place), fill=0)
    darken(stage.image, stage.theme.veil, SHADE, shade)


def draw_selection(stage: Stage, selection: Selection) -> tuple[Plate, ...]:
    """Draw the rims of what may be chosen, rings round what is, the way between, and costs.

    The plates with the costs are returned.
    """
    _rims(stage, selection)
    theme = stage.theme
    for place in selection.ringed:
        if stage.shows(place):
            ring = marks.hex_ring(stage.scale, theme.order, theme.label_halo)
            ring.centre(stage.image, *stage.spot(place))
    _way(stage, selection)
    for place in sorted(selection.lit):
        city = stage.board.cities.get(place)
        if city is not None and stage.scale >= LETTERED and stage.shows(place):
            middle = stage.board.grid.centre(place)
            draw_name(stage.image, theme, stage.layout.window, middle, city)
    # Nothing lies on what a map of a small scale says, where labels stand wherever there is room.
    room = draw_names(stage) if stage.scale < LETTERED else None
    _numbers(stage, selection, room)
    plates = lay_costs(stage, selection, room or taken(stage, selection))
    draw_costs(stage, plates)
    spots = [(stage.spot(at), text) for at, text in selection.letters if stage.shows(at)]
    marks.draw_letters(stage.image, theme, spots, 0.55 * stage.scale)
    return plates


def _corners(stage: Stage, place: str) -> list[tuple[float, float]]:
    return [stage.layout.window.at(*corner) for corner in stage.board.grid.corners(place)]


def _rims(stage: Stage, selection: Selection) -> None:
    """Draw the outline of the hexes that may be chosen, those beside each other as one."""
    theme, window = stage.theme, stage.layout.window
    thick = max(4, round(0.2 * stage.scale))
    long = round(stage.scale) + thick
    inside = frozenset(selection.offered)
    for place in selection.offered:
        if not stage.shows(place):
            continue
        for other in stage.board.grid.neighbours(place):
            if other not in inside:
                (ax, ay), (bx, by) = (
                    window.at(*end) for end in side_points(stage.board, place, other)
                )
                angle = degrees(atan2(by - ay, bx - ax))
                turn = round(angle / 360 * marks.TURNS) % (marks.TURNS // 2)
                stroke = marks.dash(long, thick, theme.highlight, theme.label, turn)
                stroke.centre(stage.image, (ax + bx) / 2, (ay + by) / 2)


def _numbers(stage: Stage, selection: Selection, room: Room | None) -> None:
    """Write large what the menu names: numerals of areas, numbers of single hexes.

    Cities have their names instead. On a map of a small scale those only that have *room*.
    """
    theme, scale, board = stage.theme, stage.scale, stage.board
    for term in selection.possible:
        if term.kind == "area" and stage.shows(heart := area_heart(board, term.key)):
            size = max(20, round(scale * 0.95))
            sprite = lettered(term.key, "bold", size, theme.label, theme.label_halo, 3)
            sprite.centre(stage.image, *stage.spot(heart))
    if scale < NUMBERED or not any(term.kind == "place" for term in selection.possible):
        return
    size = round(scale * 0.36) if room is None else striking(stage.image.width)
    for place in selection.offered:
        if stage.shows(place) and place not in board.cities:
            sprite = lettered(place, "bold", size, theme.label, theme.label_halo, 2)
            x, y = stage.spot(place)
            box = centred(sprite.size, x, y + NUMBERED_AT * scale)
            if room is None or room.is_free(box):
                sprite.paste(stage.image, box[0], box[1])
                if room is not None:
                    room.take(box, LABEL)


def _way(stage: Stage, selection: Selection) -> None:
    """Draw the way that will be gone, or else one from what acts to what is chosen for it."""
    for part in selection.parts:
        _way(stage, part)
    if selection.parts:
        return
    for gone in selection.ways:
        _trail(stage, gone)
    if selection.ways:
        return
    goals = list(selection.goals)
    if not goals and selection.area:
        area = stage.board.area_of(selection.area[0])
        goals = [area_heart(stage.board, area)] if area else []
    for start in selection.start:
        if not goals:
            break
        places = [start]
        for goal in goals:
            places += way(stage.board, places[-1], goal, selection.afloat)[1:]
        _trail(stage, places)


def _trail(stage: Stage, places: Sequence[str]) -> None:
    """Draw a way as far as it is on the map: the Chile Holding Box, an end of it, is not."""
    on_map = [place for place in places if place != BOX]
    if len(on_map) < 2:
        return
    theme = stage.theme
    marks.trail(
        stage.image,
        [stage.spot(place) for place in on_map],
        stage.scale,
        theme.order,
        theme.label_halo,
        start=0.45,
        stop=0.45,
    )


# -- the key above it ------------------------------------------------------------------------


def _any_cost(selection: Selection) -> bool:
    return bool(selection.costs) or any(cost is not None for _, cost in selection.leads)


def _unit_of(selection: Selection) -> str:
    """Return the word for what the plates count."""
    if selection.hand.afloat:
        return "hexes"
    known = any(cost.left is not None for _, cost in selection.costs)
    return "cost_left" if known else "cost"


def draw_key(
    image: Image.Image, theme: Theme, height: int, selection: Selection, names: Names
) -> None:
    """Say on the bar above the map what its marks mean."""
    width = image.size[0]
    draw = ImageDraw.Draw(image)
    draw.line((0, height - 2, width, height - 2), fill=theme.paper_line, width=2)
    size, gap = round(height * 0.56), round(height * 0.3)
    x = float(gap)
    for shown, key, colour, rim in (
        (selection.ringed or selection.chosen, "chosen", theme.order, theme.label_halo),
        (selection.possible, "possible", theme.highlight, theme.label),
        (_any_cost(selection), _unit_of(selection), None, theme.label),
    ):
        if not shown:
            continue
        scale = height * 0.36
        if colour is None:
            plate = plate_of("2 (4)" if key == "cost_left" else "2", size, theme)
            plate.paste(image, x, height / 2 - 1 - plate.size[1] / 2)
            x += plate.size[0] + gap / 2
        else:
            middle = (x + scale, height / 2 - 1)
            marks.hex_ring(scale, colour, rim).centre(image, *middle)
            x = middle[0] + scale + gap / 2
        text = word(names, key)
        write(image, x, height / 2 - 1, text, "bold", size, theme.paper_ink, width=width - x - gap)
        x += text_width(text, "bold", size) + gap * 1.6

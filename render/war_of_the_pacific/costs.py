"""What it takes to get to each hex that may be chosen, on plates beside what lies there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.api import Cost
from render.lettering import font, striking, text_width
from render.room import Box, Room, centred
from render.sprites import Sprite
from render.themes import Theme
from render.war_of_the_pacific.chart import LETTERED, NAME_AT
from render.war_of_the_pacific.choosing import Selection
from render.war_of_the_pacific.overlay import LABEL
from render.war_of_the_pacific.stacks import spread_over
from render.war_of_the_pacific.stage import Stage

SPOTS = (
    (0.0, 0.0),
    (0.0, -0.3),
    (0.0, 0.36),
    (0.0, 0.72),
    (0.0, -0.72),
    (0.62, 0.0),
    (-0.62, 0.0),
    (0.46, -0.42),
    (-0.46, -0.42),
    (0.46, 0.42),
    (-0.46, 0.42),
)
"""Where in its hex a plate may stand, in units from the middle, the best first."""

ROOMY = 1.5
"""How wide a plate may be that says what is left too, in units."""

FINE = 2


@dataclass(frozen=True, slots=True)
class Plate:
    """What it takes to get to a place, as it stands on the picture: where, in pixels."""

    place: str
    cost: Cost
    text: str
    size: int
    box: Box


def lay_costs(stage: Stage, selection: Selection, room: Room) -> tuple[Plate, ...]:
    """Return a plate for each hex with a cost that is on the picture; none lies on another."""
    costs = dict(selection.costs)
    size = max(striking(stage.image.width), round(stage.scale * 0.36))
    widest = max((_width(_full(cost), size) for cost in costs.values()), default=0)
    full = widest <= ROOMY * stage.scale
    found = []
    for place, cost in costs.items():
        if not stage.shows(place, -0.5):
            continue
        text = _full(cost) if full else str(cost.takes)
        width, height = _width(text, size), _height(size)
        x, y = stage.spot(place)
        middles = [(x + a * stage.scale, y + b * stage.scale) for a, b in SPOTS]
        box = room.best([centred((width, height), *middle) for middle in middles])
        room.take(box, 4 * LABEL)
        found.append(Plate(place, cost, text, size, box))
    return tuple(found)


def draw_costs(stage: Stage, plates: tuple[Plate, ...]) -> None:
    """Draw plates where they have been laid."""
    for plate in plates:
        sprite = plate_of(plate.text, plate.size, stage.theme)
        sprite.paste(stage.image, plate.box[0], plate.box[1])


def taken(stage: Stage, selection: Selection) -> Room:
    """Return what lies on a picture of a large scale: counters, names, numbers of hexes."""
    room = Room(stage.image.size)
    for place in selection.lit:
        if not stage.shows(place):
            continue
        for box in _taken_in(stage, place):
            room.take(box)
        for box in labels_of(stage, place):
            room.take(box, LABEL)
    return room


def _taken_in(stage: Stage, place: str) -> Iterator[Box]:
    x, y = stage.spot(place)
    city = place in stage.board.cities
    heap = stage.heaps.get(place)
    if heap:
        yield from spread_over(heap, (x, y), stage.scale, roomy=not city)
    elif city:
        half = 0.18 * stage.scale
        yield x - half, y - half, x + half, y + half


def labels_of(stage: Stage, place: str) -> Iterator[Box]:
    """Yield where a hex's city's name stands, or else its number, at a scale that prints them."""
    if stage.scale < LETTERED:
        return
    city = place in stage.board.cities
    x, y = stage.spot(place)
    half, height = (0.76 if city else 0.42) * stage.scale, 0.16 * stage.scale
    y += (NAME_AT if city else NUMBERED_AT) * stage.scale
    yield x - half, y - height, x + half, y + height


NUMBERED_AT = -0.64
"""Where hexes that may be chosen have their numbers, in units from the middle."""


def _full(cost: Cost) -> str:
    return str(cost.takes) if cost.left is None else f"{cost.takes} ({cost.left})"


def _width(text: str, size: int) -> int:
    return round(text_width(text, "bold", size) + size * 0.7)


def _height(size: int) -> int:
    return round(size * 1.24)


@lru_cache(maxsize=256)
def plate_of(text: str, size: int, theme: Theme) -> Sprite:
    """Return a plate with what something costs, in letters of some size."""
    width, height = _width(text, size), _height(size)
    big = Image.new("RGBA", (width * FINE, height * FINE), (*theme.paper, 0))
    ImageDraw.Draw(big).rounded_rectangle(
        (0, 0, width * FINE - 1, height * FINE - 1),
        radius=height * FINE // 3,
        fill=(*theme.paper, 255),
        outline=(*theme.paper_ink, 255),
        width=max(2, FINE * size // 12),
    )
    image = big.reduce(FINE)
    ImageDraw.Draw(image).text(
        (width / 2, height / 2),
        text,
        font=font("bold", size),
        fill=(*theme.paper_ink, 255),
        anchor="mm",
    )
    return Sprite.of(image)

"""What stands beside the map, large: the Chile Holding Box, recruit pool, dead pile, turn track.

Counters that may be chosen lie in the light with a bright rim, those that are chosen have a rim in
the colour of a seat's own orders, the others of the box lie in shade. Beneath stands whereto they
can go.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from engine.api import Term
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.counters import is_column, printed
from engine.war_of_the_pacific.places import BOX, HAND, is_on_track, turn_of
from engine.war_of_the_pacific.state import CHILE, Unit, View
from render.api import Names, word
from render.counters import CounterFace, counter
from render.lettering import fitting, shortened, striking, text_width, write
from render.shade import darken
from render.themes import Theme
from render.war_of_the_pacific.choosing import Selection
from render.war_of_the_pacific.costs import plate_of
from render.war_of_the_pacific.muster import title_of
from render.war_of_the_pacific.piles import cargoes, face_of, rank
from render.war_of_the_pacific.stacks import count_badge

ACROSS = 6
"""Counters to a row."""
GAP = 8
SHADE = 120
"""How dark counters are that are neither chosen nor may be, of 255."""


@dataclass(frozen=True, slots=True)
class Card:
    """One counter with its name, or several alike: where it lies, in pixels.

    Attributes:
        units: The counters that it stands for.
        state: Whether they are chosen, may be, or neither ("").
        x: The middle of the counter, across.
        y: The same, down.
        side: How large it is.
        size: The size of its name's letters.
    """

    units: tuple[Unit, ...]
    face: CounterFace
    state: str
    x: float
    y: float
    side: int
    size: int


@dataclass(frozen=True, slots=True)
class Box:
    """A place beside the map: its heading and its counters."""

    place: str
    top: int
    head: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that stands beside the map, laid out, and the row at which it ends."""

    boxes: tuple[Box, ...]
    foot: int


def lay_boxes(view: View, selection: Selection, width: int) -> Sheet:
    """Return where everything lies on a picture of some width."""
    size = striking(width)
    cell = (width - GAP) // ACROSS
    side = round(cell * 0.76)
    row, head = side + 3 * size + GAP, round(size * 1.8)
    top = GAP
    boxes = []
    for place in dict.fromkeys((*selection.stacks, *selection.aside)):
        groups = list(_groups(view, selection, place))
        cards = tuple(
            Card(
                units,
                face,
                state,
                GAP / 2 + (number % ACROSS + 0.5) * cell,
                top + head + GAP * 2 + (number // ACROSS) * row + side / 2,
                side,
                size,
            )
            for number, (units, face, state) in enumerate(groups)
        )
        boxes.append(Box(place, top, head, cards))
        top += head + -(-len(groups) // ACROSS) * row + 2 * GAP
    return Sheet(tuple(boxes), top)


def leads_height(selection: Selection, width: int) -> int:
    """Return how high the rows are in which ways off the map, or out of the box, are named."""
    rows = -(-len(selection.leads) // 2)
    return rows * 2 * striking(width) + GAP if rows else 0


def _groups(
    view: View, selection: Selection, place: str
) -> Iterator[tuple[tuple[Unit, ...], CounterFace, str]]:
    """Yield the counters of a place, those alike as one: all of the box, elsewhere those asked for.

    Those that carry something stand alone.
    """
    table = view.table
    loads = cargoes(table)
    chosen = {term.key for term in selection.chosen}
    asked = selection.units
    found: dict[tuple[str, CounterFace, str], list[Unit]] = {}
    units = [
        unit
        for unit in table.units.values()
        if unit.at == place and (unit.id in asked or place == BOX)
    ]
    for unit in sorted(units, key=rank):
        state = "chosen" if unit.id in chosen else "possible" if unit.id in asked else ""
        # What the unit is is shown, not that it has no steps.
        whole = unit if place == BOX else replace(unit, steps=max(unit.steps, printed(unit).steps))
        face = face_of(whole, len(loads.get(unit.id, ())))
        alone = unit.id if not is_column(unit) or unit.id in loads else ""
        found.setdefault((alone, face, state), []).append(unit)
    order = {"chosen": 0, "possible": 1, "": 2}
    for (_, face, state), alike in sorted(found.items(), key=lambda item: order[item[0][2]]):
        yield tuple(alike), face, state


def draw_boxes(
    board: Board, theme: Theme, view: View, selection: Selection, width: int, names: Names
) -> Image.Image:
    """Return a picture of what stands beside the map."""
    sheet = lay_boxes(view, selection, width)
    height = sheet.foot + max(GAP, leads_height(selection, width))
    image = Image.new("RGB", (width, height), theme.paper)
    livery = theme.sides[view.viewer or CHILE]
    draw = ImageDraw.Draw(image)
    for box in sheet.boxes:
        foot = box.top + box.head
        draw.rectangle((GAP, box.top, width - GAP, foot), fill=livery.fill, outline=livery.edge)
        title = _title(board, box.place, names)
        high = round(box.head * 0.74)
        write(image, 2 * GAP, box.top + box.head / 2, title, "bold", high, livery.ink)
        for card in box.cards:
            _draw_card(image, theme, card, names)
    draw_leads(image, theme, selection, sheet.foot, names)
    return image


def _title(board: Board, place: str, names: Names) -> str:
    if is_on_track(place):
        return f"{word(names, 'track')} · {names(Term('turn', str(turn_of(place))))}"
    return title_of(board, place, names) if place != HAND else word(names, "hand")


def _draw_card(image: Image.Image, theme: Theme, card: Card, names: Names) -> None:
    side, x, y = card.side, card.x, card.y
    if card.state:
        colour = theme.order if card.state == "chosen" else theme.highlight
        half = side / 2 + 8
        ImageDraw.Draw(image).rounded_rectangle(
            (x - half, y - half, x + half, y + half),
            radius=12,
            fill=colour,
            outline=theme.paper_ink,
            width=2,
        )
    counter(card.face, side, theme, card.size).centre(image, x, y)
    if not card.state:
        half = round(side / 2) + 2
        area = (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
        part = image.crop(area)
        darken(part, theme.paper, SHADE, Image.new("1", part.size, 1))
        image.paste(part, area[:2])
    if len(card.units) > 1:
        badge = count_badge(len(card.units), round(card.size * 1.5), theme)
        badge.centre(image, x + side * 0.44, y - side * 0.42)
    ink = theme.paper_ink if card.state else theme.paper_faint
    several = len(card.units) > 1
    name = word(names, "columns") if several else names(Term("unit", card.units[0].id))
    lines = two_lines(name, card.size, side * 1.26)
    for number, line in enumerate(lines):
        at = y + side / 2 + card.size * (1.0 + 1.1 * number)
        write(image, x, at, line, "semi", card.size, ink, "m")


def two_lines(text: str, size: int, width: float) -> tuple[str, ...]:
    """Return a name on one line or two, cut with an ellipsis if it needs more."""
    words = text.split()
    first = words.pop(0)
    while words and text_width(f"{first} {words[0]}", "semi", size) <= width:
        first = f"{first} {words.pop(0)}"
    lines = (first, " ".join(words)) if words else (first,)
    return tuple(shortened(line, "semi", size, width) for line in lines)


def draw_leads(
    image: Image.Image, theme: Theme, selection: Selection, top: int, names: Names
) -> None:
    """Name the ways out from the row *top* down, two to a row, each behind an arrow."""
    size = striking(image.width)
    half = image.width // 2
    draw = ImageDraw.Draw(image)
    for number, (term, cost) in enumerate(selection.leads):
        x, y = float(GAP + (number % 2) * half), top + (number // 2 * 2 + 1) * size
        draw.line((x, y, x + size * 1.4, y), fill=theme.order, width=max(3, size // 5))
        tip = [
            (x + size * 1.2, y - size * 0.5),
            (x + size * 2, y),
            (x + size * 1.2, y + size * 0.5),
        ]
        draw.polygon(tip, fill=theme.order)
        x += size * 2.5
        if cost is not None:
            plate = plate_of(str(cost.takes), size, theme)
            plate.paste(image, x, y - plate.size[1] / 2)
            x += plate.size[0] + size * 0.4
        room = (number % 2 + 1) * half - x - GAP
        text = names(term)
        large = fitting(text, "bold", round(size * 1.2), room, size)
        write(image, x, y, shortened(text, "bold", large, room), "bold", large, theme.paper_ink)

"""The roll beneath a close-up, or beside the whole map: every counter, for a phone to show."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from engine.api import Term
from engine.barricadas.state import REPUBLICAN
from render import marks
from render.api import Names
from render.barricadas.counters import CounterFace, counter, margin, shade
from render.barricadas.piles import Item, Pile
from render.lettering import legible, write
from render.themes import Theme

_GAP: Final = 7

_SIDE: Final = 0.068
"""Side of a counter, as a share of the picture's width."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One stack: where it is, everything that lies there, and who has fallen there."""

    place: str
    items: tuple[Item, ...]
    fallen: tuple[CounterFace, ...] = ()

    @property
    def shown(self) -> tuple[Item, ...]:
        """Everything that is listed."""
        return (*self.items, *self.fallen)


@dataclass(frozen=True, slots=True)
class Block:
    """An entry with its rectangle within the roll, in pixels, and counters to a row."""

    entry: Entry
    x: int
    y: int
    width: int
    height: int
    across: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The whole roll, laid out."""

    blocks: tuple[Block, ...] = ()
    side: int = 0
    height: int = 0
    letters: int = 0


def muster(
    heaps: Mapping[str, Pile],
    places: Container[str],
    width: int,
    least: int = 1,
    fallen: Mapping[str, tuple[CounterFace, ...]] = MappingProxyType({}),
    *,
    side: int = 0,
    letters: int = 0,
) -> Roll:
    """Return the roll of the stacks of *least* counters or more in some places, side by side.

    Where somebody has *fallen* every stack is listed. Counters are *side* pixels wide, and what
    is written *letters* high; both follow from the width where they are not said.
    """
    entries = []
    for place in dict.fromkeys((*heaps, *fallen)):
        pile, lost = heaps.get(place, Pile((), ())), fallen.get(place, ())
        if place in places and (lost or (len(pile.items) >= least and pile.faces)):
            entries.append(Entry(place, pile.items, lost))
    entries.sort(key=lambda one: (_side(one.shown[0]), one.place))
    side, letters = side or max(36, round(width * _SIDE)), letters or legible(width)
    return laid_out(entries, width, side, letters)


def _side(item: Item) -> str:
    return item.side if isinstance(item, CounterFace) else item


def laid_out(entries: Sequence[Entry], width: int, side: int, letters: int) -> Roll:
    """Return a roll of so many pixels across."""
    cell, head = side + margin(side) + 2, round(letters * 1.5)
    room = width - 2 * _GAP
    most = max(1, (room - _GAP) // cell)
    blocks: list[Block] = []
    x, y, tallest = _GAP, _GAP, 0
    for entry in entries:
        across = min(most, len(entry.shown))
        rows = -(-len(entry.shown) // across)
        wide, high = across * cell + _GAP, rows * cell + head + _GAP
        if x > _GAP and x + wide > width - _GAP:
            x, y, tallest = _GAP, y + tallest + _GAP, 0
        blocks.append(Block(entry, x, y, min(wide, room), high, across))
        x += wide + _GAP
        tallest = max(tallest, high)
    return Roll(tuple(blocks), side, y + tallest + _GAP if blocks else 0, letters)


def draw_roll(image: Image.Image, theme: Theme, roll: Roll, top: int, names: Names) -> None:
    """Draw the roll on the picture, from the row *top* down."""
    draw = ImageDraw.Draw(image)
    least = roll.letters
    pad = margin(roll.side)
    cell, head = roll.side + pad + 2, round(least * 1.5)
    for block in roll.blocks:
        x, y = block.x, top + block.y
        whose = _side(block.entry.shown[0])
        livery = theme.liveries.get(whose, theme.liveries[REPUBLICAN])
        box = (x, y, x + block.width - 1, y + block.height - 1)
        draw.rounded_rectangle(box, radius=6, outline=livery.edge, width=2)
        draw.rounded_rectangle(
            (x, y, x + block.width - 1, y + head - 2), radius=6, fill=livery.edge
        )
        light = theme.label_halo if sum(livery.edge) < 384 else theme.label
        place = names(Term("hex", block.entry.place))
        room = block.width - 8
        write(
            image,
            x + block.width / 2,
            y + head / 2 - 1,
            place,
            "bold",
            least,
            light,
            "m",
            room,
            least,
        )
        for number, item in enumerate(block.entry.shown):
            across, down = number % block.across, number // block.across
            left, high = x + _GAP / 2 + across * cell + 2, y + head + down * cell + pad / 2 + 3
            sprite = (
                counter(item, roll.side, theme, least)
                if isinstance(item, CounterFace)
                else shade(roll.side, round(roll.side * 0.5), theme, item)
            )
            sprite.paste(image, left - pad, high - pad)
            if number >= len(block.entry.items):
                strike = marks.cross(round(roll.side * 0.7), theme.battle, theme.label_halo)
                strike.centre(image, left + roll.side / 2, high + roll.side * 0.66)

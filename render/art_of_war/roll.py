"""The roll of both armies corps by corps, beside the whole table, for a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageDraw

from engine.api import Term
from engine.art_of_war.ids import letter_of, number_of
from engine.art_of_war.state import GONE, HIDDEN, SEATS, General, Table, Unit, View, commander_of
from render import marks
from render.api import Names
from render.art_of_war.blocks import BlockFace, block
from render.art_of_war.discs import disc, plate
from render.art_of_war.muster import disc_of, face_of
from render.art_of_war.tones import dark
from render.keys import LETTERS, WIDTH
from render.lettering import write
from render.themes import Theme

_GAP: Final = 7

_SIDE: Final = 88
"""Side of a unit's square, in pixels."""

_HEAD: Final = 46
"""How high the line is that says who leads, in pixels."""

_LABEL: Final = 4.2
"""Squares across that the name of a general and their rank take at least."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One corps: who leads it, its units as they look, and how many of them, the last, are gone."""

    side: str
    general: General | None
    faces: tuple[BlockFace, ...]
    gone: int


@dataclass(frozen=True, slots=True)
class Block:
    """An entry with its rectangle within the roll, in pixels, and units to a row."""

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
    height: int = 0


def _entries(table: Table) -> Iterator[Entry]:
    for side in SEATS:
        corps = sorted({one.corps for one in table.units.values() if one.side == side})
        for number in corps:
            units = [one for one in table.units.values() if (one.side, one.corps) == (side, number)]
            here = [one for one in units if one.place not in GONE]
            gone = [one for one in units if one.place in GONE]
            faces = tuple(_square(one) for one in sorted(here, key=_order))
            lost = tuple(replace(_square(one), left=0) for one in sorted(gone, key=_order))
            yield Entry(side, commander_of(table, side, number), (*faces, *lost), len(lost))


def _order(unit: Unit) -> tuple[str, int]:
    return letter_of(unit.id), number_of(unit.id)


def _square(unit: Unit) -> BlockFace:
    """Return a unit's face on a square, whatever its base is like."""
    return replace(face_of(unit), depth=100, hidden=unit.place in HIDDEN)


def laid_out(entries: Sequence[Entry]) -> Roll:
    """Return a roll, as wide as a phone's."""
    cell, head = _SIDE + 4, _HEAD
    room = WIDTH - 2 * _GAP
    most = max(1, (room - _GAP) // cell)
    blocks: list[Block] = []
    x, y, tallest = _GAP, _GAP, 0
    for entry in entries:
        across = min(most, len(entry.faces))
        rows = -(-len(entry.faces) // across)
        wide = round(max(across, _LABEL) * cell) + _GAP
        high = rows * cell + head + _GAP
        if x > _GAP and x + wide > WIDTH - _GAP:
            x, y, tallest = _GAP, y + tallest + _GAP, 0
        blocks.append(Block(entry, x, y, min(wide, room), high, across))
        x += wide + _GAP
        tallest = max(tallest, high)
    return Roll(tuple(blocks), y + tallest + _GAP if blocks else _GAP)


def draw_roll(theme: Theme, view: View, names: Names) -> Image.Image:
    """Return the roll of all that a view shows."""
    table = view.table
    roll = laid_out(list(_entries(table)))
    image = Image.new("RGB", (WIDTH, roll.height), theme.paper)
    draw = ImageDraw.Draw(image)
    cell, head = _SIDE + 4, _HEAD
    for one in roll.blocks:
        x, y = one.x, one.y
        livery = theme.liveries[one.entry.side]
        box = (x, y, x + one.width - 1, y + one.height - 1)
        tone = dark(livery)
        draw.rounded_rectangle(box, radius=6, outline=tone, width=2)
        draw.rounded_rectangle((x, y, x + one.width - 1, y + head - 2), radius=6, fill=tone)
        _label(image, theme, table, one, (x, y, head), names)
        for number, face in enumerate(one.entry.faces):
            left = x + _GAP // 2 + 2 + (number % one.across) * cell
            high = y + head + 1 + (number // one.across) * cell
            spot = left + _SIDE / 2, high + _SIDE / 2
            block(face, float(_SIDE), 0, theme, LETTERS).centre(image, *spot)
            if number >= len(one.entry.faces) - one.entry.gone:
                strike = marks.cross(round(_SIDE * 0.62), theme.battle, theme.label_halo)
                strike.centre(image, spot[0], spot[1] + 0.14 * _SIDE)
    return image


def _label(
    image: Image.Image,
    theme: Theme,
    table: Table,
    one: Block,
    spot: tuple[int, int, int],
    names: Names,
) -> None:
    """Write who leads a corps, and of what rank they are."""
    x, y, head = spot
    general = one.entry.general
    if general is None:
        return
    least = LETTERS
    light = theme.liveries[one.entry.side].ink
    face = disc_of(table, general)
    sprite = disc(replace(face, points=None), head, theme, round(least * 0.9))
    sprite.centre(image, x + head * 0.7, y + head / 2 - 1)
    right = x + one.width - head * 0.2
    if face.points is not None:
        tag = plate(face.points, least, theme)
        right -= tag.size[0]
        tag.paste(image, right, y + (head - tag.size[1]) / 2 - 1)
    left = x + head * 1.6
    text = names(Term("rank", general.rank))
    room = right - left - head * 0.2
    write(image, left, y + head / 2 - 1, text, "bold", least, light, width=room, least=least)
    if general.place in GONE:
        strike = marks.cross(round(head * 0.9), theme.battle, theme.label_halo)
        strike.centre(image, x + head * 0.7, y + head / 2 - 1)

"""The roll beneath a close-up: every counter of every stack, large enough to read on a phone."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from engine.api import Term
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import BOX, DEAD, POOL
from engine.war_of_the_pacific.roster import is_supply, load_roster
from engine.war_of_the_pacific.state import SEATS, Table, Unit
from render.api import Names
from render.counters import CounterFace
from render.lettering import fitting, legible, shortened, write
from render.themes import Theme
from render.war_of_the_pacific.layout import Layout
from render.war_of_the_pacific.piles import Pile, Sort, cargoes, face_of
from render.war_of_the_pacific.stacks import lay_row

_GAP = 8


@dataclass(frozen=True, slots=True)
class MusteredStack:
    """One stack of the roll.

    Attributes:
        place: Where it is.
        side: Whose.
        faces: Its counters with how many alike, what ships carry behind them.
        holds: Ships that carry something, each with what is aboard.
    """

    place: str
    side: str
    faces: tuple[tuple[CounterFace, int], ...]
    holds: tuple[tuple[CounterFace, tuple[CounterFace, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """An entry with its rectangle within the roll, in pixels, and counters to a row."""

    entry: MusteredStack
    x: int
    y: int
    width: int
    height: int
    across: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The whole roll, laid out."""

    blocks: tuple[Block, ...]
    side: int
    height: int


def muster(
    table: Table, layout: Layout, heaps: Mapping[str, tuple[Pile, ...]], *, least: int = 2
) -> Roll:
    """Return the roll for a picture: stacks of *least* counters or more, the box where due."""
    width = layout.window.size[0]
    side = max(36, round(width * 0.082))
    places = layout.places | {BOX} if layout.box else layout.places
    return _laid_out(stacks_in(table, heaps, places, least), side, width)


def stacks_in(
    table: Table, heaps: Mapping[str, tuple[Pile, ...]], places: Container[str], least: int = 2
) -> list[MusteredStack]:
    """Return the stacks of *least* counters or more in some places, the box first."""
    loads = cargoes(table)
    return [
        entry
        for place in sorted(heaps, key=lambda one: (one != BOX, one))
        if place in places
        for entry in _entries(loads, place, heaps[place], least)
    ]


def reserves(table: Table) -> list[MusteredStack]:
    """Return recruit pools and dead piles, what is not empty of them."""
    order = {key: number for number, key in enumerate(load_roster().units)}
    found = []
    for side in SEATS:
        for place in (POOL, DEAD):
            units = [
                # What the unit is is shown, not that it has no steps.
                replace(unit, steps=max(unit.steps, printed(unit).steps))
                for unit in table.units.values()
                if unit.side == side and unit.at == place and not is_supply(unit.id)
                if place == DEAD or printed(unit).arrives <= table.turn
            ]
            faces: dict[CounterFace, int] = {}
            for unit in sorted(units, key=lambda one: order.get(one.id, 0)):
                face = face_of(unit)
                faces[face] = faces.get(face, 0) + 1
            if faces:
                found.append(MusteredStack(place, side, tuple(faces.items())))
    return found


def _entries(
    loads: Mapping[str, tuple[Unit, ...]], place: str, heap: Sequence[Pile], least: int
) -> list[MusteredStack]:
    """Return a place's stacks; *loads* is what each ship carries."""
    found = []
    for side in dict.fromkeys(pile.side for pile in heap):
        faces: dict[CounterFace, int] = {}
        holds: list[tuple[CounterFace, tuple[CounterFace, ...]]] = []
        for pile in heap:
            if pile.side != side:
                continue
            for unit, face in zip(pile.units, pile.faces, strict=True):
                # Ships that carry something stand alone, so that their cargo follows them.
                faces[face] = faces.get(face, 0) + 1
                aboard = tuple(face_of(load) for load in loads.get(unit.id, ()))
                for load in aboard:
                    faces[load] = faces.get(load, 0) + 1
                if aboard:
                    holds.append((face, aboard))
        total = sum(faces.values())
        if total >= least or place == BOX or any(p.sort is Sort.COLUMNS for p in heap):
            found.append(MusteredStack(place, side, tuple(faces.items()), tuple(holds)))
    return found


def _laid_out(entries: Sequence[MusteredStack], side: int, width: int) -> Roll:
    cell, head = side + _GAP, round(side * 0.42)
    room = width - 2 * _GAP
    most = max(1, room // cell)
    blocks: list[Block] = []
    x, y, tallest = _GAP, _GAP, 0
    for entry in entries:
        across = min(most, max(2, len(entry.faces)))
        rows = -(-len(entry.faces) // across)
        block_width, block_height = across * cell + _GAP, rows * cell + head + _GAP
        if x > _GAP and x + block_width > width - _GAP:
            x, y, tallest = _GAP, y + tallest + _GAP, 0
        blocks.append(Block(entry, x, y, min(block_width, room), block_height, across))
        x += block_width + _GAP
        tallest = max(tallest, block_height)
    height = y + tallest + _GAP if blocks else 0
    return Roll(tuple(blocks), side, height)


def draw_roll(
    image: Image.Image, board: Board, theme: Theme, roll: Roll, top: int, names: Names
) -> None:
    """Draw the roll on the picture, from the row *top* down."""
    draw = ImageDraw.Draw(image)
    cell, head = roll.side + _GAP, round(roll.side * 0.42)
    for block in roll.blocks:
        x, y = block.x, top + block.y
        livery = theme.sides[block.entry.side]
        draw.rectangle(
            (x, y, x + block.width, y + block.height), fill=theme.paper, outline=theme.paper_line
        )
        draw.rectangle((x, y, x + block.width, y + head), fill=livery.fill, outline=livery.edge)
        title = title_of(board, block.entry.place, names)
        size = fitting(title, "bold", round(head * 0.74), block.width - 10, round(head * 0.5))
        title = shortened(title, "bold", size, block.width - 8)
        write(image, x + 5, y + head / 2, title, "bold", size, livery.ink)
        spots = [
            (
                x + _GAP / 2 + (k % block.across + 0.5) * cell,
                y + head + _GAP / 2 + (k // block.across + 0.5) * cell,
            )
            for k in range(len(block.entry.faces))
        ]
        lay_row(image, theme, spots, roll.side, block.entry.faces, legible(image.size[0]))


def title_of(board: Board, place: str, names: Names) -> str:
    """Return what a place is called above its stack."""
    if place == BOX:
        return names(Term("place", BOX))
    if place in {POOL, DEAD}:
        return names(Term("map", "pool" if place == POOL else "dead"))
    city = board.cities.get(place)
    if city is not None:
        return f"{city.name} {place}"
    area = board.hexes[place].area
    return f"{area} · {place}" if area is not None else place

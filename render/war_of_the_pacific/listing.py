"""The stacks of the whole map in words: every counter by its name, as a phone shows it well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.api import Names, word
from render.counters import CounterFace
from render.lettering import text_width, write
from render.themes import Theme
from render.war_of_the_pacific.muster import MusteredStack

SIZE, LINE, AIR = 24, 33, 10
"""Of letters, of lines, and round a column of them, in pixels."""

COLUMNS = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """One stack: whose, where, and its counters in lines."""

    side: str
    title: str
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        """Pixels from its top to that of the next."""
        return LINE * (1 + len(self.lines)) + 12


@dataclass(frozen=True, slots=True)
class Listing:
    """All of them, laid out in columns."""

    columns: tuple[tuple[Entry, ...], ...]
    width: int

    @property
    def height(self) -> int:
        """Pixels of the highest column."""
        return max(sum(one.height for one in column) for column in self.columns) + 2 * AIR


def listed(
    stacks: Sequence[MusteredStack], titles: Sequence[str], width: int, names: Names
) -> Listing:
    """Return stacks with their titles, laid out for a picture of some width."""
    room = width / COLUMNS - 2 * AIR
    entries = [
        Entry(stack.side, title, tuple(_wrapped(_named(stack, names), room)))
        for stack, title in zip(stacks, titles, strict=True)
    ]
    half = sum(one.height for one in entries) / COLUMNS
    columns: list[list[Entry]] = [[]]
    for one in entries:
        if len(columns) < COLUMNS and sum(each.height for each in columns[-1]) >= half:
            columns.append([])
        columns[-1].append(one)
    return Listing(tuple(tuple(column) for column in columns), width)


def _named(stack: MusteredStack, names: Names) -> list[str]:
    """Return the counters of a stack, each as it is called, with its figures and what it lost.

    What a ship carries stands in brackets behind it, and nowhere else.
    """
    left = Counter(dict(stack.faces))
    holds = dict(stack.holds)
    for aboard in holds.values():
        left.subtract(aboard)
    found = []
    for face, count in left.items():
        if count <= 0:
            continue
        said = _called(face, count, names)
        cargo = Counter(holds.get(face, ()))
        if cargo:
            said += f" [{', '.join(_called(load, n, names) for load, n in cargo.items())}]"
        found.append(said)
    return found


def _called(face: CounterFace, count: int, names: Names) -> str:
    if face.symbol == "supply":
        return f"{word(names, 'columns')}: {count}"
    said = f"{face.name} {face.values}".strip()
    if face.steps < face.full:
        said += f" ({face.steps}/{face.full})"
    return f"{count} × {said}" if count > 1 else said


def _wrapped(parts: Sequence[str], room: float) -> Iterator[str]:
    line, taken = "", 0.0
    gap = text_width(" · ", "medium", SIZE)
    for part in parts:
        width = text_width(part, "medium", SIZE)
        if line and taken + gap + width > room:
            yield line
            line, taken = part, width
        elif line:
            line, taken = f"{line} · {part}", taken + gap + width
        else:
            line, taken = part, width
    if line:
        yield line


def draw_listing(image: Image.Image, theme: Theme, listing: Listing) -> None:
    """Draw the list on a picture of its own."""
    draw = ImageDraw.Draw(image)
    for number, column in enumerate(listing.columns):
        x = number * listing.width / COLUMNS + AIR
        y = float(AIR)
        right = (number + 1) * listing.width / COLUMNS - AIR
        for one in column:
            livery = theme.sides[one.side]
            draw.rectangle((x, y, right, y + LINE), fill=livery.fill, outline=livery.edge)
            middle = y + LINE / 2
            room = right - x - 12
            write(image, x + 6, middle, one.title, "bold", SIZE, livery.ink, width=room, least=20)
            for line in one.lines:
                middle += LINE
                write(image, x + 2, middle, line, "medium", SIZE, theme.paper_ink)
            y += one.height

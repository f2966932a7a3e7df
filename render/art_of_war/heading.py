"""The head of a picture: whose turn it is, the phase, the turn, and what both armies have lost."""

from __future__ import annotations

from functools import lru_cache
from math import pi, sin
from typing import Final

from PIL import Image, ImageDraw

from engine.api import Seat, Term
from engine.art_of_war.rules.rout.army import cohesion_of, losses_of
from engine.art_of_war.state import SEATS, Phase, Table
from render.api import Names, word
from render.lettering import text_width, write
from render.sprites import Sprite
from render.themes import Theme

HEAD: Final = 112 / 1080
"""How high it is, as a share of the picture's width."""

FINE: Final = 4

_TOGETHER: Final = frozenset((Phase.MUSTER, Phase.PLAN, Phase.OVER))
"""Phases that are nobody's turn."""


def head_height(width: int) -> int:
    """Return how high the head of a picture is, in pixels."""
    return round(HEAD * width)


def turn_line(table: Table, names: Names) -> str:
    """Return which turn it is, of how many; before the first there is none."""
    if not table.turn:
        return ""
    last = f"/{table.settings.turns}" if table.settings.turns else ""
    return f"{word(names, 'turn')} {table.turn}{last}"


def seat_of(table: Table) -> Seat | None:
    """Return whose turn a picture's head names: of a battle that is over, who has won."""
    if table.ending is not None:
        return table.ending.winner or None
    return None if table.phase in _TOGETHER else table.player


def phase_line(table: Table, names: Names) -> str:
    """Return the phase, and whose turn it is."""
    over = table.ending is not None
    phase = names(Term("phase", Phase.OVER.value if over else table.phase.value))
    seat = seat_of(table)
    return phase if seat is None else f"{names(Term('seat', seat))} · {phase}"


def toll(table: Table, side: Seat) -> tuple[int, int]:
    """Return what a side has lost, and what that must exceed for it to be beaten."""
    return losses_of(table, side).points, cohesion_of(table, side)


def draw_heading(
    image: Image.Image, theme: Theme, table: Table, names: Names, passed: Table | None = None
) -> None:
    """Draw the head; *passed* is the table of the phase that it names, where that is past."""
    told = table if passed is None or table.ending is not None else passed
    width = image.size[0]
    head = head_height(width)
    unit = head / 112
    x = 16 * unit
    x_end = _toll(image, theme, table, head)
    seat = seat_of(told)
    if seat:
        sprite = standard(seat, round(84 * unit), theme)
        sprite.paste(image, x - 4 * unit, 12 * unit)
        x += sprite.size[0] + 8 * unit
    room = x_end - x - 14 * unit
    ink = theme.paper_ink
    first, second = phase_line(told, names), turn_line(told, names)
    high = 35 * unit if second else 54 * unit
    write(image, x, high, first, "bold", round(42 * unit), ink, width=room)
    if second:
        write(image, x, 80 * unit, second, "medium", round(32 * unit), ink, width=room)
    ImageDraw.Draw(image).line((0, head - 3, width, head - 3), fill=theme.paper_line, width=3)


def _toll(image: Image.Image, theme: Theme, table: Table, head: int) -> float:
    """Draw what each side has lost of what it may, at the right; return where that begins."""
    unit = head / 112
    x = image.size[0] - 16 * unit
    for seat in reversed(SEATS):
        lost, cohesion = toll(table, seat)
        if not cohesion:
            continue
        livery = theme.liveries[seat]
        text, size = f"{lost}/{cohesion}", round(44 * unit)
        wide = text_width(text, "bold", size) + 30 * unit
        left = x - wide
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle(
            (left, 24 * unit, x, 86 * unit),
            radius=round(10 * unit),
            fill=livery.fill,
            outline=livery.edge,
            width=max(1, round(3 * unit)),
        )
        # A bar beneath it: how much of what it can bear is gone.
        share = min(1.0, lost / cohesion)
        draw.rectangle((left, 90 * unit, x, 98 * unit), fill=theme.paper_faint)
        draw.rectangle((left, 90 * unit, left + share * wide, 98 * unit), fill=theme.battle)
        write(image, left + wide / 2, 54 * unit, text, "bold", size, livery.ink, "m")
        x = left - 14 * unit
    return x


@lru_cache(maxsize=32)
def standard(side: str, height: int, theme: Theme) -> Sprite:
    """Return a side's standard: a cloth with a fringe on a crossbar."""
    n = height * FINE
    wide = round(n * 0.72)
    fine = Image.new("RGBA", (wide, n), (*theme.paper_ink, 0))
    draw = ImageDraw.Draw(fine)
    livery = theme.liveries[side]
    ink = theme.paper_ink
    draw.rectangle((wide * 0.46, 0, wide * 0.54, n), fill=(*ink, 255))
    draw.rectangle((wide * 0.02, n * 0.12, wide * 0.98, n * 0.17), fill=(*ink, 255))
    draw.polygon(
        [(wide * 0.5, 0), (wide * 0.62, n * 0.1), (wide * 0.38, n * 0.1)], fill=(*ink, 255)
    )
    cloth = [(wide * 0.08, n * 0.17), (wide * 0.92, n * 0.17)]
    for step in range(25):
        x = wide * (0.92 - 0.84 * step / 24)
        cloth.append((x, n * (0.72 + 0.03 * sin(pi * step))))
    draw.polygon(cloth, fill=(*livery.edge, 255))
    inset = wide * 0.05
    draw.rectangle(
        (wide * 0.08 + inset, n * 0.17, wide * 0.92 - inset, n * 0.68), fill=(*livery.fill, 255)
    )
    draw.ellipse(
        (wide * 0.3, n * 0.42 - wide * 0.2, wide * 0.7, n * 0.42 + wide * 0.2),
        outline=(*livery.ink, 255),
        width=max(2, round(wide * 0.07)),
    )
    for number in range(8):
        x = wide * (0.12 + 0.1 * number)
        draw.rectangle((x, n * 0.7, x + wide * 0.05, n * 0.8), fill=(*livery.band, 255))
    return Sprite.of(fine.reduce(FINE))

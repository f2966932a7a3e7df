"""The head of a picture: turn, phase, whose it is, and who holds the towns."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from engine.api import Term
from engine.barricadas.rules.victory.towns import scored
from engine.barricadas.state import SEATS, Phase, Table
from engine.barricadas.survey import scenario_of
from engine.barricadas.weather import weather_of
from render.api import Names, word
from render.barricadas.works import flag_sprite
from render.lettering import text_width, write
from render.themes import Theme

HEAD: Final = 112 / 1080
"""How high it is, as a share of the picture's width."""


def head_height(width: int) -> int:
    """Return how high the head of a picture is, in pixels."""
    return round(HEAD * width)


def turn_line(table: Table, names: Names) -> str:
    """Return which turn it is, of how many, and its weather; set-up has none."""
    if not table.turn:
        return names(Term("scenario", table.settings.scenario))
    last = scenario_of(table).turns
    line = f"{word(names, 'turn')} {table.turn}/{last}"
    weather = weather_of(table)
    if weather is not None:
        line = f"{line} · {names(Term('weather', weather.kind))} ({weather.seen:+d})"
    return line


def phase_line(table: Table, names: Names) -> str:
    """Return the phase, and whose activation it is."""
    if table.ending is not None and table.ending.winner:
        return (
            f"{names(Term('phase', Phase.OVER.value))} · {names(Term('seat', table.ending.winner))}"
        )
    phase = names(Term("phase", table.phase.value))
    if table.phase is not Phase.ACTIVATION:
        return phase
    return f"{names(Term('seat', table.player))} · {phase}"


def draw_heading(
    image: Image.Image, theme: Theme, table: Table, names: Names, passed: Table | None = None
) -> None:
    """Draw the head; *passed* is the table of the phase that it names, where that is past."""
    told = passed or table
    width = image.size[0]
    head = head_height(width)
    unit = head / 112
    x = 16 * unit
    x_end = _towns(image, theme, table, head)
    seat = told.player if told.phase is Phase.ACTIVATION else ""
    if table.ending is not None and table.ending.winner:
        seat = table.ending.winner
    if seat:
        sprite = flag_sprite(seat, round(80 * unit), theme.paper_ink)
        sprite.paste(image, x - 6 * unit, 16 * unit)
        x += sprite.size[0] + 4 * unit
    room = x_end - x - 14 * unit
    ink = theme.paper_ink
    first, second = phase_line(told, names), turn_line(told, names)
    write(image, x, 35 * unit, first, "bold", round(42 * unit), ink, width=room)
    write(image, x, 80 * unit, second, "medium", round(32 * unit), ink, width=room)
    ImageDraw.Draw(image).line((0, head - 3, width, head - 3), fill=theme.paper_line, width=3)


def _towns(image: Image.Image, theme: Theme, table: Table, head: int) -> float:
    """Draw how many towns each side holds, at the right; return where that begins.

    Once the game is over it is how many count: what decided it.
    """
    unit = head / 112
    scenario = scenario_of(table)
    x = image.size[0] - 16 * unit
    for seat in reversed(SEATS):
        held = len(scored(table, seat))
        wants = f"/{scenario.wins}" if seat == scenario.attacker else ""
        text = f"{held}{wants}"
        size = round(48 * unit)
        wide = text_width(text, "bold", size)
        plate = round(64 * unit)
        box_width = wide + 26 * unit
        left = x - box_width
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle(
            (left, 23 * unit, x, 23 * unit + plate),
            radius=round(12 * unit),
            fill=theme.victory,
            outline=theme.victory_ink,
            width=max(1, round(3 * unit)),
        )
        write(image, left + box_width / 2, 54 * unit, text, "bold", size, theme.victory_ink, "m")
        sprite = flag_sprite(seat, round(78 * unit), theme.paper_ink)
        x = left - sprite.size[0] - 2 * unit
        sprite.paste(image, x, 18 * unit)
        x -= 14 * unit
    return x

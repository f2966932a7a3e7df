"""Above and below the whole board: heading and score; markers, objectives, what all marks mean."""

from __future__ import annotations

from typing import Final

from PIL import ImageDraw

from engine.api import Term
from engine.calama.army import load_army
from engine.calama.rules.setting_up.armies import bought
from engine.calama.state import ATTRIBUTES, CHILE, RESERVE, SEATS, Phase, Table
from engine.calama.survey import army, printed, scenario_of, waiting
from render import marks
from render.api import word
from render.calama.counters import PieceFace, attribute_mark, counter
from render.calama.sheet import band
from render.calama.stage import Stage
from render.lettering import Face, fitting, text_width, write
from render.symbols import burst
from render.themes import Colour

HEAD = 3.1
"""Height of the heading, in units."""

_ROW = 1.06
_TOP = 1.75
_AIR = 0.55

_AT = {"strength": 0.485, "resistance": 0.585, "movement": 0.685, "worth": 0.79, "left": 0.9}
"""Where the columns of a table of markers stand, as shares of its width."""


ROSTER_SCALE: Final = 41.0
"""Pixels to a unit of the tables, which stand beside the whole board."""


def tables_height() -> float:
    """Return the height of a side's markers and objectives, in units."""
    return _TOP + _ROW * len(load_army().types) + 3 * 0.95 + 0.6


# -- heading ---------------------------------------------------------------------------------


def draw_heading(stage: Stage, height: int, passed: Table | None = None) -> None:
    """Write round, phase and player, and both sides' points.

    Round and phase are those of *passed*, where that is said: the phase that the picture tells of.
    """
    image, theme = stage.image, stage.theme
    table = stage.table if passed is None or stage.table.ending is not None else passed
    width = image.size[0]
    draw = ImageDraw.Draw(image)
    draw.line((0, height - 1, width, height - 1), fill=theme.paper_line, width=2)
    room = _scores(stage, height)
    x, names = height * 0.22, stage.names
    player = table.player if table.phase in {Phase.ORDERS, Phase.MOVEMENT, Phase.COMBAT} else ""
    if table.ending is not None:
        player = table.ending.winner
    if player:
        flag = marks.flag(player, round(height * 0.86), theme.paper_ink)
        flag.paste(image, x - height * 0.1, height * 0.07)
        x += flag.size[0]
    phase = names(Term("phase", table.phase.value))
    first = f"{word(names, 'round')} {table.round} · {phase}" if table.round else phase
    write(
        image,
        x,
        height * 0.33,
        first,
        "bold",
        round(height * 0.42),
        theme.paper_ink,
        width=room - x,
    )
    write(
        image,
        x,
        height * 0.74,
        _second(stage, table, player),
        "semi",
        round(height * 0.29),
        theme.paper_ink,
        width=room - x,
    )


def _second(stage: Stage, table: Table, player: str) -> str:
    """Return the second line of the heading: whose turn, and their movement points."""
    names = stage.names
    if table.ending is not None:
        if not player:
            return ""
        return f"{word(names, 'winner')}: {names(Term('seat', player))}"
    if not player:
        return names(Term("game", "calama"))
    line = names(Term("seat", player))
    if table.phase is Phase.MOVEMENT:
        most = scenario_of(table).pools[player]
        line += f" · {word(names, 'pool')} {table.pool}/{most}"
    return line


def _scores(stage: Stage, height: int) -> float:
    """Draw both sides' points at the right; return where they begin."""
    image, theme, table = stage.image, stage.theme, stage.table
    x = image.size[0] - height * 0.18
    goal = f"/{scenario_of(table).goal}"
    for seat in reversed(SEATS):
        large, small = round(height * 0.62), round(height * 0.32)
        points = str(table.points[seat])
        width = text_width(points, "bold", large) + text_width(goal, "semi", small) + height * 1.12
        box = (x - width, height * 0.14, x, height * 0.86)
        livery = theme.liveries[seat]
        draw = ImageDraw.Draw(image)
        draw.rounded_rectangle(
            box, radius=height * 0.16, fill=livery.fill, outline=livery.edge, width=2
        )
        flag = marks.flag(seat, round(height * 0.6), livery.ink)
        flag.paste(image, box[0] + height * 0.06, height * 0.22)
        left = box[0] + height * 0.92
        left += write(image, left, height * 0.49, points, "bold", large, livery.ink)
        write(image, left + 1, height * 0.58, goal, "semi", small, livery.ink)
        x -= width + height * 0.14
    return x


# -- markers ---------------------------------------------------------------------------------


def draw_tables(stage: Stage) -> None:
    """Draw both sides' markers and objectives, one beneath the other."""
    s = stage.scale
    width = stage.image.size[0]
    draw = ImageDraw.Draw(stage.image)
    for number, seat in enumerate(SEATS):
        left, top = _AIR * s, number * tables_height() * s
        if number:
            draw.line((left, top, width - left, top), fill=stage.theme.paper_line, width=2)
        _markers(stage, seat, left, top, width - 2 * left)
        foot = top + (_TOP + _ROW * len(load_army().types) + 0.2) * s
        _objectives(stage, seat, (left, foot), width - 2 * left)


def _markers(stage: Stage, seat: str, left: float, top: float, width: float) -> None:
    image, theme, names, s = stage.image, stage.theme, stage.names, stage.scale
    ink = theme.paper_ink
    flag = marks.flag(seat, round(1.35 * s), ink)
    flag.paste(image, left - 0.2 * s, top + 0.12 * s)
    write(
        image,
        left + 1.45 * s,
        top + 0.85 * s,
        names(Term("seat", seat)),
        "bold",
        round(0.9 * s),
        ink,
        width=width * 0.26,
    )
    _orders(stage, seat, (left, top + 0.85 * s), width)
    for key in ATTRIBUTES:
        mark = attribute_mark(key, max(9, round(0.72 * s)), ink)
        mark.centre(image, left + _AT[key] * width, top + 0.85 * s)
    disc = marks.dot(max(9, round(0.74 * s)), theme.victory, theme.victory_ink)
    disc.centre(image, left + _AT["worth"] * width, top + 0.85 * s)
    write(
        image,
        left + _AT["left"] * width,
        top + 0.85 * s,
        word(names, "left"),
        "semi",
        stage.letters(0.58),
        theme.paper_faint,
        "m",
        width=width * 0.17,
        least=stage.letters(),
    )
    draw = ImageDraw.Draw(image)
    for number, key in enumerate(load_army().types):
        y = top + (_TOP + (number + 0.5) * _ROW) * s
        if number % 2 == 0:
            draw.rectangle(
                (left - 0.2 * s, y - _ROW * s / 2, left + width, y + _ROW * s / 2),
                fill=band(theme),
            )
        _row(stage, seat, key, (left, y), width)


def _orders(stage: Stage, seat: str, spot: tuple[float, float], width: float) -> None:
    """Draw a disc for each combat order, filled while it is left."""
    theme, s = stage.theme, stage.scale
    livery = theme.liveries[seat]
    total = scenario_of(stage.table).orders
    left = stage.table.orders_left[seat]
    for number in range(total):
        fill = livery.fill if number < left else theme.paper
        disc = marks.dot(max(8, round(0.5 * s)), fill, livery.edge)
        disc.centre(stage.image, spot[0] + width * 0.30 + number * 0.6 * s, spot[1])


def _row(stage: Stage, seat: str, key: str, spot: tuple[float, float], width: float) -> None:
    """Write one type: its figure and name, its three markers, its worth and how many are left."""
    image, theme, table, s = stage.image, stage.theme, stage.table, stage.scale
    x, y = spot
    kind = printed(key)
    counter(PieceFace(seat, key), max(10, round(0.94 * s)), theme).centre(image, x + 0.42 * s, y)
    name = stage.names(Term("type", key))
    write(
        image,
        x + 1.15 * s,
        y,
        name,
        "semi",
        stage.letters(0.66),
        theme.paper_ink,
        width=width * 0.43 - 1.15 * s,
        least=stage.letters(),
    )
    now = table.attributes[seat][key]
    for attribute in ATTRIBUTES:
        first = {
            "movement": kind.movement,
            "resistance": kind.resistance,
            "strength": kind.strength,
        }
        _value(
            stage,
            (x + _AT[attribute] * width, y),
            now.value(attribute),
            first[attribute],
            stage.changes.marker(seat, key, attribute),
        )
    if kind.decides:
        _star(stage, (x + _AT["worth"] * width, y))
    else:
        write(
            image,
            x + _AT["worth"] * width,
            y,
            str(kind.points),
            "bold",
            stage.letters(0.7),
            theme.paper_ink,
            "m",
        )
    reserve = len(waiting(table, seat, RESERVE, key))
    at = x + (_AT["left"] - (0.03 if reserve else 0)) * width
    write(image, at, y, _count(stage, seat, key), "bold", stage.letters(0.74), theme.paper_ink, "m")
    if reserve:
        _reserve(stage, (x + width, y), reserve, kind.price)


def _star(stage: Stage, spot: tuple[float, float]) -> None:
    """Draw a star: whoever loses this piece loses the game."""
    reach = 0.42 * stage.scale
    points = [(spot[0] + x, spot[1] + y) for x, y in burst(0, 0, reach, reach * 0.42, 5)]
    ImageDraw.Draw(stage.image).polygon(points, fill=stage.theme.paper_ink)


def _count(stage: Stage, seat: str, key: str) -> str:
    """Return how many pieces of a type a side has; what it buys in secret is its own affair."""
    table, view = stage.table, stage.view
    if table.round:
        return str(len(army(table, seat, key)))
    if not bought(table):
        return str(scenario_of(table).start[seat].get(key, 0))
    if view.own is None or view.viewer != seat:
        return "?"
    return str(sum(one.type == key for one in view.own.plan))


def _reserve(stage: Stage, spot: tuple[float, float], n: int, price: int) -> None:
    """Write how many of a type wait in reserve, and what each gives the enemy as it enters."""
    theme = stage.theme
    livery = theme.liveries[CHILE]
    size = stage.letters(0.5)
    disc = marks.dot(round(1.35 * size), theme.victory, theme.victory_ink)
    x = spot[0] - disc.size[0] / 2
    disc.centre(stage.image, x, spot[1])
    write(stage.image, x, spot[1], str(price), "bold", size, theme.victory_ink, "m")
    left = x - 0.55 * disc.size[0]
    write(stage.image, left, spot[1], f"+{n}", "bold", stage.letters(0.56), livery.fill, "r")


def _value(stage: Stage, spot: tuple[float, float], now: int, first: int, by: int) -> None:
    """Write a marker; one that is not where it began stands out, one just moved has an arrow."""
    theme, s = stage.theme, stage.scale
    x, y = spot
    ink = theme.paper_ink
    if now != first:
        ink = theme.victory_ink
        draw = ImageDraw.Draw(stage.image)
        fill = theme.highlight if now > first else theme.liveries["peru"].band
        draw.rounded_rectangle(
            (x - 0.46 * s, y - 0.45 * s, x + 0.46 * s, y + 0.45 * s),
            radius=0.16 * s,
            fill=fill,
            outline=theme.paper_line,
        )
    write(stage.image, x, y, str(now), "bold", round(0.78 * s), ink, "m")
    if by:
        draw = ImageDraw.Draw(stage.image)
        tip = -0.3 if by > 0 else 0.3
        left = x + 0.52 * s
        draw.polygon(
            [
                (left, y - tip * 0.6 * s),
                (left + 0.42 * s, y - tip * 0.6 * s),
                (left + 0.21 * s, y + tip * s),
            ],
            fill=theme.order if by > 0 else theme.battle,
        )


# -- objectives ------------------------------------------------------------------------------


def _objectives(stage: Stage, seat: str, spot: tuple[float, float], width: float) -> None:
    """List a side's objectives: fulfilled with their points, lost, or open.

    What an open one is worth is written on its owner's picture alone.
    """
    table, theme, s = stage.table, stage.theme, stage.scale
    keys = scenario_of(table).objectives[seat]
    own = stage.view.own.priorities if stage.view.own else ()
    worth = dict(zip(own, scenario_of(table).values, strict=False))
    for number, key in enumerate(keys):
        x, y = spot[0], spot[1] + (number + 0.5) * 0.95 * s
        middle = x + 0.42 * s
        if key in table.scored:
            _seal(stage, (middle, y), str(table.scored[key]), theme.victory, theme.victory_ink)
        elif key in table.lost:
            marks.cross(max(10, round(0.8 * s)), theme.battle, theme.paper).centre(
                stage.image, middle, y
            )
        else:
            text = str(worth.get(key, "?"))
            ink = theme.order if key in worth else theme.paper_faint
            _seal(stage, (middle, y), text, theme.paper, ink)
        face: Face = "bold" if key in table.scored else "semi"
        ink = theme.paper_faint if key in table.lost else theme.paper_ink
        name = stage.names(Term("objective", key))
        room = width - 1.2 * s
        size = fitting(name, face, stage.letters(0.62), room, stage.letters())
        write(stage.image, x + 1.15 * s, y, name, face, size, ink, width=room)


def _seal(stage: Stage, spot: tuple[float, float], text: str, fill: Colour, ink: Colour) -> None:
    size = max(11, round(0.86 * stage.scale))
    marks.dot(size, fill, ink).centre(stage.image, *spot)
    write(stage.image, *spot, text, "bold", stage.letters(0.6), ink, "m")

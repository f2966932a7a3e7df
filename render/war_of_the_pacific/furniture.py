"""Panels in the empty corners of the whole map: title, turn track, legend, reserves, the box."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.api import Term
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import BOX, DEAD, POOL, on_track
from engine.war_of_the_pacific.roster import is_supply, load_roster
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.state import SEATS, Unit
from render import marks
from render.api import Names, word
from render.counters import CounterFace
from render.lettering import lettered, write
from render.linework import Ink, ahead, along
from render.relief import Window
from render.themes import Theme
from render.war_of_the_pacific.legend import entries
from render.war_of_the_pacific.overlay import Stage
from render.war_of_the_pacific.panels import panels
from render.war_of_the_pacific.piles import Pile, face_of
from render.war_of_the_pacific.stacks import count_badge, lay_row

Box = tuple[float, float, float, float]


CHECKS = {5: "6", 9: "8", 12: "18"}
"""Turns at whose end points decide, and how many win for Chile (5.2 to 5.4)."""


def draw_panels(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    """Draw the empty panels, which belong to the printed map, and the roads into the box."""
    _roads(image, board, theme, window)
    for box in panels(board).values():
        panel(image, theme, pixels(window, box))


def _roads(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    """Draw the ways by land from the hexes that adjoin the Chile Holding Box (8.6)."""
    pale, road = Ink(window), Ink(window)
    edge = panels(board)["box"][0]
    for one in board.box_exits:
        x, y = board.grid.centre(one)
        start = (x + 0.62, y)
        pale.line([start, (edge, y)], 0.24)
        for point, angle in along([start, (edge, y)], 0.5, 0.05):
            road.line([point, ahead(point, angle, 0.3)], 0.11)
        road.shape([(x + 0.34, y), (x + 0.72, y - 0.2), (x + 0.72, y + 0.2)])
    pale.lay(image, theme.label_halo, 0.8)
    road.lay(image, theme.barrier)


def _panel_of(stage: Stage, key: str) -> Box:
    """Return a panel in pixels."""
    return pixels(stage.layout.window, panels(stage.board)[key])


def pixels(window: Window, box: Box) -> Box:
    """Return a box of the map in pixels."""
    return (*window.at(box[0], box[1]), *window.at(box[2], box[3]))


def panel(image: Image.Image, theme: Theme, box: Box) -> None:
    """Draw a sheet of paper with a double rule and a shadow."""
    left, top, right, bottom = (round(value) for value in box)
    shade = Image.new("L", (right - left, bottom - top), 90)
    image.paste(theme.paper_ink, (left + 4, top + 4), shade)
    draw = ImageDraw.Draw(image)
    draw.rectangle((left, top, right, bottom), fill=theme.paper, outline=theme.paper_line, width=2)
    draw.rectangle((left + 4, top + 4, right - 4, bottom - 4), outline=theme.paper_line)


def draw_furniture(stage: Stage, names: Names) -> None:
    """Fill the panels with what the view says."""
    _title(stage, names)
    _track(stage, names)
    _legend(stage, names)
    _reserves(stage, names)
    _holding(stage, names)
    _ocean(stage, names)


def _ocean(stage: Stage, names: Names) -> None:
    scale = stage.scale
    name = lettered(
        word(names, "ocean"),
        "water",
        round(scale * 1.35),
        stage.theme.sea_ink,
        track=round(scale * 0.18),
        opacity=130,
    )
    name.centre(stage.image, *stage.layout.window.at(33.0, 34.6))


# -- title and turn track --------------------------------------------------------------------


def side_flag(side: str) -> str:
    """Return the nation whose flag stands for a side."""
    return "chile" if side == "chile" else "peru"


def _title(stage: Stage, names: Names) -> None:
    table, theme, s = stage.table, stage.theme, stage.scale
    left, top, right, _ = _panel_of(stage, "title")
    ink = theme.paper_ink
    room = right - left - 5.2 * s
    write(
        stage.image,
        left + 0.7 * s,
        top + 1.15 * s,
        names(Term("scenario", "title")),
        "atlas",
        round(1.3 * s),
        ink,
        width=room,
    )
    turn = f"{word(names, 'turn')} {table.turn} · {names(Term('turn', str(table.turn)))}"
    write(
        stage.image, left + 0.7 * s, top + 2.65 * s, turn, "bold", round(0.95 * s), ink, width=room
    )
    x = left + 0.7 * s
    player = table.ending.winner if table.ending is not None else table.player
    if player:
        flag = marks.flag(side_flag(player), round(1.35 * s), ink)
        flag.paste(stage.image, x - 0.2 * s, top + 3.35 * s)
        x += 1.35 * s
    phase = names(Term("phase", table.phase.value))
    who = f"{names(Term('seat', player))} · {phase}" if player else phase
    write(
        stage.image, x, top + 3.95 * s, who, "semi", round(0.82 * s), ink, width=room - (x - left)
    )
    _medal(stage, names, (right - 2.5 * s, top + 2.15 * s), 1.55 * s)


def _medal(stage: Stage, names: Names, middle: tuple[float, float], radius: float) -> None:
    theme = stage.theme
    disc = marks.dot(round(radius * 2), theme.victory, theme.victory_ink)
    disc.centre(stage.image, *middle)
    inner = marks.dot(round(radius * 1.84), theme.victory, theme.victory)
    inner.centre(stage.image, *middle)
    write(
        stage.image,
        middle[0],
        middle[1],
        str(victory_points(stage.table)),
        "bold",
        round(radius * 1.15),
        theme.victory_ink,
        "m",
    )
    write(
        stage.image,
        middle[0],
        middle[1] + radius * 1.3,
        word(names, "victory_points"),
        "semi",
        round(radius * 0.36),
        theme.paper_ink,
        "m",
        width=radius * 2.9,
    )


def _track(stage: Stage, names: Names) -> None:
    theme, s = stage.theme, stage.scale
    left, top, right, bottom = _panel_of(stage, "title")
    cell = (right - left - 0.9 * s) / 12
    draw = ImageDraw.Draw(stage.image)
    for turn in range(1, 13):
        x0 = round(left + 0.45 * s + (turn - 1) * cell)
        y0, y1 = round(top + 5.15 * s), round(bottom - 0.4 * s)
        x1 = round(x0 + cell - 3)
        now = turn == stage.table.turn
        fill = theme.highlight if now else theme.paper
        draw.rectangle((x0, y0, x1, y1), fill=fill, outline=theme.paper_line, width=3 if now else 1)
        faint = turn < stage.table.turn
        ink = theme.paper_faint if faint else theme.paper_ink
        write(stage.image, x0 + 0.14 * s, y0 + 0.5 * s, str(turn), "bold", round(0.72 * s), ink)
        months, _, year = names(Term("turn", str(turn))).rpartition(" ")
        middle = (x0 + x1) / 2
        write(
            stage.image,
            middle,
            y0 + 1.15 * s,
            months,
            "semi",
            round(0.36 * s),
            ink,
            "m",
            width=cell - 6,
        )
        write(stage.image, middle, y0 + 1.52 * s, year, "semi", round(0.36 * s), ink, "m")
        if turn in CHECKS:
            check = marks.dot(round(0.76 * s), theme.victory, theme.victory_ink)
            spot = (x1 - 0.46 * s, y0 + 0.48 * s)
            check.centre(stage.image, *spot)
            write(stage.image, *spot, CHECKS[turn], "bold", round(0.4 * s), theme.victory_ink, "m")
        _waiting(stage, turn, (x0 + 3, y0 + 1.8 * s, x1 - 3, y1 - 3))


def _waiting(stage: Stage, turn: int, box: Box) -> None:
    """Show what comes in a turn: reinforcements, ships under repair, columns set aside."""
    units = stage.table.units.values()
    arriving: list[tuple[CounterFace, int]] = []
    if turn > stage.table.turn:
        for nation in ("chile", "peru", "bolivia"):
            count = sum(
                1
                for unit in units
                if unit.at == POOL
                and not is_supply(unit.id)
                and printed(unit).nation == nation
                and printed(unit).arrives == turn
            )
            if count:
                arriving.append((CounterFace(nation, "infantry", "", "", 1, 1), count))
    waiting = [unit for unit in units if unit.at == on_track(turn)]
    flow(stage, box, arriving + gathered(waiting), least=14, most=round(0.72 * stage.scale))


# -- flows of counters -----------------------------------------------------------------------


def gathered(units: Sequence[Unit]) -> list[tuple[CounterFace, int]]:
    """Return counters and how many alike there are: Supply Columns and the like as one."""
    found: dict[CounterFace, int] = {}
    for unit in units:
        face = face_of(unit)
        found[face] = found.get(face, 0) + 1
    return list(found.items())


def flow(
    stage: Stage,
    box: Box,
    faces: Sequence[tuple[CounterFace, int]],
    least: int,
    most: int,
) -> None:
    """Lay counters in rows into a box, as large as fits; what still does not is a number."""
    left, top, right, bottom = box
    side, across, down = most, 1, 1
    for size in range(most, least - 1, -1):
        side, gap = size, max(4, size // 6)
        across = max(1, int((right - left) / (side + gap)))
        down = max(1, int((bottom - top) / (side + gap)))
        if across * down >= len(faces):
            break
    gap = max(4, side // 6)
    shown = list(faces[: across * down])
    spots = [
        (
            left + (k % across + 0.5) * (side + gap),
            top + (k // across + 0.5) * (side + gap),
        )
        for k in range(len(shown))
    ]
    lay_row(stage.image, stage.theme, spots, side, shown)
    if len(faces) > len(shown):
        more = sum(count for _, count in faces[len(shown) - 1 :])
        badge = count_badge(more, max(14, round(side * 0.8)), stage.theme)
        badge.centre(stage.image, *spots[-1])


# -- reserves and the box --------------------------------------------------------------------


def _reserves(stage: Stage, names: Names) -> None:
    theme, s = stage.theme, stage.scale
    left, top, right, bottom = _panel_of(stage, "reserves")
    half = (bottom - top) / 2
    for number, side in enumerate(SEATS):
        y = top + number * half
        flag = marks.flag(side_flag(side), round(0.95 * s), theme.paper_ink)
        flag.paste(stage.image, left + 0.4 * s, y + 0.35 * s)
        write(
            stage.image,
            left + 1.5 * s,
            y + 0.8 * s,
            names(Term("seat", side)),
            "bold",
            round(0.66 * s),
            theme.paper_ink,
            width=right - left - 2 * s,
        )
        pool = [u for u in _of(stage, side, POOL) if printed(u).arrives <= stage.table.turn]
        dead = _of(stage, side, DEAD)
        inner = (left + 0.35 * s, right - 0.35 * s)
        share = 0.42 if len(dead) >= len(pool) else 0.58
        middle = y + 1.35 * s + (half - 1.6 * s) * share
        for heading, units, y0, y1 in (
            ("pool", pool, y + 1.35 * s, middle),
            ("dead", dead, middle, y + half - 0.25 * s),
        ):
            write(
                stage.image,
                inner[0],
                y0 + 0.32 * s,
                word(names, heading),
                "semi",
                round(0.46 * s),
                theme.paper_faint,
                width=inner[1] - inner[0],
            )
            flow(
                stage, (inner[0], y0 + 0.62 * s, inner[1], y1), gathered(units), 18, round(0.86 * s)
            )
    draw = ImageDraw.Draw(stage.image)
    draw.line((left + 12, top + half, right - 12, top + half), fill=theme.paper_line)


def _of(stage: Stage, side: str, place: str) -> list[Unit]:
    roster = load_roster().units
    order = {key: number for number, key in enumerate(roster)}
    found = [u for u in stage.table.units.values() if u.side == side and u.at == place]
    # The dead and the pool show what the unit is, not that it has no steps.
    fresh = [
        Unit(u.id, u.side, u.at, max(u.steps, printed(u).steps), u.nation)
        for u in found
        if not is_supply(u.id)
    ]
    return sorted(fresh, key=lambda u: order.get(u.id, 0))


def box_faces(heap: Sequence[Pile]) -> list[tuple[CounterFace, int]]:
    """Return the counters of a place, alike ones counted."""
    found: dict[CounterFace, int] = {}
    for pile in heap:
        for face in pile.faces:
            found[face] = found.get(face, 0) + 1
    return list(found.items())


def _holding(stage: Stage, names: Names) -> None:
    theme, s = stage.theme, stage.scale
    left, top, right, bottom = _panel_of(stage, "box")
    flag = marks.flag("chile", round(0.95 * s), theme.paper_ink)
    flag.paste(stage.image, left + 0.3 * s, top + 0.25 * s)
    write(
        stage.image,
        left + 1.4 * s,
        top + 0.7 * s,
        word(names, "box"),
        "bold",
        round(0.56 * s),
        theme.paper_ink,
        width=right - left - 3.0 * s,
    )
    chit = marks.chit(round(0.72 * s), stage.board.box_area, theme.area_ink, theme.label_halo)
    chit.paste(stage.image, right - 0.35 * s - chit.size[0], top + 0.35 * s)
    flow(
        stage,
        (left + 0.3 * s, top + 1.25 * s, right - 0.3 * s, bottom - 0.2 * s),
        box_faces(stage.heaps.get(BOX, ())),
        18,
        round(1.05 * s),
    )


# -- legend ----------------------------------------------------------------------------------


def _legend(stage: Stage, names: Names) -> None:
    theme, s = stage.theme, stage.scale
    left, top, right, bottom = _panel_of(stage, "legend")
    items = entries(theme, s)
    rows = (len(items) + 1) // 2
    step = (bottom - top - 0.5 * s) / rows
    column = (right - left - 0.5 * s) / 2
    for number, (sprite, term) in enumerate(items):
        x = left + 0.3 * s + (number // rows) * column
        y = top + 0.25 * s + (number % rows + 0.5) * step
        sprite.centre(stage.image, x + 0.5 * s, y)
        write(
            stage.image,
            x + 1.15 * s,
            y,
            names(term),
            "semi",
            round(0.44 * s),
            theme.paper_ink,
            width=column - 1.3 * s,
        )

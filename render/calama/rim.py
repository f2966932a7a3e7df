"""The frame of the board: faint grid, coordinates, figures of the squares, exits and doors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, cos, floor, pi, sin

from PIL import Image, ImageDraw

from engine.api import Term
from engine.calama.board import Board
from engine.data.grid.squares import row_col, square
from render.api import Names, word
from render.calama.land import EDGE, SIDE, centre, leaving
from render.calama.layout import RIM, Layout
from render.lettering import font, legible, lettered
from render.linework import Ink, Point
from render.sprites import Sprite
from render.themes import Colour, Theme

MINUS = "–"
"""An en dash: the font has no minus sign."""

SIGNS = f"+{MINUS}"
"""What is drawn rather than written."""

Strip = tuple[int, int, int, int]
"""First column and row, last column and row of some pixels."""

_SIGN = 0.62
"""How much room a sign takes, as a share of the size of the type."""

FIGURES_AT = 0.77
"""How far below the middle of a square its two figures stand, in units."""


COMPASS_AT = "15-3"
"""Around this square of the empty north-west lies the rose."""

_RADIUS = 1.35


def signed(value: int) -> str:
    """Return a number with its sign."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


@lru_cache(maxsize=256)
def figures(
    text: str, size: int, ink: Colour, halo: Colour | None = None, spread: int = 0
) -> Sprite:
    """Return figures as a sprite, with larger signs than the font's: its plus looks like a dot."""
    used = font("bold", size)
    ascent, descent = used.getmetrics()
    wide = [round(size * _SIGN) if one in SIGNS else used.getlength(one) for one in text]
    pad = spread + 1
    total = (int(sum(wide) + 0.999) + 2 * pad, ascent + descent + 2 * pad)
    image = Image.new("RGBA", total, (*(halo or ink), 0))
    draw = ImageDraw.Draw(image)
    middle = pad + ascent + used.getbbox("0", anchor="ls")[1] / 2
    for fill, grow in ((halo, spread), (ink, 0)):
        if fill is None:
            continue
        x = float(pad)
        for one, width in zip(text, wide, strict=True):
            if one in SIGNS:
                _sign(draw, one, (x + width / 2, middle), size, fill, grow)
            else:
                draw.text((x, pad), one, font=used, fill=fill, stroke_width=grow, stroke_fill=fill)
            x += width
    return Sprite.of(image)


def _sign(
    draw: ImageDraw.ImageDraw, sign: str, at: Point, size: int, fill: Colour, grow: int
) -> None:
    """Draw a plus or a minus of whole pixels, so that it is sharp."""
    thick, arm = max(2, round(size * 0.13)), max(3, round(size * 0.2))
    left, top = round(at[0] - thick / 2), round(at[1] - thick / 2)
    right, bottom = left + thick - 1 + grow, top + thick - 1 + grow
    left, top = left - grow, top - grow
    draw.rectangle((left - arm, top, right + arm, bottom), fill=fill)
    if sign == "+":
        draw.rectangle((left, top - arm, right, bottom + arm), fill=fill)


def draw_grid(image: Image.Image, theme: Theme, layout: Layout) -> None:
    """Draw the lines between the squares."""
    window = layout.window
    left, top, right, bottom = _inside(layout)
    thick = max(0.03 * layout.scale, 0.8)
    lines = [
        (window.at(x, top), window.at(x, bottom))
        for x in (EDGE + k * SIDE for k in range(layout.columns[0] - 1, layout.columns[1] + 1))
    ] + [
        (window.at(left, y), window.at(right, y))
        for y in (EDGE + k * SIDE for k in range(layout.rows[0] - 1, layout.rows[1] + 1))
    ]
    boxes = [
        (x0 - thick / 2, y0 - thick / 2, x1 + thick / 2, y1 + thick / 2)
        for (x0, y0), (x1, y1) in lines
    ]
    mask = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(mask)
    # The fullest last, so that lines have no gaps where they cross.
    for much, strip in sorted(strip for box in boxes for strip in _strips(box)):
        draw.rectangle(strip, fill=round(255 * 0.38 * much))
    for box in boxes:
        # Line by line: to lay the whole mask takes many times that. What is laid is wiped out, so
        # that crossings are laid once.
        around = (floor(box[0]), floor(box[1]), ceil(box[2]), ceil(box[3]))
        image.paste(theme.grid, around[:2], mask.crop(around))
        mask.paste(0, around)


def _strips(box: tuple[float, float, float, float]) -> Iterator[tuple[float, Strip]]:
    """Yield the rows or columns of pixels of an upright or level line: how full, and where."""
    left, top, right, bottom = box
    if bottom - top > right - left:
        for at, much in _pixels(left, right):
            yield much, (at, floor(top), at, ceil(bottom) - 1)
    else:
        for at, much in _pixels(top, bottom):
            yield much, (floor(left), at, ceil(right) - 1, at)


def _pixels(first: float, last: float) -> Iterator[tuple[int, float]]:
    """Yield the pixels between two points of a line, and how much of each lies between them."""
    for at in range(floor(first), ceil(last)):
        yield at, min(last, at + 1) - max(first, at)


def _inside(layout: Layout) -> tuple[float, float, float, float]:
    """Return the rectangle of the squares, in units."""
    return (
        EDGE + (layout.columns[0] - 1) * SIDE,
        EDGE + (layout.rows[0] - 1) * SIDE,
        EDGE + layout.columns[1] * SIDE,
        EDGE + layout.rows[1] * SIDE,
    )


def draw_rim(image: Image.Image, theme: Theme, layout: Layout) -> None:
    """Draw the paper around the squares with the numbers of rows and columns on all sides."""
    window, scale = layout.window, layout.scale
    left, top, right, bottom = _inside(layout)
    x0, y0 = (round(value) for value in window.at(left, top))
    x1, y1 = (round(value) for value in window.at(right, bottom))
    width, height = image.size
    draw = ImageDraw.Draw(image)
    for box in (
        (0, 0, width, y0),
        (0, y1, width, height),
        (0, 0, x0, height),
        (x1, 0, width, height),
    ):
        draw.rectangle(box, fill=theme.paper)
    thick = max(2, round(scale * 0.09))
    draw.rectangle(
        (x0 - thick, y0 - thick, x1 + thick, y1 + thick), outline=theme.label, width=thick
    )
    gap = thick + max(1, round(scale * 0.06))
    draw.rectangle(
        (x0 - gap - 1, y0 - gap - 1, x1 + gap + 1, y1 + gap + 1), outline=theme.paper_line
    )
    size = max(9, round(scale * 0.86))
    off = RIM * 0.47
    for column in range(layout.columns[0], layout.columns[1] + 1):
        # Rows with the dash that follows them in the name of a square, "7-12"; a column with the
        # dash before it would read as a number below nought.
        sprite = lettered(f"{column}", "bold", size, theme.paper_ink)
        x = EDGE + (column - 0.5) * SIDE
        sprite.centre(image, *window.at(x, top - RIM + off))
        sprite.centre(image, *window.at(x, bottom + RIM - off))
    for row in range(layout.rows[0], layout.rows[1] + 1):
        sprite = lettered(f"{row}-", "bold", size, theme.paper_ink)
        y = EDGE + (row - 0.5) * SIDE
        sprite.centre(image, *window.at(left - RIM + off, y))
        sprite.centre(image, *window.at(right + RIM - off, y))


def draw_figures(image: Image.Image, board: Board, theme: Theme, layout: Layout) -> None:
    """Write each square's extra cost and modifier at its foot."""
    size = max(legible(layout.window.size[0]), round(layout.scale * 0.36))
    for place in sorted(layout.places):
        one = board.squares[place]
        text = f"{one.cost}/{signed(one.resistance)}"
        x, y = centre(place)
        sprite = figures(text, size, theme.label, theme.label_halo, 2)
        sprite.centre(image, *layout.window.at(x, y + FIGURES_AT))


# -- exits, doors, compass -------------------------------------------------------------------


def draw_exits(image: Image.Image, board: Board, theme: Theme, layout: Layout) -> None:
    """Draw an arrow where each road leaves the board."""
    window = layout.window
    shown = [one for one in sorted(board.exits) if layout.shows(one)]
    if not shown:
        return
    dark, light = Ink(window), Ink(window)
    for place in shown:
        dx, dy = leaving(place)
        x, y = centre(place)
        foot = (x + dx * 0.42, y + dy * 0.42)
        for ink, grow in ((dark, 0.12), (light, 0.0)):
            ink.shape(_arrow(foot, (dx, dy), 0.86, 0.36, grow))
    dark.lay(image, theme.label)
    light.lay(image, theme.highlight)


def name_exits(
    image: Image.Image,
    board: Board,
    theme: Theme,
    layout: Layout,
    names: Names,
    taken: frozenset[str] = frozenset(),
) -> None:
    """Write beside each exit where its road goes: whole and hidden by no piece, or not at all.

    Args:
        image: The picture.
        board: The board.
        theme: Its colours.
        layout: What the picture shows.
        names: The words.
        taken: Squares on which pieces will lie.
    """
    size = max(legible(image.size[0]), round(layout.scale * (0.45 if layout.close else 0.6)))
    for place in sorted(board.exits):
        if not layout.shows(place):
            continue
        text = names(Term("exit", place))
        sprite = lettered(text, "bold", size, theme.label, theme.label_halo, max(1, size // 9))
        off = 0.92 if place in taken else 0.6
        for x, y in _beside(layout, place, sprite.size, off):
            inside = x >= 0 and x + sprite.size[0] <= image.width
            if inside and not taken & _under(layout, place, (x, x + sprite.size[0])):
                sprite.paste(image, x, y)
                break


def _beside(layout: Layout, place: str, size: tuple[int, int], off: float) -> Iterator[Point]:
    """Yield where a name of *size* pixels may stand, *off* units from an exit, best first."""
    dx, dy = leaving(place)
    width, height = size
    x, y = layout.at(place)
    scale = layout.scale
    if dx:
        side = x - 0.95 * scale if dx < 0 else x + 0.95 * scale - width
        yield side, y - 0.98 * scale
        return
    top = y - 0.98 * scale if dy < 0 else y + 0.98 * scale - height
    yield x + off * scale, top
    yield x - off * scale - width, top


def _under(layout: Layout, place: str, span: tuple[float, float]) -> frozenset[str]:
    """Return the squares of an exit's row, but its own, that lie between two columns of pixels."""
    row, own = row_col(place)
    return frozenset(
        square(row, column)
        for column in range(layout.columns[0], layout.columns[1] + 1)
        if column != own
        for x, _ in [layout.at(square(row, column))]
        if x - 0.87 * layout.scale < span[1] and x + 0.87 * layout.scale > span[0]
    )


def _arrow(foot: Point, way: Point, long: float, half: float, grow: float) -> list[Point]:
    """Return an arrow head as a polygon."""
    dx, dy = way
    a, b = foot[0] - dx * grow, foot[1] - dy * grow
    tip = (foot[0] + dx * (long + 1.6 * grow), foot[1] + dy * (long + 1.6 * grow))
    wide, neck = half + 1.5 * grow, 0.4 * half + grow
    mid = (foot[0] + dx * (long * 0.42 - grow), foot[1] + dy * (long * 0.42 - grow))
    return [
        (a - dy * neck, b + dx * neck),
        (mid[0] - dy * neck, mid[1] + dx * neck),
        (mid[0] - dy * wide, mid[1] + dx * wide),
        tip,
        (mid[0] + dy * wide, mid[1] - dx * wide),
        (mid[0] + dy * neck, mid[1] - dx * neck),
        (a + dy * neck, b - dx * neck),
    ]


def draw_doors(image: Image.Image, board: Board, theme: Theme, layout: Layout) -> None:
    """Mark the squares by which reserves enter: a bar at the edge, and chevrons inwards."""
    window = layout.window
    livery = theme.liveries["chile"]
    rim, fill = Ink(window), Ink(window)
    for place in board.doors:
        if not layout.shows(place):
            continue
        (x, y), (dx, dy) = centre(place), leaving(place)
        edge = (x + dx * SIDE / 2, y + dy * SIDE / 2)
        for ink, grow in ((rim, 0.06), (fill, 0.0)):
            ink.line(
                [
                    (edge[0] - dy * 0.97, edge[1] + dx * 0.97),
                    (edge[0] + dy * 0.97, edge[1] - dx * 0.97),
                ],
                0.16 + 2 * grow,
            )
            for side in (-0.66, 0.66):
                tip = (edge[0] - dx * 0.4 - dy * side, edge[1] - dy * 0.4 + dx * side)
                half = 0.22 + grow * 1.4
                ink.shape(
                    [
                        (tip[0] - dx * grow * 1.6, tip[1] - dy * grow * 1.6),
                        (edge[0] - dy * (side + half), edge[1] + dx * (side + half)),
                        (edge[0] - dy * (side - half), edge[1] + dx * (side - half)),
                    ]
                )
    rim.lay(image, theme.label_halo)
    fill.lay(image, livery.fill)


def draw_rose(image: Image.Image, theme: Theme, layout: Layout) -> None:
    """Draw the compass: a rose on the whole board, an arrow in the corner of a close-up."""
    scale = layout.scale
    if layout.whole:
        _rose(image, theme, layout.at(COMPASS_AT), _RADIUS * scale)
        return
    y, draw = RIM * 0.62 * scale, ImageDraw.Draw(image)
    thick = max(2, round(0.09 * scale))
    draw.line([(0.38 * scale, y), (1.02 * scale, y)], fill=theme.battle, width=thick)
    draw.polygon(
        [(0.14 * scale, y), (0.52 * scale, y - 0.2 * scale), (0.52 * scale, y + 0.2 * scale)],
        fill=theme.battle,
    )


def name_winds(image: Image.Image, theme: Theme, layout: Layout, names: Names) -> None:
    """Write the letters of the compass: north is to the left, east at the top."""
    scale = layout.scale
    if not layout.whole:
        sprite = lettered(
            word(names, "north"),
            "bold",
            max(legible(image.size[0]), round(0.5 * scale)),
            theme.paper_ink,
        )
        sprite.centre(image, 0.6 * scale, RIM * 0.28 * scale)
        return
    x, y = layout.at(COMPASS_AT)
    letters = max(9, round(0.7 * scale))
    reach = _RADIUS * 1.14 * scale
    for key, dx, dy in (("north", -1, 0), ("east", 0, -1), ("south", 1, 0), ("west", 0, 1)):
        sprite = lettered(
            word(names, key), "bold", letters, theme.label, theme.label_halo, max(1, letters // 8)
        )
        sprite.centre(image, x + dx * reach, y + dy * reach)


def _rose(image: Image.Image, theme: Theme, middle: Point, radius: float) -> None:
    size = round(radius * 2.9)
    fine = Image.new("RGBA", (size * 2, size * 2), (*theme.label_halo, 0))
    draw = ImageDraw.Draw(fine)
    heart, n = size, radius * 2
    draw.ellipse(
        (heart - n * 0.62, heart - n * 0.62, heart + n * 0.62, heart + n * 0.62),
        outline=(*theme.paper_line, 220),
        width=max(2, round(n * 0.05)),
    )
    for k in range(8):
        angle = pi * k / 4
        long = n * (0.92 if k == 4 else 0.8 if k % 2 == 0 else 0.5)
        tip = (heart + long * cos(angle), heart + long * sin(angle))
        for side, ink in ((-1, theme.paper_ink), (1, theme.label_halo)):
            spoke = angle + side * pi / 8
            inner = (heart + n * 0.2 * cos(spoke), heart + n * 0.2 * sin(spoke))
            shown = theme.battle if k == 4 and side < 0 else ink
            draw.polygon(
                [(heart, heart), tip, inner], fill=(*shown, 255), outline=(*theme.paper_ink, 255)
            )
    small = fine.reduce(2)
    x, y = middle[0] - size / 2, middle[1] - size / 2
    image.paste(small.convert("RGB"), (round(x), round(y)), small.getchannel("A"))

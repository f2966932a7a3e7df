"""What all pictures share: the land drawn once in large, boards cut out of it, and the palette."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.calama.board import Board
from render.calama.chart import draw_land
from render.calama.counters import PieceFace, counter, pale
from render.calama.figures import FIGURES
from render.calama.land import EDGE, SPAN
from render.calama.layout import Layout
from render.calama.rim import draw_doors, draw_exits, draw_figures, draw_grid, draw_rim, draw_rose
from render.encoding import blends, make_palette, reduce_colours
from render.once import drawn_once
from render.relief import Window
from render.themes import Colour, Theme

MASTER_SCALE = 56.0
"""Pixels to a unit of the land that is drawn once; pictures are cut out of it."""

STRIP_PIXELS = 400_000
"""Pixels that are drawn at a time: what landscapes need while they grow is many times that."""

OVERLAP = 40
"""Rows that a strip reaches into the next, so that nothing is cut where they meet."""


def whole_land(scale: float) -> Window:
    """Return the window of all land that any picture shows."""
    return Window(0.0, 0.0, SPAN + 2 * EDGE, SPAN + 2 * EDGE, scale)


@drawn_once(maxsize=2)
def _land(board: Board, theme: Theme) -> Image.Image:
    """Return the land in large, in the theme's few colours, drawn strip by strip."""
    window = whole_land(MASTER_SCALE)
    width, height = window.size
    rows = max(64, STRIP_PIXELS // width)
    colours = palette(board, theme)
    image: Image.Image | None = None
    for top in range(0, height, rows):
        bottom = min(height, top + rows)
        first, last = max(0, top - OVERLAP), min(height, bottom + OVERLAP)
        strip = Window(
            window.left,
            first / window.scale,
            window.right,
            last / window.scale,
            window.scale,
        )
        drawn = draw_land(board, theme, strip).crop((0, top - first, width, bottom - first))
        reduced = reduce_colours(drawn, colours)
        if image is None:
            image = Image.new("P", window.size)
            image.putpalette(reduced.getpalette() or [])
        image.paste(reduced, (0, top))
    assert image is not None
    return image


@drawn_once(maxsize=16)
def printed_board(board: Board, theme: Theme, layout: Layout) -> Image.Image:
    """Return the board as laid out, without a game on it, in the theme's few colours."""
    image = cut_land(board, theme, layout.window)
    draw_grid(image, theme, layout)
    if layout.close:
        draw_figures(image, board, theme, layout)
    draw_rim(image, theme, layout)
    draw_doors(image, board, theme, layout)
    draw_exits(image, board, theme, layout)
    draw_rose(image, theme, layout)
    return reduce_colours(image, palette(board, theme))


def cut_land(board: Board, theme: Theme, window: Window) -> Image.Image:
    """Return the bare land within a window."""
    box = tuple(
        value * MASTER_SCALE for value in (window.left, window.top, window.right, window.bottom)
    )
    outer = (int(box[0]), int(box[1]), int(box[2]) + 2, int(box[3]) + 2)
    piece = _land(board, theme).crop(outer).convert("RGB")
    inner = (box[0] - outer[0], box[1] - outer[1], box[2] - outer[0], box[3] - outer[1])
    how = Image.Resampling.HAMMING if window.scale < MASTER_SCALE else Image.Resampling.BICUBIC
    return piece.resize(window.size, how, box=inner)


def warm(board: Board, theme: Theme) -> None:
    """Draw the land in large, which takes some seconds."""
    _land(board, theme)


# -- colours -------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def palette(board: Board, theme: Theme) -> Image.Image:
    """Return the colours of all pictures in a theme, found on a small map and some counters."""
    sample = draw_land(board, theme, whole_land(22.0))
    x = 8
    for side in ("chile", "bolivia"):
        for number, key in enumerate(FIGURES):
            face = PieceFace(side, key, 3, 2, 1, idle=bool(number % 2))
            counter(face, 44, theme).paste(sample, x, 300)
            x += 50
    return make_palette(sample, _exact(theme))


def band(theme: Theme) -> Colour:
    """Return the ground of every second line of a table: paper, a little darker."""
    return blends([(theme.paper, theme.paper_line)], 10)[1]


def _exact(theme: Theme) -> list[Colour]:
    """Return the colours that must not change, and those of letters' edges."""
    liveries = [theme.liveries[side] for side in ("chile", "bolivia")]
    pairs = [(livery.fill, livery.ink) for livery in liveries]
    pairs += [(pale(livery), livery.edge) for livery in liveries]
    pairs += [(pale(livery), livery.band) for livery in liveries]
    pairs += [
        (theme.label, theme.label_halo),
        (theme.victory, theme.victory_ink),
        (theme.paper, theme.paper_ink),
        (theme.paper, theme.paper_faint),
        (theme.highlight, theme.paper_ink),
        (theme.battle, theme.label_halo),
        (theme.order, theme.label_halo),
    ]
    single = [livery.edge for livery in liveries]
    single += [band(theme), theme.liveries["peru"].band, theme.label]
    single += [theme.paper_line, theme.highlight, theme.area_ink, *theme.inks.values()]
    return [*blends(pairs), *single]

"""Light and shade on a board where the viewer chooses: what is chosen, and what may be."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.calama.state import CHILE
from render import marks
from render.api import Names, word
from render.calama import tints
from render.calama.choosing import Selection
from render.calama.overlay import commanded, draw_charge, draw_shot, trail
from render.calama.stage import Stage
from render.lettering import lettered, text_width, write
from render.themes import Colour, Theme

_REACHED, _COVERED = 96, 56
"""How strongly squares are tinted, of 255."""


def cost_colour(theme: Theme, points: int) -> Colour:
    """Return the tint of a square that takes so many points: from bright to fiery."""
    cheap, dear = theme.highlight, theme.battle
    share = min(1.0, max(0.0, (points - 1) / 5))
    return (
        round(cheap[0] + (dear[0] - cheap[0]) * share),
        round(cheap[1] + (dear[1] - cheap[1]) * share),
        round(cheap[2] + (dear[2] - cheap[2]) * share),
    )


def draw_light(stage: Stage, selection: Selection) -> None:
    """Darken all that is neither chosen nor may be, and tint what is reached or covered."""
    image, theme, layout = stage.image, stage.theme, stage.layout
    if selection.lit:
        tints.shade(image, theme, layout, selection.lit)
    colours = {place: cost_colour(theme, points) for place, points in selection.costs.items()}
    tints.tint(image, layout, colours, _REACHED)
    tints.tint(image, layout, dict.fromkeys(selection.covered, theme.battle), _COVERED)
    viewer = stage.view.viewer
    if selection.leading and viewer is not None:
        livery = theme.liveries[viewer]
        squares = commanded(stage.board, stage.table, viewer)
        tints.dashes(image, layout, squares, livery.fill, theme.label_halo, 0.08, inner=True)


def draw_selection(stage: Stage, selection: Selection) -> None:
    """Draw the rims of what may be chosen, rings round what is, and the ways between."""
    theme, layout = stage.theme, stage.layout
    rims = (theme.label, theme.highlight)
    tints.rim(stage.image, layout, selection.offered or sorted(selection.costs), rims)
    side = tints.box_of(layout, "1-1")
    size = side[2] - side[0] + 1
    for place in selection.ringed:
        if stage.shows(place):
            ring = tints.ring(round(size * 0.99), theme.order, theme.label_halo)
            ring.centre(stage.image, *stage.spot(place))
    for start, end in selection.moves:
        if stage.shows(start) or stage.shows(end):
            trail(stage, stage.seat(start), stage.seat(end), theme.order, 0.2, 0.35)
    for start, end in selection.charges:
        draw_charge(stage, start, end, theme.order)
    for start, end in selection.shots:
        draw_shot(stage, start, end, theme.order if selection.goals else theme.battle)
    _costs(stage, selection)
    spots = [(stage.spot(at), text) for at, text in selection.letters if stage.shows(at)]
    marks.draw_letters(stage.image, theme, spots, size * 0.3)


def _costs(stage: Stage, selection: Selection) -> None:
    """Write how many movement points each square takes."""
    size = max(10, round(stage.scale * 0.95))
    for place, points in sorted(selection.costs.items()):
        if stage.shows(place):
            theme = stage.theme
            sprite = lettered(
                str(points), "bold", size, theme.label, theme.label_halo, max(1, size // 9)
            )
            sprite.centre(stage.image, *stage.seat(place))


# -- the key above it ------------------------------------------------------------------------


def draw_key(
    image: Image.Image, theme: Theme, height: int, selection: Selection, names: Names
) -> None:
    """Say on the bar above the board what its marks mean."""
    width = image.size[0]
    draw = ImageDraw.Draw(image)
    draw.line((0, height - 2, width, height - 2), fill=theme.paper_line, width=2)
    size, gap = round(height * 0.52), round(height * 0.3)
    x = float(gap)
    led = theme.liveries[selection.view.viewer or CHILE].fill
    pool = f"{word(names, 'pool')} ({selection.view.table.pool})" if selection.costs else ""
    for shown, text, fill, line in (
        (bool(selection.ringed), word(names, "chosen"), theme.paper, theme.order),
        (bool(selection.offered), word(names, "possible"), theme.paper, theme.highlight),
        (bool(selection.costs), pool, cost_colour(theme, 2), theme.highlight),
        (bool(selection.covered), word(names, "range"), theme.battle, theme.paper_line),
        (selection.leading, word(names, "command"), theme.paper, led),
        (bool(selection.zone), word(names, "zone"), theme.paper, theme.paper_line),
    ):
        if not shown:
            continue
        edge = round(height * 0.6)
        top = round(height * 0.18)
        draw.rectangle((x, top, x + edge, top + edge), fill=theme.label)
        draw.rectangle((x + 2, top + 2, x + edge - 2, top + edge - 2), fill=line)
        draw.rectangle((x + 6, top + 6, x + edge - 6, top + edge - 6), fill=fill)
        x += edge + gap / 2
        write(image, x, height / 2 - 1, text, "bold", size, theme.paper_ink, width=width - x - gap)
        x += text_width(text, "bold", size) + gap * 1.5

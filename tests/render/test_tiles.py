"""Maps in large, drawn strip by strip, look as if they had been drawn at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil
from random import Random

import pytest
from PIL import Image, ImageChops

from engine.barricadas.ground import Sheet
from engine.barricadas.scenario import load_scenarios
from engine.calama.board import load_board
from render.art_of_war import tiles as tiles_of_battles
from render.art_of_war.country import landscape
from render.art_of_war.land import draw_land as draw_battlefield
from render.art_of_war.sheet import DEEP, WIDE
from render.art_of_war.tiles import ready_grounds
from render.barricadas.chart import draw_chart
from render.barricadas.land import chart_of
from render.calama.chart import draw_land
from render.relief import Window
from render.themes import STANDARD, Colour
from render.tiles import (
    OVERLAP,
    SIDE,
    STRIP_OVERLAP,
    STRIP_PIXELS,
    draw_strips,
    draw_tile,
    numbering,
)

LARGE = 40.0
"""Pixels to a unit, with which a part of a map has several strips."""


def barricadas(window: Window) -> Image.Image:
    """Draw ground of ¡A las barricadas!"""
    first = next(iter(load_scenarios().values()))
    boards = [Sheet(one.board, one.across, one.down, one.turned) for one in first.boards]
    return draw_chart(chart_of(tuple(boards)), STANDARD, window, 0)


def art_of_war(window: Window) -> Image.Image:
    """Draw a battlefield of El Arte de la Guerra."""
    return draw_battlefield(next(ready_grounds()), STANDARD, window)


def calama(window: Window) -> Image.Image:
    """Draw the land about Calama."""
    return draw_land(load_board(), STANDARD, window)


def test_no_strip_is_larger_than_is_promised() -> None:
    """But for what it reaches into its neighbours; together they are the whole window."""
    seen: list[Window] = []

    def draw(window: Window) -> Image.Image:
        seen.append(window)
        return Image.new("RGB", window.size, (len(seen), 0, 0))

    window = Window(2.0, 3.0, 42.0, 103.0, LARGE)
    image = draw_strips(window, draw)

    assert image.size == window.size
    assert len(seen) > 10
    assert all(one.size[0] * (one.size[1] - 2 * STRIP_OVERLAP) <= STRIP_PIXELS for one in seen)
    rows = image.crop((800, 0, 801, image.height)).getchannel("R").tobytes()
    assert list(rows) == sorted(rows)
    assert set(rows) == set(range(1, len(seen) + 1))


@pytest.mark.parametrize("draw", [barricadas, art_of_war, calama])
def test_strips_meet_without_a_seam(draw: Callable[[Window], Image.Image]) -> None:
    """Nothing is cut, nothing is shifted: what differs is less than an eye sees."""
    window = Window(1.0, 1.0, 17.0, 18.0, LARGE)
    strips: list[Window] = []

    def heard(strip: Window) -> Image.Image:
        strips.append(strip)
        return draw(strip)

    apart, at_once = draw_strips(window, heard), draw(window)

    assert len(strips) > 1
    differences = ImageChops.difference(apart, at_once).convert("L").histogram()
    assert sum(differences[9:]) < 0.001 * window.size[0] * window.size[1]
    assert sum(differences[25:]) == 0


@pytest.mark.parametrize("colours", [1, 101, 256, 257])
def test_a_tile_of_few_colours_is_small_and_the_same(colours: int) -> None:
    """A palette is a matter of memory: no pixel is another one."""

    def draw(window: Window) -> Image.Image:
        image = Image.new("RGB", window.size)
        for x in range(SIDE):
            colour = x * colours // SIDE
            stripe = (OVERLAP + x, 0, OVERLAP + x + 1, image.height)
            image.paste((colour % 256, colour // 256, 7), stripe)
        return image

    tile = draw_tile(0, 0, 1.0, draw)

    far = SIDE + 2 * OVERLAP
    cut = draw(Window(0, 0, far, far, 1.0)).crop((OVERLAP, OVERLAP, OVERLAP + SIDE, OVERLAP + SIDE))
    assert tile.size == (SIDE, SIDE)
    assert tile.mode == ("P" if colours <= 256 else "RGB")
    assert ImageChops.difference(tile.convert("RGB"), cut).getbbox() is None


@pytest.mark.parametrize("side", [2, 6])
def test_colours_that_share_all_their_values_are_told_apart(side: int) -> None:
    """Of a cube none is the last of a value; where no table is found the tile is right too."""
    cube = [
        (40 * red, 40 * green, 40 * blue)
        for red in range(side)
        for green in range(side)
        for blue in range(side)
    ]
    tables = numbering(cube)
    assert tables is None or len(numbers_of(tables, cube)) == len(cube)
    assert (tables is None) == (side == 6)

    def draw(window: Window) -> Image.Image:
        image = Image.new("RGB", window.size)
        for place, colour in enumerate(cube):
            image.paste(colour, (OVERLAP + place, 0, image.width, image.height))
        return image

    tile = draw_tile(0, 0, 1.0, draw)

    assert tile.mode == "P"
    found = tile.convert("RGB")
    assert [found.getpixel((place, 9)) for place in range(len(cube))] == cube


def test_few_colours_are_numbered_each_by_itself() -> None:
    """Whatever they are: hundreds of any kind."""
    dice = Random(5)
    for count in (1, 30, 100, 256):
        colours = sorted(
            {(dice.randrange(256), dice.randrange(256), dice.randrange(99)) for _ in range(count)}
        )
        tables = numbering(colours)
        assert tables is not None
        assert len(numbers_of(tables, colours)) == len(colours)


def numbers_of(tables: list[list[int]], colours: list[Colour]) -> set[int]:
    """Return the numbers that tables give to colours."""
    return {sum(table[v] for table, v in zip(tables, one, strict=True)) % 256 for one in colours}


def test_what_is_left_out_of_a_landscape_would_not_be_seen() -> None:
    """The lowest ground, where it is that of all the rest; fields that are the same all over."""
    window = Window(2.0, 3.0, 8.0, 9.0, LARGE)
    squares = STANDARD.squares
    plain = replace(STANDARD, grounds=squares, abroad=squares["level_0"])
    another = replace(plain, abroad=squares["level_3"])
    flat = landscape(())

    short = flat.paint_land(window, plain)

    assert ImageChops.difference(short, flat.paint_land(window, another)).getbbox() is None


def test_bare_ground_has_few_colours() -> None:
    """It is most of a battlefield."""
    assert tiles_of_battles.tile((), STANDARD, tiles_of_battles.FINE, 1, 1).mode == "P"


def test_all_tiles_of_a_battlefield_are_kept() -> None:
    """At every scale: no picture of a battle pushes out the ground of the next."""
    levels = tiles_of_battles.LEVELS
    whole = sum(ceil(WIDE * one / SIDE) * ceil(DEEP * one / SIDE) for one in levels)

    assert whole <= tiles_of_battles.MOST_TILES

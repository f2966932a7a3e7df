"""The whole map: both leaves with counters and panels; beside it, every stack by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.state import View
from render.api import Names
from render.keys import WIDTH as KEY_WIDTH
from render.map_cache import drawn_once
from render.relief import Window
from render.themes import Theme
from render.war_of_the_pacific.changes import Changes
from render.war_of_the_pacific.furniture import PRINTED, draw_furniture, draw_panels
from render.war_of_the_pacific.layout import Layout
from render.war_of_the_pacific.listing import draw_listing, listed
from render.war_of_the_pacific.muster import MusteredStack, reserves, stacks_in, title_of
from render.war_of_the_pacific.overlay import draw_overlay
from render.war_of_the_pacific.piles import Pile
from render.war_of_the_pacific.sheet import WIDTH, Box, Sheet, leaf_of, places_of, sheet_of
from render.war_of_the_pacific.stage import Stage
from render.war_of_the_pacific.tiles import map_in


@drawn_once(maxsize=1)
def _printed(board: Board, theme: Theme, words: tuple[str, ...]) -> Image.Image:
    sheet = sheet_of(board)
    image = Image.new("RGB", sheet.size, theme.paper)
    for leaf in sheet.leaves:
        image.paste(_softened(board, map_in(board, theme, leaf.window), leaf.window), leaf.at)
    draw_panels(image, board, theme, sheet, dict(zip(PRINTED, words, strict=True)))
    return image


def _softened(board: Board, chart: Image.Image, window: Window) -> Image.Image:
    """Return a leaf with the country beyond the map out of focus: its relief only costs bytes."""
    inside = Image.new("L", chart.size, 0)
    draw = ImageDraw.Draw(inside)
    for place in board.hexes:
        corners = [window.at(*corner) for corner in board.grid.corners(place)]
        draw.polygon(corners, fill=255)
        draw.line([*corners, corners[0]], fill=255, width=9)
    return Image.composite(chart, chart.filter(ImageFilter.GaussianBlur(3)), inside)


@drawn_once(maxsize=8, on_disk=False)
def _patch(board: Board, theme: Theme, words: tuple[str, ...], box: Box) -> Image.Image:
    return _printed(board, theme, words).crop(box)


@lru_cache(maxsize=1)
def _uncovered(sheet: Sheet) -> tuple[Box, ...]:
    """Return what of the page shows again what is printed there, whatever a leaf drew upon it."""
    return tuple((left, top, right + 5, bottom + 5) for left, top, right, bottom in sheet.panels)


def listed_stacks(
    board: Board, view: View, heaps: Mapping[str, tuple[Pile, ...]]
) -> list[MusteredStack]:
    """Return the stacks that are listed: all of several counters, and all that no leaf shows."""
    far = {place for place in heaps if place in board.hexes and leaf_of(board, place) is None}
    shown = set(heaps) - far
    return [
        *stacks_in(view.table, heaps, shown),
        *stacks_in(view.table, heaps, far, least=1),
        *reserves(view.table),
    ]


def draw_whole(
    board: Board,
    theme: Theme,
    view: View,
    changed: Changes,
    heaps: Mapping[str, tuple[Pile, ...]],
    names: Names,
) -> Image.Image:
    """Return the whole map of a view, with what has changed."""
    sheet, words = sheet_of(board), tuple(names(term) for term in PRINTED)
    printed = _printed(board, theme, words)
    width, height = sheet.size
    image = printed.copy()
    for number, leaf in enumerate(sheet.leaves):
        x, y = leaf.at
        # The north is drawn where it lies; what hangs over its foot the south covers again.
        part = printed.crop((x, y, width, height)) if number else image
        covered = tuple((a - x, b - y, c - x, d - y) for a, b, c, d in sheet.panels)
        shown = places_of(board, number)
        layout = Layout(leaf.window, False, False, shown, WIDTH, only=True, covered=covered)
        here = {place: heap for place, heap in heaps.items() if place in shown}
        stage = Stage(part, theme, layout, view, changed, board, here)
        draw_overlay(stage)
        if number:
            image.paste(part, leaf.at)
    for box in _uncovered(sheet):
        image.paste(_patch(board, theme, words, box), box[:2])
    draw_furniture(image, board, theme, sheet, view, heaps, names)
    return image


def draw_roster(
    board: Board, theme: Theme, view: View, heaps: Mapping[str, tuple[Pile, ...]], names: Names
) -> Image.Image:
    """Return every stack by name, with the reserves and the dead."""
    stacks = listed_stacks(board, view, heaps)
    titles = [title_of(board, stack.place, names) for stack in stacks]
    listing = listed(stacks, titles, KEY_WIDTH, names)
    image = Image.new("RGB", (KEY_WIDTH, listing.height), theme.paper)
    draw_listing(image, theme, listing)
    return image

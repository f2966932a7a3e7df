"""How the whole map lies on a phone's page: the coast folded, so that the ocean gives way.

The country runs from north-west to south-east; half of its rectangle is open sea. So it is cut in
two leaves of one scale: the north across the page, beneath it the south with the sea off it. Panels
lie where nothing is; all of the ocean is shown small, with what sails on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import Board
from render.relief import Window
from render.war_of_the_pacific.layout import map_bounds

WIDTH: Final = 832
"""Pixels across: less than a phase's picture has, for a file that is no larger."""

SCALE: Final = 27.75
"""Pixels to a unit on both leaves."""

Box = tuple[int, int, int, int]

_LEFT, _FOLD = 22.4, 25.2
"""Where the north begins in the west, and where it ends in the south, in units."""

_OVER = 21.5
"""Where the south begins in the north, in units; it reaches west as far as the page does."""

_EAST, _SHARED = 51.6, 24.7
"""Middles of the hexes that belong to the north lie west and north of these, in units."""

_HIDDEN = 24.25
"""So far down the south is hidden where the north shows the same, in units."""

_AIR = 8

_OCEAN: Final = (248, 292)
"""How wide and high the panel with all of the ocean is, in pixels."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One of the two parts.

    Attributes:
        window: The rectangle of the map.
        at: Where its upper left corner lies on the page, in pixels.
    """

    window: Window
    at: tuple[int, int]

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the map, in units, as pixels of the page."""
        across, down = self.window.at(x, y)
        return self.at[0] + across, self.at[1] + down


@dataclass(frozen=True, slots=True)
class Sheet:
    """The page.

    Attributes:
        leaves: North and south.
        size: Width and height in pixels.
        title: The panel with turn, points and the track of turns.
        ocean: The panel with all of the ocean.
        box: The sign that stands for the Chile Holding Box.
        cover: What hides the part of the south that the north shows.
    """

    leaves: tuple[Leaf, Leaf]
    size: tuple[int, int]
    title: Box
    ocean: Box
    box: Box
    cover: Box

    @property
    def panels(self) -> tuple[Box, ...]:
        """Everything that lies upon the leaves."""
        return (self.title, self.ocean, self.box, self.cover)


@cached_per_data()
def sheet_of(board: Board) -> Sheet:
    """Return the page of the whole map."""
    _, top, right, bottom = map_bounds(board)
    north = Window(_LEFT, top, _LEFT + WIDTH / SCALE, _FOLD, SCALE)
    far = round(right * SCALE) / SCALE
    west = far - WIDTH / SCALE
    south = Window(west, _OVER, far, bottom, SCALE)
    height = north.size[1]
    page = height + south.size[1]
    fold = round((_HIDDEN - _OVER) * SCALE)
    return Sheet(
        leaves=(Leaf(north, (0, 0)), Leaf(south, (0, height))),
        size=(WIDTH, page),
        title=(WIDTH - 439, _AIR, WIDTH - _AIR, 291),
        ocean=(_AIR, page - _AIR - _OCEAN[1], _AIR + _OCEAN[0], page - _AIR),
        box=(WIDTH - 264, page - 120, WIDTH - _AIR, page - 50),
        cover=(0, height, round((_EAST - west - 0.4) * SCALE), height + fold - _AIR),
    )


@cached_per_data()
def leaf_of(board: Board, place: str) -> int | None:
    """Return on which leaf a hex is shown, 0 for the north; ``None`` where only the ocean is."""
    x, y = board.grid.centre(place)
    number, sheet = 0 if y < _SHARED and x < _EAST else 1, sheet_of(board)
    leaf = sheet.leaves[number]
    window = leaf.window
    if not (window.left + 0.5 < x < window.right and window.top < y < window.bottom):
        return None
    across, down = leaf.spot(x, y)
    half = 0.6 * SCALE
    for left, top, right, bottom in sheet.panels:
        if left - half < across < right + half and top - half < down < bottom + half:
            return None
    return number


@cached_per_data()
def places_of(board: Board, leaf: int) -> frozenset[str]:
    """Return the hexes that are shown on a leaf."""
    return frozenset(place for place in board.hexes if leaf_of(board, place) == leaf)


@cached_per_data()
def box_door(board: Board) -> tuple[float, float]:
    """Return where arrows to and from the Chile Holding Box end, in units: beside its hexes."""
    middles = [board.grid.centre(one) for one in board.box_exits]
    return max(x for x, _ in middles) + 3.0, sum(y for _, y in middles) / len(middles)

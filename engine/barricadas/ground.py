"""The ground that is played on: boards laid side by side, as a scenario lays them.

Distances leave out the hex where they begin and count the one where they end (2.5). The borders of
the ground are its four edges; which hexsides lead towards an edge is the rule of 5.8.

Rules:
    2.1, 2.5, 5.8; ALB-R4.
    Also 2.1.names, 2.1.north, 2.3.orientation, 5.8.example, 5.8.towards, 5.table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from engine.barricadas.board import (
    COLUMNS,
    ROWS,
    Boards,
    Hex,
    WayKind,
    board_column_row,
    load_boards,
)
from engine.data.cache import cached_per_data
from engine.data.grid.hexes import HexGrid, steps_between

GRID: Final = HexGrid("even_up")
"""Odd columns lie half a hex further south."""

Edge = Literal["north", "east", "south", "west"]

EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")

TOWARDS: Final[Mapping[Edge, frozenset[int]]] = MappingProxyType(
    {
        "north": frozenset({5, 0, 1}),
        "east": frozenset({1, 2}),
        "south": frozenset({2, 3, 4}),
        "west": frozenset({4, 5}),
    }
)
"""The sides of a hex by which a move leads towards an edge (5.8): 0 is north, clockwise."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One board on the table.

    Attributes:
        board: Its letter.
        across: How many boards lie west of it.
        down: How many boards lie north of it.
        turned: Whether its north lies in the south.
    """

    board: str
    across: int = 0
    down: int = 0
    turned: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Battlefield:
    """The ground of a scenario; build it with :func:`load_field`.

    Attributes:
        boards: What its hexes are.
        spots: Column and row of every hex, counted over all sheets from 1.
        hexes: By id.
        turned: The boards whose north lies in the south.
    """

    boards: Boards
    spots: Mapping[str, tuple[int, int]]
    hexes: Mapping[str, Hex]
    turned: frozenset[str]
    _ids: Mapping[tuple[int, int], str]
    _near: Mapping[str, tuple[str, ...]]
    _slanted: Mapping[str, tuple[int, int]]

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """Return the hexes beyond the six sides, clockwise from north, "" off the ground."""
        return self._near[hex_id]

    def adjacent(self, hex_id: str) -> tuple[str, ...]:
        """Return the neighbouring hexes, clockwise from north."""
        return tuple(filter(None, self._near[hex_id]))

    def distance(self, one: str, two: str) -> int:
        """Return how many hexes it is from one to another (2.5)."""
        return steps_between(self._slanted[one], self._slanted[two])

    def direction(self, start: str, end: str) -> int:
        """Return the side of *start* beyond which its neighbour *end* lies; 0 is north, clockwise.

        Raises:
            ValueError: If the two are not adjacent.
        """
        return GRID.direction(_grid_id(self.spots[start]), _grid_id(self.spots[end]))

    def leads_towards(self, start: str, end: str) -> frozenset[Edge]:
        """Return the edges towards which a move to a neighbour leads (5.8).

        Raises:
            ValueError: If the two are not adjacent.
        """
        side = self.direction(start, end)
        return frozenset(edge for edge in EDGES if side in TOWARDS[edge])

    def at(self, column: int, row: int) -> str:
        """Return the hex at a spot of the whole ground, "" where there is none."""
        return self._ids.get((column, row), "")

    def road_between(self, one: str, two: str) -> WayKind | None:
        """Return the kind of road that leads between two neighbours, ``None`` where none does.

        Roads go on from board to board where both end at their common edge.
        """
        return self.boards.roads.get((one, two))


def _grid_id(spot: tuple[int, int]) -> str:
    return f"{spot[0]:02d}{spot[1]:02d}"


@cached_per_data()
def load_battlefield(sheets: tuple[Sheet, ...]) -> Battlefield:
    """Return the ground that some sheets make; each is built once.

    Raises:
        DataError: If a file of the boards cannot be read.
    """
    return lay_out(load_boards(), sheets)


def lay_out(boards: Boards, sheets: tuple[Sheet, ...]) -> Battlefield:
    """Return the ground that some sheets make, of boards at hand."""
    spots = {}
    for sheet in sheets:
        for one in boards.hexes:
            board, column, row = board_column_row(one)
            if board != sheet.board:
                continue
            if sheet.turned:
                column, row = COLUMNS + 1 - column, ROWS + 1 - row
            spots[one] = (sheet.across * COLUMNS + column, sheet.down * ROWS + row)
    ids = {spot: one for one, spot in spots.items()}
    near = {}
    for one, spot in spots.items():
        around = GRID.neighbours(_grid_id(spot))
        near[one] = tuple(ids.get((int(each[:2]), int(each[2:])), "") for each in around)
    return Battlefield(
        boards,
        MappingProxyType(spots),
        MappingProxyType({one: boards.hexes[one] for one in spots}),
        frozenset(sheet.board for sheet in sheets if sheet.turned),
        MappingProxyType(ids),
        MappingProxyType(near),
        MappingProxyType({one: GRID.slanted(*spot) for one, spot in spots.items()}),
    )

"""What a board of ¡A las barricadas! holds: every hex once, and roads from hex to hex (2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from engine.barricadas.board import COLUMNS, LETTERS, ROWS, Boards, HexRow, RoadRow, hex_id
from engine.barricadas.ground import Sheet, lay_out
from engine.data.files import DataError

_ROADS = "roads.csv"


def check_hexes(boards: Mapping[str, Sequence[HexRow]]) -> Iterator[DataError]:
    """Yield where a board lacks a hex, has one twice, or one that is not its own."""
    for letter, rows in boards.items():
        file, seen = f"board_{letter.lower()}.csv", set[str]()
        wanted = {
            hex_id(letter, column, row)
            for column in range(1, COLUMNS + 1)
            for row in range(1, ROWS + 1)
        }
        for row in rows:
            if row.hex not in wanted:
                yield DataError(file, row.line, "hex", f"{row.hex} is not on board {letter}")
            elif row.hex in seen:
                yield DataError(file, row.line, "hex", f"{row.hex} is there twice")
            seen.add(row.hex)
        missing = sorted(wanted - seen)
        if missing:
            more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
            yield DataError(file, 0, "hex", f"missing: {', '.join(missing[:5])}{more}")


def check_roads(boards: Boards, roads: Sequence[RoadRow]) -> Iterator[DataError]:
    """Yield where a road leads over no hex of a board, or over two that do not touch.

    From board to board roads go on by themselves: where both end at the common edge.
    """
    sheets = {letter: lay_out(boards, (Sheet(letter),)) for letter in LETTERS}
    for road in roads:
        strange = [one for one in road.hexes if one not in boards.hexes]
        if strange:
            told = ", ".join(strange[:5])
            yield DataError(_ROADS, road.line, "hexes", f"{told} not on a board")
            continue
        for one, two in pairwise(road.hexes):
            if two not in sheets[one[0]].adjacent(one):
                yield DataError(_ROADS, road.line, "hexes", f"{one} does not touch {two}")

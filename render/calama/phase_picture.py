"""What changed in a phase, for a phone: the part of the board where it did, with its heading."""

from __future__ import annotations

from collections.abc import Iterator

from engine.calama.board import Board
from engine.data.grid.squares import row_col
from render.api import PhaseReport
from render.calama.changes import Changes
from render.calama.land import SIZE
from render.calama.layout import Layout, part_of

LEAST_COLUMNS, LEAST_ROWS, MARGIN = 9, 6, 1
"""How many squares are shown at least, and around those where something happened."""


def lay_out_changes(board: Board, changed: Changes, report: PhaseReport) -> Layout | None:
    """Return the part of the board that shows what changed; ``None`` where nothing did."""
    spots = [row_col(one) for one in _places(board, changed, report)]
    if not spots:
        return None
    rows = _span([row for row, _ in spots], LEAST_ROWS)
    columns = _span([column for _, column in spots], LEAST_COLUMNS)
    return part_of(rows, columns)


def _places(board: Board, changed: Changes, report: PhaseReport) -> Iterator[str]:
    """Yield the squares of which the picture tells."""
    for fight in changed.fights:
        yield fight.at
        yield from fight.origins
    for piece in (*changed.lost, *changed.left):
        yield piece.at
    for move in changed.moves:
        yield move.end
        if move.start:
            yield move.start
    yield from (place for place in report.places if place in board.squares)


def _span(found: list[int], least: int) -> tuple[int, int]:
    """Return the first and last row or column to be shown, *least* of them."""
    first, last = max(1, min(found) - MARGIN), min(SIZE, max(found) + MARGIN)
    while last - first + 1 < least:
        first, last = max(1, first - 1), min(SIZE, last + 1)
    return first, last

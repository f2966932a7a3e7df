"""The landscape under the map of War of the Pacific."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from engine.data.cache import cached_per_data
from engine.data.files import Record, read_csv
from engine.war_of_the_pacific.board import Board, Terrain
from render.relief import Cell, Landscape

RELIEF = Path(__file__).with_name("relief.csv")

LAST_COLUMN = 42
LAST_ROW = 32
"""The country reaches beyond the map and the survey on every side, so that no edge shows."""

LAYERS = ("desert", "rough", "mountain", "salt_desert")
"""Terrains as they overlap where they meet."""


class ReliefRow(Record):
    """A line of ``relief.csv``."""

    hex: str = Field(pattern=r"^\d{4}$")
    land: float = Field(ge=0, le=1)
    height: float
    relief: float = Field(ge=0)


@cached_per_data()
def landscape(board: Board) -> Landscape:
    """Return the country of *board*; each is grown once."""
    survey = {row.hex: row for row in read_csv(RELIEF, ReliefRow)}
    columns = [int(key[:2]) for key in survey]
    rows = [int(key[2:]) for key in survey]
    first_column = min(int(key[:2]) for key in board.hexes) - 1
    cells = []
    for column in range(first_column, LAST_COLUMN + 1):
        for row in range(LAST_ROW + 1):
            nearest = survey[
                f"{min(max(columns), max(min(columns), column)):02d}"
                f"{min(max(rows), max(min(rows), row)):02d}"
            ]
            cells.append(_cell(board, f"{column:02d}{row:02d}", nearest))
    first = board.grid.centre(f"{first_column:02d}00")
    last = board.grid.centre(f"{LAST_COLUMN:02d}{LAST_ROW:02d}")
    bounds = (first[0] - 0.5, 0.0, last[0] + 0.5, last[1] + 0.5)
    return Landscape(cells, bounds, LAYERS)


def _cell(board: Board, key: str, survey: ReliefRow) -> Cell:
    found = board.hexes.get(key)
    dry = found.terrain is not Terrain.SEA if found else survey.land > 0.5
    land = survey.land
    if found is not None and dry:
        land = max(0.62, land) if found.coastal else 1.0
    elif found is not None:
        land = min(0.2, land)
    return Cell(
        corners=board.grid.corners(key),
        middle=board.grid.centre(key),
        land=land,
        height=survey.height if dry else 0.0,
        relief=survey.relief if dry else 0.0,
        ground=found.terrain.value if found and dry else "",
        dry=dry,
    )

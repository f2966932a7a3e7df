"""What must hold of the board's files: their form, and what the rulebook fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from engine.calama.board import (
    CALAMA,
    COLUMNS,
    DOORS,
    ROWS,
    TOPATER,
    ExitRow,
    LandmarkRow,
    SquareRow,
    Terrain,
    TerrainRow,
    ZoneRow,
)
from engine.data.files import DataError, R
from engine.data.grid.squares import distance, is_square, square

TERRAIN, CLASSES, PLACES = "terrain.csv", "terrains.csv", "places.csv"
EXITS, ZONES = "exits.csv", "zones.csv"

Figures = tuple[int, int]
"""Extra cost and modifier of Resistance."""

# The rulebook's table of squares: how often each pair stands in it.
COUNTS: Mapping[Figures, int] = {
    (0, 0): 92,
    (0, -1): 57,
    (1, -1): 30,
    (1, 2): 27,
    (0, -2): 19,
    (1, 3): 10,
    (1, -2): 6,
    (0, 3): 4,
    (1, 1): 3,
    (0, 2): 3,
    (0, 1): 2,
    (1, 0): 2,
    (2, 0): 1,
}
# What a class of terrain may be (4.1.2).
CLASSES_OF: Mapping[Terrain, frozenset[Figures]] = {
    Terrain.DESERT: frozenset({(0, 0)}),
    Terrain.ROAD: frozenset({(0, -1)}),
    Terrain.TOWN: frozenset({(0, -1)}),
    Terrain.RIVER: frozenset({(0, -2), (1, -2)}),
    Terrain.STEEP: frozenset({(1, -1)}),
    Terrain.HILL: frozenset({(1, 2)}),
    Terrain.SCRUB: frozenset({(1, 0), (2, 0)}),
    Terrain.FIELD: frozenset({(0, 1), (1, 1), (0, 2), (1, 2)}),
    Terrain.WOOD: frozenset({(0, 3), (1, 3)}),
}
# The squares that the text names (4.1.8, 7.4.2), and their figures in the table.
NAMED: Mapping[str, tuple[frozenset[str], Figures | None]] = {
    CALAMA: (frozenset({"8-7", "8-6", "9-7", "9-6"}), (0, -1)),
    TOPATER: (frozenset({"4-6", "4-5"}), (1, 2)),
    DOORS: (frozenset({"1-8", "1-9"}), None),
}
EXIT_COUNT = 5  # 4.1.8


def check_board(
    squares: Sequence[SquareRow],
    classes: Sequence[TerrainRow],
    places: Sequence[LandmarkRow],
    exits: Sequence[ExitRow],
    zones: Sequence[ZoneRow],
) -> list[DataError]:
    """Return what is wrong with the board's records, each on its own and among each other."""
    by_id = {row.square: row for row in squares}
    found = repeated(TERRAIN, "square", squares, lambda row: row.square)
    found += repeated(CLASSES, "key", classes, lambda row: row.key)
    found += repeated(PLACES, "key", places, lambda row: row.key)
    found += repeated(EXITS, "key", exits, lambda row: row.key)
    found += repeated(EXITS, "square", exits, lambda row: row.square)
    found += repeated(ZONES, "seat", zones, lambda row: row.seat)
    named = {row.key for row in classes}
    found += [
        DataError(CLASSES, 0, "key", f"{one} is missing") for one in Terrain if one not in named
    ]
    for row in squares:
        found += _check_square(row)
    found += _check_table(squares, by_id)
    for place in places:
        found += _check_place(place)
    found += _check_named(places, by_id)
    found += _check_exits(exits, by_id)
    return found + _check_zones(zones)


def repeated(file: str, field: str, rows: Sequence[R], key: Callable[[R], str]) -> list[DataError]:
    """Return a problem for each record whose *key* stood already."""
    seen: set[str] = set()
    found: list[DataError] = []
    for row in rows:
        if key(row) in seen:
            line = getattr(row, "line", 0)
            found.append(DataError(file, line, field, f"{key(row)} stands already"))
        seen.add(key(row))
    return found


def off_board(squares: Sequence[str]) -> list[str]:
    """Return which of *squares* are none of the board's."""
    return [one for one in squares if not is_square(one, ROWS, COLUMNS)]


def _check_square(row: SquareRow) -> list[DataError]:
    found: list[DataError] = []
    due = square(row.row, row.column)
    if row.square != due:
        problem = f"must be {due}, as row and column say"
        found.append(DataError(TERRAIN, row.line, "square", problem))
    figures = (row.cost, row.resistance)
    if figures not in COUNTS:
        problem = f"no square of the table has {_shown(figures)}"
        found.append(DataError(TERRAIN, row.line, "resistance", problem))
    elif figures not in CLASSES_OF[row.terrain]:
        problem = f"{row.terrain} does not have {_shown(figures)}"
        found.append(DataError(TERRAIN, row.line, "terrain", problem))
    return found


def _shown(figures: Figures) -> str:
    cost, resistance = figures
    return f"{cost}/{resistance:+d}" if resistance else f"{cost}/0"


def _check_table(squares: Sequence[SquareRow], by_id: Mapping[str, SquareRow]) -> list[DataError]:
    """Compare with the table of the rulebook: every square, and how many of each pair."""
    found = [
        DataError(TERRAIN, 0, "square", f"{square(row, column)} is missing")
        for row in range(1, ROWS + 1)
        for column in range(1, COLUMNS + 1)
        if square(row, column) not in by_id
    ]
    if found:
        return found
    counts = Counter((row.cost, row.resistance) for row in squares)
    return [
        DataError(
            TERRAIN,
            0,
            "resistance",
            f"{counts[figures]} squares of {_shown(figures)}; the table has {count}",
        )
        for figures, count in COUNTS.items()
        if counts[figures] != count
    ]


def _check_place(place: LandmarkRow) -> list[DataError]:
    strange = off_board(place.squares)
    if strange:
        problem = f"{', '.join(strange)}: not on the board"
        return [DataError(PLACES, place.line, "squares", problem)]
    found: list[DataError] = []
    twice = sorted({one for one in place.squares if place.squares.count(one) > 1})
    if twice:
        found.append(DataError(PLACES, place.line, "squares", f"{', '.join(twice)}: twice"))
    if place.kind in {"river", "road"}:
        found += [
            DataError(PLACES, place.line, "squares", f"{a} and {b} do not touch")
            for a, b in pairwise(place.squares)
            if distance(a, b) != 1
        ]
    return found


def _check_named(places: Sequence[LandmarkRow], by_id: Mapping[str, SquareRow]) -> list[DataError]:
    """Check the squares that the rules name, and that only those of Calama are town."""
    found: list[DataError] = []
    by_key = {place.key: place for place in places}
    for key, (squares, figures) in NAMED.items():
        place = by_key.get(key)
        if place is None:
            found.append(DataError(PLACES, 0, "key", f"{key} is missing"))
            continue
        if frozenset(place.squares) != squares:
            problem = f"{key} must be {', '.join(sorted(squares))}"
            found.append(DataError(PLACES, place.line, "squares", problem))
        found += [
            DataError(TERRAIN, row.line, "cost", f"{row.square} must be {_shown(figures)}")
            for row in by_id.values()
            if figures is not None
            and row.square in squares
            and (row.cost, row.resistance) != figures
        ]
    town = NAMED[CALAMA][0]
    found += [
        DataError(TERRAIN, row.line, "terrain", "only the four squares of Calama are town")
        for row in by_id.values()
        if (row.terrain is Terrain.TOWN) != (row.square in town)
    ]
    return found


def _check_exits(exits: Sequence[ExitRow], by_id: Mapping[str, SquareRow]) -> list[DataError]:
    found: list[DataError] = []
    if len(exits) != EXIT_COUNT:
        found.append(DataError(EXITS, 0, "key", f"{len(exits)} exits where there are {EXIT_COUNT}"))
    for row in exits:
        place = by_id.get(row.square)
        if place is None:
            found.append(DataError(EXITS, row.line, "square", f"{row.square} is not on the board"))
        elif not (place.row in {1, ROWS} or place.column in {1, COLUMNS}):
            found.append(DataError(EXITS, row.line, "square", f"{row.square} is not at the edge"))
        elif place.terrain is not Terrain.ROAD:
            found.append(DataError(EXITS, row.line, "square", f"no road leaves at {row.square}"))
    return found


def _check_zones(zones: Sequence[ZoneRow]) -> list[DataError]:
    found: list[DataError] = []
    must = {"chile": DOORS, "bolivia": CALAMA}  # 5.3, 4.1.3
    for seat, place in must.items():
        row = next((one for one in zones if one.seat == seat), None)
        if row is None:
            found.append(DataError(ZONES, 0, "seat", f"{seat} is missing"))
        elif off_board((row.corner, row.opposite)):
            found.append(DataError(ZONES, row.line, "corner", "reaches beyond the board"))
        elif not NAMED[place][0] <= row.squares():
            found.append(DataError(ZONES, row.line, "corner", f"must hold the squares of {place}"))
    if not found and len(zones) == len(must):
        both = zones[0].squares() & zones[1].squares()
        if both:
            found.append(DataError(ZONES, zones[1].line, "corner", "the zones overlap"))
    return found

"""What is wrong in ``opponent.toml``: a side without a temper, openings that are not legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.data.computers import FILE
from engine.data.files import DataError, missing_tables
from engine.strengths import STRENGTHS
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.opponent.opening import COLUMN
from engine.war_of_the_pacific.opponent.weights import Opening, Weights
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import UnitRow
from engine.war_of_the_pacific.state import SEATS


def check_weights(weights: Weights, units: Sequence[UnitRow], board: Board) -> list[DataError]:
    """Return everything wrong in the weights, whose form is right."""
    found = missing_tables(FILE, "temper", SEATS, weights.temper)
    found += missing_tables(FILE, "strength", STRENGTHS, weights.strength)
    side_of = {row.id: row.side for row in units}
    for opening in weights.opening:
        found += [
            DataError(FILE, opening.line, "places", problem)
            for problem in _wrong(opening, side_of, board)
        ]
    books = Counter[str](one.seat for one in weights.opening)
    found += [
        DataError(FILE, 0, "opening", f"{seat} has none") for seat in SEATS if not books[seat]
    ]
    return found


def _wrong(opening: Opening, side_of: Mapping[str, str], board: Board) -> Iterator[str]:
    """Yield what is wrong in an opening."""
    seen: set[str] = set()
    for place, units in opening.stacks():
        if place != BOX and not board.is_land(place):
            yield f"{place} is no place on land"
        for unit in units:
            if unit == COLUMN:
                continue
            if side_of.get(unit) != opening.seat:
                yield f"{unit} is no unit of {opening.seat}"
            elif unit in seen:
                yield f"{unit} stands twice"
            seen.add(unit)

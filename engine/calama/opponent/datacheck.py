"""What is wrong in ``opponent.toml``: weights that lack a type, openings that are not legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.calama.army import PiecesFile
from engine.calama.board import ZoneRow
from engine.calama.opponent.weights import Opening, Weights
from engine.calama.scenario import ScenarioFile, ScenarioRow
from engine.data.computers import FILE
from engine.data.files import DataError, missing_tables
from engine.strengths import STRENGTHS


def check_weights(
    weights: Weights, pieces: PiecesFile, scenario: ScenarioFile, zones: Sequence[ZoneRow]
) -> list[DataError]:
    """Return everything wrong in the weights, whose form is right."""
    types = {row.key: row.points for row in pieces.type}
    drill = weights.drill
    found = [
        DataError(FILE, 0, f"{table}.{key}", "a type of piece is missing, or is none")
        for table, given in (
            ("worth.power", weights.worth.power),
            ("drill.mobility", drill.mobility),
            ("drill.strength", drill.strength),
            ("drill.resistance", drill.resistance),
        )
        for key in sorted(set(given) ^ set(types))
    ]
    found += missing_tables(FILE, "temper", scenario.shared.pools, weights.temper)
    found += missing_tables(FILE, "strength", STRENGTHS, weights.strength)
    allowed = {row.seat: row.squares() for row in zones}
    for opening in weights.opening:
        found += [
            DataError(FILE, opening.line, field, problem)
            for field, problem in _wrong(opening, scenario, types, allowed[opening.seat])
        ]
    books = Counter((one.scenario, one.seat) for one in weights.opening)
    found += [
        DataError(FILE, 0, "opening", f"{row.key} {seat} has none")
        for row in scenario.scenario
        for seat in scenario.shared.pools
        if not books[row.key, seat]
    ]
    return found


def _wrong(
    opening: Opening, file: ScenarioFile, types: Mapping[str, int], zone: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Yield field and problem of everything wrong in an opening."""
    row = next((one for one in file.scenario if one.key == opening.scenario), None)
    if row is None:
        yield "scenario", f"no scenario {opening.scenario}"
        return
    own = sorted(one.key for one in file.objective if one.seat == opening.seat)
    for ranking in opening.objectives:
        if sorted(ranking.split()) != own:
            yield "objectives", f"{ranking!r} does not rank {', '.join(own)}"
    squares = Counter(at for _, at in opening.placings())
    for at, times in squares.items():
        if at not in zone:
            yield "places", f"{at} is outside the zone"
        if times > 1:
            yield "places", f"{at} is taken twice"
    unknown = set(opening.places) - set(types)
    if unknown:
        yield "places", f"no such type: {', '.join(sorted(unknown))}"
    else:
        yield from _wrong_army(opening, row, types)


def _wrong_army(
    opening: Opening, row: ScenarioRow, types: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    have = Counter(type_key for type_key, _ in opening.placings())
    if row.budgets is None:
        for type_key, due in row.start[opening.seat].items():
            if have[type_key] != due:
                yield "places", f"{have[type_key]} {type_key} where the army has {due}"
        return
    cost = sum(types[type_key] * n for type_key, n in have.items())
    if cost > row.budgets[opening.seat]:
        yield "places", f"costs {cost}, more than {row.budgets[opening.seat]}"
    if have["commander"] != 1:
        yield "places", f"{have['commander']} commander"
    if (have["heavy_artillery"] or have["light_artillery"]) and not have["infantry"]:
        yield "places", "artillery without infantry"

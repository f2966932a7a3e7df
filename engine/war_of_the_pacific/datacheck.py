"""Finds everything wrong in the game's data files at once, by file, line and field.

``python -m bot data check`` prints what :func:`check_data` returns. Besides the form of each
file it knows what the rulebook fixes (:mod:`~engine.war_of_the_pacific.datacheck_map`,
:mod:`~engine.war_of_the_pacific.datacheck_units`), so that somebody who types in a printed map or
counter sheet is told where it contradicts the rules.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from engine.data.computers import FILE as WEIGHTS
from engine.data.files import DataError, Folder, R, read_csv, read_toml
from engine.data.play_data import play_folder
from engine.data.rules_ledger import ledger_problems
from engine.data.rulesets import ruleset_problems
from engine.war_of_the_pacific.board import build_board
from engine.war_of_the_pacific.datacheck_map import check_map, check_routes
from engine.war_of_the_pacific.datacheck_units import check_scenario, check_terrain, check_units
from engine.war_of_the_pacific.mapfiles import (
    FIRST_POINTS,
    GAME,
    AreaRow,
    CityRow,
    HexRow,
    MapFile,
    PointsRow,
    RailRow,
    SideRow,
    TerrainRow,
)
from engine.war_of_the_pacific.opponent.datacheck import check_weights
from engine.war_of_the_pacific.opponent.weights import Weights
from engine.war_of_the_pacific.roster import UnitRow
from engine.war_of_the_pacific.scenario import ScenarioFile


@dataclass(frozen=True, slots=True)
class Files:
    """The records of every file; a file that cannot be read is empty or None."""

    sheet: MapFile | None
    hexes: tuple[HexRow, ...]
    cities: tuple[CityRow, ...]
    sides: tuple[SideRow, ...]
    rails: tuple[RailRow, ...]
    areas: tuple[AreaRow, ...]
    terrain: tuple[TerrainRow, ...]
    units: tuple[UnitRow, ...]
    scenario: ScenarioFile | None
    weights: Weights | None
    first_points: tuple[PointsRow, ...]


def check_data(folder: Folder | None = None) -> list[DataError]:
    """Return everything wrong in the data files, in the order of file and line.

    Files that depend on each other are compared only when each can be read.
    """
    place = play_folder(GAME, folder)
    own = folder if isinstance(folder, Path) else None
    errors: list[DataError] = []
    files = _read(place, errors)
    errors += ledger_problems(GAME, own)
    errors += ruleset_problems(GAME, own)
    if errors or files.sheet is None or files.scenario is None:
        return _in_order(errors)
    errors += check_map(files.sheet, files.hexes, files.cities, files.sides, files.rails)
    errors += check_terrain(files.terrain)
    errors += check_units(files.units, files.cities)
    if not errors:
        board = build_board(place)
        errors += check_routes(board, files.sheet, files.hexes, files.cities, files.areas)
        errors += check_scenario(board, files.scenario, files.units)
        if files.weights is not None:
            errors += check_weights(files.weights, files.units, board)
    return _in_order(errors)


def provenance(folder: Folder | None = None) -> Mapping[str, Mapping[str, int]]:
    """Return how many records of each file come from where, for whoever fills the gaps.

    A record with several sources counts once for each.
    """
    errors: list[DataError] = []
    files = _read(play_folder(GAME, folder), errors)
    counts: dict[str, Counter[str]] = {
        name: Counter(_sources(rows))
        for name, rows in (
            ("hexes.csv", files.hexes),
            ("cities.csv", files.cities),
            ("hexsides.csv", files.sides),
            ("railways.csv", files.rails),
            ("areas.csv", files.areas),
            ("terrain.csv", files.terrain),
            ("units.csv", files.units),
            ("scenario.toml", () if files.scenario is None else (files.scenario,)),
        )
    }
    return counts


def _read(place: Folder, errors: list[DataError]) -> Files:
    def rows(name: str, model: type[R]) -> tuple[R, ...]:
        return read_csv(place / name, model, errors)

    return Files(
        sheet=read_toml(place / "map.toml", MapFile, errors),
        hexes=rows("hexes.csv", HexRow),
        cities=rows("cities.csv", CityRow),
        sides=rows("hexsides.csv", SideRow),
        rails=rows("railways.csv", RailRow),
        areas=rows("areas.csv", AreaRow),
        terrain=rows("terrain.csv", TerrainRow),
        units=rows("units.csv", UnitRow),
        scenario=read_toml(place / "scenario.toml", ScenarioFile, errors),
        weights=read_toml(place / WEIGHTS, Weights, errors),
        first_points=rows(FIRST_POINTS, PointsRow),
    )


def _sources(rows: object) -> list[str]:
    """Return the value of every field called source, or ending so, in records and below them."""
    if isinstance(rows, BaseModel):
        found = []
        for name in type(rows).model_fields:
            value = getattr(rows, name)
            if name == "source" or name.endswith("_source"):
                found.append(str(value))
            else:
                found += _sources(value)
        return found
    if isinstance(rows, Mapping):
        return [one for value in rows.values() for one in _sources(value)]
    if isinstance(rows, tuple):
        return [one for value in rows for one in _sources(value)]
    return []


def _in_order(errors: list[DataError]) -> list[DataError]:
    return sorted(errors, key=lambda one: (one.file, one.line))

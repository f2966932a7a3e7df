"""Finds everything wrong in the game's data files at once, by file, line and field.

``python -m bot data check`` prints what :func:`check_data` returns. Besides the form of each
file it knows what the rulebook fixes (:mod:`~engine.calama.datacheck_board`,
:mod:`~engine.calama.datacheck_army`), so that somebody who types in a printed board is told where
it contradicts the rules.
"""

from __future__ import annotations

from pathlib import Path

from engine.calama.army import EventRow, PiecesFile
from engine.calama.board import GAME, ExitRow, LandmarkRow, SquareRow, TerrainRow, ZoneRow
from engine.calama.datacheck_army import check_formations, check_pieces, check_scenario
from engine.calama.datacheck_board import check_board
from engine.calama.opponent.datacheck import check_weights
from engine.calama.opponent.weights import Weights
from engine.calama.scenario import FormationRow, ScenarioFile
from engine.data.computers import FILE as WEIGHTS
from engine.data.files import DataError, Folder, R, read_csv, read_toml
from engine.data.play_data import play_folder
from engine.data.rules_ledger import ledger_problems
from engine.data.rulesets import ruleset_problems


def check_data(folder: Folder | None = None) -> list[DataError]:
    """Return everything wrong in the data files, in the order of file and line.

    Files that depend on each other are compared only when each can be read.
    """
    place = play_folder(GAME, folder)
    own = folder if isinstance(folder, Path) else None
    errors: list[DataError] = []

    def rows(name: str, model: type[R]) -> tuple[R, ...]:
        return read_csv(place / name, model, errors)

    squares = rows("terrain.csv", SquareRow)
    classes = rows("terrains.csv", TerrainRow)
    places = rows("places.csv", LandmarkRow)
    exits = rows("exits.csv", ExitRow)
    zones = rows("zones.csv", ZoneRow)
    events = rows("events.csv", EventRow)
    formations = rows("formations.csv", FormationRow)
    pieces = read_toml(place / "pieces.toml", PiecesFile, errors)
    scenario = read_toml(place / "scenario.toml", ScenarioFile, errors)
    weights = read_toml(place / WEIGHTS, Weights, errors)
    errors += ledger_problems(GAME, own)
    errors += ruleset_problems(GAME, own)
    if not errors and pieces is not None and scenario is not None and weights is not None:
        errors += check_board(squares, classes, places, exits, zones)
        errors += check_pieces(pieces, events)
        errors += check_scenario(scenario, pieces)
        if not any(one.file == "zones.csv" for one in errors):
            errors += check_formations(formations, zones)
            errors += check_weights(weights, pieces, scenario, zones)
    return sorted(errors, key=lambda one: (one.file, one.line))

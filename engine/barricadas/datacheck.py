"""Finds everything wrong in the game's data files at once, by file, line and field.

:func:`check_data` looks at the form of each file; then, where all can be read, at what one says of
another: the boards' roads (:mod:`~engine.barricadas.datacheck_ground`) and the scenarios
(:mod:`~engine.barricadas.datacheck_scenarios`), so that somebody who writes a scenario or types in
a printed board is told where it cannot be played.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel

from engine.barricadas.board import (
    GAME,
    LETTERS,
    GroundRow,
    HexRow,
    RoadRow,
    WayRow,
    build_boards,
)
from engine.barricadas.datacheck_ground import check_hexes, check_roads
from engine.barricadas.datacheck_scenarios import check_scenarios
from engine.barricadas.observation import LevelRow
from engine.barricadas.opponent.datacheck import check_weights
from engine.barricadas.opponent.weights import Weights
from engine.barricadas.roster import CountersFile, OfficersFile, build_roster
from engine.barricadas.rules.command.coordination import CoordinationRow
from engine.barricadas.scenario import ScenariosFile
from engine.barricadas.tables import assault, fire
from engine.barricadas.tables.anti_armour import AntiArmourFile
from engine.barricadas.tables.armoured_assault import ColumnRow
from engine.barricadas.tables.aviation import AviationFile
from engine.barricadas.tables.batteries import BatteryRow, build_batteries
from engine.barricadas.tables.morale import MoraleFile
from engine.barricadas.tables.obstacles import ObstacleRow, build_obstacles
from engine.barricadas.tables.penetration import PenetrationRow
from engine.data.computers import FILE as WEIGHTS
from engine.data.files import DataError, Folder, read_csv, read_toml
from engine.data.play_data import PlayData, play_folder
from engine.data.rules_ledger import ledger_problems
from engine.data.rulesets import ruleset_problems

TABLES: tuple[tuple[str, type[BaseModel]], ...] = (
    ("armoured_assault.csv", ColumnRow),
    ("assault_values.csv", assault.WorthRow),
    ("batteries.csv", BatteryRow),
    ("coordination.csv", CoordinationRow),
    ("defence.csv", fire.DefenceRow),
    ("fire.csv", fire.FireRow),
    ("fire_modifiers.csv", fire.ModifierRow),
    ("levels.csv", LevelRow),
    ("melee.csv", assault.MeleeRow),
    ("melee_modifiers.csv", assault.ModifierRow),
    ("obstacles.csv", ObstacleRow),
    ("penetration.csv", PenetrationRow),
    ("terrain.csv", GroundRow),
    ("ways.csv", WayRow),
)
"""Files of lines, and what a line of each is; boards, roads and scenarios are looked at closer."""

BUILT: tuple[Callable[[Folder], object], ...] = (
    build_roster,
    build_boards,
    build_batteries,
    build_obstacles,
    fire.build_fire_table,
    assault.build_assault_tables,
)
"""What is made of several files: each tells of lines that are missing or fit nothing."""


def check_data(folder: Folder | None = None) -> list[DataError]:
    """Return everything wrong in the data files, in the order of file and line.

    Files that depend on each other are compared only when each can be read.
    """
    place = play_folder(GAME, folder)
    own = folder if isinstance(folder, Path) else None
    errors: list[DataError] = []
    for name, model in TABLES:
        read_csv(place / name, model, errors)
    boards = {
        letter: read_csv(place / f"board_{letter.lower()}.csv", HexRow, errors)
        for letter in LETTERS
    }
    roads = read_csv(place / "roads.csv", RoadRow, errors)
    read_toml(place / "anti_armour.toml", AntiArmourFile, errors)
    read_toml(place / "aviation.toml", AviationFile, errors)
    read_toml(place / "morale.toml", MoraleFile, errors)
    read_toml(place / "counters.toml", CountersFile, errors)
    read_toml(place / "officers.toml", OfficersFile, errors)
    scenarios = read_toml(place / "scenarios.toml", ScenariosFile, errors)
    weights = read_toml(place / WEIGHTS, Weights, errors)
    errors += ledger_problems(GAME, own)
    errors += ruleset_problems(GAME, own)
    if weights is not None:
        errors += check_weights(weights)
    if not errors:
        errors += [*check_hexes(boards), *_built(place)]
    if not errors and scenarios is not None:
        errors += check_roads(build_boards(place), roads)
        batteries = build_batteries(place)
        errors += check_scenarios(
            scenarios,
            build_roster(place),
            boards,
            batteries,
            shipped=isinstance(place, PlayData) and "scenarios.toml" not in place.own,
        )
    return sorted(errors, key=lambda one: (one.file, one.line))


def _built(place: Folder) -> list[DataError]:
    found = []
    for build in BUILT:
        try:
            build(place)
        except DataError as broken:
            found.append(broken)
    return found

"""Finds everything wrong in the game's data files at once, by file, line and field.

:func:`check_data` looks at the form of each file; then, where all can be read, at what one says of
another: the table of troops (:mod:`~engine.art_of_war.datacheck_troops`), those of fighting,
rallying and terrain (:mod:`~engine.art_of_war.datacheck_tables`), the names of manoeuvres
(:mod:`~engine.art_of_war.datacheck_manoeuvres`), and ready-made armies, which nobody could field if
the table were other than it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from engine.art_of_war import troop_rows as rows
from engine.art_of_war.armies import MUSTER, READY, ArmiesFile, MusterFile, Paid, load_armies
from engine.art_of_war.battles import BattlesFile
from engine.art_of_war.datacheck_manoeuvres import check_manoeuvres
from engine.art_of_war.datacheck_tables import check_fighting, check_ground, check_sides
from engine.art_of_war.datacheck_troops import check_rows, check_tables
from engine.art_of_war.mustering import against
from engine.art_of_war.opponent.datacheck import check_weights
from engine.art_of_war.opponent.weights import Weights
from engine.art_of_war.ranks import GeneralRow
from engine.art_of_war.troops import GAME, build_troops
from engine.art_of_war.weapons import WeaponRow, build_weapons
from engine.data.computers import FILE as WEIGHTS
from engine.data.files import DataError, Folder, load_toml, read_csv, read_toml
from engine.data.play_data import PlayData, play_folder
from engine.data.rules_ledger import ledger_problems
from engine.data.rulesets import ruleset_problems

ARMY_FILES = (
    "movement.csv",
    "troops.csv",
    "options.csv",
    "qualities.csv",
    "weapons.csv",
    "generals.csv",
    "bonuses.csv",
    MUSTER,
    READY,
)
"""What armies are made of; play hangs on all of it."""

POINTS = 100
"""What a ready-made army may cost (1.army)."""


def check_data(folder: Folder | None = None) -> list[DataError]:
    """Return everything wrong in the data files, in the order of file and line.

    Files that depend on each other are compared only when each can be read.
    """
    place = play_folder(GAME, folder)
    own = folder if isinstance(folder, Path) else None
    errors: list[DataError] = []
    _check_troops(place, errors)
    check_fighting(place, errors)
    check_ground(place, errors)
    check_manoeuvres(place, errors)
    armies = read_toml(place / READY, ArmiesFile, errors)
    muster = read_toml(place / MUSTER, MusterFile, errors)
    weights = read_toml(place / WEIGHTS, Weights, errors)
    if weights is not None:
        errors += check_weights(weights)
    errors += ledger_problems(GAME, own)
    errors += ruleset_problems(GAME, own)
    if muster is not None:
        errors += _check_muster(muster)
    if not errors and armies is not None:
        errors += _check_armies(place, armies)
        battles = load_toml(place / "battles.toml", BattlesFile)
        errors += check_sides(battles, {row.key for row in armies.army})
    return sorted(errors, key=lambda one: (one.file, one.line))


def _check_troops(place: Folder, errors: list[DataError]) -> None:
    """Append what is wrong in the table of troops and in what hangs on it."""
    before = len(errors)
    paces = read_csv(place / "movement.csv", rows.PaceRow, errors)
    troops = read_csv(place / "troops.csv", rows.TroopRow, errors)
    options = read_csv(place / "options.csv", rows.OptionRow, errors)
    weapons = read_csv(place / "weapons.csv", WeaponRow, errors)
    ranks = read_csv(place / "generals.csv", GeneralRow, errors)
    bonuses = read_csv(place / "bonuses.csv", rows.BonusRow, errors)
    read_csv(place / "qualities.csv", rows.QualityRow, errors)
    if len(errors) > before:
        return
    errors += check_rows(troops, options, paces, ranks, weapons)
    try:
        tables, arms = build_troops(place), build_weapons(place)
    except DataError as broken:
        errors.append(broken)
        return
    errors += check_tables(tables, arms, troops, options, bonuses)


def _check_muster(file: MusterFile) -> Iterator[DataError]:
    """Yield prices that are missing or twice."""
    keys = [row.key for row in file.price]
    for key in get_args(Paid):
        if keys.count(key) != 1:
            problem = f"{key} is there {keys.count(key)} times, not once"
            yield DataError(MUSTER, 0, "price", problem)


def _check_armies(place: Folder, file: ArmiesFile) -> Iterator[DataError]:
    """Yield ready-made armies that nobody could field (1.army)."""
    keys = [row.key for row in file.army]
    for row in file.army:
        if keys.count(row.key) > 1:
            yield DataError(READY, row.line, "key", f"{row.key} is there twice")
    # A line of an army is read by the tables in use.
    texts = {name: (place / name).read_text(encoding="utf-8-sig") for name in ARMY_FILES}
    with PlayData(GAME, texts).in_use():
        try:
            ready = load_armies()
        except DataError as broken:
            yield broken
            return
        for row in file.army:
            one = ready[row.key]
            for refusal in against(one.army, POINTS, one.limits):
                told = ", ".join(f"{key} {_told(value)}" for key, value in refusal.params.items())
                problem = f"{row.key}: {refusal.code} ({refusal.rule}): {told}"
                yield DataError(READY, row.line, "army", problem)


def _told(value: object) -> str:
    """Return a value of a refusal in plain words."""
    key = getattr(value, "key", value)
    return ", ".join(map(_told, key)) if isinstance(key, tuple) else str(key)

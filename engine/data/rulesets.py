"""What each raised ruleset of a game changed: the rulings that tell of it.

``data/<game>/rulesets.toml`` has an entry for every number from 2 to the game's ``ruleset``. A
table whose game is under way is told them, as they hold from its next action on. Of a game that
was never raised the file is empty.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import Field

from engine.data.files import DataError, Record, game_folder, load_toml
from engine.data.rules_ledger import load_rulings

FILE = "rulesets.toml"


class Raised(Record):
    """One raised ruleset: its number, and the rulings whose text says what is new."""

    number: int = Field(ge=2)
    rulings: tuple[str, ...] = Field(min_length=1)


class _Rulesets(Record):
    ruleset: tuple[Raised, ...] = ()


@cache
def load_rulesets(game: str, folder: Path | None = None) -> tuple[Raised, ...]:
    """Return the raised rulesets of *game*, the first first.

    Raises:
        DataError: If there is a file and it cannot be read.
    """
    path = game_folder(game, folder) / FILE
    return load_toml(path, _Rulesets).ruleset if path.is_file() else ()


def changed(game: str, after: int, upto: int, folder: Path | None = None) -> tuple[str, ...]:
    """Return the rulings that the rulesets after one number up to another changed, each once.

    Raises:
        DataError: If there is a file and it cannot be read.
    """
    found = (
        ruling
        for raised in load_rulesets(game, folder)
        if after < raised.number <= upto
        for ruling in raised.rulings
    )
    return tuple(dict.fromkeys(found))


def ruleset_problems(game: str, folder: Path | None = None) -> list[DataError]:
    """Return where the raised rulesets of *game* do not fit each other or its rulings."""
    path = game_folder(game, folder) / FILE
    try:
        raised = load_toml(path, _Rulesets).ruleset
        rulings = load_rulings(game, folder)
    except DataError as broken:
        return [broken]
    found: list[DataError] = []
    for number, one in enumerate(raised, 2):
        if one.number != number:
            problem = f"{one.number} stands where {number} is next"
            found.append(DataError(FILE, one.line, "number", problem))
        found += [
            DataError(FILE, one.line, f"{one.number}.rulings", f"no ruling {name}")
            for name in one.rulings
            if name not in rulings
        ]
        twice = {name for name in one.rulings if one.rulings.count(name) > 1}
        found += [
            DataError(FILE, one.line, f"{one.number}.rulings", f"{name} appears twice")
            for name in sorted(twice)
        ]
    return found

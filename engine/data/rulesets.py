"""What each raised ruleset of a game changed: the rulings that tell of it, before and after.

``data/<game>/rulesets.toml`` has an entry for every number from 2 to the game's ``ruleset``. A
table whose game is under way is told those that concern it, as they hold from its next action on.
Of a game that was never raised the file is empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from engine.data.files import DataError, Record, game_folder, load_toml
from engine.data.rules_ledger import load_rulings

FILE = "rulesets.toml"
LONGEST = 160
"""Characters of one side of a change: a table reads many of them in one message."""


class Change(Record):
    """What of a ruling is other than it was, in a few words of both languages.

    Attributes:
        only: The settings of the tables that it concerns; empty where it concerns all.
    """

    ruling: str
    before: str = Field(min_length=1, max_length=LONGEST)
    before_es: str = Field(min_length=1, max_length=LONGEST)
    after: str = Field(min_length=1, max_length=LONGEST)
    after_es: str = Field(min_length=1, max_length=LONGEST)
    only: Mapping[str, bool | int | str] = Field(default_factory=dict)

    def concerns(self, settings: Mapping[str, object]) -> bool:
        """Say whether a table with these settings plays otherwise for it.

        A setting that the table does not know of rules nothing out.
        """
        return all(settings.get(name, value) == value for name, value in self.only.items())


class Raised(Record):
    """One raised ruleset: its number, and the rulings whose text says what is new."""

    number: int = Field(ge=2)
    rulings: tuple[str, ...] = Field(min_length=1)
    change: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling that a table is told of, and what of it changed; nothing where no file says it."""

    ruling: str
    changes: tuple[Change, ...] = ()


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


def changed(
    game: str,
    after: int,
    upto: int,
    settings: Mapping[str, object] | None = None,
    folder: Path | None = None,
) -> tuple[Told, ...]:
    """Return what the rulesets after one number up to another changed, each ruling once.

    A ruling all of whose changes concern other tables than those with *settings* is left out.

    Raises:
        DataError: If there is a file and it cannot be read.
    """
    raises = [one for one in load_rulesets(game, folder) if after < one.number <= upto]
    found: dict[str, list[Change]] = {}
    elsewhere: set[str] = set()
    for name in (name for one in raises for name in one.rulings):
        said = [change for one in raises for change in one.change if change.ruling == name]
        found[name] = [change for change in said if change.concerns(settings or {})]
        if said and not found[name]:
            elsewhere.add(name)
    return tuple(Told(name, tuple(said)) for name, said in found.items() if name not in elsewhere)


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
        found += [
            DataError(FILE, said.line, "ruling", f"{said.ruling} is none of {one.number}.rulings")
            for said in one.change
            if said.ruling not in one.rulings
        ]
    return found

"""The clauses of each game's rulebook and the rulings on them.

They are listed in ``data/<game>/rules.toml`` and ``rulings.toml``. Refusals, events and
docstrings cite their ids, and tests hold them to it. Titles are in our own words; a rulebook's
prose is never copied.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from engine.data.files import DataError, Record, Source, game_folder, load_toml, report

Status = Literal["automated", "informative", "table_choice", "planned"]
"""Whether the engine enforces a clause, has nothing to enforce, or leaves it to the table: what
the text lets the players settle, such as whether an optional rule is played at all. What is planned
is to be enforced and is not yet: no game that can be played has any."""


class Clause(Record):
    """A clause of a rulebook: its id, what it is about, and the rulings that bear on it.

    Attributes:
        editions: In which of the game's texts it stands; empty where there is one text only.
        source: ``house`` for a clause that stands in no text and is the moderator's own.
    """

    id: str = Field(pattern=r"^\d+(\.\d+)*(\.[a-z]+)*$")
    title: str
    title_es: str
    status: Status
    editions: tuple[str, ...] = ()
    source: Literal["rulebook", "house"] = "rulebook"
    rulings: tuple[str, ...] = ()


class Ruling(Record):
    """A ruling where the text is silent or contradicts itself, or a difference of editions.

    Attributes:
        id: The game's letters, a dash, then R for a ruling, E for a difference of editions or H for
            the house's completion of what is lost of a text, and a number.
        question: What had to be decided.
        ruling: What holds; for a difference of editions, what both of them say.
        clauses: The clauses it bears on.
        switch: The name of the setting that changes it, if a table may.
    """

    id: str = Field(pattern=r"^[A-Z]+-[REH]\d+$")
    question: str
    question_es: str
    ruling: str
    ruling_es: str
    clauses: tuple[str, ...]
    switch: str | None = None
    source: Source = "house"


class Heading(Record):
    """What a chapter is called, in a text that gives its chapters no numbers."""

    chapter: str = Field(pattern=r"^\d+$")
    name: str
    name_es: str


class _Clauses(Record):
    editions: tuple[str, ...] = ()
    heading: tuple[Heading, ...] = ()
    clause: tuple[Clause, ...]


class _Rulings(Record):
    ruling: tuple[Ruling, ...]


def load_rules(game: str, folder: Path | None = None) -> Mapping[str, Clause]:
    """Return the clauses of *game* by id, in the order of its rulebook.

    Raises:
        DataError: If the file cannot be read or names a clause twice.
    """
    return _load_rules(game_folder(game, folder))


def load_editions(game: str, folder: Path | None = None) -> tuple[str, ...]:
    """Return the keys of the texts that *game* is told in; none where there is one only.

    Raises:
        DataError: If the file cannot be read.
    """
    return load_toml(game_folder(game, folder) / "rules.toml", _Clauses).editions


def load_headings(game: str, folder: Path | None = None) -> Mapping[str, Heading]:
    """Return the headings of *game* by chapter; none where its text numbers what stands in it.

    Raises:
        DataError: If the file cannot be read.
    """
    found = load_toml(game_folder(game, folder) / "rules.toml", _Clauses).heading
    return {one.chapter: one for one in found}


def load_rulings(game: str, folder: Path | None = None) -> Mapping[str, Ruling]:
    """Return the rulings of *game* by id.

    Raises:
        DataError: If the file cannot be read or names a ruling twice.
    """
    return _load_rulings(game_folder(game, folder))


@cache
def _load_rules(folder: Path) -> Mapping[str, Clause]:
    return _read_rules(folder)


@cache
def _load_rulings(folder: Path) -> Mapping[str, Ruling]:
    return _read_rulings(folder)


def _read_rules(folder: Path) -> Mapping[str, Clause]:
    clauses = load_toml(folder / "rules.toml", _Clauses).clause
    report(None, *_twice("rules.toml", clauses))
    return MappingProxyType({clause.id: clause for clause in clauses})


def _read_rulings(folder: Path) -> Mapping[str, Ruling]:
    rulings = load_toml(folder / "rulings.toml", _Rulings).ruling
    report(None, *_twice("rulings.toml", rulings))
    return MappingProxyType({ruling.id: ruling for ruling in rulings})


def _twice(file: str, entries: tuple[Clause, ...] | tuple[Ruling, ...]) -> list[DataError]:
    seen: set[str] = set()
    found: list[DataError] = []
    for entry in entries:
        if entry.id in seen:
            found.append(DataError(file, entry.line, "id", f"{entry.id} appears twice"))
        seen.add(entry.id)
    return found


def ledger_problems(game: str, folder: Path | None = None) -> list[DataError]:
    """Return where the clauses and rulings of *game* do not fit each other.

    A clause may name only known rulings and the other way round, and each must name the other. It
    stands in texts that the game has, in at least one of them unless it is the house's.
    """
    try:
        editions = load_editions(game, folder)
        clauses = _read_rules(game_folder(game, folder))
        rulings = _read_rulings(game_folder(game, folder))
    except DataError as broken:
        return [broken]
    found: list[DataError] = []
    for clause in clauses.values():
        for name in clause.rulings:
            if name not in rulings:
                problem = f"no ruling {name}"
            elif clause.id not in rulings[name].clauses:
                problem = f"ruling {name} does not name {clause.id}"
            else:
                continue
            found.append(DataError("rules.toml", clause.line, f"{clause.id}.rulings", problem))
    for ruling in rulings.values():
        for name in ruling.clauses:
            if name not in clauses:
                problem = f"no clause {name}"
            elif ruling.id not in clauses[name].rulings:
                problem = f"clause {name} does not name {ruling.id}"
            else:
                continue
            found.append(DataError("rulings.toml", ruling.line, f"{ruling.id}.clauses", problem))
    for clause in clauses.values():
        if problem := _editions_problem(clause, editions):
            found.append(DataError("rules.toml", clause.line, f"{clause.id}.editions", problem))
    return found


def _editions_problem(clause: Clause, editions: tuple[str, ...]) -> str:
    if unknown := set(clause.editions) - set(editions):
        return f"no edition {', '.join(sorted(unknown))}"
    if clause.source == "house":
        return "a clause of the house stands in no text" if clause.editions else ""
    return "" if clause.editions or not editions else "it must stand in a text"

"""A game's clauses, rulings and cases, joined: what a page tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.api import Game
from engine.data.rules_ledger import Clause, Ruling, load_editions, load_rules, load_rulings
from engine.kit.settings import house_of
from tests.conformance.code import citing
from tests.engine.cases import clauses_of, paths_of, read_case


@dataclass(frozen=True)
class Shown:
    """A case as a page names it."""

    path: Path
    about: str
    clauses: tuple[str, ...]
    rulings: tuple[str, ...]
    usual: bool
    """Whether it is played with the settings that a table has unless it chooses others."""

    @property
    def name(self) -> str:
        """The name of its file, which is also that of its test."""
        return self.path.stem


@dataclass(frozen=True)
class Ledger:
    """What there is to tell of one game."""

    game: Game[Any, Any]
    editions: tuple[str, ...]
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    cases: tuple[Shown, ...]
    code: Mapping[str, tuple[Path, ...]]
    """The modules that name each clause (:func:`~tests.conformance.code.citing`)."""

    def chapters(self) -> Mapping[str, list[Clause]]:
        """Return the clauses by the chapter that they stand in, in the rulebook's order."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses.values():
            found.setdefault(clause.id.partition(".")[0], []).append(clause)
        return found

    def cases_of(self, clauses: Iterable[Clause]) -> list[Shown]:
        """Return the cases that show any of the clauses, each once."""
        wanted = {clause.id for clause in clauses}
        return [case for case in self.cases if wanted & set(case.clauses)]

    def cases_for(self, clause: Clause) -> list[Shown]:
        """Return the cases that show a clause: those about it first, the usual before others."""
        return sorted(
            self.cases_of([clause]),
            key=lambda case: (case.clauses[0] != clause.id, not case.usual),
        )

    def cases_on(self, ruling: Ruling) -> list[Shown]:
        """Return the cases that show a ruling."""
        return [case for case in self.cases if ruling.id in case.rulings]

    @property
    def has_lost_parts(self) -> bool:
        """Whether parts of the text are lost, so that the house has made others."""
        return any(map(is_made, self.rulings.values()))

    def stands_in(self, clause: Clause) -> bool:
        """Say whether a clause stands in for one that is lost."""
        return clause.source == "house" and self.has_lost_parts

    def rests_on_made(self, case: Shown) -> bool:
        """Say whether a case shows what the house has made, a clause or a ruling."""
        clauses = (self.clauses[key] for key in case.clauses)
        rulings = (self.rulings[key] for key in case.rulings)
        return any(map(self.stands_in, clauses)) or any(map(is_made, rulings))

    def differences(self) -> Iterator[Ruling]:
        """Yield the rulings that say how the texts differ."""
        yield from (one for one in self.rulings.values() if is_difference(one))


def is_difference(ruling: Ruling) -> bool:
    """Say whether a ruling tells of a difference of editions, rather than of a silence."""
    return ruling.id.partition("-")[2].startswith("E")


def is_made(ruling: Ruling) -> bool:
    """Say whether a ruling stands in for what is lost of the text."""
    return ruling.id.partition("-")[2].startswith("H")


def ledger_of(game: Game[Any, Any]) -> Ledger:
    """Return what there is to tell of a game."""
    cases, usually = [], usual_settings(game)
    for path in paths_of(game.key):
        case = read_case(path)
        usual = usually.items() >= case.get("given", {}).get("settings", {}).items()
        shown = tuple(case.get("rulings", ()))
        cases.append(Shown(path, case["about"], clauses_of(case), shown, usual))
    clauses = load_rules(game.key)
    return Ledger(
        game,
        load_editions(game.key),
        clauses,
        load_rulings(game.key),
        tuple(sorted(cases, key=lambda case: _order(case.name))),
        citing(game.key, clauses),
    )


def usual_settings(game: Game[Any, Any]) -> Mapping[str, Any]:
    """Return what a new table plays by that chooses nothing."""
    fields = game.settings_model.model_fields
    defaults = {name: info.default for name, info in fields.items()}
    return {**defaults, **house_of(game.settings_model, {})}


def _order(name: str) -> tuple[tuple[int, str], ...]:
    """Sort 7.10 after 7.9."""
    return tuple((int(part), "") if part.isdigit() else (10**6, part) for part in name.split("."))

"""A game's clauses and rulings, looked up by number or by words.

Words are compared without case and accents, in the reader's language and in the other one, and
forgive an ending: "marches" finds "march". Rare words weigh more than common ones.
"""

from __future__ import annotations

import functools
import logging
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from engine.data.files import DATA, DataError
from engine.data.rules_ledger import (
    Clause,
    Heading,
    Ruling,
    load_headings,
    load_rules,
    load_rulings,
)
from engine.kit.parsing import folded

if TYPE_CHECKING:
    from bot.text.words import Words

_log = logging.getLogger(__name__)

LedgerEntry: TypeAlias = Clause | Ruling

LONGEST = 200
"""Characters of what is typed that are looked at."""

_FOLDERS = [DATA]
_PRINTED = re.compile(r"\d+(\.\d+)*")
_NUMBER = re.compile(r"\d+(\.\w+)*")
_DECORATION = re.compile(r"^(§+|rule|clause|regla|cláusula|clausula)\s*", re.IGNORECASE)

_EXACT, _BEGUN, _KIN = 1.0, 0.8, 0.6
"""How well a word of the text fits one that was typed: the same, longer, of the same stem."""

_ENOUGH = 0.7
"""How much of what the best entry holds another must hold to be found as well."""


def add_folder(folder: Path) -> None:
    """Let rulebooks also be read from *folder* (a game that does not ship with the bot)."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        rulebook_of.cache_clear()


def cite(rule: str, words: Words) -> str:
    """Return a clause in brackets, to stand behind a sentence; nothing for none."""
    if not rule or words.game is None:
        return ""
    return f" *({rulebook_of(words.game.key).printed(rule, words.language)})*"


@functools.cache
def rulebook_of(game: str) -> Rulebook:
    """Return the rulebook of a game by its key; an empty one where it has none.

    One that cannot be read counts as empty, and the log tells.
    """
    for folder in (base / game for base in _FOLDERS):
        if (folder / "rules.toml").is_file():
            try:
                rulings = load_rulings(game, folder) if (folder / "rulings.toml").is_file() else {}
                headings = load_headings(game, folder)
                return Rulebook(load_rules(game, folder), rulings, headings)
            except DataError:
                _log.exception("The rulebook of %s cannot be read", game)
    return Rulebook({}, {})


class Rulebook:
    """The clauses of one game in their order, and the rulings on them."""

    def __init__(
        self,
        clauses: Mapping[str, Clause],
        rulings: Mapping[str, Ruling],
        headings: Mapping[str, Heading] = MappingProxyType({}),
    ) -> None:
        self.clauses = clauses
        self.rulings = rulings
        self._headings = headings
        self._parts: dict[str | None, list[Clause]] = {}
        for clause in clauses.values():
            self._parts.setdefault(self._above(clause.id), []).append(clause)
        self._names = {folded(name): name for name in (*clauses, *rulings)}
        for name in rulings:
            self._names.setdefault(folded(name.rpartition("-")[2]), name)

    @functools.cached_property
    def editions(self) -> frozenset[str]:
        """The texts in which clauses stand; none where there is one only."""
        return frozenset(name for clause in self.clauses.values() for name in clause.editions)

    def __bool__(self) -> bool:
        """Say whether there is anything to look up."""
        return bool(self.clauses)

    def printed(self, rule: str, language: str) -> str:
        """Return how a person finds a clause in the book: its number, or its chapter's heading.

        What tells clauses of one number apart is the house's own, and stands in no book.
        """
        number = _PRINTED.match(rule)
        if number is None:
            return rule
        heading = self._headings.get(number[0].partition(".")[0])
        if heading is None:
            return number[0]
        return heading.name_es if language == "es" else heading.name

    def entry(self, typed: str) -> LedgerEntry | None:
        """Return the clause or ruling that is named: "8.6", "§ 8.6.", "XY-R5", "r5"."""
        bare = _DECORATION.sub("", typed[:LONGEST].strip())
        name = self._names.get(folded(bare), "")
        return self.clauses.get(name) or self.rulings.get(name)

    def chapters(self) -> tuple[Clause, ...]:
        """Return the clauses that stand above all others."""
        return tuple(self._parts.get(None, ()))

    def parts(self, clause: Clause) -> tuple[Clause, ...]:
        """Return the clauses right under one."""
        return tuple(self._parts.get(clause.id, ()))

    def above(self, clause: Clause) -> Clause | None:
        """Return the clause that one is a part of."""
        name = self._above(clause.id)
        return None if name is None else self.clauses[name]

    def beside(self, clause: Clause) -> tuple[Clause | None, Clause | None]:
        """Return the clauses before and after one, among the parts of the same."""
        row = self._parts[self._above(clause.id)]
        place = row.index(clause)
        before = row[place - 1] if place > 0 else None
        return before, row[place + 1] if place + 1 < len(row) else None

    def rulings_on(self, clause: Clause) -> tuple[Ruling, ...]:
        """Return the rulings that bear on a clause."""
        return tuple(self.rulings[name] for name in clause.rulings if name in self.rulings)

    def search(self, typed: str, language: str) -> tuple[LedgerEntry, ...]:
        """Return what fits the words that were typed, best first; nothing for no words.

        Words that stand nowhere count for nothing. What holds all the others comes first, and then
        what lacks only such as stand nearly everywhere.

        Args:
            typed: Words, numbers of clauses, or both.
            language: The reader's; its texts weigh more.
        """
        index = self._index(language)
        found = {word: hits for word in _words(typed) if (hits := index.fitting(word))}
        if not found:
            return ()
        count = len(self.clauses) + len(self.rulings)
        covered: dict[str, float] = {}
        worth: dict[str, float] = {}
        for hits in found.values():
            telling = math.log(1 + count / len(hits)) ** 2
            for name, fit in hits.items():
                covered[name] = covered.get(name, 0) + telling
                worth[name] = worth.get(name, 0) + telling * fit
        least = max(covered.values()) * _ENOUGH
        order = {name: place for place, name in enumerate((*self.clauses, *self.rulings))}
        names = [name for name, part in covered.items() if part >= least]
        names.sort(key=lambda name: (-covered[name], -worth[name], order[name]))
        return tuple(self.clauses.get(name) or self.rulings[name] for name in names)

    # ------------------------------------------------------------------ inside

    def _above(self, name: str) -> str | None:
        while "." in name:
            name = name.rpartition(".")[0]
            if name in self.clauses:
                return name
        return None

    @functools.cache  # noqa: B019 - rulebooks are kept for as long as the process lives
    def _index(self, language: str) -> _Index:
        spanish = language == "es"
        index = _Index()
        for clause in self.clauses.values():
            own, other = _turned(clause.title, clause.title_es, spanish)
            index.add(clause.id, 4, own)
            index.add(clause.id, 3, other)
            index.number(clause.id, clause.id, 10)
        for ruling in self.rulings.values():
            for first, second, weight in (
                (ruling.question, ruling.question_es, 3),
                (ruling.ruling, ruling.ruling_es, 2),
            ):
                own, other = _turned(first, second, spanish)
                index.add(ruling.id, weight, own)
                index.add(ruling.id, weight - 1, other)
            index.number(ruling.id, folded(ruling.id).replace(" ", ""), 10)
            for name in ruling.clauses:
                index.number(ruling.id, name, 3)
        return index


class _Index:
    """Which entries hold which words, and how much that counts."""

    def __init__(self) -> None:
        self._words: dict[str, dict[str, float]] = {}
        self._numbers: list[tuple[str, str, float]] = []

    def add(self, name: str, weight: float, text: str) -> None:
        """Note the words of a text; what it begins with counts a little more."""
        for place, word in enumerate(folded(text).split()):
            at = self._words.setdefault(word, {})
            _raise(at, name, weight + (place == 0))

    def number(self, name: str, number: str, weight: float) -> None:
        """Note a number under which an entry is found; its last part may be a word."""
        self._numbers.append((number, name, weight))
        for part in number.split("."):
            if not part.isdigit():
                self.add(name, 2, part)

    def fitting(self, typed: str) -> dict[str, float]:
        """Return the entries that hold a word as typed, with how well they fit."""
        found: dict[str, float] = {}
        for number, name, weight in self._numbers:
            if number == typed:
                _raise(found, name, weight)
            elif number.startswith(f"{typed}."):
                _raise(found, name, weight / 2)
        for word, at in self._words.items():
            fit = _likeness(typed, word)
            if fit:
                for name, weight in at.items():
                    _raise(found, name, fit * weight)
        return found


def _raise(found: dict[str, float], name: str, worth: float) -> None:
    found[name] = max(found.get(name, 0), worth)


def _turned(english: str, spanish: str, is_spanish: bool) -> tuple[str, str]:
    return (spanish, english) if is_spanish else (english, spanish)


def _words(typed: str) -> Iterator[str]:
    """Yield what was typed word by word; the number of a clause is one word."""
    for piece in typed[:LONGEST].split():
        bare = piece.strip(".,;:§()[]").lower()
        if _NUMBER.fullmatch(bare):
            yield bare
        elif re.fullmatch(r"[a-z]+-[re]\d+", bare):
            yield bare.replace("-", "")
        else:
            yield from folded(piece).split()


def _likeness(typed: str, word: str) -> float:
    if typed == word:
        return _EXACT
    if len(typed) < 2 or typed.isdigit() or word.isdigit():
        return 0
    if word.startswith(typed):
        return _BEGUN
    if word[:4] != typed[:4]:
        return 0
    shared = _shared(typed, word)
    shorter, longer = sorted((len(typed), len(word)))
    return _KIN if shared >= shorter - 2 and longer - shared <= 3 else 0


def _shared(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))


def cited(rules: Iterable[str], book: Rulebook) -> tuple[str, ...]:
    """Return those of the clauses named that the rulebook holds, once each, in order."""
    return tuple(dict.fromkeys(rule for rule in rules if rule in book.clauses))

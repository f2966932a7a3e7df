"""The clauses and rulings of El Arte de la Guerra: whole, told in both languages, well cited."""

from __future__ import annotations

from itertools import groupby

from engine.data import files
from engine.data.rules_ledger import load_rules, load_rulings

GAME = "art_of_war"
FOLDER = files.DATA / GAME
ROOT = FOLDER.parent.parent

CHAPTERS = tuple(map(str, range(1, 12)))
"""From the introduction to setting up (SOURCES.md)."""

READINGS = 49
"""Rulings that read the text itself; what comes after them completes a chapter."""

TABLES = ("2.table", "5.table", "7.range", "7.light", "9.elephants.dice", "1.bases.depth")
"""What the text gives as tables."""


def _chapter(name: str) -> str:
    return name.partition(".")[0]


def test_chapters_stand_in_the_order_of_the_text() -> None:
    """Each is one run of clauses and begins with its own number; its tables are there."""
    rules = load_rules(GAME)
    assert tuple(chapter for chapter, _ in groupby(rules, _chapter)) == CHAPTERS
    for _, found in groupby(rules, _chapter):
        first, *others = found
        assert first in CHAPTERS
        assert others
    assert set(TABLES) <= set(rules)


def test_clauses_follow_what_they_belong_to() -> None:
    """A clause with more words than another that begins alike stands after it."""
    names = list(load_rules(GAME))
    for place, name in enumerate(names):
        parts = name.split(".")
        longer = {".".join(parts[:count]) for count in range(1, len(parts))} & set(names)
        assert longer <= set(names[:place]), name


def test_all_clauses_are_of_the_text() -> None:
    """The demo is at hand as a whole: the house completes it by rulings, not by clauses."""
    assert {clause.source for clause in load_rules(GAME).values()} == {"rulebook"}


def test_every_reading_is_there() -> None:
    """Rulings stand in their order, none of the readings is missing, each is of some clause."""
    rulings = load_rulings(GAME)
    numbers = [int(name.removeprefix("ADG-R")) for name in rulings]
    assert numbers == sorted(set(numbers))
    assert set(range(1, READINGS + 1)) <= set(numbers)
    for ruling in rulings.values():
        assert ruling.clauses

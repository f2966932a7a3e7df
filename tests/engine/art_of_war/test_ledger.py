"""The clauses and rulings of El Arte de la Guerra: whole, told in both languages, well cited."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from engine.data import files
from engine.data.rules_ledger import ledger_problems, load_rules, load_rulings
from engine.data.rulesets import ruleset_problems

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


def test_ledger_is_sound() -> None:
    """Files can be read, ids stand once, clauses and rulings name each other."""
    assert ledger_problems(GAME) == []
    assert ruleset_problems(GAME) == []


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


def test_titles_are_told_in_both_languages() -> None:
    """Each has two, short, and no two clauses have the same."""
    clauses = load_rules(GAME).values()
    for clause in clauses:
        for title in (clause.title, clause.title_es):
            assert title == title.strip()
            assert 0 < len(title) <= 130, clause.id
    assert len({clause.title for clause in clauses}) == len(clauses)
    assert len({clause.title_es for clause in clauses}) == len(clauses)


def test_every_reading_is_there() -> None:
    """Rulings stand in their order, none of the readings is missing, and none is untranslated."""
    rulings = load_rulings(GAME)
    numbers = [int(name.removeprefix("ADG-R")) for name in rulings]
    assert numbers == sorted(set(numbers))
    assert set(range(1, READINGS + 1)) <= set(numbers)
    for ruling in rulings.values():
        assert ruling.clauses
        assert ruling.question != ruling.question_es
        assert ruling.ruling != ruling.ruling_es


def test_languages_give_the_same_figures() -> None:
    """Numbers and clauses of a ruling are those of the other language, in any order."""
    for ruling in load_rulings(GAME).values():
        assert _figures(ruling.ruling) == _figures(ruling.ruling_es), ruling.id
    for clause in load_rules(GAME).values():
        assert _figures(clause.title) == _figures(clause.title_es), clause.id


def _figures(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", text.replace(",", ".")))


@pytest.mark.parametrize("package", ["engine", "render", "bot", "data", "docs"])
def test_cited_readings_exist(package: str) -> None:
    """No code and no data file cites a reading of the text that is not held."""
    known = {int(name.removeprefix("ADG-R")) for name in load_rulings(GAME)}
    for path in sorted((ROOT / package).rglob("*")):
        if path.suffix in {".py", ".toml", ".csv", ".md"}:
            cited = {int(one) for one in re.findall(r"ADG-R(\d+)", path.read_text("utf-8"))}
            lost = {one for one in cited - known if one <= READINGS}
            assert not lost, f"{path.relative_to(ROOT)}: {sorted(lost)}"


def test_rules_cited_by_modules_exist() -> None:
    """What a module says it holds is in the ledger."""
    known = set(load_rules(GAME))
    cited: set[str] = set()
    for path in sorted((ROOT / "engine" / GAME).rglob("*.py")):
        if found := re.search(r"\nRules:\n(.*?)\"\"\"", path.read_text("utf-8"), re.DOTALL):
            plain = re.sub(r"\([^)]*\)", "", found[1])
            cited |= set(re.findall(r"(?<![\w-])\d+(?:\.[a-z]+)*(?![\w-])", plain))
    assert cited <= known, sorted(cited - known)
    assert "2.table" in cited


def test_files_have_their_source_told() -> None:
    """Each file of the folder stands in its table of sources."""
    told = (FOLDER / "SOURCES.md").read_text("utf-8")
    missing = [path.name for path in sorted(FOLDER.iterdir()) if f"`{path.name}`" not in told]
    assert missing == ["SOURCES.md"]

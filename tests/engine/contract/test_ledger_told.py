"""Clauses and rulings of every game: sound, told alike in both languages, and well cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.data import files
from engine.data.rules_ledger import ledger_problems, load_rules, load_rulings
from engine.data.rulesets import ruleset_problems
from engine.registry import load_games

ROOT = files.DATA.parent
TITLE_LIMIT = 130
"""Characters of a clause's title: a line of ``/rules``."""

every_game = pytest.mark.parametrize("key", load_games())


@every_game
def test_ledger_is_sound(key: str) -> None:
    """Files can be read, ids stand once, clauses and rulings name each other."""
    assert ledger_problems(key) == []
    assert ruleset_problems(key) == []


@every_game
def test_titles_are_told_in_both_languages(key: str) -> None:
    """Each has two, short, and no two clauses have the same."""
    clauses = load_rules(key).values()
    for clause in clauses:
        for title in (clause.title, clause.title_es):
            assert title == title.strip()
            assert 0 < len(title) <= TITLE_LIMIT, clause.id
    assert len({clause.title for clause in clauses}) == len(clauses)
    assert len({clause.title_es for clause in clauses}) == len(clauses)


@every_game
def test_rulings_are_told_in_both_languages(key: str) -> None:
    """None is left untranslated; a plain no is one in both."""
    for ruling in load_rulings(key).values():
        assert ruling.question != ruling.question_es, ruling.id
        assert ruling.ruling != ruling.ruling_es or ruling.ruling == "No.", ruling.id


@every_game
def test_languages_give_the_same_figures(key: str) -> None:
    """Numbers, places and clauses are those of the other language, in any order."""
    for ruling in load_rulings(key).values():
        assert _figures(ruling.ruling) == _figures(ruling.ruling_es), ruling.id
    for clause in load_rules(key).values():
        assert _figures(clause.title) == _figures(clause.title_es), clause.id


def _figures(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:[.,]\d+)*", text.replace(",", ".")))


@every_game
def test_cited_rulings_exist(key: str) -> None:
    """No code and no data file cites a ruling that is not held."""
    known = set(load_rulings(key))
    (game,) = {name.partition("-")[0] for name in known}
    cited: dict[str, set[str]] = {}
    for package in ("engine", "render", "bot", "data", "docs"):
        for path in _read(ROOT / package):
            for name in re.findall(rf"\b{game}-[A-Z]\d+", path.read_text("utf-8")):
                cited.setdefault(name, set()).add(path.name)
    assert {name: where for name, where in cited.items() if name not in known} == {}


def _read(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.rglob("*") if path.suffix in {".py", ".toml", ".csv", ".md"}
    )


@every_game
def test_rules_cited_by_modules_exist(key: str) -> None:
    """What a module says it holds is in the ledger."""
    known, cited = set(load_rules(key)), set[str]()
    for path in sorted((ROOT / "engine" / key).rglob("*.py")):
        if found := re.search(r"\nRules:\n(.*?)\"\"\"", path.read_text("utf-8"), re.DOTALL):
            plain = re.sub(r"\([^)]*\)", "", found[1])
            cited |= set(re.findall(r"(?<![\w-])\d+(?:\.\d+)*(?:\.[a-z]+)*(?![\w-])", plain))
    assert cited
    assert cited <= known, sorted(cited - known)


@every_game
def test_files_have_their_source_told(key: str) -> None:
    """Each file of the game's data stands in its table of sources."""
    folder = files.DATA / key
    told = (folder / "SOURCES.md").read_text("utf-8")
    missing = [path.name for path in sorted(folder.iterdir()) if f"`{path.name}`" not in told]
    assert missing == ["SOURCES.md"]

"""Raised rulesets: every number has its entry, and every entry its rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.data.files import DataError
from engine.data.rulesets import changed, load_rulesets, ruleset_problems
from engine.registry import data_checks, load_games

GAMES = tuple(load_games())
RULINGS = """
[[ruling]]
id = "X-R1"
question = "?"
question_es = "?"
ruling = "."
ruling_es = "."
clauses = ["1"]
[[ruling]]
id = "X-R2"
question = "?"
question_es = "?"
ruling = "."
ruling_es = "."
clauses = ["1"]
"""


@pytest.mark.parametrize("key", GAMES)
def test_a_raised_ruleset_says_what_it_changed(key: str) -> None:
    """Whoever raises the number writes down the rulings, and the other way round."""
    numbers = [raised.number for raised in load_rulesets(key)]

    assert numbers == list(range(2, load_games()[key].ruleset + 1))
    assert ruleset_problems(key) == []
    assert [one for one in data_checks()[key](None) if one.file == "rulesets.toml"] == []


def _folder(place: Path, text: str) -> Path:
    (place / "rulings.toml").write_text(RULINGS)
    (place / "rulesets.toml").write_text(text)
    return place


def test_of_a_game_that_was_never_raised_the_file_is_empty(tmp_path: Path) -> None:
    """That it is missing is said; nothing fails over it."""
    (tmp_path / "rulings.toml").write_text(RULINGS)

    assert load_rulesets("x", tmp_path) == ()
    assert [one.problem for one in ruleset_problems("x", tmp_path)] == ["the file is missing"]
    assert ruleset_problems("x", _folder(tmp_path, "")) == []


def test_what_changed_between_two_numbers_is_told_once(tmp_path: Path) -> None:
    """A table that missed one raise is told both."""
    folder = _folder(
        tmp_path,
        '[[ruleset]]\nnumber = 2\nrulings = ["X-R1"]\n'
        '[[ruleset]]\nnumber = 3\nrulings = ["X-R2", "X-R1"]\n',
    )

    assert changed("x", 1, 3, folder) == ("X-R1", "X-R2")
    assert changed("x", 2, 3, folder) == ("X-R2", "X-R1")
    assert changed("x", 3, 3, folder) == ()
    assert ruleset_problems("x", folder) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[ruleset]]\nnumber = 2\nrulings = ["X-R9"]\n', "no ruling X-R9"),
        ('[[ruleset]]\nnumber = 3\nrulings = ["X-R1"]\n', "3 stands where 2 is next"),
        ('[[ruleset]]\nnumber = 2\nrulings = ["X-R1", "X-R1"]\n', "X-R1 appears twice"),
        ("[[ruleset]]\nnumber = 2\nrulings = []\n", "at least 1 item"),
        ('[[ruleset]]\nnumber = 1\nrulings = ["X-R1"]\n', "greater than or equal to 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, problem: str) -> None:
    """`data check` names file and line."""
    found = ruleset_problems("x", _folder(tmp_path, text))

    assert len(found) == 1
    assert isinstance(found[0], DataError)
    assert problem in found[0].problem
    assert found[0].file == "rulesets.toml"
    assert found[0].line > 0

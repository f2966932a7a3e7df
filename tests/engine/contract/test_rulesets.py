"""Raised rulesets: every number has its entry, and every entry its rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.data.files import DataError
from engine.data.rulesets import Told, changed, load_rulesets, ruleset_problems
from engine.registry import data_checks, load_games
from tests.games import known

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

    assert changed("x", 1, 3, folder=folder) == (Told("X-R1"), Told("X-R2"))
    assert changed("x", 2, 3, folder=folder) == (Told("X-R2"), Told("X-R1"))
    assert changed("x", 3, 3, folder=folder) == ()
    assert ruleset_problems("x", folder) == []


@pytest.mark.parametrize("key", GAMES)
def test_every_change_says_what_held_before_and_what_holds_now(key: str) -> None:
    """Of each ruling of each ruleset, to tables with settings that the game has."""
    settings = load_games()[key].settings_model.model_fields
    for raised in load_rulesets(key):
        if raised.number not in known(key).untold:
            assert {change.ruling for change in raised.change} == set(raised.rulings)
        for change in raised.change:
            assert change.only.keys() <= settings.keys()
            assert change.before != change.after


CHANGES = """
[[ruleset]]
number = 2
rulings = ["X-R1", "X-R2"]
[[ruleset.change]]
ruling = "X-R1"
before = "Horses could not swim."
before_es = "Los caballos no nadaban."
after = "They can."
after_es = "Nadan."
only = { scenario = "river" }
[[ruleset.change]]
ruling = "X-R2"
before = "Rain was dry."
before_es = "La lluvia era seca."
after = "It is wet."
after_es = "Es mojada."
"""


def test_a_table_is_told_what_concerns_it(tmp_path: Path) -> None:
    """What hangs on a setting that the table has otherwise is no news to it."""
    folder = _folder(tmp_path, CHANGES)

    def told(**settings: object) -> list[tuple[str, str]]:
        found = changed("x", 1, 2, settings, folder)
        return [(one.ruling, change.before) for one in found for change in one.changes]

    swim, rain = ("X-R1", "Horses could not swim."), ("X-R2", "Rain was dry.")
    assert told(scenario="river") == [swim, rain]
    assert told(scenario="hill") == [rain]
    assert told() == [swim, rain]
    assert ruleset_problems("x", folder) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[ruleset]]\nnumber = 2\nrulings = ["X-R9"]\n', "no ruling X-R9"),
        ('[[ruleset]]\nnumber = 3\nrulings = ["X-R1"]\n', "3 stands where 2 is next"),
        ('[[ruleset]]\nnumber = 2\nrulings = ["X-R1", "X-R1"]\n', "X-R1 appears twice"),
        ("[[ruleset]]\nnumber = 2\nrulings = []\n", "at least 1 item"),
        ('[[ruleset]]\nnumber = 1\nrulings = ["X-R1"]\n', "greater than or equal to 2"),
        (CHANGES.replace('"X-R1", "X-R2"', '"X-R2"'), "X-R1 is none of 2.rulings"),
        (CHANGES.replace("It is wet.", "It is wet. " * 20), "at most 160 characters"),
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

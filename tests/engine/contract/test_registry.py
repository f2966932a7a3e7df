"""What stands beside every registered game, so that nothing outside it needs its name."""

from __future__ import annotations

import pytest

from engine.data.rules_ledger import ledger_problems, load_rules, load_rulings
from engine.registry import data_checks, load_games


def test_every_game_has_its_data_checked() -> None:
    """`data check` reaches exactly the games there are, under their own keys."""
    assert list(data_checks()) == list(load_games())


@pytest.mark.parametrize("key", sorted(load_games()))
def test_data_files_are_sound(key: str) -> None:
    """The files that ship are in order."""
    assert data_checks()[key](None) == []


@pytest.mark.parametrize("key", sorted(load_games()))
def test_clauses_and_rulings_name_each_other(key: str) -> None:
    """Each ruling bears on known clauses and they on it, all of it in two languages."""
    assert ledger_problems(key) == []
    for clause in load_rules(key).values():
        assert clause.title.strip()
        assert clause.title_es.strip()
    for ruling in load_rulings(key).values():
        assert ruling.question != ruling.question_es
        assert ruling.ruling.strip()
        assert ruling.ruling_es.strip()
        assert ruling.clauses

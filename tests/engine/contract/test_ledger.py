"""Every clause that the engine enforces is shown by a case, in every game."""

from __future__ import annotations

import pytest

from engine.registry import load_games
from engine.rules_ledger import load_rules
from tests.engine.cases import clauses_shown

KEYS = sorted(load_games())


@pytest.mark.parametrize("key", KEYS)
def test_every_automated_clause_has_a_case(key: str) -> None:
    """Whatever the ledger calls automated is shown by a case at least."""
    shown = clauses_shown(key)

    owed = [
        clause.id
        for clause in load_rules(key).values()
        if clause.status == "automated" and clause.id not in shown
    ]

    assert not owed


@pytest.mark.parametrize("key", KEYS)
def test_cases_show_known_clauses(key: str) -> None:
    """No case is about a clause that the ledger does not have."""
    assert clauses_shown(key) <= set(load_rules(key))

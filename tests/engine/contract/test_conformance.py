"""The published lists of clauses, rulings and cases are those of today."""

from __future__ import annotations

import re

import pytest

from engine.registry import load_games
from tests.conformance.ledger import ledger_of
from tests.conformance.page import ROOT, page_of, path_of

GAMES = load_games()
KEYS = sorted(GAMES)


@pytest.mark.parametrize("key", KEYS)
def test_pages_are_up_to_date(key: str) -> None:
    """Whoever changes clauses, rulings or cases runs `make conformance` and commits the page."""
    path = path_of(GAMES[key])

    assert path.read_text(encoding="utf-8") == page_of(GAMES[key]), (
        f"{path.relative_to(ROOT)} is out of date: run `make conformance`"
    )


@pytest.mark.parametrize("key", KEYS)
def test_pages_hold_everything(key: str) -> None:
    """Every clause, ruling and case is on the page, and every link inside it leads somewhere."""
    game = GAMES[key]
    page, ledger = page_of(game), ledger_of(game)

    marks = set(re.findall(r'<a id="([^"]+)">', page))
    assert set(ledger.clauses) | set(ledger.rulings) <= marks
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= marks
    for case in ledger.cases:
        assert f"[`{case.name}`]" in page

"""The published lists of clauses, rulings and cases are those of today."""

from __future__ import annotations

import re

import pytest

from engine.registry import load_games
from tests.conformance.ledger import is_made, ledger_of
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


@pytest.mark.parametrize("key", KEYS)
def test_what_is_made_by_the_house_says_so_in_its_line(key: str) -> None:
    """Headings, rulings, cases: each line of what stands in for lost text, or rests on it."""
    ledger = ledger_of(GAMES[key])
    lines = page_of(GAMES[key]).splitlines()
    made = {one.id for one in ledger.rulings.values() if is_made(one)}
    house = {one.id for one in ledger.clauses.values() if ledger.stands_in(one)}
    resting = {one.name for one in ledger.cases if {*one.clauses, *one.rulings} & (made | house)}

    def said(*starts: str) -> list[str]:
        return [line for line in lines if line.startswith(starts)]

    wanted = [
        *said(*(f"{marks} {name} " for name in house for marks in ("##", "###", "####"))),
        *said(*(f"> [{name}]" for name in made), *(f'| <a id="{name}">' for name in made)),
        *(line for line in said("- ") if any(f"[`{name}`]" in line for name in resting)),
    ]
    assert len(wanted) >= 2 * len(made) + len(house) + len(resting)
    assert [line for line in wanted if "house-made" not in line] == []

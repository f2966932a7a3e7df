"""The answers in 200 states are those that a build of before gave, floats to the last bit.

Whoever makes the rules quicker sees here whether anything else has changed. Where a rule changes
with its ruleset, the file is written anew: ``python -m tests.engine.art_of_war.answers``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.engine.art_of_war.answers import BATTLES, STATES, digests

BEFORE: dict[str, list[str]] = tomllib.loads(
    (Path(__file__).parent / "answers.toml").read_text(encoding="utf-8")
)
QUICK = 2
"""Battles that are looked at in `make test`: those that the near tables are asked about too."""


@pytest.mark.parametrize(
    "number",
    [pytest.param(n, marks=() if n < QUICK else pytest.mark.long) for n in range(BATTLES)],
)
def test_answers_are_those_of_before(number: int) -> None:
    """Kinds, options two deep, refusals, odds and previews, in states one after the other."""
    before = BEFORE[f"battle_{number}"]

    assert len(before) == STATES
    assert digests(number) == before

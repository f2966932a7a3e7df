"""War of the Pacific's own words, in both languages (what every game says: test_games.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.text import words_for
from bot.text.catalogue import LANGUAGES
from bot.text.words import be_strict
from engine.api import Term, Text
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import SEATS, Phase
from tests.bot.text.test_games import said

every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    be_strict()
    yield
    be_strict(strict=False)


@every_language
def test_places_units_and_phases_have_names(language: str) -> None:
    """Every phase, and every place a unit can be in, has a name."""
    words = words_for(language, GAME)
    for phase in Phase:
        said(words, Term("phase", phase.value))
    for place in ("box", "pool", "dead", "gone", "hand", "track", "t7", "@rimac", "3116", "2415"):
        assert said(words, Term("place", place)) != place or place == "2415"
    for seat in SEATS:
        said(words, Term("seat", seat))
    assert said(words, Term("weakened", "huascar")) != said(words, Term("unit", "huascar"))


@every_language
@pytest.mark.parametrize("ending", ["points", "held", "sudden_death", "draw"])
def test_every_ending_can_be_said(language: str, ending: str) -> None:
    """However a game ends, there is a sentence for it."""
    said(words_for(language, GAME), Text(f"ending.{ending}", {"rule": "5.4"}))

"""How suggestions are told from each other."""

from __future__ import annotations

from bot.ui.planning.suggestions import telling
from tests.support.toy_game import Row


def test_a_suggestion_is_known_by_what_is_its_own() -> None:
    """Two that begin alike are named by the first order that differs; one alone by its first."""
    one, two, three = (Row(strokes=number) for number in (1, 2, 3))
    assert telling((one, two), ()) == one
    assert telling((one, three), {(one, two)}) == three
    assert telling((three, one), {(one, two)}) == three
    assert telling((two, one), {(one, two)}) == two

"""How strong a computer player can be: names that every table knows, and what is on file."""

from __future__ import annotations

from typing import Any

import pytest

from engine.registry import load_games
from engine.strengths import STRENGTHS, opponent_of, strength_of
from tests.support.toy_game import ToyGame, ToyOpponent


@pytest.mark.parametrize("game", load_games().values(), ids=lambda game: game.key)
def test_a_games_computers_have_known_names_weakest_first(game: Any) -> None:
    """What a table may choose can be said, and the last is the strongest."""
    assert list(game.opponents) == [name for name in STRENGTHS if name in game.opponents]
    assert "hard" in game.opponents


def test_what_is_unknown_is_played_by_the_strongest() -> None:
    """A campaign that says nothing, or names what the game no longer has, goes on."""
    game: Any = ToyGame()
    weak, strong = ToyOpponent(), ToyOpponent()
    game.opponents = {"easy": weak, "hard": strong}

    assert opponent_of(game, "easy") is weak
    assert [opponent_of(game, one) for one in ("hard", None, "", "brutal")] == [strong] * 4
    assert [strength_of(game, one) for one in ("easy", None, "brutal")] == ["easy", "hard", "hard"]
    game.opponents = {}
    assert (opponent_of(game, "easy"), strength_of(game, "easy")) == (None, "")

"""What every game promises of secret orders that are written, held to by playing it at random."""

from __future__ import annotations

from typing import Any

import pytest

from bot.text import LANGUAGES, Words
from bot.ui.dialogue.fields import typed_fields
from engine.api import AnyGame, Written, tried
from engine.registry import load_games
from tests.engine.contract.games import GAMES, every_seed_of_every_game, looked_at
from tests.games import known
from tests.support.positions import positions


def _views(key: str, seed: str) -> list[tuple[Any, Any]]:
    """Return states of a random game, those of its set-up among them, each with a seat's view."""
    game = GAMES[key]
    return [
        (state, game.view(state, seat)) for state in looked_at(key, seed, 60) for seat in game.seats
    ]


def _alike(one: Written, other: Written) -> bool:
    """Whether two orders say the same, whatever they are numbered."""
    return (one.anew, one.strikes is None) == (other.anew, other.strikes is None)


@every_seed_of_every_game
def test_what_is_written_can_be_written_anew(key: str, seed: str) -> None:
    """It is legal, its fields can be typed, and nothing but numbers is otherwise after it."""
    game = GAMES[key]
    for state, view in _views(key, seed):
        found = game.written(view)
        for one in found:
            kind, filled = one.anew.kind, typed_fields(one.anew)
            assert game.check(state, view.viewer, one.anew) == ()
            assert one.anew.secret
            assert game.parse(view, kind, filled) == one.anew
            after = game.written(game.suppose(view, one.anew).view)
            assert all(any(_alike(one, other) for other in after) for one in found)
            assert len(after) == len(found)


@every_seed_of_every_game
def test_what_can_be_struck_is_gone_then_and_nothing_else(key: str, seed: str) -> None:
    """Striking is secret and legal, and leaves the others as they are."""
    game = GAMES[key]
    for state, view in _views(key, seed):
        found = game.written(view)
        for one in found:
            if one.strikes is not None:
                assert game.check(state, view.viewer, one.strikes) == ()
                assert one.strikes.secret
                after = game.written(game.suppose(view, one.strikes).view)
                assert after == tuple(other for other in found if other is not one)


@every_seed_of_every_game
def test_it_is_said_in_both_languages_and_told_apart(key: str, seed: str) -> None:
    """No two orders of a side read the same, and nothing of them is a code."""
    game = GAMES[key]
    for language in LANGUAGES:
        words = Words(language, game, plain=True)
        for _, view in _views(key, seed):
            said = [str(words.say(one.label)) for one in game.written(view)]
            assert len(set(said)) == len(said)
            assert all("." not in one.split()[0] for one in said)


@every_seed_of_every_game
def test_the_public_and_the_other_side_have_none_of_it(key: str, seed: str) -> None:
    """Nothing of a side's stands in another's view; what a side has does not hang on others'."""
    game = GAMES[key]
    for state in looked_at(key, seed, 30):
        assert game.written(game.view(state, None)) == ()
        for seat in game.seats:
            for twin in tried(game).scramble(state, seat):
                mine = game.written(game.view(state, seat))
                assert game.written(game.view(twin, seat)) == mine


@pytest.mark.parametrize("key", [key for key in load_games() if known(key).written])
def test_each_game_has_written_orders_to_change(key: str) -> None:
    """What is written before the first turn can be changed until its side is ready."""
    game: AnyGame = load_games()[key]
    seen = {
        one.anew.kind
        for state in positions(key, 0, "written", spread=1, whole=False)
        for seat in game.seats
        for one in game.written(game.view(state, seat))
    }
    assert known(key).written <= seen

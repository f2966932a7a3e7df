"""What was checked is not checked again when it is done at once; everything else is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.trials.random_play import Played
from engine.api import Action
from engine.data.play_data import PlayData, shipped
from engine.data.with_data import with_data
from engine.dice import StoredDice
from engine.errors import IllegalAction
from engine.kit.gate import Gate
from engine.registry import load_games
from tests.support.games_played import played
from tests.support.short import short

GAMES: Mapping[str, Any] = load_games()

every_game = pytest.mark.parametrize("key", sorted(GAMES))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """Return the actions that rules are asked of from now on."""
    found: list[Action] = []
    judged = Gate.judged

    def counted(gate: Gate[Any], view: Any, action: Action) -> Any:
        found.append(action)
        return judged(gate, view, action)

    monkeypatch.setattr(Gate, "judged", counted)
    return found


@cache
def middle(key: str) -> tuple[Any, Played, Any]:
    """Return a state in the middle of a game, what was done then, and how the game ended."""
    whole, states = played(GAMES[key], "once", short(GAMES[key]))
    at = len(states) // 2
    return states[at], whole.log[at], whole.state


def do(game: Any, state: Any, done: Played) -> str:
    """Do it; return what the state is dumped as then."""
    return str(game.dump(game.apply(state, done.seat, done.action, StoredDice(done.rolls)).state))


@every_game
def test_what_was_just_allowed_is_not_checked_again(key: str, asked: list[Action]) -> None:
    """Once only: whoever does it twice is checked, and it comes out the same."""
    game, (state, done, _) = GAMES[key], middle(key)
    asked.clear()
    assert game.check(state, done.seat, done.action) == ()
    first = do(game, state, done)
    assert asked.count(done.action) == 1
    assert do(game, state, done) == first
    assert asked.count(done.action) == 2


def _other_state(game: Any, state: Any, done: Played) -> tuple[Any, Any, Played]:
    return game, game.load(game.dump(state)), done


def _other_action(game: Any, state: Any, done: Played) -> tuple[Any, Any, Played]:
    return game, state, replace(done, action=type(done.action)(**dict(done.action)))


def _other_data(game: Any, state: Any, done: Played) -> tuple[Any, Any, Played]:
    files = shipped(game.key, tuple(game.data_files)).files
    return with_data(game, PlayData(game.key, files)), state, done


@every_game
@pytest.mark.parametrize("changed", [_other_state, _other_action, _other_data])
def test_whatever_is_not_the_very_same_is_checked(
    key: str, changed: Callable[..., tuple[Any, Any, Played]], asked: list[Action]
) -> None:
    """Though it is equal: a state that was read again, an action made anew, data of a campaign."""
    game, (state, done, _) = GAMES[key], middle(key)
    there = changed(game, state, done)
    assert game.check(state, done.seat, done.action) == ()
    asked.clear()
    do(*there)
    assert done.action in asked


@every_game
def test_who_skips_the_check_is_refused(key: str) -> None:
    """Also right after something else was allowed: of another state, or to another seat."""
    game, (state, done, end) = GAMES[key], middle(key)
    other = next(seat for seat in game.seats if seat != done.seat)
    refused = [(end, done.seat)]
    if game.check(state, other, done.action):
        refused.append((state, other))
    for there, seat in refused:
        assert game.check(state, done.seat, done.action) == ()
        with pytest.raises(IllegalAction):
            game.apply(there, seat, done.action, StoredDice(done.rolls))


def test_threads_do_not_take_each_others_answer() -> None:
    """Each asks and acts on a state of its own, many times: all come out as alone."""
    game, (state, done, end) = GAMES["calama"], middle("calama")
    wanted, text = do(game, state, done), game.dump(state)

    def play(refused: bool) -> bool:
        if refused:
            try:
                do(game, end, done)
            except IllegalAction:
                return True
            return False
        mine = game.load(text)
        assert game.check(mine, done.seat, done.action) == ()
        return do(game, mine, done) == wanted

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(play, [bool(number % 3) for number in range(60)]))

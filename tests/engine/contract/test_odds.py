"""What every game promises about odds: they are exact, certain together, and tell no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import pytest
from pydantic import BaseModel

from bot.text import Words
from engine.api import Action, Game, Odds, Seat, tried
from engine.data.rules_ledger import load_rules
from engine.dice import RecordedDice, SeededDice
from engine.kit.filling import offered
from engine.registry import load_games
from tests.engine.chances.fitting import label
from tests.games import known
from tests.support import toy_words  # noqa: F401 - the toy's texts are read by importing it
from tests.support.games_played import SEEDS, states_of
from tests.support.toy_game import TOY

TOY_GAME: Any = TOY
GAMES: dict[str, Game[Any, Any]] = {**load_games(), TOY.key: TOY_GAME}
CASES = [(key, number) for key in sorted(GAMES) for number in range(len(known(key).odds_tables))]
STATES = 50
"""Looked at in each random game, fewer of a dear one; as many more where something interrupts."""

every_table = pytest.mark.parametrize(("key", "number"), CASES)


def settings_of(key: str, number: int) -> BaseModel:
    """Return what a table has chosen."""
    return GAMES[key].settings_model(**known(key).odds_tables[number])


@cache
def states(key: str, number: int) -> tuple[Any, ...]:
    """Return states of a random game in which somebody is asked.

    The first table's is the game that is held to the contract.
    """
    game = GAMES[key]
    seed = f"odds {key} {number}" if number else SEEDS[0]
    found = states_of(game, seed, settings_of(key, number))
    most = STATES // known(key).pace.dear
    step = max(1, len(found) // most)
    urgent = [one for one in found if any(owed.interrupt for owed in game.awaiting(one))]
    return (*found[::step], *urgent[:most])


def possible(game: Game[Any, Any], state: Any) -> Iterator[tuple[Seat, Action]]:
    """Yield what may be done: every button, and orders of each kind made from options."""
    for owed in game.awaiting(state):
        view = game.view(state, owed.seat)
        yield from ((owed.seat, choice.action) for choice in owed.choices)
        for kind in game.kinds(view):
            yield from ((owed.seat, action) for action in islice(offered(game, view, kind), 6))


@cache
def with_odds(key: str, number: int) -> tuple[tuple[Any, Seat, Action, tuple[Odds, ...]], ...]:
    """Return what may be done in the states of a game, with its odds."""
    game = GAMES[key]
    return tuple(
        (state, seat, action, game.odds(game.view(state, seat), action))
        for state in states(key, number)
        for seat, action in possible(game, state)
    )


@every_table
def test_results_are_certain_together_and_apart(key: str, number: int) -> None:
    """Probabilities are exact, above 0, and 1 together; no result stands there twice."""
    for _, _, action, found in with_odds(key, number):
        for odds in found:
            shares = [chance.probability for chance in odds.chances]
            assert all(type(share) is Fraction and 0 < share <= 1 for share in shares), action
            assert sum(shares) == 1, action
            said = [repr(chance.result) for chance in odds.chances]
            assert len(set(said)) == len(said), action
            assert len({repr((odds.about, odds.assumed)) for odds in found}) == len(found), action


@every_table
@pytest.mark.parametrize("language", ["en", "es"])
def test_odds_can_be_said(key: str, number: int, language: str) -> None:
    """In both languages, with every value that the sentences want; results are told apart."""
    words = Words(language, GAMES[key], plain=True)
    seen: set[tuple[object, ...]] = set()
    for _, _, _, found in with_odds(key, number):
        for odds in found:
            kind = (odds.about.code, *sorted({label(one.result) for one in odds.chances}, key=str))
            if kind in seen:
                continue
            seen.add(kind)
            results = [words.say(chance.result) for chance in odds.chances]
            assert len(set(results)) == len(results), results
            said = [*results, words.say(odds.about), *map(words.say, odds.assumed)]
            said += [words.say(text) for text, _ in odds.expected]
            assert all(said)
            assert not any("{" in one or "[" in one for one in said), said


@pytest.mark.parametrize(("key", "number"), [case for case in CASES if case[0] != TOY.key])
def test_odds_name_their_clause(key: str, number: int) -> None:
    """One that the ledger has."""
    clauses = load_rules(key)

    for _, _, action, found in with_odds(key, number):
        assert all(odds.rule in clauses for odds in found), action


@every_table
def test_odds_tell_no_secrets(key: str, number: int) -> None:
    """They are the same in a world that differs only in what the asking seat may not know."""
    game = GAMES[key]
    for state, seat, action, found in with_odds(key, number):
        (twin,) = tried(game).scramble(state, seat)
        assert game.odds(game.view(twin, seat), action) == found, action


@every_table
def test_what_rolls_has_odds(key: str, number: int) -> None:
    """Whatever throws a die has been asked about before, and looking changes nothing."""
    game = GAMES[key]
    for place, (state, seat, action, found) in enumerate(with_odds(key, number)):
        if place % 3:
            continue
        before = game.dump(state)
        dice = RecordedDice(SeededDice(f"{place}".encode()))
        game.apply(state, seat, action, dice)
        # What is thrown for the other side once a phase is closed is theirs to reckon with.
        thrown = {roll.purpose for roll in dice.rolls} - known(key).turn_dice
        if thrown and not action.closes:
            assert found, (action, dice.rolls)
        assert game.dump(state) == before


@every_table
def test_odds_are_for_who_may_do_it(key: str, number: int) -> None:
    """The public and whoever's turn it is not have none."""
    game = GAMES[key]
    for state, seat, action, _ in islice(with_odds(key, number), 0, 400, 5):
        assert game.odds(game.view(state, None), action) == ()
        for other in game.seats:
            if other != seat and game.check(state, other, action):
                assert game.odds(game.view(state, other), action) == ()

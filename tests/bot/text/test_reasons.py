"""Suggestions say why: what each order of a computer's plan is for, in both languages."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest

from bot.text import words_for
from bot.text.catalogue import LANGUAGES, load
from bot.text.words import be_strict
from engine.api import Action, AnyGame, Text
from engine.dice import SeededDice
from engine.playing.suggesting import Suggested, suggested
from engine.reasons import reasoned
from engine.registry import load_games
from tests.bot.text.test_catalogues import spoken_by
from tests.games import known
from tests.support.kept import kept
from tests.support.positions import positions
from tests.support.seldom import seldom

GAMES = load_games()
LONGEST = 90
"""Characters of a reason: one line under an order, on a phone two."""
WATCHED = 66
"""Actions of each game that its computers play."""

every_game = pytest.mark.parametrize(
    "key", seldom(sorted(GAMES), sorted(set(GAMES) - {"art_of_war"}))
)


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    be_strict()
    yield
    be_strict(strict=False)


@cache
def looked_at(key: str) -> tuple[tuple[Any, str], ...]:
    """Views of those who decide: in games of the computers, and in a random one."""
    return kept(__file__, f"looked at {key}", lambda: tuple(_looked_at(GAMES[key], key)))


def _looked_at(game: AnyGame, key: str) -> Iterator[tuple[Any, str]]:
    for number, strength in enumerate(game.opponents):
        chance, thoughts = SeededDice(b"chance", number), SeededDice(b"thoughts", number)
        state = game.setup(game.settings_model(), chance).state
        for count in range(WATCHED):
            owed = game.awaiting(state)
            if not owed:
                break
            view = game.view(state, owed[0].seat)
            if count % 6 == number:
                yield view, owed[0].seat
            asked = next(one for one in game.asked(view) if one.seat == owed[0].seat)
            action = game.opponents[strength].choose(view, asked, thoughts)
            state = game.apply(state, owed[0].seat, action, chance).state
    for state in positions(key, 0, "reasons", spread=60, whole=False)[::3]:
        for seat in {one.seat for one in game.awaiting(state)}:
            yield game.view(state, seat), seat


@cache
def suggestions(key: str) -> tuple[tuple[Suggested, Suggested], ...]:
    """What is suggested at every strength, of every third view asked twice."""
    return kept(__file__, f"suggestions {key}", partial(_suggest, key))


def _suggest(key: str) -> tuple[tuple[Suggested, Suggested], ...]:
    game = GAMES[key]
    found = []
    for number, (view, seat) in enumerate(looked_at(key)[:: known(key).pace.dear]):
        opponent = list(game.opponents.values())[number % len(game.opponents)]
        one, *again = (
            suggested(game, opponent, view, seat, SeededDice(b"own", number))
            for _ in range(2 if number % 3 == 0 else 1)
        )
        found.append((one, *(again or (one,))))
    return tuple(found)


def passes(key: str, action: Action) -> bool:
    """Say whether an action does nothing but pass on."""
    if action.kind == "aside":
        return not getattr(action, "ships", ())
    return action.closes or action.kind == "ready" or action.kind in known(key).says.passes


@every_game
def test_every_order_that_does_something_has_a_reason(key: str) -> None:
    """And the same view gives the same; what is handed on is plain data."""
    said = 0
    for found, again in suggestions(key):
        assert found == again
        assert pickle.loads(pickle.dumps(found)) == found
        assert len(found.reasons) == len(found.actions)
        for action, reason in zip(found.actions, found.reasons, strict=True):
            assert reason is not None or passes(key, action), repr(action)
            said += reason is not None
    assert said > 30


@every_game
def test_a_reason_is_one_short_line(key: str) -> None:
    """With every value that it is given, as it stands on the page, in both languages."""
    for reason in {repr(one): one for one in reasons(key)}.values():
        for language in LANGUAGES:
            line = words_for(language, GAMES[key]).say(reason)
            assert 0 < len(line) <= LONGEST, line
            assert "{" not in line
            assert not line.endswith(".")


def reasons(key: str) -> Iterator[Text]:
    """Every reason of all suggestions."""
    for found, _ in suggestions(key):
        yield from (one for one in found.reasons if one is not None)


@every_game
def test_what_is_said_for_an_order_is_a_reason_or_a_warning(key: str) -> None:
    """Its code stands in the source, and every reason that a catalogue holds is said there."""
    spoken = {one.pattern for one in spoken_by(key) if one.exact and one.kind == "Text"}
    codes = {one.code for one in reasons(key)}
    assert {code for code in codes if not code.startswith("warn.")} <= spoken
    held = {one for one in load("en", key).templates if one.startswith("text.reason.")}
    assert held == {f"text.{one}" for one in spoken if one.startswith("reason.")}


@every_game
def test_to_be_asked_why_changes_no_choice(key: str) -> None:
    """A computer does the same whether it says why or not, and takes as many dice."""
    game = GAMES[key]
    for number, (view, seat) in enumerate(looked_at(key)):
        asked = next(one for one in game.asked(view) if one.seat == seat)
        opponent = list(game.opponents.values())[number % len(game.opponents)]
        dice, others = SeededDice(b"own", number), SeededDice(b"own", number)
        action = opponent.choose(view, asked, dice)
        assert reasoned(opponent, view, asked, others).action == action
        assert dice.roll("after") == others.roll("after")

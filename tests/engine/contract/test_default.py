"""What is done for a seat whose time has run out: legal, little, to an end.

One time-out answers all that a seat owes until somebody else is awaited; so here too it is asked
again and again. That it is the same in every twin is held with all else that a game answers
(:func:`bot.trials.promises.leaks`, :func:`tests.support.twins.told`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from pydantic import BaseModel

from bot.trials.promises import leaks
from bot.trials.random_play import Temper, choose, play_at_random
from engine.api import Action, Decision, Feature, Game, Seat
from engine.data.play_data import shipped
from engine.data.with_data import with_data
from engine.dice import SeededDice
from engine.kit.filling import as_asked
from tests.engine.contract.games import (
    GAMES,
    PLAYED,
    SEEDS,
    chosen,
    every_game,
    every_game_with,
    every_registered_game,
    every_seed_of_every_game,
    looked_at,
    played,
    some,
)
from tests.engine.defaults import answered
from tests.games import known
from tests.support.seldom import seldom
from tests.support.short import short
from tests.support.toy_game import TOY, ToyGame
from tests.support.toy_game.actions import Settings
from tests.support.toy_game.state import State, View

SETTING_UP = 60
"""Actions of a random game in which sides set up; of each table as many states are looked at."""


def tables(key: str) -> Iterator[BaseModel]:
    """Whatever a table may choose that shared tests know of, each once."""
    about = known(key)
    every: list[Mapping[str, Any]] = [*about.tables, *about.odds_tables, *about.asked.tables]
    every += [dict(one) for one in about.recorded.tables]
    if about.golden is not None:
        every += [dict(one) for one in about.golden.tables]
    model = GAMES[key].settings_model
    yield from dict.fromkeys(model.model_validate(one) for one in every)


@cache
def begun(key: str, settings: BaseModel, seed: str) -> tuple[Any, ...]:
    """The first states of a random game, in which its sides set up."""
    if settings == chosen(key, seed):
        return played(key, seed)[1][:SETTING_UP]
    game, states = GAMES[key], list[Any]()
    start = game.setup(settings, SeededDice(f"dice {seed}".encode())).state
    play_at_random(game, start, seed, limit=SETTING_UP, each=states.append)
    return tuple(states)


def hold(game: Game[Any, Any], state: Any) -> None:
    """Hold of every seat that owes something that it ends by default, and nothing of others."""
    for seat in dict.fromkeys(one.seat for one in game.awaiting(state)):
        others = {one.key for one in game.awaiting(state) if one.seat != seat}
        found = answered(game, state, seat)
        assert found.steps
        after = game.awaiting(found.state)
        assert all(one.seat != seat for one in after)
        assert after or game.outcome(found.state) is not None
        # Whoever was awaited all the while still is, unless what they owed is no more asked.
        last = found.steps[-1][1]
        for key in others - {one.key for one in after}:
            assert not last.secret, key


@every_seed_of_every_game
def test_it_is_allowed_and_ends_what_is_owed(key: str, seed: str) -> None:
    """In positions from all over random games."""
    for state in looked_at(key, seed, 60):
        hold(GAMES[key], state)


def _numbered() -> Iterator[tuple[str, int, str]]:
    for key in sorted(GAMES):
        for number, _ in enumerate(tables(key)):
            yield from ((key, number, seed) for seed in SEEDS)


NUMBERED = tuple(_numbered())
_usual = tuple(one for one in NUMBERED if one[2] == SEEDS[one[1] % len(SEEDS)])


@pytest.mark.parametrize(("key", "number", "seed"), seldom(NUMBERED, _usual))
def test_sides_that_set_up_are_set_up(key: str, number: int, seed: str) -> None:
    """At every table, however far they have come, and whatever they have begun at random."""
    settings = tuple(tables(key))[number]
    for state in some(begun(key, settings, seed), 12):
        hold(GAMES[key], state)


@every_seed_of_every_game
def test_it_hangs_on_nothing_but_view_and_question(key: str, seed: str) -> None:
    """Asked again, of a state that was loaded, as everybody knows the question or as it is put."""
    game = GAMES[key]
    for state in looked_at(key, seed, 40):
        loaded = game.load(game.dump(state))
        for decision in game.awaiting(state):
            view = game.view(state, decision.seat)
            found = game.default(view, decision)
            assert game.default(view, decision) == found
            assert game.default(view, as_asked(game, view, decision)) == found
            assert game.default(game.view(loaded, decision.seat), decision) == found
            assert found == type(found).model_validate(found.model_dump())


@every_registered_game
def test_it_is_the_same_with_data_of_its_own(key: str) -> None:
    """The wrapper has it, as it has all that a game has."""
    game = GAMES[key]
    other = with_data(game, shipped(game.key, game.data_files))
    for state in looked_at(key, SEEDS[0], 10):
        for decision in game.awaiting(state):
            view = game.view(state, decision.seat)
            assert other.default(view, decision) == game.default(view, decision)


class Sly(ToyGame):
    """Lands where the other's lantern is not, which it has looked at before: a planted leak."""

    seen = ""

    def awaiting(self, state: State) -> tuple[Decision, ...]:
        """Remember the lantern by the way."""
        self.seen = state.secrets["blue"].lantern
        return super().awaiting(state)

    def default(self, view: View, decision: Decision) -> Action:
        """By what somebody else has in mind."""
        bank = "south" if self.seen == "north" else "north"
        return self.parse(view, "land", {"bank": bank})


def test_a_default_that_tells_is_found() -> None:
    """By the gate that holds all that a game answers."""
    start: State = TOY.setup(Settings(), SeededDice(b"red")).state
    for number in range(20):
        if start.table.player == "red":
            break
        start = TOY.setup(Settings(), SeededDice(str(number).encode())).state
    assert leaks(TOY, start, 10) == ()
    assert any("default of" in leak for leak in leaks(Sly(), start, 10))


def against(
    key: str, seed: str, absent: Seat, limit: int = 3000
) -> tuple[Any, Counter[tuple[str, str]]]:
    """Play a game in which one side never answers, the other at random; return end and answers."""
    game = GAMES[key]
    settings = short(game, SEEDS.index(seed))
    state = game.setup(settings, SeededDice(f"dice {seed}".encode())).state
    chooser, dice = SeededDice(f"choices {seed}".encode()), SeededDice(seed.encode())
    temper, met = Temper(chooser), Counter[tuple[str, str]]()
    for number in range(limit):
        open_now = game.awaiting(state)
        if not open_now:
            break
        if any(one.seat == absent for one in open_now):
            found = answered(game, state, absent, f"{seed} {number}")
            met.update((one.code, action.kind) for one, action in found.steps)
            state = found.state
            continue
        decision = open_now[0]
        action = choose(game, state, decision, chooser, temper)
        state = game.apply(state, decision.seat, action, dice).state
    return state, met


_ABSENT = [(key, seed, seat) for key, seed in PLAYED for seat in GAMES[key].seats]
_OFTEN = [one for one in _ABSENT if one[1] == SEEDS[GAMES[one[0]].seats.index(one[2])]]


@pytest.mark.parametrize(("key", "seed", "absent"), seldom(_ABSENT, _OFTEN))
def test_games_end_in_which_a_side_never_answers(key: str, seed: str, absent: Seat) -> None:
    """The other plays at random."""
    state, met = against(key, seed, absent)
    assert GAMES[key].outcome(state) is not None
    assert met


@every_game
def test_games_end_in_which_nobody_answers(key: str) -> None:
    """Every seat is entered for, in turn."""
    game = GAMES[key]
    state = game.setup(short(game), SeededDice(b"nobody")).state
    for _ in range(1000):
        open_now = game.awaiting(state)
        if not open_now:
            break
        state = answered(game, state, open_now[0].seat).state
    assert game.outcome(state) is not None


@pytest.mark.long
@every_game_with(Feature.COMPUTER)
@pytest.mark.parametrize("side", [0, 1])
def test_games_end_against_the_computer(key: str, side: int) -> None:
    """One side never answers, the other is the weakest computer, which thinks least."""
    game = GAMES[key]
    absent, opponent = game.seats[side], next(iter(game.opponents.values()))
    state = game.setup(short(game), SeededDice(b"against it")).state
    thoughts, dice = SeededDice(b"thoughts"), SeededDice(b"thrown")
    for number in range(3000):
        open_now = game.awaiting(state)
        if not open_now:
            break
        if any(one.seat == absent for one in open_now):
            state = answered(game, state, absent, str(number)).state
            continue
        view = game.view(state, open_now[0].seat)
        action = opponent.choose(view, as_asked(game, view, open_now[0]), thoughts)
        state = game.apply(state, open_now[0].seat, action, dice).state
    assert game.outcome(state) is not None

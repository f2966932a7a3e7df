"""What others read of a step does not hang on what they may not know: held on the toy's crates."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.store.codec import visible
from bot.trials.random_play import RandomGame, random_game
from engine.api import Action, Event, Seat, Step
from engine.dice import Dice, RecordedDice, SeededDice, StoredDice
from tests.support.toy_game import SEATS, Land, Settings, State, ToyGame, other

TWINS = 20


@cache
def played(seed: str) -> tuple[RandomGame, tuple[Any, ...]]:
    """A random game with crates, and the states before its actions."""
    states: list[Any] = []
    game: Any = ToyGame()
    whole = random_game(game, seed, settings=Settings(crates=True), each=states.append)
    return whole, tuple(states)


def tells(game: ToyGame) -> Iterator[str]:
    """Yield what a side or the public reads of a landed crate that they may not know."""
    for seed in ("tellings 1", "tellings 2"):
        whole, states = played(seed)
        for state, one in zip(states, whole.log, strict=True):
            viewers: tuple[Seat | None, ...] = (None, *SEATS)
            for viewer in viewers:
                if viewer == one.seat or not isinstance(one.action, Land):
                    continue
                here = game.apply(state, one.seat, one.action, StoredDice(one.rolls))
                if here.state.table.ending is not None:
                    continue  # what was landed is told then
                # With the lanterns where they are: what they have seen shows, and may.
                for twin in ToyGame().scramble(state, viewer, TWINS):
                    table = dataclasses.replace(twin.table, cargo=state.table.cargo)
                    same = State(table, state.secrets)
                    step = game.apply(same, one.seat, one.action, StoredDice(one.rolls))
                    if visible(step.events, viewer) != visible(here.events, viewer):
                        yield f"{viewer or 'the public'} reads another landing"


def test_a_landing_reads_alike_whatever_the_crate_holds() -> None:
    """Twenty other worlds for each step and reader."""
    assert not list(tells(ToyGame()))


class Leaky(ToyGame):
    """Tells in one of its readings what only another should hold."""

    def __init__(self, to: Seat | None) -> None:
        self.to = to

    def apply(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step:
        """Do it, and tell too much."""
        step = super().apply(state, seat, action, dice)
        return dataclasses.replace(step, events=tuple(map(self._telling, step.events)))

    def _telling(self, event: Event) -> Event:
        if event.code != "crate.landed":
            return event
        assert event.otherwise is not None
        if self.to is None:
            too_much = dataclasses.replace(event, audience=None)
            return dataclasses.replace(
                event, otherwise=dataclasses.replace(event.otherwise, otherwise=too_much)
            )
        params = {**event.otherwise.params, **event.params}
        return dataclasses.replace(
            event, otherwise=dataclasses.replace(event.otherwise, params=params)
        )


@pytest.mark.parametrize("to", ["the other", None])
def test_a_telling_that_says_too_much_is_found(to: str | None) -> None:
    """To the other side, or to whoever watches."""
    assert list(tells(Leaky(to)))


class Weighing(ToyGame):
    """Lets an open die hang on what was drawn in secret."""

    def apply(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step:
        """Do it, and roll once more for a heavy crate."""
        step = super().apply(state, seat, action, dice)
        if isinstance(action, Land) and state.table.ferries[other(seat)] == ("silk",):
            dice.roll("a heavy crate")
        return step


def test_an_open_die_for_a_secret_is_found() -> None:
    """The count of the open dice would tell: a log does not fit another world."""
    found = 0
    for seed in ("tellings 1", "tellings 2"):
        whole, states = played(seed)
        for state, one in zip(states, whole.log, strict=True):
            for twin in ToyGame().scramble(state, one.seat, TWINS):
                counts = {
                    _rolls(Weighing(), world, one.seat, one.action) for world in (state, twin)
                }
                found += len(counts) > 1
                assert len({_rolls(ToyGame(), w, one.seat, one.action) for w in (state, twin)}) == 1
    assert found


def _rolls(game: ToyGame, state: State, seat: Seat, action: Action) -> int:
    """Return how many open dice an action throws."""
    dice = RecordedDice(SeededDice(b"open"))
    game.apply(state, seat, action, dice)
    return sum(len(roll.values) for roll in dice.rolls if not roll.secret)

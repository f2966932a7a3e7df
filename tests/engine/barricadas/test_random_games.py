"""Games played at random to their end: nothing is stuck, nothing is on the table that cannot be."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from bot.trials.random_play import random_game
from engine.barricadas.frames import Activation
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import OFF_GROUND, SEATS, State, hex_of, other

PLAYED: Any = GAME
"""The game, which is not all of the contract yet."""


def look(state: State) -> None:
    """Hold what must be so in every state in which somebody is awaited."""
    assert GAME.faults(state) == ()
    assert GAME.load(GAME.dump(state)) == state
    for seat in SEATS:
        view = GAME.view(state, seat)
        theirs = [one for one in view.table.counters.values() if one.side == other(seat)]
        # Who is not recognised is nowhere in what the other side sees, but as a marker.
        assert not [one for one in theirs if one.unseen]
        hidden = [
            one for one in state.table.counters.values() if one.side == other(seat) and one.unseen
        ]
        places = {hex_of(state.table, one) for one in hidden} - OFF_GROUND
        assert places <= set(view.table.shades)
        # By its letter a counter tells of which unit it is, and so that its officer was drawn.
        seen = GAME.codec.dump(State(view.table, {}))
        told = {one.unit for one in theirs}
        assert not [one.id for one in hidden if one.id not in told and f'"{one.id}"' in seen]


@pytest.mark.parametrize("number", range(8))
def test_small_games_end(number: int) -> None:
    """Any way of playing comes to the last turn, and somebody has won."""
    found = random_game(PLAYED, f"small {number}", limit=3000, each=look)
    assert found.state.table.ending.winner in SEATS


@pytest.mark.parametrize("number", range(1))
def test_full_games_end(number: int) -> None:
    """Those with twenty counters a side too."""
    scenario: Literal["full"] = "full"
    settings = Settings(scenario=scenario)
    found = random_game(PLAYED, f"full {number}", settings=settings, limit=6000, each=look)
    assert found.state.table.ending.winner in SEATS


def test_what_is_asked_does_not_hang_on_who_hides() -> None:
    """Recognised or not, the other side is awaited after the same activations (ALB-R1)."""
    states: list[State] = []
    random_game(PLAYED, "asked", limit=3000, each=states.append)
    for state in states:
        frames = [one for one in state.table.frames if isinstance(one, Activation)]
        for viewer in (*SEATS, None):
            view = GAME.view(state, viewer)
            assert [one.key for one in GAME.asked(view)] == [
                one.key for one in GAME.awaiting(state)
            ]
        assert len(frames) <= 1

"""Battles played at random: nothing is stuck, nothing is on the table that cannot be."""

from __future__ import annotations

import pytest

from bot.trials.random_play import random_game
from engine.art_of_war.game import GAME
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import HIDDEN, SEATS, State, other

SHORT = 2
"""Turns of a battle in the usual suite."""


def look(state: State) -> None:
    """Hold what must be so in every state in which somebody is awaited."""
    assert GAME.faults(state) == ()
    assert GAME.load(GAME.dump(state)) == state
    for seat in SEATS:
        seen = GAME.view(state, seat).table
        hidden = [
            one.id
            for one in state.table.units.values()
            if one.side == other(seat) and one.place in HIDDEN
        ]
        assert not {*hidden} & {*seen.units}
    assert GAME.awaiting(state) or state.table.ending is not None


@pytest.mark.parametrize("number", range(2))
def test_short_battles_are_sound(number: int) -> None:
    """Any way of playing comes to the last turn, with standing orders too."""
    settings = Settings(turns=SHORT)
    found = random_game(
        GAME, f"short {number}", settings=settings, limit=600, each=look, standing=number % 2 == 1
    )
    assert found.state.table.ending is not None


@pytest.mark.long
@pytest.mark.parametrize("terrain", ["ready", "random", "placed", "open"])
@pytest.mark.parametrize("armies", ["ready", "own"])
def test_whole_battles_are_sound(terrain: str, armies: str) -> None:
    """With every field, and armies of one's own choice."""
    settings = Settings.model_validate({"terrain": terrain, "armies": armies})
    found = random_game(GAME, f"{terrain} {armies}", settings=settings, limit=6000, each=look)
    assert found.state.table.ending is not None

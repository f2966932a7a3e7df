"""Other worlds: one viewer sees no difference, and what is hidden does differ."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bot.trials.random_play import play_at_random
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import SEATS, Phase, State
from engine.dice import SeededDice
from tests.support.seldom import seldom


@cache
def states(scenario: Any, reaction: Any = "path") -> tuple[State, ...]:
    """States of games at random, from set-up on."""
    found: list[State] = []
    for number in range(2):
        settings = Settings(scenario=scenario, reaction=reaction)
        start = GAME.setup(settings, SeededDice(b"worlds")).state
        play_at_random(GAME, start, f"worlds {number}", limit=60, each=found.append)
    return tuple(found)


TABLES = [
    ("small", "path"),
    ("full", "path"),
    ("small", "hex"),
    ("north", "path"),
    ("aragon", "path"),
    ("huesca", "path"),
]
"""Scenario, and how reactions are played."""


@pytest.mark.parametrize("viewer", [*SEATS, None])
@pytest.mark.parametrize(
    ("scenario", "reaction"),
    seldom(TABLES, TABLES[:3]),
)
def test_a_viewer_cannot_tell_the_worlds_apart(
    scenario: str, reaction: str, viewer: str | None
) -> None:
    """What is seen, asked and said is the same; every world is possible."""
    told = 0
    for state in states(scenario, reaction)[::3]:
        view = GAME.view(state, viewer)
        for other in GAME.scramble(state, viewer, 4):
            assert other != state
            assert GAME.faults(other) == ()
            assert GAME.view(other, viewer) == view
            assert GAME.awaiting(other) == GAME.awaiting(state)
            assert GAME.load(GAME.dump(other)) == other
            told += 1
    assert told


def test_everything_that_hides_differs_somewhere() -> None:
    """Places, hits, preparation, who was drawn, plans, standing orders."""
    differ = dict.fromkeys(("at", "hits", "reaction", "drawn", "plan", "alert", "standing"), 0)
    for state in states("small"):
        for other in GAME.scramble(state, SEATS[0], 6):
            old, new = state.table.counters, other.table.counters
            differ["drawn"] += set(old) != set(new)
            for key in set(old) & set(new):
                for name in ("at", "hits", "reaction"):
                    differ[name] += getattr(old[key], name) != getattr(new[key], name)
            for name in ("plan", "alert", "standing"):
                mine, theirs = state.secrets[SEATS[1]], other.secrets[SEATS[1]]
                differ[name] += getattr(mine, name) != getattr(theirs, name)
    assert all(differ.values()), differ


def test_who_is_recognised_stays_as_they_are() -> None:
    """The viewer's own, and those of the enemy whom they see, are the same in every world."""
    for state in states("small"):
        if state.table.phase is Phase.SETUP:
            continue
        for other in GAME.scramble(state, SEATS[0], 3):
            for key, one in GAME.view(state, SEATS[0]).table.counters.items():
                assert other.table.counters[key] == one

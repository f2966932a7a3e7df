"""What is said for an order is what was weighed for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from engine.art_of_war.opponent.charging import MOVES, Chargers
from engine.art_of_war.opponent.marching import Body
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.opponent.weights import load_weights
from engine.art_of_war.state import Phase
from engine.dice import SeededDice
from engine.registry import load_games
from tests.support.games_played import SEEDS, states_of
from tests.support.short import short

GAME = load_games()["art_of_war"]


SPREAD = 4
"""One of so many positions of a random game is looked at."""
ENOUGH = 12
"""Charges that are looked at."""


def looks() -> Iterator[Outlook]:
    """Outlooks of those who move in some random games."""
    for number in (1, 2, 0):  # the shortest first
        for state in states_of(GAME, SEEDS[number], short(GAME, number))[::SPREAD]:
            if state.table.phase is Phase.MOVEMENT and not state.table.frames:
                yield Outlook(GAME.view(state, state.table.player), load_weights())


def test_the_parts_of_a_place_make_its_score() -> None:
    """Where a body stands, and where it would go."""
    looked = 0
    for look in islice(looks(), 12):
        for who in look.bodies:
            body = Body(look, who)
            if body.goal is None:
                continue
            march = body.best()
            here = tuple(base.pose for base in body.bases)
            for poses in (here, *(() if march is None else (march.ends,))):
                assert sum(body.parts(poses).values()) == pytest.approx(body.score(poses))
                looked += 1
    assert looked > 30


def test_the_parts_of_a_charge_make_its_gain() -> None:
    """Of one that passes no friend, bares no flank and meets nobody who may evade."""
    given, looked = load_weights().charge, 0
    for look in looks():
        if looked > ENOUGH:
            break
        chargers = Chargers(look)
        for corps in sorted({one.corps for one in look.idle}):
            for moves in MOVES:
                for one in chargers.promises(corps, moves, SeededDice(b"a"), 0.0):
                    parts = chargers.parts(one.who, one.way)
                    plain = not one.way.forced and not chargers.elusive(one.way)
                    beside = given.exposed * chargers.beside(one.who, one.way)
                    if plain and "chase" not in parts:
                        assert sum(parts.values()) - beside == pytest.approx(one.gain)
                        looked += 1
    assert looked > 5

"""What a phase's question names, and what can be done in that phase, are the same list."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kit.table_game import TableGame
from engine.registry import load_games
from tests.engine.contract.games import SEEDS, looked_at, played, some
from tests.games import known

GAMES: dict[str, TableGame[Any, Any]] = {
    key: game for key, game in load_games().items() if isinstance(game, TableGame)
}

every_game = pytest.mark.parametrize("key", sorted(GAMES))


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_phase_names_what_can_be_done_in_it(key: str, seed: str) -> None:
    """Whatever a side can do while nothing interrupts is among the answers to its question."""
    game = GAMES[key]
    asked = 0
    for state in looked_at(key, seed, 200):
        if state.table.frames:
            continue
        for decision in game.awaiting(state):
            possible = set(game.kinds(game.view(state, decision.seat)))
            assert possible - known(key).phases.unasked <= set(decision.kinds), decision
            asked += 1
    assert asked


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_what_ends_a_turn_is_named_last(key: str, seed: str) -> None:
    """The last answer that a phase names is the one that closes it, and needs no words."""
    game = GAMES[key]
    for state in looked_at(key, seed, 60):
        if state.table.frames:
            continue
        for decision in game.awaiting(state):
            assert len(decision.kinds) == len(set(decision.kinds))
            if decision.kinds and decision.kinds == known(key).phases.goes_on:
                continue
            assert not game.actions[decision.kinds[-1]].model_fields


@every_game
def test_what_a_side_never_does_is_not_named(key: str) -> None:
    """Each kind that a phase names can be done by that side at some time of some game."""
    game = GAMES[key]
    named: set[str] = set()
    done: set[str] = set()
    for seed in SEEDS:
        whole, states = played(key, seed)
        for state in some(states, 200):
            for decision in game.awaiting(state):
                seat, view = decision.seat, game.view(state, decision.seat)
                named |= {f"{seat} {kind}" for kind in decision.kinds}
                done |= {f"{seat} {kind}" for kind in game.kinds(view)}
        done |= {f"{one.seat} {one.action.kind}" for one in whole.log}
    assert named - done <= known(key).phases.rare

"""What a phase's question names, and what can be done in that phase, are the same list."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kit.table_game import TableGame
from engine.registry import load_games
from tests.engine.contract.games import OFTEN, PLAYED, SEEDS, looked_at, played, some
from tests.games import known
from tests.support.seldom import seldom

GAMES: dict[str, TableGame[Any, Any]] = {
    key: game for key, game in load_games().items() if isinstance(game, TableGame)
}

every_game = pytest.mark.parametrize("key", sorted(GAMES))
every_seed_of_every_game = pytest.mark.parametrize(
    ("key", "seed"),
    seldom([one for one in PLAYED if one[0] in GAMES], [one for one in OFTEN if one[0] in GAMES]),
)


@every_seed_of_every_game
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


@every_seed_of_every_game
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
    games = [played(key, seed) for seed in SEEDS]
    done = {f"{one.seat} {one.action.kind}" for whole, _ in games for one in whole.log}
    rare = known(key).phases.rare
    never: set[str] = set()
    # What is done in some game can be done: only of the other kinds it is asked when.
    for state in (state for _, states in games for state in some(states, 200)):
        for decision in game.awaiting(state):
            undone = {f"{decision.seat} {kind}" for kind in decision.kinds} - done - rare
            if undone:
                possible = game.kinds(game.view(state, decision.seat))
                done |= {f"{decision.seat} {kind}" for kind in possible}
                never |= undone
    assert never - done == set()

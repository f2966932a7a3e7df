"""What is said for a move is what was weighed for it."""

from __future__ import annotations

import pytest

from engine.calama.opponent.ground import Ground
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.weights import load_weights
from engine.calama.rules.movement.advance import reach
from engine.calama.state import Phase
from engine.registry import load_games
from tests.support.positions import positions

GAME = load_games()["calama"]


def test_the_parts_of_a_square_make_its_worth() -> None:
    """For every piece that can move, where it is and where it can go."""
    weights, looked = load_weights(), 0
    for state in positions("calama", 0, "parts", spread=15, whole=False):
        if state.table.phase is not Phase.MOVEMENT:
            continue
        seat = state.table.player
        look = Outlook.of(GAME.view(state, seat))
        ground = Ground(look, weights)
        for piece in look.mine:
            for square in (piece.at, *list(reach(look.table, piece))[:5]):
                parts = ground.parts(piece, square)
                assert sum(parts.values()) == pytest.approx(ground.worth(piece, square))
                looked += 1
    assert looked > 100

"""What is said for a task is what was weighed for it."""

from __future__ import annotations

import pytest

from engine.barricadas.opponent.body import Body
from engine.barricadas.opponent.marching import marches, parts_of
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.weights import load_weights
from engine.barricadas.state import Phase
from engine.registry import load_games
from tests.support.positions import positions

GAME = load_games()["barricadas"]


def test_the_parts_of_a_move_make_its_gain() -> None:
    """For every group, with its officer near and left behind."""
    looked = 0
    for state in positions("barricadas", 0, "parts", spread=15, whole=False):
        if state.table.phase is Phase.SETUP or state.table.frames:
            continue
        for seat in GAME.seats:
            look = Outlook.of(GAME.view(state, seat), load_weights())
            able = [one for there in look.mine.values() for one in there]
            for group in look.groups(able):
                body = Body(look, group)
                for officer in ("", body.place):
                    for march in list(marches(body, officer))[:5]:
                        parts = parts_of(body, march, officer)
                        assert sum(parts.values()) == pytest.approx(march.gain)
                        looked += 1
    assert looked > 80

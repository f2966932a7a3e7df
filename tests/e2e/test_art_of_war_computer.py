"""El Arte de la Guerra against the computer, as people play it on Discord."""

from __future__ import annotations

import pytest

from engine.art_of_war.state import SEATS, SOUTH
from tests.support.art_of_war_captains import KEY, Captain
from tests.support.seldom import seldom
from tests.support.solo import against_computer, play_on, told_of
from tests.support.table import Table


@pytest.mark.parametrize("seat", seldom(SEATS, (SOUTH,)))
async def test_a_short_battle(solo: Table, seat: str) -> None:
    """Either side against the computer: it keeps its plan to itself, and is never waited for."""
    match = against_computer(solo, KEY, seat, Captain(f"solo {seat}"), "solo", "turns=2")
    await match.begin()
    await solo.settle()
    board = (await match.look(seat)).view.table
    assert not [one for one in board.units.values() if one.side != seat and one.pose is not None]
    await play_on(match)
    look = await match.look()
    assert look.outcome is not None
    assert look.view.table.turn == 2
    await told_of(match, 4)

"""War of the Pacific against the computer, as people play it on Discord."""

from __future__ import annotations

import pytest

from engine.war_of_the_pacific.state import ALLIES, CHILE, SEATS
from tests.support.captains import GAME, SUDDEN_DEATH, Chile, wait
from tests.support.seldom import seldom
from tests.support.solo import against_computer, play_on, told_of
from tests.support.table import Table

CAPTAINS = {CHILE: Chile(SUDDEN_DEATH).proposals, ALLIES: wait}


@pytest.mark.parametrize("seat", seldom(SEATS, (ALLIES,)))
async def test_the_first_turns(solo: Table, seat: str) -> None:
    """The other side sets up, plans in secret, and has moved when it is alice's turn again."""
    match = against_computer(solo, GAME.key, seat, CAPTAINS[seat], "first")
    await match.begin()
    await solo.settle()
    await play_on(match, 3)

    look = await match.look()
    assert look.status is not None
    assert look.status.turn == 3
    told = await told_of(match, 19)
    assert "<@" not in told
    assert " alice" in told
    assert told.count("🤖 *the computer*") > 5


@pytest.mark.long
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("edition", ["en", "es"])
async def test_a_whole_game(solo: Table, seat: str, edition: str) -> None:
    """A game is played to the end, with deaths while the computer moves; its log is sound."""
    settings = f"edition={edition}, ship_capture=true, infernal_machines=true"
    match = against_computer(solo, GAME.key, seat, CAPTAINS[seat], "whole", settings)
    await match.begin()
    await solo.settle()
    for turn, how in enumerate(("before delivery", "quiet", "after delivery", "restart"), 1):
        await play_on(match, turn)
        if (await match.look()).outcome is None:
            await match.suffer(how)
            await solo.settle()
    await play_on(match)
    assert (await match.look()).outcome is not None
    assert await match.is_sound()
    match.nothing_twice()

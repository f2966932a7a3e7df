"""¡A las barricadas! against the computer, as people play it on Discord."""

from __future__ import annotations

import pytest

from engine.barricadas.state import NATIONALIST, REPUBLICAN, SEATS, other
from tests.support.barricadas_captains import KEY, Captain, set_up_by_menus
from tests.support.matches import Match
from tests.support.solo import against_computer, die_now_and_then, play_on, told_of
from tests.support.table import Table


def match_as(table: Table, seat: str, seed: str, settings: str = "") -> Match:
    """Return a match of alice against the computer."""
    return against_computer(table, KEY, seat, Captain(f"solo {seed}"), seed, settings)


async def test_a_small_game(solo: Table) -> None:
    """Alice attacks; where the computer stands she sees as markers, and it answers each turn."""
    match = match_as(solo, REPUBLICAN, "solo")
    await match.begin()
    await set_up_by_menus(match, REPUBLICAN)
    await solo.settle()
    board = (await match.look(REPUBLICAN)).view.table
    assert board.shades
    assert not [one for one in board.counters.values() if one.side == NATIONALIST and one.unseen]

    await play_on(match)

    look = await match.look()
    assert look.outcome is not None
    await told_of(match, 8)


async def test_the_computer_attacks(solo: Table) -> None:
    """With alice in defence it keeps its set-up to itself until both have closed theirs."""
    match = match_as(solo, NATIONALIST, "guard")
    await match.begin()
    look = await match.look()
    assert [decision.seat for decision in look.decisions] == [NATIONALIST]
    assert not any(one.on_ground for one in look.view.table.counters.values())
    await set_up_by_menus(match, NATIONALIST, formation=1)
    await solo.settle()
    assert (await match.look()).view.table.turn == 1


@pytest.mark.long
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("scenario", ["small", "full"])
async def test_a_whole_game(solo: Table, seat: str, scenario: str) -> None:
    """A game is played to the end, with deaths while the computer moves."""
    match = match_as(solo, seat, "whole", f"scenario={scenario}")
    await match.begin()
    await set_up_by_menus(match, seat)
    await die_now_and_then(match, "before delivery", "quiet", "restart", every=3)
    await play_on(match)
    outcome = (await match.look()).outcome
    assert outcome is not None
    assert outcome.winner in {seat, other(seat)}

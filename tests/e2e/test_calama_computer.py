"""Batalla de Calama against the computer, as people play it on Discord."""

from __future__ import annotations

import pytest

from engine.calama.state import BOLIVIA, CHILE, SEATS
from tests.support.calama_captains import KEY, Captain, set_up_by_menus
from tests.support.matches import Match
from tests.support.solo import against_computer, die_now_and_then, play_on, told_of
from tests.support.table import Table


def match_as(table: Table, seat: str, seed: str, settings: str = "") -> Match:
    """Return a match of alice against the computer."""
    return against_computer(table, KEY, seat, Captain(f"solo {seed}"), seed, settings)


async def test_a_short_game(solo: Table) -> None:
    """Alice sets up by menus and plays three rounds; the computer has answered in each."""
    match = match_as(solo, CHILE, "short", "last_round=3")
    await match.begin()
    await set_up_by_menus(match, CHILE)
    board = (await match.look()).view.table
    assert sum(piece.side == BOLIVIA and piece.on_board for piece in board.pieces.values()) > 8
    bolivians = {piece.id: piece.at for piece in board.pieces.values() if piece.side == BOLIVIA}

    await play_on(match)

    look = await match.look()
    assert look.outcome is not None
    after = {piece.id: piece.at for piece in look.view.table.pieces.values()}
    assert any(after[one] != at for one, at in bolivians.items())
    told = await told_of(match, 11)
    assert "Bolivia 🤖 *the computer*" in told
    assert "Chile alice" in told


@pytest.mark.long
async def test_the_computer_commands_chile(solo: Table) -> None:
    """With alice in Bolivia the computer moves first, and keeps its set-up to itself till then."""
    match = match_as(solo, BOLIVIA, "second", "last_round=2,scenario=points")
    await match.begin()
    look = await match.look()
    assert [decision.seat for decision in look.decisions] == [BOLIVIA]
    assert not any(piece.on_board for piece in look.view.table.pieces.values())
    alice = solo.people["alice"]
    assert "2-10" not in (await alice.slash("log show")).text + (await alice.slash("map text")).text
    await set_up_by_menus(match, BOLIVIA, formation=1)
    await solo.settle()

    await play_on(match)

    assert (await match.look()).outcome is not None
    assert "🏁" in solo.panel.text


@pytest.mark.long
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("settings", ["scenario=standard", "scenario=points"])
async def test_a_whole_game(solo: Table, seat: str, settings: str) -> None:
    """A game is played to the end, with deaths while the computer moves; its log is sound."""
    match = match_as(solo, seat, "whole", settings)
    await match.begin()
    await set_up_by_menus(match, seat)
    deaths = "before delivery", "quiet", "after delivery", "restart"
    await die_now_and_then(match, *deaths, every=4)
    await play_on(match)
    assert (await match.look()).outcome is not None
    assert await match.is_sound()
    match.nothing_twice()

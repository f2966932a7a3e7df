"""¡A las barricadas! against the computer, as people play it on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.barricadas.state import NATIONALIST, REPUBLICAN, SEATS, other
from tests.support.barricadas_captains import KEY, Captain, set_up_by_menus
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

PATIENCE = 180.0
"""Seconds for all that the computer does in a row."""


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps; carla looks on."""
    patient = Table(
        tmp_path, bot_with_small_maps, names=("alice", "carla"), settle_timeout=PATIENCE
    )
    async with patient as opened:
        yield opened


def match_as(table: Table, seat: str, seed: str, settings: str = "") -> Match:
    """Return a match of alice against the computer."""
    captains = {seat: Captain(f"solo {seed}")}
    people = {seat: table.people["alice"]}
    return Match(table, KEY, captains, people, seed.encode(), settings, opponent="computer")


async def play_on(match: Match) -> None:
    """Let alice play to the end; the computer must never be what is waited for."""
    (seat,) = match.people
    while (await match.look()).decisions:
        assert {decision.seat for decision in (await match.look()).decisions} == {seat}
        assert await match.step()
        await match.table.settle()
        assert match.done < 1000


async def test_a_small_game(table: Table) -> None:
    """Alice attacks; where the computer stands she sees as markers, and it answers each turn."""
    match = match_as(table, REPUBLICAN, "solo")
    await match.begin()
    await set_up_by_menus(match, REPUBLICAN)
    await table.settle()
    board = (await match.look(REPUBLICAN)).view.table
    assert board.shades
    assert not [one for one in board.counters.values() if one.side == NATIONALIST and one.unseen]

    await play_on(match)

    look = await match.look()
    assert look.outcome is not None
    told = "\n".join(
        [(await table.people["carla"].slash("log show", page=page)).text for page in range(1, 9)]
    )
    assert "🤖 *the computer*" in told
    pinged = {person for paper in table.public() for person in paper.pinged}
    assert pinged == {table.people["alice"].id}
    match.nothing_twice()


async def test_the_computer_attacks(table: Table) -> None:
    """With alice in defence it keeps its set-up to itself until both have closed theirs."""
    match = match_as(table, NATIONALIST, "guard")
    await match.begin()
    look = await match.look()
    assert [decision.seat for decision in look.decisions] == [NATIONALIST]
    assert not any(one.on_ground for one in look.view.table.counters.values())
    await set_up_by_menus(match, NATIONALIST, formation=1)
    await table.settle()
    assert (await match.look()).view.table.turn == 1


@pytest.mark.long
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("scenario", ["small", "full"])
async def test_a_whole_game(table: Table, seat: str, scenario: str) -> None:
    """A game is played to the end, with deaths while the computer moves."""
    match = match_as(table, seat, "whole", f"scenario={scenario}")
    await match.begin()
    await set_up_by_menus(match, seat)
    for how in ("before delivery", "quiet", "restart"):
        for _ in range(3):
            await match.step()
            await table.settle()
        if (await match.look()).outcome is None:
            await match.suffer(how)
            await table.settle()
    await play_on(match)
    outcome = (await match.look()).outcome
    assert outcome is not None
    assert outcome.winner in {seat, other(seat)}

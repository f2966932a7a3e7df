"""El Arte de la Guerra against the computer, as people play it on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.art_of_war.state import SEATS
from tests.support.art_of_war_captains import KEY, Captain
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

PATIENCE = 300.0
"""Seconds for all that the computer does in a row."""


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps; carla looks on."""
    patient = Table(
        tmp_path, bot_with_small_maps, names=("alice", "carla"), settle_timeout=PATIENCE
    )
    async with patient as opened:
        yield opened


@pytest.mark.parametrize("seat", SEATS)
async def test_a_short_battle(table: Table, seat: str) -> None:
    """Either side against the computer: it keeps its plan to itself, and is never waited for."""
    people = {seat: table.people["alice"]}
    captains = {seat: Captain(f"solo {seat}")}
    match = Match(table, KEY, captains, people, b"solo", "turns=2", opponent="computer")
    await match.begin()
    await table.settle()
    board = (await match.look(seat)).view.table
    assert not [one for one in board.units.values() if one.side != seat and one.pose is not None]
    while (await match.look()).decisions:
        assert {decision.seat for decision in (await match.look()).decisions} == {seat}
        assert await match.step()
        await table.settle()
        assert match.done < 300
    look = await match.look()
    assert look.outcome is not None
    assert look.view.table.turn == 2
    told = "\n".join(
        [(await table.people["carla"].slash("log show", page=page)).text for page in range(1, 5)]
    )
    assert "🤖 *the computer*" in told
    match.nothing_twice()

"""Batalla de Calama against the computer, as people play it on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.moderator.table.replay import verify
from engine.calama.state import BOLIVIA, CHILE, SEATS
from tests.support.calama_captains import KEY, Captain, set_up_by_menus
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

PATIENCE = 180.0
"""Seconds for the computer's whole turn."""


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


async def test_a_short_game(table: Table) -> None:
    """Alice sets up by menus and plays three rounds; the computer has answered in each."""
    match = match_as(table, CHILE, "short", "last_round=3")
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
    told = "\n".join(
        [(await table.people["carla"].slash("log show", page=page)).text for page in range(1, 12)]
    )
    assert "Bolivia 🤖 *the computer*" in told
    assert "Chile alice" in told
    pinged = {person for paper in table.public() for person in paper.pinged}
    assert pinged == {table.people["alice"].id}
    match.nothing_twice()


async def test_the_computer_commands_chile(table: Table) -> None:
    """With alice in Bolivia the computer moves first, and keeps its set-up to itself till then."""
    match = match_as(table, BOLIVIA, "second", "last_round=2,scenario=points")
    await match.begin()
    look = await match.look()
    assert [decision.seat for decision in look.decisions] == [BOLIVIA]
    assert not any(piece.on_board for piece in look.view.table.pieces.values())
    alice = table.people["alice"]
    assert "2-10" not in (await alice.slash("log show")).text + (await alice.slash("map text")).text
    await set_up_by_menus(match, BOLIVIA, formation=1)
    await table.settle()

    await play_on(match)

    assert (await match.look()).outcome is not None
    assert "🏁" in table.panel.text


@pytest.mark.long
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("settings", ["scenario=standard", "scenario=points"])
async def test_a_whole_game(table: Table, seat: str, settings: str) -> None:
    """A game is played to the end, with deaths while the computer moves; its log is sound."""
    match = match_as(table, seat, "whole", settings)
    await match.begin()
    await set_up_by_menus(match, seat)
    for how in ("before delivery", "quiet", "after delivery", "restart"):
        for _ in range(4):
            await match.step()
            await table.settle()
        if (await match.look()).outcome is None:
            await match.suffer(how)
            await table.settle()
    await play_on(match)
    look = await match.look()
    assert look.outcome is not None
    bot: Any = table.bot
    report = await verify(bot._database, bot.games, look.campaign.id)
    assert report.actions > match.done
    match.nothing_twice()

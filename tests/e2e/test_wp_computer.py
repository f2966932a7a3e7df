"""War of the Pacific against the computer, as people play it on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.moderator.table.replay import verify
from engine.war_of_the_pacific.state import ALLIES, CHILE, SEATS
from tests.support.captains import GAME, SUDDEN_DEATH, Chile, wait
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

PATIENCE = 180.0
"""Seconds for the computer's whole turn."""
CAPTAINS = {CHILE: Chile(SUDDEN_DEATH).proposals, ALLIES: wait}


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
    people = {seat: table.people["alice"]}
    captains = {seat: CAPTAINS[seat]}
    return Match(table, GAME.key, captains, people, seed.encode(), settings, opponent="computer")


async def play_on(match: Match, until: int) -> None:
    """Let alice play until a turn begins; the computer must never be what is waited for."""
    (seat,) = match.people
    while True:
        look = await match.look()
        if not look.decisions or (look.status is not None and look.status.turn >= until):
            return
        assert {decision.seat for decision in look.decisions} == {seat}
        assert await match.step()
        await match.table.settle()
        assert match.done < 600


@pytest.mark.parametrize("seat", SEATS)
async def test_the_first_turns(table: Table, seat: str) -> None:
    """The other side sets up, plans in secret, and has moved when it is alice's turn again."""
    match = match_as(table, seat, "first")
    await match.begin()
    await table.settle()
    await play_on(match, 3)

    look = await match.look()
    assert look.status is not None
    assert look.status.turn == 3
    carla = table.people["carla"]
    told = "\n".join([(await carla.slash("log show", page=page)).text for page in range(1, 20)])
    assert "<@" not in told
    assert " alice" in told
    assert told.count("🤖 *the computer*") > 5
    pinged = {person for paper in table.public() for person in paper.pinged}
    assert pinged == {table.people["alice"].id}
    match.nothing_twice()


@pytest.mark.long
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("edition", ["en", "es"])
async def test_a_whole_game(table: Table, seat: str, edition: str) -> None:
    """A game is played to the end, with deaths while the computer moves; its log is sound."""
    optional = "ship_capture=true, infernal_machines=true"
    match = match_as(table, seat, "whole", f"edition={edition}, {optional}")
    await match.begin()
    await table.settle()
    for turn, how in enumerate(("before delivery", "quiet", "after delivery", "restart"), 1):
        await play_on(match, turn)
        if (await match.look()).outcome is None:
            await match.suffer(how)
            await table.settle()
    await play_on(match, 99)
    look = await match.look()
    assert look.outcome is not None
    bot: Any = table.bot
    report = await verify(bot._database, bot.games, look.campaign.id)
    assert report.actions > match.done
    match.nothing_twice()

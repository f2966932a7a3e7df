"""Battles of El Arte de la Guerra, fought by two people with commands, menus and buttons only.

Alice (the south) reads Spanish, bruno (the north) English. Captains decide
(:mod:`tests.support.art_of_war_captains`); in between the bot is killed
(:mod:`tests.support.matches`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.art_of_war.state import GONE, NORTH, SOUTH, Phase
from tests.support.art_of_war_captains import KEY, Captain, set_up_by_one_choice
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps, in a simulated Discord."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as opened:
        opened.people["alice"].speak("es-ES")
        yield opened


def match_at(table: Table, seed: str, settings: str = "") -> Match:
    """Return a match of alice's south against bruno's north."""
    people = {SOUTH: table.people["alice"], NORTH: table.people["bruno"]}
    captains = {seat: Captain(f"{seed} {seat}") for seat in people}
    return Match(table, KEY, captains, people, seed.encode(), settings)


async def test_a_battle_begins_by_one_choice_of_each_side(table: Table) -> None:
    """Both take their ready-made plan; nobody reads the other's, and the armies are laid."""
    match = match_at(table, "press")
    table.people["alice"].speak("en-GB")
    await match.begin()
    await set_up_by_one_choice(match, SOUTH)
    board = (await match.look()).view.table
    assert board.ready == (SOUTH,)
    assert not [one for one in board.units.values() if one.on_table]
    await set_up_by_one_choice(match, NORTH)
    board = (await match.look()).view.table
    assert board.phase is Phase.MOVEMENT
    assert all(one.on_table for one in board.units.values())


@pytest.mark.long
async def test_a_whole_battle_with_kills(table: Table) -> None:
    """From secret plans to rout, however often the bot dies in it."""
    match = match_at(table, "rout")
    await match.play({3: "before delivery", 9: "quiet", 14: "after delivery", 30: "restart"})
    look = await match.look()
    assert look.outcome is not None
    assert look.outcome.winner in {SOUTH, NORTH}
    assert [one for one in look.view.table.units.values() if one.place in GONE]
    assert set(match.kinds) >= {"plan", "write", "ready", "move", "charge", "done"}
    assert await match.is_sound()
    match.nothing_twice()

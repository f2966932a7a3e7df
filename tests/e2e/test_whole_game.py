"""Whole games of War of the Pacific, played by two people with commands and buttons only.

The captains of :mod:`tests.support.captains` decide; alice (Chile) and bruno (the Allies) type and
press. In between the bot is killed (:mod:`tests.support.matches`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.war_of_the_pacific.rules.victory.points import victory_points
from tests.support.captains import DRAW, GAME, SUDDEN_DEATH, VICTORY, Chile, Goal, wait
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot with small maps, in a simulated Discord."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as opened:
        yield opened


SPANISH = "edition=es, ship_capture=true, infernal_machines=true"


def match_at(table: Table, goal: Goal, seed: bytes, settings: str = "") -> Match:
    """Return a match of alice's Chile, with that goal, against bruno's Allies."""
    people = {"chile": table.people["alice"], "allies": table.people["bruno"]}
    captains = {"chile": Chile(goal).proposals, "allies": wait}
    return Match(table, GAME.key, captains, people, seed, settings)


async def _outcome(match: Match) -> tuple[str | None, int, int]:
    look = await match.look("chile")
    assert look.outcome is not None
    assert look.status is not None
    return look.outcome.winner, look.status.turn, victory_points(look.view.table)


@pytest.mark.long
async def test_twelve_turns_with_kills(table: Table) -> None:
    """A game of twelve turns ends with Chile's victory, however often the bot dies in it."""
    match = match_at(table, VICTORY, b"g0")
    kills = {12: "before delivery", 60: "quiet", 110: "after delivery", 170: "restart"}
    await match.play(kills)
    winner, turn, points = await _outcome(match)
    assert (winner, turn) == ("chile", 12)
    assert points >= 18
    assert match.pressed >= 10
    match.nothing_twice()


async def test_sudden_death(table: Table) -> None:
    """A Chile that takes nothing has lost at the end of turn 5."""
    match = match_at(table, SUDDEN_DEATH, b"s1")
    await match.play({20: "quiet"})
    assert await _outcome(match) == ("allies", 5, 0)


@pytest.mark.long
async def test_draw(table: Table) -> None:
    """Fourteen to seventeen points at the end of turn 12 are a draw."""
    match = match_at(table, DRAW, b"d1")
    await match.play({100: "before delivery"})
    winner, turn, points = await _outcome(match)
    assert (winner, turn) == (None, 12)
    assert 13 <= points <= 17
    match.nothing_twice()


@pytest.mark.long
async def test_the_spanish_edition_to_its_end(table: Table) -> None:
    """Twelve turns by the Spanish text, with its optional rules, end with Chile's victory."""
    match = match_at(table, VICTORY, b"es6", SPANISH)
    await match.play({12: "before delivery", 60: "quiet", 110: "after delivery"})
    winner, turn, points = await _outcome(match)
    assert (winner, turn) == ("chile", 12)
    assert points >= 18
    look = await match.look()
    assert look.view.table.settings.edition == "es"
    match.nothing_twice()


@pytest.mark.long
async def test_the_spanish_edition_ends_by_sudden_death(table: Table) -> None:
    """By the Spanish text too, a Chile that takes nothing has lost at the end of turn 5."""
    match = match_at(table, SUDDEN_DEATH, b"es1", SPANISH)
    await match.play({20: "quiet"})
    assert await _outcome(match) == ("allies", 5, 0)

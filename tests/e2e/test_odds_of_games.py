"""``/odds`` in the real games: whatever is owed, whoever asks, and within Discord's limits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.calama.state import BOLIVIA
from engine.calama.state import CHILE as CHILEANS
from engine.calama.state import Phase as Round
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase
from tests.support import calama_captains
from tests.support.captains import VICTORY, Chile, wait
from tests.support.matches import Captain, Match, game_of
from tests.support.people import Reply
from tests.support.quick import bot_with_small_maps
from tests.support.seldom import seldom
from tests.support.table import Table

STEPS = 120
EVERY = 12


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps; at the end every call is held against Discord's limits."""
    async with Table(tmp_path, bot_with_small_maps) as opened:
        yield opened


def war(table: Table) -> Match:
    """War of the Pacific: alice has Chile, bruno the Allies."""
    people = {CHILE: table.people["alice"], ALLIES: table.people["bruno"]}
    captains: dict[str, Captain] = {CHILE: Chile(VICTORY).proposals, ALLIES: wait}
    return Match(table, "war_of_the_pacific", captains, people, b"odds")


def calama(table: Table) -> Match:
    """Batalla de Calama: alice has Chile, bruno Bolivia."""
    people = {CHILEANS: table.people["alice"], BOLIVIA: table.people["bruno"]}
    captains: dict[str, Captain] = {
        seat: calama_captains.Captain(f"odds {seat}") for seat in people
    }
    return Match(table, calama_captains.KEY, captains, people, b"odds")


async def to_phase(match: Match, phase: Any, seat: str) -> None:
    """Play until a seat is awaited in a phase, with nothing left to answer."""
    await match.begin()
    for _ in range(400):
        look = await match.look()
        board = look.view.table
        if board.phase is phase and not board.frames and look.decisions[0].seat == seat:
            return
        assert await match.step()
    raise AssertionError("it never comes to that")


def menu_of(reply: Reply, verb: str) -> tuple[str, dict[str, str]]:
    """The menu of an answer that does a verb: its id, and its labels by value."""
    ((custom_id, labels),) = [
        (name, labels)
        for name, labels in reply.paper.menus.items()
        if name.startswith(f"adj:{verb}:")
    ]
    return custom_id, labels


async def test_odds_of_a_march(table: Table) -> None:
    """A march is put together for its odds: how far it goes, and what attrition may cost."""
    match = war(table)
    await to_phase(match, Phase.LAND, CHILE)
    version = (await match.look()).version
    alice = match.people[CHILE]
    reply = await alice.slash("odds")
    custom_id, labels = menu_of(reply, "oddsplan")
    assert next(iter(labels)) == "march"
    asked = await reply.choose("march", custom_id=custom_id)
    units = menu_of(asked, "fill")
    planned = await asked.choose(next(iter(units[1])), custom_id=units[0])

    assert "Odds of this order" in planned.text
    assert "*(8." in planned.text
    assert "%" in planned.text
    assert (await match.look()).version == version


async def test_odds_of_a_shot(table: Table) -> None:
    """In Calama a shot's odds stand on the page that asks to confirm it."""
    match = calama(table)
    await to_phase(match, Round.COMBAT, CHILEANS)
    for _ in range(200):
        look = await match.look()
        seat = look.decisions[0].seat
        mine = await match.look(seat)
        if "fire" in game_of(match.game).kinds(mine.view):
            break
        assert await match.step()
    person = match.people[seat]
    reply = await person.slash("odds", action="fire")
    for _ in range(4):
        fills = [name for name in reply.paper.menus if name.startswith("adj:fill:")]
        if not fills:
            break
        labels = reply.paper.menus[fills[0]]
        reply = await reply.choose(next(iter(labels)), custom_id=fills[0])

    assert "Odds of this order" in reply.text
    assert "%" in reply.text


@pytest.mark.slow
@pytest.mark.parametrize("game", seldom((war, calama), (calama,)))
async def test_odds_can_be_asked_at_any_time(table: Table, game: Any) -> None:
    """Whatever is owed, both players are answered, each in their language, and nothing moves."""
    match = game(table)
    await match.begin()
    table.people["bruno"].speak("es-ES")
    for step in range(STEPS):
        if step % EVERY == 0:
            version = (await match.look()).version
            for person in match.people.values():
                reply = await person.slash("odds")
                assert reply.is_private
                assert "🎲" in reply.text, reply.text
                for custom_id, labels in reply.paper.menus.items():
                    if custom_id.startswith("adj:oddsof:"):
                        details = await reply.choose(next(iter(labels)), custom_id=custom_id)
                        assert "%" in details.text
                        break
            assert (await match.look()).version == version
        if not await match.step():
            break

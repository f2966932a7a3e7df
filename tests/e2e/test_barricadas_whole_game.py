"""Games of ¡A las barricadas!, played by two people with commands, menus and buttons only.

Alice (Republicans) reads Spanish and sets up by the menus; bruno (Nationalists) reads English and
types the set-up in one line. Captains decide (:mod:`tests.support.barricadas_captains`); in
between the bot is killed (:mod:`tests.support.matches`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.barricadas.state import NATIONALIST, REPUBLICAN, Reaction
from tests.support.barricadas_captains import KEY, Captain, set_up_by_line, set_up_by_menus
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
    """Return a match of alice's Republicans against bruno's Nationalists."""
    people = {REPUBLICAN: table.people["alice"], NATIONALIST: table.people["bruno"]}
    captains = {seat: Captain(f"{seed} {seat}") for seat in people}
    return Match(table, KEY, captains, people, seed.encode(), settings)


async def test_a_small_game_with_kills(table: Table) -> None:
    """Set up by menus and by a line, a game is won, however often the bot dies in it."""
    match = match_at(table, "3")
    await match.begin()
    pictures = await set_up_by_menus(match, REPUBLICAN)
    assert pictures
    assert all(picture.alt for picture in pictures)
    armed = [
        one.id
        for one in (await match.look(NATIONALIST)).view.table.counters.values()
        if one.side == NATIONALIST and one.printed is not None
    ]
    places = {"places": "2", "works": "C807, C808", "alert": ",".join(armed[:2])}
    reply = await set_up_by_line(match, NATIONALIST, **places)
    assert "C807" in reply.text
    laid = (await match.look(NATIONALIST)).view.table
    assert laid.positions == ("C807", "C808")
    assert {one.id for one in laid.counters.values() if one.reaction is not Reaction.NONE} == {
        *armed[:2]
    }

    await match.play({3: "before delivery", 9: "quiet", 14: "after delivery", 20: "restart"})

    look = await match.look()
    assert look.outcome is not None
    assert look.outcome.winner in {REPUBLICAN, NATIONALIST}
    assert set(match.kinds) >= {"activate", "react", "hold"}
    assert await match.is_sound()
    match.nothing_twice()


@pytest.mark.long
async def test_an_assault_asks_when_to_fire(table: Table) -> None:
    """Whoever is assaulted answers by a button, also after a restart."""
    match = match_at(table, "a")
    match.captains = {seat: Captain(f"bold {seat}", bold=True) for seat in match.people}
    await match.play({20: "restart"})
    assert match.kinds["defend"]
    assert match.pressed
    assert await match.is_sound()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
async def test_many_small_games(table: Table, seed: int) -> None:
    """Whatever the dice, a game comes to its end, and its log leads there again."""
    match = match_at(table, f"m{seed}")
    await match.play({5 + seed: "before delivery", 12 + seed: "after delivery"})
    assert await match.is_sound()
    match.nothing_twice()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_whole_games_of_the_full_scenario(table: Table, seed: int) -> None:
    """Twenty counters a side, armour, artillery, aviation: played to the end, with deaths."""
    match = match_at(table, f"f{seed}", "scenario=full")
    await match.begin()
    for seat in match.people:
        # In one line so many counters would be longer than Discord takes.
        await set_up_by_menus(match, seat)
    await match.play({40: "before delivery", 90: "quiet", 140: "after delivery"})
    assert set(match.kinds) >= {"activate", "react", "hold"}
    # Posts may read alike here: that somebody who hides is activated is all that is said of it.
    assert await match.is_sound()

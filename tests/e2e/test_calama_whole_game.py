"""Whole games of Batalla de Calama, played by two people with commands, menus and buttons only.

Alice (Chile) reads Spanish and sets up by the menus; bruno (Bolivia) reads English and types the
set-up in one line. Captains decide (:mod:`tests.support.calama_captains`); in between the bot is
killed (:mod:`tests.support.matches`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.calama.state import BOLIVIA, CHILE, RESERVE, Phase
from tests.support.calama_captains import KEY, Captain, set_up_by_line, set_up_by_menus
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

FIELDS = "1 11-7, 2 11-6 11-9, 3 10-8 10-9, 4 9-8 9-9, 5 9-5 9-7, 6 8-6 8-7 8-8 8-9 10-6 10-7"
"""Bolivia's whole army as a person types it: the numbers on the pieces, and squares."""
SMALLER = "comandante 10-7, 2 9-8, 4 9-6 9-7, 5 8-4 10-9, infantry 8-5 8-6 8-7 8-8 9-4"
"""A purchase that leaves points over, in words of both languages."""


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps, in a simulated Discord."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as opened:
        opened.people["alice"].speak("es-ES")
        yield opened


def match_at(table: Table, seed: str, settings: str = "") -> Match:
    """Return a match of alice's Chile against bruno's Bolivia."""
    people = {CHILE: table.people["alice"], BOLIVIA: table.people["bruno"]}
    captains = {seat: Captain(f"{seed} {seat}") for seat in people}
    return Match(table, KEY, captains, people, seed.encode(), settings)


async def test_given_armies_with_kills(table: Table) -> None:
    """Set up by menus and by a line, a game is won, however often the bot dies in it."""
    match = match_at(table, "4")
    await match.begin()
    pictures = await set_up_by_menus(match, CHILE)
    reply = await set_up_by_line(match, BOLIVIA, "officer, calama, escape", FIELDS)
    assert len(pictures) >= 2
    assert len({picture.sha256 for picture in pictures}) >= 2
    assert all(picture.alt for picture in pictures)
    assert "11-7" in reply.text

    kills = {2: "before delivery", 12: "quiet", 20: "after delivery", 28: "restart"}
    await match.play(kills)

    look = await match.look()
    assert look.outcome is not None
    assert look.outcome.winner in {CHILE, BOLIVIA}
    assert set(match.kinds) >= {"advance", "order", "reinforce", "charge", "fire"}
    assert await match.is_sound()
    match.nothing_twice()


async def test_bought_armies(table: Table) -> None:
    """Both buy in secret, correct what they bought, and begin; to the end in the long tests."""
    match = match_at(table, "k", "scenario=points")
    await match.begin()
    alice, bruno = table.people["alice"], table.people["bruno"]
    await alice.slash("calama prepare", objectives="roads,guns,topater", places="north_column")
    await bruno.slash("calama prepare", objectives="calama,escape,officer", places=SMALLER)
    await bruno.slash("calama enlist", type="6", at="9-9")
    await bruno.slash("calama dismiss", piece="9-4")
    await bruno.slash("calama place", piece="8-5", to="9-4")
    await alice.slash("calama dismiss", piece="2-8")
    assert "9-4" in (await bruno.slash("orders show")).text
    for person in (alice, bruno):
        ready = await person.slash("calama ready")
        # Both have points left, and are asked once more.
        await ready.press(next(iter(ready.buttons)))
    look = await match.look()
    places = {piece.at for piece in look.view.table.pieces.values() if piece.on_board}
    assert {"9-9", "9-4", "10-7"} <= places
    assert not {"8-5", "2-8"} & places

    for how in ("before delivery", "quiet"):
        await match.suffer(how)
        for _ in range(6):
            assert await match.step()

    assert await match.is_sound()
    match.nothing_twice()


async def test_reserves_have_their_price(table: Table) -> None:
    """A reserve enters by a door in words of either language, and the enemy gets its points."""
    match = match_at(table, "2")
    await match.begin()
    await set_up_by_menus(match, CHILE, formation=1)
    await set_up_by_line(match, BOLIVIA, "officer, calama, escape", FIELDS)
    alice = table.people["alice"]
    before = (await match.look()).view.table
    assert before.phase is Phase.MOVEMENT
    assert before.player == CHILE
    offered = await alice.offered("calama reinforce", "type")
    assert len(offered) == 3

    reply = await alice.slash("calama reinforce", type="caballería", at="1-8")

    after = (await match.look()).view.table
    assert reply.is_private
    entered = [piece for piece in after.pieces.values() if piece.at == "1-8"]
    assert [piece.type for piece in entered] == ["cavalry"]
    assert before.pieces[entered[0].id].at == RESERVE
    assert after.points[BOLIVIA] == before.points[BOLIVIA] + 5
    assert "5" in table.public()[-1].text or "5" in table.panel.text


@pytest.mark.long
async def test_a_lost_charge_asks_its_owner(table: Table) -> None:
    """Which of several chargers is given up is answered by a button, also after a restart."""
    match = match_at(table, "ee")
    await match.begin()
    while not match.kinds["lose"]:
        if match.done == 20:
            await match.suffer("restart")
        assert await match.step()
    assert match.pressed >= match.kinds["lose"]
    assert await match.is_sound()


@pytest.mark.long
async def test_last_round(table: Table) -> None:
    """A table that sets a last round is over after it."""
    match = match_at(table, "1", "last_round=1")
    await match.play({})
    look = await match.look()
    assert look.outcome is not None
    assert look.status is not None
    assert look.status.turn == 1


@pytest.mark.long
@pytest.mark.parametrize("settings", ["scenario=standard", "scenario=points"])
@pytest.mark.parametrize("seed", range(10))
async def test_many_games(table: Table, seed: int, settings: str) -> None:
    """Whatever the dice, a game comes to its end, and its log leads there again."""
    match = match_at(table, f"m{seed}", settings)
    await match.play({10 + seed: "before delivery", 20 + seed: "after delivery"})
    assert await match.is_sound()
    match.nothing_twice()

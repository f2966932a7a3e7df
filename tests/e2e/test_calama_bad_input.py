"""Batalla de Calama: whatever is typed or pressed is answered in private and spoils nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.calama.actions import MODELS
from engine.calama.state import BOLIVIA, CHILE, Phase
from tests.support.calama_captains import KEY, Captain, press, set_up_by_line, set_up_by_menus
from tests.support.matches import Match
from tests.support.people import Reply
from tests.support.quick import bot_with_small_maps
from tests.support.refusing import LONGEST, refused
from tests.support.table import Table

FIELDS = "1 11-7, 2 11-6 11-9, 3 10-8 10-9, 4 9-8 9-9, 5 9-5 9-7, 6 8-6 8-7 8-8 8-9 10-6 10-7"
GOALS = "officer, calama, escape"
OTHER_ROUND = 77
"""A number that is none of the rounds that are played here."""
NONSENSE = (
    "nonsense",
    "0-0",
    "17-1, 1-17",
    "**@everyone** 🐎 `x`",
    "\u202e7-8",
    "9" * 1000,
    "8-7," * 200,
    ",",
    "-",
    "bolivia-infantry-99",
    "8-7 8-7 8-7",
    "'; DROP TABLE actions; --",
)


@pytest.fixture
async def match(tmp_path: Path, strict_texts: None) -> AsyncIterator[Match]:
    """Alice (Chile) and bruno (Bolivia) have begun and set nothing up; carla looks on."""
    async with Table(tmp_path, bot_with_small_maps) as table:
        people = {CHILE: table.people["alice"], BOLIVIA: table.people["bruno"]}
        captains = {seat: Captain(f"bad {seat}") for seat in people}
        made = Match(table, KEY, captains, people, b"bad")
        await made.begin()
        yield made


async def set_up(match: Match) -> None:
    """Let both set up, Bolivia from a line."""
    await set_up_by_menus(match, CHILE)
    await set_up_by_line(match, BOLIVIA, GOALS, FIELDS)


async def to_phase(match: Match, phase: Phase) -> None:
    """Let the captains play until a phase with nothing to answer."""
    for _ in range(200):
        board = (await match.look()).view.table
        if board.phase is phase and not board.frames:
            return
        assert await match.step()
    raise AssertionError("it never comes to that")


async def test_nonsense_in_every_command(match: Match) -> None:
    """Of every command, in every phase, by everybody: a private answer, and nothing changes."""
    number = 0
    for phase in (Phase.SETUP, Phase.MOVEMENT, Phase.COMBAT):
        if phase is Phase.MOVEMENT:
            await set_up(match)
        await to_phase(match, phase)
        before = await match.look()
        for kind, model in MODELS.items():
            if not model.model_fields:
                continue
            group = f" {model.group}" if model.group else ""
            for person in match.table.people.values():
                options: dict[str, Any] = {}
                for name, info in model.model_fields.items():
                    # In a box for numbers Discord takes no words.
                    nonsense = NONSENSE[number % len(NONSENSE)]
                    options[name] = OTHER_ROUND if info.annotation is int else nonsense
                    number += 1
                reply = await person.slash(f"calama{group} {kind}", **options)
                _is_friendly(reply)
        after = await match.look()
        assert after.version == before.version
        assert after.view == before.view


def _is_friendly(reply: Reply) -> None:
    """Fail unless an answer is private, short, and says that nothing was done."""
    assert reply.is_private
    assert "Nothing has changed" in reply.text or "no seat" in reply.text, reply.text
    assert "@everyone" not in reply.text
    assert len(reply.text) < LONGEST


async def test_wrong_set_ups(match: Match) -> None:
    """Each is refused by its clause, and what was set up before stays."""
    bruno = match.people[BOLIVIA]
    await bruno.slash("calama prepare", objectives=GOALS, places=FIELDS)
    planned = (await bruno.slash("orders show")).text
    no = partial(refused, match.look, bruno, "calama prepare")
    army = FIELDS.rsplit(" ", 1)[0]
    await no("6", objectives=GOALS, places=army)
    await no("your army has", objectives=GOALS, places=f"{FIELDS} 9-4")
    await no("outside", objectives=GOALS, places=f"{army} 1-1")
    await no("twice", objectives=GOALS, places=f"{army} 10-6", clause=False)
    await no("more than one", objectives=GOALS, places=FIELDS.replace("9-7", "8-6"))
    await no("17-1", objectives=GOALS, places=f"{army} 17-1")
    await no("placed 3", objectives=GOALS, places=f"{FIELDS}, 3 9-4")
    await no(clause=False, objectives="officer, calama, calama", places=FIELDS)
    await no(clause=False, objectives="roads, guns, topater", places=FIELDS)
    await no("objectives", objectives="officer", places=FIELDS)
    await no(clause=False, objectives=GOALS, places="8-5 8-6")
    await no(clause=False, objectives=GOALS, places="infantry")
    await no(clause=False, objectives=GOALS, places="FIELD" * 100)
    typed = partial(refused, match.look, bruno)
    await typed("calama place", "no piece", piece="16-16", to="8-5")
    await typed("calama place", "outside", piece="8-6", to="1-1")
    await typed("calama enlist", "given", type="infantry", at="8-5")
    await typed("calama dismiss", "given", piece="8-6")
    await typed("calama done", "now it's Set-up")
    assert (await bruno.slash("orders show")).text == planned

    await bruno.slash("calama ready")
    await typed("calama prepare", "ready", objectives=GOALS, places=FIELDS)
    await typed("calama ready", "ready")
    alice = match.people[CHILE]
    await refused(match.look, alice, "calama ready", "nothing is set up")


async def test_a_reason_is_given_once(match: Match) -> None:
    """However often a word stands in a list, it is named back once."""
    reply = await match.people[BOLIVIA].slash(
        "calama prepare", objectives=GOALS, places="infantry, " * 50
    )
    assert reply.text.count("does not say where each piece is") == 1


async def test_wrong_moves(match: Match) -> None:
    """The enemy's pieces, other people's turns, squares too far, and closing too early."""
    await set_up(match)
    alice, bruno = match.people[CHILE], match.people[BOLIVIA]
    no = partial(refused, match.look, alice)
    table = (await match.look()).view.table
    assert table.player == CHILE
    await no("calama advance", piece="8-6", to="7-7")
    await no("calama advance", "no piece", piece="7-7", to="6-6", clause=False)
    on_board = next(p for p in table.pieces.values() if p.on_board and p.type == "infantry")
    assert on_board.side == CHILE
    await no("calama advance", piece=on_board.id, to="12-8")
    await no("calama advance", piece=on_board.id, to=on_board.at)
    await no("calama march", moves=f"{on_board.at} 12-8")
    await no("calama charge", target="8-6", pieces=on_board.at)
    await no("calama charge", target=on_board.at, pieces=on_board.at)
    await no("calama reinforce", "reinforcements enter", type="infantry", at="2-2")
    await no("calama reinforce", type="heavy_artillery", at="1-8")
    await no("calama order", type="infantry", gives="movement", takes="movement")
    await no("calama escape", piece=on_board.at)
    await no("calama done")
    await refused(match.look, bruno, "calama done", "Chile")
    await refused(match.look, bruno, "calama advance", piece="8-6", to="7-7")
    await no("calama fire", "now it's Movement", piece=on_board.at, target="8-6")
    await no("calama answer lose", piece=on_board.at)


async def test_other_peoples_presses(match: Match) -> None:
    """Nobody fills in, confirms or cancels another's dialogue; nobody learns what is in it."""
    alice, bruno, carla = (match.table.people[name] for name in ("alice", "bruno", "carla"))
    asked = await (await alice.press(match.table.panel, "Give an order")).choose("prepare")
    ((menu, values),) = asked.paper.menus.items()
    asked = await asked.choose(list(values)[2])
    ((places, formations),) = asked.paper.menus.items()
    preview = await asked.choose(next(iter(formations)))
    ids = [str(button["custom_id"]) for button in preview.paper.buttons.values()]
    before = (await match.look()).version
    for person in (bruno, carla):
        for custom_id, chosen in ((menu, next(iter(values))), (places, next(iter(formations)))):
            reply = await match.table.forge(person, custom_id, values=[chosen])
            assert reply.is_private
            assert not any(paper.pictures for paper in reply.papers)
        for custom_id in ids:
            reply = await match.table.forge(person, custom_id)
            assert reply.is_private
            assert "2-10" not in reply.text
    assert (await match.look()).version == before
    assert "Recorded in secret" in (await press(preview, "confirm")).text


async def test_stale_presses(match: Match) -> None:
    """A dialogue of an earlier phase and one confirmed twice do nothing, and say so."""
    alice = match.people[CHILE]
    asked = await (await alice.press(match.table.panel, "Give an order")).choose("prepare")
    for _ in range(2):
        (values,) = asked.paper.menus.values()
        asked = await asked.choose(next(iter(values)))
    old = asked.paper
    confirm = next(
        str(b["custom_id"]) for b in old.buttons.values() if ":confirm:" in b["custom_id"]
    )
    await alice.press(old, custom_id=confirm)
    again = await match.table.forge(alice, confirm)
    assert again.is_private
    await alice.slash("calama ready")
    await set_up_by_line(match, BOLIVIA, GOALS, FIELDS)
    version = (await match.look()).version
    late = await match.table.forge(alice, confirm)
    assert late.is_private
    assert "ran into a bug" not in late.text
    begun = await (await alice.press(match.table.panel, "Give an order")).choose("advance")
    ((menu, pieces),) = begun.paper.menus.items()
    await to_phase(match, Phase.COMBAT)
    now = (await match.look()).version
    assert now > version
    reply = await match.table.forge(alice, menu, values=[next(iter(pieces))])
    assert reply.is_private
    assert "ran into a bug" not in reply.text
    assert (await match.look()).version == now


async def test_every_field_of_every_command_is_offered(match: Match) -> None:
    """Autocomplete of every command answers in every phase, for everybody, without error."""
    for phase in (Phase.SETUP, Phase.MOVEMENT, Phase.COMBAT):
        if phase is Phase.MOVEMENT:
            await set_up(match)
        await to_phase(match, phase)
        for person in match.table.people.values():
            for kind, model in MODELS.items():
                group = f" {model.group}" if model.group else ""
                for name in model.model_fields:
                    for typed in ("", "8", "x" * 300):
                        await person.offered(f"calama{group} {kind}", name, typed)

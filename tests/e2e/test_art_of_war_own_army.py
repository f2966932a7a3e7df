"""A newcomer puts an army of their own together on the planning page, by menus and buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.art_of_war.rules.setting_up.own_army import army_of
from tests.support.art_of_war_captains import KEY, Captain
from tests.support.matches import Match
from tests.support.people import Reply
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as opened:
        yield opened


async def begun(table: Table) -> Match:
    """A game in which each side musters its own; alice is south."""
    people = {"south": table.people["alice"], "north": table.people["bruno"]}
    captains = {seat: Captain(seat) for seat in people}
    match = Match(table, KEY, captains, people, b"muster", "armies=own")
    await match.begin()
    return match


async def choose(reply: Reply, *begins: str) -> Reply:
    """Choose or press, one after the other, what begins with some words."""
    for wanted in begins:
        reply = await _one(reply, wanted)
    return reply


async def _one(reply: Reply, wanted: str) -> Reply:
    for paper in reply.papers:
        for name, options in paper.menus.items():
            for value, label in options.items():
                if str(label).startswith(wanted):
                    return await reply.choose(value, custom_id=name)
    return await reply.press(next(one for one in reply.buttons if one.startswith(wanted)))


@pytest.mark.parametrize(
    ("language", "lacks", "ways"),
    [
        (
            "en-US",
            "left then: 70, and no general yet for A, B",
            {
                "own": ("Muster", "Your own army"),
                "foot": ("Recruit", "Heavy infantry", "4"),
                "horse": ("Recruit", "Heavy cavalry", "2"),
                "better": ("Change", "A quality", "Elite", "Add to plan"),
                "general": ("Appoint", "Competent", "All of them"),
                "ready": ("Ready", "Send", "Send it anyway"),
            },
        ),
        (
            "es-ES",
            "quedan después: 70; aún sin general: A, B",
            {
                "own": ("Reclutar", "Un ejército propio"),
                "foot": ("Alistar", "Infantería pesada", "4"),
                "horse": ("Alistar", "Caballería pesada", "2"),
                "better": ("Cambiar", "Una calidad", "Élite", "Poner en el plan"),
                "general": ("Nombrar", "Competente", "Todos"),
                "ready": ("Listo", "Enviar", "Enviar de todos modos"),
            },
        ),
    ],
    ids=["English", "Spanish"],
)
async def test_an_army_by_menus(
    table: Table, language: str, lacks: str, ways: dict[str, tuple[str, ...]]
) -> None:
    """Every step says what is left and lacking; all of it is sent at once."""
    match = await begun(table)
    alice = table.people["alice"]
    alice.speak(language)
    page = await alice.press(table.panel, "Plan my turn")
    page = await choose(page, *ways["own"], *ways["foot"], *ways["horse"])
    assert lacks in page.text
    page = await choose(page, "3.", *ways["better"], *ways["general"])
    page = await choose(page, *ways["ready"])
    assert page.is_private
    look = await match.look("south")
    assert look.view.own is not None
    army = army_of(look.view.own.muster)
    assert [str(one) for one in army.lines] == [
        "a heavy_infantry x4",
        "b heavy_cavalry elite x2",
    ]
    assert [str(one) for one in army.leaders] == ["competent ab"]
    assert [one.seat for one in look.decisions] == ["north"]


async def test_a_slip_in_a_line_is_answered_with_what_is_legal(table: Table) -> None:
    """Lines are parted as one likes; what was meant is named, and nothing is changed."""
    match = await begun(table)
    alice = table.people["alice"]
    lines = "a heavey infantry x4; b light infantry bow x3\nc heavy knights x2"
    wrong = await alice.slash("adg muster", army="own", lines=lines, leaders="competent abc")
    assert wrong.is_private
    assert "Did you mean heavy infantry?" in wrong.text
    right = lines.replace("heavey", "heavy")
    done = await alice.slash("adg muster", army="own", lines=right, leaders="competent abc")
    assert "40 points" in done.text
    told = await alice.slash("adg recruit", troop="elephants", letter="d", number=2)
    assert "Points left: 48 of 100." in told.text
    assert "a general for group D" in told.text
    refused = await alice.slash("adg ready")
    assert "Group D has no general" in refused.text
    look = await match.look("north")
    assert look.view.own is not None
    assert not look.view.own.muster.army

"""What can no longer be done afterwards is asked once more, typed or put together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.api import Preview, Text, Warned
from engine.war_of_the_pacific.counters import is_ship
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.state import Phase
from tests.e2e.conftest import ToyTable
from tests.e2e.test_smuggling import loaded, smugglers
from tests.e2e.test_wp_bad_input import Front, front
from tests.support.toy_game import TOY, Land

__all__ = ["front", "smugglers"]


async def test_the_first_sail_is_asked_for_once_more(front: Front) -> None:
    """Typed, it waits for Confirm and says who could still embark; the next one is done at once."""
    await front.to_phase(Phase.NAVAL)
    for ship in ("loa", "lamar"):
        await front.set_unit(ship, at="3025", in_port=False, sailed=False)
    await front.set_unit("rimac", at=BOX, in_port=True)
    await front.set_unit("buin", at=BOX, steps=1)
    before = (await front.look()).version

    asked = await front.alice.slash("wp sail", ships="loa", to="box")
    assert asked.is_private
    assert "no more units can embark" in asked.text
    assert "Buin" in asked.text
    assert (await front.look()).version == before

    done = await asked.press("Confirm")
    assert "Done" in done.text
    table = (await front.look()).view.table
    assert table.units["loa"].at == BOX
    typed = await front.alice.slash("wp sail", ships="lamar", to="box")
    assert "no more units can embark" not in typed.text
    assert (await front.look()).view.table.units["lamar"].at == BOX


async def test_one_press_mends_what_is_warned_of(smugglers: ToyTable) -> None:
    """It opens the order that mends it, with what is known filled in; then nothing is lost."""
    await loaded(smugglers)
    alice = smugglers.people["alice"]
    asked = await alice.slash("toy land", bank="island")
    assert "a stroke is lost" in asked.text
    mended = await asked.press("First, turn the bow by 90")
    assert mended.is_private
    assert "90" in mended.text
    assert "Done" in (await mended.press("Confirm")).text
    assert (await smugglers.look()).view.table.heading == 90

    landed = await alice.slash("toy land", bank="island")
    assert "a stroke is lost" not in landed.text
    assert "Done" in landed.text


async def test_what_is_mended_already_is_settled(smugglers: ToyTable) -> None:
    """An old page offers nothing that is not warned of any more."""
    await loaded(smugglers)
    alice = smugglers.people["alice"]
    asked = await alice.slash("toy land", bank="island")
    await alice.slash("toy turn", by="90")

    assert "Too late" in (await asked.press("First, turn the bow by 90")).text


async def test_a_button_warns_before_it_is_too_late(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice that loses something is asked for once more, and offers what mends it."""
    await river.to_play()
    alice = river.people["alice"]
    lost = Warned(Text("askew"), "land", (("bank", "north"),))
    preview = type(TOY).preview

    def losing(game: Any, view: Any, action: Any) -> Preview:
        found = preview(game, view, action)
        return replace(found, warnings=(lost,)) if action.kind == "row" else found

    monkeypatch.setattr(type(TOY), "preview", losing)
    asked = await alice.press(river.panel, "Give an order")
    before = (await river.look()).version
    sure = await asked.press("Row one stroke")
    assert "a stroke is lost" in sure.text
    assert (await river.look()).version == before

    instead = await sure.press("First, land at North")
    assert "North" in instead.text
    assert "Confirm" in instead.buttons
    assert (await river.look()).version == before
    again = await alice.press(river.panel, "Give an order")
    await (await again.press("Row one stroke")).press("Row one stroke")
    assert (await river.look()).version > before


async def test_what_is_done_instead_takes_the_place_of_a_planned_order(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mend of the kind that is warned of replaces the entry; there is no room for both."""
    await river.to_play()
    lost = Warned(Text("askew"), "land", (("bank", "north"),))
    preview = type(TOY).preview

    def losing(game: Any, view: Any, action: Any) -> Preview:
        found = preview(game, view, action)
        return replace(found, warnings=(lost,)) if action == Land(bank="south") else found

    monkeypatch.setattr(type(TOY), "preview", losing)
    page = await river.people["alice"].press(river.panel, "Plan my turn")
    planned = await (await page.press("Type orders")).fill(value="land south")
    asked = await planned.press("Send 1 entry")
    assert "a stroke is lost" in asked.text
    mended = await asked.press("Instead: land at North")
    assert "North" in mended.text
    assert "South" not in mended.text
    assert "Send 1 entry" in mended.buttons


async def test_closing_a_phase_is_warned_of_and_mended(front: Front) -> None:
    """It names what ends and what comes next; who was left aboard lands by two presses."""
    look = await front.to_phase(Phase.NAVAL)
    for unit in look.view.table.units.values():
        if is_ship(unit) and unit.side == "chile":
            await front.set_unit(unit.id, sailed=True)
    await front.set_unit("rimac", at=BOX, in_port=True)
    await front.set_unit("buin", at="@rimac", steps=1)
    asked = await front.alice.slash("wp done")
    assert "still aboard" in asked.text
    assert "and starts" in asked.text
    assert "odds" not in asked.text.lower()
    landed = await (await asked.press("First, land 1st Buin Regiment")).press("Confirm")
    assert "Done" in landed.text
    table = (await front.look()).view.table
    assert (table.units["buin"].at, table.phase) == (BOX, Phase.NAVAL)

    again = await front.alice.slash("wp done")
    assert "still aboard" not in again.text
    assert (await front.look()).view.table.phase is not Phase.NAVAL

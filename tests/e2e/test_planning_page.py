"""What the planning page opens with, and what ends a turn: in games as they are played."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.barricadas.game import GAME as BARRICADAS
from tests.e2e.conftest import ToyTable
from tests.games import every, known
from tests.support.barricadas_captains import Captain as BarricadasCaptain
from tests.support.begun import begun, deployed, page_of
from tests.support.matches import Match
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

BLUE = 1
"""The style of a button that is best pressed."""


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """Two people in front of nothing."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as one:
        yield one


@pytest.mark.parametrize("game", [one.game.key for one in every() if one.says.ready_set_up])
async def test_a_set_up_is_chosen_by_its_picture(table: Table, game: str) -> None:
    """Every ready-made one has a picture and a button; what it leaves to do stands beside it."""
    label = known(game).says.ready_set_up
    page = await page_of(table, await begun(table, game, *known(game).game.seats))
    ready = [one for one in page.buttons if one.startswith(label)]
    assert ready
    assert len(page.paper.pictures) == len(ready)
    assert all(picture.alt for picture in page.paper.pictures)
    chosen = await page.press(ready[0])
    assert "1. ✅" in chosen.text
    finish = [one for one in ("Ready", "Finish your deployment") if one in chosen.buttons]
    assert finish or "Close your set-up" in chosen.text
    assert any(one.startswith("Send ") for one in chosen.buttons)
    if finish:
        blue = [name for name, one in chosen.buttons.items() if one["style"] == BLUE]
        assert blue[0] == finish[0]
        assert not any(one in blue for one in ready)


async def test_the_page_opens_with_the_map_and_what_is_ordered(table: Table) -> None:
    """Before anything is planned: where something can be done, and the secret orders there are."""
    alice = await deployed(table)
    page = await page_of(table, alice)
    assert len(page.paper.pictures) == 1
    assert "Only your side knows" in page.text
    assert "Order 1 for turn 1" in page.text
    assert "Nothing is planned yet" in page.text
    assert {"End my turn", "Suggest", "Type orders", "More"} <= set(page.buttons)
    assert "End this phase" not in page.buttons
    before = set(page.buttons)
    more = await page.press("More")
    assert {"End this phase", "Plan the next phase", "Several", "Odds"} <= set(more.buttons)
    less = await more.press("Less")
    assert set(less.buttons) == before


async def test_a_set_up_is_ready_made_by_one_button_and_ended_by_itself(table: Table) -> None:
    """It stands before what could be placed one by one; who could be placed anew is no question."""
    await begun(table, "war_of_the_pacific", "chile", "allies")
    bruno = table.people["bruno"]
    page = await page_of(table, bruno)
    standard = "Use the standard set-up for what is left"
    assert next(iter(page.buttons)) == standard
    placed = await page.press(standard)
    assert standard not in placed.buttons
    assert not any(label.startswith("Deploy ") for label in placed.buttons)
    assert "Send and end turn" not in placed.buttons
    ended = await placed.press("Send and end this phase")
    assert "2 entries done" in ended.text
    assert "Set-up ended" in ended.text


async def test_end_ends_after_one_question(table: Table) -> None:
    """What is lost and who could still act is listed once; then it ends, with no other press."""
    alice = await deployed(table)
    page = await page_of(table, alice)
    asked = await page.press("End my turn")
    assert "Before you end your turn" in asked.text
    assert "⚠️" in asked.text
    assert "Could still act:" in asked.text
    back = await asked.press("Back to the plan")
    assert "Nothing is planned yet" in back.text
    ended = await (await back.press("End my turn")).press("End my turn")
    assert "1 entry done" in ended.text
    assert "not your move" in ended.text


async def test_the_end_of_an_old_page_is_planned_still(river: ToyTable) -> None:
    """Pages of earlier builds have a button that puts the end of the turn into the plan."""
    await river.to_play()
    alice = river.people["alice"]
    page = await alice.press(river.panel, "Plan my turn")
    ids = [str(one["custom_id"]) for one in page.buttons.values()]
    old = next(one for one in ids if ":plantype:" in one).replace("plantype", "planclose")
    planned = await river.forge(alice, old)
    assert "until another side is to act" in planned.text


async def test_a_question_has_its_picture_and_odds(table: Table) -> None:
    """Who can fire, with what chances, and where; one press answers, and nothing else is asked."""
    seats = {"republican": table.people["alice"], "nationalist": table.people["bruno"]}
    captains = {seat: BarricadasCaptain(f"react {seat}") for seat in seats}
    match = Match(table, "barricadas", captains, seats, b"react")
    await match.begin()
    for _ in range(60):
        (owed, *_) = (await match.look()).decisions
        look = await match.look(owed.seat)
        game = BARRICADAS
        if owed.code == "react" and "react" in game.kinds(look.view):
            break
        assert await match.step()
    await table.settle()
    person = seats[owed.seat]
    page = await person.press(table.panel, "Plan my turn")
    labels = list(page.buttons)
    assert labels.index("Do not react") > 0
    assert " at C" in labels[0] or "nearest" in labels[0] or "closest" in labels[0]
    assert len(page.paper.pictures) == 1
    assert "Odds for each answer" in page.text
    assert "Nothing is planned" not in page.text
    done = await page.press(labels[0])
    assert done.acknowledged
    assert not [one for one in (await match.look()).decisions if one.key == owed.key]

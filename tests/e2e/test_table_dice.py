"""Real dice on Discord: asked for in the channel, entered in a box, said in the log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply


async def begun(table: ToyTable, **options: Any) -> None:
    """Let alice (red) and bruno (blue) begin a game whose dice they roll, red's turn."""
    alice, bruno = table.people["alice"], table.people["bruno"]
    await alice.slash("game new", game="toy", name="River", dice="table", **options)
    await alice.slash("game join", side="red")
    if "opponent" not in options:
        await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    if "opponent" not in options:
        await table.to_play("red")
    await table.settle()


@pytest.fixture
async def dicing(tmp_path: Path, strict_texts: None) -> AsyncIterator[ToyTable]:
    """A game of the toy whose dice are real; alice is red and crosses."""
    async with ToyTable(tmp_path) as table:
        await begun(table)
        yield table


def people(table: ToyTable) -> tuple[Person, Person, Person]:
    """Return who is red, who is blue, and who watches."""
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    return alice, bruno, carla


async def entering(page: Reply, values: str, label: str = "Enter dice") -> Reply:
    """Press the button and type what the dice show."""
    return await (await page.press(label)).fill(value=values)


async def test_the_terms_are_said_before_anybody_joins(tmp_path: Path, strict_texts: None) -> None:
    """On the panel that stands open, and by the status at any time; a rematch keeps them."""
    async with ToyTable(tmp_path) as table:
        alice, _, _ = people(table)
        await alice.slash("game new", game="toy", name="River", dice="table")
        await table.settle()
        assert "Players roll real dice" in table.panel.text
        assert "Players roll real dice" in (await alice.slash("game status")).text


async def test_an_order_waits_for_dice_and_is_done_with_them(dicing: ToyTable) -> None:
    """The receipt asks, so do a post and the panel; what is entered stands in bulletin and log."""
    alice, bruno, _ = people(dicing)
    ordered = await alice.slash("toy row", strokes=2)
    assert "can't be withdrawn" in ordered.text
    assert "Roll 2 dice" in ordered.text
    await dicing.settle()
    post = dicing.bulletins()[-1]
    assert "Roll 2 dice (1–6 each)" in post.text
    assert "strokes" in post.text
    assert not post.pinged
    assert "Roll 2 dice" in dicing.panel.text
    assert "Enter dice" in dicing.panel.buttons
    assert not (await dicing.look()).view.table.afloat
    done = await entering(ordered, "3, 5")
    assert "Entered: 3 and 5" in done.text
    assert (await dicing.look()).view.table.afloat == 8
    log = await bruno.slash("log show")
    assert "dice entered by Red" in log.text
    late = await alice.press(post, "Enter dice")
    assert "entered already" in late.text


async def test_what_is_wrong_is_said_where_it_was_typed(dicing: ToyTable) -> None:
    """With what would do, and the box once more; nothing of it counts."""
    alice, _, _ = people(dicing)
    ordered = await alice.slash("toy row", strokes=2)
    for typed, why in (
        ("4", "2 numbers from 1 to 6 are needed"),
        ("4 5 6", "2 numbers from 1 to 6 are needed"),
        ("4 7", "can't show 7"),
        ("4 0", "can't show 0"),
        ("four five", "isn't a number"),
    ):
        wrong = await entering(ordered, typed)
        assert why in wrong.text, typed
        assert wrong.is_private
    again = await entering(await alice.slash("game status"), "6 1")
    assert "Entered" in again.text


async def test_others_cannot_enter_them(dicing: ToyTable) -> None:
    """Neither the other side nor who watches; a box that was open is too late once they are in."""
    alice, bruno, carla = people(dicing)
    await alice.slash("toy row", strokes=1)
    await dicing.settle()
    post = dicing.bulletins()[-1]
    assert "Red rolls them" in (await bruno.press(post, "Enter dice")).text
    assert "no seat" in (await carla.press(post, "Enter dice")).text
    box = await alice.press(post, "Enter dice")
    await (await alice.press(post, "Enter dice")).fill(value="2")
    assert "entered already" in (await box.fill(value="6")).text
    assert (await dicing.look()).view.table.afloat == 2


async def test_nothing_else_is_done_before(dicing: ToyTable) -> None:
    """Every other order is refused with whose dice are awaited; so is taking back."""
    alice, bruno, _ = people(dicing)
    await alice.slash("toy row", strokes=1)
    for refused in (
        await alice.slash("toy row", strokes=2),
        await alice.slash("toy land", bank="north"),
        await bruno.slash("toy hide", bank="south"),
        await alice.slash("undo"),
    ):
        assert "is to be rolled first: Red rolls it" in refused.text
    await dicing.settle()
    offered = await alice.press(dicing.panel, "Give an order")
    assert "Enter dice" in offered.buttons
    assert not offered.paper.menus
    assert "waiting for" in (await bruno.press(dicing.panel, "Give an order")).text.lower()
    inbox = await alice.slash("inbox")
    assert "Roll a die" in inbox.text


async def test_a_restart_forgets_nothing(dicing: ToyTable) -> None:
    """Between two rolls of one order: the first counts, the second is asked for still."""
    alice, bruno, _ = people(dicing)
    await entering(await alice.slash("toy row", strokes=1), "6")
    shout = await bruno.slash("toy shout", loud=True)
    next_roll = await entering(shout, "5")
    assert "roll 2" in next_roll.text
    await dicing.restart()
    await dicing.settle()
    done = await entering(await bruno.slash("game status"), "2")
    assert "Entered: 2" in done.text
    assert not (await dicing.look()).view.table.afloat
    assert (await dicing.entries())[-2:] == ["row", "shout"]


@pytest.mark.parametrize("after", [False, True])
async def test_a_kill_before_the_post_loses_nothing(dicing: ToyTable, *, after: bool) -> None:
    """The order stands; after the start its post is there, once."""
    alice, _, _ = people(dicing)
    wire = dicing.die_at("POST", f"/channels/{dicing.channel.id}/messages", after=after)
    await alice.slash("toy row", strokes=1)
    await dicing.settle()
    assert wire.sprung
    await dicing.kill()
    await dicing.start()
    await dicing.settle()
    asked = [one for one in dicing.bulletins() if "Roll a die" in one.text]
    assert len(asked) == 1
    await (await alice.press(asked[0], "Enter dice")).fill(value="4")
    assert (await dicing.look()).view.table.afloat == 4


async def test_the_computers_dice_are_asked_of_its_opponent(
    tmp_path: Path, strict_texts: None
) -> None:
    """They are called in the channel, and the log says whose hand it was."""
    async with ToyTable(tmp_path) as table:
        await begun(table, opponent="computer")
        alice = table.people["alice"]
        for _ in range(40):
            await table.settle()
            look = await table.look()
            (first, *_) = look.decisions
            if first.code == "roll_dice" and table.bulletins()[-1].pinged == {alice.id}:
                break
            if first.code == "roll_dice":
                dice = " ".join(["2"] * int(str(first.params["n"])))
                await entering(await alice.slash("game status"), dice)
            elif first.code == "shout":
                await alice.slash("toy shout", loud=False)
            else:
                await alice.slash("toy land", bank="north")
        post = table.bulletins()[-1]
        look = await table.look()
        (mine,) = await table.moderator.clocks.of(look.campaign.id)
        assert mine.runs  # since the post that calls them is there
        count = int(str(look.decisions[0].params["n"]))
        await (await alice.press(post, "Enter dice")).fill(value=" ".join(["1"] * count))
        await table.settle()
        assert "dice entered by Red" in (await alice.slash("log show")).text


async def test_a_plan_stops_for_dice_and_goes_on(dicing: ToyTable) -> None:
    """What is behind a roll is done by itself once the dice are in, and its person hears so."""
    alice, _, _ = people(dicing)
    page = await alice.press(dicing.panel, "Plan my turn")
    typed = await (await page.press("Type orders")).fill(value="row 2; turn 45")
    sent = await typed.press("Send 2 entries")
    assert "waits for real dice" in sent.text
    assert "done" not in sent.text
    assert "Enter dice" in sent.buttons
    await dicing.settle()
    post = dicing.bulletins()[-1]
    await (await alice.press(post, "Enter dice")).fill(value="1 2")
    await dicing.settle()
    assert (await dicing.entries())[-2:] == ["row", "turn"]
    assert any("plan" in one.text.lower() for one in alice.inbox())


async def test_consent_takes_a_roll_back_and_it_is_asked_for_anew(dicing: ToyTable) -> None:
    """A die has been rolled, so the others are asked; the same order then waits once more."""
    alice, bruno, _ = people(dicing)
    await entering(await alice.slash("toy row", strokes=1), "5")
    page = await alice.slash("undo")
    assert "Take it back" not in page.buttons
    await page.press("Ask the others")
    await dicing.settle()
    post = dicing.bulletins()[-1]
    assert "already rolled is lost" in post.text
    assert "Agreed" in (await bruno.press(post, "Agree")).text
    assert not (await dicing.look()).view.table.afloat
    await entering(await alice.slash("toy row", strokes=1), "3")
    assert (await dicing.look()).view.table.afloat == 3


async def test_all_of_it_in_spanish(tmp_path: Path, strict_texts: None) -> None:
    """The same, at a table that speaks Spanish."""
    async with ToyTable(tmp_path) as table:
        alice, bruno, _ = people(table)
        for person in (alice, bruno):
            person.speak("es-ES")
        await begun(table, language="es")
        ordered = await alice.slash("toy row", strokes=2)
        assert "Tira 2 dados" in ordered.text
        await table.settle()
        post = table.bulletins()[-1]
        assert "Tira 2 dados (1–6 cada uno)" in post.text
        assert "strokes" not in post.text
        wrong = await (await alice.press(post, "Anotar dados")).fill(value="9 9")
        assert "no puede dar 9" in wrong.text
        assert "los tira Red" in (await bruno.press(post, "Anotar dados")).text
        done = await (await alice.press(post, "Anotar dados")).fill(value="1 2")
        assert "Anotado: 1 y 2" in done.text
        assert "dados anotados por Red" in (await bruno.slash("log show")).text

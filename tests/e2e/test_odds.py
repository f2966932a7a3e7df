"""Exact odds on private pages: by ``/odds``, before Confirm, and nobody else's business."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.app import Adjutant
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply
from tests.support.reading import Paper
from tests.support.toy_game import TOY, ToyGame


@pytest.fixture
async def crossing(river: ToyTable) -> ToyTable:
    """It is red's, alice's, to cross; odds may take as long as they like."""
    await river.to_play()
    bot = river.bot
    assert isinstance(bot, Adjutant)
    bot.oddsmaker.patience = 60
    return river


async def to_shout(river: ToyTable) -> Person:
    """Row until a six falls; return who may shout."""
    for _ in range(80):
        decision = (await river.look()).decisions[0]
        person = river.people["alice" if decision.seat == "red" else "bruno"]
        if decision.code == "shout":
            return person
        await person.slash("toy row", strokes=3)
    raise AssertionError("no six in 240 dice")


def menu_of(reply: Reply, verb: str) -> tuple[str, dict[str, str]]:
    """The menu of an answer that does a verb: its id, and its labels by value."""
    ((custom_id, labels),) = [
        (name, labels)
        for name, labels in reply.paper.menus.items()
        if name.startswith(f"adj:{verb}:")
    ]
    return custom_id, labels


def texts(papers: list[Paper]) -> str:
    """All words of some messages."""
    return "\n".join(paper.text for paper in papers)


# -- /odds -----------------------------------------------------------------------------------


async def test_odds_of_what_is_owed(crossing: ToyTable) -> None:
    """Each complete answer with its chances, in private; details on choosing one."""
    alice = crossing.people["alice"]
    reply = await alice.slash("odds")
    assert reply.is_private
    assert "**Row one stroke**\n`83.3%` no six · `16.7%` a six" in reply.text

    custom_id, labels = menu_of(reply, "oddsof")
    assert labels == {"0": "Row one stroke"}
    details = await reply.choose("0", custom_id=custom_id)
    assert "A six among the strokes" in details.text
    assert "*(5 in 6)*" in details.text
    assert "On average: strokes: 3.50" in details.text
    assert "Assumes: nobody shouts" in details.text
    assert "How far" in details.text
    back = await details.press("All answers")
    assert "`83.3%` no six" in back.text
    assert back.paper.id == reply.paper.id
    assert (await crossing.entries())[-1] != "row"


async def test_answer_can_be_given_from_its_odds(crossing: ToyTable) -> None:
    """Under the details stands the answer itself."""
    alice = crossing.people["alice"]
    reply = await alice.slash("odds")
    custom_id, _ = menu_of(reply, "oddsof")
    done = await (await reply.choose("0", custom_id=custom_id)).press("Row one stroke")
    assert "Done" in done.text
    assert (await crossing.entries())[-1] == "row"


async def test_odds_in_spanish(crossing: ToyTable) -> None:
    """Decimal comma and all."""
    alice = crossing.people["alice"]
    alice.speak("es-ES")
    text = (await alice.slash("odds")).text.replace("\u00a0", " ")
    assert "**Remar un golpe**\n`83,3 %` ningún seis · `16,7 %` un seis" in text


async def test_order_put_together_for_its_odds_does_nothing(crossing: ToyTable) -> None:
    """The dialogue asks for the fields and ends in odds; Confirm comes only if one means it."""
    alice = crossing.people["alice"]
    before = await crossing.entries()
    reply = await alice.slash("odds")
    custom_id, labels = menu_of(reply, "oddsplan")
    assert list(labels) == ["row", "land"]
    asked = await reply.choose("row", custom_id=custom_id)
    assert "nothing is carried out" in asked.text
    planned = await asked.choose("2")

    assert "Odds of this order" in planned.text
    assert "`69.4%` no six *(25 in 36)*" in planned.text
    assert "Confirm" not in planned.buttons
    assert await crossing.entries() == before
    preview = await planned.press("Use this order …")
    assert "Check your order" in preview.text
    assert "`69.4%` no six" in preview.text
    assert await crossing.entries() == before
    done = await preview.press("Confirm")
    assert "Done" in done.text
    assert (await crossing.entries())[len(before) :] == ["row"]


async def test_confirm_cannot_be_forged_for_a_plan(crossing: ToyTable) -> None:
    """A made-up Confirm of what is put together for its odds shows the odds again."""
    alice = crossing.people["alice"]
    before = await crossing.entries()
    asked = await alice.slash("odds", action="row")
    planned = await asked.choose("1")
    custom_id = planned.buttons["Use this order …"]["custom_id"]
    again = await crossing.forge(alice, custom_id.replace(":mean:", ":confirm:"))
    assert "Odds of this order" in again.text
    assert await crossing.entries() == before


async def test_order_without_dice_says_so(crossing: ToyTable) -> None:
    """Landing rolls nothing; hiding is secret and cannot be asked about."""
    alice = crossing.people["alice"]
    asked = await alice.slash("odds", action="Land")
    planned = await asked.choose("north")
    assert "No odds" in planned.text
    assert "rolls no dice" in (await alice.slash("odds", action="hide")).text
    assert "an order of this game" in (await alice.slash("odds", action="fly")).text.lower()
    assert await alice.offered("odds", "action", "") == {"Row": "row", "Land": "land"}


async def test_nothing_owed(crossing: ToyTable) -> None:
    """Who is not awaited is told so; who may do nothing that rolls is offered nothing."""
    bruno = crossing.people["bruno"]
    reply = await bruno.slash("odds")
    assert reply.is_private
    assert "None of your pending decisions" in reply.text
    assert not reply.paper.menus
    assert await bruno.offered("odds", "action", "") == {}
    assert "allowed now" in (await bruno.slash("odds", action="row")).text


async def test_spectators_are_refused_politely(crossing: ToyTable) -> None:
    """Without a seat there is nothing that one knows more than all; before the start neither."""
    carla = crossing.people["carla"]
    for reply in (
        await carla.slash("odds"),
        await carla.slash("odds", action="row"),
        await carla.press(crossing.panel, "Odds"),
    ):
        assert reply.is_private
        assert "no seat" in reply.text
    assert await carla.offered("odds", "action", "") == {}
    other = crossing.guild.create_text_channel("other")
    assert "no campaign" in (await carla.slash("odds", room=other)).text
    assert await carla.offered("odds", "action", "", room=other) == {}


# -- where something is confirmed ------------------------------------------------------------


async def test_confirm_page_shows_the_odds(crossing: ToyTable) -> None:
    """Before Confirm stands what the dice can do; an order without dice has the page as ever."""
    alice = crossing.people["alice"]
    asked = await alice.press(crossing.panel, "Give an order")
    preview = await (await asked.choose("row")).choose("3")
    assert "Check your order" in preview.text
    assert "`57.9%` no six" in preview.text
    landing = await (
        await (await alice.press(crossing.panel, "Give an order")).choose("land")
    ).choose("north")
    assert "🎲" not in landing.text
    assert "Confirm" in landing.buttons


async def test_private_page_of_an_interruption_shows_the_odds(crossing: ToyTable) -> None:
    """Who is asked sees before they answer what each answer would bring; the public does not."""
    person = await to_shout(crossing)
    asked = await person.press(crossing.panel, "Give an order")
    assert "**Shout**\nWho is the louder: `41.7%` you are the louder" in asked.text
    assert "41.7%" not in texts(crossing.public())
    sure = await person.press(crossing.panel, "Be silent")
    assert "Are you sure" in sure.text
    assert "%" not in sure.text


async def test_dangerous_choice_shows_the_odds_before_it_counts(
    crossing: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a choice is asked about twice, its odds stand at the second question."""
    whole = TOY.odds(crossing_view(await crossing.look()), row(2))
    monkeypatch.setattr(ToyGame, "odds", lambda *_: whole)
    person = await to_shout(crossing)
    sure = await person.press(crossing.panel, "Be silent")
    assert "Are you sure" in sure.text
    assert "`69.4%` no six" in sure.text


def crossing_view(look: Any) -> Any:
    """The public view as red's."""
    import dataclasses

    return dataclasses.replace(
        look.view,
        viewer=look.view.table.player,
        table=dataclasses.replace(look.view.table, frames=()),
    )


def row(strokes: int) -> Any:
    """An order to row."""
    return TOY.actions["row"].model_validate({"strokes": strokes})


async def test_button_after_an_order_leads_to_the_odds(crossing: ToyTable) -> None:
    """The receipt stays; the odds come in a message of their own, also after a restart."""
    alice = crossing.people["alice"]
    done = await alice.slash("toy hide", bank="north")
    assert "Odds" in done.buttons
    await crossing.restart()
    reply = await done.press("Odds")
    assert "`83.3%` no six" in reply.papers[-1].text
    assert reply.papers[-1].id != done.paper.id
    assert "Recorded in secret" in done.text


# -- nobody else's business ------------------------------------------------------------------


async def test_odds_stay_with_who_asked(crossing: ToyTable) -> None:
    """Asking changes nothing that anybody else can notice; menus answer their owner only."""
    alice, bruno, carla = (crossing.people[name] for name in ("alice", "bruno", "carla"))
    before = [person.notices() for person in (bruno, carla)]
    entries = await crossing.entries()
    reply = await alice.slash("odds")
    custom_id, _ = menu_of(reply, "oddsof")
    asked = await reply.choose("row", custom_id=menu_of(reply, "oddsplan")[0])
    planned = await asked.choose("3")
    await alice.press(crossing.panel, "Odds")

    assert [person.notices() for person in (bruno, carla)] == before
    assert await crossing.entries() == entries
    his = await crossing.forge(bruno, custom_id, values=["0"])
    hers = await crossing.forge(carla, custom_id, values=["0"])
    theirs = await crossing.forge(bruno, planned.buttons["Use this order …"]["custom_id"])
    for answer in (his, hers, theirs):
        assert answer.is_private
        assert "%" not in answer.text


async def test_odds_are_those_of_the_askers_view(
    crossing: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is asked with the asker's own view, never with another's or the public's."""
    seen: list[Any] = []
    real = ToyGame.odds

    def watching(self: ToyGame, view: Any, action: Any) -> Any:
        seen.append(view.viewer)
        return real(self, view, action)

    monkeypatch.setattr(ToyGame, "odds", watching)
    await crossing.people["alice"].slash("odds")
    person = await to_shout(crossing)
    await person.slash("odds")
    await person.press(crossing.panel, "Give an order")

    assert set(seen) == {"red", (await crossing.look()).decisions[0].seat}
    assert None not in seen


@pytest.mark.parametrize("custom_id", ["adj:oddsof:x:y", "adj:odds", "adj:mean:nothing"])
async def test_made_up_ids_are_refused(crossing: ToyTable, custom_id: str) -> None:
    """A made-up id gets a private answer."""
    reply = await crossing.forge(crossing.people["alice"], custom_id, values=["7"])
    assert reply.acknowledged
    assert reply.is_private


async def test_stale_details_are_told(crossing: ToyTable) -> None:
    """A menu of a decision that is settled says so."""
    alice = crossing.people["alice"]
    reply = await alice.slash("odds")
    custom_id, _ = menu_of(reply, "oddsof")
    await alice.slash("toy row", strokes=1)
    stale = await reply.choose("0", custom_id=custom_id)
    assert "Too late" in stale.text


# -- when counting goes wrong ----------------------------------------------------------------


async def test_failing_odds_cost_nothing_else(
    crossing: ToyTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A bug in a game's odds leaves orders as they were, and the log tells."""

    def fail(*_: object) -> Any:
        raise RuntimeError("a bug in the odds")

    monkeypatch.setattr(ToyGame, "odds", fail)
    alice = crossing.people["alice"]
    with caplog.at_level(logging.ERROR):
        asked = await alice.press(crossing.panel, "Give an order")
        preview = await (await asked.choose("row")).choose("1")
    assert "a bug in the odds" in caplog.text
    assert "Done" in (await preview.press("Confirm")).text


async def test_late_odds_hold_no_order_up(crossing: ToyTable) -> None:
    """Where counting takes too long the page comes without, and says where they will be."""
    bot = crossing.bot
    assert isinstance(bot, Adjutant)
    bot.oddsmaker.patience = 0
    alice = crossing.people["alice"]
    asked = await alice.press(crossing.panel, "Give an order")
    preview = await (await asked.choose("row")).choose("2")
    assert "taking a while" in preview.text
    assert "Done" in (await preview.press("Confirm")).text

"""A seat that changes hands, as all who sit round the table read it on Discord."""

from __future__ import annotations

import pytest

from bot.moderator.table.live import Live
from tests.e2e.conftest import ToyTable
from tests.e2e.test_seats import let_manage
from tests.support.people import Person, Reply
from tests.support.reading import Paper

pytestmark = pytest.mark.usefixtures("strict_texts")

NOTE = "The lantern *burns* at the north bank, @everyone."


def people(table: ToyTable) -> tuple[Person, Person, Person]:
    """Return who is red, who is blue, and who watches."""
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    return alice, bruno, carla


async def given_up(table: ToyTable, note: str = NOTE) -> Reply:
    """Let alice offer her seat, with a note."""
    page = await table.people["alice"].slash("game seat")
    box = await page.press("Find a substitute")
    done = await box.fill(note=note)
    await table.settle()
    return done


async def let_in(table: ToyTable) -> Paper:
    """Let carla ask for red, and alice let her in; return the letter that carla gets."""
    alice, _, carla = people(table)
    asked = await carla.press(table.bulletins()[-1], "Take over Red")
    assert "I've asked for Red" in asked.text
    assert "take the former player's place" in alice.inbox()[-1].text
    granted = await alice.press(alice.inbox()[-1], "Let in")
    assert "once they accept" in granted.text
    await table.settle()
    return carla.inbox()[-1]


async def test_the_whole_story(river: ToyTable) -> None:
    """Offered, asked for, granted, accepted, asked back and returned, with restarts between."""
    alice, bruno, carla = people(river)
    await alice.slash("toy hide", bank="north")
    page = await alice.slash("game seat")
    assert page.is_private
    done = await given_up(river)
    assert done.is_private
    assert "A substitute is wanted for your seat" in done.text
    assert "\\*burns\\*" in done.text
    post = river.bulletins()[-1]
    assert "A substitute is wanted for **Red**" in post.text
    assert not post.pinged
    assert "A substitute is wanted for **Red**" in river.panel.text
    assert "Take over Red" in river.panel.buttons
    assert "Take over Red" in (await carla.slash("game status")).buttons
    assert "a seat to fill: **Red**" in (await carla.slash("lobby")).text

    await river.restart()
    letter = await let_in(river)
    assert "You may take over Red" in letter.text
    assert "burns" not in letter.text
    assert "north" not in letter.text
    assert (await river.look()).campaign.seats["red"] == (alice.id,)
    for person in (alice, bruno):
        refused = await river.forge(person, letter.buttons["Play Red"]["custom_id"])
        assert "isn't offered to you" in refused.text

    await river.restart()
    seen = len(river.bulletins())
    taken = await carla.press(letter, "Play Red")
    assert "You now play Red" in taken.text
    assert "\\*burns\\* at the north bank" in taken.text
    assert "@everyone" not in taken.text
    await river.settle()
    (told,) = river.bulletins()[seen:]
    assert "a substitute has come in. Players now: carla." in told.text
    assert "carla" in river.panel.text
    assert "Take over Red" not in river.panel.buttons
    assert "a substitute has taken over Red" in alice.inbox()[-1].text
    assert "use `/game join` there" in alice.inbox()[-1].text
    assert "Lantern at North" in (await carla.slash("orders show")).text
    assert "burns" in (await carla.slash("game seat")).text
    for person in (alice, bruno):
        assert "burns" not in person.notices()
    assert "no seat" in (await alice.slash("game seat")).text
    assert "Recorded in secret" in (await carla.slash("toy hide", bank="south")).text
    assert "Recorded in secret" not in (await alice.slash("toy hide", bank="south")).text

    await river.restart()
    await alice.slash("game join", side="red")
    question = carla.inbox()[-1]
    assert "asks to have it back" in question.text
    await carla.press(question, "Let in")
    await river.settle()
    assert "gave the seat back. Players now: alice." in river.bulletins()[-1].text
    assert (await river.look()).campaign.seats["red"] == (alice.id,)
    assert "Thank you for coming in" in carla.inbox()[-1].text
    assert "no seat" in (await carla.slash("game seat")).text


async def test_declined_and_kept(river: ToyTable) -> None:
    """Who declines has read nothing; the holder is told, and keeps the seat."""
    alice, bruno, carla = people(river)
    carla.speak("es-ES")
    await given_up(river, "")
    await carla.press(river.bulletins()[-1], "Take over Red")
    await alice.press(alice.inbox()[-1], "Let in")
    await river.settle()
    assert "Puedes relevar" in (await carla.slash("inbox")).text
    status = await carla.slash("game status")
    assert "Puedes relevar" in status.text
    declined = await status.press("No, gracias")
    assert "Has renunciado" in declined.text
    await river.settle()
    assert "declined" in alice.inbox()[-1].text
    page = await alice.slash("game seat")
    assert "You play on until one has accepted" in page.text
    kept = await page.press("Keep my seat")
    assert "You keep your seat" in kept.text
    await river.settle()
    assert "**Red** (alice): the seat is kept" in river.bulletins()[-1].text
    assert "Take over Red" not in river.panel.buttons
    assert bruno.inbox() == [] or "substitute" not in bruno.inbox()[-1].text


async def test_the_computer_until_they_are_back(river: ToyTable) -> None:
    """Asked for on the page, agreed to in the channel; a press gives the seat back."""
    alice, bruno, _ = people(river)
    await river.to_play("red")
    page = await alice.slash("game seat")
    await page.press("Ask for the computer")
    await river.settle()
    post = river.bulletins()[-1]
    assert post.pinged == {bruno.id}
    assert "asks that the computer play" in post.text
    await bruno.press(post, "Agree")
    await river.settle()
    assert any("The computer now plays **Red**" in one.text for one in river.bulletins())
    assert "(alice), until a player is back" in river.panel.text
    assert not {one.seat for one in (await river.look()).decisions} & {"red"}
    hidden = await alice.slash("toy hide", bank="north")
    assert "press **I'm back**" in hidden.text
    await river.restart()
    assert "I'm back" in hidden.buttons
    back = await (await alice.slash("game seat")).press("I'm back")
    assert "Welcome back" in back.text
    await river.settle()
    assert "until a player is back" not in river.panel.text
    assert "Recorded in secret" in (await alice.slash("toy hide", bank="north")).text


async def test_one_side_asks_that_the_other_be_replaced(river: ToyTable) -> None:
    """They are asked, and may decline."""
    alice, bruno, _ = people(river)
    page = await bruno.slash("game seat")
    await page.press("Ask to replace Red")
    await river.settle()
    post = river.bulletins()[-1]
    assert "a substitute be looked for: Red" in post.text
    await alice.press(post, "Decline")
    await river.settle()
    assert "no substitute is looked for" in river.bulletins()[-1].text
    assert not (await river.look()).campaign.vacant


async def test_a_shared_seat_is_not_given_up(river: ToyTable) -> None:
    """There is no button for it, and no box in which a note would be lost; nor once it is over."""
    alice, _, carla = people(river)
    page = await alice.slash("game seat")
    before = await alice.slash("game seat")
    await carla.slash("game join", side="red")
    await alice.press(alice.inbox()[-1], "Let in")
    refused = await page.press("Find a substitute")
    assert "Others play Red with you" in refused.text
    assert "Find a substitute" not in (await alice.slash("game seat")).buttons

    campaign = (await river.look()).campaign

    async def offered(live: Live, _again: bool) -> Live | None:
        return await river.moderator.vacancies.run_out(live, "red")

    await river.moderator.desk.exclusive(campaign.id, offered)
    page = await alice.slash("game seat")
    assert "ends the search" in page.text
    assert "Keep my seat" in page.buttons
    assert "Note for the substitute" not in page.buttons
    await (await carla.slash("game leave")).press("Leave campaign")
    page = await alice.slash("game seat")
    assert "ends the search" not in page.text
    assert "Note for the substitute" in page.buttons
    await (await alice.slash("game resign")).press("Resign")
    assert "over" in (await before.press("Find a substitute")).text


async def test_who_is_barred(river: ToyTable) -> None:
    """By people who manage the server alone; told plainly wherever they try; and let in again."""
    alice, _, carla = people(river)
    dora = let_manage(river, "dora")
    assert "Manage Server" in (await alice.slash("game bar", person=carla.actor)).text
    done = await dora.slash("game bar", person=carla.actor)
    assert "can't create, join or ask" in done.text
    assert "barred" in (await carla.slash("game join", side="red")).text
    other = river.guild.create_text_channel("other")
    made = await carla.slash("game new", game="toy", room=other)
    assert "barred" in made.text
    assert str(carla.id) in (await dora.slash("game bar")).text
    await dora.slash("game bar", person=carla.actor, lift=True)
    assert "No one is barred" in (await dora.slash("game bar")).text
    assert "I've asked" in (await carla.slash("game join", side="red")).text

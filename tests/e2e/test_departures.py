"""People who leave the server of their table, on Discord: what is said, and who takes over."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ToyTable
from tests.e2e.test_seats import let_manage, pass_days
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("strict_texts")


async def forsaken(table: ToyTable) -> tuple[Person, Person, Person]:
    """Let alice, who is red, leave the server, and carla ask for red; return all three."""
    alice, bruno, carla = (table.people[n] for n in ("alice", "bruno", "carla"))
    alice.leave_server()
    await carla.slash("game join", side="red")
    return alice, bruno, carla


async def test_whoever_asks_hears_that_nobody_is_there(river: ToyTable) -> None:
    """Seat, status, panel and the page of joining say so, and the other side is told."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    carla.speak("es-ES")
    alice.leave_server()

    asked = await carla.slash("game join", side="red")

    assert "dejaron el servidor" in asked.text
    assert "he preguntado" not in asked.text
    assert "all players of Red left the server" in bruno.inbox()[-1].text
    assert "alice *(not in the server)*" in river.panel.text
    assert "All players of **Red** left the server" in river.panel.text
    shown = (await bruno.slash("game status")).text
    assert "alice *(not in the server)*" in shown
    assert "someone with *Manage Server*" in shown
    # Red still is alice's: nobody else has it, nor may the other side give it away.
    assert "Let in" not in (await bruno.slash("game status")).buttons
    assert "Let in" not in (await bruno.slash("inbox")).buttons
    assert (await river.look()).campaign.seats["red"] == (alice.id,)


async def test_a_bulletin_finds_out_who_is_gone(river: ToyTable) -> None:
    """It is looked after the people it calls; whoever waits for them hears of it."""
    await river.to_play("blue")
    await river.wait(hours=2)
    alice, bruno = river.people["alice"], river.people["bruno"]
    alice.leave_server()
    await bruno.slash("toy land", bank="north")
    await river.settle()

    assert "left the server" in river.panel.text
    assert "all players of Red left the server" in bruno.inbox()[-1].text


async def test_a_question_that_reaches_nobody_finds_out(river: ToyTable) -> None:
    """50278 makes the bot ask the server, which answers that there is no such member."""
    alice, carla = river.people["alice"], river.people["carla"]
    alice.leave_server()
    path = f"/guilds/{river.guild.id}/members/{alice.id}"
    river.env.inject_error("GET", path, status=500, times=1)  # at first nothing can be said
    assert "I've asked" in (await carla.slash("game join", side="red")).text

    assert "alice *(not in the server)*" in river.panel.text


async def test_a_secret_order_finds_nobody_out(river: ToyTable) -> None:
    """A team mate's copy of it does not arrive, nor does one who is back give orders in public.

    That they are gone, or back, is not shown by that: it would tell of the order.
    """
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    await carla.slash("game join", side="red")
    await alice.press(alice.inbox()[-1], "Let in")
    alice.leave_server()
    before = bruno.notices()
    assert "Recorded in secret" in (await carla.slash("toy hide", bank="north")).text
    assert bruno.notices() == before

    await river.add_person("dora").slash("game join", side="red")
    assert "alice *(not in the server)*, carla" in river.panel.text
    alice.return_to_server()
    alice.be_called("Alice the Great")
    before = bruno.notices()
    assert "Recorded in secret" in (await alice.slash("toy hide", bank="south")).text
    assert bruno.notices() == before


async def test_closed_messages_alone_are_no_departure(river: ToyTable) -> None:
    """50007: they are in the server, take no messages, and are asked as ever."""
    alice, carla = river.people["alice"], river.people["carla"]
    alice.close_dms()
    assert "I've asked" in (await carla.slash("game join", side="red")).text
    await river.settle()
    assert "not in the server" not in river.panel.text
    assert "Let in" in (await alice.slash("inbox")).buttons


async def test_once_a_day_everybody_is_looked_after(river: ToyTable) -> None:
    """Also where nothing happens; a restart does not do it again."""
    river.people["alice"].leave_server()
    await pass_days(river, 1)
    assert "alice *(not in the server)*" in river.panel.text
    before = len(river.env.http_requests)
    await river.restart()
    await river.settle()
    again = [call for call in river.env.http_requests[before:] if "/members/" in call.path]
    assert not again


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50001), (404, 10004), (500, 0)], ids=["access", "server", "error"]
)
async def test_only_an_unknown_member_is_gone(river: ToyTable, status: int, code: int) -> None:
    """Whatever else Discord answers says nothing about a person."""
    alice, carla = river.people["alice"], river.people["carla"]
    path = f"/guilds/{river.guild.id}/members/{alice.id}"
    river.env.inject_error("GET", path, status=status, code=code, message="No", times=None)
    assert "I've asked" in (await carla.slash("game join", side="red")).text
    assert "not in the server" not in river.panel.text


async def test_a_server_without_the_bot_is_no_departure(river: ToyTable) -> None:
    """Of a server that has put the bot out nothing can be said."""
    campaign = (await river.look()).campaign
    river.env.backend.remove_guild(river.guild.id)
    await river.settle()
    await river.wait(hours=25)
    assert (await river.moderator.reader.campaign(campaign.id)).gone == {}


async def test_a_press_from_outside_is_refused(river: ToyTable) -> None:
    """An old direct message gives nobody a say who has left; it does when they are back."""
    alice, carla = river.people["alice"], river.people["carla"]
    await carla.slash("game join", side="red")
    letter = alice.inbox()[-1]
    alice.leave_server()

    for label in ("Let in", "Refuse"):
        refused = await alice.press(letter, label)
        assert "no longer in the server" in refused.text
    assert (await river.look()).campaign.seats["red"] == (alice.id,)

    alice.return_to_server()
    assert "has joined Red" in (await alice.press(letter, "Let in")).text


async def test_coming_back_restores_all(river: ToyTable) -> None:
    """The first thing they do in the server says that they are there; they are asked anew."""
    alice, bruno, carla = await forsaken(river)
    alice.return_to_server()

    shown = await alice.slash("game status")

    assert "not in the server" not in shown.text
    assert "not in the server" not in river.panel.text
    assert "a player of Red came back to the server" in bruno.inbox()[-1].text
    assert f"**carla ({carla.mention})** asks to join Red" in alice.inbox()[-1].text
    assert "has joined Red" in (await alice.press(alice.inbox()[-1], "Let in")).text


async def test_the_seat_is_given_after_three_days(river: ToyTable) -> None:
    """By somebody who manages the server and has no seat; both sides are told."""
    alice, bruno, carla = await forsaken(river)
    dora = let_manage(river, "dora")
    early = await dora.slash("game status")
    assert "carla" in early.text
    assert "Let in" not in early.buttons
    assert "Refuse" in early.buttons
    button = early.buttons["Refuse"]["custom_id"].replace(":turnaway:", ":admit:")
    assert "may still come back" in (await river.forge(dora, button)).text

    await pass_days(river, 3)
    shown = await dora.slash("game status")
    assert "second account" in shown.text
    forged = await river.forge(bruno, button)
    assert "can't decide who joins" in forged.text
    alice.open_dms()  # by way of another server that they share
    done = await shown.press("Let in")

    assert "**carla** has joined Red" in done.text
    assert (await river.look()).campaign.seats["red"] == (carla.id,)
    assert "a new player plays Red" in bruno.inbox()[-1].text
    assert "so another player now plays Red in your place" in alice.inbox()[-1].text
    assert "You have been let in" in carla.inbox()[-1].text
    assert "Everyone" not in river.panel.text
    # Too late: alice is one who has sat on red.
    alice.return_to_server()
    assert "I've asked" in (await alice.slash("game join", side="red")).text
    assert "You have commanded Red" in (await alice.slash("game join", side="blue")).text


async def test_they_are_back_when_the_seat_is_given(river: ToyTable) -> None:
    """It is looked again: nobody is let in over their head."""
    alice, _, carla = await forsaken(river)
    dora = let_manage(river, "dora")
    await pass_days(river, 3)
    shown = await dora.slash("game status")
    alice.return_to_server()

    refused = await shown.press("Let in")

    assert "can't decide who joins" in refused.text
    assert (await river.look()).campaign.seats["red"] == (alice.id,)
    assert "asks to join Red" in alice.inbox()[-1].text
    assert carla.id not in (await river.look()).campaign.seats["red"]


@pytest.mark.parametrize("erased", [False, True], ids=["left", "erased"])
async def test_nobody_takes_it_who_has_sat_elsewhere(river: ToyTable, erased: bool) -> None:
    """Not who was blue, whether or not they had themself erased, nor by their right to manage."""
    bruno, dora = river.people["bruno"], let_manage(river, "dora")
    await dora.slash("game join", side="blue")
    await bruno.press(bruno.inbox()[-1], "Let in")
    await dora.slash("game leave")
    await (await dora.slash("game leave")).press("Leave campaign")
    if erased:
        await (await (await dora.slash("privacy")).press("Erase me")).press("Yes, erase me")
    _, _, carla = await forsaken(river)
    await pass_days(river, 3)

    assert "You have commanded Blue" in (await dora.slash("game join", side="red")).text
    assert "Let in" not in (await dora.slash("game status")).buttons
    assert carla.id not in (await river.look()).campaign.seats["red"]


async def test_who_asked_and_left_is_not_seated(river: ToyTable) -> None:
    """Neither of a side that is deserted nor of another."""
    alice, carla = river.people["alice"], river.people["carla"]
    await carla.slash("game join", side="red")
    carla.leave_server()
    assert "can no longer take this side" in (await alice.press(alice.inbox()[-1], "Let in")).text


async def test_the_other_side_may_look_for_somebody(river: ToyTable) -> None:
    """In the channel, once a day, with the button that asks; it gives them no more say."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    await bruno.slash("game join", side="blue")
    alice.leave_server()
    await carla.slash("game join", side="blue")
    await pass_days(river, 1)
    assert "Find a player for Red" not in (await carla.slash("game status")).buttons
    shown = await bruno.slash("game status")

    called = await shown.press("Find a player for Red")

    post = river.bulletins()[-1]
    assert "bruno asks for one to take over" in post.text
    assert not post.pinged
    assert not called.is_private
    assert "less than a day ago" in (await shown.press("Find a player for Red")).text
    asked = await carla.press(post, "Join as Red")
    assert "You've asked to take it over" in asked.text
    forged = await river.forge(carla, shown.buttons["Find a player for Red"]["custom_id"])
    assert "hold no seat" in forged.text


async def test_a_side_is_gone_when_all_of_it_are(river: ToyTable) -> None:
    """Of two who play red one leaves: red plays on, and the one who is there decides."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    await carla.slash("game join", side="red")
    await alice.press(alice.inbox()[-1], "Let in")
    told = len(bruno.inbox())
    alice.leave_server()
    dora = river.add_person("dora")
    asked = await dora.slash("game join", side="red")

    assert "Red in **River**: carla." in asked.text
    assert "alice *(not in the server)*, carla" in river.panel.text
    assert "Everyone" not in river.panel.text
    assert len(bruno.inbox()) == told
    assert "asks to join Red" in carla.inbox()[-1].text

    carla.leave_server()
    assert "left the server" in (await dora.slash("game join", side="red")).text
    assert "all players of Red left" in bruno.inbox()[-1].text


async def test_before_the_start_a_deserted_side_is_free(toy: ToyTable) -> None:
    """There are no secrets yet: whoever comes takes the place of those who are gone."""
    alice, bruno, carla = (toy.people[n] for n in ("alice", "bruno", "carla"))
    await alice.slash("game new", game="toy", name="River")
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    bruno.leave_server()
    assert "You command **Blue**" in (await carla.slash("game join", side="blue")).text
    assert (await toy.look()).campaign.seats["blue"] == (carla.id,)


@pytest.mark.parametrize("code", [10007, 10013], ids=["banned or left", "account deleted"])
async def test_an_account_that_is_no_more_is_gone_as_well(river: ToyTable, code: int) -> None:
    """Discord knows no such member, or no such user: both are found when a bulletin is posted."""
    await river.to_play("blue")
    await river.wait(hours=2)
    alice, bruno = river.people["alice"], river.people["bruno"]
    path = f"/guilds/{river.guild.id}/members/{alice.id}"
    river.env.inject_error("GET", path, status=404, code=code, message="Unknown", times=None)
    await bruno.slash("toy land", bank="north")
    await river.settle()
    assert "left the server" in river.panel.text

"""Taking seats that others must grant, and what people who manage a server do, on Discord."""

from __future__ import annotations

import discord
import pytest

from bot.moderator import Complaint
from tests.e2e.conftest import ToyTable
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("strict_texts")


def let_manage(table: ToyTable, name: str) -> Person:
    """Add somebody who has Manage Server."""
    role = table.guild.create_role("Staff", permissions=discord.Permissions(manage_guild=True))
    user = table.env.create_user(name)
    person = Person(table, name, table.guild.add_member(user, roles=[role]))
    table.people[name] = person
    return person


async def test_a_member_lets_somebody_in(river: ToyTable) -> None:
    """The member is asked by direct message, nobody else hears of it, and a press decides."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    bruno.speak("es-ES")
    others, public = bruno.notices(), [paper.text for paper in river.public()]
    asked = await carla.slash("game join", side="red")

    assert asked.is_private
    assert "I've asked" in asked.text
    assert "Red in **River**: alice." in asked.text
    letter = alice.inbox()[-1]
    assert "asks to join Red" in letter.text
    assert carla.mention in letter.text
    assert not letter.pinged - {alice.id}
    assert bruno.notices() == others
    assert [paper.text for paper in river.public()] == public
    assert "Let in" not in (await bruno.slash("game status")).buttons
    assert "Let in" not in (await bruno.slash("inbox")).buttons
    assert "Let in" in (await alice.slash("game status")).buttons
    shown = await alice.slash("inbox")
    assert "Let in" in shown.buttons

    done = await alice.press(letter, "Let in")
    assert "**carla** has joined Red" in done.text
    assert "**Red**: alice, carla" in river.panel.text
    assert "You have been let in" in carla.inbox()[-1].text
    # The same question again, from where it was shown before: settled, in friendly words.
    late = await shown.press("Let in")
    assert "settled already" in late.text
    assert "Red" in (await carla.slash("orders show")).text


async def test_a_refusal_is_told_to_whoever_asked(river: ToyTable) -> None:
    """In their language, by nobody's name; they cannot ask again at once."""
    alice, carla = river.people["alice"], river.people["carla"]
    carla.speak("es-ES")
    assert "les he preguntado" in (await carla.slash("game join", side="red")).text
    done = await alice.press(alice.inbox()[-1], "Refuse")
    assert "has not been let in" in done.text
    assert "No te han admitido" in carla.inbox()[-1].text
    assert "alice" not in carla.inbox()[-1].text
    again = await carla.slash("game join", side="red")
    assert "24 horas" in again.text
    assert "pide" not in (await alice.slash("inbox")).text


async def test_an_empty_side_is_granted_by_whoever_manages_the_server(river: ToyTable) -> None:
    """By /game status; the right is looked at when the press arrives."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    dora = let_manage(river, "dora")
    await (await alice.slash("game leave")).press("Leave campaign")
    # What alice has read stays with them, also when they are erased and come back.
    await (await (await alice.slash("privacy")).press("Erase me")).press("Yes, erase me")
    await carla.slash("game join", side="red")
    assert "which has no player now" in bruno.inbox()[-1].text

    shown = await dora.slash("game status")
    (button,) = [b for label, b in shown.buttons.items() if label == "Let in"]
    stranger = river.add_person("eve")
    forged = await river.forge(stranger, button["custom_id"])
    assert "can't decide who joins" in forged.text
    done = await shown.press("Let in")
    assert "**carla** has joined Red" in done.text

    await (await bruno.slash("game leave")).press("Leave campaign")
    back = await alice.slash("game join", side="blue")
    assert "You have commanded Red" in back.text
    assert "Your side" not in (await alice.slash("orders show")).text


async def test_closed_messages_lose_no_question(river: ToyTable) -> None:
    """Who takes no direct messages finds it where they look themselves."""
    alice, carla = river.people["alice"], river.people["carla"]
    alice.close_dms()
    await carla.slash("game join", side="red")
    shown = await alice.slash("inbox")
    assert "asks to join Red" in shown.text
    assert "has joined" in (await shown.press("Let in")).text


async def test_the_last_to_leave_is_asked(toy: ToyTable) -> None:
    """Before and after the start; the panel of what is over offers no seat."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    made = await alice.slash("game new", game="toy", name="River")
    await made.press("Join as Red")
    asked = await alice.slash("game leave")
    assert "You're the last player" in asked.text
    await asked.press("Cancel")
    assert "Join as Red" in toy.panel.buttons
    asked = await alice.slash("game leave")
    await bruno.press(toy.panel, "Join as Blue")
    # Bruno came meanwhile: nothing ends, alice leaves.
    assert "You have left" in (await asked.press("Leave and end it")).text
    assert "Join as Red" in toy.panel.buttons
    left = await (await bruno.slash("game leave")).press("Leave and end it")
    assert "over" in left.text
    assert not [label for label in toy.panel.buttons if label.startswith("Join")]
    assert "🏁" in toy.panel.text
    assert "over" in (await alice.slash("game join", side="red")).text
    assert "is ready" in (await bruno.slash("game new", game="toy", name="Second")).text


async def test_who_was_asked_too_little_is_asked_again(river: ToyTable) -> None:
    """The other side left between question and press: that the game ends is asked first."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    asked = await alice.slash("game leave")
    await (await bruno.slash("game leave")).press("Leave campaign")
    again = await asked.press("Leave campaign")
    assert "You're the last player" in again.text
    assert "over" in (await again.press("Leave and end it")).text
    assert "🏁" in river.panel.text


@pytest.mark.parametrize("begun", [True, False], ids=["under way", "not begun"])
async def test_closing_a_stuck_campaign(toy: ToyTable, begun: bool) -> None:
    """With Manage Server alone, after a question; told to all, log kept, channel free."""
    if begun:
        await toy.begin()
    else:
        await toy.people["alice"].slash("game new", game="toy", name="River")
    carla, dora = toy.people["carla"], let_manage(toy, "dora")
    assert "Manage Server" in (await carla.slash("game close")).text
    asked = await dora.slash("game close")
    (button,) = [b for label, b in asked.buttons.items() if label == "End it for everyone"]
    forged = await toy.forge(carla, button["custom_id"])
    assert "Manage Server" in forged.text
    before = len(toy.bulletins())
    done = await asked.press("End it for everyone")

    assert "closed" in done.text
    told = toy.bulletins()[before:]
    assert len(told) == 1
    assert "People who manage this server have closed the campaign" in told[0].text
    assert not told[0].pinged
    assert "closed" in toy.panel.text
    assert not [label for label in toy.panel.buttons if label.startswith("Join")]
    if begun:
        assert "Closing" in (await carla.slash("log show")).text
    assert "over" in (await dora.slash("game close")).text
    assert "is ready" in (await carla.slash("game new", game="toy", name="Second")).text


async def test_a_limit_on_open_campaigns(toy: ToyTable) -> None:
    """One stranger cannot fill the server; who manages it chooses the number, and is free."""
    carla, dora = toy.people["carla"], let_manage(toy, "dora")
    assert "may have 5 campaigns open in this server." in (await carla.slash("game limit")).text
    assert "Manage Server" in (await carla.slash("game limit", campaigns=9)).text
    assert (
        "may have 2 campaigns open in this server."
        in (await dora.slash("game limit", campaigns=2)).text
    )
    for number in range(4):
        room = toy.guild.create_text_channel(f"room-{number}")
        made = await carla.slash("game new", game="toy", name=f"R{number}", room=room)
        assert ("is ready" in made.text) == (number < 2)
        assert number < 2 or "/game limit" in made.text
    await (await carla.slash("privacy")).press("Erase me")
    for number in range(4, 7):
        room = toy.guild.create_text_channel(f"room-{number}")
        assert "is ready" in (await dora.slash("game new", game="toy", room=room)).text


async def test_the_list_names_what_one_can_see(river: ToyTable) -> None:
    """Not the campaign of a hidden channel, nor of a private thread; but always one's own."""
    alice, carla = river.people["alice"], river.people["carla"]
    role = river.guild.create_role("Inner circle")
    me = river.guild.me
    assert me is not None
    hidden = river.guild.create_text_channel(
        "hidden",
        overwrites={
            river.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            role: discord.PermissionOverwrite(view_channel=True),
            me: discord.PermissionOverwrite(view_channel=True),
        },
    )
    dora = let_manage(river, "dora")
    made = await river.moderator.lobby.create(
        game="toy",
        name="Conspiracy",
        guild_id=river.guild.id,
        channel_id=hidden.id,
        person_id=alice.id,
        language="en",
    )
    await river.settle()
    assert "Conspiracy" not in (await carla.slash("game list")).text
    assert "River" in (await carla.slash("game list")).text
    assert "Conspiracy" not in (await dora.slash("game list")).text
    assert "Conspiracy" in (await alice.slash("game list")).text
    await river.moderator.seats.join(made.id, carla.id, "red")
    assert "Conspiracy" in (await carla.slash("game list")).text
    assert "Conspiracy" in (await carla.slash("game list", mine=True)).text


async def test_privacy_says_what_stays(river: ToyTable) -> None:
    """In words, in both languages, with its end."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    bruno.speak("es-ES")
    told = (await alice.slash("privacy")).text
    assert "When the campaign ends, key and fingerprint are deleted" in told
    assert "se borran clave y huella" in (await bruno.slash("privacy")).text


async def test_a_server_that_put_the_bot_out(toy: ToyTable) -> None:
    """It is noted when Discord says so; what is due is erased by the bot itself, not sooner."""
    await toy.begin()
    campaign = (await toy.look()).campaign.id
    toy.env.backend.remove_guild(toy.guild.id)
    await toy.settle()
    await pass_days(toy, 29)
    assert (await toy.moderator.reader.campaign(campaign)).status == "playing"
    await pass_days(toy, 1)
    with pytest.raises(Complaint, match=r"campaign\.unknown"):
        await toy.moderator.reader.campaign(campaign)


async def test_a_bot_put_out_while_it_was_away(toy: ToyTable) -> None:
    """Then the time counts from its next start, and coming back ends it."""
    await toy.begin()
    campaign = (await toy.look()).campaign.id
    await toy.stop()
    guild = toy.env.backend.guilds.pop(toy.guild.id)
    await toy.start()
    await toy.settle()
    await pass_days(toy, 29)
    toy.env.backend.guilds[guild.id] = guild
    await pass_days(toy, 30)
    assert (await toy.moderator.reader.campaign(campaign)).status == "playing"


async def pass_days(table: ToyTable, days: int) -> None:
    """Let days pass while the bot is stopped, and start it again."""
    await table.stop()
    table.env.backend.advance_clock(days * 24 * 3600.0)
    await table.start()
    await table.settle()

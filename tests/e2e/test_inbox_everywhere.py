"""``/inbox`` in direct messages and over servers: one's turn is played from where it is read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from simcord.builders import ChannelHandle, GuildHandle

from bot.cogs import inbox as cog
from bot.moderator.looking.reader import CampaignReader
from tests.e2e.conftest import ToyTable
from tests.e2e.test_planning import kinds, pick
from tests.support.people import Person, Reply

pytestmark = pytest.mark.usefixtures("strict_texts")


async def dm(person: Person, command: str, **options: Any) -> Reply:
    """Type a command in the direct messages with the bot."""
    return Reply(person, await person.actor.user.slash(command, **options))


async def other_server(table: ToyTable, *names: str) -> tuple[GuildHandle, ChannelHandle]:
    """Begin a game in another server, which has these people, and let red be awaited."""
    guild = table.env.create_guild("War College")
    room = guild.create_text_channel("ford")
    red, blue = (guild.add_member(table.people[name].actor.user) for name in names)
    for who, command, options in (
        (red, "game new", {"game": "toy", "name": "Ford"}),
        (red, "game join", {"side": "red"}),
        (blue, "game join", {"side": "blue"}),
        (red, "game start", {}),
    ):
        await who.slash(room, command, **options)
    found = await table.moderator.reader.campaign_in(guild.id, room.id)
    assert found is not None
    if (await table.moderator.reader.look(found.id)).decisions[0].seat == "blue":
        await blue.slash(room, "toy land", bank="island")
    return guild, room


async def test_a_whole_turn_is_played_from_a_direct_message(river: ToyTable) -> None:
    """By a plan, by a dialogue, by a button; the channel is told as ever."""
    await river.to_play()
    alice = river.people["alice"]
    shown = await dm(alice, "inbox")
    assert shown.is_private
    assert f"**River** in <#{river.channel.id}>" in shown.text
    assert "Your move since" in shown.text
    assert "there is no clock" in shown.text
    turn = await shown.press("Act in River")
    assert "Staff College" not in shown.text
    assert f"https://discord.com/channels/{river.guild.id}/{river.channel.id}" in {
        button.get("url") for button in turn.buttons.values()
    }

    before, told = await kinds(river), len(river.bulletins())
    page = await turn.press("Plan my turn")
    planned = await (await pick(page, "plankind", "land")).press("North")
    assert "1 entry done" in (await planned.press("Send 1 entry")).text
    await river.settle()
    assert (await kinds(river))[len(before) :] == ["land"]
    assert len(river.bulletins()) > told
    assert "Nothing is waiting" in (await dm(alice, "inbox")).text

    await river.to_play()
    turn = await (await dm(alice, "inbox")).press("Act in River")
    box = await (await turn.press("Plan my turn")).press("Type orders")
    sent = await alice.actor.user.submit_modal(box.result, {"value": "row 1"})
    assert "Send 1 entry" in Reply(alice, sent).buttons
    turn = await (await dm(alice, "inbox")).press("Act in River")
    asked = await (await turn.press("Give an order")).choose("hide")
    hidden = await (await asked.choose("south")).press("Confirm")
    assert "Recorded in secret" in hidden.text
    assert hidden.is_private


async def test_what_is_shown_in_a_direct_message_covers_no_letter(river: ToyTable) -> None:
    """A press on a message that everybody at that place reads again is answered apart."""
    await river.to_play()
    alice = river.people["alice"]
    await alice.slash("toy hide", bank="north")
    letter = alice.inbox()[-1]
    said = letter.text
    buttons = [b for b in letter.buttons.values() if b.get("custom_id")]
    for one in buttons:
        await alice.press(letter, custom_id=one["custom_id"])
    assert letter.text == said


async def test_who_has_left_the_server_plays_no_more(river: ToyTable) -> None:
    """Nor do they read what waits for them; it all is theirs again when they are back."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    shown = await dm(alice, "inbox")
    await river.restart()
    alice.leave_server()
    before = bruno.notices()
    user = alice.actor.user
    assert "no longer in the server" in (await shown.press("Act in River")).text
    assert "Nothing is waiting" in Reply(alice, await user.slash("inbox")).text
    # What they did in private is noted nowhere.
    assert bruno.notices() == before
    assert "alice *(not" not in river.panel.text

    alice.return_to_server()
    assert "Plan my turn" in (await (await dm(alice, "inbox")).press("Act in River")).buttons


async def test_who_has_no_seat_is_refused_in_direct_messages(river: ToyTable) -> None:
    """As one who never sat there."""
    await river.to_play()
    alice = river.people["alice"]
    shown = await dm(alice, "inbox")
    await (await alice.slash("game leave")).press("Leave campaign")
    assert "Use this in a server channel" in (await shown.press("Act in River")).text
    assert "Nothing is waiting" in (await dm(alice, "inbox")).text


async def test_tables_of_several_servers(river: ToyTable) -> None:
    """By server; from a server those of others are reached by a link, or by direct message."""
    await river.to_play()
    alice = river.people["alice"]
    guild, room = await other_server(river, "alice", "bruno")

    shown = await dm(alice, "inbox")
    assert "**Staff College**" in shown.text
    assert "**War College**" in shown.text
    assert {"Act in River", "Act in Ford"} <= shown.buttons.keys()
    key = shown.buttons["Act in River"]["custom_id"]
    assert "Plan my turn" in (await shown.press("Act in Ford")).buttons

    here = await alice.slash("inbox")
    assert "**War College**" in here.text
    assert "Act in Ford" not in here.buttons
    assert here.buttons["Go to Ford"]["url"] == (
        f"https://discord.com/channels/{guild.id}/{room.id}"
    )
    assert "direct messages" in here.text

    # A press for a table of another server leads there whoever sits at it, and nobody else.
    wrong = await river.forge(alice, key, guild=guild)
    assert "you don't reach" in wrong.text
    assert "Go to River" in wrong.buttons
    carla = await river.forge(river.people["carla"], key, guild=guild)
    assert "belongs to another server" in carla.text
    assert not carla.buttons


async def test_what_others_are_asked_is_not_counted(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it take the place of what is theirs: nobody learns who asks to play another side."""
    monkeypatch.setattr(cog, "INBOX_SIZE", 1)
    await river.to_play()
    bruno, carla = river.people["bruno"], river.people["carla"]
    guild, room = await other_server(river, "alice", "bruno")
    await carla.slash("game join", side="red")
    assert "Nothing is waiting" in (await bruno.slash("inbox")).text

    ford = await river.moderator.reader.campaign_in(guild.id, room.id)
    assert ford is not None
    alice = river.people["alice"].id
    await river.moderator.offers.make(ford.id, alice, "draw", request="interaction/draw")
    shown = await dm(bruno, "inbox")
    assert "Ford" in shown.text
    assert "more" not in shown.text


async def test_a_server_that_the_bot_has_left_is_not_listed(river: ToyTable) -> None:
    """And a button for a table of it says so."""
    await river.to_play()
    alice = river.people["alice"]
    shown = await dm(alice, "inbox")
    user = alice.actor.user
    river.env.backend.remove_guild(river.guild.id)
    await river.settle()
    assert "Nothing is waiting" in Reply(alice, await user.slash("inbox")).text
    assert "no longer in the server" in (await shown.press("Act in River")).text


async def test_a_side_that_only_its_own_people_know_to_be_asked_is_not_listed(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is listed hangs on public decisions, however their own are worded."""
    await river.to_play()
    alice = river.people["alice"]
    assert "River" in (await dm(alice, "inbox")).text
    looks = CampaignReader.look

    async def secretly(self: CampaignReader, campaign: str, person: int | None = None) -> Any:
        found = await looks(self, campaign, person)
        return replace(found, decisions=())

    monkeypatch.setattr(CampaignReader, "look", secretly)
    assert "Nothing is waiting" in (await dm(alice, "inbox")).text


async def test_a_seat_that_was_granted_is_accepted_from_there(river: ToyTable) -> None:
    """Also by somebody who has no seat yet; then it is their turn that is listed."""
    await river.to_play()
    alice, carla = river.people["alice"], river.people["carla"]
    await (await (await alice.slash("game seat")).press("Find a substitute")).fill(note="")
    await carla.slash("game join", side="red")
    await alice.press(alice.inbox()[-1], "Let in")
    shown = await dm(carla, "inbox")
    label = next(label for label in shown.buttons if "Red" in label)
    assert "River" in shown.text
    await shown.press(label)
    assert "Act in River" in (await dm(carla, "inbox")).buttons
    assert "Act in River" not in (await dm(alice, "inbox")).buttons


async def test_while_the_computer_plays_for_somebody(river: ToyTable) -> None:
    """They are told so, with the button that takes the seat back."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    await (await alice.slash("game seat")).press("Ask for the computer")
    await bruno.press(river.bulletins()[-1], "Agree")
    shown = await dm(alice, "inbox")
    assert "is playing for you" in shown.text
    assert "Act in River" not in shown.buttons
    assert "Welcome back" in (await shown.press("I'm back in River")).text

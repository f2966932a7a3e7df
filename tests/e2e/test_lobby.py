"""``/lobby`` on Discord: who sees which tables, and what a press does."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle
from sqlalchemy import update

from bot.store.schema import people
from tests.e2e.conftest import ToyTable
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("strict_texts")


async def opened(table: ToyTable, who: Person, name: str, **more: Any) -> ChannelHandle:
    """Let somebody create a table in a channel of its own, and take no seat."""
    room = table.guild.create_text_channel(name)
    made = await who.slash("game new", room=room, game="toy", name=name, **more)
    assert "Join as Red" in made.buttons
    await table.wait(60)
    return room


async def test_a_free_side_is_taken_from_the_list(toy: ToyTable) -> None:
    """It says what is played and how; the answer is private, the seat is theirs."""
    alice, carla = toy.people["alice"], toy.people["carla"]
    await alice.slash("game new", game="toy", name="River", pace="2 days")
    await alice.slash("game join", side="red")

    shown = await carla.slash("lobby")
    assert shown.is_private
    assert f"**1. River** in <#{toy.channel.id}>" in shown.text
    assert "Free: **Blue**" in shown.text
    assert "2 days" in shown.text
    assert "by alice" in shown.text
    assert "English" in shown.text
    assert list(shown.buttons) == ["1 · Join as Blue"]

    assert "Blue" in (await shown.press("1 · Join as Blue")).text
    assert "**Blue**: carla" in toy.panel.text
    assert "No table in this server" in (await carla.slash("lobby")).text
    carla.speak("es-ES")
    assert "Ninguna mesa" in (await carla.slash("lobby")).text


async def test_a_seat_that_is_given_up_is_asked_for(river: ToyTable) -> None:
    """Those concerned are asked; nothing changes before they grant it."""
    alice, carla = river.people["alice"], river.people["carla"]
    assert "No table in this server" in (await carla.slash("lobby")).text
    await (await (await alice.slash("game seat")).press("Find a substitute")).fill(note="")

    shown = await carla.slash("lobby")
    assert "Under way, with a seat to fill: **Red**" in shown.text
    asked = await shown.press("1 · Ask to play Red")
    assert "I've asked for Red" in asked.text
    assert (await river.look()).campaign.seats["red"] == (alice.id,)
    assert "Red" in alice.inbox()[-1].text
    mine = await alice.slash("lobby")
    assert "You play Red." in mine.text
    assert not mine.buttons


async def test_how_much_the_creator_has_played(toy: ToyTable) -> None:
    """As they say it themselves, in the reader's language."""
    alice, carla = toy.people["alice"], toy.people["carla"]
    await opened(toy, alice, "one")
    async with toy.moderator.desk.database.write() as connection:
        await connection.execute(
            update(people).where(people.c.discord_id == alice.id).values(experience="many")
        )
    assert "has played many games" in (await carla.slash("lobby")).text
    carla.speak("es-ES")
    assert "ha jugado muchas partidas" in (await carla.slash("lobby")).text


async def test_pages_and_filters(toy: ToyTable) -> None:
    """Five a page, numbered through; a filter holds on every page."""
    alice, carla = toy.people["alice"], toy.people["carla"]
    for number in range(5):
        await opened(toy, alice, f"english{number}")
    for number in range(2):
        await opened(toy, toy.people["bruno"], f"spanish{number}", language="es")

    first = await carla.slash("lobby")
    assert "7 tables" in first.text
    assert len(re.findall(r"\*\*\d\. ", first.text)) == 5
    second = await first.press("Next ▶")
    assert "**6. english1**" in second.text
    assert "7 · Join as Red" in second.buttons
    assert "**1. spanish1**" in (await second.press("◀ Back")).text
    spanish = await carla.slash("lobby", language="es")
    assert "2 tables" in spanish.text
    assert "english" not in spanish.text
    assert "5 tables" in (await carla.slash("lobby", language="en", game="toy")).text


async def test_nobody_reads_of_a_table_in_a_channel_that_they_cannot_see(toy: ToyTable) -> None:
    """But for whoever has created it."""
    alice, carla = toy.people["alice"], toy.people["carla"]
    room = await opened(toy, alice, "secret-room")
    assert "secret-room" in (await carla.slash("lobby")).text
    _hide(toy, room, carla)
    hidden = await carla.slash("lobby")
    assert "No table in this server" in hidden.text
    assert "secret-room" in (await alice.slash("lobby")).text


def _hide(table: ToyTable, room: ChannelHandle, person: Person) -> None:
    from simcord.backend.models import Overwrite
    from simcord.enums import OverwriteType

    view = discord.Permissions(view_channel=True).value
    backend = table.env.backend
    overwrites = [
        *backend.get_channel(room.id).overwrites,
        Overwrite(person.id, OverwriteType.MEMBER, allow=0, deny=view),
    ]
    backend.edit_channel(room.id, {}, overwrites=overwrites)


async def test_a_table_that_nobody_begins_is_closed(toy: ToyTable) -> None:
    """The creator reads of it after one week, the channel after two; it frees the channel."""
    alice = toy.people["alice"]
    desk = toy.moderator.desk
    hours = {"idle_told_seconds": 7 * 3600, "idle_closed_seconds": 14 * 3600}
    desk.policy = replace(desk.policy, **hours)  # as if an hour were a day
    await alice.slash("game new", game="toy", name="River")
    await toy.wait(hours=13)
    (told,) = [paper for paper in alice.inbox() if "No player has joined" in paper.text]
    assert "River" in told.text
    await toy.wait(hours=12)
    (end,) = [paper for paper in toy.bulletins() if "for two weeks" in paper.text]
    assert "draw" not in end.text
    assert "for two weeks" in (await alice.slash("game status")).text
    assert "Join as Red" in (await alice.slash("game new", game="toy", name="Anew")).buttons

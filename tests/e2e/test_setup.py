"""`/setup`: one private page of what a server decides about its tables, changed in place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.app import create_bot
from bot.clock.paces import DAY, Pace
from bot.moderator.lobby.servers import Setup
from bot.settings import HostSettings
from bot.thinking import Here
from tests.e2e.conftest import GAMES, ToyTable
from tests.e2e.test_seats import let_manage
from tests.support.nim.game import NIM
from tests.support.people import Reply

pytestmark = pytest.mark.usefixtures("strict_texts")


class TwoGames(ToyTable):
    """A table whose bot has two games."""

    def _make(self, settings: HostSettings) -> Any:
        games = {**GAMES, "nim": NIM}
        return create_bot(
            settings, games=games, painter_of=self.painter.of, thinkers=Here(copied=True)
        )


async def held(table: ToyTable) -> Setup:
    """What the bot has on file."""
    return await table.moderator.servers.setup(table.guild.id)


def menu(what: str) -> str:
    """The custom id of the menu that changes something."""
    return f"adj:setup:{what}"


async def test_everything_is_changed_in_place(tmp_path: Path) -> None:
    """By boxes and menus; the page is its reader's alone, and there still after a restart."""
    async with TwoGames(tmp_path) as table:
        dora = let_manage(table, "dora")
        public = [paper.text for paper in table.public()]
        shown = await dora.slash("setup")
        assert shown.is_private
        for line in (
            "Pace, unless a new table names one: **as fast as you like**",
            "**English**, as the bot's host chose",
            "Games: **all**",
            "Tables in: **any channel**",
            "may have **5** campaigns open",
            "barred from this server's tables: **no one**",
        ):
            assert line.casefold() in shown.text.casefold()

        await (await shown.press("Pace")).fill(pace="3 days a turn")
        assert "**3 days for each game turn**" in shown.text
        await (await shown.press("Open campaigns")).fill(limit="2")
        assert "may have **2** campaigns open" in shown.text
        await shown.choose("es", custom_id=menu("language"))
        assert "**Español**" in shown.text
        await shown.choose("nim", custom_id=menu("games"))
        assert "Games: **Nim**" in shown.text
        await choose_places(shown, table.channel)
        assert f"Tables in: <#{table.channel.id}>" in shown.text

        wanted = Setup(2, Pace("turn", 3 * DAY), "es", ("nim",), (table.channel.id,))
        assert await held(table) == wanted
        assert [paper.text for paper in table.public()] == public
        await table.restart()
        assert await held(table) == wanted
        dora.speak("es-ES")
        again = await dora.slash("setup")
        assert "Idioma, si una mesa nueva no dice otro: **Español**" in again.text
        assert "Juegos: **Nim**" in again.text

        await (await again.press("Ritmo")).fill(pace="")
        await (await again.press("Campañas abiertas")).fill(limit="")
        await again.choose("-", custom_id=menu("language"))
        await again.choose("toy", "nim", custom_id=menu("games"))
        await choose_places(again)
        assert await held(table) == Setup(5)


async def choose_places(shown: Reply, *places: ChannelHandle) -> None:
    """Choose channels from the menu of them."""
    await shown.person.actor.select(shown.paper.message, places, custom_id=menu("places"))


async def test_a_new_table_takes_what_it_does_not_name(toy: ToyTable) -> None:
    """Pace and language; what is named goes before, and tables there already stay as they are."""
    alice, dora = toy.people["alice"], let_manage(toy, "dora")
    rooms = [toy.guild.create_text_channel(f"room-{number}") for number in range(4)]
    await alice.slash("game new", game="toy", room=rooms[0])
    servers = toy.moderator.servers
    await servers.choose_pace(toy.guild.id, Pace("decision", 2 * DAY))
    await servers.choose_language(toy.guild.id, "es")

    await alice.slash("game new", game="toy", room=rooms[1])
    await alice.slash("game new", game="toy", time_out="claim", away_days=3, room=rooms[2])
    await alice.slash("game new", game="toy", pace="none", language="en", room=rooms[3])

    found = [await toy.moderator.reader.campaign_in(toy.guild.id, room.id) for room in rooms]
    paces = [None if one is None else one.pace for one in found]
    assert paces == [
        None,
        Pace("decision", 2 * DAY),
        Pace("decision", 2 * DAY, time_out="claim", away_days=3),
        None,
    ]
    assert [one and one.language for one in found] == ["en", "es", "es", "en"]
    assert "2 days for each answer" in (await alice.slash("game status", room=rooms[1])).text
    assert "**2 days for each answer**" in (await dora.slash("setup")).text


async def test_a_game_that_is_not_allowed(tmp_path: Path) -> None:
    """Whoever would open one reads what may be and who chooses; those who manage are bound too."""
    async with TwoGames(tmp_path) as table:
        alice, dora = table.people["alice"], let_manage(table, "dora")
        shown = await dora.slash("setup")
        await shown.choose("nim", custom_id=menu("games"))
        for who in (alice, dora):
            refused = await who.slash("game new", game="toy")
            assert refused.is_private
            assert "its tables play Nim" in refused.text
            assert "*Manage Server*" in refused.text
            assert "`/setup`" in refused.text
        alice.speak("es-ES")
        assert "se juega a Nim" in (await alice.slash("game new", game="toy")).text
        assert await table.moderator.reader.campaign_in(table.guild.id, table.channel.id) is None
        for forged in (["chess"], []):
            await table.forge(dora, menu("games"), values=forged)
        assert (await held(table)).games == ("nim",)


async def test_places_for_tables(toy: ToyTable) -> None:
    """A channel stands for its threads, a category for its channels and their threads."""
    alice, dora = toy.people["alice"], let_manage(toy, "dora")
    hall = toy.make_channel("Games hall", ChannelType.CATEGORY)
    inside = toy.guild.create_text_channel("inside", category=hall)
    aside = toy.guild.create_text_channel("aside")
    threads = [toy.make_thread(one, "t", by=alice) for one in (inside, aside, toy.channel)]
    shown = await dora.slash("setup")
    await choose_places(shown, hall, aside)

    await alice.slash("game new", game="toy", name="River", room=inside)
    for where, allowed in (
        (threads[0], True),
        (aside, True),
        (threads[1], True),
        (toy.channel, False),
        (threads[2], False),
    ):
        made = await alice.slash("game new", game="toy", room=where)
        assert ("is ready" in made.text) is allowed
        assert allowed or f"in <#{hall.id}> and <#{aside.id}> only" in made.text
    known = await toy.moderator.reader.campaign_in(toy.guild.id, inside.id)
    assert known is not None
    moved = await alice.slash("game move", campaign=known.id, room=toy.channel)
    assert f"in <#{hall.id}> and <#{aside.id}> only" in moved.text


async def test_what_is_not_of_this_server_is_no_place(toy: ToyTable) -> None:
    """Nor are numbers too large, or none; who chooses nothing but such changes nothing."""
    dora = let_manage(toy, "dora")
    await toy.moderator.servers.allow_places(toy.guild.id, [toy.channel.id])
    other = toy.env.create_guild("Elsewhere")
    foreign = other.create_text_channel("foreign")
    for values in ([str(foreign.id)], ["9" * 40], ["x"], ["²"]):
        shown = await toy.forge(dora, menu("places"), values=values)
        assert f"Tables in: <#{toy.channel.id}>" in shown.text
    assert (await held(toy)).places == (toy.channel.id,)


async def test_who_may(toy: ToyTable) -> None:
    """People with Manage Server, in their server; asked at every press, whatever is forged."""
    alice, dora = toy.people["alice"], let_manage(toy, "dora")
    assert "Only people with *Manage Server*" in (await alice.slash("setup")).text
    await toy.moderator.bars.bar(toy.guild.id, toy.people["bruno"].id)
    before = await held(toy)
    for custom_id, values in (
        ("adj:setup", None),
        ("adj:setup:pace", None),
        ("adj:setup:limit", None),
        ("adj:setup:barred:1", None),
        (f"adj:setup:lift:{toy.people['bruno'].id}:1", None),
        ("adj:setup:language", ["es"]),
        ("adj:setup:games", ["toy"]),
        ("adj:setup:places", [str(toy.channel.id)]),
    ):
        refused = await toy.forge(alice, custom_id, values=values)
        assert "Only people with *Manage Server*" in refused.text
    assert await held(toy) == before
    assert await toy.moderator.bars.of(toy.guild.id) == (toy.people["bruno"].id,)

    box = await (await dora.slash("setup")).press("Open campaigns")
    await toy.restart()
    other = toy.env.create_guild("Elsewhere")
    other.create_text_channel("foreign")
    there = await toy.forge(dora, "adj:setup:language", values=["es"], guild=other)
    assert "Only people with *Manage Server*" in there.text
    assert (await toy.moderator.servers.setup(other.id)).language is None
    await box.fill(limit="7")
    assert (await held(toy)).most_open == 7


async def test_who_is_barred_is_let_in_again(toy: ToyTable) -> None:
    """A button each, ten to a page; a press that is stale shows how it stands."""
    dora, bars = let_manage(toy, "dora"), toy.moderator.bars
    people = [toy.add_person(f"rogue{number}").id for number in range(12)]
    for one in people:
        await bars.bar(toy.guild.id, one)
    shown = await dora.slash("setup")
    assert "Barred from this server's tables: **12** people" in shown.text
    await shown.press("Who is barred")
    assert f"1. <@{people[0]}>" in shown.text
    assert "11." not in shown.text
    stale = shown.buttons["Let 1 in again"]["custom_id"]
    await shown.press("Let 1 in again")
    assert f"1. <@{people[1]}>" in shown.text
    await shown.press("Later ▶")
    assert f"11. <@{people[11]}>" in shown.text
    await shown.press("Let 11 in again")
    assert f"10. <@{people[10]}>" in shown.text
    assert await bars.of(toy.guild.id) == tuple(people[1:11])
    again = await toy.forge(dora, stale)
    assert f"1. <@{people[1]}>" in again.text
    assert await bars.of(toy.guild.id) == tuple(people[1:11])
    await shown.press("◀ This server's tables")
    assert "**10** people" in shown.text


async def test_a_limit_that_nobody_chose_is_not_chosen_by_looking(toy: ToyTable) -> None:
    """The box holds a number only where the server has one, so that sending it changes nothing."""
    dora, servers = let_manage(toy, "dora"), toy.moderator.servers
    shown = await dora.slash("setup")
    box = await shown.press("Open campaigns")
    assert "may have **5** campaigns open" in shown.text
    assert "value" not in box.fields["limit"]
    await box.fill(limit="")
    assert await servers.own_most_open(toy.guild.id) is None
    await (await shown.press("Open campaigns")).fill(limit="2")
    assert await servers.own_most_open(toy.guild.id) == 2
    assert (await shown.press("Open campaigns")).fields["limit"]["value"] == "2"


async def test_who_had_a_seat_is_barred_by_name(river: ToyTable) -> None:
    """As their server calls them: a client may show of a mention a number alone."""
    bruno, dora = river.people["bruno"], let_manage(river, "dora")
    stranger = river.add_person("rogue").id
    for one in (bruno.id, stranger):
        await river.moderator.bars.bar(river.guild.id, one)
    shown = await (await dora.slash("setup")).press("Who is barred")
    assert f"1. bruno (<@{bruno.id}>)" in shown.text
    assert f"2. <@{stranger}>" in shown.text
    assert f"bruno (<@{bruno.id}>) and <@{stranger}>" in (await dora.slash("game bar")).text


async def test_what_cannot_be_typed(toy: ToyTable) -> None:
    """No pace, no number: what would do is said, and nothing changes."""
    dora = let_manage(toy, "dora")
    shown = await dora.slash("setup")
    for pace in ("soon", "1m", "900 days"):
        wrong = await (await shown.press("Pace")).fill(pace=pace)
        assert "Try `2 days`" in wrong.text
    for number in ("0", "101", "x", "²"):
        wrong = await (await shown.press("Open campaigns")).fill(limit=number)
        assert "from 1 to 100" in wrong.text
    assert await held(toy) == Setup(5)


async def test_there_is_no_server_in_a_direct_message(toy: ToyTable) -> None:
    """Discord does not offer the page there, and a press that is made up decides nothing."""
    dora = let_manage(toy, "dora")
    dm = dora.actor.user.dm_channel
    assert "setup" not in dora.actor.user.available_commands()
    custom_id = menu("language")
    part = {"type": 3, "custom_id": custom_id, "options": [{"label": "es", "value": "es"}]}
    shown = toy.env.backend.create_message(
        dm.id,
        toy.env.backend.bot_user.id,
        "forged",
        components=[{"type": 1, "components": [part]}],
    )
    paper = toy.paper(shown.id, dm.id)
    refused = await dora.choose(paper, "es", custom_id=custom_id)
    assert "server" in refused.text
    assert await held(toy) == Setup(5)

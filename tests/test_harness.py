"""The simulated Discord of the tests does what Discord does, shown on a tiny bot of its own."""

import asyncio
import contextlib
import io
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Self

import aiosqlite
import discord
import pytest
from discord import app_commands
from discord.ext import commands, tasks

from bot.settings import HostSettings
from tests.support.limits import Call, Upload, broken_limits
from tests.support.table import Table


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"press:(?P<key>\w+)"):
    """A button that works after a restart."""

    def __init__(self, key: str) -> None:
        super().__init__(discord.ui.Button(label=f"Press {key}", custom_id=f"press:{key}"))

    @classmethod
    async def from_custom_id(cls, _i: object, _item: object, match: Any, /) -> Self:
        """Read the key."""
        return cls(match["key"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Count the press."""
        bot = interaction.client
        assert isinstance(bot, Tiny)
        await bot.note(f"press {interaction.user.name}")
        await interaction.response.send_message("pressed", ephemeral=True)


class Tiny(commands.Bot):
    """A bot with a note book in SQLite and a courier."""

    def __init__(self, settings: HostSettings) -> None:
        super().__init__(
            "!", intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions.none()
        )
        self.path = settings.database
        self.db: aiosqlite.Connection | None = None
        self.ticks = 0
        self.tree.add_command(app_commands.Command(name="note", description="Note", callback=note))
        self.tree.add_command(app_commands.Command(name="ask", description="Ask", callback=ask))
        self.tree.add_command(app_commands.Command(name="tell", description="DM", callback=tell))
        self.tree.add_command(app_commands.Command(name="post", description="Post", callback=post))
        for command in self.tree.get_commands():
            assert isinstance(command, app_commands.Command)
            command.allowed_contexts = app_commands.AppCommandContext(guild=True)
            command.allowed_installs = app_commands.AppInstallationType(guild=True)

    async def setup_hook(self) -> None:
        """Open the note book."""
        self.db = await aiosqlite.connect(self.path)
        await self.db.execute_fetchall("PRAGMA journal_mode=WAL")
        await self.db.execute("CREATE TABLE IF NOT EXISTS notes (text TEXT)")
        await self.db.commit()
        self.add_dynamic_items(Press)
        await self.tree.sync()
        self.tick.start()

    async def close(self) -> None:
        """Close it."""
        self.tick.cancel()
        if self.db:
            await self.db.close()
        await super().close()

    @tasks.loop(minutes=1)
    async def tick(self) -> None:
        """Count minutes."""
        self.ticks += 1

    async def note(self, text: str) -> None:
        """Write a note, durably."""
        assert self.db
        await self.db.execute("INSERT INTO notes VALUES (?)", (text,))
        await self.db.commit()


def tiny(interaction: discord.Interaction) -> Tiny:
    """The bot behind an interaction."""
    assert isinstance(interaction.client, Tiny)
    return interaction.client


async def note(interaction: discord.Interaction, text: str) -> None:
    """Write, acknowledge, and tell the channel."""
    await tiny(interaction).note(text)
    await interaction.response.send_message(
        f"noted {text} for {interaction.locale}", ephemeral=True
    )
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    await channel.send(f"somebody noted {len(text)} letters", nonce=f"note:{text}")


async def ask(interaction: discord.Interaction) -> None:
    """Offer a button."""
    view = discord.ui.View(timeout=None)
    view.add_item(Press("here"))
    await interaction.response.send_message("press", view=view)


async def tell(interaction: discord.Interaction) -> None:
    """Send a DM, or say that it is closed."""
    await interaction.response.defer(ephemeral=True)
    try:
        await interaction.user.send("psst")
    except discord.Forbidden as error:
        await interaction.followup.send(f"closed: {error.code}", ephemeral=True)
    else:
        await interaction.followup.send("sent", ephemeral=True)


async def post(interaction: discord.Interaction) -> None:
    """Post a picture in a layout."""
    gallery = discord.ui.MediaGallery[Any](
        discord.MediaGalleryItem("attachment://map.png", description="a map")
    )
    layout = discord.ui.LayoutView()
    layout.add_item(discord.ui.TextDisplay("Turn **1**"))
    layout.add_item(gallery)
    picture = discord.File(io.BytesIO(b"pixels"), "map.png")
    await interaction.response.send_message(view=layout, file=picture)


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Table]:
    """A table with the tiny bot."""
    async with Table(tmp_path, Tiny) as table:
        yield table


def notes(table: Table) -> list[str]:
    """What the note book holds on disk."""
    with contextlib.closing(sqlite3.connect(table.database)) as db:
        return [row[0] for row in db.execute("SELECT text FROM notes")]


async def test_people_see_what_discord_shows_them(small: Table) -> None:
    """An ephemeral answer is its asker's alone, in their own language; the rest is everybody's."""
    alice, bruno = small.people["alice"], small.people["bruno"]
    alice.speak("es-ES")

    reply = await alice.slash("note", text="boat")
    other = await bruno.slash("note", text="ship")

    assert reply.is_private
    assert reply.text == "noted boat for es-ES"
    assert other.text == "noted ship for en-US"
    assert [p.text for p in small.public()] == ["somebody noted 4 letters"] * 2
    assert reply.text in [p.text for p in alice.reads()]
    assert reply.text not in [p.text for p in bruno.reads()]
    assert alice.notices() != bruno.notices()


async def test_nonce_is_enforced(small: Table) -> None:
    """The same nonce soon after gives the same message, later a new one."""
    channel = small.env.bot.get_channel(small.channel.id)
    assert isinstance(channel, discord.TextChannel)

    first = await channel.send("one", nonce="7")
    again = await channel.send("one", nonce="7")
    await small.wait(600)
    later = await channel.send("one", nonce="7")

    assert first.id == again.id != later.id
    assert len(small.public()) == 2


async def test_stop_and_start_keep_buttons_and_files(small: Table) -> None:
    """A button from before the restart works after it."""
    alice = small.people["alice"]
    asked = await alice.slash("ask")

    await small.restart()
    reply = await alice.press(asked.paper, "Press here")

    assert reply.text == "pressed"
    assert notes(small) == ["press alice"]


async def test_kill_loses_nothing_committed(small: Table) -> None:
    """After a kill the committed note is there and the bot comes back."""
    alice = small.people["alice"]
    await alice.slash("note", text="kept")

    await small.kill()
    await small.start()

    assert notes(small) == ["kept"]
    assert (await alice.slash("note", text="more")).acknowledged


@pytest.mark.parametrize("after", [False, True])
async def test_death_between_commit_and_answer(small: Table, *, after: bool) -> None:
    """Death at a call: what was committed stays, and nothing later happens."""
    alice = small.people["alice"]
    trip = small.die_at("POST", "/interactions/*/callback", after=after)

    reply = await alice.slash("note", text="kept")
    await small.kill()
    await small.start()

    assert trip.sprung
    assert reply.acknowledged is after
    assert notes(small) == ["kept"]
    assert small.public() == []


async def test_death_forgets_what_came_after(small: Table) -> None:
    """What a bot writes after the instant of its death is not on file."""
    small.die_at("POST", "/channels/*/messages")
    await small.people["alice"].slash("note", text="before")
    bot = small.bot
    assert isinstance(bot, Tiny)
    await bot.note("after")

    await small.kill()
    await small.start()

    assert notes(small) == ["before"]


async def test_two_presses_at_once(small: Table) -> None:
    """Both presses arrive before the bot runs."""
    alice, bruno = small.people["alice"], small.people["bruno"]
    asked = (await alice.slash("ask")).paper

    async with small.at_once():
        first = await alice.press(asked, "Press here")
        second = await bruno.press(asked, "Press here")
        assert notes(small) == []

    assert (first.text, second.text) == ("pressed", "pressed")
    assert sorted(notes(small)) == ["press alice", "press bruno"]


async def test_closed_dms(small: Table) -> None:
    """A person with closed DMs gets none, and the bot hears of it."""
    alice = small.people["alice"]
    alice.close_dms()
    refused = await alice.slash("tell")
    alice.open_dms()
    sent = await alice.slash("tell")

    assert refused.text == "closed: 50007"
    assert sent.text == "sent"
    assert [p.text for p in alice.inbox()] == ["psst"]


async def test_pictures_and_layouts_are_read(small: Table) -> None:
    """A gallery's bytes and alt text, and a layout's words."""
    paper = (await small.people["alice"].slash("post")).paper

    assert paper.text == "Turn **1**"
    assert [(p.data, p.alt) for p in paper.pictures] == [(b"pixels", "a map")]


async def test_time_passes_only_when_told(small: Table) -> None:
    """Two days of minutes take no two days."""
    await small.wait(hours=48)

    assert isinstance(small.bot, Tiny)
    assert small.bot.ticks == 48 * 60 + 1


async def test_missing_permission_is_felt(small: Table) -> None:
    """A bot that may not write is refused, and its error is seen."""
    small.deny("send_messages")

    await small.people["alice"].slash("note", text="hush")

    assert [type(e.__cause__) for e in small.env.errors] == [discord.Forbidden]


async def test_broken_limit_fails_the_table(tmp_path: Path) -> None:
    """A call that Discord would refuse fails the test that made it."""
    with pytest.raises(AssertionError, match="26 characters of nonce"):  # noqa: PT012
        async with Table(tmp_path, Tiny) as table:
            channel = table.env.bot.get_channel(table.channel.id)
            assert isinstance(channel, discord.TextChannel)
            await channel.send("one", nonce="n" * 26)


COMMAND = {"name": "x", "description": "y", "contexts": [0], "integration_types": [0]}


@pytest.mark.parametrize(
    ("json", "says"),
    [
        ([{**COMMAND, "name": "Upper"}], "lower-case"),
        ([{**COMMAND, "description": ""}], "description must have 1 to 100"),
        ([{**COMMAND, "description_localizations": {"es-ES": "e" * 101}}], "es-ES description"),
        ([{"name": "x", "description": "y"}], "contexts"),
        ([COMMAND, COMMAND], "two commands of one name"),
        ([{**COMMAND, "options": [{**COMMAND, "name": f"o{n}"} for n in range(26)]}], "26 options"),
        (
            [{**COMMAND, "options": [COMMAND, {**COMMAND, "name": "z", "required": True}]}],
            "required options must come first",
        ),
        (
            [{**COMMAND, "options": [{**COMMAND, "choices": [{"name": "n", "value": "v" * 101}]}]}],
            "choice value must have",
        ),
        (
            [
                {
                    **COMMAND,
                    "options": [
                        {
                            **COMMAND,
                            "name": f"o{n}",
                            "description_localizations": {"es-ES": "e" * 100},
                            "choices": [
                                {"name": "n" * 100, "value": f"{k}" * 100} for k in range(2)
                            ],
                        }
                        for n in range(25)
                    ],
                }
            ],
            "characters in /x, 8000 are allowed",
        ),
    ],
)
def test_command_limits(json: Any, says: str) -> None:
    """Each limit of commands is seen."""
    assert says in " ".join(broken_limits(Call("PUT", "/applications/1/commands", json)))


BUTTON = {"type": 2, "label": "b", "style": 1}
OPTION = {"label": "l", "value": "v"}


@pytest.mark.parametrize(
    ("json", "files", "says"),
    [
        ({"content": "c" * 2001}, (), "2001 characters of content"),
        ({}, (), "an empty message"),
        ({"content": "c"}, (Upload("a", 11 << 20, None),), "10 MiB"),
        ({"content": "c"}, (Upload("a", 1, "t" * 1025),), "alt text"),
        ({"content": "c"}, tuple(Upload(f"{n}", 1, None) for n in range(11)), "11 attachments"),
        ({"content": "<@1>"}, (), "could ping"),
        ({"content": "c", "allowed_mentions": {"parse": ["everyone"]}}, (), "be pinged"),
        (
            {"components": [{"type": 1, "components": [{**BUTTON, "custom_id": "i" * 101}]}]},
            (),
            "custom_id must",
        ),
        (
            {"components": [{"type": 1, "components": [{**BUTTON, "custom_id": "i"}] * 2}]},
            (),
            "one custom_id",
        ),
        ({"components": [{"type": 1, "components": [BUTTON] * 6}]}, (), "a row of 6"),
        (
            {
                "components": [
                    {
                        "type": 1,
                        "components": [
                            {
                                "type": 3,
                                "custom_id": "i",
                                "options": [{**OPTION, "value": f"{n}"} for n in range(26)],
                            }
                        ],
                    }
                ]
            },
            (),
            "a select of 26 options",
        ),
        (
            {"flags": 1 << 15, "components": [{"type": 10, "content": "c"}] * 41},
            (),
            "41 components",
        ),
        (
            {"flags": 1 << 15, "components": [{"type": 10, "content": "c" * 2001}] * 2},
            (),
            "4002 characters",
        ),
        (
            {
                "flags": 1 << 15,
                "components": [{"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}],
            },
            (),
            "names no file",
        ),
        (
            {"embeds": [{"image": {"url": "attachment://map.png"}}]},
            (Upload("a.png", 1, None),),
            "names no file",
        ),
        (
            {"embeds": [{"description": "d" * 4000}, {"description": "d" * 2001}]},
            (),
            "over all embeds",
        ),
    ],
)
def test_message_limits(json: Any, files: tuple[Upload, ...], says: str) -> None:
    """Each limit of messages is seen."""
    assert says in " ".join(broken_limits(Call("POST", "/channels/1/messages", json, files)))


def test_answer_limits() -> None:
    """Choices and dialogues have their limits too."""
    path = "/interactions/1/token/callback"
    choices = {"type": 8, "data": {"choices": [{"name": "n", "value": "v"}] * 26}}
    row = {"type": 18, "label": "l" * 46, "component": {"type": 4, "custom_id": "i"}}
    modal = {"type": 9, "data": {"title": "t" * 46, "custom_id": "m", "components": [row]}}

    said = " ".join(broken_limits(Call("POST", path, choices)))
    said += " ".join(broken_limits(Call("POST", path, modal, answers_modal=True)))

    for part in ("26 choices", "modal title", "modal label", "cannot answer a modal"):
        assert part in said


def test_a_good_call_breaks_nothing() -> None:
    """The checks do not cry wolf."""
    body = {
        "content": "hello <@1>",
        "nonce": "1",
        "allowed_mentions": {"parse": [], "users": ["1"]},
    }

    assert broken_limits(Call("POST", "/channels/1/messages", body)) == []
    assert broken_limits(Call("PUT", "/applications/1/commands", [COMMAND])) == []
    assert broken_limits(Call("PATCH", "/channels/1/messages/2", {"content": ""})) == []


async def test_real_time_is_not_spent_on_settling(small: Table) -> None:
    """Ephemeral answers settle fast; an end-to-end test makes thousands."""
    alice = small.people["alice"]
    loop = asyncio.get_running_loop()

    started = loop.time()
    for _ in range(20):
        await alice.slash("tell")

    assert loop.time() - started < 1.0

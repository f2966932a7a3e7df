"""The way to Discord, on the simulated one: what is posted is found again, what fails is named."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.courier import (
    Bulletin,
    ChannelGone,
    Closed,
    Destination,
    EditsSpent,
    Locked,
    MessageGone,
    NotAllowed,
    Note,
    NotTaken,
    Panel,
    PinsFull,
    Rights,
    TryLater,
    Unacceptable,
    Undelivered,
)
from bot.courier.transport import DiscordTransport
from bot.courier.undelivered import translated
from bot.moderator import Look
from engine.api import NO_PREVIEW
from tests.e2e.conftest import ToyTable
from tests.support.toy_game import TOY, Hide

NONCE = "abcd1234-17"


class Desk:
    """A transport of the running bot, and something to send."""

    def __init__(self, table: ToyTable, look: Look) -> None:
        assert table.bot is not None
        self.table = table
        self.look = look
        self.transport = DiscordTransport(table.bot, lambda _campaign: TOY)
        self.channel = Destination("channel", table.channel.id)

    def bulletin(self, pings: tuple[int, ...] = ()) -> Bulletin:
        """Return a bulletin with nothing new in it."""
        return Bulletin(self.look, (), (), pings, 17)

    async def run(self, awaitable: Any) -> Any:
        """Do something as the bot does it."""
        with self.table.env._bot_scope():
            return await awaitable


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A game of the toy under way."""
    async with ToyTable(tmp_path) as table:
        await table.begin()
        yield Desk(table, await table.look())


async def test_a_message_is_posted_once_and_found_again(desk: Desk) -> None:
    """By its nonce for minutes, and by a mark in the message itself for ever."""
    before = len(desk.table.public())
    first = await desk.run(desk.transport.post(desk.channel, desk.bulletin(), nonce=NONCE))
    again = await desk.run(desk.transport.post(desk.channel, desk.bulletin(), nonce=NONCE))
    assert first == again
    since = discord.utils.snowflake_time(first)
    assert len(desk.table.public()) == before + 1

    await desk.table.env.advance_time(3600)
    found = await desk.run(desk.transport.find(desk.channel, nonce=NONCE, since=since))
    other = await desk.run(desk.transport.find(desk.channel, nonce="abcd1234-18", since=since))

    assert (found, other) == (first, None)


async def test_an_edited_panel_is_found_again(desk: Desk) -> None:
    """By the mark that its posting set: whoever edits it before that is on file sets it anew."""
    panel = Panel(desk.look, None)
    message = await desk.run(desk.transport.post(desk.channel, panel, nonce=NONCE))
    await desk.run(desk.transport.edit(desk.channel.id, message, panel, nonce=NONCE))

    since = discord.utils.snowflake_time(message)
    found = await desk.run(desk.transport.find(desk.channel, nonce=NONCE, since=since))
    assert found == message


async def test_a_direct_message_is_found_again(desk: Desk) -> None:
    """The same for people."""
    alice = Destination("person", desk.table.people["alice"].id)
    note = Note(
        "receipt",
        desk.look,
        "es",
        discord.utils.utcnow(),
        orders=((Hide(bank="north"), NO_PREVIEW),),
    )
    message = await desk.run(desk.transport.post(alice, note, nonce=NONCE))

    since = discord.utils.snowflake_time(message)
    assert await desk.run(desk.transport.find(alice, nonce=NONCE, since=since)) == message


async def test_notices_and_news_are_words(desk: Desk) -> None:
    """Every kind of note can be sent."""
    alice = Destination("person", desk.table.people["alice"].id)
    now = discord.utils.utcnow()
    for number, note in enumerate(
        (
            Note("notice", desk.look, "en", now, code="notice.cannot_pin"),
            Note("news", desk.look, "es", now),
        )
    ):
        assert await desk.run(desk.transport.post(alice, note, nonce=f"{NONCE}{number}"))


async def test_discord_py_keeps_no_views(desk: Desk) -> None:
    """However many messages are posted and edited: buttons are found by their ids alone."""
    assert desk.table.bot is not None
    kept = desk.table.bot._connection._view_store._views
    before = len(kept)
    for number in range(3):
        message = await desk.run(
            desk.transport.post(desk.channel, desk.bulletin(), nonce=f"{NONCE}{number}")
        )
        await desk.run(desk.transport.edit(desk.channel.id, message, Panel(desk.look, None)))

    assert len(kept) == before


async def test_edits_pins_and_deletions(desk: Desk) -> None:
    """Of a message that is there, and of one that is not."""
    where, panel = desk.channel.id, Panel(desk.look, None)
    message = await desk.run(desk.transport.post(desk.channel, panel, nonce=NONCE))
    await desk.run(desk.transport.edit(where, message, panel))
    await desk.run(desk.transport.pin(where, message))
    await desk.run(desk.transport.delete(where, message))

    for call in (
        desk.transport.edit(where, message, panel),
        desk.transport.pin(where, message),
        desk.transport.delete(where, message),
    ):
        with pytest.raises(MessageGone):
            await desk.run(call)


async def test_a_channel_that_is_gone(desk: Desk) -> None:
    """Said when posting; its rights are unknown."""
    desk.table.env.backend.delete_channel(desk.channel.id)
    await desk.table.settle()

    assert desk.transport.rights(desk.channel.id) is None
    with pytest.raises(ChannelGone):
        await desk.run(desk.transport.post(desk.channel, desk.bulletin(), nonce=NONCE))


async def test_rights_are_known_without_asking(desk: Desk) -> None:
    """As the gateway tells of them."""
    assert desk.transport.rights(desk.channel.id) == Rights()
    assert desk.table.bot is not None
    channel = desk.table.bot.get_channel(desk.channel.id)
    assert isinstance(channel, discord.TextChannel)
    denied = discord.PermissionOverwrite(
        send_messages=False, attach_files=False, pin_messages=False, manage_messages=False
    )
    await desk.run(channel.set_permissions(channel.guild.me, overwrite=denied))
    await desk.table.settle()

    assert desk.transport.rights(desk.channel.id) == Rights(post=False, attach=False, pin=False)


async def test_a_thread_that_was_archived_is_opened_for_an_edit(desk: Desk) -> None:
    """50083 once, then the thread is opened and the edit made."""
    table = desk.table
    owner = table.people["alice"].id
    thread = table.env.backend.create_thread(table.channel.id, "expedition", owner_id=owner)
    place, panel = Destination("channel", thread.id), Panel(desk.look, None)
    message = await desk.run(desk.transport.post(place, panel, nonce=NONCE))
    table.env.inject_error(
        "PATCH", f"/channels/{thread.id}/messages/{message}", status=400, code=50083
    )

    await desk.run(desk.transport.edit(thread.id, message, panel))

    calls = [(call.method, call.path) for call in table.wire.calls]
    assert ("PATCH", f"/channels/{thread.id}") in calls


@pytest.mark.parametrize("may_open", [True, False])
async def test_a_thread_that_was_archived_is_opened_for_a_report(
    desk: Desk, may_open: bool
) -> None:
    """Posted at once where the bot may open it; else it is a locked thread, and waits."""
    table = desk.table
    owner = table.people["alice"].id
    thread = table.env.backend.create_thread(table.channel.id, "expedition", owner_id=owner)
    where = f"/channels/{thread.id}/messages"
    table.env.inject_error("POST", where, status=400, code=50083)
    if not may_open:
        table.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013)
    posting = desk.transport.post(Destination("channel", thread.id), desk.bulletin(), nonce=NONCE)
    if may_open:
        assert await desk.run(posting)
    else:
        with pytest.raises(Locked):
            await desk.run(posting)

    calls = [(call.method, call.path) for call in table.wire.calls]
    assert ("PATCH", f"/channels/{thread.id}") in calls
    assert calls.count(("POST", where)) == (2 if may_open else 1)


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (404, 10003, ChannelGone),
        (404, 10008, MessageGone),
        (404, 10013, Closed),
        (404, 0, NotTaken),
        (400, 0, NotTaken),
        (400, 160005, Locked),
        (400, 50083, Locked),
        (400, 160006, Locked),
        (400, 40003, TryLater),
        (429, 40003, TryLater),
        (429, 20028, TryLater),
        (403, 20026, TryLater),
        (403, 50005, MessageGone),
        (400, 200000, Unacceptable),
        (413, 0, Unacceptable),
        (403, 50001, NotAllowed),
        (403, 50013, NotAllowed),
        (403, 0, NotAllowed),
        (403, 50007, Closed),
        (403, 50278, Closed),
        (400, 30003, PinsFull),
        (429, 30046, EditsSpent),
        (429, 0, TryLater),
        (413, 40005, Unacceptable),
        (400, 50035, Unacceptable),
        (401, 0, TryLater),
        (500, 0, TryLater),
        (503, 0, TryLater),
    ],
)
async def test_discords_answers_in_the_couriers_words(
    status: int, code: int, kind: type[Undelivered]
) -> None:
    """Each by its own number, all others by their class."""

    class Response:
        reason = "because"

        def __init__(self) -> None:
            self.status = status

    error = discord.HTTPException(Response(), {"code": code, "message": "no"})
    with pytest.raises(kind) as caught:
        async with translated():
            raise error
    assert type(caught.value) is kind


@pytest.mark.parametrize(
    "error", [aiohttp.ClientConnectionError("gone"), ConnectionResetError(), TimeoutError()]
)
async def test_a_broken_line_leaves_it_open_whether_it_arrived(error: Exception) -> None:
    """So the courier looks before it repeats."""
    with pytest.raises(TryLater) as caught:
        async with translated():
            raise error
    assert caught.value.arrived is None


async def test_limits_that_discord_py_does_not_wait_for() -> None:
    """A post waits; an edit gives way to a new message."""
    with pytest.raises(TryLater) as caught:
        async with translated():
            raise discord.RateLimited(90.0)
    assert (caught.value.after, caught.value.arrived) == (90.0, False)
    with pytest.raises(EditsSpent):
        async with translated(edit=True):
            raise discord.RateLimited(90.0)

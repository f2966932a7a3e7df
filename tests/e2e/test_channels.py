"""Every kind of channel: what ``docs/channels.md`` says of it is played, line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from tests.e2e.conftest import ToyTable
from tests.support.channels import MEDIA, NEWS_THREAD
from tests.support.people import Reply

PAGE = Path(__file__).resolve().parents[2] / "docs/channels.md"
TABLE = {
    where: (new, learn, side)
    for where, new, learn, side in re.findall(
        r"^\| ([a-z ]+) \| (works|refused) \| (works|refused) \| (works|refused) \|",
        PAGE.read_text(),
        re.MULTILINE,
    )
}


def thread(kind: int, of: int) -> Callable[[ToyTable], ChannelHandle]:
    """Return what makes a thread in a new channel."""

    def made(table: ToyTable) -> ChannelHandle:
        parent = table.make_channel("parent", of)
        return table.make_thread(parent, "within", by=table.people["alice"], kind=kind)

    return made


def channel(kind: int) -> Callable[[ToyTable], ChannelHandle]:
    """Return what makes a channel."""
    return lambda table: table.make_channel("there", kind)


PLACES: dict[str, Callable[[ToyTable], ChannelHandle]] = {
    "text channel": channel(ChannelType.TEXT),
    "thread of a text channel": thread(ChannelType.PUBLIC_THREAD, ChannelType.TEXT),
    "private thread": thread(ChannelType.PRIVATE_THREAD, ChannelType.TEXT),
    "announcement channel": channel(ChannelType.NEWS),
    "thread of an announcement channel": thread(NEWS_THREAD, ChannelType.NEWS),
    "voice channel": channel(ChannelType.VOICE),
    "stage channel": channel(ChannelType.STAGE_VOICE),
    "post in a forum": thread(ChannelType.PUBLIC_THREAD, ChannelType.FORUM),
    "post in a media channel": thread(ChannelType.PUBLIC_THREAD, MEDIA),
    "forum": channel(ChannelType.FORUM),
    "media channel": channel(MEDIA),
}

LOBBY = "text channel with a lobby"


def test_the_table_names_every_kind() -> None:
    """Whatever is played here stands in it, and direct messages."""
    assert set(TABLE) == {*PLACES, LOBBY, "direct message"}


@pytest.mark.parametrize("where", PLACES)
async def test_a_channel_is_as_the_table_says(toy: ToyTable, where: str) -> None:
    """A game is begun, called and played there, or refused in a line; so is what has a thread."""
    new, learn, side = TABLE[where]
    room = PLACES[where](toy)
    await toy.settle()
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    if room.is_thread:
        toy.env.backend.add_thread_member(room.id, bruno.id)
    told = await alice.slash("game new", room=room, game="toy", name="River")
    if new == "works":
        await alice.slash("game join", room=room, side="red")
        await bruno.slash("game join", room=room, side="blue")
        await alice.slash("game start", room=room)
        assert [paper for paper in toy.seen(room) if paper.is_pinned]
        called = [paper for paper in toy.seen(room) if "Give an order" in paper.buttons]
        answer = await alice.press(called[-1], "Give an order")
        assert answer.is_private
        assert "⚠️" not in answer.text
        told = await alice.slash("game thread", room=room)
        assert told.is_private
        assert ("private thread of" in told.text) is (side == "works")
        assert ("ordinary text channels" in told.text) is (side == "refused")
    else:
        assert side == "refused"
        assert_refused(told, "Nothing was created")
        assert await toy.moderator.reader.campaign_in(toy.guild.id, room.id) is None
    told = await alice.slash("learn", room=room)
    if learn == "works":
        assert "just you against" in told.text
        return
    assert_refused(told, "ordinary text channel")
    assert await toy.moderator.lessons.of(alice.id) is None
    assert "just you against" in (await alice.slash("learn")).text  # nobody is locked out


@pytest.mark.parametrize("where", PLACES)
async def test_with_a_lobby_a_table_is_a_post(toy: ToyTable, where: str) -> None:
    """Whatever kind of channel it is typed in."""
    assert TABLE[LOBBY] == ("works", "works", "refused")
    forum = toy.make_channel("tables", ChannelType.FORUM)
    await toy.moderator.servers.choose_lobby(toy.guild.id, forum.id)
    room = PLACES[where](toy)
    await toy.settle()
    alice = toy.people["alice"]
    told = await alice.slash("game new", room=room, game="toy", name="River")
    (post,) = [one for one in toy.env.backend.channels.values() if one.parent_id == forum.id]
    assert f"<#{post.id}>" in told.text
    assert await toy.moderator.reader.campaign_in(toy.guild.id, room.id) is None
    assert await toy.moderator.reader.campaign_in(toy.guild.id, post.id) is not None
    there = ChannelHandle(toy.env, toy.guild, post)
    await alice.slash("game join", room=there, side="red")
    assert "ordinary text" in (await alice.slash("game thread", room=there)).text


def assert_refused(told: Reply, why: str) -> None:
    """Insist on one private line that says why."""
    assert told.is_private
    assert why in told.text


def test_direct_messages_are_not_offered_what_they_cannot_do(toy: ToyTable) -> None:
    """Discord's own list leaves out what is refused there; the rest works."""
    offered = toy.people["alice"].actor.user.available_commands()
    assert TABLE["direct message"] == ("refused", "refused", "refused")
    assert {"help", "privacy", "rules"} <= set(offered)
    assert not [name for name in offered if name.startswith(("game", "learn", "toy"))]


async def test_a_button_of_a_server_in_a_direct_message(toy: ToyTable) -> None:
    """What belongs to a channel is refused there in a line."""
    alice = toy.people["alice"]
    dm = alice.actor.user.dm_channel
    me = toy.env.backend.bot_user.id
    pressed = {"type": 2, "style": 1, "label": "x", "custom_id": "adj:learn:toy"}
    shown = toy.env.backend.create_message(
        dm.id, me, "old", components=[{"type": 1, "components": [pressed]}]
    )
    told = await alice.press(toy.paper(shown.id, dm.id), "x")
    assert "server" in told.text
    assert await toy.moderator.lessons.of(alice.id) is None


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("POST", "/channels/*/threads", 400, 50024),
        ("POST", "/channels/*/threads", 400, 160006),
        ("POST", "/channels/*/threads", 400, 50035),
        ("POST", "/channels/*/threads", 403, 50013),
        ("POST", "/channels/*/threads", 404, 10003),
        ("PUT", "/channels/*/thread-members/*", 400, 30033),
        ("PUT", "/channels/*/thread-members/*", 403, 50001),
    ],
)
async def test_whatever_discord_refuses_for_good_ends_the_lesson(
    toy: ToyTable, method: str, path: str, status: int, code: int
) -> None:
    """The person reads why, and the next ``/learn`` is answered as if there had been none."""
    alice = toy.people["alice"]
    refuse_once(toy, method, path, status, code)
    told = await alice.slash("learn")
    assert told.is_private
    assert "⚠️" in told.text
    assert "Something went wrong" not in told.text
    assert await toy.moderator.lessons.of(alice.id) is None
    assert "just you against" in (await alice.slash("learn")).text
    await toy.wait(5)
    (left,) = toy.threads(alice)
    assert toy.seen(left)


async def test_a_failure_that_passes_keeps_the_lesson(toy: ToyTable) -> None:
    """What Discord cannot do just now is done at the next try."""
    alice = toy.people["alice"]
    refuse_once(toy, "POST", "/channels/*/threads", 503, 0)
    await alice.slash("learn")
    kept = await toy.moderator.lessons.of(alice.id)
    assert kept is not None
    await alice.slash("learn")
    again = await toy.moderator.lessons.of(alice.id)
    assert again is not None
    assert (again.id, again.ready) == (kept.id, True)


def refuse_once(table: ToyTable, method: str, path: str, status: int, code: int) -> None:
    """Let Discord refuse a call the next time it is made."""
    concrete: Any = path
    table.env.inject_error(method, concrete, status=status, code=code)

"""A forum as the lobby: each table a post in it, found again after a kill, its title kept."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.moderator.lobby.forums import ForumPost
from tests.e2e.conftest import ToyTable
from tests.e2e.test_seats import let_manage
from tests.support.channels import make_tag
from tests.support.people import Person, Reply
from tests.support.reading import Paper

TITLES = 310
"""Seconds after which a title may be written again."""


async def with_forum(toy: ToyTable) -> ChannelHandle:
    """Let somebody who manages the server choose a forum in ``/setup``."""
    forum = toy.make_channel("tables", ChannelType.FORUM)
    dora = let_manage(toy, "dora")
    await toy.settle()
    shown = await dora.slash("setup")
    await choose(shown, forum)
    assert f"opened as posts in <#{forum.id}>" in shown.text
    return forum


async def choose(shown: Reply, *forums: ChannelHandle) -> None:
    """Choose a forum, or none, from the menu of forums."""
    actor: Any = shown.person.actor
    await actor.select(shown.paper.message, forums, custom_id="adj:setup:lobby")


def posts(toy: ToyTable, forum: ChannelHandle) -> list[Any]:
    """The posts of a forum, oldest first, as Discord has them."""
    channels: dict[int, Any] = toy.env.backend.channels
    return [one for one in channels.values() if one.parent_id == forum.id]


def handle(toy: ToyTable, post: Any) -> ChannelHandle:
    """A post as a place to type in."""
    return ChannelHandle(toy.env, toy.guild, post)


def first(toy: ToyTable, post: Any) -> Paper:
    """The first message of a post."""
    return toy.seen(handle(toy, post))[0]


async def only_post(toy: ToyTable, forum: ChannelHandle) -> ChannelHandle:
    """The only post of a forum, in which the only table is."""
    (post,) = posts(toy, forum)
    campaign = await toy.moderator.reader.campaign_in(toy.guild.id, post.id)
    assert campaign is not None
    assert campaign.id in first(toy, post).text
    found = await toy.moderator.reader.campaigns(toy.guild.id)
    assert [one.id for one in found] == [campaign.id]
    assert await toy.moderator.forums.pending() == ()
    return handle(toy, post)


def title(toy: ToyTable, post: ChannelHandle) -> str:
    """What a post is called."""
    channels: dict[int, Any] = toy.env.backend.channels
    return str(channels[post.id].name)


async def test_a_table_is_opened_as_a_post(toy: ToyTable) -> None:
    """From any channel; it is joined, begun and played there, and its title says how it stands."""
    forum = await with_forum(toy)
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    told = await alice.slash("game new", game="toy", name="River")
    post = await only_post(toy, forum)
    assert told.is_private
    assert f"<#{post.id}>" in told.text
    assert await toy.moderator.reader.campaign_in(toy.guild.id, toy.channel.id) is None
    assert title(toy, post) == "River · open"

    starter = first(toy, post)
    said = starter.text
    assert f"https://discord.com/channels/{toy.guild.id}/{forum.id}" in said
    assert not starter.is_pinned
    (panel,) = [paper for paper in toy.seen(post) if paper.is_pinned]
    assert panel.id != starter.id
    await told.press("Join as Red")
    await bruno.press(panel, "Join as Blue")
    await alice.slash("game start", room=post)
    await toy.settle()
    assert title(toy, post) == "River · playing"
    called = [paper for paper in toy.seen(post) if "Give an order" in paper.buttons]
    assert (await alice.press(called[-1], "Give an order")).is_private

    await toy.wait(TITLES)
    await (await alice.slash("game resign", room=post)).press("Resign")
    await toy.settle()
    assert title(toy, post) == "River · over"
    assert first(toy, post).text == said
    edited = f"/channels/{post.id}/messages/{starter.id}"
    assert not [call for call in toy.wire.calls if call.path == edited]


async def test_in_the_language_of_the_table(toy: ToyTable) -> None:
    """Title, first message and answer; without a name it is called as its game."""
    forum = await with_forum(toy)
    await toy.moderator.servers.choose_language(toy.guild.id, "es")
    alice = toy.people["alice"]
    alice.speak("es-ES")
    told = await alice.slash("game new", game="toy")
    post = await only_post(toy, forum)
    assert f"Su publicación: <#{post.id}>" in told.text
    assert title(toy, post).endswith(" · abierta")
    assert "Una mesa" in toy.seen(post)[0].text


async def test_here_opens_it_in_the_channel(toy: ToyTable) -> None:
    """As it is without a lobby, and where tables are allowed; posts of the lobby always are."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    told = await alice.slash("game new", game="toy", name="River", here=True)
    assert "River" in told.text
    assert await toy.moderator.reader.campaign_in(toy.guild.id, toy.channel.id) is not None
    assert not posts(toy, forum)

    aside = toy.guild.create_text_channel("aside")
    await toy.moderator.servers.allow_places(toy.guild.id, [toy.channel.id])
    refused = await alice.slash("game new", game="toy", name="Lake", here=True, room=aside)
    assert f"in <#{toy.channel.id}> and <#{forum.id}> only" in refused.text
    opened = await alice.slash("game new", game="toy", name="Lake", room=aside)
    assert posts(toy, forum)[0].name == "Lake · open"
    assert f"<#{posts(toy, forum)[0].id}>" in opened.text


async def test_a_kill_between_the_parts(toy: ToyTable) -> None:
    """Before Discord makes the post nothing stays; after it the table is there, and no other."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    for after in (False, True):
        trip = toy.die_at("POST", f"/channels/{forum.id}/threads", after=after)
        await alice.slash("game new", game="toy", name="River")
        assert trip.sprung
        await toy.restart()
        await toy.settle()
        assert len(posts(toy, forum)) == int(after)
        assert await toy.moderator.forums.pending() == ()
    post = await only_post(toy, forum)
    assert [paper for paper in toy.seen(post) if paper.is_pinned]


async def test_asking_again_uses_the_post_that_is_there(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord made it and did not answer: with the name of the second try, under its title."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    lose_the_answer(toy, monkeypatch)
    told = await alice.slash("game new", game="toy", name="River")
    assert "again in a moment" in told.text
    (post,) = posts(toy, forum)
    await toy.archive(handle(toy, post))
    told = await alice.slash("game new", game="toy", name="Lake")
    assert f"<#{post.id}>" in told.text
    there = await only_post(toy, forum)
    await toy.people["carla"].say("hello", at=there)
    await toy.wait(70)
    assert title(toy, there) == "Lake · open"


def lose_the_answer(toy: ToyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord make the next post, and the answer be lost on the way."""
    backend: Any = toy.env.backend
    make = backend.create_forum_post

    def made_and_lost(*args: Any, **options: Any) -> Any:
        from simcord.backend.errors import BackendError

        make(*args, **options)
        monkeypatch.setattr(backend, "create_forum_post", make)
        raise BackendError(503, 0, "upstream")

    monkeypatch.setattr(backend, "create_forum_post", made_and_lost)


async def test_a_post_whose_answer_was_lost_goes_with_a_table_elsewhere(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens it in the channel instead has one table, not a second one hours later."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    lose_the_answer(toy, monkeypatch)
    await alice.slash("game new", game="toy", name="River")
    assert len(posts(toy, forum)) == 1
    assert "is ready" in (await alice.slash("game new", game="toy", name="River", here=True)).text
    await toy.restart()
    await toy.wait(hours=13)
    assert len(await toy.moderator.reader.campaigns(toy.guild.id)) == 1
    assert posts(toy, forum) == []
    assert await toy.moderator.forums.pending() == ()


async def test_somebody_elses_post_is_not_taken_for_it(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor the bot's own post of another table, made in the same minute."""
    forum = await with_forum(toy)
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    for person, name in ((alice, "River"), (bruno, "Lake")):
        lose_the_answer(toy, monkeypatch)
        await person.slash("game new", game="toy", name=name)
    toy.make_thread(forum, "Lake · open", by=bruno)
    await toy.settle()
    for person, name in ((bruno, "Lake"), (alice, "River")):
        await person.slash("game new", game="toy", name=name)
    found = await toy.moderator.reader.campaigns(toy.guild.id)
    by_name = {one.name: one.channel_id for one in found}
    river, lake, _ = posts(toy, forum)
    assert by_name == {"River": river.id, "Lake": lake.id}


async def test_titles_are_written_seldom_and_only_as_they_stand(toy: ToyTable) -> None:
    """Twice in ten minutes at most; messages do not wait for it, a kill changes nothing."""
    forum = await with_forum(toy)
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    await alice.slash("game new", game="toy", name="River")
    post = await only_post(toy, forum)
    await alice.slash("game join", side="red", room=post)
    await bruno.slash("game join", side="blue", room=post)
    toy.die_at("PATCH", f"/channels/{post.id}", after=True)
    await alice.slash("game start", room=post)
    await toy.restart()
    await toy.settle()
    assert title(toy, post) == "River · playing"
    await (await alice.slash("game resign", room=post)).press("Resign")
    (panel,) = [paper for paper in toy.seen(post) if paper.is_pinned]
    assert "resign" in panel.text.casefold()
    assert title(toy, post) == "River · playing"
    await toy.restart()
    await toy.wait(TITLES)
    assert title(toy, post) == "River · over"
    renamed = [c for c in toy.wire.calls if (c.method, c.path) == ("PATCH", f"/channels/{post.id}")]
    assert len(renamed) == 2
    toy.wire.calls.clear()
    await toy.restart()
    await toy.wait(hours=13)
    assert not [call for call in toy.wire.calls if call.method == "PATCH"]


async def test_a_title_that_discord_refuses_is_written_later(toy: ToyTable) -> None:
    """Another has used up what Discord allows, and later the thread is closed."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="River", opponent="computer")
    post = await only_post(toy, forum)
    path: Any = f"/channels/{post.id}"
    toy.env.inject_error("PATCH", path, status=429, code=0, times=1)
    await alice.slash("game join", side="red", room=post)
    await alice.slash("game start", room=post)
    assert title(toy, post) == "River · open"
    await toy.wait(70)
    assert title(toy, post) == "River · playing"


async def test_discord_says_how_long_to_wait(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A title is not asked for before, whatever happens meanwhile."""
    await with_forum(toy)
    alice = toy.people["alice"]
    tried: list[str] = []
    edit = discord.Thread.edit

    async def limited(self: discord.Thread, **changes: Any) -> discord.Thread:
        tried.append(changes["name"])
        if len(tried) == 1:
            raise discord.RateLimited(500.0)
        return await edit(self, **changes)

    monkeypatch.setattr(discord.Thread, "edit", limited)
    await alice.slash("game new", game="toy", name="River", opponent="computer")
    found = await toy.moderator.reader.campaigns(toy.guild.id)
    post = ChannelHandle(toy.env, toy.guild, toy.env.backend.channels[found[0].channel_id])
    await alice.slash("game join", side="red", room=post)
    await alice.slash("game start", room=post)
    await toy.wait(490)
    await (await alice.slash("game resign", room=post)).press("Resign")
    assert tried == ["River · playing"]
    await toy.wait(20)
    assert tried == ["River · playing", "River · over"]
    assert title(toy, post) == "River · over"


async def test_tags_that_are_there_are_set(toy: ToyTable) -> None:
    """Named as the game or the state; what people have set stays, and none is ever made."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    names = ("Open", "playing", "over", "toy", "Friendly")
    tags = {name: make_tag(toy.env, forum.id, name) for name in names}
    game = toy.moderator.rules("toy")
    from bot.text import words_for

    called = make_tag(toy.env, forum.id, str(words_for("en", game).plain.label("game.title")))
    await toy.settle()
    await alice.slash("game new", game="toy", name="River", opponent="computer")
    (post,) = posts(toy, forum)
    assert set(post.applied_tags) == {tags["Open"], called}
    backend: Any = toy.env.backend
    backend.edit_channel(post.id, {"applied_tags": [*post.applied_tags, tags["Friendly"]]})
    await alice.slash("game join", side="red", room=handle(toy, post))
    await alice.slash("game start", room=handle(toy, post))
    await toy.settle()
    (post,) = posts(toy, forum)
    assert set(post.applied_tags) == {tags["playing"], called, tags["Friendly"]}
    assert len(backend.get_channel(forum.id).available_tags) == len(names) + 1


async def test_a_moderated_tag_is_left_where_the_bot_may_not(toy: ToyTable) -> None:
    """It needs Manage Threads."""
    forum = await with_forum(toy)
    tag = make_tag(toy.env, forum.id, "open", moderated=True)
    toy.deny("manage_threads", at=forum)
    backend: Any = toy.env.backend
    backend.announce_channel_update(forum.id)
    await toy.settle()
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="River")
    assert posts(toy, forum)[0].applied_tags == []
    toy.deny(at=forum)
    backend.announce_channel_update(forum.id)
    await toy.settle()
    await alice.slash("game new", game="toy", name="Lake")
    assert posts(toy, forum)[1].applied_tags == [tag]


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (400, 40067, "needs a tag"),
        (400, 160006, "open threads"),
        (403, 50013, "View Channel"),
        (404, 10003, "View Channel"),
        (400, 200000, "another name"),
    ],
)
async def test_what_discord_refuses_for_good(
    toy: ToyTable, status: int, code: int, why: str
) -> None:
    """It is said where it was typed; nothing stays, and the next try is as the first."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    path: Any = f"/channels/{forum.id}/threads"
    toy.env.inject_error("POST", path, status=status, code=code, times=1)
    told = await alice.slash("game new", game="toy", name="River")
    assert told.is_private
    assert why in told.text
    assert await toy.moderator.forums.pending() == ()
    await alice.slash("game new", game="toy", name="River")
    await only_post(toy, forum)


async def test_rights_that_are_lacking(toy: ToyTable) -> None:
    """They are named where it was typed, and where the forum is chosen."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    backend: Any = toy.env.backend
    toy.deny("send_messages", "attach_files", at=forum)
    backend.announce_channel_update(forum.id)
    await toy.settle()
    for reply in (
        await alice.slash("game new", game="toy", name="River"),
        await toy.forge(toy.people["dora"], "adj:setup:lobby", values=[str(forum.id)]),
    ):
        assert reply.is_private
        assert "*Send Messages* and *Attach Files*" in reply.text
        assert f"<#{forum.id}>" in reply.text
    assert not posts(toy, forum)


async def test_a_forum_that_is_not_seen_or_gone(toy: ToyTable) -> None:
    """Whoever asks for a table reads so; with ``here`` it is opened in the channel."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    hide(toy, forum, alice)
    await toy.settle()
    assert "can't see" in (await alice.slash("game new", game="toy", name="River")).text
    backend: Any = toy.env.backend
    backend.delete_channel(forum.id)
    await toy.settle()
    assert "is gone" in (await alice.slash("game new", game="toy", name="River")).text
    shown = await toy.people["dora"].slash("setup")
    assert "**is gone**" in shown.text
    await alice.slash("game new", game="toy", name="River", here=True)
    assert await toy.moderator.reader.campaign_in(toy.guild.id, toy.channel.id) is not None
    await choose(shown)
    assert (await toy.moderator.servers.setup(toy.guild.id)).lobby is None


def hide(toy: ToyTable, forum: ChannelHandle, person: Person) -> None:
    """Let a person not look at a forum."""
    from simcord.backend.models import Overwrite
    from simcord.enums import OverwriteType

    toy.env.backend.set_overwrite(
        forum.id, Overwrite(person.id, OverwriteType.MEMBER, allow=0, deny=1 << 10)
    )


async def test_a_post_that_is_deleted(toy: ToyTable) -> None:
    """The table is as any whose thread is gone: it goes on elsewhere, and no title is kept."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="River", opponent="computer")
    post = await only_post(toy, forum)
    campaign = await toy.moderator.reader.campaign_in(toy.guild.id, post.id)
    assert campaign is not None
    await alice.slash("game join", side="red", room=post)
    backend: Any = toy.env.backend
    backend.delete_channel(post.id)
    await toy.settle()
    assert await toy.moderator.forums.kept() == ()
    moved = await alice.slash("game move", campaign=campaign.id)
    assert "River" in moved.text
    await alice.slash("game start")
    assert [paper for paper in toy.public() if paper.is_pinned]


async def test_a_forum_that_goes_while_nobody_looks(toy: ToyTable) -> None:
    """Its posts are forgotten when a title would have to be written."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="River", opponent="computer")
    post = await only_post(toy, forum)
    backend: Any = toy.env.backend
    await alice.slash("game join", side="red", room=post)
    campaign = await toy.moderator.reader.campaign_in(toy.guild.id, post.id)
    assert campaign is not None
    await toy.stop()
    backend.delete_channel(post.id)
    await toy.start()
    assert len(await toy.moderator.forums.kept()) == 1
    await alice.slash("game move", campaign=campaign.id)
    await toy.settle()
    assert await toy.moderator.forums.kept() == ()


async def test_a_table_that_is_played_elsewhere(toy: ToyTable) -> None:
    """Its title says so, and is right again once it is back; a rematch takes the title over."""
    forum = await with_forum(toy)
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    await alice.slash("game new", game="toy", name="River")
    post = await only_post(toy, forum)
    campaign = await toy.moderator.reader.campaign_in(toy.guild.id, post.id)
    assert campaign is not None
    await alice.slash("game move", campaign=campaign.id)
    assert title(toy, post) == "River · moved"
    await toy.wait(TITLES)
    await alice.slash("game move", campaign=campaign.id, room=post)
    assert title(toy, post) == "River · open"
    await alice.slash("game join", side="red", room=post)
    await bruno.slash("game join", side="blue", room=post)
    await alice.slash("game start", room=post)
    await (await alice.slash("game resign", room=post)).press("Resign")
    await toy.wait(TITLES)
    assert title(toy, post) == "River · over"
    await toy.forge(alice, f"adj:rematch:{campaign.id}")
    await alice.slash("game new", game="toy", name="Lake", here=True, room=post)
    await toy.wait(TITLES)
    assert title(toy, post) == "Lake · open"


async def test_who_is_erased_before_the_table_is_there(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of theirs is kept, and the post goes."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    lose_the_answer(toy, monkeypatch)
    await alice.slash("game new", game="toy", name="River")
    await toy.moderator.people.forget(alice.id)
    (left,) = await toy.moderator.forums.pending()
    assert (left.person_id, left.asked) == (None, None)
    await toy.restart()
    await toy.settle()
    assert await toy.moderator.forums.pending() == ()
    assert not posts(toy, forum)


async def test_the_limits_hold_before_a_post_is_made(toy: ToyTable) -> None:
    """Of what the server allows, and of who is barred; a table refused afterwards leaves none."""
    forum = await with_forum(toy)
    alice = toy.people["alice"]
    await toy.moderator.servers.allow_open(toy.guild.id, 1)
    await alice.slash("game new", game="toy", name="River")
    assert "1" in (await alice.slash("game new", game="toy", name="Lake")).text
    assert len(posts(toy, forum)) == 1
    bruno = toy.people["bruno"]
    trip = toy.die_at("POST", f"/channels/{forum.id}/threads", after=True)
    await bruno.slash("game new", game="toy", name="Lake")
    assert trip.sprung
    assert len(posts(toy, forum)) == 2
    await toy.kill()
    await bar_offline(toy, bruno)
    assert len(posts(toy, forum)) == 1


async def bar_offline(toy: ToyTable, person: Person) -> None:
    """Start the bot, which finds the person barred before it finishes what was cut short."""
    from bot.moderator.seats.bars import Bars

    async def barred(self: Bars, guild_id: int, person_id: int) -> None:
        from bot.moderator import Complaint

        del self, guild_id
        if person_id == person.id:
            raise Complaint("campaign.barred")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Bars, "require_welcome", barred)
        await toy.start()
        await toy.settle()
    left: tuple[ForumPost, ...] = await toy.moderator.forums.pending()
    assert left == ()

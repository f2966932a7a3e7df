"""The bot that has one of two shards: direct messages come to it from all servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.app import IDENTIFYING, ShardedAdjutant
from bot.moderator import Moderator
from bot.moderator.table.desk import Policy
from bot.shares import Share
from bot.store import Database, leases
from tests.e2e.conftest import GAMES, ToyTable
from tests.e2e.test_inbox_everywhere import dm
from tests.support import postgres
from tests.support.toy_game import Land

pytestmark = pytest.mark.usefixtures("strict_texts")


@pytest.fixture
async def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ToyTable]:
    """The process that has shard 0 of two; days may pass in a moment there."""
    where = postgres.OnServer().of("games").render_as_string(hide_password=False)
    monkeypatch.setattr("bot.courier.courier.ELSEWHERE", postgres.SELDOM)
    monkeypatch.setattr("bot.moderator.table.processes._LOOKS", 1 / postgres.SELDOM)
    monkeypatch.setattr("bot.moderator.table.leasing._KEPT_BEFORE", 1 / postgres.SELDOM)
    async with ToyTable(tmp_path, shards="0/2", database=where) as table:
        yield table


@pytest.fixture
async def second(first: ToyTable) -> AsyncIterator[Moderator]:
    """What the process does that has shard 1, but for Discord."""
    database = await Database.open(first.settings.database_url, alone=True, shards=(1,))
    door = Moderator(database, GAMES, policy=Policy(gather_seconds=0), share=Share(2, (1,)))
    yield door
    await door.settle()
    await database.close()


async def campaign_elsewhere(first: ToyTable, second: Moderator) -> tuple[Any, Any]:
    """Begin a game at a server of shard 1, at which red is awaited."""
    guild = first.env.create_guild("War College", id=(2 * 10**11 + 1) << 22)
    room = guild.create_text_channel("ford")
    alice, bruno = (first.people[name] for name in ("alice", "bruno"))
    for one in (alice, bruno):
        guild.add_member(one.actor.user)
    campaign = await second.lobby.create(
        game="toy",
        name="Ford",
        guild_id=guild.id,
        channel_id=room.id,
        person_id=alice.id,
        language="en",
        settings={"turns": 3},
    )
    await second.seats.join(campaign.id, alice.id, "red")
    await second.seats.join(campaign.id, bruno.id, "blue")
    await second.lobby.start(campaign.id, alice.id, request="start")
    if (await second.reader.look(campaign.id)).decisions[0].seat == "blue":
        await second.play.act(campaign.id, bruno.id, Land(bank="island"), request="first")
    return campaign, guild


async def test_tables_of_another_process_are_played_by_direct_message(
    first: ToyTable, second: Moderator
) -> None:
    """They are listed with their servers' names; what is done is seen there at once."""
    campaign, guild = await campaign_elsewhere(first, second)
    alice = first.people["alice"]
    bot = first.bot
    assert bot is not None
    assert bot.get_guild(guild.id) is None

    shown = await dm(alice, "inbox")
    assert "**Ford**" in shown.text
    turn = await shown.press("Act in Ford")
    asked = await (await turn.press("Give an order")).choose("hide")
    hidden = await (await asked.choose("south")).press("Confirm")
    assert "Recorded in secret" in hidden.text
    assert "Ford" in alice.inbox()[-1].text

    look = await second.reader.look(campaign.id, alice.id)
    assert "south" in repr(look.view)
    # What is public of it is posted by the process that knows the channel.
    assert not [call for call in first.wire.calls if str(campaign.channel_id) in call.path]


async def test_who_has_left_a_server_of_another_process_plays_no_more(
    first: ToyTable, second: Moderator
) -> None:
    """Discord is asked, though this process does not see the server; so is the list on file."""
    campaign, guild = await campaign_elsewhere(first, second)
    carla = first.people["carla"]
    bot = first.bot
    assert isinstance(bot, ShardedAdjutant)
    assert await bot.attendance.is_away(guild.id, carla.id)
    assert not await bot.attendance.is_away(guild.id, first.people["alice"].id)
    assert await bot.servers.name(guild.id) == "War College"

    shown = await dm(first.people["alice"], "inbox")
    await second.servers.left(guild.id)

    assert not await bot.servers.has_bot(guild.id)
    assert "no longer in the server" in (await shown.press("Act in Ford")).text
    assert "Nothing is waiting" in (await dm(first.people["alice"], "inbox")).text
    assert campaign.guild_id == guild.id


async def test_connections_say_one_by_one_who_they_are(
    first: ToyTable, second: Moderator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all processes: what one has begun the other waits for."""
    assert IDENTIFYING > 5  # seconds in which Discord hears one of each kind
    monkeypatch.setattr("bot.app.IDENTIFYING", 0.3)
    bot = first.bot
    assert isinstance(bot, ShardedAdjutant)
    await second.desk.leases.passed("identify/0", 0.3)

    await bot.before_identify_hook(0, initial=True)

    async with second.desk.database.write() as connection:
        # It has passed, and whoever comes next waits for it in turn.
        assert await leases.take(connection, "identify/0", "mine", 1000) is None

"""Several processes deliver from one outbox: each thing once, in order, by whoever may."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.courier import Bulletin, Destination, Note, Panel
from bot.courier.api import Post
from bot.store import leases, people, schema
from tests.support import postgres as server
from tests.support.fleet import QUICK, Fleet, Member, fleet
from tests.support.river import RED, WHO
from tests.support.toy_game import Hide, Land


@pytest.fixture
async def them(tmp_path: Path) -> AsyncIterator[Fleet]:
    """Three processes with a shard each, which do nothing by themselves yet."""
    with server.on_server():
        async with fleet(tmp_path) as found:
            yield found


async def until(them: Fleet, done: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something that processes do by themselves, while their time passes."""
    async with asyncio.timeout(seconds):
        while not done():
            await asyncio.sleep(0.05)
            them.watch.forward(seconds=1)


async def _land(one: Member, campaign: str, request: str) -> None:
    look = await one.door.reader.look(campaign)
    who = WHO[look.decisions[0].seat]
    done = await one.door.play.act(campaign, who, Land(bank="south"), request=request)
    assert done.accepted


async def test_a_channel_is_its_shards(them: Fleet) -> None:
    """Whoever has another shard knows nothing of what may be done there."""
    first, second, third = them.members
    campaign = await them.started(first, shard=1)

    await first.courier.settle()
    await third.courier.settle()
    assert not [where for _, where in them.discord.calls if where == campaign.channel_id]

    await second.courier.settle()
    assert len(them.discord.of(Panel)) == 1


async def test_all_that_is_ordered_anywhere_arrives_once_and_in_order(them: Fleet) -> None:
    """Though every process looks, and orders come by all of them."""
    for one in them.members:
        one.begin()
    games = [
        await them.started(them.members[shard], shard=shard, channel=70 + shard)
        for shard in range(3)
    ]

    async def play(number: int) -> None:
        for turn in range(4):
            by = them.members[(number + turn) % 3]
            await _land(by, games[number].id, f"{number}/{turn}")
            hidden = Hide(bank=("north", "south")[turn % 2])
            await by.door.play.act(games[number].id, RED, hidden, request=f"hide {number}/{turn}")

    await asyncio.gather(*(play(number) for number in range(3)))

    def told() -> bool:
        shown = [them.discord.of(Bulletin, one.channel_id) for one in games]
        return all(len(each) == 5 for each in shown) and len(_notes(them)) == 12

    await until(them, told)
    for game in games:
        posts: list[Any] = [one.post for one in them.discord.of(Bulletin, game.channel_id)]
        numbers = [one.number for one in posts]
        assert numbers == sorted(numbers)
    # A panel that was edited is found by no nonce any more.
    everything = [one.nonce for one in them.discord.messages.values() if one.nonce]
    assert len(them.discord.of(Panel)) == 3
    assert len(everything) == len(set(everything))


def _notes(them: Fleet) -> list[Any]:
    posts: list[Any] = [one.post for one in them.discord.of(Note, RED)]
    return [one for one in posts if one.kind == "receipt"]


async def test_one_at_a_time_writes_to_a_person(them: Fleet) -> None:
    """Another waits, and goes on where it ended."""
    first, second, _ = them.members
    campaign = await them.started(first)
    await first.courier.settle()
    gate, waiting = asyncio.Event(), asyncio.Event()
    them.discord.post = _slowly(them, gate, waiting)  # type: ignore[method-assign]
    for number in range(3):
        hidden = Hide(bank=("north", "south")[number % 2])
        await first.door.play.act(campaign.id, RED, hidden, request=f"{number}")

    await first.courier.dispatch()
    await asyncio.wait_for(waiting.wait(), 30)
    await asyncio.wait_for(second.courier.settle(), 30)
    assert them.discord.count("post") - len(them.discord.messages) == 0
    gate.set()
    await first.courier.settle()

    assert len(_notes(them)) == 3


def _slowly(them: Fleet, gate: asyncio.Event, waiting: asyncio.Event) -> Callable[..., Any]:
    post = them.discord.post

    async def slowly(place: Destination, what: Post, *, nonce: str) -> int:
        waiting.set()
        await gate.wait()
        return await post(place, what, nonce=nonce)

    return slowly


async def test_who_dies_over_a_delivery_is_replaced(them: Fleet) -> None:
    """What had arrived is found, and not posted again."""
    first, second, _ = them.members
    campaign = await them.started(first, shard=2)
    await _die_over_a_delivery(them, first, campaign.id)
    second.begin()

    await until(them, lambda: ("find", RED) in them.discord.calls)
    await until(them, lambda: not second.courier._lanes)
    assert len(_notes(them)) == 1


async def _die_over_a_delivery(them: Fleet, one: Member, campaign: str) -> None:
    await one.courier.settle()
    posted = asyncio.Event()
    # The one method of the fake that is to fail once.
    them.discord.post = _never_heard_of(them, posted)  # type: ignore[method-assign]
    await one.door.play.act(campaign, RED, Hide(bank="north"), request="a")
    await one.courier.dispatch()
    await asyncio.wait_for(posted.wait(), 30)
    await one.die()


def _never_heard_of(them: Fleet, posted: asyncio.Event) -> Callable[..., Any]:
    """Let the next message arrive, and its answer never."""
    post = them.discord.post

    async def once(place: Destination, what: Post, *, nonce: str) -> int:
        message = await post(place, what, nonce=nonce)
        if not posted.is_set():
            posted.set()
            await asyncio.Event().wait()
        return message

    return once


async def test_who_is_started_again_goes_on_at_once(them: Fleet) -> None:
    """What the process before with its shards held is over: nobody waits until that would end."""
    patient = dataclasses.replace(QUICK, lease_seconds=3600)
    dead = await them.add((3,), 5, patient)
    campaign = await them.started(dead)
    await _die_over_a_delivery(them, dead, campaign.id)

    other, again = await them.add((4,), 5, patient), await them.add((3,), 5, patient)
    for one in (other, again):
        await one.door.desk.leases.inherit()
        if one is other:  # it has other shards
            await other.courier.settle()
            assert ("find", RED) not in them.discord.calls
    await again.courier.settle()

    assert ("find", RED) in them.discord.calls
    assert len(_notes(them)) == 1


async def test_who_was_taken_for_dead_notes_nothing(them: Fleet) -> None:
    """It came back too late: another has the person's messages now, and found what had arrived."""
    first, second, _ = them.members
    campaign = await them.started(first)
    await first.courier.settle()
    gate, waiting = asyncio.Event(), asyncio.Event()
    kept = them.discord.post
    them.discord.post = _slowly(them, gate, waiting)  # type: ignore[method-assign]
    await first.door.play.act(campaign.id, RED, Hide(bank="north"), request="a")
    await first.courier.dispatch()
    await asyncio.wait_for(waiting.wait(), 30)
    async with second.database.write() as connection:
        (name,) = (await connection.execute(select(schema.leases.c.name))).scalars()
        await leases.end(connection, name)
        assert await leases.take(connection, name, "theirs", 60_000)

    gate.set()
    await first.courier.settle()
    them.discord.post = kept  # type: ignore[method-assign]
    async with second.database.write() as connection:
        await leases.give_back(connection, "theirs")
    await second.courier.settle()

    assert ("find", RED) in them.discord.calls
    assert len(_notes(them)) == 1


async def test_the_outbox_is_tidied_by_one(them: Fleet) -> None:
    """At a time."""
    first, second, _ = them.members
    async with first.door.desk.leases.held("tidying the outbox"):
        assert await second.courier.tidy() > 1
    assert ("post", RED) not in them.discord.calls


async def test_who_has_waited_for_another_waits_no_longer(them: Fleet) -> None:
    """What was another's a moment ago is forgotten as soon as it is one's own."""
    first, second, _ = them.members
    campaign = await them.started(first)
    await first.courier.settle()
    await first.door.play.act(campaign.id, RED, Hide(bank="north"), request="a")
    async with first.database.read() as connection:
        number = await people.number(connection, RED)
    async with first.door.desk.leases.held(f"to/person/{number}") as ours:
        assert ours
        handing = asyncio.create_task(second.courier.hand_over(RED))
        await asyncio.sleep(0.5)
        assert not handing.done()

    assert await asyncio.wait_for(handing, 30)
    assert len(_notes(them)) == 1
    assert not second.courier._paused
    assert await asyncio.wait_for(second.courier.hand_over(RED), 30)

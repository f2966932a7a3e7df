"""Several processes on one database: each is right about what the others do."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Complaint
from bot.moderator.api import PlanEntry
from bot.moderator.table.replay import verify
from bot.store import Conflict, Database, StoreError, guilds, leases, postgres
from bot.store.errors import StoreHeld
from tests.support import postgres as server
from tests.support.fleet import LEASE, QUICK, Fleet, Member, fleet, guild_of
from tests.support.river import BLUE, GREEN, RED, WHO
from tests.support.toy_game import Hide, Land, Row


@pytest.fixture
async def them(tmp_path: Path) -> AsyncIterator[Fleet]:
    """Three processes with a shard each, which do nothing by themselves yet."""
    with server.on_server():
        async with fleet(tmp_path) as found:
            yield found


async def until(done: Callable[[], Any], seconds: float = 60.0) -> None:
    """Wait for something that processes do by themselves."""
    async with asyncio.timeout(seconds):
        while not await done():  # noqa: ASYNC110 - what is waited for is on file
            await asyncio.sleep(0.01)


# -- who has what -------------------------------------------------------------------------------


async def test_a_shard_is_of_one_process(them: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have other shards; nobody has the database alone meanwhile."""
    monkeypatch.setattr(postgres, "_HANDING_OVER", "50ms")
    monkeypatch.setattr(postgres, "_PATIENCE", "50ms")

    with pytest.raises(StoreHeld, match=r"has shard 1 .* other shards \(ADJUTANT_SHARDS\)"):
        await them.add((1,))
    with pytest.raises(StoreHeld, match="stop it first"):
        await Database.open(them.path, alone=True)

    await them.members[1].stop()
    await them.add((1,))


async def test_a_process_waits_for_its_shards(them: Fleet) -> None:
    """While the one before it is finishing its work."""
    waiting = asyncio.create_task(them.add((1,)))
    await asyncio.sleep(0.05)
    assert not waiting.done()

    await them.members[1].stop()

    assert (await waiting).share.shards == (1,)


async def test_a_process_speaks_for_its_own_servers_alone(them: Fleet) -> None:
    """What it does not see of others it does not take for left, and erases nothing of theirs."""
    first, second, _ = them.members
    kept = await them.open_campaign(first, shard=0)
    other = await them.open_campaign(second, shard=1, channel=71)

    await first.door.servers.present_in([guild_of(0)])
    async with first.database.read() as connection:
        assert await guilds.known(connection) == {guild_of(0): None, guild_of(1): None}
    them.watch.forward(days=40)
    assert await first.door.servers.erase_gone(30) == 0
    assert (await second.door.reader.campaign(other.id)).guild_id == guild_of(1)

    await first.door.servers.present_in([])
    await second.door.servers.left(guild_of(1))
    them.watch.forward(days=40)
    assert await first.door.servers.erase_gone(30) == 1
    assert (await second.door.reader.campaign(other.id)).id == other.id
    with pytest.raises(Complaint, match="unknown"):
        await second.door.reader.campaign(kept.id)


# -- one campaign, several processes --------------------------------------------------------------


async def test_each_sees_what_the_others_have_done(them: Fleet) -> None:
    """A campaign that is at hand is asked after before it is shown or changed."""
    first, second, third = them.members
    campaign = await them.started(first)
    await second.door.reader.look(campaign.id)
    await third.door.reader.look(campaign.id)

    mover = await _mover(first, campaign.id)
    done = await first.door.play.act(campaign.id, mover, Row(strokes=1), request="a")
    assert done.accepted
    assert (await second.door.reader.look(campaign.id)).version == (
        await first.door.reader.look(campaign.id)
    ).version
    await second.door.themes.choose_for_table(campaign.id, RED, "night")
    assert (await third.door.reader.campaign(campaign.id)).theme == "night"
    assert (await first.door.reader.campaign(campaign.id)).theme == "night"


async def test_a_request_is_done_once(them: Fleet) -> None:
    """Though two processes are given it at the same instant."""
    campaign = await them.started(them.members[0])
    mover = await _mover(them.members[0], campaign.id)
    acts = [
        one.door.play.act(campaign.id, mover, Land(bank="north"), request="the same")
        for one in them.members
    ]

    receipts = await asyncio.gather(*acts)

    assert all(one.accepted for one in receipts)
    _, total = await _log(them.members[0], campaign.id)
    assert total == 2  # the set-up, and it


async def test_of_two_orders_one_counts(them: Fleet) -> None:
    """The loser is judged by the position as it is then, in words that are true."""
    campaign = await them.started(them.members[0])
    mover = await _mover(them.members[0], campaign.id)
    acts = [
        one.door.play.act(campaign.id, mover, Land(bank="north"), request=f"order {number}")
        for number, one in enumerate(them.members)
    ]

    receipts = await asyncio.gather(*acts)

    assert [one.accepted for one in receipts].count(True) == 1
    refused = next(one for one in receipts if not one.accepted)
    assert {one.code for one in refused.refusals} == {"gate.not_your_turn"}


@pytest.mark.parametrize("seed", range(3))
async def test_whoever_plays_where(them: Fleet, seed: int) -> None:
    """Orders, secrets, themes, seats and plans at once, from all sides: the log replays."""
    chance = random.Random(seed)
    campaign = await them.started(them.members[0], turns=6)

    async def one(number: int) -> None:
        door = chance.choice(them.members).door
        who = chance.choice((RED, BLUE))
        what = chance.randrange(6)
        try:
            if what < 2:
                order = Land(bank=chance.choice(("north", "south")))
                await door.play.act(campaign.id, who, order, request=f"{seed}/{number}")
            elif what == 2:
                await door.play.act(campaign.id, who, Row(strokes=1), request=f"{seed}/{number}")
            elif what == 3:
                hidden = Hide(bank=chance.choice(("north", "south")))
                await door.play.act(campaign.id, who, hidden, request=f"{seed}/{number}")
            elif what == 4:
                theme = chance.choice(("standard", "night"))
                await door.themes.choose_for_table(campaign.id, who, theme)
            else:
                await door.seats.join(campaign.id, GREEN, "blue", ask=True)
        except Complaint:
            pass  # not their turn, or asked before

    for begin in range(0, 30, 6):
        await asyncio.gather(*(one(begin + number) for number in range(6)))

    looks = [await member.door.reader.look(campaign.id, None) for member in them.members]
    assert len({(look.version, look.campaign.theme, repr(look.decisions)) for look in looks}) == 1
    await verify(them.members[0].database, them.games, campaign.id)


async def test_what_is_saved_by_what_was_known_is_refused(them: Fleet) -> None:
    """Of anything that a campaign has: here its theme, by one who has not heard of a new clock."""
    first, second, _ = them.members
    campaign = await them.started(first)
    seen: list[int] = []

    async def work(live: Any, again: bool) -> None:
        seen.append(again)
        if not again:
            await second.door.themes.choose_for_table(campaign.id, RED, "night")
        assert live.row.theme == ("night" if again else "standard")
        async with first.database.write():
            pass

    await first.door.desk.exclusive(campaign.id, work)

    assert seen == [False, True]


async def test_what_is_counted_before_it_is_written_counts_over_all(them: Fleet) -> None:
    """A person may have so many tables: not one more by asking two processes at once."""
    first, second, _ = them.members
    doors = (first, second) * 4
    made = await asyncio.gather(
        *(them.open_campaign(one, channel=100 + number) for number, one in enumerate(doors)),
        return_exceptions=True,
    )

    assert sum(not isinstance(one, BaseException) for one in made) == QUICK.most_open


# -- leases -------------------------------------------------------------------------------------


async def test_a_lease_is_of_one_process_and_lasts(them: Fleet) -> None:
    """For longer than it would without being kept, and no longer than it is held."""
    first, second, _ = them.members
    async with first.door.desk.leases.held("something") as ours:
        assert ours
        for _ in range(3):
            await asyncio.sleep(LEASE / 2)
            async with second.door.desk.leases.held("something") as theirs:
                assert not theirs
    async with second.door.desk.leases.held("something") as theirs:
        assert theirs


async def test_who_was_taken_for_dead_saves_nothing(them: Fleet) -> None:
    """What they save by the lease they had proves that they have it."""
    first, second, _ = them.members
    async with first.door.desk.leases.held("something"):
        async with second.database.write() as connection:
            await leases.end(connection, "something")
            assert await leases.take(connection, "something", "theirs", 60_000)
        with pytest.raises(Conflict, match="taken over something"):
            async with first.database.write():
                pass


async def test_what_one_orders_the_others_hear(them: Fleet) -> None:
    """At once, not when they look the next time; also after the server has closed the line."""
    first, second, _ = them.members
    for one in (first, second):
        one.door.resume()
        await one.door.settle()
    heard = asyncio.Event()
    second.door.listen(heard.set)

    first.door.desk.tell()
    await asyncio.wait_for(heard.wait(), 30)

    driver = second.door.processes._signals._driver
    driver.terminate()
    heard.clear()
    await second.door.processes._signals.listen()
    first.door.desk.tell()
    await asyncio.wait_for(heard.wait(), 30)


async def test_a_process_that_dies_is_replaced(them: Fleet) -> None:
    """The computer's turn that it was thinking about is played by another."""
    them_policy = dataclasses.replace(QUICK, computer_patience=60)
    started = asyncio.Event()

    async def forever(thought: Any) -> Any:
        thought.cancel()
        started.set()
        await asyncio.Event().wait()

    await them.members[0].stop()
    thinking = await them.add((0,), policy=them_policy, ponder=forever)
    for one in them.members[1:]:
        one.begin()
    campaign = await thinking.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=guild_of(0),
        channel_id=70,
        person_id=RED,
        language="en",
        settings={"turns": 3},
        opponent="computer",
    )
    await thinking.door.seats.join(campaign.id, RED, "blue")
    await thinking.door.lobby.start(campaign.id, RED, request="start")
    if await _mover(thinking, campaign.id) == BLUE:
        await thinking.door.play.act(campaign.id, RED, Land(bank="north"), request="first")
    await asyncio.wait_for(started.wait(), 30)

    await thinking.die()

    async def played() -> bool:
        look = await them.members[1].door.reader.look(campaign.id)
        return look.decisions[0].seat == "blue"

    await until(played)


async def test_a_plan_is_sent_to_its_end(them: Fleet) -> None:
    """By another process, when the one that was sending it dies between two orders."""
    first, second, third = them.members
    campaign = await them.started(first)
    entries = [PlanEntry("a", "row", {"strokes": "1"}), PlanEntry("b", "land", {"bank": "south"})]
    plans, mover = first.door.plans, await _mover(first, campaign.id)
    await plans.change(
        campaign.id, mover, lambda plan: dataclasses.replace(plan, entries=tuple(entries))
    )
    plan = await plans.get(campaign.id, mover)
    await _begin_and_die(first, campaign.id, mover, plan.revision)

    second.begin()
    third.begin()

    async def sent() -> bool:
        return not (await second.door.plans.get(campaign.id, mover)).entries

    await until(sent)
    kinds = [entry.kind for entry in (await _log(second, campaign.id))[0]]
    assert kinds[1:] == ["row", "land"]


async def _begin_and_die(one: Member, campaign: str, who: int, revision: str) -> None:
    async def dead(*_: object, **__: object) -> None:
        raise StoreError("it dies here")

    one.door.plans._send_rest = dead  # type: ignore[method-assign, assignment]
    one.door.resume()
    with pytest.raises(Complaint, match="interrupted"):
        await one.door.plans.send(campaign, who, revision)
    await one.die()


async def _mover(one: Member, campaign: str) -> int:
    """Return who is to move."""
    return WHO[(await one.door.reader.look(campaign)).decisions[0].seat]


async def _log(one: Member, campaign: str) -> tuple[list[Any], int]:
    page = await one.door.reader.log(campaign, per_page=500)
    return list(page.entries), page.total


async def test_what_is_begun_beside_proves_no_more_than_is_so(them: Fleet) -> None:
    """A task that outlives the work it came of may save, though what was held is given back."""
    first, _, _ = them.members
    given_back = asyncio.Event()

    async def later() -> None:
        await given_back.wait()
        async with first.database.write() as connection:
            await guilds.put(connection, guild_of(0), most_open=3)

    async with first.door.desk.leases.held("something"):
        task = asyncio.create_task(later())
        await asyncio.sleep(0)
    given_back.set()

    await asyncio.wait_for(task, 30)

"""What the host orders beside the running bot: it is heeded, nothing is lost, and it is lifted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.cli.ordering import Orders
from bot.courier.api import TimeWord
from bot.moderator import Campaign, Complaint
from bot.moderator.table.desk import Policy
from bot.moderator.table.halts import NOTHING_HALTED
from bot.moderator.turns.plan_rows import written
from bot.store import StoreError, host_orders, log, plans
from bot.store.plans import PlanRow
from tests.bot.moderator.time.test_clocks import A_DAY, clock, deliver, pass_time, timed
from tests.support.office import Office
from tests.support.river import BLUE, GREEN, GUILD, RED, River, river
from tests.support.toy_game import Hide, Row

pytestmark = pytest.mark.usefixtures("both_databases")


def orders(there: River) -> Orders:
    """What another process orders, in the same database."""
    return Orders(there.database.engine.url, there.watch)


async def refused(done: Awaitable[Any]) -> str:
    """Return why something is not done; "" where it is."""
    try:
        await done
    except Complaint as error:
        return error.code
    return ""


async def row(there: River, campaign: Campaign) -> str:
    """Let blue row, and say why not, if it is refused."""
    act = there.door.play.act(campaign.id, BLUE, Row(strokes=1), request=there.request())
    return await refused(act)


async def left(there: River, campaign: Campaign) -> timedelta:
    """How much time blue has left."""
    due = (await clock(there, campaign, "blue")).due
    assert due is not None
    return due - there.watch.now


async def test_a_campaign_that_is_set_aside_stands_still_until_it_is_released(
    tmp_path: Path,
) -> None:
    """Orders and clocks; other tables play on, and it goes on as it stood, restarts included."""
    async with river(tmp_path) as there:
        aside = await timed(there, A_DAY)
        other = await there.started(channel=71)
        await deliver(there, aside)
        await pass_time(there, hours=10)
        before = await left(there, aside)
        said = await orders(there).set_aside(aside.id, None, "it hangs")
        assert said.startswith(f"Campaign {aside.id} is set aside. The bot heeds it")
        assert await row(there, aside) == ""  # not heeded yet
        await deliver(there, aside)
        before = await left(there, aside)
        await there.door.host_orders.look()

        assert await row(there, aside) == "host.campaign_aside"
        assert await row(there, other) == ""
        await pass_time(there, days=3)
        await there.reopen()
        await there.door.host_orders.load()
        assert await row(there, aside) == "host.campaign_aside"
        there.watch.forward(days=2)
        await there.door.clocks.beat()
        page = await there.door.reader.log(aside.id, None, per_page=50)
        assert not any(one.by_clock for one in page.entries)

        assert "released" in await orders(there).release(aside.id, None)
        await there.door.host_orders.look()
        assert await left(there, aside) == before
        assert await row(there, aside) == ""
        async with there.database.read() as connection:
            assert await host_orders.rows(connection) == ()


async def test_what_was_lifted_while_the_bot_was_down_has_cost_no_time(tmp_path: Path) -> None:
    """The outage and the time before it, since the order."""
    async with river(tmp_path) as there:
        table = await timed(there, A_DAY)
        await deliver(there, table)
        await orders(there).set_aside(table.id, None, "")
        await there.door.host_orders.look()
        before = await left(there, table)
        await pass_time(there, hours=30)
        await there.reopen()
        there.watch.forward(hours=30)
        await orders(there).release(table.id, None)
        await there.door.host_orders.load()
        await there.door.clocks.beat()
        await there.door.host_orders.look()

        assert await left(there, table) == before


async def test_who_leaves_a_side_then_takes_no_time_from_it(tmp_path: Path) -> None:
    """Their team mate has what there was."""
    async with river(tmp_path) as there:
        table = await timed(there, A_DAY)
        await deliver(there, table)
        await there.let_in(table, GREEN, "blue", by=BLUE)
        await pass_time(there, hours=10)
        before = await left(there, table)
        await orders(there).set_aside(table.id, None, "")
        await there.door.host_orders.look()
        await pass_time(there, days=3)
        await there.door.lobby.leave(table.id, GREEN)
        await orders(there).release(table.id, None)
        await there.door.host_orders.look()

        assert await left(there, table) == before


async def test_whoever_leaves_may_leave_also_then(tmp_path: Path) -> None:
    """And have themself erased, and say what is wrong: nothing of the game moves by it."""
    async with river(tmp_path) as there:
        table = await there.started()
        await orders(there).set_aside(table.id, None, "")
        await orders(there).pause("")
        await there.door.host_orders.look()
        await there.door.reports.file(table.id, BLUE, "It hangs.", "", host_id=1)
        await there.door.lobby.leave(table.id, BLUE)
        await there.door.people.forget(RED)

        assert (await there.door.reader.campaign(table.id)).status == "over"


async def test_a_plan_that_is_set_aside_waits(tmp_path: Path) -> None:
    """Its person can do all else; somebody else's plan is sent as ever."""
    async with river(tmp_path) as there:
        table = await there.started()
        mine = there.door.plans
        entry = mine.new_entry("row", {"strokes": "1"})
        plan = await mine.change(table.id, BLUE, lambda one: replace(one, entries=(entry,)))
        await orders(there).set_aside(table.id, BLUE, "")
        await there.door.host_orders.look()

        assert await refused(mine.get(table.id, BLUE)) == "host.plan_aside"
        assert await refused(mine.send(table.id, BLUE, plan.revision)) == "host.plan_aside"
        assert await refused(mine.get(table.id, RED)) == ""
        await there.do(table, BLUE, Hide(bank="north"))
        await orders(there).release(table.id, BLUE)
        await there.door.host_orders.look()
        assert await mine.get(table.id, BLUE) == plan
        sent = await mine.send(table.id, BLUE, plan.revision)
        assert len(sent.done) == 1


async def test_a_plan_that_is_being_sent_goes_on_with_its_table(tmp_path: Path) -> None:
    """Not before, and once."""
    async with river(tmp_path) as there:
        table = await there.started()
        member = (await there.door.desk.at_hand(table.id)).member(BLUE)
        assert member is not None
        entry = there.door.plans.new_entry("row", {"strokes": "1"})
        sending = PlanRow(table.id, member.person, written((entry,)), sending="a-sending")
        async with there.database.write() as connection:
            await plans.put(connection, sending)
        await orders(there).pause("")
        await there.door.host_orders.look()
        there.door.plans.resume()  # as at a start
        await there.door.settle()
        assert (await there.door.plans.get(table.id, BLUE)).sending

        await orders(there).resume()
        await there.door.host_orders.look()
        await there.door.settle()
        assert not (await there.door.plans.get(table.id, BLUE)).sending
        page = await there.door.reader.log(table.id, BLUE, per_page=50)
        assert [one.kind for one in page.entries].count("row") == 1


async def test_pausing_all_tables_tells_each_once_and_costs_no_time(tmp_path: Path) -> None:
    """In its own language; nothing is opened or ordered; whoever asks twice is told so."""
    async with river(tmp_path) as there:
        table = await timed(there, A_DAY)
        other = await there.open_campaign(channel=71)
        office = Office(there)
        await office.later()
        await pass_time(there, hours=10)
        before = await left(there, table)
        await orders(there).pause("Back at *six*.")
        assert await orders(there).pause("") == "All tables were paused already."
        for _ in range(2):
            await there.door.host_orders.look()
        await office.later()

        words = office.shown(TimeWord)
        told = {(one.look.campaign.id, one.said, one.reason) for one in words}
        assert told == {(name, "host_paused", "Back at *six*.") for name in (table.id, other.id)}
        assert len(words) == len(told)
        assert await row(there, table) == "host.paused"
        assert await refused(there.open_campaign(channel=72)) == "host.paused"
        for _ in range(20):  # as a bot does that runs on
            there.watch.forward(minutes=2)
            await there.door.clocks.beat()
        await there.reopen()
        there.watch.forward(days=4)
        await there.door.host_orders.load()
        await there.door.clocks.beat()
        await there.door.host_orders.look()
        assert await row(there, table) == "host.paused"

        await orders(there).resume()
        await there.door.host_orders.look()
        office = Office(there)
        await office.later()
        assert {one.said for one in office.shown(TimeWord)} == {"host_resumed"}
        assert await left(there, table) == before
        assert await row(there, table) == ""


async def test_the_computer_goes_on_where_it_was_held_up(tmp_path: Path) -> None:
    """Not a moment before all tables go on, and without anybody's doing."""
    async with river(tmp_path) as there:
        door = there.door
        table = await door.lobby.create(
            game="toy",
            name="Crossing",
            guild_id=GUILD,
            channel_id=70,
            person_id=RED,
            language="en",
            opponent="computer",
        )
        await door.seats.join(table.id, RED, "red")
        await orders(there).pause("")
        await door.host_orders.look()
        assert await refused(door.lobby.start(table.id, RED, request="a")) == "host.paused"
        door.desk.halts = NOTHING_HALTED
        door.rest()  # it is to begin nothing before the next order is heeded
        await door.lobby.start(table.id, RED, request="b")
        await there.reopen()
        await there.door.host_orders.load()
        there.door.resume()
        await there.door.settle()
        async with there.database.read() as connection:
            before = await log.between(connection, table.id, 0, 50)
        await orders(there).resume()
        await there.door.host_orders.look()
        await there.door.settle()
        async with there.database.read() as connection:
            after = await log.between(connection, table.id, 0, 50)
        there.door.rest()

    assert {one.kind for one in before} == {"!setup"}
    assert len(after) > len(before)


async def test_who_is_shut_out_is_known_again_and_never_written_down(tmp_path: Path) -> None:
    """A person, a server, whose tables stand still; in again, all is as it was."""
    async with river(tmp_path) as there:
        table = await timed(there, A_DAY)
        await deliver(there, table)
        door = there.door.host_orders
        await orders(there).shut_out("person", RED, "")
        await orders(there).shut_out("server", GUILD, "")
        await door.look()
        before = await left(there, table)

        def welcome(guild_id: int, person: int) -> str:
            try:
                door.require_welcome(guild_id, person)
            except Complaint as error:
                return error.code
            return ""

        assert welcome(1, RED) == "host.person_out"
        assert welcome(1, BLUE) == ""
        assert welcome(GUILD, BLUE) == "host.server_out"
        assert await row(there, table) == "host.server_out"
        async with there.database.read() as connection:
            found = await host_orders.rows(connection)
        assert all(str(RED) not in one.which for one in found if one.kind == "person")
        await there.door.people.forget(RED)
        assert welcome(1, RED) == "host.person_out"
        await pass_time(there, days=3)

        await orders(there).let_in("person", RED)
        await orders(there).let_in("server", GUILD)
        assert await orders(there).let_in("server", 1) == "Server 1 was not shut out."
        await door.look()
        assert welcome(GUILD, RED) == ""
        assert await left(there, table) == before
        assert await row(there, table) == ""


async def test_the_bot_looks_for_orders_by_itself(tmp_path: Path) -> None:
    """Every few seconds, from its start on."""
    async with river(tmp_path, policy=Policy(gather_seconds=0, heed_seconds=0.01)) as there:
        await there.open_campaign()
        there.door.resume()
        await orders(there).pause("")
        paused = asyncio.Event()

        def told() -> None:
            if there.door.desk.halts.paused is not None:
                paused.set()

        there.door.listen(told)
        async with asyncio.timeout(20):
            await paused.wait()
        there.door.rest()


async def test_what_cannot_be_ordered_is_said(tmp_path: Path) -> None:
    """No such campaign, no such number, too many words."""
    async with river(tmp_path) as there:
        for wrong in (
            orders(there).set_aside("none", None, ""),
            orders(there).shut_out("person", -1, ""),
            orders(there).pause("x" * 501),
        ):
            with pytest.raises(StoreError):
                await wrong

"""A seat's clock: when it begins, what stops it, and what follows when it has run out."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from bot.clock.paces import DAY, HOUR, Pace
from bot.moderator import Campaign
from bot.moderator.api import SeatClock
from bot.store import log, remembered
from tests.bot.moderator.seats.test_vacancies import came_in
from tests.support.river import BLUE, GREEN, RED, River, river
from tests.support.toy_game import Hide, Land, Row

pytestmark = pytest.mark.usefixtures("both_databases")

A_DAY = Pace("decision", DAY)


async def timed(there: River, pace: Pace, **more: Any) -> Campaign:
    """Start the ferrymen at a pace; the post that calls blue, who begins, is not delivered yet."""
    campaign = await there.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=7,
        channel_id=70,
        person_id=RED,
        language="en",
        settings={"turns": 3},
        pace=pace,
    )
    await there.door.seats.join(campaign.id, RED, "red")
    await there.door.seats.join(campaign.id, BLUE, "blue")
    await there.door.clocks.beat()  # the first is at the start
    return await there.door.lobby.start(campaign.id, RED, request=there.request())


async def deliver(there: River, campaign: Campaign) -> None:
    """Let the clocks begin whose posts are waiting."""
    for row in await there.rows(campaign):
        if row["kind"] == "bulletin":
            await there.door.clocks.called(campaign.id, row["nonce"])


async def clock(there: River, campaign: Campaign, seat: str) -> SeatClock:
    """Return a seat's clock."""
    found = {one.seat: one for one in await there.door.clocks.of(campaign.id)}
    return found[seat]


async def pass_time(there: River, **by: float) -> None:
    """Let time pass, as a bot does that is running."""
    there.watch.forward(**by)
    async with there.database.write() as connection:
        await remembered.put(connection, remembered.BEAT, str(there.door.desk.now()))
    await there.door.clocks.beat()


async def test_it_begins_when_its_call_is_delivered(tmp_path: Path) -> None:
    """Not before: who is not called yet loses no time."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        before = await clock(there, campaign, "blue")
        there.watch.forward(hours=5)
        assert before.awaited is not None
        assert not before.runs
        assert before.due is None

        await deliver(there, campaign)
        after = await clock(there, campaign, "blue")
        assert after.runs
        assert after.due is not None
        assert (after.due - there.watch.now).total_seconds() == DAY
        assert (await clock(there, campaign, "red")).awaited is None


async def test_one_time_out_answers_all_until_another_is_awaited(tmp_path: Path) -> None:
    """Then the other side is called, and the log says that the clock did it."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        await deliver(there, campaign)
        await pass_time(there, hours=23, minutes=59)
        assert {one.seat for one in (await there.door.reader.look(campaign.id)).decisions} == {
            "blue"
        }
        await pass_time(there, minutes=2)
        look = await there.door.reader.look(campaign.id)
        assert {one.seat for one in look.decisions} == {"red"}
        page = await there.door.reader.log(campaign.id, None, per_page=50)
        given = [one for one in page.entries if one.by_clock]
        assert given
        assert all(
            one.seat == "blue" and one.person_id is None and not one.computer for one in given
        )
        async with there.database.read() as connection:
            rows = await log.between(connection, campaign.id, 1, 50)
        assert {row.cause for row in rows} == {"clock"}


async def test_who_acts_in_time_is_not_answered_for(tmp_path: Path) -> None:
    """Each new decision has the whole time."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        await deliver(there, campaign)
        await pass_time(there, hours=20)
        await there.do(campaign, BLUE, Row(strokes=1))
        await deliver(there, campaign)
        await pass_time(there, hours=20)
        page = await there.door.reader.log(campaign.id, None, per_page=50)
        assert not any(one.by_clock for one in page.entries)


async def test_a_secret_order_moves_no_clock(tmp_path: Path) -> None:
    """Neither one's own nor the others': it would show."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        await deliver(there, campaign)
        there.watch.forward(hours=1)
        before = (await there.door.desk.at_hand(campaign.id)).clocks
        await there.do(campaign, BLUE, Hide(bank="north"))
        assert (await there.door.desk.at_hand(campaign.id)).clocks == before


async def test_an_outage_runs_for_nobody(tmp_path: Path) -> None:
    """After it there is what there was, and at least the grace."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        await deliver(there, campaign)
        await pass_time(there, hours=23)
        await there.reopen()
        there.watch.forward(days=3)
        await there.door.clocks.beat()
        found = await clock(there, campaign, "blue")
        assert found.due is not None
        assert (found.due - there.watch.now).total_seconds() == pytest.approx(HOUR, abs=300)
        assert not any(
            one.by_clock for one in (await there.door.reader.log(campaign.id, None)).entries
        )


async def test_others_may_claim_after_one_last_grace(tmp_path: Path) -> None:
    """Both are told of it; who moves in time ends it."""
    async with river(tmp_path) as there:
        campaign = await timed(there, Pace("decision", DAY, time_out="claim"))
        await deliver(there, campaign)
        await pass_time(there, hours=25)
        assert await there.door.waiting.claimable(campaign.id, RED) is None
        kinds = [row["kind"] for row in await there.rows(campaign)]
        assert kinds.count("time") == 1
        assert kinds.count("notice") == 2  # a word to either side
        await pass_time(there, hours=2)
        assert await there.door.waiting.claimable(campaign.id, RED) == "blue"
        over = await there.door.waiting.claim(campaign.id, RED, "win", request="claim")
        assert over.status == "over"
        look = await there.door.reader.look(campaign.id)
        assert look.outcome is not None
        assert look.outcome.winner == "red"


async def test_an_outage_is_no_part_of_the_last_grace(tmp_path: Path) -> None:
    """Nor is a pause: nobody may claim because the bot was away, or all had agreed to wait."""
    async with river(tmp_path) as there:
        campaign = await timed(there, Pace("decision", DAY, time_out="claim"))
        await deliver(there, campaign)
        await pass_time(there, hours=25)
        await there.reopen()
        there.watch.forward(days=3)
        await there.door.clocks.beat()
        found = await clock(there, campaign, "blue")
        assert found.grace is not None
        assert found.grace == found.due
        assert (found.grace - there.watch.now).total_seconds() >= HOUR
        assert await there.door.waiting.claimable(campaign.id, RED) is None
        await agree(there, campaign, "pause")
        await pass_time(there, days=3)
        await there.door.time_terms.go_on(campaign.id, RED)
        assert await there.door.waiting.claimable(campaign.id, RED) is None
        await pass_time(there, hours=1, minutes=1)
        assert await there.door.waiting.claimable(campaign.id, RED) == "blue"
        assert (await clock(there, campaign, "blue")).fallen == 1


async def agree(there: River, campaign: Campaign, what: Any, terms: str | None = None) -> None:
    """Let red offer something and blue agree."""
    await there.door.offers.make(campaign.id, RED, what, request=there.request(), terms=terms)
    (offer,) = await there.door.offers.open(campaign.id)
    await there.door.offers.agree(offer.id, BLUE, request=there.request())


async def test_a_game_of_which_one_side_never_answers_ends(tmp_path: Path) -> None:
    """By the rules, with the other side playing on."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        for number in range(200):
            await deliver(there, campaign)
            look = await there.door.reader.look(campaign.id)
            if not look.decisions:
                break
            if any(one.seat == "red" for one in look.decisions):
                await there.step(campaign, number)
            else:
                await pass_time(there, hours=25)
        assert (await there.door.reader.campaign(campaign.id)).status == "over"


async def test_time_used_is_counted(tmp_path: Path) -> None:
    """Also at a table without a clock."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await deliver(there, campaign)
        there.watch.forward(hours=3)
        await there.do(campaign, BLUE, Land(bank="north"))
        found = await clock(there, campaign, "blue")
        assert found.used.total_seconds() == 3 * HOUR
        assert found.left is None


async def test_the_time_of_who_comes_in_runs_out_too(tmp_path: Path) -> None:
    """How often it has is counted anew for them, and everybody is told again."""
    async with river(tmp_path) as there:
        campaign = await timed(there, dataclasses.replace(A_DAY, time_out="claim"))
        await deliver(there, campaign)
        await pass_time(there, hours=25)
        await there.door.vacancies.offer(campaign.id, BLUE, "")
        await came_in(there, campaign, GREEN, "blue", by=BLUE)
        await deliver(there, campaign)
        await pass_time(there, hours=25)
        kinds = [row["body"] for row in await there.rows(campaign) if row["kind"] == "time"]
        assert [json.loads(body)["said"] for body in kinds] == ["grace", "grace"]

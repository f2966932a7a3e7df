"""What a table agrees on about its time, late plans, rests of people, and reminders."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.clock import to_ms
from bot.clock.paces import DAY, Pace
from bot.clock.reminding import Reminders
from bot.moderator import Campaign, Complaint, Plan
from bot.store import clocks
from tests.bot.moderator.time.test_clocks import A_DAY, clock, deliver, pass_time, timed
from tests.support.river import BLUE, GREEN, RED, River, river
from tests.support.toy_game import Row

pytestmark = pytest.mark.usefixtures("both_databases")

LONG = Pace("decision", 5 * DAY, away_days=2)


async def agreed(
    there: River, campaign: Campaign, kind: Any, terms: str | None = None, by: int = BLUE
) -> None:
    """Let one side offer something about time, and the other agree."""
    made = await there.door.offers.make(campaign.id, by, kind, request=there.request(), terms=terms)
    other = RED if by == BLUE else BLUE
    await there.door.offers.agree(made.offer.id, other, request=there.request())


async def test_a_pause_stops_clocks_and_forbids_nothing(tmp_path: Path) -> None:
    """Either side goes on by itself; there is the grace at least then."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        await deliver(there, campaign)
        await pass_time(there, hours=23, minutes=50)
        await agreed(there, campaign, "pause")
        assert (await there.door.reader.campaign(campaign.id)).paused is not None
        await pass_time(there, days=9)
        assert not (await clock(there, campaign, "blue")).runs
        await there.step(campaign)
        await deliver(there, campaign)
        assert all(not one.runs for one in await there.door.clocks.of(campaign.id))
        with pytest.raises(Complaint, match="paused"):
            await there.door.waiting.nudge(campaign.id, RED)
        await there.door.time_terms.go_on(campaign.id, RED)
        with pytest.raises(Complaint, match=r"time\.not_paused"):
            await there.door.time_terms.go_on(campaign.id, BLUE)
        running = [one for one in await there.door.clocks.of(campaign.id) if one.runs]
        assert [
            one.due is not None and one.due - there.watch.now >= timedelta(hours=1)
            for one in running
        ] == [True]


async def test_another_pace_gives_everybody_their_whole_time(tmp_path: Path) -> None:
    """What follows when time runs out stays as it was agreed before."""
    async with river(tmp_path) as there:
        campaign = await timed(there, dataclasses.replace(A_DAY, time_out="claim"))
        await deliver(there, campaign)
        await pass_time(there, hours=20)
        await agreed(there, campaign, "pace", "3 days a turn")
        found = (await there.door.reader.campaign(campaign.id)).pace
        assert found == Pace("turn", 3 * DAY, time_out="claim")
        due = (await clock(there, campaign, "blue")).due
        assert due == there.watch.now + timedelta(days=3)
        await agreed(there, campaign, "pace", "no hurry", by=RED)
        assert (await there.door.reader.campaign(campaign.id)).pace is None
        assert (await clock(there, campaign, "blue")).due is None
        with pytest.raises(Complaint, match=r"time\.bad_pace"):
            await there.door.offers.make(campaign.id, RED, "pace", request="x", terms="soon")


async def test_more_time_is_given_to_who_asks(tmp_path: Path) -> None:
    """A day, for what they are asked now; nobody else's clock moves."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        await deliver(there, campaign)
        before = (await clock(there, campaign, "blue")).due
        assert before is not None
        with pytest.raises(Complaint, match=r"time\.you_not_awaited|time\.no_pace"):
            await there.door.offers.make(campaign.id, RED, "time", request="x")
        await agreed(there, campaign, "time")
        assert (await clock(there, campaign, "blue")).due == before + timedelta(days=1)


async def test_a_late_plan_comes_before_the_default(tmp_path: Path) -> None:
    """It is sent when time runs out, and not before; what is left is answered for."""
    async with river(tmp_path) as there:
        campaign = await timed(there, A_DAY)
        await deliver(there, campaign)
        entry = there.door.plans.new_entry("land", {"bank": "south"})
        await there.door.plans.change(
            campaign.id, BLUE, lambda _: Plan(entries=(entry,), late=True)
        )
        await pass_time(there, hours=23)
        assert (await there.door.plans.get(campaign.id, BLUE)).late
        await pass_time(there, hours=2)
        page = await there.door.reader.log(campaign.id, None, per_page=50)
        done = [one for one in page.entries if one.seat == "blue"]
        assert [(one.kind, one.by_clock, one.person_id) for one in done] == [("land", False, BLUE)]
        plan = await there.door.plans.get(campaign.id, BLUE)
        assert (plan.entries, plan.late) == ((), False)


async def test_who_is_away_stops_their_clock_as_long_as_agreed(tmp_path: Path) -> None:
    """At once, and for no more days than the table allows."""
    async with river(tmp_path) as there:
        campaign = await timed(there, LONG)
        await deliver(there, campaign)
        await there.door.preferences.set_zone(BLUE, "Europe/Madrid")
        before = (await clock(there, campaign, "blue")).due
        assert before is not None
        now = there.door.desk.now()
        await there.door.preferences.go_away(BLUE, now, now + 10 * DAY * 1000)
        after = (await clock(there, campaign, "blue")).due
        assert after == before + timedelta(days=2)


async def test_quiet_hours_hold_from_the_next_decision_on(tmp_path: Path) -> None:
    """Else a clock could be stopped by saying so."""
    async with river(tmp_path) as there:
        campaign = await timed(there, dataclasses.replace(A_DAY, quiet_stops=True))
        await deliver(there, campaign)
        before = (await clock(there, campaign, "blue")).due
        await there.door.preferences.set_zone(BLUE, "Europe/Madrid")
        await there.door.preferences.set_hours(BLUE, (0, 480))
        assert (await clock(there, campaign, "blue")).due == before
        await there.do(campaign, BLUE, Row(strokes=1))
        await there.step(campaign)
        for _ in range(8):
            await deliver(there, campaign)
            found = await clock(there, campaign, "blue")
            if found.runs:
                break
            await there.step(campaign)
        # In Madrid it is one in the morning: seven hours of quiet, sixteen that run, eight, eight.
        assert found.due == there.watch.now + timedelta(hours=7 + 16 + 8 + 8)


async def test_nothing_stays_of_the_rests_of_who_leaves(tmp_path: Path) -> None:
    """The clock goes by those who hold the seat, and what is on file of it names nobody else."""
    async with river(tmp_path) as there:
        campaign = await timed(there, dataclasses.replace(LONG, quiet_stops=True))
        await there.door.preferences.set_zone(BLUE, "Europe/Madrid")
        await there.door.preferences.set_hours(BLUE, (1320, 480))
        await deliver(there, campaign)
        now = there.door.desk.now()
        await there.door.preferences.go_away(BLUE, now, now + DAY * 1000)
        alone = (await clock(there, campaign, "blue")).due
        await there.let_in(campaign, GREEN, "blue", by=BLUE)
        await there.door.lobby.leave(campaign.id, BLUE)
        after = (await clock(there, campaign, "blue")).due
        assert alone is not None
        assert after is not None
        assert after == there.watch.now + timedelta(days=5) < alone
        async with there.database.read() as connection:
            assert (await clocks.of(connection, campaign.id))["blue"].rests == clocks.NO_RESTS


async def reminders(there: River, campaign: Campaign) -> list[dict[str, Any]]:
    """Return the reminders that were ordered."""
    return [row for row in await there.rows(campaign) if row["kind"] == "reminder"]


async def test_reminders_come_when_they_are_wished_for(tmp_path: Path) -> None:
    """By direct message or in the channel, once each, none to who needs none."""
    async with river(tmp_path) as there:
        campaign = await timed(there, LONG)
        await deliver(there, campaign)
        await pass_time(there, minutes=1)
        await there.door.preferences.set_reminders(BLUE, Reminders((48, 2), 0, "dm"))
        await pass_time(there, days=2, hours=23)
        assert await reminders(there, campaign) == []
        await pass_time(there, hours=2)
        await pass_time(there, hours=1)
        assert len(await reminders(there, campaign)) == 1
        await there.door.preferences.set_reminders(BLUE, Reminders((48, 2), 0, "channel"))
        await pass_time(there, days=1, hours=21)
        found = await reminders(there, campaign)
        assert [row["person"] is None for row in found] == [False, True]
        await there.door.preferences.set_reminders(BLUE, Reminders((1,), 0, "never"))
        await pass_time(there, hours=1, minutes=30)
        assert len(await reminders(there, campaign)) == 2


async def test_quiet_hours_hold_reminders_back(tmp_path: Path) -> None:
    """They come when those are over; who is away gets none."""
    async with river(tmp_path) as there:
        campaign = await timed(there, LONG)
        await deliver(there, campaign)  # on 1 January at midnight, UTC
        await there.door.preferences.set_zone(BLUE, "UTC")
        await there.door.preferences.set_hours(BLUE, (0, 480))
        await pass_time(there, days=3, hours=23)
        await pass_time(there, hours=4)
        assert await reminders(there, campaign) == []
        await pass_time(there, hours=6)
        assert len(await reminders(there, campaign)) == 1


async def test_later_means_once_more(tmp_path: Path) -> None:
    """And nothing where nobody is awaited any more."""
    async with river(tmp_path) as there:
        campaign = await timed(there, LONG)
        await deliver(there, campaign)
        await pass_time(there, minutes=1)
        at = await there.door.reminding.later(BLUE, 12)
        assert at == to_ms(there.watch.now + timedelta(hours=12))
        await pass_time(there, hours=11)
        assert await reminders(there, campaign) == []
        await pass_time(there, hours=2)
        assert len(await reminders(there, campaign)) == 1
        await pass_time(there, hours=13)
        assert len(await reminders(there, campaign)) == 1


async def test_the_waiting_side_calls_once_a_day(tmp_path: Path) -> None:
    """In the channel; not who is awaited, not who only watches."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        assert await there.door.waiting.nudge(campaign.id, RED) == ("blue",)
        with pytest.raises(Complaint, match=r"time\.nudged_lately"):
            await there.door.waiting.nudge(campaign.id, RED)
        with pytest.raises(Complaint, match=r"time\.not_awaited"):
            await there.door.waiting.nudge(campaign.id, BLUE)
        with pytest.raises(Complaint, match="not_a_player"):
            await there.door.waiting.nudge(campaign.id, 999)
        there.watch.forward(hours=25)
        assert await there.door.waiting.nudge(campaign.id, RED) == ("blue",)

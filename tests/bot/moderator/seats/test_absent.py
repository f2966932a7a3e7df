"""Whose time runs out, as the table has chosen: the computer stands in, or the seat is offered."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock.paces import DAY, Pace
from bot.moderator import Plan
from tests.bot.moderator.lobby.test_seats import letters
from tests.bot.moderator.seats.test_vacancies import by_clock, came_in
from tests.bot.moderator.time.test_clocks import clock, deliver, pass_time, timed
from tests.support.against import toy_with
from tests.support.river import BLUE, GREEN, GUILD, RED, river
from tests.support.toy_game import Land

pytestmark = pytest.mark.usefixtures("both_databases")


async def test_the_computer_stands_in_from_then_on(tmp_path: Path) -> None:
    """Nobody's time runs against it; the clocks run again once the absent are back."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await timed(there, Pace("decision", DAY, time_out="computer"))
        await deliver(there, campaign)
        await pass_time(there, hours=25)
        await door.settle()
        look = await door.reader.look(campaign.id)
        assert look.campaign.stand_ins == ("blue",)
        assert {one.seat for one in look.decisions} == {"red"}
        page = await door.reader.log(campaign.id, None, per_page=50)
        assert all(one.computer for one in page.entries if one.seat == "blue")
        assert not any(one.by_clock for one in page.entries)
        await deliver(there, campaign)
        red, blue = await clock(there, campaign, "red"), await clock(there, campaign, "blue")
        assert (red.due, blue.awaited, blue.due) == (None, None, None)
        assert blue.used.total_seconds() > DAY
        await pass_time(there, days=30)
        assert (await door.reader.look(campaign.id)).decisions == look.decisions

        await door.stand_ins.end(campaign.id, BLUE)
        due = (await clock(there, campaign, "red")).due
        assert due is not None
        assert (due - there.watch.now).total_seconds() == DAY
        await there.do(campaign, RED, Land(bank="north"))
        await deliver(there, campaign)
        blue = await clock(there, campaign, "blue")
        assert blue.due is not None
        assert (blue.due - there.watch.now).total_seconds() == DAY


async def test_without_a_computer_the_default_answers(tmp_path: Path) -> None:
    """As where the other side is played by it already."""
    async with river(tmp_path, games=toy_with(None)) as there:
        campaign = await timed(there, Pace("decision", DAY, time_out="computer"))
        await deliver(there, campaign)
        await pass_time(there, hours=25)
        look = await there.door.reader.look(campaign.id)
        assert look.campaign.stand_ins == ()
        assert {one.seat for one in look.decisions} == {"red"}


async def test_the_default_answers_for_an_empty_seat(tmp_path: Path) -> None:
    """The computer stands in for nobody: nobody could be back."""
    async with river(tmp_path) as there:
        campaign = await timed(there, Pace("decision", DAY, time_out="computer"))
        await deliver(there, campaign)
        await there.door.lobby.leave(campaign.id, BLUE)
        await pass_time(there, hours=25)
        look = await there.door.reader.look(campaign.id)
        assert look.campaign.stand_ins == ()
        assert {one.seat for one in look.decisions} == {"red"}


async def test_the_seat_is_offered(tmp_path: Path) -> None:
    """Once; the game goes on by the default, and who comes in has the whole time."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await timed(there, Pace("decision", DAY, time_out="offer"))
        await deliver(there, campaign)
        await pass_time(there, hours=25)
        look = await door.reader.look(campaign.id)
        assert set(look.campaign.vacant) == {"blue"}
        assert {one.seat for one in look.decisions} == {"red"}
        await there.do(campaign, RED, Land(bank="north"))
        await deliver(there, campaign)
        await pass_time(there, hours=20)
        after = await came_in(there, campaign, GREEN, "blue", by=500, manages=True)
        assert after.seats["blue"] == (GREEN,)
        due = (await clock(there, campaign, "blue")).due
        assert due is not None
        assert (due - there.watch.now).total_seconds() == DAY


async def test_who_is_let_in_to_a_deserted_seat(tmp_path: Path) -> None:
    """They take it from the computer and have the whole time; who only sits down again has not."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await timed(there, Pace("decision", DAY, time_out="computer"))
        await deliver(there, campaign)
        await pass_time(there, hours=20)
        await door.departures.missed(GUILD, BLUE)
        await pass_time(there, hours=5)
        await door.settle()
        assert (await door.reader.campaign(campaign.id)).stand_ins == ("blue",)
        await there.do(campaign, RED, Land(bank="north"))
        await door.settle()
        await door.seats.join(campaign.id, GREEN, "blue", ask=True)
        await pass_time(there, days=4)
        (asked,) = await door.seats.asks(campaign.id, 500, manages=True)
        after, _ = await door.seats.admit(campaign.id, asked.id, 500, manages=True)
        assert (after.seats["blue"], after.stand_ins, after.computer) == ((GREEN,), (), ())
        assert "came_in" in str((await letters(there, campaign, "seat"))[-1]["body"])
        await there.reopen()
        live = await there.door.desk.at_hand(campaign.id)
        assert live.row.stand_ins == ()
        assert (live.clocks["blue"].fallen, live.clocks["blue"].grace_until) == (0, None)


async def test_a_deserted_clock_begins_anew_with_who_is_let_in(tmp_path: Path) -> None:
    """A member more changes no time, nor does leaving and sitting down again."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await timed(there, Pace("decision", 9 * DAY))
        await deliver(there, campaign)
        await pass_time(there, hours=20)
        before = (await clock(there, campaign, "blue")).due
        await there.let_in(campaign, 600, "blue", by=BLUE)
        assert (await clock(there, campaign, "blue")).due == before
        await door.lobby.leave(campaign.id, 600)
        await door.lobby.leave(campaign.id, BLUE)
        await door.seats.join(campaign.id, BLUE, "blue")
        assert (await clock(there, campaign, "blue")).due == before
        await door.departures.missed(GUILD, BLUE)
        await door.seats.join(campaign.id, GREEN, "blue", ask=True)
        await pass_time(there, days=4)
        (asked,) = await door.seats.asks(campaign.id, 500, manages=True)
        await door.seats.admit(campaign.id, asked.id, 500, manages=True)
        due = (await clock(there, campaign, "blue")).due
        assert due is not None
        assert (due - there.watch.now).total_seconds() == 9 * DAY


async def test_the_rests_of_a_member_more_count(tmp_path: Path) -> None:
    """A clock that stands still while its people are away runs once one of them is there."""
    async with river(tmp_path) as there:
        campaign = await timed(there, Pace("decision", 5 * DAY, away_days=2))
        await deliver(there, campaign)
        before = (await clock(there, campaign, "blue")).due
        assert before is not None
        now = there.door.desk.now()
        await there.door.preferences.go_away(BLUE, now, now + 10 * DAY * 1000)
        assert (await clock(there, campaign, "blue")).due == before + timedelta(days=2)
        await there.let_in(campaign, 600, "blue", by=BLUE)
        assert (await clock(there, campaign, "blue")).due == before
        await there.reopen()
        assert (await clock(there, campaign, "blue")).due == before


async def test_a_late_plan_brings_nobody_back(tmp_path: Path) -> None:
    """The clock sends it: the seat stays on offer, until its holder acts by hand."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await timed(there, Pace("decision", DAY, time_out="offer"))
        await by_clock(there, campaign, "blue")
        await deliver(there, campaign)
        entry = door.plans.new_entry("land", {"bank": "south"})
        await door.plans.change(campaign.id, BLUE, lambda _: Plan(entries=(entry,), late=True))
        await pass_time(there, hours=25)
        look = await door.reader.look(campaign.id)
        assert set(look.campaign.vacant) == {"blue"}
        page = await door.reader.log(campaign.id, None, per_page=50)
        assert [one.kind for one in page.entries if one.seat == "blue"] == ["land"]
        await there.do(campaign, RED, Land(bank="north"))
        await there.do(campaign, BLUE, Land(bank="north"))
        assert not (await door.reader.campaign(campaign.id)).vacant

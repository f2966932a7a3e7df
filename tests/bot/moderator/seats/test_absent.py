"""Whose time runs out, as the table has chosen: the computer stands in, or the seat is offered."""

from __future__ import annotations

from pathlib import Path

from bot.clock.paces import DAY, Pace
from tests.bot.moderator.seats.test_vacancies import came_in
from tests.bot.moderator.time.test_clocks import clock, deliver, pass_time, timed
from tests.support.against import toy_with
from tests.support.river import BLUE, GREEN, RED, river
from tests.support.toy_game import Land


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

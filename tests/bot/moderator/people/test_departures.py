"""Who is out of the server: what is noted, who may be seated instead, and what is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.moderator import Complaint
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, River, river
from tests.support.toy_game import Hide

pytestmark = pytest.mark.usefixtures("both_databases")

OTHER = 400
DAYS = 3 * 24


async def _told(there: River, campaign: str) -> list[tuple[str, str]]:
    rows = await there.rows(campaign)
    return [(row["kind"], row["body"]) for row in rows if row["person"] is not None]


async def test_it_is_noted_at_every_live_table_of_that_server(tmp_path: Path) -> None:
    """Since when, once; not at tables of other servers, nor at those that are over."""
    async with river(tmp_path) as there:
        first, second = await there.started(), await there.started(channel=CHANNEL + 1)
        ended = await there.started(channel=CHANNEL + 2)
        await there.play_out(ended)
        found = there.watch.now
        await there.door.departures.missed(GUILD + 1, RED)
        assert (await there.door.reader.campaign(first.id)).gone == {}
        await there.door.departures.missed(GUILD, RED)
        there.watch.forward(hours=5)
        await there.door.departures.missed(GUILD, RED)

        for campaign in (first, second):
            seen = await there.door.reader.campaign(campaign.id)
            assert seen.gone == {RED: found}
            assert seen.deserted("red") == found
            assert seen.deserted("blue") is None
            assert seen.seats == campaign.seats
        assert (await there.door.reader.campaign(ended.id)).gone == {}
        assert len([one for one in await _told(there, first.id) if "deserted" in one[1]]) == 1
        await there.reopen()
        assert (await there.door.reader.campaign(first.id)).gone == {RED: found}
        await there.door.departures.here(GUILD, RED)
        assert (await there.door.reader.campaign(first.id)).gone == {}


async def test_only_after_three_days_and_only_by_whoever_manages(tmp_path: Path) -> None:
    """Not the other side, with or without that right; the time counts from the last to go."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        seats = there.door.seats
        await there.let_in(campaign, OTHER, "red", by=RED)
        await there.door.departures.missed(GUILD, RED)
        there.watch.forward(hours=DAYS)
        await seats.join(campaign.id, GREEN, "red", ask=True)
        (asked,) = await seats.asks(campaign.id, OTHER)  # the other member of red is there
        assert asked.opens is None
        await there.door.departures.missed(GUILD, OTHER)

        for who, manages in ((BLUE, False), (BLUE, True), (GREEN, True), (900, False)):
            assert await seats.asks(campaign.id, who, manages=manages) == ()
            with pytest.raises(Complaint, match="not_yours_to_grant"):
                await seats.admit(campaign.id, asked.id, who, manages=manages)
        there.watch.forward(hours=DAYS, seconds=-1)
        (early,) = await seats.asks(campaign.id, 900, manages=True)
        assert early.early
        with pytest.raises(Complaint, match="seat_waits"):
            await seats.admit(campaign.id, asked.id, 900, manages=True)
        there.watch.forward(seconds=1)
        after, _ = await seats.admit(campaign.id, asked.id, 900, manages=True)
        assert after.seats == {"red": (GREEN,), "blue": (BLUE,)}
        assert after.gone == {}


async def test_whoever_was_there_keeps_nothing_of_their_own(tmp_path: Path) -> None:
    """Plans, notes, groups and marks go as when they leave; they know one side's secrets."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, RED, Hide(bank="north"))
        await there.door.recaps.note(campaign.id, RED, "the island")
        await there.door.departures.missed(GUILD, RED)
        await there.door.seats.join(campaign.id, GREEN, "red", ask=True)
        there.watch.forward(hours=DAYS)
        (asked,) = await there.door.seats.asks(campaign.id, 900, manages=True)
        await there.door.seats.admit(campaign.id, asked.id, 900, manages=True)
        await there.door.departures.found(GUILD, RED, "red")

        look = await there.door.reader.look(campaign.id, RED)
        assert look.seat is None
        with pytest.raises(Complaint, match="was_other_side"):
            await there.door.seats.join(campaign.id, RED, "blue", ask=True)
        async with there.database.read() as connection:
            rows = await connection.exec_driver_sql("SELECT words FROM notes WHERE campaign <> ''")
            assert not rows.all()


async def test_who_is_back_is_asked_what_waits(tmp_path: Path) -> None:
    """Not what was granted while they were out of the server."""
    async with river(tmp_path) as there:
        campaign, door = await there.started(), there.door
        await door.vacancies.offer(campaign.id, RED, "")
        await door.departures.missed(GUILD, RED)
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        there.watch.forward(hours=DAYS)
        (asked,) = await door.seats.asks(campaign.id, 900, manages=True)
        await door.seats.admit(campaign.id, asked.id, 900, manages=True)
        await door.seats.join(campaign.id, OTHER, "red", ask=True)
        await door.departures.here(GUILD, RED)
        assert [kind for kind, _ in await _told(there, campaign.id)].count("ask") == 1


async def test_calling_for_somebody(tmp_path: Path) -> None:
    """By members of another side, of a side that is deserted, once a day."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        call = there.door.departures.call
        with pytest.raises(Complaint, match="not_deserted"):
            await call(campaign.id, BLUE, "red")
        await there.door.departures.missed(GUILD, RED)
        for who in (RED, GREEN):
            with pytest.raises(Complaint, match="not_a_player"):
                await call(campaign.id, who, "red")
        await call(campaign.id, BLUE, "red")
        with pytest.raises(Complaint, match="called_lately"):
            await call(campaign.id, BLUE, "red")
        there.watch.forward(hours=24)
        await call(campaign.id, BLUE, "red")


@pytest.mark.sqlite
async def test_what_is_noted_goes_with_the_person(tmp_path: Path) -> None:
    """Name and departure are erased with their seat."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.door.departures.found(GUILD, RED, "Rosa la Roja")
        await there.door.departures.missed(GUILD, RED)
        assert (await there.door.reader.campaign(campaign.id)).names == {RED: "Rosa la Roja"}
        await there.door.people.forget(RED)
        await there.door.departures.here(GUILD, RED)
        await there.reopen()
        seen = await there.door.reader.campaign(campaign.id)
        assert (seen.names, seen.gone) == ({}, {})
        assert b"Rosa la Roja" not in there.path.read_bytes()


async def test_who_shows_figures_is_looked_after_without_a_table(tmp_path: Path) -> None:
    """Else what they show would stay shown when they leave; once each, and once a day."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.door.figures.show(GUILD, RED)
        await there.door.figures.show(GUILD + 1, RED)
        await there.play_out(campaign)
        assert set(await there.door.departures.due()) == {(GUILD, RED), (GUILD + 1, RED)}
        assert await there.door.departures.due() == ()
        await there.door.departures.missed(GUILD, RED)
        assert not await there.door.figures.is_shown(GUILD, RED)
        assert await there.door.figures.is_shown(GUILD + 1, RED)

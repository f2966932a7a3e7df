"""Tables that nobody joins or starts: the creator is told, then they are closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import to_ms
from tests.bot.moderator.lobby.test_seats import create, letters
from tests.support.river import BLUE, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")


async def days(there: River, number: float) -> None:
    """Let days pass, and look after the tables then."""
    there.watch.forward(days=number)
    await there.door.idle_tables.look_after()


async def told(there: River, campaign: str) -> int:
    """Return how often the creator was told."""
    rows = [row for row in await there.rows(campaign) if row["kind"] == "notice"]
    return len(rows)


async def test_the_creator_is_told_after_one_week_and_it_is_closed_after_two(
    tmp_path: Path,
) -> None:
    """Each once; the channel reads why, and the end is known after a restart."""
    async with river(tmp_path) as there:
        campaign = await create(there, 70)
        begun = there.watch.now
        await days(there, 6.9)
        assert await told(there, campaign.id) == 0
        await days(there, 0.2)
        await days(there, 0.2)
        (letter,) = await letters(there, campaign, "notice")
        assert "nobody_joins" in letter["body"]
        assert str(to_ms(begun) + 14 * 24 * 3600 * 1000) not in letter["body"]
        await days(there, 6.7)
        assert (await there.door.reader.campaign(campaign.id)).status == "open"
        await days(there, 0.2)

        look = await there.door.reader.look(campaign.id)
        assert look.campaign.status == "over"
        assert look.outcome is not None
        assert look.outcome.reason.code == "campaign.outcome.unbegun"
        assert (await there.rows(campaign))[-1]["kind"] == "bulletin"
        assert await told(there, campaign.id) == 1
        await there.reopen()
        assert (await there.door.reader.look(campaign.id)).outcome == look.outcome
        await create(there, 70)  # its channel is free


async def test_whoever_joins_gives_it_two_more_weeks(tmp_path: Path) -> None:
    """From then on; the creator is told anew."""
    async with river(tmp_path) as there:
        campaign = await create(there, 70)
        await days(there, 8)
        await there.door.seats.join(campaign.id, BLUE, "blue")
        await days(there, 6.9)
        assert await told(there, campaign.id) == 1
        assert (await there.door.reader.campaign(campaign.id)).status == "open"
        await days(there, 0.2)
        assert await told(there, campaign.id) == 2
        await days(there, 7)
        assert (await there.door.reader.campaign(campaign.id)).status == "over"


async def test_what_has_begun_is_left_alone(tmp_path: Path) -> None:
    """However long it takes; so is what is over."""
    async with river(tmp_path) as there:
        playing = await there.started(channel=71)
        closed = await create(there, 70)
        await there.door.lobby.leave(closed.id, RED, ends=True)
        rows = len(await there.rows(playing)), len(await there.rows(closed))
        await days(there, 30)
        await days(there, 30)
        assert (await there.door.reader.campaign(playing.id)).status == "playing"
        assert (len(await there.rows(playing)), len(await there.rows(closed))) == rows


async def test_after_a_long_outage_the_creator_still_has_a_week(tmp_path: Path) -> None:
    """Nothing is closed whose creator was not told a week before."""
    async with river(tmp_path) as there:
        campaign = await create(there, 70)
        await days(there, 40)
        assert (await there.door.reader.campaign(campaign.id)).status == "open"
        assert await told(there, campaign.id) == 1
        await days(there, 6.9)
        assert (await there.door.reader.campaign(campaign.id)).status == "open"
        await days(there, 0.2)
        assert (await there.door.reader.campaign(campaign.id)).status == "over"


async def test_a_creator_who_was_erased_is_not_told(tmp_path: Path) -> None:
    """The table is closed all the same, after two weeks."""
    async with river(tmp_path) as there:
        campaign = await create(there, 70)
        await there.door.seats.join(campaign.id, BLUE, "blue")
        await there.door.people.forget(RED)
        await days(there, 13)
        assert (await there.door.reader.campaign(campaign.id)).status == "open"
        await days(there, 2)
        assert (await there.door.reader.campaign(campaign.id)).status == "over"
        assert await told(there, campaign.id) == 0


async def test_who_joins_at_the_last_moment_is_not_thrown_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between finding a table and closing it."""
    async with river(tmp_path) as there:
        campaign = await create(there, 70)
        await days(there, 8)
        close = there.door.lobby.close_unbegun

        async def late(campaign_id: str, before: int) -> None:
            await there.door.seats.join(campaign_id, BLUE, "blue")
            await close(campaign_id, before)

        monkeypatch.setattr(there.door.lobby, "close_unbegun", late)
        await days(there, 8)
        assert (await there.door.reader.campaign(campaign.id)).status == "open"

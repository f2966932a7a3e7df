"""What follows a correction: clocks begin anew, and the computer plays on."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.clock.paces import Pace
from bot.moderator import Campaign
from bot.moderator.api import SeatClock
from bot.moderator.referees.appointing import Candidate
from tests.bot.moderator.referees.test_correcting import DORA, correct, playing, rows, sound
from tests.support.river import CHANNEL, GUILD, RED, River, river


async def test_clocks_begin_anew(tmp_path: Path) -> None:
    """Whoever is asked has their whole time again, from when the post of it is delivered."""
    async with river(tmp_path) as there:
        campaign = await playing(there, Pace("decision", 3600 * 24))
        (seat,) = {one.seat for one in (await there.door.reader.look(campaign.id)).decisions}
        await there.door.clocks.called(campaign.id, await nonce(there, campaign))
        there.watch.forward(hours=10)
        assert (await clock(there, campaign, seat)).left == timedelta(hours=14)
        await correct(there, campaign)
        after = await clock(there, campaign, seat)
        assert (after.left, after.runs) == (timedelta(hours=24), False)
        await there.door.clocks.called(campaign.id, await nonce(there, campaign))
        assert (await clock(there, campaign, seat)).runs


async def clock(there: River, campaign: Campaign, seat: str) -> SeatClock:
    """Return a seat's clock."""
    return next(one for one in await there.door.clocks.of(campaign.id) if one.seat == seat)


async def nonce(there: River, campaign: Campaign) -> str:
    """Return the nonce of a campaign's last bulletin."""
    found = [one["nonce"] for one in await there.rows(campaign) if one["kind"] == "bulletin"]
    return str(found[-1])


async def test_the_computer_goes_on_from_there(tmp_path: Path) -> None:
    """Where it is its turn after a correction it plays, and waits for nobody to press anything."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await door.lobby.create(
            game="toy",
            name="Crossing",
            guild_id=GUILD,
            channel_id=CHANNEL,
            person_id=RED,
            language="en",
            settings={"turns": 9},
            opponent="computer",
            referee=Candidate(DORA, "Dora"),
        )
        await door.seats.join(campaign.id, RED, "red")
        await door.lobby.start(campaign.id, RED, request="start")
        await door.settle()
        assert (await door.reader.look(campaign.id)).decisions[0].seat == "red"
        await correct(there, campaign, ("crosser", {"seat": "blue", "crossing": "2"}))
        await door.settle()
        done = [one.seat for one in await rows(there, campaign)]
        assert "blue" in done[[one.kind for one in await rows(there, campaign)].index("!correct") :]
        await sound(there, campaign)

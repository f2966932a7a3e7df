"""Where a person is awaited, over all servers: in which order, and at what cost."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from bot.moderator.looking import inboxes
from bot.store.schema import clocks
from tests.support.river import BLUE, GREEN, GUILD, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

ELSEWHERE = GUILD + 1


async def table(there: River, channel: int, guild: int = GUILD) -> str:
    """Begin a game in a channel, a minute later: red is awaited."""
    there.watch.forward(minutes=1)
    campaign = await there.door.lobby.create(
        game="toy",
        name=f"Crossing {channel}",
        guild_id=guild,
        channel_id=channel,
        person_id=GREEN,
        language="en",
        settings={"turns": 3},
        unlimited=True,
    )
    await there.door.seats.join(campaign.id, RED, "red")
    await there.door.seats.join(campaign.id, BLUE, "blue")
    await there.door.lobby.start(campaign.id, RED, request=there.request())
    while (await there.door.reader.look(campaign.id)).decisions[0].seat != "red":
        await there.step(campaign)
    return campaign.id


async def clock(
    there: River, campaign: str, seat: str, awaited: int | None, due: int | None = None
) -> None:
    """Set a seat's clock: since which hour it is awaited, and when its time runs out."""
    await unknown(there, campaign)
    async with there.database.write() as connection:
        await connection.execute(
            insert(clocks).values(
                campaign=campaign, seat=seat, awaited_at=awaited, since=awaited, due_at=due
            )
        )


async def unknown(there: River, campaign: str) -> None:
    """Leave a table without clocks, as those were that began before there were any."""
    async with there.database.write() as connection:
        await connection.execute(delete(clocks).where(clocks.c.campaign == campaign))


async def listed(there: River, person: int, *servers: int) -> list[str]:
    """Return the tables of somebody's inbox."""
    found = await there.door.inboxes.of(person, servers or (GUILD, ELSEWHERE))
    return [one.campaign_id for one in found]


async def test_what_awaits_a_person_in_all_servers(tmp_path: Path) -> None:
    """And who is not awaited, has left or only watches has nothing there."""
    async with river(tmp_path) as there:
        here, elsewhere = await table(there, 70), await table(there, 71, ELSEWHERE)
        assert await listed(there, RED) == [here, elsewhere]
        assert await listed(there, RED, ELSEWHERE) == [elsewhere]
        assert await listed(there, BLUE) == await listed(there, GREEN) == []
        assert set(await there.door.inboxes.servers_of(RED)) == {GUILD, ELSEWHERE}
        assert set(await there.door.inboxes.servers_of(GREEN)) == {GUILD, ELSEWHERE}
        await there.door.departures.missed(GUILD, RED)
        assert await listed(there, RED) == [elsewhere]
        await there.door.lobby.leave(elsewhere, RED)
        assert await listed(there, RED) == []


async def test_what_is_due_soonest_comes_first(tmp_path: Path) -> None:
    """Then what has waited longest; what is not awaited by its clock is not looked into."""
    async with river(tmp_path) as there:
        first, second, third, fourth, fifth = [await table(there, 70 + n) for n in range(5)]
        await clock(there, first, "red", None)
        await clock(there, second, "red", 20)
        await clock(there, third, "red", 10)
        await clock(there, fourth, "red", 30, due=90)
        await clock(there, fifth, "red", 40, due=80)
        assert await listed(there, RED) == [fifth, fourth, third, second]


async def test_sixty_tables_load_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of those whose clock says enough, and not more than a bound of the others."""
    monkeypatch.setattr(inboxes, "MOST_LOADED", 5)
    async with river(tmp_path) as there:
        names = [await table(there, 100 + n) for n in range(12)]
        for name in names[:6]:
            await clock(there, name, "red", 10)
        for name in names[6:]:
            await unknown(there, name)
        await there.reopen()
        assert len(await listed(there, RED)) == 11
        assert len(there.door.desk.shelf) == 5


async def test_offers_and_asks_are_listed_behind(tmp_path: Path) -> None:
    """Also for who has created a table and sits nowhere."""
    async with river(tmp_path) as there:
        quiet, busy = await table(there, 70), await table(there, 71)
        await there.door.offers.make(busy, RED, "draw", request=there.request())
        assert await listed(there, BLUE) == [busy]
        assert await listed(there, RED) == [quiet, busy]
        await there.door.seats.join(quiet, 999, "blue", ask=True)
        (one,) = await there.door.inboxes.of(GREEN, (GUILD,))
        assert (one.campaign_id, one.seat, one.awaited, one.asked) == (quiet, None, False, True)
        assert not one.is_certain
        there.watch.forward(days=8)
        assert await listed(there, BLUE) == [quiet]

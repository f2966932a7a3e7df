"""Seats that may be had: of tables that have not begun, and of who gave one up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.moderator.lobby.open_seats import OpenTable
from bot.store.campaigns import Sight
from bot.store.lobby import Wanted
from bot.store.schema import people
from tests.bot.moderator.lobby.test_seats import create
from tests.support.river import BLUE, GREEN, GUILD, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")


async def found(there: River, **narrowed: Any) -> tuple[OpenTable, ...]:
    """Return the open seats of the server."""
    return await there.door.open_seats.of(Wanted(GUILD, **narrowed))


async def test_free_sides_before_the_start(tmp_path: Path) -> None:
    """The newest table first; one without a free side is none, nor one that is over."""
    async with river(tmp_path) as there:
        old = await create(there, 70)
        there.watch.forward(hours=1)
        new = await create(there, 71)
        await there.door.seats.join(new.id, BLUE, "blue")
        await there.open_campaign(channel=72)
        over = await create(there, 73)
        await there.door.lobby.leave(over.id, RED, ends=True)
        await there.started(channel=74)

        tables = await found(there)
        assert [(one.campaign.id, one.seats) for one in tables] == [
            (new.id, ("red",)),
            (old.id, ("red", "blue")),
        ]
        assert not any(one.wanted for one in tables)
        assert tables[1].since < tables[0].since


async def test_a_seat_under_way_is_listed_once_it_is_given_up(tmp_path: Path) -> None:
    """Before all others; it goes with the game's end."""
    async with river(tmp_path) as there:
        await create(there, 70)
        playing = await there.started(channel=71)
        assert playing.id not in {one.campaign.id for one in await found(there)}
        there.watch.forward(days=1)
        await there.door.vacancies.offer(playing.id, BLUE, "")
        first = (await found(there))[0]
        assert (first.campaign.id, first.seats, first.wanted) == (playing.id, ("blue",), True)
        assert first.since == there.watch.now
        await there.door.lobby.close(playing.id, GREEN)
        assert playing.id not in {one.campaign.id for one in await found(there)}


async def test_what_somebody_looks_for(tmp_path: Path) -> None:
    """Of a game, in a language, in the channels that they can see, in their server."""
    async with river(tmp_path) as there:
        campaign = await create(there, 70)
        playing = await there.started(channel=71)
        await there.door.vacancies.offer(playing.id, RED, "")
        assert len(await found(there, game="toy", language="en")) == 2
        assert await found(there, game="chess") == ()
        assert await found(there, language="es") == ()
        assert len(await found(there, sight=Sight(GREEN, frozenset({71})))) == 1
        assert await found(there, sight=Sight(GREEN, frozenset())) == ()
        mine = await found(there, sight=Sight(RED, frozenset()))
        assert {one.campaign.id for one in mine} == {campaign.id, playing.id}
        assert await there.door.open_seats.of(Wanted(GUILD + 1)) == ()


async def test_how_much_its_creator_has_played_as_they_say(tmp_path: Path) -> None:
    """Nothing where they say nothing, or what this version does not know."""
    async with river(tmp_path) as there:
        await create(there, 70)
        for said, shown in ((None, ""), ("many", "many"), ("hundreds", "")):
            async with there.database.write() as connection:
                await connection.execute(
                    update(people).where(people.c.discord_id == RED).values(experience=said)
                )
            assert [one.experience for one in await found(there)] == [shown]

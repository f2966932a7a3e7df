"""Whoever only asked for a seat, or was proposed to referee, is forgotten with the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.moderator.lobby.new_tables import NewTable, Where
from bot.moderator.referees.appointing import Candidate
from bot.store.schema import people
from tests.support.refereed import DORA, EMIL
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

KEPT, OTHER, LATER = 400, 900, 950


async def accounts(there: River) -> set[int]:
    """Return the Discord accounts on file."""
    async with there.database.read() as connection:
        return set((await connection.execute(select(people.c.discord_id))).scalars())


async def test_who_was_never_part_of_it(tmp_path: Path) -> None:
    """Not who wishes something of their own, nor who asks or is proposed at another table."""
    async with river(tmp_path) as there:
        door = there.door
        campaign, other = await there.started(), await there.started(channel=CHANNEL + 1)
        for person in (GREEN, KEPT, OTHER):
            await door.seats.join(campaign.id, person, "red", ask=True)
        await door.themes.choose(KEPT, "contrast")
        await door.seats.join(other.id, OTHER, "red", ask=True)
        for person, where in ((DORA, campaign), (EMIL, other)):
            terms, about = await door.referees.terms(Candidate(person, "name"))
            made = await door.offers.make(
                where.id, RED, "referee", request=there.request(), terms=terms, about=about
            )
            await door.offers.decline(made.offer.id, BLUE, own=False)
        await there.play_out(campaign)
        assert await accounts(there) == {RED, BLUE, KEPT, OTHER, EMIL}
        await there.play_out(other)
        assert await accounts(there) == {RED, BLUE, KEPT}


async def test_a_table_that_was_asked_for_names_no_erased_referee(tmp_path: Path) -> None:
    """They may never have had anything to do with the bot; who asked for it stays."""
    async with river(tmp_path) as there:
        asked = NewTable("toy", "River", "en", referee=Candidate(DORA, "dora", secrets=True))
        post = await there.door.forums.ask(asked, Where(GUILD, 77), RED)
        await there.door.people.forget(EMIL)
        left = await there.door.forums.pending_again(post.id)
        assert left is not None
        assert left.asked == asked
        await there.door.people.forget(DORA)
        left = await there.door.forums.pending_again(post.id)
        assert left is not None
        assert left.asked == replace(asked, referee=None)

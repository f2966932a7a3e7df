"""Where bulletins stand, and of which entry each tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import posts
from bot.store.posts import PostRow
from tests.support.river import river

pytestmark = pytest.mark.usefixtures("both_databases")


async def test_an_action_leads_to_its_bulletin_and_back(tmp_path: Path) -> None:
    """What no bulletin tells of leads nowhere; one that is posted again takes the other's place."""
    async with river(tmp_path) as there:
        campaign, other = await there.started(), await there.started(channel=71)
        first, second = (
            PostRow(campaign.id, last, first, 70, 1000 + last) for first, last in ((1, 2), (4, 6))
        )
        async with there.database.write() as connection:
            for row in (first, second, PostRow(other.id, 9, 1, 71, 5)):
                await posts.keep(connection, row)
        async with there.database.read() as connection:
            found = [await posts.telling(connection, campaign.id, seq) for seq in range(1, 8)]
            assert found == [first, first, None, second, second, second, None]
            assert await posts.at(connection, campaign.id, 1006) == second
            assert await posts.at(connection, campaign.id, 5) is None
        again = PostRow(campaign.id, 6, 4, 72, 2000)
        async with there.database.write() as connection:
            await posts.keep(connection, again)
        async with there.database.read() as connection:
            assert await posts.telling(connection, campaign.id, 5) == again
            assert await posts.at(connection, campaign.id, 1006) is None

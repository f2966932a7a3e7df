"""What the database holds just now, as it tells whoever watches the bot."""

from pathlib import Path

import pytest

from bot.store import outbox
from bot.store.census import census, knock
from bot.store.outbox import Kind, NewRow
from tests.support.river import river

pytestmark = pytest.mark.usefixtures("both_databases")


async def test_what_waits_and_what_is_played_is_counted(tmp_path: Path) -> None:
    """For channels and for people; what was posted counts no more, nor who has ended."""
    async with river(tmp_path) as there:
        await knock(there.database)
        async with there.database.read() as connection:
            nothing = await census(connection)
        campaign = await there.started()
        async with there.database.write() as connection:
            await connection.exec_driver_sql("UPDATE outbox SET status = 'sent'")
        body = {"number": 1, "map": False, "ping": []}
        for number, person in enumerate((None, 1, 1)):
            kind: Kind = "bulletin" if person is None else "news"
            row = NewRow(campaign.id, kind, person, 1, 1, body, f"row-{number}")
            await there.database.save([outbox.add([row], 1000 - number)])
        async with there.database.read() as connection:
            found = await census(connection)

    assert (nothing.waiting, nothing.oldest, nothing.panels, nothing.campaigns) == (0, None, 0, {})
    assert (found.waiting, found.oldest) == (3, 998)
    assert found.panels == 1
    assert found.campaigns == {("toy", "playing"): 1}

"""A bot whose database a newer one has opened does not start, and says what to go back to."""

from __future__ import annotations

import logging

import pytest

from bot import __version__
from bot.app import Adjutant
from bot.moderator.table.versions import build_of
from bot.store import Build, Database, StoreNewer
from bot.store.builds import last_of_file
from tests.e2e.conftest import ToyTable


async def test_a_bot_notes_itself_and_stops_before_what_is_newer(
    river: ToyTable, caplog: pytest.LogCaptureFixture
) -> None:
    """The first line of its log has its version; the copy is of before the newer one came."""
    await river.stop()
    _, noted = last_of_file(river.database)
    assert noted is not None
    assert noted.version == __version__
    assert noted.numbers["toy ruleset"] == 1
    newer = Build("9.0.0", {**noted.numbers, "toy ruleset": 2})
    await (await Database.open(river.database, build=newer)).close()

    caplog.clear()
    caplog.set_level(logging.INFO)
    bot = river.make_bot(river.settings)
    assert isinstance(bot, Adjutant)
    with pytest.raises(StoreNewer, match=r"9\.0\.0: toy ruleset 2.*restore .*\.bak`"):
        await bot.open()

    assert caplog.messages[0] == f"Adjutant {__version__}"
    assert build_of(bot.games).lacks(newer)
    await bot.close()

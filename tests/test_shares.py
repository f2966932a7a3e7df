"""Shares of a bot's shards: which servers a process speaks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import literal, select

from bot.settings import SettingsError, load_settings
from bot.shares import WHOLE, Share, read_share
from bot.store import Database
from bot.store.covering import covers

SERVER = "postgresql://somebody@localhost/adjutant"
TOKEN = "aaaa.bbbb.cccc"


@pytest.mark.parametrize(
    ("typed", "share"),
    [
        ("16", Share(16)),
        ("0-3/16", Share(16, (0, 1, 2, 3))),
        (" 5/16 ", Share(16, (5,))),
        ("0/1", Share(1, (0,))),
    ],
)
def test_what_an_operator_writes(typed: str, share: Share) -> None:
    """It reads back as it is written."""
    assert read_share(typed) == share
    assert read_share(str(share)) == share


@pytest.mark.parametrize("typed", ["", "0", "-1", "3-1/16", "0-16/16", "16/16", "a", "1/2/3", "1.5"])
def test_what_is_no_share(typed: str) -> None:
    """It is refused in words that say what would do."""
    with pytest.raises(ValueError, match=r"write a number|the last is number"):
        read_share(typed)


@given(guild=st.integers(1, 2**63 - 1), count=st.integers(1, 64))
def test_every_server_is_of_one_process(guild: int, count: int) -> None:
    """However the shards are dealt, and as Discord deals servers."""
    shards = [Share(count, (one,)) for one in range(count)]
    assert [one.shards for one in shards if one.covers(guild)] == [((guild >> 22) % count,)]
    assert WHOLE.covers(guild)
    assert Share(count).covers(guild)


async def test_the_database_says_the_same(tmp_path: Path, both_databases: str) -> None:
    """Of each server, in SQL."""
    share = Share(7, (2, 3))
    database = await Database.open(tmp_path / "games")
    async with database.read() as connection:
        for shard in range(8):
            guild = (1_000 * 7 + shard << 22) + 12_345
            found = await connection.execute(select(covers(share, literal(guild))))
            assert bool(found.scalar_one()) == share.covers(guild)
    await database.close()


def test_a_share_of_a_file_is_refused() -> None:
    """One file is for one process: it says what several need."""
    with pytest.raises(SettingsError, match=r"0-3/16.*several processes need PostgreSQL"):
        load_settings({"token": TOKEN, "shards": "0-3/16"}, env_file=None)

    found = load_settings({"token": TOKEN, "shards": "0-3/16", "database": SERVER}, env_file=None)

    assert found.share == Share(16, (0, 1, 2, 3))
    assert load_settings({"token": TOKEN, "shards": 4}, env_file=None).share == Share(4)
    assert load_settings({"token": TOKEN}, env_file=None).share == WHOLE


def test_a_share_that_is_none_is_refused_in_one_line() -> None:
    """It names the setting."""
    with pytest.raises(SettingsError, match=r"^ADJUTANT_SHARDS is wrong \(of 4 shards"):
        load_settings({"token": TOKEN, "shards": "0-4/4", "database": SERVER}, env_file=None)

"""What was committed is not lost in silence: write-ahead logs, the anchor, the log's chain."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from bot.moderator import Complaint
from bot.store import Database, StoreDamaged, anchor, log, soundness, wal
from bot.store.anchor import Anchor, Mark
from bot.store.chain import LISTS, NEWEST, ChainBroken
from bot.store.lock import beside
from bot.store.schema import actions
from tests.support.early import back_to_the_first
from tests.support.river import RED, WHO, river
from tests.support.toy_game import Hide

pytestmark = pytest.mark.sqlite  # What a file shows of damage.

FRAME = 24 + 4096
STEPS = 9


def _die_playing(path: Path) -> None:
    """Play in a process of its own that is killed at the end: all of it stands in the WAL."""
    process = os.fork()
    if process == 0:
        try:
            asyncio.run(_play(path))
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 42


async def _play(path: Path) -> None:
    async with river(path.parent, alone=True) as there:
        campaign = await there.started(turns=50)
        for _ in range(STEPS):
            await there.do(campaign, RED, Hide(bank="north"))
        os._exit(42)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as a killed bot leaves it."""
    path = tmp_path_factory.mktemp("killed") / "games.sqlite3"
    asyncio.run(_make(path))
    _die_playing(path)
    soundness.require(path)  # a kill damages nothing
    return path


@pytest.fixture
def again(killed: Path, tmp_path: Path) -> Path:
    """A copy of it to be damaged."""
    for tail in ("", "-wal", "-shm", ".anchor"):
        shutil.copy(beside(killed, tail), tmp_path)
    return tmp_path / killed.name


async def _make(path: Path) -> None:
    await (await Database.open(path)).close()


def _flip(file: Path, place: int, bit: int = 3) -> None:
    with file.open("r+b") as opened:
        opened.seek(place)
        (byte,) = opened.read(1)
        opened.seek(place)
        opened.write(bytes([byte ^ (1 << bit)]))


def _count(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as raw:
        (count,) = raw.execute("SELECT count(*) FROM actions").fetchone()
    return int(count)


def _complaint(path: Path) -> str | None:
    try:
        soundness.require(path)
    except StoreDamaged as damage:
        return str(damage)
    return None


def test_no_flipped_bit_loses_an_action_in_silence(again: Path) -> None:
    """Wherever in the write-ahead log it is: noticed before SQLite opens it, or nothing is lost."""
    log_file = beside(again, "-wal")
    whole, main = log_file.read_bytes(), again.read_bytes()
    chance = random.Random(17)
    places = [*range(32), *range(32, 32 + 24), len(whole) - FRAME + 1, len(whole) - 1]
    places += [chance.randrange(len(whole)) for _ in range(150)]
    noticed = 0
    for place in places:
        log_file.write_bytes(whole)
        again.write_bytes(main)
        beside(again, "-shm").unlink(missing_ok=True)
        _flip(log_file, place, chance.randrange(8))
        line = _complaint(again)
        if line is None:
            assert _count(again) == STEPS + 1, place
        else:
            assert "bot restore" in line
            assert "\n" not in line
            noticed += 1
    assert noticed > len(places) * 0.9


def test_a_bot_does_not_start_on_a_damaged_log(again: Path) -> None:
    """And leaves every byte of it for whoever wants to look."""
    _flip(beside(again, "-wal"), 32 + FRAME * 3 + 100)
    before = beside(again, "-wal").read_bytes()

    with pytest.raises(StoreDamaged, match="damaged at frame 4"):
        asyncio.run(_open_alone(again))

    assert beside(again, "-wal").read_bytes() == before


async def _open_alone(path: Path) -> None:
    await (await Database.open(path, alone=True)).close()


def test_an_older_file_put_there_by_hand_is_noticed(again: Path) -> None:
    """By the anchor: the log lacks what was committed last. Without an anchor nobody can tell."""
    beside(again, "-wal").unlink()
    beside(again, "-shm").unlink()
    mark = anchor.read(again)
    assert mark is not None
    soundness.require(again)  # of a campaign that is not there nothing is claimed
    with contextlib.closing(sqlite3.connect(again)) as raw:
        names = [name for _, name, *_ in raw.execute("PRAGMA table_info(campaigns)")]
        values = [mark.campaign if name == "id" else b"0" for name in names]
        raw.execute(f"INSERT INTO campaigns VALUES ({','.join('?' * len(names))})", values)
        raw.commit()

    with pytest.raises(StoreDamaged, match=f"lacks action {mark.seq} of campaign {mark.campaign}"):
        asyncio.run(_open_alone(again))

    beside(again, ".anchor").unlink()
    asyncio.run(_open_alone(again))


def test_a_write_cut_short_by_a_power_failure_is_dropped(again: Path) -> None:
    """A last transaction that misses its beginning was acknowledged to nobody: the anchor knows."""
    mark = anchor.read(again)
    assert mark is not None
    anchored = Anchor(again)
    anchored.drop(Mark(mark.campaign, mark.seq - 1, _chain(again, mark.seq - 1)))
    anchored.close()
    whole = beside(again, "-wal").read_bytes()
    ends = [n for n in range((len(whole) - 32) // FRAME) if _pages_after(whole, n)]
    assert ends[-1] - ends[-2] > 1
    place = 32 + FRAME * (ends[-2] + 1)
    beside(again, "-wal").write_bytes(whole[:place] + b"\0" * FRAME + whole[place + FRAME :])

    asyncio.run(_open_alone(again))

    assert _count(again) == STEPS


def _pages_after(whole: bytes, frame: int) -> int:
    (pages,) = struct.unpack_from(">I", whole, 32 + FRAME * frame + 4)
    return int(pages)


def _chain(path: Path, seq: int) -> str:
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as raw:
        query = "SELECT lower(hex(chain)) FROM actions WHERE seq = ?"
        return str(raw.execute(query, (seq,)).fetchone()[0])


def test_leftovers_of_a_killed_transaction_are_no_damage(tmp_path: Path) -> None:
    """A shorter transaction over the beginning of one that was never committed: all is well."""
    path = tmp_path / "games.sqlite3"
    script = """
        import os, sqlite3, sys
        raw = sqlite3.connect(sys.argv[1], isolation_level=None)
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA cache_size = 2")  # so that frames are written before the end
        raw.execute("CREATE TABLE IF NOT EXISTS t (x)")
        if sys.argv[2] == "long":
            raw.execute("BEGIN")
            for _ in range(200):
                raw.execute("INSERT INTO t VALUES (zeroblob(3000))")
        else:
            raw.execute("INSERT INTO t VALUES (1)")
        os._exit(0)
    """
    for how in ("short", "long", "short"):
        subprocess.run([sys.executable, "-c", textwrap.dedent(script), path, how], check=True)
    size = beside(path, "-wal").stat().st_size
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as raw:
        assert raw.execute("SELECT count(*) FROM t").fetchone() == (2,)
    assert size > 32 + 50 * FRAME

    assert wal.examine(path) is None


def test_what_is_no_log_is_left_to_sqlite(tmp_path: Path) -> None:
    """None, an empty one, a stump, the rest of an older one: nothing is claimed."""
    path = tmp_path / "games.sqlite3"
    asyncio.run(_make(path))
    assert wal.examine(path) is None
    for content in (b"", b"x" * 20, b"\0" * 9000, os.urandom(9000)):
        beside(path, "-wal").write_bytes(content)
        assert wal.examine(path) is None
    beside(path, ".anchor").write_text("[1")
    assert anchor.read(path) is None


# ------------------------------------------------------------------------- the chain

CHANGES: dict[str, str] = {
    "seat": "'blue'",
    "kind": "'shout'",
    "secret": "1 - secret",
    "body": "'{}'",
    "rolls": "'[0]'",
    "dice": "dice + 1",
    "events": "'[]'",
    "ruleset": "ruleset + 1",
    "version": "version + 1",
    "turn": "turn + 1",
    "phase": "'dusk'",
    "at": "at + 1",
    "covers": "NULL",
    "digest": "NULL",
    "cause": "'computer'",
    "branch": "branch + 1",
    "entered": "1",
}


def _tamper(path: Path, *changes: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TRIGGER IF EXISTS actions_no_update")
        raw.execute("DROP TRIGGER IF EXISTS actions_no_delete")
        for change in changes:
            raw.execute(change)
        raw.commit()


async def test_the_chain_covers_all_that_must_not_change(tmp_path: Path) -> None:
    """A change of any of it is noticed in the middle of a log; who acted may be erased."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        for _ in range(3):
            await there.do(campaign, RED, Hide(bank="north"))
    covered = set(LISTS[NEWEST])
    assert {*CHANGES, "campaign", "seq"} == covered
    assert {c.name for c in actions.c} - covered == {"person", "request", "chain"}
    good = there.path.read_bytes()

    async def whole() -> bytes:
        database = await Database.open(there.path)
        async with database.read() as connection:
            try:
                return await log.whole_chain(connection, campaign.id)
            finally:
                await connection.close()
                await database.close()

    held = await whole()
    for name, value in CHANGES.items():
        there.path.write_bytes(good)
        _tamper(there.path, f"UPDATE actions SET {name} = {value} WHERE seq = 2")
        with pytest.raises(ChainBroken, match="action 2 is not what was written"):
            await whole()
    there.path.write_bytes(good)
    _tamper(there.path, "UPDATE actions SET person = NULL", "UPDATE actions SET request = seq")
    assert await whole() == held


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE actions SET body = '{{}}' WHERE seq = 3 AND campaign = '{0}'",
        "DELETE FROM actions WHERE seq = 3 AND campaign = '{0}'",
        "UPDATE actions SET chain = zeroblob(32) WHERE seq = 2 AND campaign = '{0}'",
    ],
)
async def test_a_changed_end_stops_that_campaign_alone(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The start finds it; nobody plays on upon it, and the others go on."""
    async with river(tmp_path) as there:
        campaign, other = await there.started(turns=50), await there.started(channel=71)
        for _ in range(2):
            await there.do(campaign, RED, Hide(bank="north"))
        path = there.path
    _tamper(path, change.format(campaign.id))
    async with river(tmp_path) as there:
        assert await there.door.reader.look_at_logs() == (campaign.id,)
        assert campaign.id in caplog.text
        with pytest.raises(Complaint, match=r"campaign\.unreadable"):
            await there.door.reader.look(campaign.id)
        assert (await there.door.reader.look(other.id)).status is not None


async def test_a_log_from_before_there_were_chains(tmp_path: Path) -> None:
    """No row of it is touched, and the first new link covers all of it."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        for _ in range(3):
            await there.do(campaign, RED, Hide(bank="north"))
        path = there.path
    back_to_the_first(path)
    async with river(tmp_path) as there:
        there._requests = itertools.count(1000)
        assert await there.door.reader.look_at_logs() == ()
        seat = (await there.door.reader.look(campaign.id)).decisions[0].seat
        await there.do(campaign, RED, Hide(bank="south"))
        await there.do(campaign, WHO[seat], Hide(bank="south"))
        await there.reopen()
        assert await there.door.reader.look_at_logs() == ()
    with contextlib.closing(sqlite3.connect(path)) as raw:
        links = [row[0] for row in raw.execute("SELECT chain FROM actions ORDER BY seq")]
    assert [link is None for link in links] == [True] * 4 + [False] * 2
    _tamper(path, "UPDATE actions SET body = '{}' WHERE seq = 2")
    database = await Database.open(path)
    with pytest.raises(ChainBroken, match="action 5 "):
        async with database.read() as connection:
            await log.whole_chain(connection, campaign.id)
    await database.close()

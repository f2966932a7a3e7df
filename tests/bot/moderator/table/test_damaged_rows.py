"""Whatever is wrong with a row: a clear complaint, no traceback, one line for the host."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import json
import logging
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Policy
from bot.moderator.table.replay import ReplayDiverged, verify
from bot.store import Database, StoreError, outbox, playdata
from bot.store.damage import Damage
from bot.store.errors import Unreadable
from engine.data.files import DataError
from engine.data.play_data import PlayData
from tests.support.river import BLUE, CHANNEL, GUILD, RED, River, river
from tests.support.seldom import seldom
from tests.support.toy_game import Hide

CELLS: Final = (
    ("states", "body"),
    ("snapshots", "body"),
    ("steps", "body"),
    ("actions", "body"),
    ("actions", "rolls"),
    ("actions", "events"),
    ("campaigns", "settings"),
    ("campaigns", "untold"),
    ("outbox", "body"),
    ("plans", "entries"),
    ("plans", "page"),
    ("drafts", "filled"),
    ("named_groups", "pieces"),
)
EMPTY: Final = (("campaigns", "untold"),)
"""Where nothing stands while no rules have changed."""
JUNK: Final = (
    b"",
    b"{}",
    b"[]",
    b"null",
    b"7",
    b'"x"',
    b'[["x"]]',
    b'{"a":{"b":[1]}}',
    b"\xff\xfe",
    b"[" * 9_000,
)
EXPECTED: Final = (Complaint, StoreError, ReplayDiverged, DataError)


@dataclasses.dataclass(frozen=True)
class Cell:
    """One value of one row, and what became of it."""

    table: str
    column: str
    row: int
    damage: bytes | int

    def __str__(self) -> str:
        return f"{self.table}.{self.column} of row {self.row}: {self.damage!r:.60}"


cells = st.builds(
    lambda where, row, damage: Cell(where[0], where[1], row, damage),
    st.sampled_from(CELLS),
    st.integers(0, 30),
    st.one_of(
        st.sampled_from(JUNK),
        st.sampled_from([zlib.compress(one, 1) for one in JUNK]),
        st.integers(0, 1 << 20),  # the bit that is flipped
    ),
)


async def _filled(path: Path) -> str:
    """Make a database that has a row of everything; return its campaign."""
    async with river(path, policy=Policy(keep_every=4, state_every=3)) as there:
        campaign = (await there.started(turns=50)).id
        await there.do(campaign, BLUE, Hide(bank="south"))
        for choice in range(6):
            await there.step(campaign, choice)
        entry = there.door.plans.new_entry("hide", {"bank": "north"})
        for who in (RED, BLUE):
            await there.door.plans.change(
                campaign,
                who,
                lambda plan: dataclasses.replace(plan, entries=(entry,), page={"typed": "hide"}),
            )
            await there.door.drafts.open(campaign, who, "hide", {"bank": "north"})
            await there.door.groups.keep(campaign, who, "Boats", ("red-1", "red-2"))
            await there.door.recaps.looked(campaign, who, 2)
    return campaign


@pytest.fixture(scope="module")
def sound() -> Iterator[tuple[Path, str]]:
    """Return a database that is as it should be, and its campaign."""
    with tempfile.TemporaryDirectory() as folder:
        campaign = asyncio.run(_filled(Path(folder)))
        (path,) = Path(folder).glob("*.sqlite3")
        yield path, campaign


_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
_PACKED = {"states", "snapshots", "steps", "play_data"}


def _damage(path: Path, cell: Cell) -> bool:
    """Do that damage to a file; say whether there is such a row."""
    with contextlib.closing(sqlite3.connect(path)) as raw:
        triggers = raw.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        raw.text_factory = bytes
        names = raw.execute(
            f"SELECT rowid, CAST({cell.column} AS BLOB) FROM {cell.table} "
            f"WHERE {cell.column} IS NOT NULL ORDER BY rowid"
        ).fetchall()
        if not names:
            return False
        row, value = names[cell.row % len(names)]
        kind = "BLOB" if cell.table in _PACKED else "TEXT"
        if isinstance(cell.damage, bytes):
            changed = cell.damage
        else:
            which = cell.damage % (8 * len(value))
            changed = bytes(
                byte ^ (1 << which % 8 if at == which // 8 else 0) for at, byte in enumerate(value)
            )
        raw.execute(
            f"UPDATE {cell.table} SET {cell.column} = CAST(? AS {kind}) WHERE rowid = ?",
            (changed, row),
        )
        for _, sql in triggers:
            raw.execute(sql.decode() if isinstance(sql, bytes) else sql)
        raw.commit()
    return True


def _questions(there: River, campaign: str) -> Iterator[Callable[[], Awaitable[object]]]:
    """Yield everything that people and hosts may ask for, and an action of each."""
    door = there.door
    yield door.reader.look_at_logs
    yield partial(door.reader.campaigns, GUILD)
    for person, seat in ((RED, "red"), (BLUE, "blue"), (None, None)):
        yield partial(door.reader.look, campaign, person)
        yield partial(door.reader.log, campaign, person)
        yield partial(door.scenes.of, campaign, seat)
        for seq in range(1, 9):
            yield partial(door.reader.look_back, campaign, seat, seq)
        if person is not None:
            yield partial(door.recaps.since, campaign, person)
            yield partial(door.plans.get, campaign, person)
            yield partial(door.groups.of, campaign, person)
        yield partial(_next, there, person)
    yield partial(door.retrospects.of, campaign)
    yield partial(verify, there.database, there.games, campaign)
    yield partial(there.step, campaign)
    yield partial(there.do, campaign, RED, Hide(bank="north"))
    yield partial(door.play.resign, campaign, BLUE, request="enough")


async def _next(there: River, person: int | None) -> object:
    async with there.database.read() as connection:
        if person is not None:
            row = await outbox.next_for_person(connection, person)
        else:
            row = await outbox.next_for_channel(connection, CHANNEL)
    return None if row is None else row.body


async def _ask_everything(path: Path, campaign: str) -> list[Exception]:
    """Start a bot on a file, ask for everything, and return what it could not."""
    failed: list[Exception] = []
    async with river(path) as there:
        there._requests = itertools.count(1000)
        there.door.resume()
        await there.door.settle()
        for question in list(_questions(there, campaign)):
            try:
                await question()
            except EXPECTED as error:
                failed.append(error)
    return failed


@settings(max_examples=20)
@given(cell=cells)
def test_a_damaged_row_is_one_clear_complaint(sound: tuple[Path, str], cell: Cell) -> None:
    """Of every column that holds more than a word, whatever stands there; nothing else is raised.

    Told to the host: in a line each, none of them twice, and without a traceback.
    """
    good, campaign = sound
    with tempfile.TemporaryDirectory() as folder, _logged() as records:
        path = Path(folder, good.name)
        shutil.copy(good, path)
        if not _damage(path, cell):
            return
        asyncio.run(_ask_everything(Path(folder), campaign))
    told = [record for record in records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in told if record.exc_info] == [], cell
    lines = [record.getMessage() for record in told]
    assert len(set(lines)) == len(lines), (cell, lines)


SECRET: Final = "south-7f3"
TELLING: Final = (
    json.dumps({"bank": SECRET, "fleet": SECRET}).encode(),
    json.dumps([[SECRET]]).encode(),
    json.dumps(SECRET).encode(),
    SECRET.encode(),
)
"""Shapes that errors quote: of a model, a list, a word, no JSON at all."""


FULL = [one for one in CELLS if one not in EMPTY]


@pytest.mark.parametrize(("table", "column"), seldom(FULL, FULL[::3]))
def test_no_line_for_the_host_quotes_what_stands_there(
    sound: tuple[Path, str], tmp_path: Path, table: str, column: str
) -> None:
    """The host may play, too: what is told of a damaged row holds no secret and no private name."""
    good, campaign = sound
    for number, damage in enumerate(TELLING):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / good.name
        shutil.copy(good, path)
        body = zlib.compress(damage, 1) if table in _PACKED else damage
        rows = range(1, 9) if (table, column) == ("actions", "body") else range(1)
        assert all(_damage(path, Cell(table, column, row, body)) for row in rows)
        with _logged() as records:
            asyncio.run(_ask_everything(folder, campaign))
        lines = [record.getMessage() for record in records]
        assert not [line for line in lines if SECRET in line or "Boats" in line]


@contextlib.contextmanager
def _logged() -> Iterator[list[logging.LogRecord]]:
    """Collect what the bot logs."""
    found: list[logging.LogRecord] = []

    class Into(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record)

    handler, root = Into(), logging.getLogger("bot")
    root.addHandler(handler)
    try:
        yield found
    finally:
        root.removeHandler(handler)


@pytest.mark.sqlite  # its file is changed by hand
async def test_a_flipped_bit_of_what_is_to_be_posted_is_noticed(tmp_path: Path) -> None:
    """Wherever it is; the post is not made, and the host hears of it in a line."""
    await _filled(tmp_path)
    path = tmp_path / "games.sqlite3"
    good = path.read_bytes()
    for bit in range(0, 800, 37):
        path.write_bytes(good)
        assert _damage(path, Cell("outbox", "body", 0, bit))
        database = await Database.open(path)
        told = database.damage = _Heard()
        async with database.read() as connection:
            row = await outbox.next_for_channel(connection, CHANNEL)
        await database.close()
        assert row is not None
        with pytest.raises(Unreadable):
            assert row.body is None
        assert len(told.lines) == 1, bit


@pytest.mark.sqlite  # its file is changed by hand
async def test_a_flipped_bit_of_the_data_of_a_game_is_noticed(tmp_path: Path) -> None:
    """Wherever it is: no campaign is played by a map that has changed by itself."""
    data = PlayData.of_text("toy", json.dumps({"map.csv": "hex,kind\n1,sea\n2,port\n"}))
    noticed = 0
    for bit in range(0, 400, 17):
        database = await Database.open(tmp_path / f"{bit}.sqlite3")
        async with database.write() as connection:
            await playdata.keep(connection, data)
        async with database.read() as connection:
            kept = await playdata.get(connection, data.digest)
            assert kept is not None
            assert kept.text == data.text
        await database.close()
        assert _damage(tmp_path / f"{bit}.sqlite3", Cell("play_data", "content", 0, bit))
        database = await Database.open(tmp_path / f"{bit}.sqlite3")
        async with database.read() as connection:
            try:
                kept = await playdata.get(connection, data.digest)
            except Unreadable as error:
                assert data.digest in str(error)  # noqa: PT017 - bits that fill up a byte say nothing
                noticed += 1
            else:
                assert kept is not None
                assert kept.text == data.text
        await database.close()
    assert noticed > 20


class _Heard(Damage):
    """Keeps what is told."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def note(self, what: str) -> None:
        """Keep it."""
        self.lines.append(what)

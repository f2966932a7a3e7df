"""A host's games, from a file to a server and back."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli import moving
from bot.cli.moving import move_database
from bot.moderator.table.desk import Policy
from bot.store import Database, StoreError
from bot.store import moving as rows
from bot.store.errors import StoreHeld
from tests.support import postgres
from tests.support.river import BLUE, GREEN, RED, River, river
from tests.support.toy_game import TOY, Hide

SILENT: Any = lambda _table, _rows: None  # noqa: E731


@pytest.fixture
def server() -> str:
    """The address of an empty database on a server."""
    return postgres.OnServer().of("moved").render_as_string()


@pytest.fixture(autouse=True)
def _with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "GAMES", {"toy": TOY})


async def played(folder: Path) -> Path:
    """Return a file with games under way and over, and people who came and went."""
    async with river(folder) as there:
        campaign = await there.started()
        await there.do(campaign, RED, Hide(bank="north"))
        await there.do(campaign, BLUE, Hide(bank="south"))
        await there.door.reports.file(campaign.id, RED, "\\x41 \0 ñ 🎲", "", host_id=GREEN)
        gone = await there.started(channel=71)
        await there.door.play.resign(gone.id, BLUE, request=there.request())
        await there.door.people.forget(BLUE)
        return there.path


def everything(file: Path) -> list[Any]:
    """Return all rows of a file, and what its tables number by."""
    with closing(sqlite3.connect(file)) as raw:
        names = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return [(name, sorted(raw.execute(f"SELECT * FROM {name}"), key=repr)) for (name,) in names]


def names(folder: Path) -> list[str]:
    """Return what lies in a folder, but for what SQLite and a bot's lock leave beside a file."""
    beside = ("-wal", "-shm", ".lock")
    return sorted(one.name for one in folder.iterdir() if not one.name.endswith(beside))


async def test_there_and_back_again(tmp_path: Path, server: str) -> None:
    """Value for value; a game is played on at the server as it would have been."""
    file = await played(tmp_path)
    before = everything(file)
    told: dict[str, int] = {}

    done = await move_database(str(file), server, told.__setitem__)
    assert done.sound
    assert told["campaigns"] == 2
    assert told["people"] >= 1
    assert any(line.startswith("1 of 1 running campaigns came out the same") for line in done.lines)
    assert everything(file) == before

    back = tmp_path / "back.sqlite3"
    done = await move_database(server, str(back), SILENT)
    assert done.sound
    there, here = dict(before), dict(everything(back))
    assert there.pop("reports") != (kept := here.pop("reports"))
    assert "\\x41 \ufffd ñ 🎲" in repr(kept).replace("\\\\", "\\")
    assert here == there


async def test_it_goes_on_where_it_is(tmp_path: Path, server: str) -> None:
    """Whoever sits down anew gets a number that nobody has had."""
    file = await played(tmp_path)
    await move_database(str(file), server, SILENT)
    numbers = "SELECT max(seq) FROM sqlite_sequence WHERE name = 'people'"
    with closing(sqlite3.connect(file)) as raw:
        (last,) = raw.execute(numbers).fetchone()

    database = await Database.open(server)
    there = River(database, file, {"toy": TOY}, Policy(), "anew")
    await there.open_campaign(channel=72)
    async with database.read() as connection:
        found = await connection.exec_driver_sql("SELECT max(id) FROM people")
        assert found.scalar_one() > last
    await there.door.settle()
    await database.close()


async def test_what_is_not_empty_is_left_alone(tmp_path: Path, server: str) -> None:
    """Neither a file that is there, nor a server's database that holds something."""
    file = await played(tmp_path)
    await move_database(str(file), server, SILENT)
    with pytest.raises(StoreError, match="holds something already"):
        await move_database(str(file), server, SILENT)
    with pytest.raises(StoreError, match="exists already"):
        await move_database(server, str(file), SILENT)
    with pytest.raises(StoreError, match="the same database"):
        await move_database(str(file), str(file), SILENT)


@pytest.mark.parametrize("way", ["there", "back"])
async def test_what_is_cut_short_is_begun_anew(tmp_path: Path, server: str, way: str) -> None:
    """Nothing of it is left: neither rows nor files."""
    file = await played(tmp_path)
    start, end = str(file), server
    if way == "back":
        await move_database(start, end, SILENT)
        start, end = server, str(tmp_path / "back.sqlite3")
    left = names(tmp_path)

    def killed(table: str, _rows: int) -> None:
        if table == "actions":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await move_database(start, end, killed)
    assert names(tmp_path) == left
    assert (await move_database(start, end, SILENT)).sound


async def test_a_value_that_came_out_otherwise_is_found(
    tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then nothing is moved; what the value says is told to nobody."""
    file = await played(tmp_path)
    statement = "UPDATE campaigns SET name = 'lantern' WHERE status = 'over'"
    copy = rows.copy

    async def other(source: Any, goal: Any, told: Any) -> int:
        every = await copy(source, goal, told)
        await goal.exec_driver_sql(statement)
        return every

    monkeypatch.setattr(rows, "copy", other)
    with pytest.raises(StoreError, match="A row of campaigns") as caught:
        await move_database(str(file), server, SILENT)
    assert "lantern" not in str(caught.value)
    monkeypatch.setattr(rows, "copy", copy)
    assert (await move_database(str(file), server, SILENT)).sound


async def test_nobody_plays_meanwhile(tmp_path: Path, server: str) -> None:
    """A bot that runs holds its database: what it would take would be lost."""
    file = await played(tmp_path)
    running = await Database.open(file, alone=True)
    with pytest.raises(StoreHeld):
        await move_database(str(file), server, SILENT)
    await running.close()
    await move_database(str(file), server, SILENT)
    running = await Database.open(server, alone=True)
    with pytest.raises(StoreHeld):
        await move_database(server, str(tmp_path / "back.sqlite3"), SILENT)
    await running.close()


def test_the_command(tmp_path: Path, server: str) -> None:
    """It says what it has moved, and what to do next."""
    file = asyncio.run(played(tmp_path))
    said = CliRunner().invoke(app, ["move-database", str(file), server])
    assert said.exit_code == 0, said.output
    assert "campaigns: 2 rows" in said.output
    assert "Now set ADJUTANT_DATABASE=" in said.output
    wrong = CliRunner().invoke(app, ["move-database", str(file), "postgres://a:hush@:x/y"])
    assert wrong.exit_code == 1
    assert "hush" not in wrong.output
    assert wrong.output.count("\n") == 1
    again = CliRunner().invoke(app, ["move-database", str(tmp_path / "none"), server])
    assert again.exit_code == 1
    assert again.output.count("\n") == 1

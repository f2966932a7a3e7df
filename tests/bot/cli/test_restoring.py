"""A copy takes the place of the database: whole, checked, and nothing is lost by it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli.keeping import back_up
from bot.cli.restoring import restore_copy
from bot.store import Database, StoreError, StoreHeld, migrate, restore
from bot.store.database import as_url
from bot.store.lock import FileLock, beside
from tests.support.river import River, river

RUN = CliRunner()
ROOT = Path(__file__).resolve().parents[3]
DEAD = 42


def _actions(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as raw:
        (count,) = raw.execute("SELECT count(*) FROM actions").fetchone()
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return int(count)


def _files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def _killed(there: River) -> Path:
    """Return a folder with the database as a killed bot leaves it: most of it is in the WAL."""
    here = there.path.parent / "killed"
    here.mkdir()
    for tail in ("", "-wal", "-shm"):
        shutil.copy(beside(there.path, tail), here)
    assert beside(here / there.path.name, "-wal").stat().st_size > 0
    return here / there.path.name


async def test_a_restored_copy_is_what_the_bot_finds(tmp_path: Path) -> None:
    """By hand the WAL that remained would win, or tear the copy to pieces. Nothing is lost."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await there.step(campaign)
        copy = back_up(as_url(there.path), tmp_path / "backups")
        for choice in range(5):
            await there.step(campaign, choice)
        file = await _killed(there)
    before = file.read_bytes(), beside(file, "-wal").read_bytes()

    done = await restore_copy(as_url(file), copy)

    assert _actions(file) == 2
    assert done.campaigns == 1
    assert done.kept is not None
    assert (done.kept.read_bytes(), beside(done.kept, "-wal").read_bytes()) == before
    assert _actions(done.kept) == 7  # with its WAL: SQLite finds it by its name
    assert str(done.kept) in done.line
    async with river(file.parent) as again:
        assert (await again.door.reader.look(campaign.id)).status is not None
        await again.reopen()
        again._requests = itertools.count(1000)
        await again.step(campaign.id)


async def test_an_old_copy_is_restored_twice(tmp_path: Path) -> None:
    """The copy of before is taken again, migrated again, and nothing of the first time hinders."""
    async with river(tmp_path) as there:
        await there.started()
        copy = back_up(as_url(there.path), tmp_path / "backups")
    kept = set()
    for _ in range(3):
        done = await restore_copy(as_url(there.path), copy, now=datetime(2026, 1, 1, tzinfo=UTC))
        kept.add(done.kept)
        assert _actions(there.path) == 1

    assert len(kept) == 3
    assert all(path is not None and _actions(path) == 1 for path in kept)
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


async def test_a_second_old_file_is_copied_beside_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file put back by hand is migrated though the copy of the first time lies there."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    beside(path, f".{migrate.HEAD}.bak").write_bytes(b"of the first time")
    scripts = tmp_path / "scripts"
    shutil.copytree(migrate.SCRIPTS, scripts)
    (scripts / "versions" / "9999_later.py").write_text(
        f'revision = "9999"\ndown_revision = "{migrate.HEAD}"\ndef upgrade(): pass\n'
    )
    second = beside(path, f".{migrate.HEAD}.2.bak")
    monkeypatch.setattr(migrate, "SCRIPTS", scripts)
    monkeypatch.setattr(migrate, "HEAD", "9999")

    await (await Database.open(path)).close()

    assert second.is_file()


async def test_what_is_no_good_copy_changes_nothing(tmp_path: Path) -> None:
    """Missing, no database, another program's, damaged, of a newer version: one line each."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await there.play_out(campaign)
        good = back_up(as_url(there.path), tmp_path / "backups")
    before = there.path.read_bytes()
    (text := tmp_path / "text").write_text("Dear diary, " * 1000, encoding="utf-8")
    with contextlib.closing(sqlite3.connect(alien := tmp_path / "alien.db")) as raw:
        raw.execute("CREATE TABLE recipes (id INTEGER)")
        raw.commit()
    shutil.copy(good, torn := tmp_path / "torn.sqlite3")
    with torn.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)
    shutil.copy(good, newer := tmp_path / "newer.sqlite3")
    with contextlib.closing(sqlite3.connect(newer)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()

    there_was = _files(tmp_path) | {"games.sqlite3.lock"}
    for copy, words in (
        (tmp_path / "nothing", "no file"),
        (text, "damaged or no SQLite database"),
        (alien, "no database of Adjutant"),
        (torn, "damaged"),
        (newer, "newer version"),
    ):
        with pytest.raises(StoreError, match=words) as caught:
            await restore_copy(as_url(there.path), copy)
        assert "\n" not in str(caught.value)
        assert there.path.read_bytes() == before
        assert _files(tmp_path) == there_was
    with pytest.raises(StoreError, match="pg_restore, then"):
        await restore_copy(as_url("postgresql+asyncpg://x/y"), good)


HOLDER = """
import asyncio, sys
from bot.store import Database
async def hold():
    database = await Database.open(sys.argv[1], alone=sys.argv[2] == "alone")
    async with database.write() as connection:
        await connection.exec_driver_sql("DELETE FROM drafts")
    print("held", flush=True)
    await asyncio.sleep(600)
asyncio.run(hold())
"""


@contextlib.contextmanager
def _another(path: Path, how: str = "alone") -> Iterator[subprocess.Popen[str]]:
    """Have the database in another process, and kill that in the end."""
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOLDER), str(path), how],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


async def test_a_running_bot_is_not_restored_under(tmp_path: Path) -> None:
    """It is named; when it was killed there is nothing in the way. A tool that reads is noticed."""
    async with river(tmp_path) as there:
        await there.started()
        copy = back_up(as_url(there.path), tmp_path / "backups")
    url = as_url(there.path)

    with _another(there.path) as bot:
        with pytest.raises(StoreHeld, match=rf"process {bot.pid} on .*, since 20.*stop that one"):
            await restore_copy(url, copy)
        with pytest.raises(StoreHeld, match=f"process {bot.pid} "):
            await Database.open(there.path, alone=True)
    await (await Database.open(there.path, alone=True)).close()  # the killed one hinders nobody
    with _another(there.path, "as a tool"), pytest.raises(StoreError, match="open in another"):
        await restore_copy(url, copy)

    assert (await restore_copy(url, copy)).kept is not None


@pytest.mark.parametrize("new", [False, True], ids=["there before", "made by whoever holds it"])
async def test_a_hard_link_to_an_open_database_is_refused(tmp_path: Path, *, new: bool) -> None:
    """As a symbolic one is, and in one line; links alone, such as backups make, stop nobody."""
    path, link = tmp_path / "games.sqlite3", tmp_path / "linked.sqlite3"
    if not new:
        await (await Database.open(path, alone=True)).close()
        os.link(path, link)
    with _another(path):
        if new:
            os.link(path, link)
        symbolic = tmp_path / "symbolic.sqlite3"
        symbolic.symlink_to(path)
        for name, line in ((link, "a hard link"), (symbolic, "another Adjutant")):
            with pytest.raises(StoreHeld, match=line) as told:
                await Database.open(name, alone=True)
            assert "\n" not in str(told.value)
        with pytest.raises(StoreHeld, match="a hard link"):
            await restore_copy(as_url(link), path)
    for name in (path, link):
        await (await Database.open(name, alone=True)).close()


async def test_a_refused_link_frees_nothing_of_who_holds_it(tmp_path: Path) -> None:
    """In the same process too: SQLite's own locks stay, and the next after it is let in."""
    path, link = tmp_path / "games.sqlite3", tmp_path / "linked.sqlite3"
    database = await Database.open(path, alone=True)
    os.link(path, link)
    async with database.write() as connection:
        await connection.exec_driver_sql("DELETE FROM drafts")
        with pytest.raises(StoreHeld, match="a hard link"):
            await Database.open(link, alone=True)
        asked = "import sys, pathlib; from bot.store.lock import in_use; "
        asked += "sys.exit(in_use(pathlib.Path(sys.argv[1])))"
        used = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", asked, str(path)], cwd=ROOT, check=False
        )
        assert used.returncode == 1
    await database.close()
    await (await Database.open(link, alone=True)).close()


def test_a_lock_without_a_holders_name(tmp_path: Path) -> None:
    """A lock file that tells nothing locks all the same; freed, it lets the next one in."""
    file = tmp_path / "games.sqlite3"
    lock = FileLock.take(file)
    beside(file, ".lock").write_text("[]", encoding="utf-8")
    with pytest.raises(StoreHeld, match="another Adjutant: stop"):
        FileLock.take(file)
    lock.free()
    FileLock.take(file).free()


def _restore_until(burns: int, file: Path, copy: Path) -> int:
    """Restore in a process of its own that dies at a point; return how that ended."""
    process = os.fork()
    if process == 0:
        code = 1
        try:
            _arm(burns)
            asyncio.run(restore_copy(as_url(file), copy))
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _arm(burns: int) -> None:
    """Die before or after a file is renamed or deleted, when *burns* such points have passed."""
    points = itertools.count()

    def armed(real: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            if next(points) == burns:
                os._exit(DEAD)
            done = real(*args, **kwargs)
            if next(points) == burns:
                os._exit(DEAD)
            return done

        return wrapped

    for name in ("replace", "unlink"):
        setattr(Path, name, armed(getattr(Path, name)))


@pytest.mark.slow
def test_killed_at_every_point_of_a_restoration(tmp_path: Path) -> None:
    """What the bot then finds is the old database whole, or the copy whole with the old aside."""
    killed, copy = asyncio.run(_played(tmp_path))
    outcomes = []
    for burns in range(100):
        here = tmp_path / str(burns)
        shutil.copytree(killed.parent, here)
        file = here / killed.name
        ended = _restore_until(burns, file, copy)
        assert ended in {0, DEAD}

        asyncio.run(_open_as_the_bot(file))

        count = _actions(file)
        aside = [
            p for p in here.glob("*.before-restore-*") if not p.name.endswith(("-wal", "-shm"))
        ]
        assert [_actions(path) for path in aside] == ([7] if count == 2 else [])
        assert not restore.is_cut_short(file)
        outcomes.append(count)
        if ended == 0:
            break

    assert outcomes == sorted(outcomes, reverse=True)  # before the decision the old, then the new
    assert set(outcomes) == {2, 7}


async def _open_as_the_bot(file: Path) -> None:
    await (await Database.open(file, alone=True)).close()


async def _played(tmp_path: Path) -> tuple[Path, Path]:
    """Return a database of seven actions whose bot was killed, and a copy from after two."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await there.step(campaign)
        copy = back_up(as_url(there.path), tmp_path / "backups")
        for choice in range(5):
            await there.step(campaign, choice)
        return await _killed(there), copy


def test_a_new_file_where_a_restoration_was_cut_short(tmp_path: Path) -> None:
    """Whatever some tool made meanwhile goes aside under a name of its own."""
    file = tmp_path / "games.sqlite3"
    (tmp_path / "games.sqlite3.before-restore-1").write_text("the old one")
    (tmp_path / "games.sqlite3.restoring-1").write_text("the copy")
    file.write_text("made meanwhile")

    kept = restore.finish(file)

    assert file.read_text() == "the copy"
    assert kept is not None
    assert kept.read_text() == "made meanwhile"
    assert (tmp_path / "games.sqlite3.before-restore-1").read_text() == "the old one"


async def _make(path: Path) -> None:
    await (await Database.open(path)).close()


def test_commands_that_look_after_the_database_need_no_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Backup, restore and replay work without one, and backups are thinned out when asked."""
    for name in list(os.environ):
        if name.startswith("ADJUTANT_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    asyncio.run(_make(tmp_path / "adjutant.sqlite3"))
    (tmp_path / "backups").mkdir()
    for day in range(1, 6):
        (tmp_path / "backups" / f"adjutant-2026010{day}-120000.sqlite3").touch()
    (tmp_path / "backups" / "adjutant-mine.sqlite3").touch()

    made = RUN.invoke(app, ["backup", "--keep", "2"])
    assert made.exit_code == 0, made.output
    left = sorted(path.name for path in (tmp_path / "backups").iterdir())
    assert len(left) == 3
    assert left[0] == "adjutant-20260105-120000.sqlite3"
    assert left[2] == "adjutant-mine.sqlite3"
    set_back = RUN.invoke(app, ["restore", str(tmp_path / "backups" / left[1])])
    assert set_back.exit_code == 0, set_back.output
    assert "now holds 0 campaigns" in set_back.output
    assert RUN.invoke(app, ["replay"]).output == "There are no campaigns.\n"
    assert RUN.invoke(app, ["restore", "nowhere"]).output.count("\n") == 1

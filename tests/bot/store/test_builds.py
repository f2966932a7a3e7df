"""A build that comes after a newer one is refused in one line, and told what to go back to."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from bot import __version__
from bot.games import GAMES
from bot.moderator.table.versions import build_of
from bot.store import Build, Database, StoreNewer, migrate
from bot.store.builds import last_of_file

pytestmark = pytest.mark.sqlite  # Copies beside a file.

OLD = Build("1.0.0", {"river ruleset": 1})
NEW = Build("1.1.0", {"river ruleset": 2})


async def _open(path: Path, build: Build) -> None:
    await (await Database.open(path, build=build)).close()


def _set(path: Path, revision: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        raw.commit()


def _copies(folder: Path) -> list[Path]:
    return list(folder.glob("*.bak"))


async def test_a_build_with_lower_rules_is_refused_after_one_with_higher(tmp_path: Path) -> None:
    """What was played by the higher number would be misread; the copy of before is named."""
    path = tmp_path / "games.sqlite3"
    await _open(path, OLD)
    await _open(path, NEW)
    written = path.read_bytes()

    with pytest.raises(StoreNewer) as told:
        await _open(path, OLD)

    copy = tmp_path / f"games.sqlite3.{migrate.HEAD}.bak"
    said = str(told.value)
    assert "newer version of Adjutant (1.1.0: river ruleset 2, this version knows 1)" in said
    assert f"`python -m bot restore {copy}`" in said
    assert "\n" not in said
    assert path.read_bytes() == written
    await _open(copy, OLD)
    await _open(path, NEW)


async def test_a_copy_is_kept_before_raised_rules_are_played_by(tmp_path: Path) -> None:
    """Once for each raise, and not for a version that changes nothing of the kind."""
    path = tmp_path / "games.sqlite3"
    await _open(path, OLD)
    await _open(path, Build("1.0.1", OLD.numbers))
    await _open(path, OLD)
    assert _copies(tmp_path) == []

    await _open(path, NEW)
    await _open(path, NEW)

    (copy,) = _copies(tmp_path)
    assert last_of_file(copy) == (migrate.HEAD, OLD)
    assert last_of_file(path) == (migrate.HEAD, NEW)


async def test_newer_tables_are_refused_with_the_newest_copy_that_can_be_opened(
    tmp_path: Path,
) -> None:
    """Beside the database or among the backups; one that is as new, or no copy, does not count."""
    path, backups = tmp_path / "games.sqlite3", tmp_path / "backups"
    backups.mkdir()
    await _open(path, OLD)
    good, older = backups / "games-20260102-000000.sqlite3", tmp_path / "games.sqlite3.0019.bak"
    late, torn = tmp_path / "games.sqlite3.9999.bak", tmp_path / "games.sqlite3.9998.bak"
    for number, copy in enumerate((older, good, late)):
        migrate.copy_file(str(path), str(copy))
        os.utime(copy, (1e9 + number, 1e9 + number))
    torn.write_text("nothing")
    _set(late, "9999")
    _set(path, "9999")
    build = Build("1.0.0", OLD.numbers, backups)

    with pytest.raises(StoreNewer) as told:
        await _open(path, build)
    said = str(told.value)
    assert "(1.0.0: revision 9999, this version knows " in said
    assert f"restore {good}`" in said
    assert "2001-09-09 01:46 UTC" in said

    good.unlink()
    older.unlink()
    with pytest.raises(StoreNewer, match=r"update the bot.*there is no copy"):
        await _open(path, build)


async def test_what_is_new_to_a_build_is_no_reason_to_refuse(tmp_path: Path) -> None:
    """A game that it lacks changes nothing of those that it has."""
    path = tmp_path / "games.sqlite3"
    await _open(path, Build("1.1.0", {"river ruleset": 1, "lake ruleset": 3}))

    await _open(path, OLD)

    assert last_of_file(path)[1] == OLD


def test_this_build_says_its_version_and_the_rules_of_every_game() -> None:
    """They, and how its states are dumped, are what an older one would misread."""
    build = build_of(GAMES)

    assert build.version == __version__
    for key, game in GAMES.items():
        assert build.numbers[f"{key} ruleset"] == game.ruleset
        assert build.numbers[f"{key} states"] == game.dumps

"""What an update would do is tried on a copy, and said in a few lines."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli.trying import try_on_copy
from bot.store import StoreNewer, migrate
from tests.bot.moderator.table.test_rulesets import NewToy
from tests.support.early import scripted
from tests.support.plans import PLANS
from tests.support.river import river
from tests.support.toy_game import TOY, State

BEFORE = "0020"
"""A revision of before the table of builds."""
GAMES: Any = {"toy": TOY}
RAISED: Any = {"toy": NewToy()}


def _files(folder: Path) -> dict[str, bytes]:
    # What SQLite shares between who reads is no part of what is kept.
    kept = (one for one in folder.iterdir() if one.is_file() and not one.name.endswith("-shm"))
    return {one.name: one.read_bytes() for one in kept}


async def test_a_raised_ruleset_is_foretold_and_nothing_is_touched(tmp_path: Path) -> None:
    """Also while the bot has the database open: whom it tells, what it shows, that all is well."""
    async with river(tmp_path) as there:
        running = await there.started(turns=50)
        for choice in range(4):
            await there.step(running, choice)
        waiting = await there.open_campaign(channel=71)
        before = _files(tmp_path)

        same = await try_on_copy(there.path, games=GAMES)
        raised = await try_on_copy(there.path, games=RAISED)

        assert _files(tmp_path) == before
        head = (await there.door.desk.at_hand(running.id)).row.head
    assert same.sound
    assert f"{running.id} (Crossing): {head} of {head} steps are shown as they were" in "\n".join(
        same.lines
    )
    assert f"{head} played again come out the same" in "\n".join(same.lines)
    assert "told" not in "\n".join(same.lines)
    assert raised.sound
    said = "\n".join(raised.lines)
    assert f"{head} of {head} steps are shown as they were, its table is told of ruleset 2" in said
    assert f"{waiting.id}" in said
    assert "not begun" in said
    assert "1 of 2 running campaigns are told that rules have changed." in said
    assert raised.lines[-1] == "The update would go well."


async def test_steps_that_cannot_be_shown_are_named(tmp_path: Path) -> None:
    """Of what earlier rules led to, what no build has kept."""
    async with river(tmp_path) as there:
        running = await there.started(turns=50)
        for choice in range(4):
            await there.step(running, choice)
        await there.door.settle()
    with contextlib.closing(sqlite3.connect(there.path)) as raw:
        raw.execute("DROP TRIGGER steps_no_delete")
        raw.execute("DELETE FROM steps")
        raw.commit()

    tried = await try_on_copy(there.path, games=RAISED)

    assert tried.sound
    assert "  steps 2 to 4 cannot be shown: the nearest is shown instead." in tried.lines


async def test_what_would_fail_is_said(tmp_path: Path) -> None:
    """A campaign that this version cannot load, one that does not replay, by name."""

    class Blind(NewToy):
        """The toy with other rules, unable to read what it dumped under the old ones."""

        def load(self, text: str) -> State:
            raise ValueError("a key is missing")

    async with river(tmp_path) as there:
        running = await there.started(turns=50)
        await there.step(running)

    tried = await try_on_copy(there.path, games={"toy": Blind()})

    assert not tried.sound
    (said,) = (line for line in tried.lines if "FAILS" in line)
    assert said.startswith(f"{running.id} (Crossing): FAILS: ReplayDiverged: ")
    assert "ruleset 1" in said
    assert tried.lines[-1].startswith("The update would fail for 1 of 1 running campaigns")


def test_older_tables_are_brought_up_to_date_on_the_copy_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the command, which exits with 0, or with 1 where an update is refused or would fail."""
    path = tmp_path / "games.sqlite3"
    with monkeypatch.context() as patched:
        patched.setattr(PLANS, "is_migrating", True)
        scripted(path, BEFORE)
    written = path.read_bytes()

    well = CliRunner().invoke(app, ["try-update", str(path)])

    assert well.exit_code == 0
    assert f"brought up to date ({BEFORE} to {migrate.HEAD})" in well.output
    assert "No campaign is running." in well.output
    assert path.read_bytes() == written
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()
    with pytest.raises(StoreNewer, match="there is no copy"):
        asyncio.run(try_on_copy(path))
    refused = CliRunner().invoke(app, ["try-update", str(path)])
    assert refused.exit_code == 1
    assert len(refused.output.strip().splitlines()) == 1

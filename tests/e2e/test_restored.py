"""A restored copy, seen from the table: told once, dice anew, and the game goes on."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cli import restoring
from bot.cli.keeping import back_up
from bot.cli.restoring import restore_copy
from bot.store.database import as_url
from tests.e2e.conftest import ToyTable
from tests.support.toy_game import TOY

NOW = datetime(2026, 1, 1, tzinfo=UTC)
"""When it is in the simulated Discord."""


@pytest.mark.sqlite
async def test_the_table_hears_of_it_in_its_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One post with the present map calls whoever is awaited; the panel shows the present again."""
    monkeypatch.setattr(restoring, "GAMES", {"toy": TOY})
    async with ToyTable(tmp_path) as table:
        await table.begin()
        await table.to_play("red")
        alice = table.people["alice"]
        await table.stop()
        copy = back_up(as_url(table.database), tmp_path / "backups")
        await table.start()
        await alice.slash("toy land", bank="south")
        later = table.panel.text
        await table.stop()
        await restore_copy(as_url(table.database), copy, now=NOW)
        before = len(table.public())

        await table.start()
        await table.settle()

        new = [paper.text for paper in table.public()[before:]]
        assert len(new) == 1
        assert "The table was set back" in new[0]
        assert alice.mention in new[0]
        assert table.panel.text != later
        await table.restart()
        assert len(table.public()) == before + 1
        # The next bulletin bears the number of one that was posted before, and is another.
        await alice.slash("toy land", bank="south")
        await table.settle()
        assert len(table.public()) > before + 1
        assert len([paper for paper in table.public() if paper.is_pinned]) == 1

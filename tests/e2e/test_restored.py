"""A restored copy, seen from the table: told once, dice anew, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import restoring
from bot.cli.keeping import back_up
from bot.cli.restoring import restore_copy
from bot.store.database import as_url
from tests.e2e.conftest import ToyTable
from tests.support.toy_game import TOY


async def test_the_table_hears_of_it_in_its_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One post with the present map calls whoever is awaited; the panel shows the present again."""
    monkeypatch.setattr(restoring, "GAMES", {"toy": TOY})
    async with ToyTable(tmp_path) as table:
        await table.begin()
        mover = table.mover()
        await mover.slash("toy row", strokes=1)
        await table.stop()
        copy = back_up(as_url(table.database), tmp_path / "backups")
        await table.start()
        await table.mover().slash("toy row", strokes=2)
        later = table.panel.text
        await table.stop()
        await restore_copy(as_url(table.database), copy)
        before = len(table.public())

        await table.start()
        await table.settle()

        new = [paper.text for paper in table.public()[before:]]
        assert len([text for text in new if "The table was set back" in text]) == 1
        assert table.panel.text != later
        await table.restart()
        assert len(table.public()) == before + len(new)
        reply = await table.mover().slash("toy row", strokes=1)
        assert reply.acknowledged
        assert len([paper for paper in table.public() if paper.is_pinned]) == 1

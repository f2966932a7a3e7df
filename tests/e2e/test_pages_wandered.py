"""Whatever people press on their pages, in whatever order, while the others play on.

The whole way through the real bot: entries and what they wait for, "What if", suggestions taken
and left, warnings, groups, boxes, dialogues for now and for a plan. Discord takes every answer
(asserted for every call), nothing fails, and every press is answered.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games import every
from tests.support.wandering import Wandering

TABLES = [(one.game.key, settings) for one in every() for settings in one.wandered]
FEW = [one.game.key for one in every() if one.often]


async def wander(folder: Path, key: str, settings: str, seed: str, presses: int) -> int:
    """Let them wander; return how much was pressed."""
    wandering = Wandering(folder, key, seed, settings)
    async with wandering.table:
        await wandering.begin()
        await wandering.go(presses)
        assert wandering.wrong == []
    print(key, settings, seed, dict(wandering.pressed))
    return sum(wandering.pressed.values())


@pytest.mark.parametrize("key", FEW)
async def test_a_few_presses(tmp_path: Path, strict_texts: None, key: str) -> None:
    """In two games."""
    assert await wander(tmp_path, key, "", "few", 30) >= 20


@pytest.mark.long
@pytest.mark.parametrize("seed", ["one", "two", "three"])
@pytest.mark.parametrize(("key", "settings"), TABLES)
async def test_many_presses(
    tmp_path: Path, strict_texts: None, key: str, settings: str, seed: str
) -> None:
    """In all, also in set-ups that last."""
    await wander(tmp_path, key, settings, seed, 250)

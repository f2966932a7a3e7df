"""The build before this one plays fresh games, and this one takes them over."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.moderator.table.replay import verify
from engine.registry import load_games
from tests.games import known
from tests.golden.begun import TO_ITS_END
from tests.golden.builds import NoHistoryError, build_before, python_of, run, take_out
from tests.golden.looking import look_everywhere, opened

GAMES = 50
SELDOM = 10


def taken_out(tree: Path) -> str:
    """Write the tree of the build before into a folder; return its commit.

    Where there is no history the test that asks is left out, and fails where tests must not be.
    """
    try:
        build = build_before()
        take_out(build, tree)
    except NoHistoryError as error:
        reason = f"The build before plays no fresh games: its history is not at hand ({error})."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return build


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The build before, out of the history: its commit and its tree."""
    tree = tmp_path_factory.mktemp("before")
    return taken_out(tree), tree


@pytest.mark.parametrize("ci", ["", "true"])
def test_without_history_it_is_said_what_is_left_out(
    ci: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By name to a developer with a copy of the tree; continuous integration fails."""
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "none"))
    monkeypatch.setenv("CI", ci)
    outcome = pytest.fail.Exception if ci else pytest.skip.Exception
    with pytest.raises(outcome, match="The build before plays no fresh games"):
        taken_out(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(load_games()))
async def test_fifty_fresh_games_of_the_build_before(
    game: str, before: tuple[str, Path], tmp_path: Path
) -> None:
    """Under the same ruleset each is replayed; under another every step is shown as it was."""
    build, tree = before
    path = tmp_path / "games.sqlite3"
    golden = known(game).golden
    assert golden is not None
    chosen = golden.fresh
    tables: list[Mapping[str, Any]] = [
        {"name": f"{n}", "settings": chosen[n % len(chosen)], "actions": TO_ITS_END}
        for n in range(GAMES)
    ]
    given = {
        "path": str(path),
        "salt": build,
        "at": "2026-11-26T00:00:00+00:00",
        "tables": {game: tables},
    }
    states = run(tree, python_of(tree), "begin", given)

    async with opened(path) as there:
        rows = await there.rows()
        if not rows:
            pytest.skip(f"The build before has no {game}.")
        assert len(rows) == GAMES
        rules = there.games[game]
        for row in rows:
            assert row.status == "over"
            report = await verify(there.database, there.games, row.id)
            if (await there.live(row.id)).ruleset == rules.ruleset:
                assert (report.actions, report.skipped) == (row.head, 0)
            stored = await look_everywhere(there, row, every=SELDOM)
            played = {int(seq): state for seq, state in states[row.id].items()}
            assert {seq: stored[seq] for seq in played} == played
            assert len(stored) == row.head

"""The log is the game: played again it leads through every state that was stored."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cli import keeping
from bot.moderator.table.desk import Policy
from bot.moderator.table.replay import ReplayDiverged, state_at, verify
from bot.store.codec import pack
from tests.support.river import BLUE, RED, River, river
from tests.support.toy_game import BANKS, Hide, Row, State

MOVES = st.lists(
    st.one_of(
        st.integers(0, 8).map(lambda n: ("step", n)),
        st.tuples(st.sampled_from(("red", "blue")), st.sampled_from(BANKS)),
        st.just(("restart", 0)),
    ),
    max_size=40,
)


async def _random_game(there: River, moves: list[tuple[str, Any]]) -> tuple[str, dict[int, State]]:
    """Play, and return the state after every action as it was in memory."""
    campaign = await there.started(turns=50)
    states: dict[int, State] = {}

    def note() -> None:
        live = there.door.desk.shelf.get(campaign.id)
        assert live is not None
        assert live.position is not None
        states[live.row.head] = live.position.state

    note()
    for what, choice in moves:
        if what == "step":
            await there.step(campaign, choice)
        elif what == "restart":
            await there.reopen()
            continue
        else:
            await there.do(campaign, RED if what == "red" else BLUE, Hide(bank=choice))
        note()
    return campaign.id, states


@settings(max_examples=20)
@given(moves=MOVES, state_every=st.sampled_from((1, 1, 4)), keep_every=st.sampled_from((5, 100)))
def test_any_game_is_reproduced_from_its_log(
    moves: list[tuple[str, Any]], state_every: int, keep_every: int
) -> None:
    """Every past state can be reached, whatever is stored how often, and the whole log verifies."""

    async def check() -> None:
        policy = Policy(state_every=state_every, keep_every=keep_every)
        with tempfile.TemporaryDirectory() as folder:
            async with river(Path(folder), policy=policy) as there:
                campaign, states = await _random_game(there, moves)
                game, database = there.games["toy"], there.database
                for seq, state in states.items():
                    past = await state_at(database, game, campaign, {"turns": 50}, seq)
                    assert (past.state, past.seq) == (state, seq)
                report = await verify(database, there.games, campaign)
                assert report.actions == len(states)
                assert report.skipped == 0
                await there.reopen()
                live = await there.door.desk.at_hand(campaign)
                assert live.position is not None
                assert live.position.state == states[live.row.head]

    asyncio.run(check())


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ("UPDATE actions SET rolls = '[]' WHERE seq = 1", "miscounts|diverges at action 1"),
        ("UPDATE actions SET body = '{\"strokes\":3}' WHERE seq = 2", "diverges at action 2"),
        ("UPDATE actions SET events = '[]' WHERE seq = 2", "diverges at action 2.*events"),
        ("DELETE FROM actions WHERE seq = 2", "gaps"),
        ("UPDATE states SET body = (SELECT body FROM snapshots)", "diverges at action 3"),
    ],
)
@pytest.mark.sqlite  # its file is changed by hand
async def test_a_log_changed_by_hand_is_noticed(tmp_path: Path, change: str, match: str) -> None:
    """Loudly, and with the place."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        look = await there.door.reader.look(campaign.id)
        who = RED if look.decisions[0].seat == "red" else BLUE
        await there.do(campaign, who, Row(strokes=1))
        await there.do(campaign, who, Hide(bank="north"))
        raw = sqlite3.connect(there.path)
        for table in ("actions", "snapshots"):
            raw.execute(f"DROP TRIGGER {table}_no_update")
            raw.execute(f"DROP TRIGGER {table}_no_delete")
        raw.execute(change)
        raw.commit()
        raw.close()

        with pytest.raises(ReplayDiverged, match=match):
            await verify(there.database, there.games, campaign.id)


@pytest.mark.sqlite  # its file is changed by hand
async def test_a_finer_citation_is_no_divergence(tmp_path: Path) -> None:
    """What a version cites otherwise happened all the same."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.step(campaign, 0)
        raw = sqlite3.connect(there.path)
        raw.execute("DROP TRIGGER actions_no_update")
        told = "SELECT group_concat(events) FROM actions"
        (before,) = raw.execute(told).fetchone()
        raw.execute(
            """UPDATE actions SET events = replace(events, '["rowed","2.1"', '["rowed","2"')"""
        )
        (after,) = raw.execute(told).fetchone()
        raw.commit()
        raw.close()
        assert after != before

        report = await verify(there.database, there.games, campaign.id)

        assert report.actions == 2


@pytest.mark.parametrize("body", [pack('{"nonsense": 1}'), pack("{"), b"", b"\0" * 40])
@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.sqlite  # its file is changed by hand
async def test_a_state_that_cannot_be_read_is_a_line_and_not_a_crash(
    tmp_path: Path,
    body: bytes,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    *,
    everywhere: bool,
) -> None:
    """It is taken from elsewhere on file, else played again; the operator hears of it once."""
    async with river(tmp_path) as there:
        campaign, other = await there.started(turns=50), await there.started(channel=71)
        await there.step(campaign)
        look = await there.door.reader.look(campaign.id)
        with closing(sqlite3.connect(there.path)) as raw:
            for table in ("states", "snapshots", "steps")[: 3 if everywhere else 1]:
                raw.execute(f"DROP TRIGGER IF EXISTS {table}_no_update")
                raw.execute(f"UPDATE {table} SET body = ? WHERE campaign = ?", (body, campaign.id))
            raw.commit()
        await there.reopen()

        for _ in range(2):
            assert (await there.door.reader.look(campaign.id)).view == look.view
            there.door.desk.shelf.clear()
        assert (await there.door.reader.look(other.id)).status is not None
        lines = [one.message for one in caplog.records]
        assert len(lines) == (2 if everywhere else 1)
        assert all("cannot be read" in one and campaign.id in one for one in lines)
        await there.step(campaign)
        await there.step(campaign)
        await there.reopen()
        assert (await there.door.reader.look(campaign.id)).status is not None
        monkeypatch.setattr(keeping, "GAMES", there.games)
        line = await keeping._one(there.database, campaign.id)
        assert ("cannot be read" in line[0], line[1]) == (everywhere, not everywhere)

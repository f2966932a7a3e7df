"""Databases as earlier builds left them: all of their past is shown, and they are played on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.courier import Gallery
from bot.courier.replays import Replays, Wish
from bot.drawing import names_of
from bot.games import painter
from bot.moderator.table.replay import verify
from bot.store import log, plans
from bot.store.campaigns import CampaignRow
from engine.registry import load_games
from tests.golden.builds import BEFORE, HERE, Filed, filed
from tests.golden.looking import look_everywhere, opened
from tests.golden.playing import Table
from tests.golden.recorder import PEOPLE, STRANGER

USUAL = (
    "2a25d1db-b5a8cd03-d43c2822",
    "ccdf8d0b-0d2f690d-732915c5-87ac2c89-0aa6a88c-d43c2822",
)
"""Looked at whenever tests run; the others when all are run."""
FILES = [
    pytest.param(one, id=one.name, marks=() if one.name in USUAL else pytest.mark.long)
    for one in filed()
]
every_file = pytest.mark.parametrize("kept", FILES)
LARGEST = 10 * 2**20
FRAMES = 6
SELDOM = 10


async def replay(there: Table, row: CampaignRow) -> None:
    """Play a campaign's log again, as `bot replay` does."""
    report = await verify(there.database, there.games, row.id)
    assert report.actions + report.skipped == row.head


def keeps_steps(kept: Filed, seq: int) -> bool:
    """Say whether the first build of a file kept the state after every action."""
    return kept.builds[0][:8] not in {"ccdf8d0b", "0d2f690d", "767d796f"} or seq == 1


def test_what_is_kept_is_small() -> None:
    """All files together take ten mebibytes at most, and each says what it is."""
    assert filed()
    assert sum(path.stat().st_size for path in HERE.parent.rglob("*.xz")) < LARGEST
    assert {path.name.partition(".")[0] for path in HERE.glob("*.xz")} == {
        one.name for one in filed()
    }
    for one in filed():
        assert one.name == "-".join(build[:8] for build in one.builds)


def test_the_last_file_holds_whatever_a_build_can_leave_behind(tmp_path: Path) -> None:
    """Every game and scenario, own armies, the computer, and all that is half done."""
    newest = next(one for one in filed() if one.builds == (BEFORE.read_text().strip(),))
    with closing(sqlite3.connect(newest.unpack(tmp_path / "games.sqlite3"))) as raw:

        def count(query: str) -> int:
            return int(raw.execute(f"SELECT count(*) FROM {query}").fetchone()[0])

        settings = {one[0] for one in raw.execute("SELECT DISTINCT settings FROM campaigns")}
        games = {one[0] for one in raw.execute("SELECT DISTINCT game FROM campaigns")}
        assert games == load_games().keys()
        assert any('"armies":"own"' in one.replace(" ", "") for one in settings)
        assert any('"scenario":"full"' in one.replace(" ", "") for one in settings)
        assert count("plans WHERE sending IS NOT NULL") >= len(games)
        assert count("campaigns WHERE json_extract(untold, '$.due') IS NOT NULL")
        assert count("lessons WHERE campaign IS NOT NULL")
        assert count("campaigns WHERE status = 'open'")
        assert count("campaigns WHERE status = 'over' AND ending IS NOT NULL")
        assert count("outbox WHERE status = 'ready'")
        for way in ("computer", "standing", "plan"):
            assert count(f"actions WHERE request LIKE '{way}/%'")


@every_file
async def test_every_step_is_looked_back_on(kept: Filed, tmp_path: Path) -> None:
    """Each state that a build kept is shown, and is the one that it reached then."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        for row in await there.rows():
            stored = await look_everywhere(there, row)
            known = kept.states[row.id]
            wrong = [seq for seq in known if seq in stored and stored[seq] not in known[seq]]
            assert not wrong
            assert all(seq in stored for seq in range(1, row.head + 1) if keeps_steps(kept, seq))


@every_file
async def test_each_is_recapped_shown_by_scenes_and_replayed(kept: Filed, tmp_path: Path) -> None:
    """For everybody at the table: what is new, the scenes of a film, the log again."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        for row in await there.rows():
            live = await there.live(row.id)
            for one in live.people:
                await there.door.recaps.looked(row.id, one.discord_id, 1)
                recap = await there.door.recaps.since(row.id, one.discord_id)
                assert recap.before is None or recap.before.exact
                for scene in await there.door.scenes.of(row.id, one.seat):
                    look = await there.door.reader.look_back(row.id, one.seat, scene.seq)
                    assert look.exact or not keeps_steps(kept, scene.seq)
            await replay(there, row)


@pytest.mark.long
@every_file
async def test_a_game_of_each_system_is_filmed(kept: Filed, tmp_path: Path) -> None:
    """By the painters that draw for people, a frame of each part of it."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        replays = Replays(Gallery(painter, names_of))
        replays.longest = FRAMES
        for row in {row.game: row for row in await there.rows()}.values():
            film = await replays.film(
                there.door, Wish(row.id, None, None, row.language, "standard")
            )
            assert film is not None
            assert film.data


@every_file
async def test_what_was_half_done_is_finished(kept: Filed, tmp_path: Path) -> None:
    """Plans half sent, bulletins that wait, messages, the computer's turn, a lesson."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        await there.deliver()
        before = await there.rows()
        there.door.resume()
        await there.door.settle()
        async with there.database.read() as connection:
            assert not await plans.under_way(connection)
        for row in before:
            live = await there.live(row.id)
            assert live.row.head >= row.head
            await there.door.desk.exclusive(row.id, there.door.gathering.tell)
            due = (await there.live(row.id)).row.untold.due
            assert due is None or due > there.door.desk.now()
            if live.row.lesson:
                step = await there.door.teaching.at(row.id, STRANGER)
                await there.door.teaching.leave_step(row.id, STRANGER, step.name)
        await there.deliver()


@every_file
async def test_played_on_its_past_stays(kept: Filed, tmp_path: Path) -> None:
    """Some actions more by this build: every step, theirs and ours, is shown after a restart."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        there.door.resume()
        await there.door.settle()
        for row in await there.rows():
            await there.play_at_random(row.id, 4)
        await there.reopen()
        for row in await there.rows():
            stored = await look_everywhere(there, row)
            assert all(seq in stored for seq in range(1, row.head + 1) if keeps_steps(kept, seq))
            async with there.database.read() as connection:
                await log.whole_chain(connection, row.id)  # whatever each build's links cover
            for person in PEOPLE:
                if (await there.live(row.id)).seat_of(person) is not None:
                    await there.door.recaps.since(row.id, person)
            await replay(there, row)


@pytest.mark.long
@every_file
async def test_each_is_played_to_an_end(kept: Filed, tmp_path: Path) -> None:
    """Through the door, by random choices and the computer's; then the whole past is open."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        there.door.resume()
        await there.door.settle()
        for row in await there.rows():
            await there.play_at_random(row.id, 20_000)
            assert (await there.live(row.id)).row.status == "over"
        await there.reopen()
        for row in await there.rows():
            await look_everywhere(there, row, every=SELDOM)
            await replay(there, row)


@every_file
async def test_what_people_have_played_is_counted(kept: Filed, tmp_path: Path) -> None:
    """Who won, and how the dice fell, as looking at the games says; nothing under way is in it."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        over = [row for row in await there.rows() if row.status == "over" and not row.lesson]
        for person in PEOPLE:
            played, won, dice = 0, 0, 0
            for row in over:
                live = await there.live(row.id)
                seat = live.seat_of(person)
                outcome = live.outcome()
                if seat is None or outcome is None:
                    continue
                played += 1
                won += outcome.winner == seat
                thrown = (await there.door.retrospects.thrown(row.id)).seats
                dice += sum(one.dice for one in thrown if one.seat == seat)
            found = (await there.door.figures.own(person, None)).everywhere
            assert (found.waiting, found.unread, found.ended) == (0, 0, played)
            assert sum(one.came.get("won", 0) for one in found.games) == won
            assert sum(one.dice for one in found.dice) == dice

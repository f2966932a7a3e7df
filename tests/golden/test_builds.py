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
from bot.letters import inspecting, journal
from bot.moderator.table.replay import verify
from bot.store import log, motions, plans
from bot.store.campaigns import CampaignRow
from bot.text import words_for
from engine.registry import load_games
from tests.games import known
from tests.golden.builds import BEFORE, HERE, Filed, filed
from tests.golden.looking import look_everywhere, opened
from tests.golden.playing import Table
from tests.golden.recorder import GUILD, PEOPLE, REFEREES, STRANGER

NEWEST = BEFORE.read_text()[:8]
LATER = frozenset(("bolivia", "machine", "objective", "occupied"))
"""Corrections that came after the build of the last file: the next file has them."""
USUAL = ("307b3402-4cf31268",)
"""Looked at whenever tests run; the others when all are run. The oldest are always read by
``test_golden.py``."""


def files(*usual: str) -> pytest.MarkDecorator:
    """Return what lets a test read every file, those that are not *usual* when all tests run."""
    found = [
        pytest.param(one, id=one.name, marks=() if one.name in usual else pytest.mark.long)
        for one in filed()
    ]
    return pytest.mark.parametrize("kept", found)


every_file = files(*USUAL)
BESIDE = (
    *("bars", "journal", "posts", "reminders", "results", "shown_figures", "side_thread_people"),
    "aways WHERE until_at > from_at",
    "asks WHERE granted_at IS NOT NULL",
    "campaigns WHERE paused_at IS NOT NULL",
    "campaigns WHERE stand_ins IS NOT NULL",
    "campaigns WHERE status = 'over' AND opens_ms IS NOT NULL AND unsealed_by IS NOT NULL",
    "campaigns WHERE json_extract(ending, '$.kind') = '!break_off'",
    "clocks WHERE due_at IS NOT NULL",
    "clocks WHERE called_by IS NOT NULL",
    "forum_posts WHERE thread_id IS NULL",
    "forum_posts WHERE thread_id IS NOT NULL AND campaign IS NULL",
    "forum_posts WHERE campaign IS NOT NULL",
    "guilds WHERE pace IS NOT NULL AND places IS NOT NULL AND two_referees AND lobby IS NOT NULL",
    "journal WHERE audience = 'end'",
    "members WHERE came_in_at IS NOT NULL AND handover IS NOT NULL AND left_at IS NULL",
    "people WHERE reminders IS NOT NULL AND experience IS NOT NULL AND NOT receipts",
    "people WHERE zone IS NOT NULL AND quiet IS NOT NULL",
    "plans WHERE late",
    "referees WHERE secrets AND looked_at IS NOT NULL",
    "side_threads WHERE thread_id IS NULL",
    "vacancies WHERE note IS NOT NULL",
)
"""What stands beside the games: tables, and rows of them."""
LARGEST = 10 * 2**20
FRAMES = 6
LATEST = 8
"""Entries of a log that are read with all that a referee may know of them."""
ROLLED = 4
"""Rolls that are entered for an action that waits for them."""
SELDOM = 10
NOW_AND_THEN = 4
WHOLE = 3
"""One in so many campaigns of a file is played to its end, in the next file the next one; of the
last file all."""
ON = 60
"""Actions for which the others are played on."""


async def replay(there: Table, row: CampaignRow) -> None:
    """Play a campaign's log again, as `bot replay` does."""
    report = await verify(there.database, there.games, row.id)
    assert report.actions + report.skipped == row.head


async def confirm(there: Table, campaign: str) -> None:
    """Let the second referee confirm what a first one wants, and a substitute accept a seat."""
    door = there.door
    for one in await door.vacancies.invitations(STRANGER):
        if one.look.campaign.id == campaign:
            await door.vacancies.accept(campaign, one.id, STRANGER)
    async with there.database.read() as connection:
        row = await motions.of(connection, campaign)
    if row is None:
        return
    head = (await there.live(campaign)).row.head
    part = door.going_back if row.kind == "rewind" else door.corrections
    motion = await part.motion(campaign, REFEREES[1])
    assert motion is not None, row
    await part.confirm(campaign, REFEREES[1], motion.id, request=f"second {campaign}")
    assert (await there.live(campaign)).row.head > head


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
    newest = next(one for one in filed() if one.name == NEWEST)
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
        for one in BESIDE:
            assert count(one), one
        for what in ("default", "computer", "offer", "claim"):
            assert count(f"campaigns WHERE json_extract(pace, '$.time_out') = '{what}'"), what
        for one in ("rewind", "correct"):
            assert count(f"motions WHERE kind = '{one}'"), one
        for key, game in load_games().items():
            there = f"actions JOIN campaigns ON id = campaign WHERE game = '{key}'"
            assert count(f"{there} AND cause = 'referee' AND kind NOT LIKE '!%'"), key
            kind = "SELECT json_extract(body, '$.corrections[0][0]')"
            made = {one[0] for one in raw.execute(f"{kind} FROM {there} AND kind = '!correct'")}
            assert game.corrections.keys() - made <= known(key).uncorrected | LATER, key
            rolls = f"pending_rolls JOIN campaigns ON id = campaign WHERE game = '{key}'"
            assert count(f"{rolls} AND entries <> '[]'"), key


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
            for one in [one for one in live.people if not one.left]:
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


@files(*USUAL, NEWEST)
async def test_what_stands_beside_the_games_is_read(kept: Filed, tmp_path: Path) -> None:
    """To referees and the table, in words; what servers decide, their posts, threads of sides."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        door = there.door
        for row in await there.rows():
            live = await there.live(row.id)
            words = words_for(row.language, live.game)
            for one in live.referees:
                seen = await door.inspecting.overview(row.id, one.discord_id)
                assert inspecting.overview(seen, words).texts
                for sight in (None, *live.seats) if one.secrets else (None,):
                    sheet = await door.inspecting.sheet(
                        row.id, one.discord_id, sight, page=1, per_page=LATEST
                    )
                    assert all(
                        inspecting.beside(each, live.campaign, words) for each in sheet.entries
                    )
            noted = await door.journals.page(row.id, PEOPLE[0], page=1, per_page=100)
            assert all(journal.line(one, words) for one in noted.entries)
            if row.status == "over":
                seal = await door.unsealing.of(row.id)
                assert seal.opened or seal.opens is None
        for thread in await door.side_threads.every():
            assert thread.coming or thread.greeted
        assert all(post.asked for post in await door.forums.pending())
        assert all(post.stand == "open" for post in await door.forums.kept())
        setup = await door.servers.setup(GUILD)
        assert setup.most_open
        for person in (*PEOPLE, *await door.bars.of(GUILD)):
            await door.preferences.of(person)
            await door.figures.shown(GUILD, person)


@every_file
async def test_what_was_half_done_is_finished(kept: Filed, tmp_path: Path) -> None:
    """Plans half sent, bulletins that wait, messages, the computer's turn, a lesson."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        await there.deliver()
        before = await there.rows()
        for row in before:
            await confirm(there, row.id)  # before a clock runs out, and it is void
        there.door.resume()
        await there.door.settle()
        async with there.database.read() as connection:
            assert not await plans.under_way(connection)
        for row in before:
            live = await there.live(row.id)
            assert live.row.head >= row.head
            if live.pending is not None:
                await there.play_at_random(row.id, ROLLED)
            await there.door.desk.exclusive(row.id, there.door.gathering.tell)
            due = (await there.live(row.id)).row.untold.due
            assert due is None or due > there.door.desk.now()
            if live.row.lesson:
                step = await there.door.teaching.at(row.id, STRANGER)
                await there.door.teaching.leave_step(row.id, STRANGER, step.name)
        await there.deliver()


@every_file
async def test_played_on_its_past_stays(kept: Filed, tmp_path: Path) -> None:
    """Some actions more by this build: every step, theirs and ours, is there after a restart."""
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        there.door.resume()
        await there.door.settle()
        for row in await there.rows():
            await there.play_at_random(row.id, 4)
        await there.reopen()
        for row in await there.rows():
            stored = await look_everywhere(there, row, every=NOW_AND_THEN)
            assert all(seq in stored for seq in range(1, row.head + 1) if keeps_steps(kept, seq))
            async with there.database.read() as connection:
                await log.whole_chain(connection, row.id)  # whatever each build's links cover
            for person in PEOPLE:
                if (await there.live(row.id)).seat_of(person) is not None:
                    await there.door.recaps.since(row.id, person)
            await replay(there, row)


@pytest.mark.long
@every_file
async def test_each_is_played_on(kept: Filed, tmp_path: Path) -> None:
    """By random choices and the computer's, some to the end; then the whole past is open."""
    turn = filed().index(kept)
    async with opened(kept.unpack(tmp_path / "games.sqlite3")) as there:
        there.door.resume()
        await there.door.settle()
        for number, row in enumerate(await there.rows()):
            is_whole = kept.name == NEWEST or (number + turn) % WHOLE == 0
            await there.play_at_random(row.id, 20_000 if is_whole else ON)
            assert not is_whole or (await there.live(row.id)).row.status == "over"
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

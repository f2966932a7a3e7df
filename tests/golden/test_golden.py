"""What earlier builds played: it loads, shows its past and is played on to an end."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.moderator import Moderator
from bot.moderator.table.replay import read_action, verify
from bot.store import log
from bot.store.codec import events_in, rolls_in
from bot.store.schema import outbox
from bot.trials.random_play import play_at_random
from engine.api import Event
from engine.data.rules_ledger import load_rules
from engine.registry import load_games
from tests.engine.telling import assert_sayable
from tests.games import known
from tests.games.knowing import Golden as WhatIsKept
from tests.golden.keeping import Golden, Moment, files, pour, read
from tests.golden.playing import Table, archive
from tests.support.seldom import seldom

FILES = files()
every_file = pytest.mark.parametrize(
    "path", FILES, ids=[f"{path.parent.name}-{path.name.partition('.')[0]}" for path in FILES]
)

SOME = seldom(FILES, [one for one in FILES if one.name.startswith("calama")])
some_files = pytest.mark.parametrize("path", SOME)
some_kept = pytest.mark.parametrize("kept", SOME, indirect=True)


def _kept(game: str) -> WhatIsKept:
    found = known(game).golden
    assert found is not None
    return found


@pytest.fixture(scope="module", params=FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A golden file, and a database made of it."""
    path: Path = request.param
    poured = tmp_path_factory.mktemp("golden") / "poured.sqlite3"
    pour(read(path), poured)
    return path, poured


def _tables(golden: Golden) -> list[dict[str, Any]]:
    texts = [*(one.state for one in golden.past), *(one.state for one in golden.moments)]
    return [json.loads(text)["table"] for text in texts]


@every_file
def test_every_phase_frame_and_question_is_kept(path: Path) -> None:
    """Of every table's choices of settings that were recorded in full."""
    golden = read(path)
    tables = _tables(golden)
    frames = {frame["type"] for table in tables for frame in table["frames"]}
    asked = {one for moment in golden.moments for one in moment.features}
    expected = _kept(golden.game)

    assert {table["phase"] for table in tables} == set(expected.phases.split())
    assert frames == set(expected.frames.split())
    assert {f"asks {code}" for code in expected.asks.split()} <= asked | {
        f"asks phase.{table['phase']}" for table in tables
    }


@every_file
def test_every_kind_of_table_and_player_is_kept(path: Path) -> None:
    """Every edition or scenario, the computer, standing orders that answered, one given up."""
    golden = read(path)
    settings = [json.loads(row["settings"]) for row in golden.rows["campaigns"]]
    actions = golden.rows["actions"]
    setting, values = _kept(golden.game).apart

    assert {one[setting] for one in settings} == set(values)
    if golden.game == "war_of_the_pacific":
        assert any(one["ship_capture"] and one["infernal_machines"] for one in settings)
    assert Counter(row["status"] for row in golden.rows["campaigns"]).keys() == {"playing", "over"}
    assert {row["ending"] is None for row in golden.rows["campaigns"]} == {True, False}
    assert any(row["request"].startswith("computer/") for row in actions)
    assert any(row["request"].startswith("standing/") for row in actions)
    assert {row["secret"] for row in actions} == {0, 1}
    kinds = {row["kind"] for row in actions}
    kinds |= {done.kind for stretch in golden.stretches for done in stretch.log}
    assert kinds >= set(_kept(golden.game).done.split())
    assert any(row["status"] == "ready" for row in golden.rows["outbox"])


def _sound(golden: Golden, state: Any) -> None:
    """Look at a state from everywhere."""
    game = load_games()[golden.game]
    for seat in (None, *game.seats):
        view = game.view(state, seat)
        status = game.status(view)
        assert status.phase_key
        # Before the first turn there may be nothing to see, and the bot says so.
        assert game.describe(view) or status.turn == 0
        game.orders(view)
        game.kinds(view)
    assert game.faults(state) == ()
    assert game.awaiting(state) or game.outcome(state)


def _shown(golden: Golden, moment: Moment) -> Any:
    game = load_games()[golden.game]
    state = game.load(moment.state)
    _sound(golden, state)
    assert json.loads(game.dump(state)).keys() >= json.loads(moment.state).keys()
    return state


@every_file
def test_states_in_the_middle_of_everything_are_read_and_played_on(path: Path) -> None:
    """Whatever lies on the table is played to where nothing does, and beyond."""
    golden = read(path)
    game = load_games()[golden.game]
    for moment in golden.moments:
        state = _shown(golden, moment)
        log, last = play_at_random(game, state, f"on {moment.seed}", limit=12, standing=True)
        assert log or game.outcome(state) is not None
        _sound(golden, last)


@some_files
def test_one_of_them_is_played_to_an_end(path: Path) -> None:
    """By random choices of both sides."""
    golden = read(path)
    game = load_games()[golden.game]
    for moment in golden.moments[len(golden.moments) // 2 :][:1]:
        _, last = play_at_random(
            game, _shown(golden, moment), f"to the end {moment.seed}", limit=20_000
        )
        assert game.outcome(last) is not None


@pytest.mark.long
@every_file
def test_all_of_them_are_played_to_an_end(path: Path) -> None:
    """By random choices of both sides, with standing orders."""
    golden = read(path)
    game = load_games()[golden.game]
    for moment in golden.moments:
        state = _shown(golden, moment)
        _, last = play_at_random(game, state, f"end {moment.seed}", limit=20_000, standing=True)
        assert game.outcome(last) is not None


@every_file
def test_what_was_done_and_told_from_crowded_tables_can_be_read(path: Path) -> None:
    """Their actions, dice and events have the names that they had."""
    golden = read(path)
    game = load_games()[golden.game]
    for stretch in golden.stretches:
        game.load(stretch.begun)
        game.load(stretch.last)
        for done in stretch.log:
            assert game.actions[done.kind].model_validate_json(done.body).kind == done.kind
            events_in(done.events)
            rolls_in(done.rolls)


async def test_campaigns_show_their_past(kept: tuple[Path, Path], tmp_path: Path) -> None:
    """Every step that can be looked back to has a view for everybody, and its log is read."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        for row in there.golden.rows["campaigns"]:
            live = await there.live(row["id"])
            page = await there.door.reader.log(row["id"], live.people[0].discord_id, per_page=50)
            assert page.total > 0
            for seq in {1, (row["head"] + 1) // 2, row["head"]}:
                for seat in (None, *there.rules.seats):
                    look = await there.door.reader.look_back(row["id"], seat, seq)
                    assert look.view is not None
                    assert look.status is not None
            async with there.database.read() as connection:
                actions = await log.between(connection, row["id"], 0, row["head"])
            for one in actions:
                if one.seat is not None and not one.kind.startswith("!"):
                    read_action(there.rules, one)


async def test_what_is_stored_is_what_was(kept: tuple[Path, Path], tmp_path: Path) -> None:
    """Wherever looking back shows the very state, it is the one of then.

    Of what was played under other rules that is what that build had stored.
    """
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        settings = {row["id"]: (await there.live(row["id"])) for row in _campaigns(there.golden)}
        compared = 0
        for past in there.golden.past:
            live = settings[past.campaign]
            position = await there.door.reader.position(live, past.seq)
            if there.door.desk.positions.is_near((past.campaign, past.seq)):
                continue
            assert there.rules.load(past.state) == position.state
            compared += 1
        assert compared > len(settings)


def _campaigns(golden: Golden) -> tuple[Any, ...]:
    return golden.rows["campaigns"]


async def test_their_logs_verify(kept: tuple[Path, Path], tmp_path: Path) -> None:
    """What this build can play again comes out as stored; the rest is counted as left out."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        games = {there.golden.game: there.rules}
        for row in _campaigns(there.golden):
            report = await verify(there.database, games, row["id"])
            assert report.actions + report.skipped == row["head"]
            assert (report.skipped > 0) == (there.rules.ruleset != there.golden.ruleset)


async def test_campaigns_are_played_on(kept: tuple[Path, Path], tmp_path: Path) -> None:
    """All that are under way, people and computer; the log then verifies."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        games = {there.golden.game: there.rules}
        there.door.resume()
        for number, row in enumerate(_campaigns(there.golden)):
            done = await there.play_at_random(row["id"], 6)
            assert (done > 0) == (row["status"] == "playing")
            if number % 6 == 1:
                report = await verify(there.database, games, row["id"])
                assert report.actions >= done


@some_kept
async def test_one_of_each_is_played_to_an_end(kept: tuple[Path, Path], tmp_path: Path) -> None:
    """Through the door, by random choices."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        under_way = [row for row in _campaigns(there.golden) if row["status"] == "playing"]
        under_way = [row for row in under_way if row["computer"] is None]
        longest = max(under_way, key=lambda row: row["head"])
        await there.play_at_random(longest["id"], 20_000)
        assert (await there.live(longest["id"])).row.status == "over"


@pytest.mark.long
async def test_all_are_played_to_an_end(kept: tuple[Path, Path], tmp_path: Path) -> None:
    """Through the door, by random choices and the computer's."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        there.door.resume()
        for row in _campaigns(there.golden):
            await there.play_at_random(row["id"], 20_000)
            assert (await there.live(row["id"])).row.status == "over"


@pytest.mark.parametrize(
    "kept", [one for one in FILES if one.name.startswith("war_of_the_pacific")], indirect=True
)
async def test_supply_rolled_before_an_administrative_phase_is_not_rolled_twice(
    kept: tuple[Path, Path], tmp_path: Path
) -> None:
    """A game that waits in its Administrative Phase has its supply: one roll a player turn."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        waiting = there.named(", administrative: ")
        assert len(waiting) == 9
        for campaign in waiting:
            table = await there.table(campaign)
            assert (table.phase, table.turn) == ("administrative", 3)
            while (table := await there.table(campaign)).turn < 5 and table.ending is None:
                assert await there.play_at_random(campaign, 1)
            rolls = await there.supply_rolls(campaign)
            turns = range(1, table.turn)
            assert {key: rolls[key] for key in rolls if key[0] in turns} == {
                (turn, seat): 1 for turn in turns for seat in there.rules.seats
            }


def _raised(game: Any) -> Any:
    """Return a game whose rules were raised far beyond these logs, and which plays nothing."""

    def again(*_: Any) -> Any:
        raise AssertionError("played again")

    return type("Raised", (type(game),), {"ruleset": 99, "setup": again, "apply": again})()


@some_kept
async def test_under_raised_rules_the_past_is_shown_and_not_played(
    kept: tuple[Path, Path], tmp_path: Path
) -> None:
    """Positions on file are shown as they were; of others the nearest, which says so."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        door = Moderator(there.database, {there.golden.game: _raised(there.rules)})
        # The oldest build kept no state of every step.
        kept_in = ("snapshots", "states", "steps")
        rows = [row for name in kept_in for row in there.golden.rows.get(name, ())]
        whole = {(row["campaign"], row["seq"]) for row in rows}
        known = {(past.campaign, past.seq): past.state for past in there.golden.past}
        for row in _campaigns(there.golden):
            live = await door.desk.at_hand(row["id"])
            for seq in {1, 100, (row["head"] + 1) // 2, row["head"]}:
                if seq > row["head"]:
                    continue
                look = await door.reader.look_back(row["id"], None, seq)
                assert look.exact == ((row["id"], seq) in whole)
                position = await door.reader.position(live, seq)
                if look.exact and (row["id"], seq) in known:
                    assert there.rules.load(known[row["id"], seq]) == position.state
            report = await verify(there.database, door.games, row["id"])
            assert (report.actions, report.skipped) == (0, row["head"])


@some_kept
async def test_under_raised_rules_what_waits_is_delivered_and_the_table_told(
    kept: tuple[Path, Path], tmp_path: Path
) -> None:
    """Bulletins, receipts and news of then can be composed; live tables hear of the rules once."""
    path, poured = kept
    async with archive(path, poured, tmp_path) as there:
        raised = Table(there.database, {there.golden.game: _raised(there.rules)})
        door = raised.door
        assert await raised.deliver() > 20
        await door.rulesets.tell()
        await door.rulesets.tell()
        async with there.database.read() as connection:
            told = await connection.execute(
                select(outbox.c.campaign).where(outbox.c.kind == "notice")
            )
            assert sorted(told.scalars()) == sorted(
                row["id"] for row in _campaigns(there.golden) if row["status"] == "playing"
            )


@every_file
def test_what_was_told_can_be_said(path: Path) -> None:
    """Every event of the logs has its sentence, in both languages."""
    golden = read(path)
    game = load_games()[golden.game]
    events: dict[tuple[str, tuple[str, ...]], Event] = {}
    for text in [
        *(row["events"] for row in golden.rows["actions"]),
        *(done.events for stretch in golden.stretches for done in stretch.log),
    ]:
        events |= {(event.code, tuple(event.params)): event for event in events_in(text)}
    assert len(events) > 20
    # Clauses may be cut finer since; the sentences must be there.
    clause = next(iter(load_rules(game.key)))
    told = [replace(one, rule=clause) for one in events.values()]
    assert_sayable(game, [one for one in told if not one.code.startswith("campaign.")])

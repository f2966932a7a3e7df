"""Records of every game as files: what a reader may read stands in them, and nothing else does."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.moderator import LogEntry
from bot.moderator.record.records import Record
from bot.moderator.table.desk import Policy
from bot.record.as_html import Sheet, html_file
from bot.record.as_json import json_file
from bot.record.as_text import text_file
from bot.record.lines import purpose
from bot.record.searching import Query, matching
from bot.trials.random_play import Temper, choose
from engine.api import AnyGame
from engine.dice import SeededDice
from engine.registry import load_games
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.river import BLUE, GREEN, RED, River, river
from tests.support.short import short
from tests.support.toy_game import TOY, Hide

GAMES: dict[str, AnyGame] = {**load_games(), TOY.key: TOY}
STEPS = 40
SHEETS = (Sheet(1, "Turn 1", "Said </script>", 8, 8, 0, 0, b"RIFF"),)


@asynccontextmanager
async def played(folder: Path, key: str, steps: int = STEPS) -> AsyncIterator[tuple[River, str]]:
    """Play a game at random for a while."""
    game = GAMES[key]
    settings = short(game, 0) if key in load_games() else game.settings_model()
    async with river(folder, games=GAMES, policy=Policy(gather_seconds=0), salt=key) as there:
        campaign = await there.playing(key, settings.model_dump(mode="json"))
        people = dict(zip(campaign.seats, (RED, BLUE), strict=True))
        tempers = {seat: Temper(SeededDice(f"record {seat}".encode())) for seat in people}
        chooser = SeededDice(b"record")
        for _ in range(steps):
            look = await there.door.reader.look(campaign.id)
            if look.outcome is not None or not look.decisions:
                break
            decision, live = look.decisions[0], await there.door.desk.at_hand(campaign.id)
            assert live.position is not None
            action = choose(game, live.position.state, decision, chooser, tempers[decision.seat])
            await there.do(campaign, people[decision.seat], action)
        yield there, campaign.id


async def read(there: River, name: str, person: int | None) -> tuple[Record, dict[str, Any]]:
    """Return what somebody may read, and the same as JSON."""
    record = await there.door.records.of(name, person)
    outcome = (await there.door.reader.look(name, person)).outcome
    data = json_file(GAMES[record.campaign.game], record, outcome, "en")
    return record, json.loads(data)


@pytest.mark.parametrize("key", GAMES)
async def test_each_reader_has_their_log(tmp_path: Path, key: str) -> None:
    """Entries are those that the log shows them, whole and in order; all files say all of them."""
    async with played(tmp_path, key) as (there, name):
        for person in (RED, BLUE, GREEN, None):
            record, held = await read(there, name, person)
            shown: list[LogEntry] = []
            page = await there.door.reader.log(name, person, per_page=50)
            for number in range(page.pages, 0, -1):
                found = await there.door.reader.log(name, person, page=number, per_page=50)
                shown += found.entries
            assert record.entries == tuple(shown)
            assert [one["number"] for one in held["entries"]] == [one.number for one in shown]
            assert held["game"]["rulesets"]
            for language in ("en", "es"):
                text = text_file(GAMES[key], record, ("facts",), language).decode()
                page_of_it = html_file(GAMES[key], record, ("facts",), SHEETS, language).decode()
                assert page_of_it.count("<article") == len(shown)
                assert all(f"\n{one.number}. " in text for one in shown)
                assert not re.search(r"https?:", page_of_it)


@pytest.mark.parametrize("kind", [None, "row"])
async def test_a_long_log_is_read_once(tmp_path: Path, kind: str | None) -> None:
    """By one statement, however many entries there are; of one kind too, with the same numbers."""
    async with river(tmp_path, games=GAMES) as there:
        campaign = await there.started(turns=50)
        for step in range(130):
            await there.step(campaign, step)
        whole = await there.door.records.of(campaign.id, RED)
        asked: list[str] = []

        def note(*given: Any) -> None:
            if "FROM actions" in given[2]:
                asked.append(given[2])

        engine = there.database.engine.sync_engine
        event.listen(engine, "before_cursor_execute", note)
        record = await there.door.records.of(campaign.id, RED, kind=kind)
        event.remove(engine, "before_cursor_execute", note)
        assert len(whole.entries) > 120
        assert record.entries
        assert len([one for one in asked if "row_number" in one]) == 1
        assert record.entries == tuple(one for one in whole.entries if kind in {None, one.kind})


@pytest.mark.parametrize("key", GAMES)
async def test_dice_are_those_that_all_have_seen(tmp_path: Path, key: str) -> None:
    """Every reader's file has the same dice of public steps, and none that is hidden."""
    async with played(tmp_path, key) as (there, name):
        files = [(await read(there, name, person))[1] for person in (RED, BLUE, None)]
        dice = [[one["dice"] for one in held["entries"] if not one["secret"]] for held in files]
        assert dice[0] == dice[1] == dice[2]
        assert any(dice[0]) or key not in {"toy", "calama"}


async def test_purposes_of_dice_are_told_in_their_own_language_alone(tmp_path: Path) -> None:
    """Games have English names for them: who reads Spanish is told the dice without."""
    async with played(tmp_path, "calama", 80) as (there, name):
        record = await there.door.records.of(name, RED)
        game = GAMES["calama"]
        (roll, *_) = (roll for entry in record.entries for roll in entry.rolls)
        named, shown = purpose(roll), ", ".join(map(str, roll.values))
        assert (
            f"\n    {named.capitalize()}: {shown}\n" in text_file(game, record, (), "en").decode()
        )
        assert f"<small>{named}</small>" in html_file(game, record, (), (), "en").decode()
        assert f"\n    Dados: {shown}\n" in text_file(game, record, (), "es").decode()
        assert "<small>" not in html_file(game, record, (), (), "es").decode()


async def test_a_file_holds_no_person_and_no_place(tmp_path: Path) -> None:
    """Neither accounts nor the server, the channel or the seed stand in any file."""
    async with played(tmp_path, "toy") as (there, name):
        live = await there.door.desk.at_hand(name)
        record, _ = await read(there, name, RED)
        for data in (
            json_file(TOY, record, None, "en"),
            text_file(TOY, record, (), "en"),
            html_file(TOY, record, (), (), "en"),
        ):
            said = data.decode()
            assert live.row.seed.hex() not in said
            for inner in ("discord", "guild_id", "channel_id", "person", '"seq"'):
                assert inner not in said.lower()


async def test_what_one_side_knows_is_numbered_by_nobody_else(tmp_path: Path) -> None:
    """A world in which red has hidden things gives blue and the public the same bytes."""
    files = []
    for secretive in (False, True):
        folder = tmp_path / str(secretive)
        folder.mkdir()
        async with river(folder, games=GAMES) as there:
            campaign = await there.started()
            if secretive:
                for _ in range(3):  # where nobody lands, as that would let it come out
                    await there.do(campaign, RED, Hide(bank="south"))
            for step in range(6):
                await there.step(campaign, step)
            readers = (BLUE, GREEN, None)
            records = [await there.door.records.of(campaign.id, person) for person in readers]
            files.append(
                [
                    (
                        json_file(TOY, one, None, "en"),
                        text_file(TOY, one, (), "en"),
                        html_file(TOY, one, (), SHEETS, "en"),
                        matching(TOY, one.entries, Query(word="lantern"), "en"),
                    )
                    for one in records
                ]
            )
            own = json.loads(
                json_file(TOY, await there.door.records.of(campaign.id, RED), None, "en")
            )
            assert sum(one["kind"] == "hide" for one in own["entries"]) == 3 * secretive
    assert files[0] == files[1]


async def test_all_is_open_a_day_after_the_game_is_over(tmp_path: Path) -> None:
    """Whoever asks has what the log shows then: both sides' secret orders."""
    async with river(tmp_path, games=GAMES) as there:
        campaign = await there.started(turns=1)
        await there.do(campaign, RED, Hide(bank="north"))
        await there.play_out(campaign)
        _, held = await read(there, campaign.id, GREEN)
        assert held["reader"] == {"seat": None, "everything": False}
        there.watch.forward(days=1)
        _, held = await read(there, campaign.id, GREEN)
        assert held["reader"] == {"seat": None, "everything": True}
        assert [one["order"]["fields"]["bank"] for one in held["entries"] if one["secret"]] == [
            "north"
        ]
        assert held["outcome"] is not None


async def test_whatever_is_typed_is_shown_as_text(tmp_path: Path) -> None:
    """A campaign's name that is a program runs nowhere, and ends no element."""
    async with river(tmp_path, games=GAMES) as there:
        campaign = await there.door.lobby.create(
            game="toy",
            name="</title><script>alert(1)</script>",
            guild_id=1,
            channel_id=2,
            person_id=RED,
            language="en",
            settings={"turns": 3},
        )
        for person, seat in ((RED, "red"), (BLUE, "blue")):
            await there.door.seats.join(campaign.id, person, seat)
        await there.door.lobby.start(campaign.id, RED, request=there.request())
        record = await there.door.records.of(campaign.id, RED)
        page = html_file(TOY, record, ("<b>fact</b>",), SHEETS, "en").decode()
        assert "<script>alert" not in page
        assert "<b>fact" not in page
        assert page.count("</script>") == 2


async def test_entries_are_found_by_what_they_are(tmp_path: Path) -> None:
    """By clause, die, purpose and seat; what is asked for together must hold together."""
    async with played(tmp_path, "calama", 80) as (there, name):
        record = await there.door.records.of(name, RED)
        game, entries = GAMES["calama"], record.entries
        rolled = [one for one in entries if one.rolls]
        die = rolled[0].rolls[0]
        cited = next(event.rule for one in rolled for event in one.events if event.rule)

        def found(**asked: str) -> tuple[int, ...]:
            return matching(game, entries, Query(**asked), "es")

        assert found(die=str(die.values[0]))[0] == rolled[0].number
        assert rolled[0].number in found(die=die.purpose[:4])
        assert found(clause=cited)
        assert set(found(clause=cited.partition(".")[0])) >= set(found(clause=cited))
        assert found(clause=f"§ {cited}.") == found(clause=cited)
        for seat in record.campaign.seats:
            mine = found(seat=seat)
            assert mine == tuple(one.number for one in entries if one.seat == seat)
            assert set(found(seat=seat, die="1")) == set(mine) & set(found(die="1"))
        assert found() == tuple(one.number for one in entries)
        assert not found(die="7")
        assert not found(word="zzzzzz")

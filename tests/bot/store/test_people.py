"""Forgetting people, in every table that knows them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import BigInteger, Text, select
from sqlalchemy import text as sql

from bot.store import Database, people
from bot.store.schema import metadata
from tests.support.river import BLUE, GREEN, RED, river
from tests.support.toy_game import Hide

pytestmark = pytest.mark.usefixtures("both_databases")


async def test_no_table_keeps_a_person_who_asked_to_be_forgotten(tmp_path: Path) -> None:
    """Every column of every table is searched for their account; the log is as it was."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, RED, Hide(bank="north"))
        await there.do(campaign, BLUE, Hide(bank="south"))
        await there.door.people.speaks(RED, "es")
        await there.door.themes.choose(RED, "dark")
        await there.door.drafts.open(campaign.id, RED, "row", {"strokes": "2"})
        before = await there.door.reader.log(campaign.id)
        assert await _mentions(there.database, RED)

        await there.door.people.forget(RED)

        assert await _mentions(there.database, RED) == []
        assert await there.door.themes.own(RED) is None
        after = await there.door.reader.log(campaign.id)
        assert [e.events for e in after.entries] == [e.events for e in before.entries]
        assert {entry.person_id for entry in after.entries} <= {None, BLUE}
        assert after.campaign.seats == {"red": (), "blue": (BLUE,)}
        assert after.campaign.creator_id is None


async def test_forgetting_holds_in_memory_too(tmp_path: Path) -> None:
    """What was loaded before is not shown any more, and they may not act."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, RED, Hide(bank="north"))
        await there.door.people.forget(RED)

        look = await there.door.reader.look(campaign.id, RED)
        receipt = await there.door.play.act(campaign.id, RED, Hide(bank="north"), request="new")

        assert look.seat is None
        assert [refusal.code for refusal in receipt.refusals] == ["campaign.not_a_player"]


async def test_whoever_comes_back_is_someone_new(tmp_path: Path) -> None:
    """A number that was given once never comes to mean another person, or the same again."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, BLUE, Hide(bank="north"))
        await there.door.people.forget(BLUE)
        await there.door.seats.join(campaign.id, BLUE, "blue")

        log = await there.door.reader.log(campaign.id, BLUE)

        assert [e.kind for e in log.entries if e.seat == "blue"] == ["hide"]
        assert all(entry.person_id != BLUE for entry in log.entries)


async def test_forgetting_a_stranger_or_twice_does_no_harm(tmp_path: Path) -> None:
    """Nothing is created, nothing fails."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        for _ in range(2):
            await there.door.people.forget(999)
            await there.door.people.forget(RED)

        assert (await there.door.reader.campaign(campaign.id)).seats["red"] == ()


async def test_the_last_one_to_be_forgotten_ends_his_game(tmp_path: Path) -> None:
    """A table without people is over, and its channel free."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.door.people.forget(RED)
        await there.door.people.forget(BLUE)

        assert (await there.door.reader.campaign(campaign.id)).status == "over"
        assert (await there.open_campaign()).status == "open"


async def test_nothing_is_kept_about_those_who_only_look(tmp_path: Path) -> None:
    """A spectator's language is not stored."""
    async with river(tmp_path) as there:
        await there.started()
        await there.door.people.speaks(999, "es")

        assert await _mentions(there.database, 999) == []


async def test_a_language_is_kept_from_joining_on(tmp_path: Path) -> None:
    """Told before and after; the last one told counts."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        for language in ("es", "es", "en", "es"):
            await there.door.people.speaks(GREEN, language)
        await there.door.lobby.leave(campaign.id, RED)
        await there.let_in(campaign, GREEN, "red", by=BLUE)
        await there.door.people.speaks(GREEN, "es")

        async with there.database.read() as connection:
            number = await people.number(connection, GREEN)
            assert number is not None
            assert await people.language(connection, number) == (GREEN, "es")


async def _mentions(database: Database, account: int) -> list[str]:
    """Return the table and column of everything that holds *account*."""
    found = []
    async with database.read() as connection:
        for table in metadata.sorted_tables:
            for column in table.c:
                if not isinstance(column.type, BigInteger | Text):
                    continue
                rows = await connection.execute(
                    select(column).where(sql(f"CAST({column.name} AS TEXT) LIKE '%{account}%'"))
                )
                exact = [r for (r,) in rows if str(r) == str(account) or isinstance(r, str)]
                if exact and column.name not in {"seq", "id", "at", "created_at"}:
                    found.append(f"{table.name}.{column.name}")
    return found


def test_every_table_with_people_is_known() -> None:
    """A new table that names people must be added to ``forget`` and to this list."""
    naming = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.c
        if column.name in {"person", "creator", "discord_id", "author", "user", "user_id"}
    }

    assert naming == {
        "asks.person",
        "actions.person",  # a number of ours that leads nowhere afterwards
        "aways.person",
        "bars.person",
        "campaigns.creator",
        "confirmations.person",
        "drafts.person",
        "forum_posts.person",
        "journal.person",
        "lessons.person",
        "looks.person",
        "members.person",
        "motions.person",
        "named_groups.person",
        "notes.person",
        "offers.person",
        "outbox.person",
        "pending_rolls.person",
        "people.discord_id",
        "plans.person",
        "beginnings.person",
        "private_motions.person",
        "referees.person",
        "reminders.person",
        "side_thread_people.person",
        "reports.person",
        "shown_figures.person",
        "vacancies.person",
    }

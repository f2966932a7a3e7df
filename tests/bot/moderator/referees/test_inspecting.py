"""What referees look at, below Discord: notes before secrets, what is told at the end, replays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from bot.moderator import Campaign, Complaint
from bot.moderator.referees.acts import Act
from bot.moderator.referees.appointing import Candidate
from bot.moderator.referees.inspecting import ALL
from bot.store import StoreError
from bot.store.schema import journal, outbox, referees
from tests.support.river import BLUE, GREEN, RED, River, river
from tests.support.toy_game import Hide

pytestmark = pytest.mark.usefixtures("both_databases")

DORA, ERIN = 600, 700


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[River]:
    """A moderator with a database of its own."""
    async with river(tmp_path) as opened:
        yield opened


async def refereed(there: River) -> Campaign:
    """A game under way with dora, who may look at secrets, and erin, who may not."""
    campaign = await there.started()
    for who, secrets in ((DORA, True), (ERIN, False)):
        door = there.door
        terms, about = await door.referees.terms(Candidate(who, f"person {who}", secrets))
        made = await door.offers.make(
            campaign.id, RED, "referee", request=there.request(), terms=terms, about=about
        )
        await door.offers.agree(made.offer.id, BLUE, request=there.request())
    await there.do(campaign, RED, Hide(bank="north"))
    await there.do(campaign, BLUE, Hide(bank="south"))
    return campaign


async def rows(there: River, table: Any, **where: Any) -> list[Any]:
    """The rows of a table that have some values."""
    conditions = [table.c[name] == value for name, value in where.items()]
    async with there.database.read() as connection:
        return list(await connection.execute(select(table).where(*conditions)))


async def refused(doing: Any) -> str:
    """The code by which something is refused."""
    with pytest.raises(Complaint) as caught:
        await doing
    return caught.value.code


async def test_a_look_is_on_file_before_anything_is_shown(
    there: River, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it cannot be noted, nothing is read; whoever looked can be kept out at once."""
    campaign, door = await refereed(there), there.door
    save = there.database.save

    async def broken(writes: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(there.database, "save", broken)
    with pytest.raises(StoreError):
        await door.inspecting.sheet(campaign.id, DORA, "red", page=1, per_page=5)
    monkeypatch.setattr(there.database, "save", save)
    assert await rows(there, journal, kind="looked") == []

    version = (await door.reader.look(campaign.id)).version
    sheet = await door.inspecting.sheet(campaign.id, DORA, "red", page=1, per_page=5)
    assert [one.entry.secret for one in sheet.entries] == [False, True]
    assert sheet.entries[-1].request
    (row,) = await rows(there, journal, kind="looked")
    assert row.audience == "end"
    (mine,) = [one for one in await rows(there, referees) if one.secrets]
    assert mine.looked_at == row.at
    assert (await door.reader.look(campaign.id)).version == version, "nobody is told yet"
    await door.referees.step_down(campaign.id, DORA)
    assert await refused(door.seats.join(campaign.id, DORA, "red", ask=True)) == (
        "referee.has_looked"
    )


async def test_one_note_an_hour_and_seat(there: River) -> None:
    """Pages that are turned are one look; another seat, and another hour, are another."""
    campaign, door = await refereed(there), there.door
    for seat, notes in (("red", 1), ("red", 1), ("blue", 2), (ALL, 3), ("red", 3)):
        await door.inspecting.place(campaign.id, DORA, None, 1)
        await door.inspecting.record(campaign.id, DORA, seat)
        assert len(await rows(there, journal, kind="looked")) == notes
    there.watch.forward(hours=1)
    await door.inspecting.record(campaign.id, DORA, "red")
    assert len(await rows(there, journal, kind="looked")) == 4
    assert [(one.seat, one.times) for one in await door.looks.of(campaign.id)] == [
        ("red", 2),
        ("blue", 1),
        (ALL, 1),
    ]


@pytest.mark.parametrize("who", [RED, ERIN, GREEN])
async def test_nobody_else_looks_at_secrets(there: River, who: int) -> None:
    """Neither a player, nor a referee without that right, nor somebody of whom nothing is known."""
    campaign, door = await refereed(there), there.door
    code = {RED: "referee.has_played", ERIN: "referee.no_secrets", GREEN: "referee.not_appointed"}
    for seat in ("red", "blue", ALL):
        inspecting, upkeep = door.inspecting, door.upkeep
        assert await refused(inspecting.record(campaign.id, who, seat)) == code[who]
        sheet = inspecting.sheet(campaign.id, who, seat, page=1, per_page=5)
        assert await refused(sheet) == code[who]
        if seat != ALL:
            assert await refused(inspecting.place(campaign.id, who, seat, None)) == code[who]
        assert await refused(door.rechecking.check(campaign.id, who, seat)) == code[who]
    assert await refused(upkeep.queue(campaign.id, who, ALL)) == code[who]
    assert await refused(upkeep.reports(campaign.id, who, page=1, per_page=5)) == code[who]
    assert await rows(there, journal, kind="looked") == []


async def test_an_outsider_reads_public_numbers(there: River) -> None:
    """Secret orders move neither the numbers nor the queue, nor what a replay says."""
    campaign, door = await refereed(there), there.door
    sheet = await door.inspecting.sheet(campaign.id, GREEN, None, page=1, per_page=5)
    assert [one.entry.number for one in sheet.entries] == [1]
    assert sheet.total == 1
    queue = await door.upkeep.queue(campaign.id, GREEN, None)
    assert {one.private for one in queue.rows} == {False}
    mine = await door.upkeep.queue(campaign.id, DORA, ALL)
    assert sum(one.private for one in mine.rows) >= 2
    openly = await door.rechecking.check(campaign.id, GREEN, None)
    assert (openly.sound, openly.actions) == (True, None)
    assert (await door.rechecking.check(campaign.id, DORA, ALL)).actions == 3


@pytest.mark.parametrize("end", ["resign", "close", "leave", "draw"])
async def test_looks_are_told_however_it_ends(there: River, end: str) -> None:
    """In the transaction of the end, before what looks back on the game, and once."""
    campaign, door = await refereed(there), there.door
    await door.inspecting.record(campaign.id, DORA, "red")
    await there.reopen()
    door = there.door
    if end == "resign":
        await door.play.resign(campaign.id, BLUE, request=there.request())
    elif end == "close":
        await door.lobby.close(campaign.id, RED)
    elif end == "draw":
        made = await door.offers.make(campaign.id, RED, "draw", request=there.request())
        await door.offers.agree(made.offer.id, BLUE, request=there.request())
    else:
        for who in (RED, BLUE):
            await door.lobby.leave(campaign.id, who, ends=True)
    assert (await door.reader.campaign(campaign.id)).status == "over"
    found = await rows(there, outbox, kind="referee")
    assert [row.nonce for row in found] == [f"{campaign.id}-looks"]
    endings = await rows(there, outbox, kind="ending")
    assert all(found[0].id < one.id for one in endings)
    (told,) = await door.looks.of(campaign.id)
    assert (told.seat, told.times) == ("red", 1)


async def test_where_nobody_looked_nothing_is_told(there: River) -> None:
    """And what is open to all, a day after the end, is no look at a secret any more."""
    campaign, door = await refereed(there), there.door
    await door.play.resign(campaign.id, BLUE, request=there.request())
    assert await rows(there, outbox, kind="referee") == []
    record = await door.inspecting.record(campaign.id, GREEN, None)
    assert not any(one.secret for one in record.entries)
    there.watch.forward(days=1)
    record = await door.inspecting.record(campaign.id, GREEN, None)
    assert sum(one.secret for one in record.entries) == 2
    await door.inspecting.record(campaign.id, DORA, "red")
    assert await rows(there, journal, kind="looked") == []


async def test_who_reads_the_journal(there: River) -> None:
    """Looks: referees at once, everybody at the end."""
    campaign, door = await refereed(there), there.door
    await door.inspecting.record(campaign.id, DORA, "red")

    async def kinds(who: int) -> set[str]:
        page = await door.journals.page(campaign.id, who, page=1, per_page=50)
        return {one.kind for one in page.entries}

    assert "looked" in await kinds(ERIN)
    for who in (RED, GREEN):
        assert "looked" not in await kinds(who)
    await door.play.resign(campaign.id, BLUE, request=there.request())
    for who in (RED, GREEN):
        assert "looked" in await kinds(who)


@pytest.mark.sqlite
async def test_a_log_that_does_not_replay(there: River) -> None:
    """It is said where: at a secret step only to whoever may know of it."""
    campaign, door = await refereed(there), there.door
    async with there.database.write() as connection:
        names = (
            await connection.execute(
                text("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name='actions'")
            )
        ).scalars()
        for name in list(names):
            await connection.execute(text(f"DROP TRIGGER {name}"))
        await connection.execute(
            text("""UPDATE actions SET body = '{"bank": "island"}' WHERE seq = 2""")
        )
    openly = await door.rechecking.check(campaign.id, GREEN, None)
    assert (openly.sound, openly.number, openly.hidden) == (False, None, True)
    mine = await door.rechecking.check(campaign.id, DORA, ALL)
    assert (mine.sound, mine.number, mine.hidden) == (False, 2, False)
    async with there.database.write() as connection:
        await connection.execute(text("UPDATE actions SET events = '[]' WHERE seq = 1"))
    assert (await door.rechecking.check(campaign.id, GREEN, None)).number == 1


async def test_one_replay_at_a_time(there: River) -> None:
    """A second one in the same server is refused while the first is under way."""
    campaign, door = await refereed(there), there.door
    with door.rechecking._alone(campaign.guild_id):
        assert await refused(door.rechecking.check(campaign.id, GREEN, None)) == "inspect.busy"
    assert (await door.rechecking.check(campaign.id, GREEN, None)).sound


async def test_the_first_look_after_the_end_is_told_at_once(there: River) -> None:
    """While it is sealed; and what never opens is a look also when all the rest is open."""
    campaign, door = await refereed(there), there.door
    await door.play.resign(campaign.id, BLUE, request=there.request())
    for _ in range(2):
        await door.inspecting.record(campaign.id, DORA, "red")
        there.watch.forward(hours=2)
    (told,) = await rows(there, outbox, kind="referee")
    assert told.nonce.startswith(f"{campaign.id}-looks")
    assert len(await rows(there, journal, kind="looked")) == 2
    there.watch.forward(days=1)
    await door.inspecting.record(campaign.id, DORA, "red")
    assert len(await rows(there, journal, kind="looked")) == 2
    await door.upkeep.reports(campaign.id, DORA, page=1, per_page=5)
    assert len(await rows(there, journal, kind="looked")) == 3
    assert len(await rows(there, outbox, kind="referee")) == 2


@pytest.mark.parametrize("per_page", [1, 2, 3])
async def test_the_journal_stands_once_in_a_log(there: River, per_page: int) -> None:
    """Whatever a page begins or ends with; behind the public step, and what was secret after it."""
    campaign, door = await refereed(there), there.door

    async def note(reason: str) -> None:
        act = Act(campaign.id, GREEN, reason, there.request())
        await door.acting.note(act)

    await note("loaded")
    for step in range(2):
        await there.step(campaign, step)
        await note(f"after {step}")
        await there.do(campaign, RED, Hide(bank="north"))
        await note(f"later {step}")
    pages = [
        await door.inspecting.sheet(campaign.id, DORA, ALL, page=page, per_page=per_page)
        for page in range(1, 9)
    ]
    pages = pages[: pages[0].pages]
    found = [
        one.body["reason"]
        for sheet in reversed(pages)
        for one in (*sheet.before, *(each for entry in sheet.entries for each in entry.after))
        if one.kind == "referee"
    ]
    assert found == ["loaded", "after 0", "later 0", "after 1", "later 1"]

"""A campaign begins from a position: who says so and confirms it, what is kept, that it replays."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.moderator import Campaign, Complaint
from bot.moderator.lobby.beginnings import MOST, OFTEN
from bot.moderator.referees.correcting import Typed
from bot.moderator.table.replay import ReplayDiverged, verify
from bot.store import log
from bot.store.beginnings import of as stored
from bot.store.codec import pack, unpack
from bot.store.schema import outbox
from engine.errors import IllegalAction, MalformedAction, Refused
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

SCORE: Typed = ("score", {"seat": "red", "strokes": "7"})
BLUES: Typed = ("crosser", {"seat": "blue", "crossing": "3"})
LATE = "crossing-3"


async def opened(there: River, *, blue: int | None = BLUE, **new: Any) -> Campaign:
    """Open a table that has not begun; red and, mostly, blue sit there."""
    settings = {"turns": 9, "hoarse": True, **new.pop("settings", {})}
    campaign = await there.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings=settings,
        **new,
    )
    campaign = await there.door.seats.join(campaign.id, RED, "red")
    if blue is not None:
        campaign = await there.door.seats.join(campaign.id, blue, "blue")
    return campaign


async def proposed(there: River, campaign: Campaign, *typed: Typed, start: str = LATE) -> Campaign:
    """Let red propose a position."""
    return await there.door.beginnings.propose(campaign.id, RED, start, typed or (SCORE, BLUES))


async def confirmed(there: River, campaign: Campaign, who: int = BLUE) -> Campaign:
    """Let somebody confirm what is proposed."""
    now = await there.door.reader.campaign(campaign.id)
    assert now.beginning is not None
    return await there.door.beginnings.confirm(campaign.id, who, now.beginning.id)


async def start(there: River, campaign: Campaign) -> Campaign:
    """Let red start the campaign."""
    return await there.door.lobby.start(campaign.id, RED, request=there.request())


async def refused(awaited: Any) -> str:
    """Return why something is not done."""
    with pytest.raises((Complaint, IllegalAction, MalformedAction)) as caught:
        await awaited
    error = caught.value
    if isinstance(error, Complaint):
        return error.code
    assert isinstance(error, Refused)
    return error.refusals[0].code


async def rows(there: River, campaign: Campaign) -> tuple[log.ActionRow, ...]:
    """Return the whole log."""
    async with there.database.read() as connection:
        return await log.between(connection, campaign.id, 0, 10_000)


async def test_it_begins_where_all_have_confirmed(tmp_path: Path) -> None:
    """The first row says from where, what and who; state, digest and branch come with it."""
    async with river(tmp_path) as there:
        campaign = await opened(there)
        campaign = await proposed(there, campaign)
        begins = campaign.beginning
        assert begins is not None
        assert (begins.start, begins.corrections, dict(begins.confirmed), begins.wanting) == (
            LATE,
            2,
            {"red": RED},
            ("blue",),
        )
        assert await refused(start(there, campaign)) == "beginning.unconfirmed"
        assert await rows(there, campaign) == ()
        campaign = await confirmed(there, campaign)
        assert campaign.beginning is not None
        assert campaign.beginning.wanting == ()
        campaign = await start(there, campaign)
        assert (campaign.status, campaign.beginning, campaign.branch) == ("playing", None, 1)
        (row,) = await rows(there, campaign)
        live = await there.door.desk.at_hand(campaign.id)
        red, blue = (live.number_of(one) for one in (RED, BLUE))
        assert (row.kind, row.seq, row.seat, row.secret, row.branch) == (
            "!begin",
            1,
            None,
            False,
            1,
        )
        assert row.digest
        body = json.loads(row.body)
        assert body == {
            "start": LATE,
            "corrections": [
                ["score", {"seat": "red", "strokes": 7}],
                ["crosser", {"seat": "blue", "crossing": 3}],
            ],
            "proposed": red,
            "confirmed": {"red": red, "blue": blue},
        }
        assert [one.code for one in row.events] == [
            "campaign.begun_from",
            "text.turn",
            "begun",
            "corrected.score",
            "corrected.crosser",
        ]
        look = await there.door.reader.look(campaign.id)
        assert (look.view.table.turn, look.view.table.player) == (3, "blue")
        assert look.view.table.score["red"] == 7
        async with there.database.read() as connection:
            assert await stored(connection, campaign.id) is None


@pytest.mark.sqlite
async def test_it_replays_and_is_played_to_its_end(tmp_path: Path) -> None:
    """After a restart as well; never to before its beginning; a forged state is found out."""
    async with river(tmp_path) as there:
        campaign = await opened(there, settings={"turns": 3})
        await proposed(there, campaign)
        await confirmed(there, campaign)
        await there.reopen()  # killed between the last confirmation and the start
        campaign = await start(there, campaign)
        await there.reopen()
        assert (await verify(there.database, there.games, campaign.id)).actions == 1
        assert await there.door.undoing.offered(campaign.id, RED) == ()
        for choice in range(99):
            if not await there.step(campaign, choice):
                break
        assert (await there.door.reader.campaign(campaign.id)).status == "over"
        await there.reopen()
        report = await verify(there.database, there.games, campaign.id)
        assert report.actions == len(await rows(there, campaign))
        assert not report.damage
        await there.door.settle()
        await there.database.close()
        with contextlib.closing(sqlite3.connect(there.path)) as raw:
            raw.execute("DROP TRIGGER IF EXISTS snapshots_no_update")
            (body,) = raw.execute("SELECT body FROM snapshots WHERE seq = 1").fetchone()
            forged = unpack(body).replace('"red":7', '"red":8')
            assert forged != unpack(body)
            raw.execute("UPDATE snapshots SET body = ? WHERE seq = 1", (pack(forged),))
            raw.commit()
        await there.reopen()
        with pytest.raises(ReplayDiverged, match="is not the one that was written"):
            await verify(there.database, there.games, campaign.id)


async def test_others_who_sit_down_are_asked_anew(tmp_path: Path) -> None:
    """So are all, of another position; the same one again asks nobody."""
    async with river(tmp_path) as there:
        campaign = await opened(there)
        campaign = await proposed(there, campaign)
        assert campaign.beginning is not None
        first = campaign.beginning.id
        campaign = await confirmed(there, campaign)
        assert await confirmed(there, campaign) == campaign  # once more changes nothing
        assert (await proposed(there, campaign)).beginning == campaign.beginning
        await there.door.lobby.leave(campaign.id, BLUE)
        campaign = await there.door.seats.join(campaign.id, GREEN, "blue")
        assert campaign.beginning is not None
        assert campaign.beginning.wanting == ("blue",)
        assert await refused(start(there, campaign)) == "beginning.unconfirmed"
        campaign = await confirmed(there, campaign, GREEN)
        assert campaign.beginning is not None
        assert campaign.beginning.confirmed == {"red": RED, "blue": GREEN}
        campaign = await proposed(there, campaign, SCORE)
        assert campaign.beginning is not None
        assert campaign.beginning.wanting == ("blue",)
        late = there.door.beginnings.confirm(campaign.id, GREEN, first)
        assert await refused(late) == "beginning.changed"
        campaign = await there.door.beginnings.withdraw(campaign.id, RED)
        assert campaign.beginning is None
        assert await refused(there.door.beginnings.proposed(campaign.id)) == "beginning.gone"
        await start(there, campaign)
        assert [one.kind for one in await rows(there, campaign)] == ["!setup"]


async def test_a_table_is_called_three_times_an_hour(tmp_path: Path) -> None:
    """Whoever changes a position again and again pings nobody each time."""
    async with river(tmp_path) as there:
        campaign = await opened(there)
        for strokes in range(1, 7):
            await proposed(there, campaign, ("score", {"seat": "red", "strokes": str(strokes)}))
        assert await called(there) == OFTEN
        there.watch.forward(hours=1)
        await proposed(there, campaign, SCORE)
        assert await called(there) == OFTEN + 1


async def called(there: River) -> int:
    """Return how often a table was called to confirm."""
    async with there.database.read() as connection:
        wanted = select(func.count()).where(outbox.c.kind == "beginning")
        return int((await connection.execute(wanted)).scalar_one())


async def test_computers_confirm_nothing(tmp_path: Path) -> None:
    """Alone against one, its creator begins at once; the first dice are the bot's."""
    async with river(tmp_path) as there:
        campaign = await opened(there, blue=None, opponent="computer", dice="table")
        await proposed(there, campaign, SCORE, start="crossing-1")
        campaign = await start(there, campaign)
        assert campaign.computer == ("blue",)
        (row, *_) = await rows(there, campaign)
        assert (row.kind, row.dice) == ("!begin", 1)
        assert not any(one.entered for one in row.rolls)
        await there.door.settle()
        assert (await verify(there.database, there.games, campaign.id)).snapshots


async def test_who_may_not(tmp_path: Path) -> None:
    """Only its creator says from where, before it begins; only who sits there confirms it."""
    async with river(tmp_path) as there:
        campaign, door = await opened(there), there.door.beginnings
        for person in (BLUE, GREEN):
            for deed in (
                door.starts(campaign.id, person),
                door.look(campaign.id, person, LATE),
                door.foresee(campaign.id, person, LATE, (SCORE,)),
                door.propose(campaign.id, person, LATE, (SCORE,)),
                door.withdraw(campaign.id, person),
            ):
                assert await refused(deed) == "campaign.not_creator"
        campaign = await proposed(there, campaign)
        assert await refused(confirmed(there, campaign, GREEN)) == "campaign.not_a_player"
        shown = await door.proposed(campaign.id)
        assert (shown.start.key, len(shown.foreseen.corrections)) == (LATE, 2)
        await confirmed(there, campaign)
        await start(there, campaign)
        for deed in (door.proposed(campaign.id), door.withdraw(campaign.id, RED)):
            assert await refused(deed) == "campaign.already_started"


async def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    """Unknown starts, what the rules forbid, too much, and tables that begin in one way only."""
    async with river(tmp_path) as there:
        campaign = await opened(there)
        assert await refused(proposed(there, campaign, start="nonsense")) == "beginning.no_start"
        wrong: Typed = ("crosser", {"seat": "red", "crossing": "99"})
        assert await refused(proposed(there, campaign, wrong)) == "fault.crossing"
        assert await refused(proposed(there, campaign, ("nonsense", {}))) == "correct.unknown"
        assert await refused(proposed(there, campaign, *[SCORE] * (MOST + 1))) == "correct.too_many"
        await there.door.lobby.close(campaign.id, RED)
        campaign = await opened(there, settings={"smuggling": True})
        assert await refused(proposed(there, campaign)) == "beginning.none"


async def test_what_is_no_more_possible_is_said_as_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an update of the rules; nothing has begun then, and the position can be changed."""
    async with river(tmp_path) as there:
        campaign = await opened(there)
        await proposed(there, campaign)
        await confirmed(there, campaign)
        game: Any = there.games["toy"]
        with monkeypatch.context() as changed:
            changed.setattr(type(game), "starts", lambda self, settings: ())
            assert await refused(start(there, campaign)) == "beginning.void"
        assert await rows(there, campaign) == ()
        await start(there, campaign)


@pytest.mark.sqlite
async def test_it_goes_with_its_campaign_and_with_its_people(tmp_path: Path) -> None:
    """Nothing is left of a table that never began, nor of whoever has themself forgotten."""
    async with river(tmp_path) as there:
        campaign = await opened(there)
        await proposed(there, campaign)
        await confirmed(there, campaign)
        await there.door.people.forget(BLUE)
        with sqlite3.connect(there.path) as file:
            assert file.execute("SELECT count(*) FROM confirmations").fetchone() == (1,)
        campaign = await there.door.reader.campaign(campaign.id)
        assert campaign.beginning is not None
        assert dict(campaign.beginning.confirmed) == {"red": RED}
        await there.door.lobby.close(campaign.id, RED)
        await there.door.settle()
        with sqlite3.connect(there.path) as file:
            for table in ("beginnings", "confirmations"):
                assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)

"""Taking back on the ferrymen: at once what taught nobody anything, in secret what was secret."""

from __future__ import annotations

import contextlib
import dataclasses
import sqlite3
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.moderator import Campaign, Complaint, Plan
from bot.moderator.api import UndoTerms
from bot.moderator.table.replay import ReplayDiverged, verify
from bot.moderator.turns.plans import MOST_ENTRIES
from bot.store import log
from bot.store.codec import pack, unpack
from bot.store.log import ActionRow
from bot.store.schema import outbox
from engine.api import Event, Term
from tests.support.river import BLUE, GREEN, RED, WHO, River, river
from tests.support.toy_game import Hide, Land, Load, Ready, Reply, Row, Stow, Turn

pytestmark = pytest.mark.usefixtures("both_databases")


async def afloat(there: River, *, undo: UndoTerms = "agreed", turns: int = 9) -> Campaign:
    """Begin a game in which the bow can be turned, with both ferries loaded."""
    settings = {"turns": turns, "smuggling": True}
    campaign = await there.playing("toy", settings, undo=undo)
    for person in (RED, BLUE):
        await there.do(campaign, person, Stow(loads=(Load(crate="tea", spot="bow"),)))
        await there.do(campaign, person, Ready())
    return campaign


async def rower(there: River, campaign: Campaign) -> int:
    """Return who is to cross."""
    look = await there.door.reader.look(campaign.id)
    return WHO[look.decisions[0].seat]


async def back(there: River, campaign: Campaign, person: int, which: int = 0) -> ActionRow:
    """Take back the latest that can be, or one before it; return the row that says so."""
    offered = await there.door.undoing.offered(campaign.id, person)
    branch = (await there.door.reader.campaign(campaign.id)).branch
    undone = await there.door.taking_back.take_back(
        campaign.id, person, offered[which].number, branch, request=there.request()
    )
    assert undone == offered[which]
    rows = await actions(there, campaign)
    return next(row for row in reversed(rows) if row.kind == "!rewind")


async def actions(there: River, campaign: Campaign) -> tuple[ActionRow, ...]:
    """Return the whole log."""
    async with there.database.read() as connection:
        return await log.between(connection, campaign.id, 0, 10_000)


async def dumped(there: River, campaign: Campaign) -> str:
    """Return the present state as it is dumped."""
    live = await there.door.desk.at_hand(campaign.id)
    assert live.position is not None
    return live.position.text


async def sound(there: River, campaign: Campaign) -> None:
    """Hold the log against what is stored, and a fresh start against what is at hand."""
    report = await verify(there.database, there.games, campaign.id)
    assert report.actions == len(await actions(there, campaign))
    assert not report.damage
    before = await dumped(there, campaign)
    await there.reopen()
    assert await dumped(there, campaign) == before


async def test_what_taught_nobody_anything_is_taken_back_at_once(tmp_path: Path) -> None:
    """The position is the one before, and the log keeps all that happened."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        before = await dumped(there, campaign)
        version = (await there.door.reader.look(campaign.id)).version
        await there.do(campaign, person, Turn(by=Fraction(45)))

        (undo, *_) = await there.door.undoing.offered(campaign.id, person)
        assert undo.action == Turn(by=Fraction(45))
        assert undo.is_free
        assert undo.steps == 1
        row = await back(there, campaign, person)

        assert await dumped(there, campaign) == before
        look = await there.door.reader.look(campaign.id)
        assert look.version == version + 2
        assert look.campaign.branch == 1
        assert row.branch == 1
        assert row.events == (
            Event("campaign.taken_back", "", {"seat": Term("seat", row.seat or ""), "n": 1}),
        )
        assert [one.kind for one in await actions(there, campaign)][-2:] == ["turn", "!rewind"]
        await sound(there, campaign)
        await there.do(campaign, person, Turn(by=Fraction(-45)))
        await sound(there, campaign)


async def test_dice_and_hidden_things_need_consent(tmp_path: Path) -> None:
    """A die that fell, a landing that hangs on a hidden lantern: each says why."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        await there.do(campaign, person, Row(strokes=1))
        (undo, *_) = await there.door.undoing.offered(campaign.id, person)
        assert undo.bars == ("dice",)
        assert undo.dice == 1
        with pytest.raises(Complaint, match=r"undo\.consent"):
            await back(there, campaign, person)
        await there.do(campaign, person, Turn(by=Fraction(90)))
        free, dear = await there.door.undoing.offered(campaign.id, person)
        assert (free.bars, dear.bars) == ((), ("dice",))
        other = next(one for one in WHO.values() if one != person)
        (theirs, *_) = await there.door.undoing.offered(campaign.id, other)
        assert theirs.action == Ready()
        assert theirs.bars == ("others",)
        with pytest.raises(Complaint, match=r"campaign\.not_a_player"):
            await there.door.undoing.offered(campaign.id, GREEN)


async def test_a_secret_order_is_taken_back_in_secret(tmp_path: Path) -> None:
    """Nobody else sees anything of it, and what the other has hidden since stays."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        look = await there.door.reader.look(campaign.id)
        before = await dumped(there, campaign)
        await there.do(campaign, RED, Hide(bank="north"))
        theirs = await there.do(campaign, BLUE, Hide(bank="south"))
        assert theirs.secret
        row = await back(there, campaign, RED)

        assert row.secret
        assert row.seat == "red"
        assert (await there.door.reader.look(campaign.id)) == look
        live = await there.door.desk.at_hand(campaign.id)
        assert live.position is not None
        assert live.position.state.secrets["red"].lantern == ""
        assert live.position.state.secrets["blue"].lantern == "south"
        await sound(there, campaign)
        await back(there, campaign, BLUE)
        assert await dumped(there, campaign) == before
        await sound(there, campaign)


async def test_secret_orders_since_stand_where_they_can(tmp_path: Path) -> None:
    """They are entered anew as rows of their seat; one that is legal no more is struck."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        other = next(one for one in WHO.values() if one != person)
        await there.do(campaign, person, Turn(by=Fraction(45)))
        await there.do(campaign, other, Hide(bank="island"))
        await there.do(campaign, person, Hide(bank="north"))
        await back(there, campaign, person, 1)

        rows = await actions(there, campaign)
        assert [(row.kind, row.cause, row.entered) for row in rows[-2:]] == [
            ("hide", "again", rows[-4].seq - 1),
            ("hide", "again", rows[-4].seq),
        ]
        live = await there.door.desk.at_hand(campaign.id)
        assert live.position is not None
        seats = {WHO[seat]: one.lantern for seat, one in live.position.state.secrets.items()}
        assert seats == {person: "north", other: "island"}
        await sound(there, campaign)


async def test_a_secret_order_with_a_public_step_behind_it_stays(tmp_path: Path) -> None:
    """It is not offered alone, and what everybody saw comes first."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        await there.do(campaign, person, Hide(bank="north"))
        await there.do(campaign, person, Turn(by=Fraction(45)))
        offered = await there.door.undoing.offered(campaign.id, person)
        assert not any(one.secret for one in offered)


async def test_old_keys_and_drafts_do_not_serve_the_new_branch(tmp_path: Path) -> None:
    """The same question has another name, and a dialogue begun before is refused."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        look = await there.door.reader.look(campaign.id, person)
        await there.do(campaign, person, Turn(by=Fraction(45)))
        old = look.campaign.on_branch(look.mine[0].key)
        draft = await there.door.drafts.open(campaign.id, person, "row")
        plan = await there.door.plans.change(campaign.id, person, lambda plan: plan)
        await back(there, campaign, person)

        again = await there.door.reader.look(campaign.id, person)
        assert again.mine[0].key == look.mine[0].key
        receipt = await there.door.play.act(
            campaign.id, person, Row(strokes=1), request=there.request(), expect=old
        )
        assert [one.code for one in receipt.refusals] == ["campaign.stale"]
        with pytest.raises(Complaint, match=r"draft\.gone_back"):
            await there.door.drafts.get(draft.id, person)
        assert (await there.door.plans.get(campaign.id, person)).revision != plan.revision
        new = again.campaign.on_branch(again.mine[0].key)
        receipt = await there.door.play.act(
            campaign.id, person, Row(strokes=1), request=there.request(), expect=new
        )
        assert receipt.accepted


async def test_terms_and_ends(tmp_path: Path) -> None:
    """Where nothing may be taken back, and where the game is over, it is said so."""
    async with river(tmp_path) as there:
        campaign = await afloat(there, undo="never")
        person = await rower(there, campaign)
        await there.do(campaign, person, Turn(by=Fraction(45)))
        with pytest.raises(Complaint, match=r"undo\.never"):
            await there.door.undoing.offered(campaign.id, person)
        await there.door.play.resign(campaign.id, person, request=there.request())
        with pytest.raises(Complaint, match=r"campaign\.over"):
            await there.door.undoing.offered(campaign.id, person)


async def test_what_was_sent_returns_to_the_plan(tmp_path: Path) -> None:
    """Its entries stand before what was planned since."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        await there.do(campaign, person, Turn(by=Fraction(45)))
        (undo, *_) = await there.door.undoing.offered(campaign.id, person)
        entry = there.door.plans.new_entry("turn", {"by": "45"})
        await there.door.taking_back.take_back(
            campaign.id, person, undo.number, 0, request="once", returning=lambda _: (entry,)
        )
        await there.door.taking_back.take_back(
            campaign.id, person, undo.number, 0, request="once", returning=lambda _: (entry,)
        )
        plan = await there.door.plans.get(campaign.id, person)
        assert [one.kind for one in plan.entries] == ["turn"]
        assert (await there.door.reader.campaign(campaign.id)).branch == 1


async def test_several_secret_orders_are_taken_back_at_once(tmp_path: Path) -> None:
    """One and all that its side ordered after it; what the other ordered between stays."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        for bank in ("north", "south", "island"):
            await there.do(campaign, RED, Hide(bank=bank))
            await there.do(campaign, BLUE, Hide(bank=bank))
        found = await there.door.undoing.offered(campaign.id, RED)
        assert [one.later for one in found if one.secret] == [0, 1, 2]
        await back(there, campaign, RED, 1)
        live = await there.door.desk.at_hand(campaign.id)
        assert live.position is not None
        own = {seat: one.lantern for seat, one in live.position.state.secrets.items()}
        assert own == {"red": "north", "blue": "island"}
        await sound(there, campaign)


async def test_nothing_answers_for_whoever_went_back(tmp_path: Path) -> None:
    """A standing order from before waits until its side has acted; the other's answers at once."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        other = next(one for one in WHO.values() if one != person)
        await there.do(campaign, other, Reply(loud=True))
        # A six is rolled: the other shouts by standing order.
        for _ in range(60):
            await there.do(campaign, person, Row(strokes=3))
            rows = await actions(there, campaign)
            if rows[-1].cause == "standing":
                break
            if await rower(there, campaign) != person:
                person, other = other, person
                await there.do(campaign, other, Reply(loud=True))
        assert rows[-1].cause == "standing"
        (undo, *_) = await there.door.undoing.offered(campaign.id, person)
        assert undo.bars == ("others",)
        assert undo.steps == 2
        made = await there.door.offers.make(
            campaign.id, person, "undo", request="ask", number=undo.number, branch=0
        )
        await there.door.offers.agree(made.offer.id, other, request="agree")
        live = await there.door.desk.at_hand(campaign.id)
        assert live.row.held == rows[-2].seat
        assert live.row.answering is None
        await there.do(campaign, person, Row(strokes=1))
        live = await there.door.desk.at_hand(campaign.id)
        assert live.row.held is None
        await sound(there, campaign)


async def test_posts_of_what_is_undone_are_not_made(tmp_path: Path) -> None:
    """What waits to be posted goes; what it told of from before is told with what follows."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        async with there.database.write() as connection:
            await connection.execute(update(outbox).values(status="sent"))
        live = await there.door.desk.at_hand(campaign.id)
        told = live.row.told
        await there.do(campaign, person, Row(strokes=1))
        await there.do(campaign, person, Land(bank="north"))
        waiting = [one for one in await there.rows(campaign) if one["status"] == "ready"]
        assert [one["kind"] for one in waiting] == ["bulletin"]
        (undo, *_) = await there.door.undoing.offered(campaign.id, person)
        made = await there.door.offers.make(
            campaign.id, person, "undo", request="ask", number=undo.number, branch=0
        )
        other = next(one for one in WHO.values() if one != person)
        await there.door.offers.agree(made.offer.id, other, request="agree")
        rows = [one for one in await there.rows(campaign) if one["status"] == "ready"]
        assert [one["kind"] for one in rows] == ["offer", "bulletin"]
        assert rows[-1]["first_seq"] == told + 1
        events = await there.door.reader.told(
            campaign.id, None, rows[-1]["first_seq"], rows[-1]["last_seq"]
        )
        assert [row.kind for row, _ in events][-2:] == ["row", "!rewind"]


@pytest.mark.sqlite
async def test_a_state_that_was_changed_on_file_is_not_gone_back_to(tmp_path: Path) -> None:
    """Every action holds a hash of the state after it, which the log's chain covers."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        rows = await actions(there, campaign)
        assert all(row.digest for row in rows)
        await there.do(campaign, person, Turn(by=Fraction(45)))
        await there.door.settle()
        await there.database.close()
        with contextlib.closing(sqlite3.connect(there.path)) as raw:
            raw.execute("DROP TRIGGER IF EXISTS snapshots_no_update")
            raw.execute("DROP TRIGGER IF EXISTS steps_no_update")
            raw.execute("DROP TRIGGER IF EXISTS steps_no_delete")
            (body,) = raw.execute("SELECT body FROM snapshots WHERE seq = 1").fetchone()
            text = unpack(body)
            forged = pack(text.replace('"turns":9', '"turns":8'))
            assert forged != body
            raw.execute("UPDATE snapshots SET body = ? WHERE seq = 1", (forged,))
            raw.commit()
        await there.reopen()
        with pytest.raises(ReplayDiverged, match="is not the one that was written"):
            await verify(there.database, there.games, campaign.id)


async def test_a_plan_that_grew_too_long_can_be_made_shorter(tmp_path: Path) -> None:
    """What returns is never lost; nothing is added until there is room again."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        person = await rower(there, campaign)
        plans, name = there.door.plans, campaign.id
        many = tuple(plans.new_entry("row", {"strokes": "1"}) for _ in range(MOST_ENTRIES))
        await plans.change(name, person, lambda plan: dataclasses.replace(plan, entries=many))
        await there.do(campaign, person, Turn(by=Fraction(45)))
        (undo, *_) = await there.door.undoing.offered(name, person)
        entry = plans.new_entry("turn", {"by": "45"})
        await there.door.taking_back.take_back(
            name, person, undo.number, 0, request="back", returning=lambda _: (entry,)
        )

        def longer(plan: Plan) -> Plan:
            return dataclasses.replace(plan, entries=(*plan.entries, entry))

        def shorter(plan: Plan) -> Plan:
            return dataclasses.replace(plan, entries=plan.entries[1:])

        assert len((await plans.get(name, person)).entries) == MOST_ENTRIES + 1
        with pytest.raises(Complaint, match=r"plan\.too_long"):
            await plans.change(name, person, longer)
        assert len((await plans.change(name, person, shorter)).entries) == MOST_ENTRIES

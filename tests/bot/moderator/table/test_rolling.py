"""Tables that roll their own dice: an action stands, waits, and is done with what is entered."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.clock.paces import DAY, parse_pace
from bot.moderator import Campaign, Complaint, Plan, Receipt
from bot.moderator.api import OpponentChoice, on_branch
from bot.moderator.table.live import Live
from bot.moderator.table.replay import verify
from bot.store import log, pending
from bot.store.clocks import NO_RESTS
from bot.store.log import ActionRow
from bot.store.schema import campaigns
from engine.api import Action, Decision, Seat, Step
from engine.dice import Dice, Entry, Roll
from tests.bot.moderator.time.test_clocks import clock, deliver, pass_time
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, WHO, River, river
from tests.support.toy_game import Hide, Land, Reply, Row, Shout
from tests.support.toy_game.game import ToyGame

pytestmark = pytest.mark.usefixtures("both_databases")


async def rolling(
    there: River,
    *,
    pace: str | None = None,
    opponent: OpponentChoice = "people",
    **settings: Any,
) -> Campaign:
    """Start a campaign whose players roll, red's turn; the seats of people are red and blue."""
    door = there.door
    campaign = await door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings={"turns": 3, **settings},
        opponent=opponent,
        pace=None if pace is None else parse_pace(pace),
        dice="table",
    )
    await door.seats.join(campaign.id, RED, "red")
    await door.clocks.beat()
    if opponent == "people":
        await door.seats.join(campaign.id, BLUE, "blue")
    return await door.lobby.start(campaign.id, RED, request=there.request())


async def live_of(there: River, campaign: Campaign) -> Live:
    """Return the campaign as the moderator has it."""
    return await there.door.desk.at_hand(campaign.id)


async def last(there: River, campaign: Campaign) -> ActionRow:
    """Return the last action of the log."""
    live = await live_of(there, campaign)
    async with there.database.read() as connection:
        (row,) = await log.between(connection, campaign.id, live.row.head - 1, live.row.head)
    return row


async def enter(
    there: River, campaign: Campaign, who: int, *values: int, request: str | None = None
) -> Receipt:
    """Enter what is asked for now."""
    live = await live_of(there, campaign)
    (key, *_) = [one.key for one in live.owed] or [""]
    return await there.door.dice.enter(
        campaign.id,
        who,
        values,
        request=request or there.request(),
        expect=on_branch(key, live.row.branch),
    )


async def mover(there: River, campaign: Campaign) -> tuple[int, int]:
    """Return who is to row, and who is not."""
    look = await there.door.reader.look(campaign.id)
    who = WHO[look.decisions[0].seat]
    return who, RED + BLUE - who


async def refused(there: River, campaign: Campaign, who: int, action: Action) -> str:
    """Return the code by which an action is refused."""
    receipt = await there.door.play.act(campaign.id, who, action, request=there.request())
    assert not receipt.accepted
    return receipt.refusals[0].code


async def test_what_is_entered_is_what_falls(tmp_path: Path) -> None:
    """The order stands and changes nothing; with its dice it is done, marked, and replays."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, other = await mover(there, campaign)
        before = await live_of(there, campaign)
        receipt = await there.do(campaign, who, Row(strokes=2))
        waiting = await live_of(there, campaign)
        assert receipt.waits
        assert waiting.row.head == before.row.head
        assert waiting.position is before.position
        assert waiting.row.version == before.row.version + 1
        look = await there.door.reader.look(campaign.id, who)
        assert [(one.code, one.params["n"]) for one in look.mine] == [("roll_dice", 2)]
        assert not (await there.door.reader.look(campaign.id, other)).mine
        done = await enter(there, campaign, who, 3, 5)
        assert done.accepted
        assert not done.waits
        row = await last(there, campaign)
        seat = look.seat or ""
        assert row.rolls == (Roll("strokes", 6, (3, 5), entered=seat),)
        assert row.dice == 0
        assert (row.cause, row.seat) == ("hand", seat)
        assert (await live_of(there, campaign)).thrown == before.thrown
        await verify(there.database, there.games, campaign.id)


async def test_nothing_else_is_done_meanwhile(tmp_path: Path) -> None:
    """No other order, of either side, open or secret; nobody takes it back, nor any plan goes."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, other = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        for person in (who, other):
            for action in (Row(strokes=1), Land(bank="north"), Hide(bank="south")):
                assert await refused(there, campaign, person, action) == "campaign.dice_awaited"
        with pytest.raises(Complaint, match=r"campaign\.dice_awaited"):
            await there.door.undoing.offered(campaign.id, who)
        with pytest.raises(Complaint, match=r"campaign\.dice_awaited"):
            await there.door.plans.send(campaign.id, who, "")
        assert (await live_of(there, campaign)).pending is not None


async def test_no_other_way_leads_past_it(tmp_path: Path) -> None:
    """Who goes back by another way than a person's, as when all agree, is refused as well."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        await enter(there, campaign, who, 3)
        (undo, *_) = await there.door.undoing.offered(campaign.id, who)
        await there.do(campaign, who, Row(strokes=1))
        live = await live_of(there, campaign)
        assert live.pending is not None
        with pytest.raises(Complaint, match=r"campaign\.dice_awaited"):
            await there.door.taking_back.go_back(live, undo, live.pending.seat, 1, "x")
        assert (await live_of(there, campaign)).pending == live.pending


async def test_only_what_such_dice_can_show_is_taken(tmp_path: Path) -> None:
    """The number of dice and their faces; from who is to roll them; once."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, other = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=2))
        for values, code in (
            ((3,), "dice.wrong_number"),
            ((3, 4, 5), "dice.wrong_number"),
            ((0, 4), "dice.no_such_face"),
            ((3, 7), "dice.no_such_face"),
        ):
            with pytest.raises(Complaint, match=code):
                await enter(there, campaign, who, *values)
        with pytest.raises(Complaint, match=r"dice\.not_yours"):
            await enter(there, campaign, other, 3, 4)
        with pytest.raises(Complaint, match=r"campaign\.not_a_player"):
            await enter(there, campaign, GREEN, 3, 4)
        key = on_branch((await live_of(there, campaign)).owed[0].key, 0)
        request = there.request()
        first = await enter(there, campaign, who, 3, 4, request=request)
        assert await enter(there, campaign, who, 3, 4, request=request) == first
        with pytest.raises(Complaint, match=r"campaign\.stale"):
            await there.door.dice.enter(
                campaign.id, who, (1, 1), request=there.request(), expect=key
            )


async def test_the_next_roll_is_asked_for_after_the_first(tmp_path: Path) -> None:
    """A shout rolls for each side, one after the other; a restart between changes nothing."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, other = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        await there.reopen()
        await enter(there, campaign, who, 6)
        await there.do(campaign, other, Shout(loud=True))
        live = await live_of(there, campaign)
        assert live.pending is not None
        assert (live.pending.purpose, live.owed[0].params["number"]) == ("shouting", 1)
        assert (await enter(there, campaign, other, 4)).waits
        await there.reopen()
        live = await live_of(there, campaign)
        assert live.pending is not None
        assert (live.pending.purpose, live.owed[0].params["number"]) == ("rowing on", 2)
        assert not (await enter(there, campaign, other, 2)).waits
        rolls = (await last(there, campaign)).rolls
        assert [(one.purpose, one.values) for one in rolls] == [
            ("shouting", (4,)),
            ("rowing on", (2,)),
        ]
        await verify(there.database, there.games, campaign.id)


async def test_the_same_request_waits_once(tmp_path: Path) -> None:
    """An order that is repeated by its request is the one that waits, also after a restart."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        request = there.request()
        first = await there.door.play.act(campaign.id, who, Row(strokes=1), request=request)
        await there.reopen()
        again = await there.door.play.act(campaign.id, who, Row(strokes=1), request=request)
        assert first == again
        assert first.waits


async def test_the_computers_dice_are_the_other_sides(tmp_path: Path) -> None:
    """Its person enters them, and the log says who did."""
    async with river(tmp_path) as there:
        campaign = await rolling(there, opponent="computer")
        for _ in range(40):
            await there.door.settle()
            live = await live_of(there, campaign)
            if live.pending is not None and live.pending.seat == "blue":
                break
            if live.pending is not None:
                await enter(there, campaign, RED, *[2] * live.pending.count)
            else:
                await there.step(campaign, 2)
        assert live.pending is not None
        assert live.pending.cause == "computer"
        assert live.rollers == ("red",)
        await enter(there, campaign, RED, *[5] * live.pending.count)
        await there.door.settle()
        async with there.database.read() as connection:
            rows = await log.between(connection, campaign.id, live.row.head, live.row.head + 1)
        assert rows[0].seat == "blue"
        assert {one.entered for one in rows[0].rolls} == {"red"}


async def test_a_roll_taken_back_is_asked_for_anew(tmp_path: Path) -> None:
    """The others must agree; the same order then waits for dice again."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, other = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        await enter(there, campaign, who, 3)
        (undo, *_) = await there.door.undoing.offered(campaign.id, who)
        assert not undo.is_free
        made = await there.door.offers.make(
            campaign.id, who, "undo", request=there.request(), number=undo.number, branch=0
        )
        await there.door.offers.agree(made.offer.id, other, request=there.request())
        receipt = await there.do(campaign, who, Row(strokes=1))
        assert receipt.waits
        await enter(there, campaign, who, 5)
        assert (await last(there, campaign)).rolls[0].values == (5,)
        await verify(there.database, there.games, campaign.id)


async def test_the_clock_of_who_rolls_runs(tmp_path: Path) -> None:
    """When it runs out the bot rolls, and that is said; nobody else's runs meanwhile."""
    async with river(tmp_path) as there:
        campaign = await rolling(there, pace="1 day")
        await deliver(there, campaign)
        who, _ = await mover(there, campaign)
        await pass_time(there, hours=5)
        await there.do(campaign, who, Row(strokes=2))
        live = await live_of(there, campaign)
        seat = live.rollers[0]
        running = {one.seat for one in live.clocks.values() if one.since is not None}
        assert running == {seat}
        await pass_time(there, hours=18)
        assert (await live_of(there, campaign)).pending is not None
        await pass_time(there, hours=2)
        assert (await live_of(there, campaign)).pending is None
        row = await last(there, campaign)
        assert (row.kind, row.cause, row.seat) == ("row", "hand", seat)
        assert [one.entered for one in row.rolls] == [""]
        assert row.dice == 2
        assert (await clock(there, campaign, seat)).fallen == 1
        told = [one["body"] for one in await there.rows(campaign) if one["kind"] == "notice"]
        assert any("time_dice_rolled" in one for one in told)
        await verify(there.database, there.games, campaign.id)


class Rowing(ToyGame):
    """Two ferrymen who row a stroke when their time is over."""

    def default(self, view: Any, decision: Decision) -> Action:
        """Row, where that is asked."""
        return super().default(view, decision) if decision.interrupt else Row(strokes=1)


@pytest.mark.parametrize("late", [False, True])
async def test_who_is_not_there_is_rolled_for(tmp_path: Path, *, late: bool) -> None:
    """By the bot, at once: what the clock answers, or sends of a plan, waits for nobody."""
    async with river(tmp_path, games={"toy": Rowing()}) as there:
        campaign = await rolling(there, pace="1 day")
        await deliver(there, campaign)
        who, _ = await mover(there, campaign)
        plans = there.door.plans
        entries = tuple(plans.new_entry("row", {"strokes": "2"}) for _ in range(2))
        if late:
            await plans.change(campaign.id, who, lambda _: Plan(entries=entries, late=True))
        await pass_time(there, hours=25)
        await there.door.settle()
        live = await live_of(there, campaign)
        assert live.pending is None
        async with there.database.read() as connection:
            rows = await log.between(connection, campaign.id, 1, live.row.head)
        rolled = [one for row in rows for one in row.rolls if not one.secret]
        assert {one.entered for one in rolled} == {""}
        causes = [row.cause for row in rows if row.kind == "row"]
        assert causes[:2] == ["plan" if late else "clock"] * 2
        await verify(there.database, there.games, campaign.id)


async def test_who_rolls_now_is_called(tmp_path: Path) -> None:
    """Where the computer stands in for the side that was to, and where that has nobody any more."""
    async with river(tmp_path) as there:
        campaign = await rolling(there, pace="1 day")
        await deliver(there, campaign)
        who, other = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        live = await live_of(there, campaign)
        mine, theirs = live.seat_of(who), live.seat_of(other)
        assert live.rollers == (mine,)
        made = await there.door.offers.make(campaign.id, who, "stand_in", request=there.request())
        await there.door.offers.agree(made.offer.id, other, request=there.request())
        live = await live_of(there, campaign)
        assert live.rollers == (theirs,)
        assert theirs is not None
        assert live.clocks[theirs].since is not None
        await there.door.stand_ins.end(campaign.id, who)
        now = there.door.desk.now()
        await there.door.preferences.go_away(who, now, now + DAY * 1000)
        assert mine is not None
        assert (await live_of(there, campaign)).clocks[mine].rests != NO_RESTS
        await there.door.lobby.leave(campaign.id, who)
        live = await live_of(there, campaign)
        assert live.rollers == (theirs,)
        assert live.clocks[theirs].since is not None
        assert live.clocks[mine].rests == NO_RESTS  # nothing is left of who has left
        bodies = [json.loads(one["body"]) for one in await there.rows(campaign)]
        asked = [one["ping"] for one in bodies if one.get("said") == "asked"]
        assert asked == [[], [theirs], [mine], [theirs]]


async def test_what_the_clock_had_answered_asks_the_other_side_for_dice(tmp_path: Path) -> None:
    """As builds before left it, which did not roll at once: the others do."""
    async with river(tmp_path) as there:
        campaign = await rolling(there, pace="1 day")
        await deliver(there, campaign)
        who, other = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        await enter(there, campaign, who, 6)
        await deliver(there, campaign)
        await there.do(campaign, other, Shout(loud=True))
        live = await live_of(there, campaign)
        assert live.rollers == (next(m.seat for m in live.people if m.discord_id == other),)
        waits = live.pending
        assert waits is not None
        # The shout as the clock would have given it, for nobody's person.
        given = replace(waits, person=None, cause="clock", request=f"clock/{campaign.id}/x/9")
        await there.database.save(pending.put(given))
        there.door.desk.shelf.drop(campaign.id)
        live = await live_of(there, campaign)
        assert WHO[live.rollers[0]] == who
        await enter(there, campaign, who, 2)
        await enter(there, campaign, who, 2)
        row = await last(there, campaign)
        assert (row.cause, row.person, {one.entered for one in row.rolls}) == (
            "clock",
            None,
            set(live.rollers),
        )


async def test_a_standing_orders_dice_are_the_other_sides(tmp_path: Path) -> None:
    """What answers by itself stands and waits like any order, over a restart too."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, other = await mover(there, campaign)
        mine = (await live_of(there, campaign)).seat_of(who)
        await there.do(campaign, other, Reply(loud=True, far=0))
        await there.do(campaign, who, Row(strokes=1))
        await enter(there, campaign, who, 6)
        live = await live_of(there, campaign)
        assert live.pending is not None
        assert (live.pending.kind, live.pending.cause) == ("shout", "standing")
        assert live.rollers == (mine,)
        assert mine is not None
        post = next(one for one in reversed(await there.rows(campaign)) if one["kind"] == "dice")
        assert live.clocks[mine].called_by == post["nonce"]
        await there.door.clocks.called(campaign.id, post["nonce"])
        assert (await live_of(there, campaign)).clocks[mine].since is not None
        await there.reopen()
        there.door.resume()
        await there.door.settle()
        assert (await live_of(there, campaign)).pending == live.pending
        await enter(there, campaign, who, 1)
        await enter(there, campaign, who, 4)
        row = await last(there, campaign)
        assert (row.cause, {one.entered for one in row.rolls}) == ("standing", {mine})
        assert row.person is not None
        await there.door.settle()
        await verify(there.database, there.games, campaign.id)


async def planned(there: River, campaign: Campaign, who: int, **halts: bool | int) -> None:
    """Put two strokes and a turn of the bow together, and send them."""
    plans = there.door.plans
    entries = (
        plans.new_entry("row", {"strokes": "2"}, halts),
        plans.new_entry("turn", {"by": "45"}),
        plans.new_entry("row", {"strokes": "1"}),
    )
    plan = await plans.change(campaign.id, who, lambda one: replace(one, entries=entries))
    sent = await plans.send(campaign.id, who, plan.revision)
    assert sent.stopped is not None
    assert sent.stopped.code == "plan.stopped.dice"


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_plan_waits_for_dice_and_goes_on(tmp_path: Path, *, restarted: bool) -> None:
    """Each entry that rolls stops it, and what follows is done by itself once all are entered."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        await planned(there, campaign, who)
        if restarted:
            await there.reopen()
            there.door.resume()
            await there.door.settle()
        assert (await there.door.plans.get(campaign.id, who)).sending
        await enter(there, campaign, who, 1, 2)
        await there.door.settle()
        live = await live_of(there, campaign)
        assert live.pending is not None
        assert live.pending.cause == "plan"
        async with there.database.read() as connection:
            rows = await log.between(connection, campaign.id, 1, live.row.head)
        assert [row.kind for row in rows] == ["row", "turn"]
        await enter(there, campaign, who, 3)
        await there.door.settle()
        plan = await there.door.plans.get(campaign.id, who)
        assert not plan.sending
        assert not plan.entries
        assert (await last(there, campaign)).kind == "row"
        await verify(there.database, there.games, campaign.id)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_plan_pauses_after_dice_where_it_was_to(tmp_path: Path, *, restarted: bool) -> None:
    """What a person wished to be asked after is looked for when the dice are there."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        await planned(there, campaign, who, strokes=6)
        if restarted:
            await there.reopen()
            there.door.resume()
            await there.door.settle()
        await enter(there, campaign, who, 1, 2)
        await there.door.settle()
        plan = await there.door.plans.get(campaign.id, who)
        assert plan.stopped is not None
        assert plan.stopped.code == "halt.strokes"
        assert [one.kind for one in plan.entries] == ["turn", "row"]


async def test_a_plan_that_waits_is_rolled_for_in_the_end(tmp_path: Path) -> None:
    """Though what is begun in time is in time: the others would wait for ever."""
    async with river(tmp_path) as there:
        campaign = await rolling(there, pace="1 day")
        await deliver(there, campaign)
        who, _ = await mover(there, campaign)
        await planned(there, campaign, who)
        await pass_time(there, hours=25)
        await there.door.settle()
        live = await live_of(there, campaign)
        assert live.pending is not None  # the third entry's; the rest went on by itself
        async with there.database.read() as connection:
            rows = await log.between(connection, campaign.id, 1, live.row.head)
        assert [row.kind for row in rows] == ["row", "turn"]
        assert rows[0].rolls[0].entered == ""


class Drawing(ToyGame):
    """Two ferrymen who draw something in secret before they row."""

    def apply(self, state: Any, seat: Seat, action: Action, dice: Dice) -> Step:
        """Draw, and go on."""
        if isinstance(action, Row):
            dice.roll_secret("draw", 1, 10_000)
        return super().apply(state, seat, action, dice)


async def test_each_asking_draws_the_same_in_secret(tmp_path: Path) -> None:
    """What is hidden was drawn when the order was given, whatever happens until it is done."""
    async with river(tmp_path, games={"toy": Drawing()}) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        before = await live_of(there, campaign)
        drawn = before.row.dice(before.thrown, before.row.version + 1).roll_secret("", 1, 10_000)
        await there.do(campaign, who, Row(strokes=2))
        await there.reopen()
        await enter(there, campaign, who, 3, 4)
        rolls = (await last(there, campaign)).rolls
        assert [(one.secret, one.values) for one in rolls] == [(True, drawn), (False, (3, 4))]
        await verify(there.database, there.games, campaign.id)


async def test_resigning_ends_what_waits(tmp_path: Path) -> None:
    """A game that ends otherwise waits for nothing more."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        await there.door.play.resign(campaign.id, who, request=there.request())
        live = await live_of(there, campaign)
        assert live.pending is None
        async with there.database.read() as connection:
            assert await pending.get(connection, campaign.id) is None


async def test_what_the_rules_forbid_meanwhile_is_let_go(tmp_path: Path) -> None:
    """After an update the order may be none any more: the table hears so, and plays on."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        live = await live_of(there, campaign)
        assert live.pending is not None
        other = replace(live.pending, body=Row(strokes=9).model_dump_json())
        await there.database.save(pending.put(other))
        there.door.desk.shelf.drop(campaign.id)
        with pytest.raises(Complaint, match=r"dice\.dropped"):
            await enter(there, campaign, who, 3)
        assert (await live_of(there, campaign)).pending is None
        rows = await there.rows(campaign)
        assert '"dropped"' in [row["body"] for row in rows if row["kind"] == "dice"][-1]
        assert (await there.do(campaign, who, Row(strokes=1))).waits


async def test_other_dice_than_were_entered_are_asked_for_anew(tmp_path: Path) -> None:
    """After an update the same order may ask for other rolls: from the beginning, and once each."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=2))
        live = await live_of(there, campaign)
        assert live.pending is not None
        before = replace(live.pending, entries=(Entry((5,), live.pending.seat),))
        await there.database.save(pending.put(before))
        there.door.desk.shelf.drop(campaign.id)
        assert (await enter(there, campaign, who, 1, 2)).waits
        live = await live_of(there, campaign)
        assert live.pending is not None
        assert (live.pending.entries, live.pending.count) == ((), 2)
        assert not (await enter(there, campaign, who, 3, 4)).waits
        assert [one.values for one in (await last(there, campaign)).rolls] == [(3, 4)]


async def test_a_restored_copy_waits_for_nothing(tmp_path: Path) -> None:
    """What was entered there may have been entered otherwise since: all begins anew."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        who, _ = await mover(there, campaign)
        await there.do(campaign, who, Row(strokes=1))
        await there.door.restoration.set_back(campaign.id)
        assert (await live_of(there, campaign)).pending is None
        assert (await there.do(campaign, who, Row(strokes=1))).waits


async def test_a_table_of_before_is_rolled_for(tmp_path: Path) -> None:
    """What stands in no column is the bot: so it was at every table of earlier builds."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        async with there.database.write() as connection:
            await connection.execute(
                update(campaigns).where(campaigns.c.id == campaign.id).values(dice_by=None)
            )
        there.door.desk.shelf.drop(campaign.id)
        who, _ = await mover(there, campaign)
        assert not (await there.do(campaign, who, Row(strokes=1))).waits
        assert (await last(there, campaign)).rolls[0].entered == ""

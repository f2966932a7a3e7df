"""A seat is offered, granted, and taken over by who accepts it in person; and given back."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.moderator import Ask, Campaign
from bot.moderator.api import PlanEntry
from bot.moderator.table.desk import Policy
from bot.moderator.table.live import Live
from bot.store import clocks as stored
from bot.store.schema import asks, members, plans, vacancies
from tests.bot.moderator.lobby.test_seats import GREY, letters, refused, rows_of
from tests.support.river import BLUE, GREEN, GUILD, RED, River, river
from tests.support.toy_game import Hide, Row
from tests.support.toy_game.state import lantern_of

pytestmark = pytest.mark.usefixtures("both_databases")

PLAN = (PlanEntry("a", "land", {"bank": "south"}), PlanEntry("b", "hide", {"bank": "north"}))


async def planned(there: River, campaign: Campaign, person: int) -> None:
    """Let a person put something together."""
    await there.door.plans.change(
        campaign.id, person, lambda plan: dataclasses.replace(plan, entries=PLAN)
    )


async def asked(there: River, campaign: Campaign, who: int, seat: str, **by: Any) -> Ask:
    """Let somebody ask for a seat, and return that as who may grant it reads it."""
    await there.door.seats.join(campaign.id, who, seat, ask=True, name="Dora")
    person, manages = by["by"], by.get("manages", False)
    found = await there.door.seats.asks(campaign.id, person, manages=manages)
    return next(one for one in found if one.person_id == who)


async def granted(there: River, campaign: Campaign, who: int, seat: str, **by: Any) -> Ask:
    """Let somebody ask for a seat that is offered, and be granted it."""
    one = await asked(there, campaign, who, seat, **by)
    assert one.vacant
    after, _ = await there.door.seats.admit(
        campaign.id, one.id, by["by"], manages=by.get("manages", False)
    )
    assert after.seat_of(who) is None
    return one


async def came_in(there: River, campaign: Campaign, who: int, seat: str, **by: Any) -> Campaign:
    """Let somebody take a seat over that is offered."""
    one = await granted(there, campaign, who, seat, **by)
    return await there.door.vacancies.accept(campaign.id, one.id, who)


async def by_clock(there: River, campaign: Campaign, seat: str) -> Live | None:
    """Let the clock offer a seat."""

    async def work(live: Live, _again: bool) -> Live | None:
        return await there.door.vacancies.run_out(live, seat)

    return await there.door.desk.exclusive(campaign.id, work)


async def said(there: River, campaign: Campaign) -> list[str]:
    """Return what the channel was told of seats, in order."""
    return [json.loads(row["body"])["said"] for row in await letters(there, campaign, "seat")]


# ---------------------------------------------------------------------- the whole story


async def test_a_substitute_takes_over_and_gives_back(tmp_path: Path) -> None:
    """They get the seat, its plan and the note, and nothing else; the former holder comes back.

    The bot is started again between every two steps.
    """
    async with river(tmp_path) as there:
        campaign = await there.started(turns=9)
        await there.do(campaign, RED, Hide(bank="island"))
        await planned(there, campaign, RED)
        await there.door.recaps.note(campaign.id, RED, "my own thoughts")
        await there.door.groups.keep(campaign.id, RED, "Flotilla", ["red"])
        offered = await there.door.vacancies.offer(campaign.id, RED, "  mind the shoals\n")
        assert set(offered.vacant) == {"red"}
        assert offered.seat_of(RED) == "red"
        await there.reopen()
        await there.do(campaign, RED, Hide(bank="south"))  # they play on meanwhile
        assert await there.door.vacancies.note(campaign.id, RED) == "mind the shoals"
        for other in (BLUE, GREEN):
            assert await there.door.vacancies.note(campaign.id, other) is None

        one = await granted(there, campaign, GREEN, "red", by=RED)
        await there.reopen()
        door = there.door
        (invited,) = await door.vacancies.invitations(GREEN)
        assert (invited.id, invited.seat, invited.look.seat) == (one.id, "red", None)
        for other in (RED, BLUE, GREY):
            assert await door.vacancies.invitations(other) == ()
            code = await refused(door.vacancies.accept(campaign.id, one.id, other))
            assert code == "seat.no_invitation"
        assert await door.vacancies.handover(campaign.id, GREEN) is None

        there.watch.forward(hours=1)
        after = await door.vacancies.accept(campaign.id, one.id, GREEN)
        assert after.seats["red"] == (GREEN,)
        assert not after.vacant
        assert await door.vacancies.handover(campaign.id, GREEN) == "mind the shoals"
        assert (await door.plans.get(campaign.id, GREEN)).entries == PLAN
        look = await door.reader.look(campaign.id, GREEN)
        assert look.seat == "red"
        assert lantern_of(look.view) == "south"
        assert await door.recaps.notes(campaign.id, GREEN) == ""
        assert await door.groups.of(campaign.id, GREEN) == ()
        former = await door.reader.look(campaign.id, RED)
        assert former.seat is None
        assert await rows_of(there, plans) == 1
        assert await rows_of(there, asks) == await rows_of(there, vacancies) == 0
        told = await letters(there, campaign, "notice")
        assert ["notice.seat_taken" in row["body"] for row in told] == [True]

        await there.reopen()
        door = there.door
        one = await asked(there, campaign, RED, "red", by=GREEN)
        assert one.back
        assert not one.vacant
        after, _ = await door.seats.admit(campaign.id, one.id, GREEN)
        assert after.seats["red"] == (RED,)
        assert (await door.plans.get(campaign.id, RED)).entries == PLAN
        assert await door.vacancies.handover(campaign.id, GREEN) is None
        assert await said(there, campaign) == ["offered", "came_in", "returned"]
        assert await refused(door.seats.join(campaign.id, GREEN, "blue")) == (
            "campaign.was_other_side"
        )
        await there.play_out(campaign)


async def test_one_who_declines(tmp_path: Path) -> None:
    """Nothing has become theirs; the holder is told, and may keep the seat."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.vacancies.offer(campaign.id, RED, "")
        one = await granted(there, campaign, GREEN, "red", by=RED)
        await door.vacancies.decline(campaign.id, one.id, GREEN)
        code = await refused(door.vacancies.accept(campaign.id, one.id, GREEN))
        assert code == "seat.no_invitation"
        assert await door.vacancies.invitations(GREEN) == ()
        (told,) = await letters(there, campaign, "notice")
        assert "notice.seat_declined" in told["body"]
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        kept = await door.vacancies.take_back(campaign.id, RED)
        assert not kept.vacant
        assert await rows_of(there, asks) == 0
        assert await refused(door.vacancies.take_back(campaign.id, RED)) == "seat.not_vacant"
        # That they declined has taught them nothing: the other side is open to them.
        await door.seats.join(campaign.id, GREEN, "blue", ask=True)


async def test_an_invitation_is_void_once_the_seat_is_kept_or_taken(tmp_path: Path) -> None:
    """The first to accept has it; the others are told."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.vacancies.offer(campaign.id, RED, "")
        first = await granted(there, campaign, GREEN, "red", by=RED)
        second = await granted(there, campaign, GREY, "red", by=RED)
        await door.vacancies.accept(campaign.id, second.id, GREY)
        code = await refused(door.vacancies.accept(campaign.id, first.id, GREEN))
        assert code == "seat.no_invitation"
        codes = sorted(str(row["body"]) for row in await letters(there, campaign, "notice"))
        assert ["seat_filled" in one for one in codes] == [True, False]

        await door.vacancies.offer(campaign.id, GREY, "")
        third = await granted(there, campaign, GREEN, "red", by=GREY)
        await door.vacancies.take_back(campaign.id, GREY)
        code = await refused(door.vacancies.accept(campaign.id, third.id, GREEN))
        assert code == "seat.no_invitation"


async def test_who_sat_down_elsewhere_meanwhile(tmp_path: Path) -> None:
    """They cannot read both sides."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.vacancies.offer(campaign.id, RED, "")
        one = await granted(there, campaign, GREEN, "red", by=RED)
        async with there.database.write() as connection:  # as if they had asked for both
            await connection.execute(asks.update().values(seat="red"))
        await door.lobby.leave(campaign.id, BLUE)
        live = await door.desk.at_hand(campaign.id)
        assert live.asks[0].id == one.id
        await door.seats.join(campaign.id, GREEN, "blue", ask=True)  # in place of the first
        code = await refused(door.vacancies.accept(campaign.id, one.id, GREEN))
        assert code == "seat.no_invitation"


# ---------------------------------------------------------------------- who may grant it


async def test_by_the_clock(tmp_path: Path) -> None:
    """People who manage the server and never sat there may let somebody in, and who holds it.

    Not the other side, nor who asks. A public action of the holder's takes it back.
    """
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        assert await by_clock(there, campaign, "red") is not None
        assert await by_clock(there, campaign, "red") is None
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        for person, manages, may in (
            (BLUE, False, False),
            (BLUE, True, False),
            (GREY, False, False),
            (GREEN, True, False),
            (RED, False, True),
            (GREY, True, True),
        ):
            found = await door.seats.asks(campaign.id, person, manages=manages)
            assert bool(found) is may, (person, manages)
        after = await came_in(there, campaign, GREEN, "red", by=GREY, manages=True)
        assert after.seats["red"] == (GREEN,)

        await by_clock(there, campaign, "blue")
        look = await door.reader.look(campaign.id)
        while look.decisions[0].seat != "blue":
            await there.do(campaign, GREEN, Row(strokes=1))
            look = await door.reader.look(campaign.id)
        await there.do(campaign, BLUE, Hide(bank="north"))
        assert (await door.reader.campaign(campaign.id)).vacant
        await there.do(campaign, BLUE, Row(strokes=1))
        assert not (await door.reader.campaign(campaign.id)).vacant
        await there.reopen()
        assert not (await there.door.reader.campaign(campaign.id)).vacant


async def test_what_was_granted_ends_with_the_search(tmp_path: Path) -> None:
    """Who is back keeps the seat: who was granted it is told, and must be granted it anew."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started(turns=9)
        seat = (await door.reader.look(campaign.id)).decisions[0].seat
        holder = RED if seat == "red" else BLUE
        await by_clock(there, campaign, seat)
        old = await granted(there, campaign, GREEN, seat, by=GREY, manages=True)
        await door.seats.join(campaign.id, 999, seat, ask=True)
        await there.do(campaign, holder, Hide(bank="north"))
        assert await rows_of(there, asks) == 2
        await there.do(campaign, holder, Row(strokes=1))
        assert await rows_of(there, asks) == 0
        assert await said(there, campaign) == ["offered", "kept"]
        told = [str(row["body"]) for row in await letters(there, campaign, "notice")]
        assert ["seat_filled" in one for one in told] == [True, True]
        assert await door.vacancies.invitations(GREEN) == ()

        await by_clock(there, campaign, seat)
        code = await refused(door.vacancies.accept(campaign.id, old.id, GREEN))
        assert code == "seat.no_invitation"
        anew = await asked(there, campaign, GREEN, seat, by=holder)
        assert anew.id != old.id
        await there.reopen()
        assert (await there.door.desk.at_hand(campaign.id)).asks[0].id == anew.id


async def test_a_grant_of_an_earlier_search_is_void(tmp_path: Path) -> None:
    """Also one that is on file still; who asks again is heard."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await by_clock(there, campaign, "red")
        old = await granted(there, campaign, GREEN, "red", by=GREY, manages=True)
        there.watch.forward(hours=1)
        async with there.database.write() as connection:  # as if offered anew since
            since = round(there.watch.now.timestamp() * 1000)
            await connection.execute(vacancies.update().values(since=since))
        await there.reopen()
        door = there.door
        assert await door.vacancies.invitations(GREEN) == ()
        code = await refused(door.vacancies.accept(campaign.id, old.id, GREEN))
        assert code == "seat.no_invitation"
        anew = await asked(there, campaign, GREEN, "red", by=GREY, manages=True)
        assert anew.id != old.id


async def test_a_search_ends_when_somebody_sits_down_again(tmp_path: Path) -> None:
    """Who held an empty seat before takes it freely: nobody else is looked for any more."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await by_clock(there, campaign, "red")
        one = await granted(there, campaign, GREEN, "red", by=GREY, manages=True)
        await door.lobby.leave(campaign.id, RED)
        after = await door.seats.join(campaign.id, RED, "red")
        assert after.seats["red"] == (RED,)
        assert not after.vacant
        assert await rows_of(there, asks) == await rows_of(there, vacancies) == 0
        assert await said(there, campaign) == ["offered", "kept"]
        (told,) = await letters(there, campaign, "notice")
        assert "notice.seat_filled" in told["body"]
        await by_clock(there, campaign, "red")
        code = await refused(door.vacancies.accept(campaign.id, one.id, GREEN))
        assert code == "seat.no_invitation"


async def test_a_note_makes_it_the_holders_own(tmp_path: Path) -> None:
    """It outlives their next move; without one, or with a seat that is shared, it does not."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started(turns=9)
        seat = (await door.reader.look(campaign.id)).decisions[0].seat
        holder = RED if seat == "red" else BLUE
        await by_clock(there, campaign, seat)
        await door.vacancies.offer(campaign.id, holder, "mind the shoals")
        await there.do(campaign, holder, Row(strokes=1))
        assert set((await door.reader.campaign(campaign.id)).vacant) == {seat}
        await there.reopen()
        door = there.door
        assert await door.vacancies.note(campaign.id, holder) == "mind the shoals"
        assert (await door.desk.at_hand(campaign.id)).vacancies[0].cause == "holder"
        await door.vacancies.take_back(campaign.id, holder)

        await there.let_in(campaign, GREEN, seat, by=holder)
        await by_clock(there, campaign, seat)
        assert await refused(door.vacancies.offer(campaign.id, GREEN, "x")) == "seat.shared"
        assert await refused(door.vacancies.require_own(campaign.id, holder)) == "seat.shared"
        await door.lobby.leave(campaign.id, GREEN)
        await door.vacancies.offer(campaign.id, holder, "")
        assert (await door.desk.at_hand(campaign.id)).vacancies[0].cause == "clock"


async def test_by_agreement(tmp_path: Path) -> None:
    """One side asks that the other be replaced; that one agrees, and grants."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        for terms, code in (("blue", "seat.own"), ("green", "campaign.unknown_seat")):
            offer = door.offers.make(campaign.id, BLUE, "seat", request="x", terms=terms)
            assert await refused(offer) == code
        made = await door.offers.make(campaign.id, BLUE, "seat", request="a", terms="red")
        done = await door.offers.agree(made.offer.id, RED, request="b")
        assert done.done
        assert set((await door.reader.campaign(campaign.id)).vacant) == {"red"}
        again = door.offers.make(campaign.id, BLUE, "seat", request="c", terms="red")
        assert await refused(again) == "seat.vacant"
        await door.vacancies.offer(campaign.id, RED, "later note")  # only the note
        await came_in(there, campaign, GREEN, "red", by=RED)
        assert await door.vacancies.handover(campaign.id, GREEN) == "later note"


async def test_a_shared_seat(tmp_path: Path) -> None:
    """One of several does not give it away; who joined later stays when it is taken over."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await there.let_in(campaign, GREEN, "red", by=RED)
        assert await refused(door.vacancies.offer(campaign.id, RED, "")) == "seat.shared"
        await door.lobby.leave(campaign.id, GREEN)
        await door.vacancies.offer(campaign.id, RED, "")
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        after = await came_in(there, campaign, GREY, "red", by=RED)
        assert after.seats["red"] == (GREY,)


async def test_what_is_refused(tmp_path: Path) -> None:
    """A seat that is not one's own, too long a note, a game that is not under way."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.open_campaign()
        offer = door.vacancies.offer
        assert await refused(offer(campaign.id, RED, "")) == "campaign.not_playing"
        campaign = await door.lobby.start(campaign.id, RED, request="start")
        assert await refused(offer(campaign.id, GREEN, "")) == "campaign.not_a_player"
        assert await refused(offer(campaign.id, RED, "x" * 1501)) == "seat.note_long"
        await offer(campaign.id, RED, "")
        await there.play_out(campaign)
        assert await refused(offer(campaign.id, RED, "")) == "campaign.over"
        assert await rows_of(there, vacancies) == 0
        assert (await door.reader.campaign(campaign.id)).vacant == {}


# ---------------------------------------------------------------------- what goes with it


async def test_credit(tmp_path: Path) -> None:
    """At how many tables somebody has come in for others is told where they ask."""
    async with river(tmp_path) as there:
        door = there.door
        for number in range(3):
            campaign = await there.started(channel=70 + number)
            await door.vacancies.offer(campaign.id, RED, "")
            one = await granted(there, campaign, GREEN, "red", by=RED)
            assert one.came_in == number
            await door.vacancies.accept(campaign.id, one.id, GREEN)


async def test_the_seat_of_the_absent(tmp_path: Path) -> None:
    """Who comes in takes it from the computer, and has the whole time of the pace."""
    async with river(tmp_path, policy=Policy(gather_seconds=0)) as there:
        door, campaign = there.door, await there.started(turns=9)
        seat = (await door.reader.look(campaign.id)).decisions[0].seat
        person = RED if seat == "red" else BLUE
        there.door._errands.rest()

        async def begin(live: Live, _again: bool) -> Live:
            return await door.stand_ins.begin(live, seat)

        await door.desk.exclusive(campaign.id, begin)
        await door.vacancies.offer(campaign.id, person, "")
        there.watch.forward(days=1)
        after = await came_in(there, campaign, GREEN, seat, by=person)
        assert after.stand_ins == after.computer == ()
        live = await door.desk.at_hand(campaign.id)
        assert live.clocks[seat].awaited_at == door.desk.now()
        async with there.database.read() as connection:
            assert await stored.of(connection, campaign.id) == live.clocks


async def test_an_erased_substitute_leaves_nothing(tmp_path: Path) -> None:
    """Neither their invitation nor the note left for them; nor does an erased holder a note."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.vacancies.offer(campaign.id, RED, "note")
        await granted(there, campaign, GREEN, "red", by=RED)
        await door.people.forget(GREEN)
        assert await door.vacancies.invitations(GREEN) == ()
        await came_in(there, campaign, GREY, "red", by=RED)
        await door.people.forget(GREY)
        async with there.database.read() as connection:
            kept = (await connection.execute(select(members.c.handover))).scalars().all()
        assert not any(kept)
        await door.vacancies.offer(campaign.id, BLUE, "blue's note")
        await door.people.forget(BLUE)
        async with there.database.read() as connection:
            left = (await connection.execute(select(vacancies.c.note))).scalars().all()
        assert not any(left)


# ---------------------------------------------------------------------- barred


async def test_who_is_barred_sits_down_nowhere(tmp_path: Path) -> None:
    """They neither create, join, ask nor accept; what they asked for is forgotten."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.vacancies.offer(campaign.id, RED, "")
        one = await granted(there, campaign, GREEN, "red", by=RED)
        await door.bars.bar(GUILD, GREEN)
        assert await door.bars.of(GUILD) == (GREEN,)
        assert await rows_of(there, asks) == 0
        code = await refused(door.vacancies.accept(campaign.id, one.id, GREEN))
        assert code == "seat.no_invitation"
        for seat in ("red", "blue"):
            code = await refused(door.seats.join(campaign.id, GREEN, seat, ask=True))
            assert code == "campaign.barred"
        create = door.lobby.create(
            game="toy", name="x", guild_id=GUILD, channel_id=99, person_id=GREEN, language="en"
        )
        assert await refused(create) == "campaign.barred"
        elsewhere = await door.lobby.create(
            game="toy", name="x", guild_id=8, channel_id=99, person_id=GREEN, language="en"
        )
        assert elsewhere.creator_id == GREEN
        assert await door.bars.lift(GUILD, GREEN)
        assert not await door.bars.lift(GUILD, GREEN)
        await door.seats.join(campaign.id, GREEN, "red", ask=True)


async def test_who_is_barred_keeps_their_seat(tmp_path: Path) -> None:
    """They play on where they sit."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.bars.bar(GUILD, RED)
        await door.bars.bar(GUILD, RED)
        assert (await door.seats.join(campaign.id, RED, "red")).seat_of(RED) == "red"
        await there.play_out(campaign)

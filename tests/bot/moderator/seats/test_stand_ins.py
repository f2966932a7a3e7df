"""The computer plays a seat until its people are back: by consent, by the clock, ended by hand."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from bot.moderator import Campaign, Look
from bot.moderator.api import PlanEntry
from bot.moderator.table.live import Live
from bot.moderator.table.replay import verify
from engine.api import Action, Seat
from tests.bot.moderator.lobby.test_seats import refused
from tests.support.against import against_computer, toy_with
from tests.support.river import BLUE, RED, WHO, River, river
from tests.support.toy_game import Hide, Land, Row, Shout

pytestmark = pytest.mark.usefixtures("both_databases")


async def handed_over(there: River, campaign: Campaign, person: int) -> None:
    """Let a person ask for the computer, and the other agree."""
    door = there.door
    made = await door.offers.make(campaign.id, person, "stand_in", request=there.request())
    assert not made.done
    await door.offers.agree(made.offer.id, RED + BLUE - person, request=there.request())
    await door.settle()


async def public(there: River, campaign: Campaign) -> Look:
    """Return what everybody sees."""
    return await there.door.reader.look(campaign.id)


def answer(look: Look) -> Action:
    """Return what a person may do first of what is awaited."""
    if look.decisions[0].interrupt:
        return Shout(loud=False)
    return Land(bank="south")


async def test_it_plays_by_consent_until_they_are_back(tmp_path: Path) -> None:
    """The seat is its people's still; whoever is awaited of people alone is called; they come back.

    A restart in between changes nothing.
    """
    async with river(tmp_path) as there:
        campaign = await there.started(turns=9)
        look = await public(there, campaign)
        absent = WHO[look.decisions[0].seat]
        seat = look.decisions[0].seat
        await handed_over(there, campaign, absent)

        after = await public(there, campaign)
        assert after.campaign.computer == after.campaign.stand_ins == (seat,)
        assert after.campaign.seats[seat] == (absent,)
        assert after.campaign.opponent == "people"
        assert {one.seat for one in after.decisions} == {*after.campaign.seats} - {seat}
        entries = (await there.door.reader.log(campaign.id, per_page=50)).entries
        assert any(one.seat == seat and one.computer for one in entries)
        said = [row["body"] for row in await there.rows(campaign) if row["kind"] == "seat"]
        assert len(said) == 1
        assert "stands_in" in said[0]

        await there.reopen()
        there.door.resume()
        await there.door.settle()
        other = RED + BLUE - absent
        for _ in range(3):
            await there.do(campaign, other, answer(await public(there, campaign)))
            await there.door.settle()
            assert seat not in {one.seat for one in (await public(there, campaign)).decisions}

        back = await there.door.stand_ins.end(campaign.id, absent)
        assert back.computer == back.stand_ins == ()
        await there.do(campaign, other, answer(await public(there, campaign)))
        await there.door.settle()
        assert {one.seat for one in (await public(there, campaign)).decisions} == {seat}
        code = await refused(there.door.stand_ins.end(campaign.id, absent))
        assert code == "seat.not_stood_in"
        await there.play_out(campaign)
        assert (await verify(there.database, there.games, campaign.id)).skipped == 0


async def test_acting_by_hand_ends_it(tmp_path: Path) -> None:
    """In the transaction of a public action; a secret order is refused, and nothing shows of it."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=9)
        look = await public(there, campaign)
        absent = WHO[look.decisions[0].seat]
        other = RED + BLUE - absent
        live = await there.door.desk.at_hand(campaign.id)
        there.door.computer.rest()  # it has no time to move
        there.door._errands.rest()
        await there.door.desk.exclusive(
            campaign.id, lambda live, _: there.door.stand_ins.begin(live, look.decisions[0].seat)
        )
        version = (await public(there, campaign)).version
        hidden = await there.door.play.act(
            campaign.id, absent, Hide(bank="north"), request=there.request()
        )
        assert [one.code for one in hidden.refusals] == ["campaign.stand_in"]
        assert (await public(there, campaign)).version == version
        undone = there.door.undoing.offered(campaign.id, absent)
        assert await refused(undone) == "campaign.stand_in"
        assert (await there.do(campaign, other, Hide(bank="north"))).secret

        await there.do(campaign, absent, Row(strokes=1))
        after = await public(there, campaign)
        assert after.campaign.stand_ins == ()
        await there.reopen()
        again = await there.door.desk.at_hand(campaign.id)
        assert again.row.stand_ins == ()
        assert again.row.head == live.row.head + 2
        assert [c.seat for c in again.clocks.values() if c.awaited_at is not None] == [
            one.seat for one in (await public(there, campaign)).decisions
        ]


async def test_where_it_cannot(tmp_path: Path) -> None:
    """No computer, twice, both seats, and against the computer: each is refused."""
    (tmp_path / "none").mkdir()
    async with river(tmp_path / "none", games=toy_with(None)) as there:
        campaign = await there.started()
        offer = there.door.offers.make(campaign.id, RED, "stand_in", request="a")
        assert await refused(offer) == "campaign.no_computer"
    async with river(tmp_path) as there:
        door = there.door
        campaign = await there.started(turns=9)
        await handed_over(there, campaign, RED)
        twice = door.offers.make(campaign.id, RED, "stand_in", request="b")
        assert await refused(twice) == "seat.stood_in"
        both = door.offers.make(campaign.id, BLUE, "stand_in", request="c")
        assert await refused(both) == "seat.last_person"
        alone = await against_computer(there, channel=71)
        last = door.offers.make(alone.id, RED, "stand_in", request="d")
        assert await refused(last) == "seat.last_person"

        async def by_clock(live: Live, _again: bool) -> Live | None:
            return await door.stand_ins.take_over(live, "blue", ())

        assert await door.desk.exclusive(campaign.id, by_clock) is None


async def test_people_answer_offers_for_a_seat_that_is_stood_in(tmp_path: Path) -> None:
    """The computer agrees to nothing in their name."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=9)
        await handed_over(there, campaign, RED)
        for kind in ("draw", "adjourn", "seat"):
            terms = "red" if kind == "seat" else None
            made = await there.door.offers.make(
                campaign.id, BLUE, kind, request=there.request(), terms=terms
            )
            assert made.offer.waiting == ("red",)
            assert not made.done
            await there.door.offers.decline(made.offer.id, BLUE, own=True)


async def test_what_they_put_together_stays(tmp_path: Path) -> None:
    """Their plan is on their page when they are back."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=9)
        absent: Seat = (await public(there, campaign)).decisions[0].seat
        person = WHO[absent]
        entry = PlanEntry("a", "land", {"bank": "south"})
        await there.door.plans.change(
            campaign.id, person, lambda plan: dataclasses.replace(plan, entries=(entry,))
        )
        await handed_over(there, campaign, person)
        assert (await there.door.plans.get(campaign.id, person)).entries == (entry,)

"""What referees do in a game: who may, once, by the one door, with a reason that all read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from bot.moderator import Campaign, Complaint, Plan
from bot.moderator.referees.acting import How
from bot.moderator.referees.acts import REASON_LIMIT, Act
from bot.moderator.table.replay import verify
from engine.api import Action
from tests.bot.moderator.rewinding.test_taking_back import actions, afloat
from tests.bot.moderator.time.test_clocks import A_DAY, clock, deliver, pass_time, timed
from tests.support.nim import NIM
from tests.support.refereed import DORA, FRIDA, act, appoint, entries, words
from tests.support.river import BLUE, GREEN, RED, WHO, River, river
from tests.support.toy_game import Hide, Land, Load, Mark, Point, Row, Stow, Turn

Do = Callable[[River, Act, str], Awaitable[None]]

PUBLIC: dict[str, Do] = {
    "paused": lambda there, one, _: there.door.acting.pause(one),
    "time": lambda there, one, seat: there.door.acting.give_time(one, seat, 5),
    "note": lambda there, one, _: there.door.acting.note(one),
}
APPOINTED: dict[str, Do] = {
    "answered": lambda there, one, seat: there.door.acting.answer(one, seat),
    "ordered": lambda there, one, seat: there.door.acting.order(one, seat, Land(bank="south")),
    "stood_in": lambda there, one, _: there.door.acting.stand_in(one, "red"),
    "seeks": lambda there, one, seat: there.door.acting.look_for(one, seat),
    "ended_break_off": lambda there, one, _: there.door.acting.end(one, "break_off"),
    "ended_draw": lambda there, one, _: there.door.acting.end(one, "draw"),
    "ended_lost": lambda there, one, seat: there.door.acting.end(one, "lost", seat),
}
POINT = Point(x=Fraction(1), y=Fraction(1))
ALL = {**PUBLIC, **APPOINTED}


async def ready(there: River) -> Campaign:
    """Start a game with a clock that runs for blue, and a referee."""
    campaign = await timed(there, A_DAY)
    await deliver(there, campaign)
    await appoint(there, campaign)
    return campaign


@pytest.mark.parametrize("said", ALL)
async def test_each_act_is_done_once_and_leaves_its_trace(tmp_path: Path, said: str) -> None:
    """An entry and a word to the table, with the reason; the same request again is nothing more."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        version = (await there.door.reader.look(campaign.id)).version
        asked = act(there, campaign, reason=" they *wished* it @everyone ")
        await ALL[said](there, asked, "blue")
        after = (await there.door.reader.look(campaign.id)).version
        (entry,) = await entries(there, campaign)
        assert (entry["said"], entry["reason"]) == (said, "they *wished* it @everyone")
        assert await words(there, campaign) == [said]
        assert entry["version"] == (version if said == "note" else version + 1)
        assert (after > version) is (said != "note")
        await there.reopen()
        await ALL[said](there, asked, "blue")
        assert len(await entries(there, campaign)) == 1
        assert (await there.door.reader.look(campaign.id)).version == after
        report = await verify(there.database, there.games, campaign.id)
        assert not report.damage


@pytest.mark.parametrize("said", ALL)
async def test_who_plays_never_acts_and_who_is_not_accepted_has_public_powers(
    tmp_path: Path, said: str
) -> None:
    """Nothing changes, and nothing is told of it."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        for player in (RED, BLUE):
            with pytest.raises(Complaint, match=r"referee\.has_played"):
                await ALL[said](there, act(there, campaign, player), "blue")
        if said in APPOINTED:
            with pytest.raises(Complaint, match=r"referee\.not_appointed"):
                await ALL[said](there, act(there, campaign, FRIDA), "blue")
            assert not await entries(there, campaign)
            return
        await ALL[said](there, act(there, campaign, FRIDA), "blue")
        (entry,) = await entries(there, campaign)
        who = await there.door.referees.known(campaign.id, entry["referee"])
        assert who is not None
        assert who.person_id == FRIDA


@pytest.mark.parametrize("said", ALL)
async def test_each_act_needs_a_reason_and_a_game_under_way(tmp_path: Path, said: str) -> None:
    """Not a blank one, nor one that is too long; nor when it is over; nor of an older position."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        for reason, code in (
            (" ", r"referee\.no_reason"),
            ("x" * (REASON_LIMIT + 1), r"referee\.reason_long"),
        ):
            with pytest.raises(Complaint, match=code):
                await ALL[said](there, act(there, campaign, reason=reason), "blue")
        with pytest.raises(Complaint, match=r"campaign\.stale"):
            await ALL[said](there, act(there, campaign, version=1), "blue")
        await there.door.play.resign(campaign.id, BLUE, request="enough")
        with pytest.raises(Complaint, match=r"campaign\.over"):
            await ALL[said](there, act(there, campaign), "blue")
        assert not await entries(there, campaign)


async def test_clocks_stand_still_and_go_on_as_by_agreement(tmp_path: Path) -> None:
    """With the grace at least; a second pause is refused, and so is going on without one."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        await pass_time(there, hours=23, minutes=50)
        with pytest.raises(Complaint, match=r"time\.not_paused"):
            await there.door.acting.go_on(act(there, campaign))
        await there.door.acting.pause(act(there, campaign))
        with pytest.raises(Complaint, match=r"time\.paused"):
            await there.door.acting.pause(act(there, campaign))
        await pass_time(there, days=9)
        assert not (await clock(there, campaign, "blue")).runs
        await there.door.acting.go_on(act(there, campaign))
        due = (await clock(there, campaign, "blue")).due
        assert due is not None
        assert due - there.watch.now == timedelta(hours=1)
        assert await words(there, campaign) == ["paused", "gone_on"]


async def test_more_time_is_for_whose_clock_runs(tmp_path: Path) -> None:
    """So many hours to the one that is waited for; not where nobody's time runs out."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        before = (await clock(there, campaign, "blue")).due
        assert before is not None
        await there.door.acting.give_time(act(there, campaign), "blue", 30)
        assert (await clock(there, campaign, "blue")).due == before + timedelta(hours=30)
        with pytest.raises(Complaint, match=r"referee\.no_clock"):
            await there.door.acting.give_time(act(there, campaign), "red", 30)
        for hours in (0, 721):
            with pytest.raises(Complaint, match=r"referee\.bad_hours"):
                await there.door.acting.give_time(act(there, campaign), "blue", hours)
        with pytest.raises(Complaint, match=r"campaign\.unknown_seat"):
            await there.door.acting.give_time(act(there, campaign), "green", 3)


async def test_a_table_without_a_clock_cannot_be_paused(tmp_path: Path) -> None:
    """As its sides could not agree on it; a lesson and an open table have no referee at all."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        with pytest.raises(Complaint, match=r"time\.no_pace"):
            await there.door.acting.pause(act(there, campaign))
        found = await there.door.acting.possible(campaign.id, DORA)
        assert (found.pauses, found.goes_on, found.waits) == (False, False, ())
        other = await there.open_campaign(channel=71)
        with pytest.raises(Complaint, match=r"campaign\.not_playing"):
            await there.door.acting.note(act(there, other))


async def test_the_default_answers_as_a_time_out_does(tmp_path: Path) -> None:
    """Until another is awaited; the log says that a referee did, and a late plan stays."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        entry = there.door.plans.new_entry("land", {"bank": "south"})
        await there.door.plans.change(
            campaign.id, BLUE, lambda _: Plan(entries=(entry,), late=True)
        )
        await there.door.acting.answer(act(there, campaign), "blue")
        page = await there.door.reader.log(campaign.id, None, per_page=50)
        done = [one for one in page.entries if one.seat == "blue"]
        assert done
        assert all(one.by_referee and one.person_id == DORA for one in done)
        assert not any(one.by_clock for one in done)
        assert [one.seat for one in (await there.door.reader.look(campaign.id)).decisions] == [
            "red"
        ]
        plan = await there.door.plans.get(campaign.id, BLUE)
        assert (plan.entries, plan.late) == ((entry,), True)
        rows = [row for row in await actions(there, campaign) if row.seat == "blue"]
        assert {row.cause for row in rows} == {"referee"}
        with pytest.raises(Complaint, match=r"referee\.not_asked"):
            await there.door.acting.answer(act(there, campaign), "blue")


async def test_a_default_begins_with_secrets_and_is_told_with_what_is_public(
    tmp_path: Path,
) -> None:
    """Loading is secret, being ready is not: the word comes with the latter, once."""
    async with river(tmp_path) as there:
        campaign = await there.playing("toy", {"turns": 9, "smuggling": True})
        await appoint(there, campaign)
        await there.door.acting.answer(act(there, campaign), "red")
        rows = [row for row in await actions(there, campaign) if row.seat == "red"]
        assert rows[-1].kind == "ready"
        assert {row.cause for row in rows} == {"referee"}
        assert await words(there, campaign) == ["answered"]
        (entry,) = await entries(there, campaign)
        assert entry["version"] == rows[-1].version


async def test_an_order_given_elsewhere_is_the_seats(tmp_path: Path) -> None:
    """By the way of every action: the log names the seat and the referee, not the order."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        await there.door.acting.order(act(there, campaign), "blue", Row(strokes=1))
        row = (await actions(there, campaign))[-1]
        assert (row.seat, row.kind, row.cause) == ("blue", "row", "referee")
        one = (await there.door.reader.log(campaign.id, None, per_page=50)).entries[-1]
        assert (one.by_referee, one.person_id, one.action) == (True, DORA, None)


async def test_what_a_referee_entered_is_no_free_undo(tmp_path: Path) -> None:
    """The side's own step before it goes back only with consent, since a referee has answered."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        await appoint(there, campaign)
        look = await there.door.reader.look(campaign.id)
        seat = look.decisions[0].seat
        await there.do(campaign, WHO[seat], Turn(by=Fraction(45)))
        await there.door.acting.order(act(there, campaign), seat, Row(strokes=1))
        (undo, *_) = await there.door.undoing.offered(campaign.id, WHO[seat])
        assert undo.action == Turn(by=Fraction(45))
        assert "referee" in undo.bars


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Hide(bank="north"), r"referee\.secret_order"),
        (Stow(loads=(Load(crate="tea", spot="bow"),)), r"referee\.secret_order"),
        (Land(bank="moon"), r"referee\.order_refused"),
    ],
)
async def test_an_order_that_cannot_be_entered(tmp_path: Path, order: Action, code: str) -> None:
    """Secret ones never; why the rules refuse one is not told, and the attempt is on file."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        before = len(await actions(there, campaign))
        asked = act(there, campaign)
        for _ in range(2):
            with pytest.raises(Complaint, match=code) as refused:
                await there.door.acting.order(asked, "blue", order)
            assert not refused.value.params
        assert len(await actions(there, campaign)) == before
        tried = [one["said"] for one in await entries(there, campaign)]
        assert tried == ([] if order.secret else ["refused"])
        assert not await words(there, campaign)
        with pytest.raises(Complaint, match=r"referee\.not_asked"):
            await there.door.acting.order(act(there, campaign), "red", Land(bank="south"))


async def test_of_a_private_question_nothing_shows(tmp_path: Path) -> None:
    """What a seat alone knows that it owes is neither listed nor answered."""
    async with river(tmp_path) as there:
        campaign = await there.playing("toy", {"turns": 9, "smuggling": True})
        await appoint(there, campaign)
        before = await there.door.acting.possible(campaign.id, DORA)
        await there.do(campaign, RED, Stow(loads=(Load(crate="tea", spot="bow"),)))
        await there.do(campaign, RED, Mark(at=POINT))
        await there.do(campaign, BLUE, Hide(bank="north"))
        assert await there.door.acting.possible(campaign.id, DORA) == before


async def test_the_computer_plays_until_its_people_are_back(tmp_path: Path) -> None:
    """As by agreement: who acts by hand is back; not the last seat of people, nor an empty one."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        await there.door.acting.stand_in(act(there, campaign), "red")
        assert (await there.door.reader.campaign(campaign.id)).stand_ins == ("red",)
        with pytest.raises(Complaint, match=r"seat\.last_person"):
            await there.door.acting.stand_in(act(there, campaign), "blue")
        with pytest.raises(Complaint, match=r"seat\.stood_in"):
            await there.door.acting.stand_in(act(there, campaign), "red")
        found = await there.door.acting.possible(campaign.id, DORA)
        assert "red" not in found.answers
        with pytest.raises(Complaint, match=r"referee\.not_asked"):
            await there.door.acting.answer(act(there, campaign), "red")
        await there.door.stand_ins.end(campaign.id, RED)
        assert not (await there.door.reader.campaign(campaign.id)).stand_ins


async def test_nobody_stands_in_where_the_game_has_no_computer(tmp_path: Path) -> None:
    """Nim has none; nor does anybody for a seat that is empty."""
    async with river(tmp_path, games={"nim": NIM}) as there:
        campaign = await there.playing("nim", {})
        await appoint(there, campaign)
        assert not (await there.door.acting.possible(campaign.id, DORA)).stand_ins
        (first, other) = campaign.seats
        with pytest.raises(Complaint, match=r"campaign\.no_computer"):
            await there.door.acting.stand_in(act(there, campaign), first)
        await there.door.lobby.leave(campaign.id, BLUE)
        with pytest.raises(Complaint, match=r"referee\.nobody_sits"):
            await there.door.acting.stand_in(act(there, campaign), other)


async def test_a_substitute_is_looked_for_as_of_the_absent(tmp_path: Path) -> None:
    """The seat is its people's again once they act; once at a time."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        await there.door.acting.look_for(act(there, campaign), "blue")
        assert set((await there.door.reader.campaign(campaign.id)).vacant) == {"blue"}
        with pytest.raises(Complaint, match=r"seat\.vacant"):
            await there.door.acting.look_for(act(there, campaign), "blue")
        await there.door.seats.join(campaign.id, GREEN, "blue", ask=True)
        (asked,) = await there.door.seats.asks(campaign.id, 999, manages=True)
        assert asked.vacant
        await there.do(campaign, BLUE, Land(bank="south"))
        assert not (await there.door.reader.campaign(campaign.id)).vacant


@pytest.mark.parametrize(
    ("how", "seat", "winner", "reason"),
    [
        ("break_off", None, None, "campaign.outcome.broken_off"),
        ("draw", None, None, "campaign.outcome.ruled_draw"),
        ("lost", "blue", "red", "campaign.outcome.ruled_lost"),
    ],
)
async def test_the_end_says_that_a_referee_ended_it(
    tmp_path: Path, how: How, seat: str | None, winner: str | None, reason: str
) -> None:
    """In the outcome, in the log and on file; nothing can be done behind it."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        await there.door.acting.end(act(there, campaign), how, seat)
        look = await there.door.reader.look(campaign.id)
        assert look.campaign.status == "over"
        assert look.outcome is not None
        assert (look.outcome.winner, look.outcome.reason.code) == (winner, reason)
        one = (await there.door.reader.log(campaign.id, None, per_page=50)).entries[-1]
        assert (one.by_referee, one.person_id, one.seat) == (True, DORA, seat)
        with pytest.raises(Complaint, match=r"campaign\.over"):
            await there.door.acting.note(act(there, campaign))
        await there.reopen()
        assert (await there.door.reader.look(campaign.id)).outcome == look.outcome


async def test_nobody_loses_for_the_computer_or_a_seat_there_is_not(tmp_path: Path) -> None:
    """Refused, and the game goes on."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        for seat in ("green", None):
            with pytest.raises(Complaint, match=r"campaign\.unknown_seat"):
                await there.door.acting.end(act(there, campaign), "lost", seat)
        assert (await there.door.reader.campaign(campaign.id)).status == "playing"


async def test_who_acted_is_forgotten_and_what_was_done_stays(tmp_path: Path) -> None:
    """An erased referee's entries name nobody, and their motions go."""
    async with river(tmp_path) as there:
        campaign = await ready(there)
        await there.door.acting.note(act(there, campaign, FRIDA))
        (entry,) = await entries(there, campaign)
        await there.door.people.forget(FRIDA)
        assert await there.door.referees.known(campaign.id, entry["referee"]) is None
        assert len(await entries(there, campaign)) == 1

"""A referee lets a game go back to before a public step, alone or with a second one."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.clock.paces import DAY, Pace
from bot.moderator import Campaign, Complaint
from bot.moderator.table.replay import verify
from bot.store import log_pages, rewinds
from bot.store.schema import motions
from tests.bot.moderator.rewinding.test_taking_back import actions, afloat, dumped
from tests.bot.moderator.table.test_rolling import enter, rolling
from tests.bot.moderator.time.test_clocks import clock, deliver, pass_time, timed
from tests.support.refereed import DORA, EMIL, FRIDA, act, appoint, entries, words
from tests.support.river import BLUE, GUILD, RED, WHO, River, river
from tests.support.toy_game import Hide, Reply, Row, Search, Shout

pytestmark = pytest.mark.usefixtures("both_databases")


async def number_of(there: River, campaign: Campaign, back: int = 1) -> int:
    """Return the place of a late step in the public log: the last one, or the one before it."""
    return (await there.door.reader.log(campaign.id, None)).total - back + 1


async def sound(there: River, campaign: Campaign) -> None:
    """Hold the log against what is stored, and a fresh start against what is at hand."""
    report = await verify(there.database, there.games, campaign.id)
    assert not report.damage
    before = await dumped(there, campaign)
    await there.reopen()
    assert await dumped(there, campaign) == before


async def test_any_step_of_any_side(tmp_path: Path) -> None:
    """In public the game is as it was; secret orders given since stand; the log says who did it."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        await appoint(there, campaign)
        before = await dumped(there, campaign)
        number = await number_of(there, campaign, 0)
        for step in range(3):
            await there.step(campaign, step)
        await there.do(campaign, RED, Hide(bank="north"))
        version = (await there.door.reader.look(campaign.id)).version
        undo, seen = await there.door.going_back.ahead(campaign.id, DORA, number)
        assert (undo.number, undo.steps, seen) == (number, 3, version)
        assert undo.dice == sum(row.dice for row in (await actions(there, campaign))[-4:])

        moved = await there.door.going_back.go_back(act(there, campaign, version=seen), number)

        assert not moved
        look = await there.door.reader.look(campaign.id)
        assert (look.version, look.campaign.branch) == (version + 1, 1)
        live = await there.door.desk.at_hand(campaign.id)
        assert live.position is not None
        assert live.position.state.secrets["red"].lantern == "north"
        row = next(row for row in await actions(there, campaign) if row.kind == "!rewind")
        assert (row.seat, row.cause, row.events[0].code) == (None, "referee", "campaign.rewound")
        assert rewinds.read_rewind(row).held == look.decisions[0].seat
        assert live.row.held == look.decisions[0].seat
        page = await there.door.reader.log(campaign.id, None, per_page=50)
        (entry,) = [one for one in page.entries if one.kind == "!rewind"]
        assert (entry.by_referee, entry.person_id) == (True, DORA)
        assert [one.undone for one in page.entries][-4:] == [True, True, True, False]
        assert await words(there, campaign) == ["rewound"]
        await sound(there, campaign)
        again = act(there, campaign)
        with pytest.raises(Complaint, match=r"referee\.no_step"):
            await there.door.going_back.go_back(again, number)
        assert before != await dumped(there, campaign)  # the lantern stands


@pytest.mark.parametrize("two", [False, True])
async def test_not_while_real_dice_are_awaited(tmp_path: Path, *, two: bool) -> None:
    """It is refused before a reason is typed, and nothing is proposed; with the dice it may be."""
    async with river(tmp_path) as there:
        campaign = await rolling(there)
        for who in (DORA, EMIL):
            await appoint(there, campaign, who)
        await there.door.servers.ask_two_referees(GUILD, two=two)
        who = WHO[(await there.door.reader.look(campaign.id)).decisions[0].seat]
        await there.do(campaign, who, Row(strokes=1))
        await enter(there, campaign, who, 3)
        who = WHO[(await there.door.reader.look(campaign.id)).decisions[0].seat]
        await there.do(campaign, who, Row(strokes=1))
        number = await number_of(there, campaign)
        with pytest.raises(Complaint, match=r"campaign\.dice_awaited"):
            await there.door.going_back.ahead(campaign.id, DORA, number)
        with pytest.raises(Complaint, match=r"campaign\.dice_awaited"):
            await there.door.going_back.go_back(act(there, campaign), number)
        assert await there.door.going_back.motion(campaign.id, EMIL) is None
        assert await words(there, campaign) == []
        await enter(there, campaign, who, 3)
        undo, seen = await there.door.going_back.ahead(campaign.id, DORA, number)
        assert undo.steps == 2
        moved = await there.door.going_back.go_back(act(there, campaign, version=seen), number)
        assert moved == two


async def test_over_a_time_out_and_what_a_referee_answered(tmp_path: Path) -> None:
    """The seat is asked anew, and its clock runs as after a taking back."""
    async with river(tmp_path) as there:
        campaign = await timed(there, Pace("decision", DAY))
        await deliver(there, campaign)
        await appoint(there, campaign)
        number = await number_of(there, campaign, 0)
        await pass_time(there, hours=25)
        assert [row.cause for row in (await actions(there, campaign))][-1] == "clock"
        await there.door.going_back.go_back(act(there, campaign), number)
        look = await there.door.reader.look(campaign.id)
        assert [one.seat for one in look.decisions] == ["blue"]
        await deliver(there, campaign)
        assert (await clock(there, campaign, "blue")).runs
        await there.door.acting.answer(act(there, campaign), "blue")
        await there.door.going_back.go_back(act(there, campaign), number + 2)
        assert [one.seat for one in (await there.door.reader.look(campaign.id)).decisions] == [
            "blue"
        ]
        await sound(there, campaign)


async def test_what_there_is_no_going_back_to(tmp_path: Path) -> None:
    """The set-up, what was taken back, going back itself, and numbers that the log has not."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        await appoint(there, campaign)
        await there.step(campaign)
        number = await number_of(there, campaign)
        await there.door.going_back.go_back(act(there, campaign), number)
        for wrong in (0, 1, number, number + 1, number + 2, 10_000):
            with pytest.raises(Complaint, match=r"referee\.no_step"):
                await there.door.going_back.ahead(campaign.id, DORA, wrong)
        for person, code in ((FRIDA, r"referee\.not_appointed"), (RED, r"referee\.has_played")):
            with pytest.raises(Complaint, match=code):
                await there.door.going_back.ahead(campaign.id, person, number)
        with pytest.raises(Complaint, match=r"campaign\.stale"):
            await there.door.going_back.go_back(act(there, campaign, version=2), 2)


async def test_the_number_counts_what_all_can_read(tmp_path: Path) -> None:
    """Secret orders between move no number, and the page ahead tells nothing of them."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        await appoint(there, campaign)
        await there.step(campaign)
        number = await number_of(there, campaign)
        before, _ = await there.door.going_back.ahead(campaign.id, DORA, number)
        await there.do(campaign, RED, Hide(bank="north"))
        await there.do(campaign, BLUE, Hide(bank="south"))
        after, _ = await there.door.going_back.ahead(campaign.id, DORA, number)
        assert after == before
        assert all(event.audience is None for event in after.seen)


async def two(there: River) -> Campaign:
    """Start a game in a server that asks for two referees, with a step to go back to."""
    campaign = await afloat(there)
    await there.door.servers.ask_two_referees(GUILD, two=True)
    await appoint(there, campaign)
    await there.step(campaign)
    return campaign


async def test_a_second_referee_confirms(tmp_path: Path) -> None:
    """Until then nothing public changes; the same one may not; both are on file."""
    async with river(tmp_path) as there:
        campaign = await two(there)
        number = await number_of(there, campaign)
        with pytest.raises(Complaint, match=r"referee\.no_second"):
            await there.door.going_back.go_back(act(there, campaign), number)
        await appoint(there, campaign, EMIL)
        before = await there.door.reader.look(campaign.id)
        asked = act(there, campaign)
        for _ in range(2):
            await there.door.going_back.go_back(asked, number)
        assert await there.door.reader.look(campaign.id) == before
        await there.reopen()
        own = await there.door.going_back.motion(campaign.id, DORA)
        other = await there.door.going_back.motion(campaign.id, EMIL)
        assert own is not None
        assert other is not None
        assert (own.own, other.own, other.undo.number) == (True, False, number)
        for person, code in (
            (DORA, r"referee\.own_motion"),
            (FRIDA, r"referee\.not_appointed"),
            (RED, r"referee\.has_played"),
        ):
            with pytest.raises(Complaint, match=code):
                await there.door.going_back.confirm(campaign.id, person, own.id, request="no")
        with pytest.raises(Complaint, match=r"referee\.motion_void"):
            await there.door.going_back.confirm(campaign.id, EMIL, "elsewhere", request="no")
        for _ in range(2):
            await there.door.going_back.confirm(campaign.id, EMIL, own.id, request="yes")
        look = await there.door.reader.look(campaign.id)
        assert (look.version, look.campaign.branch) == (before.version + 1, 1)
        assert await words(there, campaign) == ["moved", "confirmed"]
        reasons = {(one["said"], one["reason"]) for one in await entries(there, campaign)}
        assert reasons == {("moved", asked.reason), ("confirmed", asked.reason)}
        assert await there.door.going_back.motion(campaign.id, EMIL) is None
        async with there.database.read() as connection:
            assert (
                await connection.execute(select(func.count()).select_from(motions))
            ).scalar() == 0
        with pytest.raises(Complaint, match=r"referee\.motion_void"):
            await there.door.going_back.confirm(campaign.id, EMIL, own.id, request="again")
        await sound(there, campaign)


async def test_a_motion_is_void_with_the_next_public_step(tmp_path: Path) -> None:
    """Or when its referee stops; what is done in secret voids none, nor shows by it."""
    async with river(tmp_path) as there:
        campaign = await two(there)
        await appoint(there, campaign, EMIL)
        number = await number_of(there, campaign)
        await there.door.going_back.go_back(act(there, campaign), number)
        motion = await there.door.going_back.motion(campaign.id, EMIL)
        assert motion is not None
        await there.do(campaign, RED, Hide(bank="north"))
        assert await there.door.going_back.motion(campaign.id, EMIL) == motion
        await there.step(campaign, 2)
        with pytest.raises(Complaint, match=r"referee\.motion_void"):
            await there.door.going_back.confirm(campaign.id, EMIL, motion.id, request="late")
        await there.door.going_back.go_back(act(there, campaign), number)
        other = await there.door.going_back.motion(campaign.id, EMIL)
        assert other is not None
        assert other.undo.steps == 2
        await there.door.people.forget(DORA)
        assert await there.door.going_back.motion(campaign.id, EMIL) is None


async def test_motions_go_with_the_game(tmp_path: Path) -> None:
    """Nothing of one is kept once the game is over."""
    async with river(tmp_path) as there:
        campaign = await two(there)
        await appoint(there, campaign, EMIL)
        await there.door.going_back.go_back(act(there, campaign), await number_of(there, campaign))
        await there.door.acting.end(act(there, campaign), "draw")
        async with there.database.read() as connection:
            assert (
                await connection.execute(select(func.count()).select_from(motions))
            ).scalar() == 0


async def test_no_standing_order_answers_at_once(tmp_path: Path) -> None:
    """The side that is asked anew decides by hand, as after a taking back of its own."""
    async with river(tmp_path) as there:
        campaign = await afloat(there, turns=50)
        await appoint(there, campaign)
        for person in (RED, BLUE):
            await there.do(campaign, person, Reply(loud=True))
        row = (await actions(there, campaign))[-1]
        while row.cause != "standing":
            look = await there.door.reader.look(campaign.id)
            seat = look.decisions[0].seat
            rows = not look.decisions[0].interrupt
            await there.do(campaign, WHO[seat], Row(strokes=3) if rows else Search(spot=""))
            row = next(
                (
                    one
                    for one in reversed(await actions(there, campaign))
                    if one.cause == "standing"
                ),
                row,
            )
        assert row.seat is not None
        async with there.database.read() as connection:
            number = await log_pages.number(connection, campaign.id, None, row.seq)
        await there.door.going_back.go_back(act(there, campaign), number)
        assert (await actions(there, campaign))[-1].cause != "standing"
        look = await there.door.reader.look(campaign.id)
        assert [one.seat for one in look.decisions if one.interrupt] == [row.seat]
        await there.do(campaign, WHO[row.seat], Shout(loud=False))
        assert (await there.door.desk.at_hand(campaign.id)).row.held is None
        await sound(there, campaign)

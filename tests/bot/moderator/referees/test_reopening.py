"""A game that is over goes on: a referee lets it go back to before its end, as far as they may."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from bot.clock.paces import DAY, Pace
from bot.moderator import Campaign, Complaint
from bot.moderator.referees.acting import How
from bot.store import forum_posts
from bot.store.forum_posts import ForumPostRow
from bot.store.schema import results as results_table
from tests.bot.moderator.referees.test_going_back import number_of, sound
from tests.bot.moderator.time.test_clocks import clock, deliver, timed
from tests.support.refereed import DORA, EMIL, act, appoint, entries, words
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, WHO, River, river
from tests.support.toy_game import Hide, Row

pytestmark = pytest.mark.usefixtures("both_databases")


async def over(there: River, *, hides: bool = False) -> Campaign:
    """Play a short game with a referee to its end by the rules."""
    campaign = await there.started(turns=1)
    await appoint(there, campaign, secrets=True)
    if hides:
        await there.do(campaign, RED, Hide(bank="north"))
    await there.play_out(campaign)
    assert (await there.door.reader.campaign(campaign.id)).status == "over"
    return campaign


async def back(there: River, campaign: Campaign, number: int | None = None) -> None:
    """Let a game go back to before its last step, or to before another one."""
    if number is None:
        number = await number_of(there, campaign)
    await there.door.going_back.go_back(act(there, campaign), number)


async def kinds(there: River, campaign: Campaign, kind: str) -> list[str]:
    """Return the nonces of what was ordered of a kind."""
    return [row["nonce"] for row in await there.rows(campaign) if row["kind"] == kind]


async def winner(there: River, campaign: Campaign) -> tuple[int, str | None]:
    """Return what is on file of how a game came out: the step and who won by it."""
    async with there.database.read() as connection:
        found = await connection.execute(
            select(results_table.c.seq, results_table.c.winner).where(
                results_table.c.campaign == campaign.id
            )
        )
        row = found.one()
        return row.seq, row.winner


async def test_while_what_was_secret_is_closed(tmp_path: Path) -> None:
    """It is played on, and ends again: each end has its own posts, result and time of opening."""
    async with river(tmp_path) as there:
        campaign = await over(there, hides=True)
        first = await winner(there, campaign)
        await there.door.looks.note(campaign.id, DORA, "red")
        await there.door.unsealing.wish(campaign.id, RED)
        with pytest.raises(Complaint, match=r"correct\.game_over"):
            await there.door.corrections.look(campaign.id, DORA)
        there.watch.forward(hours=23)
        await back(there, campaign)

        look = await there.door.reader.look(campaign.id)
        assert (look.campaign.status, look.outcome) == ("playing", None)
        assert look.decisions
        live = await there.door.desk.at_hand(campaign.id)
        assert (live.row.ended_at, live.row.unsealed_by) == (None, ())
        row = (await there.door.reader.log(campaign.id, None)).entries[-1]
        assert [event.code for event in row.events] == ["campaign.rewound", "campaign.goes_on"]
        assert not (await there.door.unsealing.of(campaign.id)).opened
        figures = (await there.door.figures.own(RED, None)).everywhere
        assert figures.ended == 0
        await sound(there, campaign)
        there.watch.forward(hours=30)
        assert not (await there.door.unsealing.of(campaign.id)).opened

        await there.play_out(campaign)
        assert (await there.door.reader.campaign(campaign.id)).status == "over"
        assert (await winner(there, campaign))[0] > first[0]
        assert (await there.door.figures.own(RED, None)).everywhere.ended == 1
        # That of the first end was not posted yet, so it never is; the looks are told at both.
        assert len(await kinds(there, campaign, "ending")) == 1
        assert (await words(there, campaign)).count("looks") == 2
        seal = await there.door.unsealing.of(campaign.id, RED)
        assert not seal.opened
        assert set(seal.waiting) == {"red", "blue"}
        await sound(there, campaign)


async def test_an_ending_that_was_posted_is_followed_by_another(tmp_path: Path) -> None:
    """Its name is another one, whatever was posted of the first; so is that of who looked."""
    async with river(tmp_path) as there:
        campaign = await over(there)
        await deliver(there, campaign)
        first = await kinds(there, campaign, "ending")
        await back(there, campaign)
        await there.door.looks.note(campaign.id, DORA, "red")
        await there.play_out(campaign)
        assert len({*first, *await kinds(there, campaign, "ending")}) == 2
        await back(there, campaign)
        await there.play_out(campaign)
        assert (await words(there, campaign)).count("looks") == 2


async def test_where_nothing_was_ever_secret(tmp_path: Path) -> None:
    """There is nothing to agree on, however long it is over."""
    async with river(tmp_path) as there:
        campaign = await over(there)
        there.watch.forward(hours=25)
        await back(there, campaign)
        assert (await there.door.reader.campaign(campaign.id)).status == "playing"


async def test_not_once_it_is_open_unless_all_agree(tmp_path: Path) -> None:
    """A day later it takes the consent of all sides, which holds for one going back."""
    async with river(tmp_path) as there:
        campaign = await over(there, hides=True)
        with pytest.raises(Complaint, match=r"reopen\.not_needed"):
            await there.door.offers.make(campaign.id, RED, "reopen", request=there.request())
        there.watch.forward(hours=25)
        number = await number_of(there, campaign)
        for attempt in (
            there.door.going_back.ahead(campaign.id, DORA, number),
            there.door.going_back.go_back(act(there, campaign), number),
        ):
            with pytest.raises(Complaint, match=r"reopen\.open"):
                await attempt
        made = await there.door.offers.make(campaign.id, RED, "reopen", request=there.request())
        assert [one.kind for one in await there.door.offers.open(campaign.id)] == ["reopen"]
        with pytest.raises(Complaint, match=r"reopen\.open"):
            await there.door.going_back.ahead(campaign.id, DORA, number)
        await there.door.offers.agree(made.offer.id, BLUE, request=there.request())
        await there.reopen()
        await back(there, campaign)
        told = (await entries(there, campaign))[-1]
        assert told["number"] == number - 1  # in the log as it is read now, without the secret one
        assert (await there.door.reader.campaign(campaign.id)).status == "playing"
        with pytest.raises(Complaint, match=r"campaign\.not_over"):
            await there.door.offers.make(campaign.id, RED, "reopen", request=there.request())
        await there.play_out(campaign)
        there.watch.forward(hours=25)
        with pytest.raises(Complaint, match=r"reopen\.open"):
            await back(there, campaign)


async def test_both_sides_have_opened_it(tmp_path: Path) -> None:
    """Then it is out at once; a declined request changes nothing."""
    async with river(tmp_path) as there:
        campaign = await over(there, hides=True)
        for person in (RED, BLUE):
            await there.door.unsealing.wish(campaign.id, person)
        made = await there.door.offers.make(campaign.id, RED, "reopen", request=there.request())
        await there.door.offers.decline(made.offer.id, BLUE, own=False)
        with pytest.raises(Complaint, match=r"reopen\.open"):
            await back(there, campaign)


@pytest.mark.parametrize("how", [None, "lost", "draw"])
async def test_an_end_that_no_rule_has_brought(tmp_path: Path, how: How | None) -> None:
    """Who resigned by mistake, and what a referee ended, plays on as before it."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=3)
        await appoint(there, campaign)
        await there.step(campaign)
        before = await there.door.reader.look(campaign.id)
        if how is None:
            await there.door.play.resign(campaign.id, RED, request="a slip")
        else:
            seat = "red" if how == "lost" else None
            await there.door.acting.end(act(there, campaign), how, seat)
        await back(there, campaign)
        after = await there.door.reader.look(campaign.id)
        assert after.decisions == before.decisions
        assert after.campaign.status == "playing"
        assert "rewound" in [one["said"] for one in await entries(there, campaign)]
        await there.play_out(campaign)
        await sound(there, campaign)


async def test_a_table_that_has_dispersed(tmp_path: Path) -> None:
    """What the server closed stays so; and so does one in whose channel another is played."""
    async with river(tmp_path) as there:
        campaign = await over(there)
        other = await there.open_campaign()
        with pytest.raises(Complaint, match=r"reopen\.place_taken"):
            await back(there, campaign)
        there.watch.forward(seconds=1)
        await there.door.lobby.close(other.id, EMIL)
        found = await there.door.reader.campaign_in(GUILD, CHANNEL)
        assert found is not None
        assert found.id == other.id
        await back(there, campaign)
        found = await there.door.reader.campaign_in(GUILD, CHANNEL)
        assert found is not None
        assert found.id == campaign.id
        await there.door.lobby.close(campaign.id, EMIL)
        with pytest.raises(Complaint, match=r"reopen\.never"):
            await back(there, campaign, 2)


async def test_what_is_posted_while_a_thread_is_closed(tmp_path: Path) -> None:
    """It is closed once more, also where both come in one instant; else it is done with."""
    async with river(tmp_path) as there:
        campaign, door = await over(there), there.door.archiving
        await door.archive(act(there, campaign))
        await deliver(there, campaign)
        (closing,) = await door.to_close()
        await door.posted(campaign.id)
        await door.closed(closing)
        (again,) = await door.to_close()
        assert again.due == closing.due + 1  # and not only when it is to be locked
        there.watch.forward(hours=25)
        (closing,) = await door.to_close()
        assert closing.locks
        await door.closed(closing)
        assert not await door.to_close()


async def test_what_went_with_the_end_does_not_come_back(tmp_path: Path) -> None:
    """Whoever asked for a seat is forgotten, and no seat is offered, as after a restart."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=2)
        await appoint(there, campaign)
        await there.door.seats.join(campaign.id, GREEN, "red", ask=True)
        await there.door.vacancies.offer(campaign.id, BLUE, "a note")
        (ask,) = await there.door.seats.asks(campaign.id, RED)
        await there.door.play.resign(campaign.id, RED, request="a slip")
        await back(there, campaign)
        assert not (await there.door.reader.campaign(campaign.id)).vacant
        assert await there.door.seats.asks(campaign.id, RED) == ()
        with pytest.raises(Complaint, match=r"campaign\.ask_settled"):
            await there.door.seats.admit(campaign.id, ask.id, RED)


async def test_the_title_of_its_post_is_kept_again(tmp_path: Path) -> None:
    """It had said for good that the game is over; or that is being written just then."""
    async with river(tmp_path) as there:
        campaign, door = await over(there), there.door.forums
        post = ForumPostRow(campaign.id, GUILD, 71, 0, CHANNEL, campaign=campaign.id)
        async with there.database.write() as connection:
            await forum_posts.add(connection, post)
        (title,) = await door.kept()
        await door.written(title, "over", 0)
        assert await door.kept() == ()
        await back(there, campaign)
        for _ in range(2):
            assert [one.stand for one in await door.kept()] == ["playing"]
            await door.written(title, "over", 0)
        await door.put_off(title, 0, 1)
        assert [one.stand for one in await door.kept()] == ["playing"]


async def test_its_clocks_begin_anew(tmp_path: Path) -> None:
    """Who is asked has their whole time from the post that calls them."""
    async with river(tmp_path) as there:
        campaign = await timed(there, Pace("decision", DAY))
        await appoint(there, campaign)
        await deliver(there, campaign)
        seat = (await there.door.reader.look(campaign.id)).decisions[0].seat
        await there.do(campaign, WHO[seat], Row(strokes=1))
        await there.door.play.resign(campaign.id, RED, request="a slip")
        there.watch.forward(hours=20)
        await back(there, campaign)
        await deliver(there, campaign)
        seat = (await there.door.reader.look(campaign.id)).decisions[0].seat
        assert (await clock(there, campaign, seat)).runs

"""Who comes to referee a campaign; whoever plays does not, and whoever looked never plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.moderator import Campaign
from bot.moderator.api import Known
from bot.moderator.referees.appointing import Candidate
from bot.store import referees
from bot.store.schema import journal, offers, people, traces
from bot.store.schema import referees as table
from tests.bot.moderator.lobby.test_seats import letters, refused, rows_of
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

DORA, ERIC, FAY = 600, 700, 800


async def created(there: River, referee: Candidate | None = None) -> Campaign:
    """Create a campaign that nobody has joined."""
    return await there.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings={"turns": 3, "crates": False},
        referee=referee,
    )


async def proposed(there: River, campaign: Campaign, one: Candidate, **how: Any) -> None:
    """Let red propose somebody, and blue agree."""
    terms, about = await there.door.referees.terms(one, **how)
    made = await there.door.offers.make(
        campaign.id, RED, "referee", request=there.request(), terms=terms, about=about
    )
    await there.door.offers.agree(made.offer.id, BLUE, request=there.request())


async def looked(there: River, campaign: Campaign, person: int) -> None:
    """Let a referee look at a secret, as far as is noted of it."""
    live = await there.door.desk.at_hand(campaign.id)
    one = live.referee(person)
    assert one is not None
    await there.database.save([referees.look(campaign.id, one.person, 1)])
    there.door.desk.shelf.clear()


async def entered(there: River, campaign: Campaign) -> list[tuple[str, Any]]:
    """Return what stands in a campaign's journal."""
    async with there.database.read() as connection:
        found = await connection.execute(
            select(journal).where(journal.c.campaign == campaign.id).order_by(journal.c.id)
        )
        return [(row.kind, json.loads(row.body)) for row in found]


async def test_one_is_named_at_the_creation(tmp_path: Path) -> None:
    """In the same transaction; they are told, and whoever joins can know."""
    async with river(tmp_path) as there:
        campaign = await created(there, Candidate(DORA, "Dora", secrets=True))
        assert campaign.referees == {DORA: True}
        assert campaign.names[DORA] == "Dora"
        assert [
            json.loads(row["body"])["code"] for row in await letters(there, campaign, "notice")
        ] == ["notice.referee_named_secrets"]
        assert [kind for kind, _ in await entered(there, campaign)] == ["referee_named"]
        await there.reopen()
        assert (await there.door.reader.campaign(campaign.id)).referees == {DORA: True}


async def test_the_creator_names_one_while_nobody_else_sits_there(tmp_path: Path) -> None:
    """And may change their mind about secrets; nobody else may, nor any later."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await created(there)
        await door.seats.join(campaign.id, RED, "red")
        after = await door.referees.name(campaign.id, RED, Candidate(DORA, "Dora"))
        assert after.referees == {DORA: False}
        assert (
            await refused(door.referees.name(campaign.id, RED, Candidate(DORA, "Dora")))
            == "referee.there"
        )
        after = await door.referees.name(campaign.id, RED, Candidate(DORA, "Dora", secrets=True))
        assert after.referees == {DORA: True}
        await door.referees.name(campaign.id, RED, Candidate(ERIC))
        assert (
            await refused(door.referees.name(campaign.id, RED, Candidate(FAY)))
            == "referee.too_many"
        )
        assert (
            await refused(door.referees.name(campaign.id, RED, Candidate(RED)))
            == "referee.has_played"
        )
        assert (
            await refused(door.referees.name(campaign.id, BLUE, Candidate(FAY)))
            == "campaign.not_creator"
        )
        await door.seats.join(campaign.id, BLUE, "blue")
        assert (
            await refused(door.referees.name(campaign.id, RED, Candidate(FAY)))
            == "referee.others_seated"
        )
        await door.lobby.start(campaign.id, RED, request=there.request())
        assert (
            await refused(door.referees.name(campaign.id, RED, Candidate(FAY)))
            == "referee.too_late"
        )


async def test_later_all_sides_must_agree(tmp_path: Path) -> None:
    """On one, and on one who shall no longer."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        terms, about = await there.door.referees.terms(Candidate(DORA, "Dora", secrets=True))
        made = await there.door.offers.make(
            campaign.id, RED, "referee", request=there.request(), terms=terms, about=about
        )
        assert not made.done
        assert not (await there.door.reader.campaign(campaign.id)).referees
        await there.door.offers.agree(made.offer.id, BLUE, request=there.request())
        assert (await there.door.reader.campaign(campaign.id)).referees == {DORA: True}
        assert [
            json.loads(row["body"])["code"] for row in await letters(there, campaign, "notice")
        ] == ["notice.referee_named_secrets"]
        await proposed(there, campaign, Candidate(DORA, "Dora", secrets=True), ends=True)
        await there.reopen()
        assert not (await there.door.reader.campaign(campaign.id)).referees
        assert [kind for kind, _ in await entered(there, campaign)] == [
            "joined",
            "joined",
            "offer",
            "referee_named",
            "offer",
            "offer",
            "referee_left",
            "offer",
        ]


async def test_who_is_proposed_must_not_have_played(tmp_path: Path) -> None:
    """Whoever sits there or ever did, and whoever has come to since they were proposed."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.door.seats.join(campaign.id, GREEN, "red", ask=True)
        (ask,) = await there.door.seats.asks(campaign.id, RED)
        for one, ends, why in (
            (Candidate(BLUE), False, "referee.has_played"),
            (Candidate(DORA), True, "referee.not_theirs"),
        ):
            terms, about = await there.door.referees.terms(one, ends=ends)
            assert (
                await refused(
                    there.door.offers.make(
                        campaign.id, RED, "referee", request="r", terms=terms, about=about
                    )
                )
                == why
            )
        terms, about = await there.door.referees.terms(Candidate(GREEN))
        made = await there.door.offers.make(
            campaign.id, RED, "referee", request="r", terms=terms, about=about
        )
        await there.door.seats.admit(campaign.id, ask.id, RED)
        assert (
            await refused(there.door.offers.agree(made.offer.id, BLUE, request="a"))
            == "referee.has_played"
        )


async def test_who_referees_takes_no_seat(tmp_path: Path) -> None:
    """Not until they have stopped; and never, once they have looked at a secret."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await proposed(there, campaign, Candidate(DORA, "Dora", secrets=True))
        assert (
            await refused(door.seats.join(campaign.id, DORA, "red", ask=True))
            == "referee.referees_here"
        )
        await door.referees.step_down(campaign.id, DORA)
        assert await refused(door.referees.step_down(campaign.id, DORA)) == "referee.not_yours"
        await door.seats.join(campaign.id, DORA, "red", ask=True)
        await proposed(there, campaign, Candidate(DORA, "Dora", secrets=True))
        (ask,) = await door.seats.asks(campaign.id, RED)
        assert await refused(door.seats.admit(campaign.id, ask.id, RED)) == "campaign.ask_void"
        await looked(there, campaign, DORA)
        await door.referees.step_down(campaign.id, DORA)
        assert (
            await refused(door.seats.join(campaign.id, DORA, "red", ask=True))
            == "referee.has_looked"
        )
        await proposed(there, campaign, Candidate(DORA, "Dora"))
        assert (await door.desk.at_hand(campaign.id)).has_looked(DORA), "appointed anew, too"


async def test_what_was_granted_is_not_accepted_by_a_referee(tmp_path: Path) -> None:
    """A seat is offered, granted to somebody, and then they come to referee."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.vacancies.offer(campaign.id, RED, "")
        await door.seats.join(campaign.id, DORA, "red", ask=True)
        (ask,) = await door.seats.asks(campaign.id, RED)
        await door.seats.admit(campaign.id, ask.id, RED)
        await proposed(there, campaign, Candidate(DORA))
        assert (
            await refused(door.vacancies.accept(campaign.id, ask.id, DORA))
            == "referee.referees_here"
        )


async def test_who_looked_and_is_erased_is_known_again(tmp_path: Path) -> None:
    """By a keyed trace; nothing else is left of them, not even in what was proposed."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await proposed(there, campaign, Candidate(DORA, "Dora", secrets=True))
        await looked(there, campaign, DORA)
        terms, about = await door.referees.terms(Candidate(ERIC, "Eric"))
        await door.offers.make(
            campaign.id, BLUE, "referee", request="eric", terms=terms, about=about
        )
        for one in (DORA, ERIC):
            await door.people.forget(one)
        async with there.database.read() as connection:
            for what in (table, people):
                found = await connection.execute(select(what))
                assert "Dora" not in str(rows := found.all())
                assert str(DORA) not in str(rows)
            assert not (
                await connection.execute(select(offers).where(offers.c.terms.contains("Eric")))
            ).all()
            told = str((await connection.execute(select(journal))).all())
            assert not any(name in told for name in ("Dora", "Eric"))
        assert await rows_of(there, traces)
        assert (
            await refused(door.seats.join(campaign.id, DORA, "red", ask=True))
            == "referee.has_looked"
        )
        assert await door.referees.known(campaign.id, about) is None
        live = await door.desk.at_hand(campaign.id)
        number = live.number_of(RED)
        assert number is not None
        assert await door.referees.known(campaign.id, number) == Known(RED, None)


async def test_who_was_named_is_taken_back_before_anybody_sits_there(tmp_path: Path) -> None:
    """By the creator alone, and only so early; then the place is free for another."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await created(there, Candidate(DORA, "Dora"))
        await door.referees.name(campaign.id, RED, Candidate(ERIC))
        assert await refused(door.referees.unname(campaign.id, BLUE, DORA)) == (
            "campaign.not_creator"
        )
        assert await refused(door.referees.unname(campaign.id, RED, FAY)) == "referee.not_theirs"
        assert (await door.referees.unname(campaign.id, RED, DORA)).referees == {ERIC: False}
        await there.reopen()
        assert (await there.door.reader.campaign(campaign.id)).referees == {ERIC: False}
        await there.door.referees.name(campaign.id, RED, Candidate(FAY))
        await there.door.seats.join(campaign.id, BLUE, "blue")
        assert await refused(there.door.referees.unname(campaign.id, RED, FAY)) == (
            "referee.others_seated"
        )

"""Who may sit down where, and with whose consent; what of it outlives an erasure."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.moderator import CODES, Campaign, Complaint
from bot.moderator.table.desk import Policy
from bot.store.schema import asks, keys, traces
from tests.support.river import BLUE, GREEN, GUILD, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

GREY = 400
HOURS = 3600


async def refused(awaitable: Awaitable[Any]) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Complaint) as caught:
        await awaitable
    assert set(caught.value.params) == set(CODES[caught.value.code])
    return caught.value.code


async def asked_of(there: River, campaign: Campaign, person: int, **more: Any) -> list[int]:
    """Return who waits for a person's consent."""
    return [one.person_id for one in await there.door.seats.asks(campaign.id, person, **more)]


async def letters(there: River, campaign: Campaign, kind: str) -> list[dict[str, Any]]:
    """Return the direct messages of a kind that were ordered."""
    return [row for row in await there.rows(campaign) if row["kind"] == kind]


async def rows_of(there: River, table: Any) -> int:
    """Return how many rows a table has."""
    async with there.database.read() as connection:
        return len((await connection.execute(select(table))).all())


# ------------------------------------------------------------------------ consent


async def test_a_held_side_is_joined_with_a_members_consent(tmp_path: Path) -> None:
    """Its members are asked, nobody else, once each; any of them grants it, nobody else."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.open_campaign()
        version = (await door.reader.look(campaign.id)).version
        after = await door.seats.join(campaign.id, GREEN, "red", ask=True)
        await door.seats.join(campaign.id, GREEN, "red", ask=True)

        assert after.seat_of(GREEN) is None
        assert len(await letters(there, campaign, "ask")) == 1
        assert (await door.reader.look(campaign.id)).version == version
        assert await asked_of(there, campaign, RED) == [GREEN]
        for other in (BLUE, GREEN, GREY):
            assert await asked_of(there, campaign, other) == []
        assert await asked_of(there, campaign, GREY, manages=True) == []
        (one,) = await door.seats.asks(campaign.id, RED)
        for other in (BLUE, GREEN, GREY):
            code = await refused(door.seats.admit(campaign.id, one.id, other))
            assert code == "campaign.not_yours_to_grant"
        by_host = await refused(door.seats.admit(campaign.id, one.id, GREY, manages=True))
        assert by_host == "campaign.not_yours_to_grant"

        after, _ = await door.seats.admit(campaign.id, one.id, RED)
        assert after.seats["red"] == (RED, GREEN)
        assert await refused(door.seats.admit(campaign.id, one.id, RED)) == "campaign.ask_settled"
        (told,) = await letters(there, campaign, "notice")
        assert "notice.let_in" in told["body"]


async def test_an_empty_side_of_a_running_game(tmp_path: Path) -> None:
    """The other side grants it, or people who manage the server; nobody grants it to themself."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.lobby.leave(campaign.id, RED)
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        there.watch.forward(seconds=1)
        await door.seats.join(campaign.id, GREY, "red", ask=True)

        assert await asked_of(there, campaign, BLUE) == [GREEN, GREY]
        assert await asked_of(there, campaign, GREEN, manages=True) == [GREY]
        first, second = await door.seats.asks(campaign.id, BLUE)
        assert await refused(door.seats.admit(campaign.id, first.id, RED)) == (
            "campaign.not_yours_to_grant"
        )
        await door.seats.admit(campaign.id, first.id, 999, manages=True)
        # Now it has a member: who comes next is theirs to judge, and no longer the others'.
        assert await asked_of(there, campaign, BLUE) == []
        assert await asked_of(there, campaign, 999, manages=True) == []
        assert await asked_of(there, campaign, GREEN) == [GREY]
        assert await refused(door.seats.admit(campaign.id, second.id, BLUE)) == (
            "campaign.not_yours_to_grant"
        )


async def test_a_side_without_members_is_free_before_the_start(tmp_path: Path) -> None:
    """Whoever comes first sits down; who has asked for it before needs nobody any more."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.open_campaign()
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        (one,) = await door.seats.asks(campaign.id, RED)
        await door.lobby.leave(campaign.id, RED)

        assert (await door.seats.join(campaign.id, GREEN, "red")).seats["red"] == (GREEN,)
        assert await refused(door.seats.admit(campaign.id, one.id, BLUE)) == "campaign.ask_settled"
        assert await rows_of(there, asks) == 0


async def test_a_refusal_holds_for_a_day(tmp_path: Path) -> None:
    """Nobody is asked again and again, from whichever side; nor does an erasure help."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.open_campaign()
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        (one,) = await door.seats.asks(campaign.id, RED)
        await door.seats.turn_away(campaign.id, one.id, RED)

        assert await refused(door.seats.admit(campaign.id, one.id, RED)) == "campaign.ask_settled"
        for seat in ("red", "blue"):
            code = await refused(door.seats.join(campaign.id, GREEN, seat, ask=True))
            assert code == "campaign.refused_lately"
        await door.people.forget(GREEN)
        assert await refused(door.seats.join(campaign.id, GREEN, "red", ask=True)) == (
            "campaign.refused_lately"
        )
        there.watch.forward(hours=24)
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        (again,) = await door.seats.asks(campaign.id, RED)
        assert again.id != one.id


async def test_not_everybody_at_once(tmp_path: Path) -> None:
    """A crowd cannot fill the table's messages."""
    async with river(tmp_path, policy=Policy(asks=2)) as there:
        door, campaign = there.door, await there.open_campaign()
        for person in (GREEN, GREY):
            await door.seats.join(campaign.id, person, "red", ask=True)
        crowd = await refused(door.seats.join(campaign.id, 999, "red", ask=True))
        assert crowd == "campaign.too_many_ask"


async def test_what_is_asked_is_looked_at_again(tmp_path: Path) -> None:
    """Who sits on the other side meanwhile, or when it is over, is let in no more."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        await door.lobby.leave(campaign.id, RED)
        await door.seats.join(campaign.id, GREEN, "red", ask=True)
        (one,) = await door.seats.asks(campaign.id, BLUE)
        await there.reopen()
        door = there.door
        assert await asked_of(there, campaign, BLUE) == [GREEN]
        await door.lobby.leave(campaign.id, BLUE, ends=True)
        assert await refused(door.seats.admit(campaign.id, one.id, BLUE)) == "campaign.over"
        assert await asked_of(there, campaign, BLUE) == []
        assert await rows_of(there, asks) == 0


# ------------------------------------------------------------------------- traces


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after a restart"])
async def test_an_erasure_lets_nobody_change_sides(tmp_path: Path, again: bool) -> None:
    """They leave, are erased, and are still known at that table until it is over."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.door.lobby.leave(campaign.id, RED)
        await there.door.people.forget(RED)
        if again:
            await there.reopen()
        door = there.door
        await there.let_in(campaign, GREEN, "red", by=BLUE)
        await door.lobby.leave(campaign.id, BLUE)

        for ask in (False, True):
            code = await refused(door.seats.join(campaign.id, RED, "blue", ask=ask))
            assert code == "campaign.was_other_side"
        await door.people.forget(RED)  # nothing is left to erase: the trace is not their number's
        assert await refused(door.seats.join(campaign.id, RED, "blue", ask=True)) == (
            "campaign.was_other_side"
        )
        # BLUE, who has not been erased, may come back; others are told nothing of any of it.
        assert (await door.seats.join(campaign.id, BLUE, "blue")).seats["blue"] == (BLUE,)


async def test_a_trace_goes_with_the_campaigns_end(tmp_path: Path) -> None:
    """Key and all: nothing is left by which anybody could be recognised."""
    async with river(tmp_path) as there:
        campaign, other = await there.started(), await there.started(channel=71)
        await there.door.people.forget(RED)
        assert (await rows_of(there, keys), await rows_of(there, traces)) == (2, 2)
        await there.door.lobby.leave(campaign.id, BLUE, ends=True)
        assert (await rows_of(there, keys), await rows_of(there, traces)) == (1, 1)
        await there.door.play.resign(other.id, BLUE, request="resign")
        assert (await rows_of(there, keys), await rows_of(there, traces)) == (0, 0)


async def test_a_trace_holds_no_account(tmp_path: Path) -> None:
    """The same person leaves different traces at two tables; none of them holds the id."""
    async with river(tmp_path) as there:
        await there.started()
        await there.started(channel=71)
        await there.door.people.forget(RED)
        async with there.database.read() as connection:
            marks = (await connection.execute(select(traces.c.mark))).scalars().all()
        assert len(set(marks)) == 2
        assert not any(str(RED).encode() in mark for mark in marks)


async def test_what_an_erased_creator_had_open_ends_or_counts(tmp_path: Path) -> None:
    """An empty table of theirs is over, its channel free; others count against their number."""
    async with river(tmp_path, policy=Policy(most_open=2)) as there:
        door = there.door
        empty = await create(there, 70)
        joined = await create(there, 71)
        await door.seats.join(joined.id, BLUE, "blue")
        assert await refused(create(there, 72)) == "campaign.too_many_open"
        await door.people.forget(RED)

        assert (await door.reader.campaign(empty.id)).status == "over"
        assert (await door.reader.campaign(joined.id)).status == "open"
        await create(there, 73)
        assert await refused(create(there, 74)) == "campaign.too_many_open"
        await door.lobby.leave(joined.id, BLUE, ends=True)
        await create(there, 75)


async def create(there: River, channel: int, **more: Any) -> Campaign:
    """Let RED create a campaign."""
    return await there.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=channel,
        person_id=RED,
        language="en",
        **more,
    )

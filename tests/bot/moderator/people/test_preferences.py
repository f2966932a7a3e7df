"""What people wish: kept, told to whoever goes by it, read by clocks, and erased."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from bot.clock import to_ms
from bot.clock.hours import Hours
from bot.clock.reminding import USUAL, Reminders
from bot.clock.resting import Rest
from bot.clock.spans import Span
from bot.moderator import Complaint
from bot.moderator.people.preferences import DAY, Preferred
from bot.store import preferences
from bot.store.schema import aways, people
from tests.support.river import BLUE, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")


async def _refused(asked: Awaitable[object]) -> str:
    with pytest.raises(Complaint) as told:
        await asked
    return told.value.code


async def _rests(there: River) -> dict[int, Rest]:
    async with there.database.read() as connection:
        found = await connection.execute(select(people.c.id, people.c.discord_id))
        accounts = {row.id: row.discord_id for row in found}
        rests = await preferences.rests_of(connection, tuple(accounts))
    return {accounts[person]: rest for person, rest in rests.items()}


async def test_what_is_wished_outlives_a_restart(tmp_path: Path) -> None:
    """Each wish by itself; whoever has said nothing has what is usual."""
    async with river(tmp_path) as there:
        await there.started()
        door = there.door.preferences
        assert await door.of(RED) == await door.of(999) == Preferred()
        now = to_ms(there.watch.now)
        await door.set_language(RED, "es")
        await door.set_zone(RED, "Europe/Madrid")
        await door.set_hours(RED, (22 * 60, 8 * 60))
        await door.set_reminders(RED, Reminders((48,), 12, "channel"))
        await door.set_receipts(RED, False)
        await door.set_experience(RED, "some")
        said = await door.go_away(RED, now + DAY, now + 3 * DAY)

        await there.reopen()

        assert await there.door.preferences.of(RED) == said
        assert said == Preferred(
            language="es",
            zone="Europe/Madrid",
            hours=Hours("Europe/Madrid", 22 * 60, 8 * 60),
            aways=(Span(now + DAY, now + 3 * DAY),),
            reminders=Reminders((48,), 12, "channel"),
            receipts=False,
            experience="some",
        )
        assert await there.door.preferences.of(BLUE) == Preferred()
        assert await _rests(there) == {RED: Rest(said.hours, said.aways)}


async def test_they_can_be_taken_back(tmp_path: Path) -> None:
    """No hours, the usual reminders, no word on experience, the language of one's Discord."""
    async with river(tmp_path) as there:
        await there.started()
        door = there.door.preferences
        await door.set_zone(RED, "Asia/Tokyo")
        await door.set_hours(RED, (60, 120))
        await door.set_reminders(RED, Reminders((), 0, "never"))
        await door.set_experience(RED, "many")
        await door.set_language(RED, "es")

        await door.set_hours(RED, (60, 60))
        await door.set_reminders(RED, USUAL)
        await door.set_experience(RED, None)
        found = await door.set_language(RED, None)

        assert found == Preferred(zone="Asia/Tokyo")
        assert await _rests(there) == {}
        assert await door.language(RED) is door.language_at_hand(RED) is None


async def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    """And changes nothing, nor is anything kept of somebody who was refused."""
    async with river(tmp_path) as there:
        door, now = there.door.preferences, to_ms(there.watch.now)
        assert await _refused(door.set_zone(RED, "Mars/Base")) == "preferences.zone_unknown"
        assert await _refused(door.set_hours(RED, (0, 60))) == "preferences.zone_first"
        assert await _refused(door.go_away(RED, now, now)) == "preferences.away_order"
        assert await _refused(door.go_away(RED, now - DAY, now - 1)) == "preferences.away_order"
        assert await _refused(door.go_away(RED, now, now + 367 * DAY)) == "preferences.away_far"
        async with there.database.read() as connection:
            assert await connection.scalar(select(func.count()).select_from(people)) == 0
        await door.set_zone(RED, "UTC")
        assert await _refused(door.set_hours(RED, (0, 721))) == "preferences.hours_long"


async def test_being_away_is_put_together_and_ends(tmp_path: Path) -> None:
    """What overlaps is one, what is past cannot be added, coming back ends what is under way."""
    async with river(tmp_path) as there:
        door, now = there.door.preferences, to_ms(there.watch.now)
        await door.go_away(RED, now - DAY, now + 2 * DAY)
        await door.go_away(RED, now + 5 * DAY, now + 6 * DAY)
        found = await door.go_away(RED, now + DAY, now + 3 * DAY)
        assert found.aways == (Span(now, now + 3 * DAY), Span(now + 5 * DAY, now + 6 * DAY))
        assert found.away(now) == found.aways[0]

        there.watch.forward(days=1)
        back = await door.come_back(RED)
        assert back.aways == (Span(now + 5 * DAY, now + 6 * DAY),)
        assert (await _rests(there))[RED].away == (Span(now, now + DAY), *back.aways)
        assert (await door.come_back(RED)).aways == back.aways
        assert (await door.come_back(RED, now + 5 * DAY)).aways == ()
        for day in range(10):
            await door.go_away(RED, now + (10 + 2 * day) * DAY, now + (11 + 2 * day) * DAY)
        asked = door.go_away(RED, now + 60 * DAY, now + 61 * DAY)
        assert await _refused(asked) == "preferences.away_many"

        there.watch.forward(days=45)
        await door.go_away(BLUE, to_ms(there.watch.now), to_ms(there.watch.now) + DAY)
        assert (await door.of(RED)).aways == ()
        async with there.database.read() as connection:
            kept = await connection.scalars(select(aways.c.until_at))
        assert min(kept) >= to_ms(there.watch.now) - 30 * DAY


async def test_whoever_goes_by_it_is_told_once_it_is_saved(tmp_path: Path) -> None:
    """By our number; of what changes nothing, or concerns no clock, nobody is told."""
    async with river(tmp_path) as there:
        await there.started()
        door, now = there.door.preferences, to_ms(there.watch.now)
        told: list[tuple[int, Preferred]] = []

        async def hear(person: int) -> None:
            told.append((person, await door.of(RED)))

        door.after_change = (hear,)
        await door.set_zone(RED, "UTC")
        await door.set_zone(RED, "UTC")
        await door.set_receipts(RED, False)
        await door.set_reminders(RED, Reminders((48,), 12, "channel"))
        await door.set_hours(RED, (0, 60))
        away = await door.go_away(RED, now, now + DAY)
        back = await door.come_back(RED)
        await door.come_back(RED)

        async with there.database.read() as connection:
            number = await connection.scalar(select(people.c.id).where(people.c.discord_id == RED))
        assert {person for person, _ in told} == {number}
        assert [one.aways for _, one in told] == [(), (), away.aways, back.aways]


async def test_what_cannot_be_read_any_more_is_as_usual(tmp_path: Path) -> None:
    """A zone that a later list does not have takes nothing else with it."""
    async with river(tmp_path) as there:
        await there.started()
        await there.door.preferences.set_receipts(RED, False)
        async with there.database.write() as connection:
            odd = {"zone": "Gone/City", "quiet": "[1,2]", "reminders": "{", "experience": "?"}
            await connection.execute(update(people).values(odd))

        assert await there.door.preferences.of(RED) == Preferred(receipts=False)
        assert await _rests(there) == {}


async def test_erasing_a_person_takes_it_away(tmp_path: Path) -> None:
    """From the file and from memory."""
    async with river(tmp_path) as there:
        await there.started()
        door, now = there.door.preferences, to_ms(there.watch.now)
        await door.set_language(RED, "es")
        await door.go_away(RED, now, now + DAY)

        await there.door.people.forget(RED)

        assert await door.of(RED) == Preferred()
        assert await door.language(RED) is None
        async with there.database.read() as connection:
            assert await connection.scalar(select(func.count()).select_from(aways)) == 0

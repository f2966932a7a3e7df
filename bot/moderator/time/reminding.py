"""Reminders: a word to whoever is awaited, when they wish for one, over all their tables at once.

Nothing lies in the outbox beforehand: what is due is found at each beat, from the clocks that run,
and ordered then, so that it holds nothing else up; at its delivery it is asked once more whether
they are awaited still. Which clocks run is public, and so is all that a reminder hangs on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.clock.resting import Rest, may_write
from bot.moderator.table.desk import Desk
from bot.store import clocks, outbox, people, preferences, remembered, reminders
from bot.store.clocks import Awaited
from bot.store.outbox import NewRow
from engine.api import Seat

HOUR_MS: Final = 3_600_000
LONGEST_QUIET: Final = 13 * HOUR_MS
"""Longer than quiet hours hold anything back, the changes of summer time included."""


@dataclass(frozen=True, slots=True)
class Due:
    """A table at which somebody is awaited: which, for which seat, and until when (ms)."""

    campaign: str
    seat: Seat
    until: int


class Reminding:
    """Reminds people."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def look(self, now: int) -> None:
        """Order the reminders that are due by an instant, and note that it was done.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            noted = await remembered.get(connection, remembered.REMINDED)
            running = await clocks.awaited_people(connection)
            awaited = tuple(one for one in running if not self._desk.halts.hold(one.campaign))
            wished = await reminders.due(connection, now)
            since = now if noted is None else int(noted)
            rests = await preferences.rests_of(connection, _near(awaited, since, now))
        found: dict[int, list[Awaited]] = defaultdict(list)
        for one in awaited:
            if one.person in wished or _is_due(one, rests.get(one.person, Rest()), since, now):
                found[one.person].append(one)
        async with self._desk.database.read() as connection:
            rows = [
                row for row in _rows(found, now) if not await outbox.exists(connection, row.nonce)
            ]
        writes = [*reminders.drop(wished), *([outbox.add(rows, now)] if rows else [])]
        if writes:
            await self._desk.database.save(writes)
        async with self._desk.database.write() as connection:
            await remembered.put(connection, remembered.REMINDED, str(now))

    async def later(self, person_id: int, hours: int) -> int:
        """Remind a person once more in so many hours; return when, in ms.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        at = self._desk.now() + hours * HOUR_MS
        async with self._desk.database.read() as connection:
            person = await people.number(connection, person_id)
        if person is not None:
            await self._desk.database.save(reminders.put(person, at))
        return at

    async def of(self, person: int) -> tuple[Due, ...]:
        """Return where somebody is awaited and their clock runs, what is due first before.

        Args:
            person: Our number of them.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            found = await clocks.awaiting(connection, person)
        return tuple(Due(*one) for one in found)

    async def by_channel(self, person: int, now: int) -> None:
        """Remind somebody who takes no direct messages where the first of their tables is.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        first = next(iter(await self.of(person)), None)
        if first is None:
            return
        row = _in_channel(person, first.campaign, now)
        async with self._desk.database.read() as connection:
            known = await outbox.exists(connection, row.nonce)
        if not known:
            await self._desk.database.save([outbox.add([row], now)])
            self._desk.tell()


def _near(awaited: Iterable[Awaited], since: int, now: int) -> list[int]:
    """Return the people of whom a reminder may be due, but for when they rest."""
    found = {one.person for one in awaited if any(_instants(one, since - LONGEST_QUIET, now))}
    return sorted(found)


def _is_due(one: Awaited, rest: Rest, since: int, now: int) -> bool:
    """Say whether somebody is to be reminded of a table between two instants.

    Quiet hours hold a reminder back; who is away gets none.
    """
    hours = Rest(rest.hours)
    for at in _instants(one, since - LONGEST_QUIET, now):
        held = may_write(hours, at)
        if since < held <= now and held < one.due_at:
            return not any(span.start <= held < span.end for span in rest.away)
    return False


def _instants(one: Awaited, since: int, now: int) -> Iterator[int]:
    """Yield when somebody wishes to be reminded of a table, after one instant and by another."""
    wish = preferences.reminders_in(one.reminders)
    if wish.by == "never":
        return
    for hours in wish.before:
        at = one.due_at - hours * HOUR_MS
        if since < at <= now and at > one.since:
            yield at
    if wish.every:
        span = wish.every * HOUR_MS
        last = (min(now, one.due_at - 1) - one.since) // span
        at = one.since + last * span
        if last > 0 and since < at <= now:
            yield at


def _rows(found: Mapping[int, Sequence[Awaited]], now: int) -> Iterator[NewRow]:
    """Yield a reminder for each person, of all their tables, in the way that they wish for."""
    for person, tables in found.items():
        first = min(tables, key=lambda one: one.due_at)
        if preferences.reminders_in(first.reminders).by == "channel":
            yield _in_channel(person, first.campaign, now)
        else:
            yield NewRow(
                campaign=first.campaign,
                kind="reminder",
                person=person,
                first_seq=0,
                last_seq=0,
                body={},
                nonce=f"rem-{person}-{now // 60_000}",
            )


def _in_channel(person: int, campaign: str, now: int) -> NewRow:
    return NewRow(
        campaign=campaign,
        kind="reminder",
        person=None,
        first_seq=0,
        last_seq=0,
        body={"person": person},
        nonce=f"rec-{person}-{now // 60_000}",
    )

"""What people have said of themselves: language, zone, quiet hours, reminders, receipts."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import reminding
from bot.clock.hours import Hours
from bot.clock.reminding import USUAL, Reminders
from bot.clock.resting import Rest
from bot.store import aways
from bot.store.schema import people


@dataclass(frozen=True, slots=True)
class PreferencesRow:
    """What is on file of a person; whoever has said nothing has what stands here."""

    speaks: str | None = None
    zone: str | None = None
    quiet: str | None = None
    reminders: str | None = None
    receipts: bool = True
    experience: str | None = None


_COLUMNS = [people.c[one.name] for one in fields(PreferencesRow)]


async def get(connection: AsyncConnection, person: int) -> PreferencesRow:
    """Return what a person prefers."""
    found = await connection.execute(select(*_COLUMNS).where(people.c.id == person))
    row = found.one_or_none()
    return PreferencesRow() if row is None else PreferencesRow(*row)


_SPEAKS = select(people.c.speaks).where(people.c.discord_id == bindparam("account"))


async def language(connection: AsyncConnection, discord_id: int) -> str | None:
    """Return the language that a person has chosen, if they have."""
    found = await connection.execute(_SPEAKS, {"account": discord_id})
    return found.scalar_one_or_none()


async def put(connection: AsyncConnection, person: int, row: PreferencesRow) -> None:
    """Keep what a person prefers."""
    await connection.execute(update(people).where(people.c.id == person).values(asdict(row)))


_RECEIPTS = select(people.c.receipts).where(people.c.id == bindparam("whose"))


async def wants_receipts(connection: AsyncConnection, person: int) -> bool:
    """Say whether a person's secret orders are confirmed by direct message."""
    found = await connection.execute(_RECEIPTS, {"whose": person})
    return found.scalar_one_or_none() is not False


_QUIET = select(people.c.id, people.c.zone, people.c.quiet).where(
    people.c.id.in_(bindparam("persons", expanding=True)), people.c.quiet.is_not(None)
)


async def rests_of(connection: AsyncConnection, persons: Collection[int]) -> Mapping[int, Rest]:
    """Return when people rest, by our number of them; those who never do are not there."""
    if not persons:
        return {}
    rows = await connection.execute(_QUIET, {"persons": list(persons)})
    quiet = {person: hours_of(zone, kept) for person, zone, kept in rows}
    away = await aways.of_each(connection, persons)
    found = {one: Rest(quiet.get(one), away.get(one, ())) for one in (*quiet, *away)}
    return {person: rest for person, rest in found.items() if rest != Rest()}


def hours_of(zone: str | None, quiet: str | None) -> Hours | None:
    """Return the quiet hours that are on file; none where they cannot be read.

    So it is where a later list of zones does not have theirs.
    """
    if zone is None or quiet is None:
        return None
    try:
        start, end = json.loads(quiet)
        return Hours(zone, start, end)
    except (TypeError, ValueError):
        return None


def reminders_in(kept: str | None) -> Reminders:
    """Return when a person wishes to be reminded, by what is on file; as usual where it is bad."""
    try:
        return reminding.read(kept)
    except ValueError:
        return USUAL

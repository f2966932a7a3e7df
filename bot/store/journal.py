"""What happened at a table beside the game itself, in order; entries are only ever added."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Select, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import passed_over
from bot.store.schema import journal
from engine.api import Seat

Audience = str
"""Who may read an entry: "all", everybody; "end", referees, and everybody once the campaign is
over; or as :func:`of_side` has it."""


def of_side(seat: Seat) -> Audience:
    """Return the audience of a seat and of referees who may look at secrets.

    Once what was secret is open, everybody belongs to it.
    """
    return f"seat/{seat}"


LOOKED: Final = "looked"
"""The kind of the entry that a referee has looked at what only some may know."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What a writer gives.

    Attributes:
        campaign: Where.
        version: Its public version: behind what in the log the entry stands.
        kind: What happened.
        body: What its sentence needs; nothing that anybody of its audience may not know.
        person: Who did it, by our number of them; ``None`` is the bot.
        audience: Who may read it.
        request: Idempotency key of what led to it: there is one entry of each.
    """

    campaign: str
    version: int
    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    person: int | None = None
    audience: Audience = "all"
    request: str | None = None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as stored; fields as above, with its number and when it was entered."""

    id: int
    campaign: str
    at: int
    version: int
    person: int | None
    kind: str
    body: Mapping[str, Any]
    audience: str
    request: str | None = None


_ADD = insert(journal).values({c.name: bindparam(c.name) for c in journal.c if c.name != "id"})


def add(entries: Sequence[NewEntry], at: int) -> Write:
    """Enter what happened; there must be at least one entry."""
    return Write(
        _ADD,
        [
            {
                "campaign": one.campaign,
                "at": at,
                "version": one.version,
                "person": one.person,
                "kind": one.kind,
                "body": dumps(dict(one.body)),
                "audience": one.audience,
                "request": one.request,
            }
            for one in entries
        ],
    )


OPEN: Final[tuple[Audience, ...]] = ("all",)
"""What everybody may read at any time."""
WHOLE: Final[tuple[Audience, ...]] = ("all", "end")
"""What referees may read, and everybody once the campaign is over."""


async def page(
    connection: AsyncConnection,
    campaign: str,
    audiences: Sequence[Audience],
    *,
    skip: int,
    most: int,
) -> tuple[EntryRow, ...]:
    """Return the newest entries for some audiences but the first to *skip*, newest first."""
    query = (
        select(journal)
        .where(journal.c.campaign == campaign, journal.c.audience.in_(audiences))
        .order_by(journal.c.id.desc())
        .offset(skip)
        .limit(most)
    )
    return await _read(connection, query)


async def between(
    connection: AsyncConnection,
    campaign: str,
    audiences: Sequence[Audience],
    *,
    first: int,
    before: int | None,
    most: int,
) -> tuple[EntryRow, ...]:
    """Return the newest entries from public version *first* on, in order; see :func:`page`."""
    query = select(journal).where(
        journal.c.campaign == campaign,
        journal.c.audience.in_(audiences),
        journal.c.version >= first,
    )
    if before is not None:
        query = query.where(journal.c.version < before)
    return tuple(reversed(await _read(connection, query.order_by(journal.c.id.desc()).limit(most))))


async def looks(connection: AsyncConnection, campaign: str) -> tuple[EntryRow, ...]:
    """Return all entries of somebody having looked at a secret, in order."""
    query = select(journal).where(journal.c.campaign == campaign, journal.c.kind == LOOKED)
    return await _read(connection, query.order_by(journal.c.id))


async def _read(connection: AsyncConnection, query: Select[Any]) -> tuple[EntryRow, ...]:
    """Return the entries of a selection but those that cannot be read, of which is told."""
    entries = []
    for row in await connection.execute(query):
        with passed_over(connection, f"campaign {row.campaign}: entry {row.id} of its journal"):
            entries.append(_entry(row))
    return tuple(entries)


async def count(connection: AsyncConnection, campaign: str, audiences: Sequence[Audience]) -> int:
    """Return how many entries these audiences may read."""
    found = await connection.execute(
        select(func.count()).where(
            journal.c.campaign == campaign, journal.c.audience.in_(audiences)
        )
    )
    return int(found.scalar_one())


def _entry(row: Any) -> EntryRow:
    return EntryRow(**{**row._mapping, "body": json.loads(row.body)})  # noqa: SLF001 - documented


async def has(connection: AsyncConnection, request: str) -> bool:
    """Say whether a request has led to an entry."""
    found = await connection.execute(select(journal.c.id).where(journal.c.request == request))
    return found.first() is not None


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let no entry name a person any more, by our number of them."""
    await connection.execute(update(journal).where(journal.c.person == person).values(person=None))

"""Actions that stand and wait for real dice: what is on file of them until they are done.

An action is no row of the log before all its dice are known. What it was, who ordered it and what
was rolled for it so far is kept here, one a campaign, and goes in the transaction that enters it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import reading
from bot.store.log import Cause
from bot.store.schema import pending_rolls
from engine.api import Seat
from engine.dice import Entry


@dataclass(frozen=True, slots=True)
class PendingRow:
    """An action that waits for dice; fields as in ``bot.store.schema``."""

    campaign: str
    seat: Seat
    person: int | None
    kind: str
    body: str
    request: str
    cause: Cause
    version: int
    asked: int
    entries: tuple[Entry, ...]
    purpose: str
    count: int
    sides: int
    sending: Mapping[str, Any] | None = None


_PUT = insert(pending_rolls).values({c.name: bindparam(c.name) for c in pending_rolls.c})
_DROP = delete(pending_rolls).where(pending_rolls.c.campaign == bindparam("which"))


def put(row: PendingRow) -> list[Write]:
    """Keep an action that waits, in place of what was known of it before."""
    entries = [[list(one.values), one.seat] for one in row.entries]
    values = {
        "campaign": row.campaign,
        "seat": row.seat,
        "person": row.person,
        "kind": row.kind,
        "body": row.body,
        "request": row.request,
        "cause": row.cause,
        "version": row.version,
        "asked": row.asked,
        "entries": dumps(entries),
        "purpose": row.purpose,
        "count": row.count,
        "sides": row.sides,
        "sending": None if row.sending is None else dumps(dict(row.sending)),
    }
    return [*ended(row.campaign), Write(_PUT, values)]


def ended(campaign: str) -> list[Write]:
    """Let go what waits in a campaign: it is done, or will not be any more."""
    return [Write(_DROP, {"which": campaign})]


_GET = select(pending_rolls).where(pending_rolls.c.campaign == bindparam("which"))


async def get(connection: AsyncConnection, campaign: str) -> PendingRow | None:
    """Return the action that waits for dice in a campaign, if one does."""
    found = await connection.execute(_GET, {"which": campaign})
    row = found.one_or_none()
    return None if row is None else _row(row)


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let no action that waits name a person any more, by our number of them."""
    await connection.execute(
        update(pending_rolls).where(pending_rolls.c.person == person).values(person=None)
    )


def _row(row: Row[Any]) -> PendingRow:
    with reading(f"campaign {row.campaign}: its action that waits for dice"):
        values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's documented name
        values["entries"] = _entries(json.loads(row.entries))
        values["sending"] = None if row.sending is None else {**json.loads(row.sending)}
        values["cause"] = cast("Cause", row.cause)
        return PendingRow(**values)


def _entries(raw: Sequence[tuple[list[int], str]]) -> tuple[Entry, ...]:
    return tuple(Entry(tuple(values), seat) for values, seat in raw)

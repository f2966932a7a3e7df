"""Unfinished dialogues."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import dumps
from bot.store.damage import passed_over
from bot.store.schema import drafts


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A dialogue as stored."""

    id: str
    campaign: str
    person: int
    kind: str
    filled: Mapping[str, str]
    expires_at: int
    branch: int = 0


async def put(connection: AsyncConnection, row: DraftRow) -> None:
    """Store a new dialogue in place of the person's earlier one of its kind."""
    await connection.execute(
        delete(drafts).where(
            drafts.c.campaign == row.campaign,
            drafts.c.person == row.person,
            drafts.c.kind == row.kind,
        )
    )
    await connection.execute(
        insert(drafts).values(
            id=row.id,
            campaign=row.campaign,
            person=row.person,
            kind=row.kind,
            filled=dumps(dict(row.filled)),
            expires_at=row.expires_at,
            branch=row.branch,
        )
    )


async def get(connection: AsyncConnection, draft: str, person: int, now: int) -> DraftRow | None:
    """Return a person's own dialogue that has not expired."""
    found = await connection.execute(
        select(drafts).where(
            drafts.c.id == draft, drafts.c.person == person, drafts.c.expires_at > now
        )
    )
    return await _read(connection, found.one_or_none())


async def last(
    connection: AsyncConnection, campaign: str, person: int, kind: str, now: int
) -> DraftRow | None:
    """Return a person's dialogue of a kind in a campaign that has not expired."""
    found = await connection.execute(
        select(drafts).where(
            drafts.c.campaign == campaign,
            drafts.c.person == person,
            drafts.c.kind == kind,
            drafts.c.expires_at > now,
        )
    )
    return await _read(connection, found.one_or_none())


async def _read(connection: AsyncConnection, row: Row[Any] | None) -> DraftRow | None:
    if row is None:
        return None
    with passed_over(connection, f"campaign {row.campaign}: dialogue {row.id}"):
        filled = {**json.loads(row.filled)}
        return DraftRow(
            row.id, row.campaign, row.person, row.kind, filled, row.expires_at, row.branch
        )
    return None


async def fill(
    connection: AsyncConnection, row: DraftRow, filled: Mapping[str, str], expires_at: int
) -> None:
    """Replace what is filled in."""
    await connection.execute(
        update(drafts)
        .where(drafts.c.id == row.id)
        .values(filled=dumps(dict(filled)), expires_at=expires_at)
    )


async def drop(connection: AsyncConnection, draft: str, person: int) -> None:
    """End a dialogue."""
    await connection.execute(delete(drafts).where(drafts.c.id == draft, drafts.c.person == person))


_EXPIRED = delete(drafts).where(drafts.c.expires_at <= bindparam("now"))


async def sweep(connection: AsyncConnection, now: int) -> None:
    """Delete what has expired."""
    await connection.execute(_EXPIRED, {"now": now})

"""What one referee proposes, until a second one confirms it or the campaign goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import passed_over
from bot.store.schema import motions


@dataclass(frozen=True, slots=True)
class MotionRow:
    """A proposal as stored; fields as in ``bot.store.schema``."""

    campaign: str
    id: str
    person: int
    kind: str
    reason: str
    version: int
    branch: int
    at: int
    body: Mapping[str, Any] = field(default_factory=dict)


_PUT = insert(motions).values({c.name: bindparam(c.name) for c in motions.c})
_DROP = delete(motions).where(motions.c.campaign == bindparam("which"))


def put(row: MotionRow) -> list[Write]:
    """Store a proposal in place of the campaign's one before."""
    return [
        *ended(row.campaign),
        Write(
            _PUT,
            {
                "campaign": row.campaign,
                "id": row.id,
                "person": row.person,
                "kind": row.kind,
                "body": dumps(dict(row.body)),
                "reason": row.reason,
                "version": row.version,
                "branch": row.branch,
                "at": row.at,
            },
        ),
    ]


def ended(campaign: str) -> list[Write]:
    """Let a campaign's proposal go, if there is one."""
    return [Write(_DROP, {"which": campaign})]


async def of(connection: AsyncConnection, campaign: str) -> MotionRow | None:
    """Return what is proposed in a campaign, void or not."""
    found = await connection.execute(select(motions).where(motions.c.campaign == campaign))
    row = found.one_or_none()
    if row is None:
        return None
    with passed_over(connection, f"campaign {campaign}: motion {row.id}"):
        values = row._mapping  # noqa: SLF001 - SQLAlchemy's documented name
        return MotionRow(**{**values, "body": json.loads(row.body)})
    return None


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let what a person has proposed go, by our number of them."""
    await connection.execute(delete(motions).where(motions.c.person == person))

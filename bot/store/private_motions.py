"""What a side proposes to be put right of what it keeps secret, until that is settled."""

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
from bot.store.schema import private_motions
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class PrivateRow:
    """A proposal as stored; fields as in ``bot.store.schema``."""

    campaign: str
    seat: Seat
    id: str
    person: int
    reason: str
    steps: int
    branch: int
    at: int
    body: Mapping[str, Any] = field(default_factory=dict)


_PUT = insert(private_motions).values({c.name: bindparam(c.name) for c in private_motions.c})
_DROP = delete(private_motions).where(
    private_motions.c.campaign == bindparam("which"), private_motions.c.seat == bindparam("whose")
)
_DROP_ALL = delete(private_motions).where(private_motions.c.campaign == bindparam("which"))


def put(row: PrivateRow) -> list[Write]:
    """Store a proposal in place of its seat's one before."""
    return [
        settled(row.campaign, row.seat),
        Write(
            _PUT,
            {
                "campaign": row.campaign,
                "seat": row.seat,
                "id": row.id,
                "person": row.person,
                "body": dumps(dict(row.body)),
                "reason": row.reason,
                "steps": row.steps,
                "branch": row.branch,
                "at": row.at,
            },
        ),
    ]


def settled(campaign: str, seat: Seat) -> Write:
    """Let a seat's proposal go, if there is one."""
    return Write(_DROP, {"which": campaign, "whose": seat})


def ended(campaign: str) -> list[Write]:
    """Let all proposals of a campaign go."""
    return [Write(_DROP_ALL, {"which": campaign})]


async def of(connection: AsyncConnection, campaign: str) -> tuple[PrivateRow, ...]:
    """Return what is proposed in a campaign, void or not, by seat."""
    found = await connection.execute(
        select(private_motions)
        .where(private_motions.c.campaign == campaign)
        .order_by(private_motions.c.seat)
    )
    rows = []
    for row in found:
        with passed_over(connection, f"campaign {campaign}: private motion {row.id}"):
            values = row._mapping  # noqa: SLF001 - SQLAlchemy's documented name
            rows.append(PrivateRow(**{**values, "body": json.loads(row.body)}))
    return tuple(rows)


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let what a person has proposed go, by our number of them."""
    await connection.execute(delete(private_motions).where(private_motions.c.person == person))

"""Who asks for a seat that others must grant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import asks, people
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class AskRow:
    """Somebody who asks for a seat; fields as in ``bot.store.schema``."""

    id: str
    campaign: str
    person: int
    discord_id: int
    seat: Seat
    asked_at: int
    refused_at: int | None = None
    name: str | None = None


async def of(connection: AsyncConnection, ids: Iterable[str]) -> tuple[AskRow, ...]:
    """Return everybody who asks, or was refused, at these tables; who asked first goes first."""
    found = await connection.execute(
        select(asks, people.c.discord_id)
        .join(people, people.c.id == asks.c.person)
        .where(asks.c.campaign.in_(tuple(ids)))
        .order_by(asks.c.asked_at, asks.c.id)
    )
    return tuple(AskRow(**row._mapping) for row in found)  # noqa: SLF001 - documented name


async def put(connection: AsyncConnection, row: AskRow) -> None:
    """Store who asks, in place of what the same person asked before."""
    await drop(connection, row.campaign, row.person)
    await connection.execute(
        insert(asks).values(
            id=row.id,
            campaign=row.campaign,
            person=row.person,
            seat=row.seat,
            asked_at=row.asked_at,
            refused_at=None,
            name=row.name,
        )
    )


async def refuse(connection: AsyncConnection, ask: str, at: int) -> None:
    """Note that somebody was refused."""
    await connection.execute(update(asks).where(asks.c.id == ask).values(refused_at=at))


async def drop(connection: AsyncConnection, campaign: str, person: int) -> None:
    """Forget what a person asks for at a table: granted, or withdrawn."""
    await connection.execute(
        delete(asks).where(asks.c.campaign == campaign, asks.c.person == person)
    )

"""Who asks for a seat that others must grant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.schema import LIVE_CAMPAIGNS, asks, campaigns, people
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
    granted_at: int | None = None

    @property
    def waits(self) -> bool:
        """Whether nobody has answered yet."""
        return self.refused_at is None and self.granted_at is None


_OF_TABLES = (
    select(asks, people.c.discord_id)
    .join(people, people.c.id == asks.c.person)
    .where(asks.c.campaign.in_(bindparam("tables", expanding=True)))
    .order_by(asks.c.asked_at, asks.c.id)
)


async def of(connection: AsyncConnection, ids: Iterable[str]) -> tuple[AskRow, ...]:
    """Return everybody who asks, or was refused, at these tables; who asked first goes first."""
    found = await connection.execute(_OF_TABLES, {"tables": tuple(ids)})
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
            granted_at=None,
        )
    )


async def refuse(connection: AsyncConnection, ask: str, at: int) -> None:
    """Note that somebody was refused."""
    await connection.execute(update(asks).where(asks.c.id == ask).values(refused_at=at))


async def grant(connection: AsyncConnection, ask: str, at: int) -> None:
    """Note that somebody may have the seat that they ask for, once they accept."""
    await connection.execute(update(asks).where(asks.c.id == ask).values(granted_at=at))


_SETTLED = delete(asks).where(
    asks.c.campaign == bindparam("which"),
    asks.c.seat == bindparam("of_seat"),
    text("asks.refused_at IS NULL"),
)


def settle(campaign: str, seat: Seat) -> Write:
    """Forget who asks for a seat of a campaign, granted or not, but for who was refused."""
    return Write(_SETTLED, {"which": campaign, "of_seat": seat})


async def granted(connection: AsyncConnection, discord_id: int) -> tuple[AskRow, ...]:
    """Return the seats that a Discord account may have once it accepts, at live campaigns."""
    found = await connection.execute(
        select(asks, people.c.discord_id)
        .select_from(people)
        .join(asks, asks.c.person == people.c.id)
        .join(campaigns, campaigns.c.id == asks.c.campaign)
        .where(people.c.discord_id == discord_id, asks.c.granted_at.is_not(None), LIVE_CAMPAIGNS)
        .order_by(asks.c.granted_at, asks.c.id)
    )
    return tuple(AskRow(**row._mapping) for row in found)  # noqa: SLF001 - documented name


_DROP = delete(asks).where(
    asks.c.campaign == bindparam("table"), asks.c.person == bindparam("whose")
)


async def drop(connection: AsyncConnection, campaign: str, person: int) -> None:
    """Forget what a person asks for at a table: granted, or withdrawn."""
    await connection.execute(_DROP, {"table": campaign, "whose": person})

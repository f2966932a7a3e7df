"""What the host has ordered beside the running bot, which looks for it and carries it out.

A row is one order in force: it stands until it is lifted, and goes once the bot has done what
follows from that. Whoever is shut out is known again by a keyed hash of their Discord account and
never read back, so that an order outlives what they have erased of themself.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import remembered
from bot.store.schema import LIVE_CAMPAIGNS, campaigns, host_orders

OrderKind = Literal["campaign", "plan", "tables", "server", "person"]

ALL_TABLES: Final = "all"
"""What an order to pause is about."""


@dataclass(frozen=True, slots=True)
class OrderRow:
    """An order of the host; fields as in ``bot.store.schema.house``.

    Attributes:
        which: A campaign's id; one and the mark of a plan's person (:func:`plan_name`);
            :data:`ALL_TABLES`; a server's id; a person's mark.
    """

    kind: OrderKind
    which: str
    at: int
    by: str
    why: str = ""
    told: bool = False
    lifted_at: int | None = None


async def rows(connection: AsyncConnection) -> tuple[OrderRow, ...]:
    """Return every order on file, the oldest first: those in force, and those just lifted."""
    found = await connection.execute(select(host_orders))
    read = (OrderRow(**row._mapping) for row in found)  # noqa: SLF001 - documented name
    return tuple(sorted(read, key=lambda one: (one.at, one.kind, one.which)))


async def changed(connection: AsyncConnection) -> str | None:
    """Return what is another text whenever an order was given or lifted."""
    return await remembered.get(connection, remembered.HOST_ORDERS)


async def put(connection: AsyncConnection, order: OrderRow) -> bool:
    """Give an order; say whether it was not in force already.

    One that was lifted and of which nothing has followed yet is in force again as it was.
    """
    own = (host_orders.c.kind == order.kind, host_orders.c.which == order.which)
    found = (await connection.execute(select(host_orders.c.lifted_at).where(*own))).first()
    if found is not None and found.lifted_at is None:
        return False
    if found is None:
        values = {name: getattr(order, name) for name in OrderRow.__slots__}
        await connection.execute(insert(host_orders).values(**values))
    else:
        await connection.execute(update(host_orders).where(*own).values(lifted_at=None))
    await _note(connection)
    return True


async def lift(connection: AsyncConnection, kind: OrderKind, which: str, at: int) -> bool:
    """Lift an order; say whether it was in force."""
    done = await connection.execute(
        update(host_orders)
        .where(
            host_orders.c.kind == kind,
            host_orders.c.which == which,
            host_orders.c.lifted_at.is_(None),
        )
        .values(lifted_at=at)
    )
    if done.rowcount:
        await _note(connection)
    return done.rowcount > 0


async def note_told(connection: AsyncConnection, order: OrderRow) -> None:
    """Note that tables were told of an order."""
    await connection.execute(
        update(host_orders)
        .where(host_orders.c.kind == order.kind, host_orders.c.which == order.which)
        .values(told=True)
    )


async def drop(connection: AsyncConnection, order: OrderRow) -> None:
    """Take an order off file whose lifting was carried out, unless it is in force again."""
    await connection.execute(
        delete(host_orders).where(
            host_orders.c.kind == order.kind,
            host_orders.c.which == order.which,
            host_orders.c.lifted_at.is_not(None),
        )
    )


async def _note(connection: AsyncConnection) -> None:
    await remembered.put(connection, remembered.HOST_ORDERS, secrets.token_hex(8))


# -- who is meant --------------------------------------------------------------------------------


async def key(connection: AsyncConnection) -> bytes:
    """Return what people are marked with; b"" where nobody was yet."""
    return bytes.fromhex(await remembered.get(connection, remembered.HOST_ORDERS_KEY) or "")


async def key_made(connection: AsyncConnection) -> bytes:
    """Return what people are marked with, made now where there is none."""
    found = await key(connection)
    if not found:
        found = secrets.token_bytes(32)
        await remembered.put(connection, remembered.HOST_ORDERS_KEY, found.hex())
    return found


def mark(secret: bytes, discord_id: int) -> str:
    """Return by what a Discord account is known again."""
    return hmac.digest(secret, str(discord_id).encode(), hashlib.sha256).hex()[:32]


def plan_name(campaign: str, person: str) -> str:
    """Return how an order names the plan of a person, by their mark, at a table."""
    return f"{campaign}/{person}"


# -- where it holds ------------------------------------------------------------------------------


async def campaigns_of(connection: AsyncConnection, guild_id: int) -> tuple[str, ...]:
    """Return the campaigns of a server that are not over."""
    found = await connection.execute(
        select(campaigns.c.id).where(
            campaigns.c.guild_id == guild_id, campaigns.c.status.in_(("open", "playing"))
        )
    )
    return tuple(found.scalars())


async def tables(connection: AsyncConnection) -> tuple[str, ...]:
    """Return the campaigns that are not over, lessons left out."""
    found = await connection.execute(
        select(campaigns.c.id)
        .where(LIVE_CAMPAIGNS, campaigns.c.lesson.is_(False))
        .order_by(campaigns.c.created_at, campaigns.c.id)
    )
    return tuple(found.scalars())

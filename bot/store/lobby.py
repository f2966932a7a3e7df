"""Tables of a server at which a seat may be had, and those that nobody begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, bindparam, false, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.campaigns import Sight
from bot.store.schema import OPEN, campaigns, members, outbox, people, vacancies

IS_OPEN = text(f"campaigns.{OPEN}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which tables of a server somebody looks for: in their *sight*, of a *game*, in a *language*.

    ``None`` is any.
    """

    guild_id: int
    sight: Sight | None = None
    game: str | None = None
    language: str | None = None

    def narrow(self, query: Select[Any], status: str) -> Select[Any]:
        """Return a query of campaigns, of those alone that are wanted and have that status."""
        query = query.where(
            campaigns.c.guild_id == self.guild_id,
            campaigns.c.status == status,
            campaigns.c.lesson == false(),
        )
        if self.sight is not None:
            query = query.where(self.sight.condition())
        if self.game is not None:
            query = query.where(campaigns.c.game == self.game)
        if self.language is not None:
            query = query.where(campaigns.c.language == self.language)
        return query


async def open_tables(connection: AsyncConnection, wanted: Wanted, *, most: int) -> tuple[str, ...]:
    """Return the tables that have not begun, newest first."""
    query = wanted.narrow(select(campaigns.c.id), "open")
    found = await connection.execute(
        query.order_by(campaigns.c.created_at.desc(), campaigns.c.id).limit(most)
    )
    return tuple(found.scalars())


async def vacant_tables(
    connection: AsyncConnection, wanted: Wanted, *, most: int
) -> tuple[str, ...]:
    """Return the tables under way with a seat for which somebody is looked for, latest first."""
    query = wanted.narrow(
        select(campaigns.c.id)
        .select_from(campaigns)
        .join(vacancies, vacancies.c.campaign == campaigns.c.id),
        "playing",
    ).group_by(campaigns.c.id)
    found = await connection.execute(
        query.order_by(func.max(vacancies.c.since).desc(), campaigns.c.id).limit(most)
    )
    return tuple(found.scalars())


async def experience_of(
    connection: AsyncConnection, accounts: Collection[int]
) -> Mapping[int, str]:
    """Return how much people have played, as far as they say so, by their Discord account."""
    found = await connection.execute(
        select(people.c.discord_id, people.c.experience).where(
            people.c.discord_id.in_(sorted(accounts)), people.c.experience.is_not(None)
        )
    )
    return {row.discord_id: row.experience for row in found}


# ------------------------------------------------------------------- what nobody begins


@dataclass(frozen=True, slots=True)
class IdleRow:
    """A table that has not begun: its creator, and since when nobody has joined it."""

    campaign: str
    creator: int | None
    since: int


_JOINED = (
    select(func.max(members.c.joined_at))
    .where(members.c.campaign == campaigns.c.id)
    .correlate(campaigns)
    .scalar_subquery()
)
_IDLE = select(
    campaigns.c.id,
    campaigns.c.creator,
    func.coalesce(_JOINED, campaigns.c.created_at).label("since"),
).where(IS_OPEN, campaigns.c.lesson == false())


_NOBODY_SINCE = func.coalesce(_JOINED, campaigns.c.created_at) < bindparam("before")
_IDLE_SINCE = (
    _IDLE.where(campaigns.c.created_at < bindparam("before"), _NOBODY_SINCE)
    .order_by(campaigns.c.created_at, campaigns.c.id)
    .limit(bindparam("most"))
)
_IS_IDLE = _IDLE.where(campaigns.c.id == bindparam("which"), _NOBODY_SINCE)


async def idle_since(connection: AsyncConnection, before: int, *, most: int) -> tuple[IdleRow, ...]:
    """Return the tables that have not begun and that nobody joined since, oldest first."""
    found = await connection.execute(_IDLE_SINCE, {"before": before, "most": most})
    return tuple(IdleRow(*row) for row in found)


async def is_idle(connection: AsyncConnection, campaign: str, before: int) -> bool:
    """Say whether a table has not begun and nobody has joined it since."""
    found = await connection.execute(_IS_IDLE, {"which": campaign, "before": before})
    return found.first() is not None


async def ordered_at(connection: AsyncConnection, nonce: str) -> int | None:
    """Return when a message was ordered, by its nonce; ``None``: it never was."""
    found = await connection.execute(select(outbox.c.created_at).where(outbox.c.nonce == nonce))
    return found.scalar_one_or_none()

"""Threads of archived campaigns that are to be closed, once nothing is to be posted there.

And those of campaigns that go on after all, which are to be opened again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, insert, literal, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write, one_by_one
from bot.store.forum_posts import IS_KEPT
from bot.store.schema import WAITING, campaigns, closings, forum_posts, outbox, panels

_DROP = delete(closings).where(closings.c.campaign == bindparam("which"))
_PUT = insert(closings).values({one.name: bindparam(one.name) for one in closings.c})


@dataclass(frozen=True, slots=True)
class ClosingRow:
    """A thread that is to be closed, or opened again.

    Attributes:
        goes_on: Whether its campaign is archived no more: the thread is to be opened.
        guild_id, channel_id: Where its campaign is played, be it a thread or not.
        panel_id: The message that is its panel, where that is known.
        due_at: Before when it is not tried.
        attempts: How often in a row that failed.
        waits: Whether something is still to be posted, shown or written there.
        in_use: Whether another campaign is played there by now.
    """

    campaign: str
    goes_on: bool
    guild_id: int
    channel_id: int
    panel_id: int | None
    due_at: int
    attempts: int
    waits: bool
    in_use: bool


def put(campaign: str, at: int) -> list[Write]:
    """Let a campaign's thread be closed, not before an instant."""
    values = {"campaign": campaign, "due_at": at, "attempts": 0}
    return [*drop(campaign), Write(_PUT, values)]


def drop(campaign: str) -> list[Write]:
    """Close a campaign's thread no more."""
    return [Write(_DROP, {"which": campaign})]


async def renew(connection: AsyncConnection, campaign: str, at: int) -> None:
    """Let a campaign's thread be closed anew, whatever is being done about it just now."""
    found = await connection.execute(
        select(closings.c.due_at).where(closings.c.campaign == campaign)
    )
    due = at + 1 if found.scalar_one_or_none() == at else at  # by which it is another one
    await one_by_one(connection, put(campaign, due))


async def done(
    connection: AsyncConnection, campaign: str, due_at: int, later: int | None = None
) -> None:
    """Note that a thread is as it is to be, until *later* if it is tried again then.

    What was put anew since it was read as due at *due_at* stays to be done.
    """
    mine = closings.c.campaign == campaign, closings.c.due_at == due_at
    if later is None:
        await connection.execute(delete(closings).where(*mine))
    else:
        await connection.execute(update(closings).where(*mine).values(due_at=later, attempts=0))


async def put_off(connection: AsyncConnection, campaign: str, due_at: int, attempts: int) -> None:
    """Note before when a thread is not tried again, and how often it was in vain."""
    await connection.execute(
        update(closings)
        .where(closings.c.campaign == campaign)
        .values(due_at=due_at, attempts=attempts)
    )


_OTHER = campaigns.alias("other")
_TO_POST = (
    select(literal(1))
    .where(
        outbox.c.campaign == closings.c.campaign,
        text(f"outbox.{WAITING}"),
        outbox.c.person.is_(None),
    )
    .exists()
)
_TO_WRITE = (
    select(literal(1))
    .where(
        forum_posts.c.campaign == closings.c.campaign,
        IS_KEPT,
    )
    .exists()
)
_IN_USE = (
    select(literal(1))
    .select_from(_OTHER)
    .where(
        _OTHER.c.channel_id == campaigns.c.channel_id,
        _OTHER.c.id != campaigns.c.id,
        text("other.status <> 'over'"),
    )
    .exists()
)
_EVERY = (
    select(
        closings.c.campaign,
        campaigns.c.archived_at.is_(None).label("goes_on"),
        campaigns.c.guild_id,
        campaigns.c.channel_id,
        panels.c.message_id,
        closings.c.due_at,
        closings.c.attempts,
        or_(campaigns.c.behind, _TO_POST, _TO_WRITE).label("waits"),
        _IN_USE.label("in_use"),
    )
    .select_from(closings)
    .join(campaigns, campaigns.c.id == closings.c.campaign)
    .join(panels, panels.c.campaign == closings.c.campaign)
)


async def every(connection: AsyncConnection) -> tuple[ClosingRow, ...]:
    """Return all threads that are to be closed, or opened again."""
    found: Any = await connection.execute(_EVERY)
    return tuple(ClosingRow(*row) for row in found)

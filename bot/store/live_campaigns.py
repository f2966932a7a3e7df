"""Campaigns that are not over: which of them have something due, and what is played in them.

Where a share is given, only those of its servers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shares import WHOLE, Share
from bot.store.codec import dumps
from bot.store.covering import covers
from bot.store.schema import LIVE_CAMPAIGNS, campaigns
from bot.store.untold import read


async def live_ids(connection: AsyncConnection) -> tuple[str, ...]:
    """Return the ids of all campaigns that are not over."""
    found = await connection.execute(select(campaigns.c.id).where(LIVE_CAMPAIGNS))
    return tuple(found.scalars())


@cache
def _with_computer(share: Share) -> Select[Any]:
    return (
        select(campaigns.c.id)
        .where(
            LIVE_CAMPAIGNS,
            campaigns.c.status == "playing",
            or_(
                and_(
                    campaigns.c.computer.is_not(None),
                    campaigns.c.computer != dumps([]),
                ),
                campaigns.c.stand_ins.is_not(None),
            ),
            covers(share, campaigns.c.guild_id),
        )
        .order_by(campaigns.c.created_at, campaigns.c.id)
    )


async def with_computer(connection: AsyncConnection, share: Share = WHOLE) -> tuple[str, ...]:
    """Return the ids of the campaigns being played in which the computer plays a seat."""
    found = await connection.execute(_with_computer(share))
    return tuple(found.scalars())


@cache
def _with_answer_due(share: Share) -> Select[Any]:
    return (
        select(campaigns.c.id)
        .where(
            LIVE_CAMPAIGNS,
            campaigns.c.status == "playing",
            campaigns.c.answering.is_not(None),
            covers(share, campaigns.c.guild_id),
        )
        .order_by(campaigns.c.created_at, campaigns.c.id)
    )


async def with_answer_due(connection: AsyncConnection, share: Share = WHOLE) -> tuple[str, ...]:
    """Return the ids of the campaigns being played in which a standing order is to answer."""
    found = await connection.execute(_with_answer_due(share))
    return tuple(found.scalars())


@cache
def _with_waiting_bulletin(share: Share) -> Select[Any]:
    return (
        select(campaigns.c.id, campaigns.c.untold)
        .where(
            LIVE_CAMPAIGNS,
            campaigns.c.status == "playing",
            campaigns.c.untold.is_not(None),
            covers(share, campaigns.c.guild_id),
        )
        .order_by(campaigns.c.created_at, campaigns.c.id)
    )


async def with_waiting_bulletin(
    connection: AsyncConnection, share: Share = WHOLE
) -> tuple[tuple[str, int], ...]:
    """Return the campaigns being played whose bulletin waits for more, and until when, in ms."""
    found = await connection.execute(_with_waiting_bulletin(share))
    waiting = ((row.id, read(row.untold).due) for row in found)
    return tuple((campaign, due) for campaign, due in waiting if due is not None)


async def not_told(
    connection: AsyncConnection, rulesets: Mapping[str, int], share: Share = WHOLE
) -> tuple[str, ...]:
    """Return the ids of the live campaigns that do not know of their game's ruleset."""
    older = [
        and_(campaigns.c.game == game, campaigns.c.ruleset_told < ruleset)
        for game, ruleset in rulesets.items()
    ]
    found = await connection.execute(
        select(campaigns.c.id)
        .where(LIVE_CAMPAIGNS, or_(*older), covers(share, campaigns.c.guild_id))
        .order_by(campaigns.c.created_at, campaigns.c.id)
    )
    return tuple(found.scalars())


@cache
def _places(share: Share) -> Select[Any]:
    return select(campaigns.c.id, campaigns.c.guild_id, campaigns.c.channel_id).where(
        LIVE_CAMPAIGNS, campaigns.c.status == "playing", covers(share, campaigns.c.guild_id)
    )


async def places(
    connection: AsyncConnection, share: Share = WHOLE
) -> tuple[tuple[str, int, int], ...]:
    """Return the campaigns that are being played: each with its server and its channel."""
    found = await connection.execute(_places(share))
    return tuple((row.id, row.guild_id, row.channel_id) for row in found)


async def games_alive(
    connection: AsyncConnection,
) -> tuple[tuple[str, str | None, str], ...]:
    """Return the games of which a campaign is not over: key, digest of their data, theme."""
    found = await connection.execute(
        select(campaigns.c.game, campaigns.c.data, campaigns.c.theme)
        .where(LIVE_CAMPAIGNS)
        .distinct()
        .order_by(campaigns.c.game, campaigns.c.data, campaigns.c.theme)
    )
    return tuple((row.game, row.data, row.theme) for row in found)


async def counted(connection: AsyncConnection) -> dict[tuple[str, str], int]:
    """Return how many there are, by game and state: "open", "playing" or "lesson"."""
    which = campaigns.c.game, campaigns.c.status, campaigns.c.lesson
    found = await connection.execute(
        select(*which, func.count()).where(LIVE_CAMPAIGNS).group_by(*which)
    )
    counts: dict[tuple[str, str], int] = {}
    for game, status, is_lesson, number in found:
        key = game, "lesson" if is_lesson else status
        counts[key] = counts.get(key, 0) + number
    return counts

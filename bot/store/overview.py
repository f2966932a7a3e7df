"""What a host counts: what waits to be posted, what is played, by which rules.

Numbers, names of games and places of campaigns; nothing of what is said or ordered. What waits for
people counts as one number: of which kind it is may be secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Select, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.outbox import is_behind
from bot.store.schema import LIVE_CAMPAIGNS, campaigns, guilds, outbox, panels


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits to be posted.

    Attributes:
        count: How many messages.
        oldest: When the first of them was ordered, in milliseconds; ``None`` where nothing waits.
        stuck: How many of them were tried in vain.
    """

    count: int
    oldest: int | None
    stuck: int


@dataclass(frozen=True, slots=True)
class Played:
    """How many campaigns of a game there are in a state, lessons apart from the others."""

    game: str
    status: str
    lesson: bool
    count: int


@dataclass(frozen=True, slots=True)
class InPlay:
    """Live campaigns of one game that know of the same ruleset."""

    game: str
    ruleset: int
    count: int


def _waiting(where: str) -> Select[tuple[int, int, int]]:
    tried = func.count().filter(outbox.c.attempts > 0)
    return select(func.count(), func.min(outbox.c.created_at), tried).where(text(where))


# Spelled out: a bound value would not meet the partial indexes of the schema.
_FOR_CHANNELS = _waiting(schema.TO_CHANNELS)
_FOR_PEOPLE = _waiting(schema.TO_PEOPLE)
_GIVEN_UP = text(f"outbox.{schema.DONE} AND outbox.status = 'failed'")


async def queues(connection: AsyncConnection) -> tuple[Queue, Queue]:
    """Return what waits for channels, and what for people."""
    return await _queue(connection, _FOR_CHANNELS), await _queue(connection, _FOR_PEOPLE)


async def _queue(connection: AsyncConnection, query: Select[tuple[int, int, int]]) -> Queue:
    count, oldest, stuck = (await connection.execute(query)).one()
    return Queue(int(count), oldest, int(stuck))


async def given_up(connection: AsyncConnection, since: int) -> int:
    """Return how many messages were given up since an instant, in milliseconds."""
    query = select(func.count()).select_from(outbox).where(_GIVEN_UP, outbox.c.due_at >= since)
    return int(await connection.scalar(query) or 0)


async def panels_behind(connection: AsyncConnection) -> tuple[int, int]:
    """Return how many panels do not show the present, and how many of them were tried in vain."""
    found = await connection.execute(
        select(func.count(), func.count().filter(panels.c.attempts > 0))
        .select_from(panels)
        .join(campaigns, campaigns.c.id == panels.c.campaign)
        .where(campaigns.c.behind, is_behind())
    )
    behind, stuck = found.one()
    return int(behind), int(stuck)


async def played(connection: AsyncConnection) -> tuple[Played, ...]:
    """Return how many campaigns there are of each game, in each state."""
    found = await connection.execute(
        select(campaigns.c.game, campaigns.c.status, campaigns.c.lesson, func.count())
        .group_by(campaigns.c.game, campaigns.c.status, campaigns.c.lesson)
        .order_by(campaigns.c.game, campaigns.c.status, campaigns.c.lesson)
    )
    return tuple(Played(*row) for row in found)


async def in_play(connection: AsyncConnection) -> tuple[InPlay, ...]:
    """Return of which rulesets the tables know that are not over."""
    found = await connection.execute(
        select(campaigns.c.game, campaigns.c.ruleset_told, func.count())
        .where(LIVE_CAMPAIGNS)
        .group_by(campaigns.c.game, campaigns.c.ruleset_told)
        .order_by(campaigns.c.game, campaigns.c.ruleset_told)
    )
    return tuple(InPlay(*row) for row in found)


async def count_live(connection: AsyncConnection) -> int:
    """Return how many campaigns are not over, lessons left out."""
    found = await connection.execute(
        select(func.count())
        .select_from(campaigns)
        .where(LIVE_CAMPAIGNS, campaigns.c.lesson.is_(False))
    )
    return int(found.scalar_one())


async def channels(connection: AsyncConnection) -> dict[int, tuple[int, ...]]:
    """Return the channels of the campaigns that are not over, by server."""
    found = await connection.execute(
        select(campaigns.c.guild_id, campaigns.c.channel_id).where(LIVE_CAMPAIGNS)
    )
    return _grouped((row.guild_id, row.channel_id) for row in found)


async def lobbies(connection: AsyncConnection) -> dict[int, tuple[int, ...]]:
    """Return the forums in which servers have their new tables opened, by server."""
    found = await connection.execute(
        select(guilds.c.guild_id, guilds.c.lobby).where(
            guilds.c.lobby.is_not(None), guilds.c.gone_at.is_(None)
        )
    )
    return _grouped((row.guild_id, row.lobby) for row in found)


def _grouped(pairs: Iterable[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    by_server: dict[int, list[int]] = {}
    for guild_id, channel_id in pairs:
        by_server.setdefault(guild_id, []).append(channel_id)
    return {guild: tuple(sorted(channels)) for guild, channels in sorted(by_server.items())}

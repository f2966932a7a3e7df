"""What may wait for a person, at all their tables: found without loading any of these."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, false, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import LIVE_CAMPAIGNS, asks, campaigns, clocks, members, offers, people
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """Where a person sits.

    Attributes:
        known: Whether the seat has a clock, so that it is known whether it is awaited.
        awaited_at: Since when it is, for what everybody knows of.
        due_at: When its time runs out, if it runs.
        stand_ins: The seats that the computer plays until their people are back, as stored.
    """

    campaign: str
    guild_id: int
    seat: Seat
    status: str
    known: bool
    awaited_at: int | None
    due_at: int | None
    stand_ins: str | None

    @property
    def is_stood_in(self) -> bool:
        """Whether the computer plays the seat until its people are back."""
        return self.status == "playing" and self.seat in json.loads(self.stand_ins or "[]")

    @property
    def may_be_awaited(self) -> bool:
        """Whether the seat is awaited, or may be for all that is on file."""
        return self.status == "playing" and (not self.known or self.awaited_at is not None)


_CLOCK = and_(clocks.c.campaign == members.c.campaign, clocks.c.seat == members.c.seat)
_PLACES = (
    select(
        campaigns.c.id,
        campaigns.c.guild_id,
        members.c.seat,
        campaigns.c.status,
        clocks.c.seat.is_not(None).label("known"),
        clocks.c.awaited_at,
        clocks.c.due_at,
        campaigns.c.stand_ins,
    )
    .select_from(people)
    .join(members, members.c.person == people.c.id)
    .join(campaigns, campaigns.c.id == members.c.campaign)
    .outerjoin(clocks, _CLOCK)
    .where(
        LIVE_CAMPAIGNS,
        campaigns.c.lesson == false(),
        members.c.left_at.is_(None),
        members.c.gone_at.is_(None),
    )
    # Soonest due first, then longest waiting, then who may wait.
    .order_by(
        clocks.c.due_at.is_(None),
        clocks.c.due_at,
        clocks.c.awaited_at.is_(None),
        clocks.c.awaited_at,
        campaigns.c.created_at,
        campaigns.c.id,
    )
)
_CREATED = (
    select(campaigns.c.id, campaigns.c.guild_id)
    .select_from(people)
    .join(campaigns, campaigns.c.creator == people.c.id)
    .where(LIVE_CAMPAIGNS, campaigns.c.lesson == false())
    .order_by(campaigns.c.created_at, campaigns.c.id)
)


async def places(
    connection: AsyncConnection, discord_id: int, *, most: int
) -> tuple[PlaceRow, ...]:
    """Return where a person sits at tables that are not over, and is in the server; no lessons.

    Where they are awaited comes first: what is due soonest, then who has waited longest.
    """
    found = await connection.execute(_PLACES.where(people.c.discord_id == discord_id).limit(most))
    return tuple(PlaceRow(*row) for row in found)


async def created(
    connection: AsyncConnection, discord_id: int, *, most: int
) -> tuple[tuple[str, int], ...]:
    """Return the tables that a person created and that are not over, oldest first; no lessons.

    Each with its server.
    """
    found = await connection.execute(_CREATED.where(people.c.discord_id == discord_id).limit(most))
    return tuple((row.id, row.guild_id) for row in found)


async def servers_of(connection: AsyncConnection, discord_id: int) -> tuple[int, ...]:
    """Return the servers in which a person sits at, or created, a table that is not over."""
    found = dict[int, None]()
    for places_or_created in (_PLACES, _CREATED):
        theirs = places_or_created.where(people.c.discord_id == discord_id).order_by(None)
        rows = await connection.execute(theirs.with_only_columns(campaigns.c.guild_id).distinct())
        found |= dict.fromkeys(rows.scalars())
    return tuple(found)


async def asked_for(connection: AsyncConnection, ids: Sequence[str]) -> frozenset[str]:
    """Return at which of these tables somebody asks for a seat."""
    found = await connection.execute(
        select(asks.c.campaign).where(
            asks.c.campaign.in_(ids), asks.c.refused_at.is_(None), asks.c.granted_at.is_(None)
        )
    )
    return frozenset(found.scalars())


async def offered_at(connection: AsyncConnection, ids: Sequence[str], now: int) -> frozenset[str]:
    """Return at which of these tables something is offered that may still be answered."""
    found = await connection.execute(
        select(offers.c.campaign).where(
            offers.c.campaign.in_(ids), offers.c.state == "open", offers.c.until > now
        )
    )
    return frozenset(found.scalars())

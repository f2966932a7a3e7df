"""Somebody sits down in place of others: what goes with the seat, and what goes with its people.

The plan goes to whoever comes in, as it lies there, if they have none: it is what the seat was
about to do. What people keep for themselves (notes, how far they have read, names of groups) is
nobody else's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.table.live import Live
from bot.store import asks, campaigns, looks, named_groups, notes, plans
from bot.store.campaigns import MemberRow
from bot.store.plans import PlanRow
from engine.api import Seat


@dataclasses.dataclass(frozen=True, slots=True)
class Newcomer:
    """Who sits down: our number of them, and how the server calls them.

    Attributes:
        came_in: Whether they come in for others; who only has their own seat back does not.
        note: What those before them have left for them.
    """

    person: int
    name: str | None = None
    came_in: bool = False
    note: str | None = None


async def sit_down(
    connection: AsyncConnection,
    live: Live,
    seat: Seat,
    new: Newcomer,
    leaving: Sequence[MemberRow],
    at: int,
) -> None:
    """Seat somebody in place of those who leave, within a transaction."""
    name = live.row.id
    plan = await _plan_of(connection, name, leaving)
    for one in leaving:
        await campaigns.unseat(connection, name, one.person, at)
        for own in (plans, named_groups, looks, notes):
            await own.drop(connection, name, one.person)
    await campaigns.seat(connection, name, new.person, seat, at, new.name)
    if new.came_in:
        await campaigns.come_in(connection, name, new.person, at, new.note)
    if plan is not None and await plans.get(connection, name, new.person) is None:
        await plans.put(connection, PlanRow(name, new.person, plan.entries))
    await asks.drop(connection, name, new.person)


async def _plan_of(
    connection: AsyncConnection, campaign: str, leaving: Sequence[MemberRow]
) -> PlanRow | None:
    """Return what those who leave have put together: the first that is more than an empty page."""
    for one in leaving:
        row = await plans.get(connection, campaign, one.person)
        if row is not None and row.entries:
            return row
    return None

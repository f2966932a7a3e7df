"""The log as each of its readers may know it: numbered, filtered, in pages and whole.

Whoever plays a seat reads what that seat did in secret too, the public only what was done openly;
entries are numbered as each reads them.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, case, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import EVERYTHING
from bot.store.log import REWIND, ActionRow, read_row, readable
from bot.store.schema import actions, people
from engine.api import Seat

Told = Mapping[str, str]
"""Kinds of action that others than their seat know by another word, and that."""
NOTHING_ELSE: Told = {}


@dataclass(frozen=True, slots=True)
class Filters:
    """What a reader of the log wants to see; ``None`` is everything.

    *secret*: only what one seat alone knew of.
    """

    turn: int | None = None
    phase: str | None = None
    kind: str | None = None
    secret: bool = False


async def number(connection: AsyncConnection, campaign: str, viewer: Seat | None, seq: int) -> int:
    """Return the place of action *seq* in the log as *viewer* reads it, from 1."""
    found = await connection.execute(
        select(func.count()).where(readable(campaign, viewer), actions.c.seq <= seq)
    )
    return int(found.scalar_one())


async def at(
    connection: AsyncConnection, campaign: str, viewer: Seat | None, number: int
) -> int | None:
    """Return the sequence number of the action at a place in the log as *viewer* reads it."""
    found = await connection.execute(
        select(actions.c.seq)
        .where(readable(campaign, viewer))
        .order_by(actions.c.seq)
        .limit(1)
        .offset(number - 1)
    )
    return found.scalar_one_or_none()


def kind_for(row: ActionRow, viewer: Seat | None, told: Told) -> str:
    """Return the kind of an action as *viewer* may know it."""
    knows = viewer is not None and viewer in (row.seat, EVERYTHING)
    return row.kind if knows else told.get(row.kind, row.kind)


def _kind(source: Any, viewer: Seat | None, told: Told) -> Any:
    """Return the same for the rows of a selection."""
    if not told or viewer == EVERYTHING:
        return source.kind
    own = () if viewer is None else ((source.seat == viewer, source.kind),)
    words = ((source.kind == kind, word) for kind, word in told.items())
    return case(*own, *words, else_=source.kind)


def _numbered(campaign: str, viewer: Seat | None, filters: Filters, told: Told) -> Select[Any]:
    """Select a viewer's log, numbered before it is filtered: filters leave numbers alone."""
    inner = (
        select(
            actions,
            func.row_number().over(order_by=actions.c.seq).label("number"),
        )
        .where(readable(campaign, viewer))
        .subquery()
    )
    query = select(inner, people.c.discord_id).select_from(
        inner.outerjoin(people, people.c.id == inner.c.person)
    )
    if filters.turn is not None:
        query = query.where(inner.c.turn == filters.turn)
    if filters.phase is not None:
        query = query.where(inner.c.phase == filters.phase)
    if filters.kind is not None:
        query = query.where(_kind(inner.c, viewer, told) == filters.kind)
    if filters.secret:
        query = query.where(inner.c.secret.is_(True))
    return query


async def page(
    connection: AsyncConnection,
    campaign: str,
    viewer: Seat | None,
    filters: Filters,
    *,
    page: int,
    size: int,
    told: Told = NOTHING_ELSE,
) -> tuple[tuple[tuple[int, int | None, ActionRow], ...], int, int]:
    """Return a page of a viewer's log.

    Page 1 is the latest; a page that does not exist is taken for the nearest that does. *told* are
    the kinds that others than their seat know by another word, and filter by that.

    Returns:
        ``(number, Discord account or None, action)`` running forward in time; the page that it
        is; how many entries there are on all pages.
    """
    query = _numbered(campaign, viewer, filters, told)
    counted = await connection.execute(select(func.count()).select_from(query.subquery()))
    total = int(counted.scalar_one())
    real = max(1, min(page, -(-total // size)))
    found = await connection.execute(
        query.order_by(query.selected_columns.number.desc()).limit(size).offset((real - 1) * size)
    )
    rows = [(row.number, row.discord_id, read_row(row)) for row in found]
    return tuple(reversed(rows)), real, total


async def numbered(
    connection: AsyncConnection,
    campaign: str,
    viewer: Seat | None,
    numbers: Sequence[int],
) -> tuple[tuple[int, int | None, ActionRow], ...]:
    """Return entries of a viewer's log by their numbers, in order, as :func:`page` does."""
    query = _numbered(campaign, viewer, Filters(), NOTHING_ELSE)
    number = query.selected_columns.number
    found = await connection.execute(query.where(number.in_(numbers)).order_by(number))
    return tuple((row.number, row.discord_id, read_row(row)) for row in found)


async def whole(
    connection: AsyncConnection,
    campaign: str,
    viewer: Seat | None,
    filters: Filters,
    *,
    size: int,
    told: Told = NOTHING_ELSE,
) -> AsyncGenerator[tuple[tuple[int, int | None, ActionRow], ...]]:
    """Yield all of a viewer's log, oldest first, at most *size* entries at a time.

    The log is read once, and others go between; *told* and entries as for :func:`page`.
    """
    query = _numbered(campaign, viewer, filters, told)
    async with connection.stream(query.order_by(query.selected_columns.seq)) as found:
        async for rows in found.partitions(size):
            yield tuple((row.number, row.discord_id, read_row(row)) for row in rows)


async def phase_ends(
    connection: AsyncConnection, campaign: str, viewer: Seat | None, counts: Callable[[int], bool]
) -> tuple[tuple[int, str, int], ...]:
    """Return the phases that were played, in order: turn, phase, the last action in each.

    Only actions count that *viewer* may know of, and of which *counts* is true.
    """
    found = await connection.execute(
        select(actions.c.turn, actions.c.phase, actions.c.seq)
        .where(readable(campaign, viewer), actions.c.kind != REWIND)
        .order_by(actions.c.seq)
    )
    played = (row for row in found if counts(row.seq))
    phases = itertools.groupby(played, key=lambda row: (row.turn, row.phase))
    return tuple((*key, list(rows)[-1].seq) for key, rows in phases)


async def offered(
    connection: AsyncConnection,
    campaign: str,
    viewer: Seat | None,
    told: Told = NOTHING_ELSE,
) -> tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the turns, phases and kinds that occur in a viewer's log, in order of appearance."""
    found = await connection.execute(
        select(actions.c.turn, actions.c.phase, _kind(actions.c, viewer, told).label("shown"))
        .where(readable(campaign, viewer))
        .group_by(actions.c.turn, actions.c.phase, literal_column("shown"))
        .order_by(func.min(actions.c.seq))
    )
    rows = found.all()
    return (
        tuple(dict.fromkeys(row.turn for row in rows)),
        tuple(dict.fromkeys(row.phase for row in rows)),
        tuple(dict.fromkeys(row.shown for row in rows)),
    )

"""Clocks: how long seats have been awaited, and until when they may be.

Instants and spans are milliseconds. What a clock does at a step goes into that step's transaction;
the rest (it begins, stands still, runs out) has writes of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import Select, bindparam, delete, func, insert, select, text, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shares import WHOLE, Share
from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.covering import covers
from bot.store.damage import passed_over
from bot.store.outbox import NEVER_SHOWN
from bot.store.schema import CALLED, RUNNING, campaigns, clocks, members, outbox, panels, people
from engine.api import Seat

NO_RESTS: Final = "[]"


@dataclass(frozen=True, slots=True)
class ClockRow:
    """One seat's clock; fields as in ``bot.store.schema.time``."""

    seat: Seat
    awaited_at: int | None = None
    asked: tuple[str, ...] = ()
    turn: int = 0
    left_ms: int | None = None
    since: int | None = None
    due_at: int | None = None
    called_by: str | None = None
    used_ms: int = 0
    rests: str = NO_RESTS
    away_left_ms: int | None = None
    fallen: int = 0
    grace_until: int | None = None
    nudged_at: int | None = None


Clocks = Mapping[Seat, ClockRow]
NO_CLOCKS: Final[Clocks] = {}

_RUNNING = text(f"clocks.{RUNNING}")
_NAMES: Final = tuple(column.name for column in clocks.c)
_DROP = delete(clocks).where(
    clocks.c.campaign == bindparam("which"), clocks.c.seat == bindparam("whose")
)
_ADD = insert(clocks).values({name: bindparam(name) for name in _NAMES})
_PANEL = (
    update(panels).where(panels.c.campaign == bindparam("which")).values(shown=bindparam("never"))
)
_BEHIND = update(campaigns).where(campaigns.c.id == bindparam("which")).values(behind=true())
_ENDED = delete(clocks).where(clocks.c.campaign == bindparam("which"))


def put(campaign: str, rows: Sequence[ClockRow]) -> list[Write]:
    """Store clocks in place of those before; nothing where there are none."""
    if not rows:
        return []
    return [
        Write(_DROP, [{"which": campaign, "whose": one.seat} for one in rows]),
        Write(_ADD, [_values(campaign, one) for one in rows]),
    ]


def ended(campaign: str) -> list[Write]:
    """Let all clocks of a campaign go that is over."""
    return [Write(_ENDED, {"which": campaign})]


def shown_anew(campaign: str) -> list[Write]:
    """Let a campaign's panel be shown anew: its clocks are others, and nothing else is."""
    return [
        Write(_PANEL, {"which": campaign, "never": NEVER_SHOWN}),
        Write(_BEHIND, {"which": campaign}),
    ]


def _values(campaign: str, row: ClockRow) -> dict[str, Any]:
    found = {name: getattr(row, name) for name in _NAMES if name not in {"campaign", "asked"}}
    return {**found, "campaign": campaign, "asked": dumps(list(row.asked))}


_OF = select(clocks).where(clocks.c.campaign == bindparam("which"))


async def of(connection: AsyncConnection, campaign: str) -> Clocks:
    """Return the clocks of a campaign that can be read; none where none was kept yet."""
    found = await connection.execute(_OF, {"which": campaign})
    read: dict[Seat, ClockRow] = {}
    for row in found:
        with passed_over(connection, f"campaign {campaign}: a clock"):
            values = dict(row._mapping)  # noqa: SLF001 - documented name
            del values["campaign"]
            values["asked"] = tuple(map(str, json.loads(values["asked"])))
            read[row.seat] = ClockRow(**values)
    return read


# -- what is due ---------------------------------------------------------------------------------


@cache
def _due(share: Share) -> Select[Any]:
    return (
        _of_share(select(clocks.c.campaign, clocks.c.seat), share)
        .where(_RUNNING, clocks.c.due_at <= bindparam("now"))
        .order_by(clocks.c.due_at)
        .limit(bindparam("most"))
    )


async def due(
    connection: AsyncConnection,
    now: int,
    most: int,
    share: Share = WHOLE,
    *,
    without: Sequence[str] = (),
) -> tuple[tuple[str, Seat], ...]:
    """Return the seats of a share whose time has run out by now, those for longest first.

    Those of some campaigns are left out.
    """
    found = await connection.execute(
        _due(share).where(*_not_of(without)) if without else _due(share),
        {"now": now, "most": most},
    )
    return tuple((row.campaign, row.seat) for row in found)


def _not_of(names: Sequence[str]) -> tuple[Any, ...]:
    return (clocks.c.campaign.not_in(tuple(names)),) if names else ()


@cache
def _first_due(share: Share) -> Select[Any]:
    return _of_share(select(func.min(clocks.c.due_at)), share).where(_RUNNING)


async def next_due(connection: AsyncConnection, share: Share = WHOLE) -> int | None:
    """Return when the first clock of a share runs out; ``None`` while none runs."""
    found = await connection.execute(_first_due(share))
    first: int | None = found.scalar_one_or_none()
    return first


@cache
def _running(share: Share) -> Select[Any]:
    running = _of_share(select(clocks.c.campaign), share).where(_RUNNING)
    return running.order_by(clocks.c.due_at)


async def running(connection: AsyncConnection, share: Share = WHOLE) -> tuple[str, ...]:
    """Return the campaigns of a share in which a clock runs."""
    found = await connection.execute(_running(share))
    return tuple(dict.fromkeys(found.scalars()))


def _of_share(query: Select[Any], share: Share) -> Select[Any]:
    """Return a query of clocks for those at whose servers this process is."""
    if share.is_whole:
        return query
    there = covers(share, campaigns.c.guild_id)
    return query.join(campaigns, campaigns.c.id == clocks.c.campaign).where(there)


@cache
def _waiting_for_post(share: Share) -> Select[Any]:
    return (
        _of_share(select(clocks.c.campaign, clocks.c.called_by), share)
        .outerjoin(outbox, outbox.c.nonce == clocks.c.called_by)
        .where(
            text(f"clocks.{CALLED}"),
            (outbox.c.id.is_(None)) | (outbox.c.status.in_(("sent", "failed"))),
        )
        .distinct()
    )


async def waiting_for_post(
    connection: AsyncConnection, share: Share = WHOLE
) -> tuple[tuple[str, str], ...]:
    """Return the campaigns of a share in which a clock waits for a post that is not to come.

    Each with the name of that post: it was delivered, has failed for good, or is on file no more.
    """
    found = await connection.execute(_waiting_for_post(share))
    return tuple((row.campaign, row.called_by) for row in found)


# -- who is to be reminded -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Awaited:
    """Somebody at a seat whose clock runs: what is needed to know when to remind them.

    Attributes:
        campaign: Where.
        seat: Theirs.
        person: Our number of them.
        reminders: What they have said about it, as on file.
        since: Since when they are awaited, and *due_at* until when they may be.
    """

    campaign: str
    seat: Seat
    person: int
    reminders: str | None
    since: int
    due_at: int


_AWAITED = (
    select(
        clocks.c.campaign,
        clocks.c.seat,
        members.c.person,
        people.c.reminders,
        clocks.c.awaited_at,
        clocks.c.due_at,
    )
    .join(members, members.c.campaign == clocks.c.campaign)
    .join(people, people.c.id == members.c.person)
    .where(
        _RUNNING,
        clocks.c.due_at > 0,  # one that runs has one: so that SQLite begins with them
        members.c.seat == clocks.c.seat,
        members.c.left_at.is_(None),
        members.c.gone_at.is_(None),
    )
)


async def awaited_people(connection: AsyncConnection) -> tuple[Awaited, ...]:
    """Return everybody in whose seat a clock runs."""
    found = await connection.execute(_AWAITED)
    return tuple(
        Awaited(
            row.campaign,
            row.seat,
            row.person,
            row.reminders,
            row.due_at if row.awaited_at is None else row.awaited_at,
            row.due_at,
        )
        for row in found
    )


async def awaiting(connection: AsyncConnection, person: int) -> tuple[tuple[str, Seat, int], ...]:
    """Return where a person's seat is awaited with a clock that runs: campaign, seat, due time."""
    found = await connection.execute(
        select(clocks.c.campaign, clocks.c.seat, clocks.c.due_at)
        .select_from(members)
        .join(clocks, clocks.c.campaign == members.c.campaign)
        .where(
            members.c.person == person,
            members.c.left_at.is_(None),
            clocks.c.seat == members.c.seat,
            clocks.c.due_at.is_not(None),
        )
        .order_by(clocks.c.due_at)
    )
    return tuple((row.campaign, row.seat, row.due_at) for row in found)

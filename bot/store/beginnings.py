"""From what position a campaign that is open is to begin, and which sides have confirmed it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import passed_over
from bot.store.schema import beginnings, confirmations
from engine.api import Seat

Typed = tuple[str, Mapping[str, str]]
"""A kind of correction, and its fields as typed."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """That a seat confirms a position; fields as in ``bot.store.schema``."""

    seat: Seat
    beginning: str
    person: int
    sitting: str


@dataclass(frozen=True, slots=True)
class BeginningRow:
    """A position as stored, with all that was ever confirmed of it or one before."""

    campaign: str
    id: str
    person: int
    start: str
    corrections: tuple[Typed, ...]
    at: int
    confirmations: tuple[Confirmation, ...] = ()


_PUT = insert(beginnings).values({c.name: bindparam(c.name) for c in beginnings.c})
_CONFIRM = insert(confirmations).values({c.name: bindparam(c.name) for c in confirmations.c})
_DROP = delete(beginnings).where(beginnings.c.campaign == bindparam("which"))
_DROP_ALL = delete(confirmations).where(confirmations.c.campaign == bindparam("which"))
_DROP_ONE = delete(confirmations).where(
    confirmations.c.campaign == bindparam("which"), confirmations.c.seat == bindparam("whose")
)


def put(row: BeginningRow) -> list[Write]:
    """Store a position in place of the one before, with what is confirmed of it."""
    values = {
        "campaign": row.campaign,
        "id": row.id,
        "person": row.person,
        "start": row.start,
        "corrections": dumps([[kind, dict(raw)] for kind, raw in row.corrections]),
        "at": row.at,
    }
    confirmed = [_confirmed(row.campaign, one) for one in row.confirmations]
    return [*ended(row.campaign), Write(_PUT, values), *confirmed]


def confirm(campaign: str, one: Confirmation) -> list[Write]:
    """Note that a seat confirms, in place of what it confirmed before."""
    return [
        Write(_DROP_ONE, {"which": campaign, "whose": one.seat}),
        _confirmed(campaign, one),
    ]


def _confirmed(campaign: str, one: Confirmation) -> Write:
    values = {
        "campaign": campaign,
        "seat": one.seat,
        "beginning": one.beginning,
        "person": one.person,
        "sitting": one.sitting,
    }
    return Write(_CONFIRM, values)


def ended(campaign: str) -> list[Write]:
    """Let a campaign's position go, and what was confirmed of it."""
    return [Write(_DROP, {"which": campaign}), Write(_DROP_ALL, {"which": campaign})]


_OF = select(beginnings).where(beginnings.c.campaign == bindparam("which"))


async def of(connection: AsyncConnection, campaign: str) -> BeginningRow | None:
    """Return from what position a campaign is to begin; ``None`` for its game's own beginning."""
    found = await connection.execute(_OF, {"which": campaign})
    row = found.one_or_none()
    if row is None:
        return None
    confirmed = await connection.execute(
        select(confirmations).where(confirmations.c.campaign == campaign)
    )
    with passed_over(connection, f"campaign {campaign}: position {row.id}"):
        return BeginningRow(
            row.campaign,
            row.id,
            row.person,
            row.start,
            _read(row.corrections),
            row.at,
            tuple(
                Confirmation(one.seat, one.beginning, one.person, one.sitting) for one in confirmed
            ),
        )
    return None


def _read(text: str) -> tuple[Typed, ...]:
    found: Sequence[tuple[str, Mapping[str, str]]] = json.loads(text)
    return tuple((kind, dict(raw)) for kind, raw in found)


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let go what a person has proposed or confirmed, by our number of them.

    With what they proposed goes what others have confirmed of it.
    """
    theirs = select(beginnings.c.campaign).where(beginnings.c.person == person)
    await connection.execute(delete(confirmations).where(confirmations.c.campaign.in_(theirs)))
    await connection.execute(delete(confirmations).where(confirmations.c.person == person))
    await connection.execute(delete(beginnings).where(beginnings.c.person == person))

"""Plans: what people have put together to be sent at once, and how far a sending has come."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
from sqlalchemy import bindparam, delete, insert, null, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shares import WHOLE, Share
from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.covering import covers
from bot.store.damage import passed_over
from bot.store.schema import campaigns, members, people, plans
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One person's plan at one table; fields as in ``bot.store.schema``."""

    campaign: str
    person: int
    entries: Sequence[Mapping[str, Any]] = ()
    page: Mapping[str, Any] = field(default_factory=dict)
    sending: str | None = None
    stopped: Mapping[str, Any] | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A sending that has begun and not ended, and the Discord account whose it is."""

    campaign: str
    discord_id: int
    sending: str


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Entry(_Form):
    """What stands on file of an entry; earlier builds wrote fewer fields."""

    id: str
    kind: str
    filled: dict[str, str] = {}
    halts: dict[str, bool | int] = {}
    closes: int = 0
    phase: str = ""


class _Reason(_Form):
    code: str
    params: dict[str, Any] = {}


_ENTRIES = TypeAdapter(tuple[_Entry, ...])


_GET = select(plans).where(
    plans.c.campaign == bindparam("which"), plans.c.person == bindparam("whose")
)


async def get(connection: AsyncConnection, campaign: str, person: int) -> PlanRow | None:
    """Return a person's plan, if there is one that can be read."""
    found = await connection.execute(_GET, {"which": campaign, "whose": person})
    row = found.one_or_none()
    if row is None:
        return None
    with passed_over(connection, f"campaign {campaign}: a plan of person {person}"):
        stopped = None if row.stopped is None else _Reason.model_validate_json(row.stopped)
        return PlanRow(
            row.campaign,
            row.person,
            tuple(
                one.model_dump(exclude_unset=True) for one in _ENTRIES.validate_json(row.entries)
            ),
            {**json.loads(row.page)},
            row.sending,
            None if stopped is None else stopped.model_dump(exclude_unset=True),
            row.late,
        )
    return None


async def put(connection: AsyncConnection, row: PlanRow) -> None:
    """Store a plan in place of the one before."""
    await drop(connection, row.campaign, row.person)
    await connection.execute(
        insert(plans).values(
            campaign=row.campaign,
            person=row.person,
            entries=dumps(list(row.entries)),
            page=dumps(dict(row.page)),
            sending=row.sending,
            stopped=None if row.stopped is None else dumps(dict(row.stopped)),
            late=row.late,
        )
    )


async def drop(connection: AsyncConnection, campaign: str, person: int) -> None:
    """Delete a person's plan at one table."""
    await connection.execute(
        delete(plans).where(plans.c.campaign == campaign, plans.c.person == person)
    )


async def forget(connection: AsyncConnection, person: int) -> None:
    """Delete all plans of a person."""
    await connection.execute(delete(plans).where(plans.c.person == person))


async def of_seat(
    connection: AsyncConnection, campaign: str, people_of: Sequence[int]
) -> tuple[PlanRow, ...]:
    """Return the plans of some people at one table that can be read."""
    found = [await get(connection, campaign, person) for person in people_of]
    return tuple(one for one in found if one is not None)


async def sent_for(connection: AsyncConnection, campaign: str, seat: Seat) -> bool:
    """Say whether somebody's plan is being sent for a seat."""
    found = await connection.execute(
        select(plans.c.person)
        .join(members, members.c.campaign == plans.c.campaign)
        .where(
            text("plans.sending IS NOT NULL"),
            plans.c.campaign == campaign,
            members.c.person == plans.c.person,
            members.c.seat == seat,
        )
        .limit(1)
    )
    return found.first() is not None


async def under_way(
    connection: AsyncConnection, share: Share = WHOLE, only: str = ""
) -> tuple[UnderWay, ...]:
    """Return every sending that has begun and not ended: at a share's servers, of one campaign."""
    query = select(plans.c.campaign, people.c.discord_id, plans.c.sending).join(
        people, people.c.id == plans.c.person
    )
    if not share.is_whole:
        query = query.join(campaigns, campaigns.c.id == plans.c.campaign)
        query = query.where(covers(share, campaigns.c.guild_id))
    if only:
        query = query.where(plans.c.campaign == only)
    found = await connection.execute(query.where(text("plans.sending IS NOT NULL")))
    return tuple(UnderWay(row.campaign, row.discord_id, row.sending) for row in found)


_REST = (
    update(plans)
    .where(
        plans.c.campaign == bindparam("which"),
        plans.c.person == bindparam("whose"),
        plans.c.sending == bindparam("begun"),
    )
    .values(entries=bindparam("rest"))
)
_END = (
    update(plans)
    .where(
        plans.c.campaign == bindparam("which"),
        plans.c.person == bindparam("whose"),
        plans.c.sending == bindparam("begun"),
    )
    .values(entries=bindparam("rest"), stopped=bindparam("why"), sending=null())
)
_ENDED = delete(plans).where(plans.c.campaign == bindparam("which"))


def rest(row: PlanRow, entries: Sequence[Mapping[str, Any]]) -> Write:
    """Leave only *entries* of a plan that is being sent; it goes with the action that was one."""
    return Write(
        _REST,
        {
            "which": row.campaign,
            "whose": row.person,
            "begun": row.sending,
            "rest": dumps(list(entries)),
        },
    )


def end(row: PlanRow) -> Write:
    """End a sending; nothing is changed where the plan is gone."""
    return Write(
        _END,
        {
            "which": row.campaign,
            "whose": row.person,
            "begun": row.sending,
            "rest": dumps(list(row.entries)),
            "why": None if row.stopped is None else dumps(dict(row.stopped)),
        },
    )


_UNSENT = update(plans).where(plans.c.campaign == bindparam("which")).values(sending=null())


def unsent(campaign: str) -> Write:
    """Let nothing more of a campaign's plans be sent by itself; the plans stay."""
    return Write(_UNSENT, {"which": campaign})


_UNSENT_BY = _UNSENT.where(plans.c.person == bindparam("whose"))


def unsent_by(campaign: str, person: int) -> Write:
    """Let nothing more of one person's plan be sent by itself; the plan stays."""
    return Write(_UNSENT_BY, {"which": campaign, "whose": person})


_GONE = delete(plans).where(
    plans.c.campaign == bindparam("which"), plans.c.person == bindparam("whose")
)
_PUT_BACK = insert(plans).values({c.name: bindparam(c.name) for c in plans.c})


def returned(
    campaign: str, person: int, row: PlanRow | None, entries: Sequence[Mapping[str, Any]]
) -> list[Write]:
    """Put *entries* back at the beginning of a person's plan, which is *row*; nothing is sent."""
    kept = [] if row is None else list(row.entries)
    return [
        Write(_GONE, {"which": campaign, "whose": person}),
        Write(
            _PUT_BACK,
            {
                "campaign": campaign,
                "person": person,
                "entries": dumps([*entries, *kept]),
                "page": dumps({} if row is None else dict(row.page)),
                "sending": None,
                "stopped": None,
                "late": False,
            },
        ),
    ]


def ended(campaign: str) -> list[Write]:
    """Let all plans of a campaign go that is over."""
    return [Write(_ENDED, {"which": campaign})]

"""What is to be posted: rows written in the transaction of the step that they tell of.

A row is ``ready`` until the courier takes it (``sending``); then it is ``sent`` or ``failed``. A
row found ``sending`` at the start was under way when the bot was killed: it may have arrived.
The panel is no row: it is behind when its ``shown`` is less than its campaign's ``version``, so
however many steps pass, one edit catches up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Row, and_, bindparam, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.schema import campaigns, outbox, panels, people

Kind = Literal["bulletin", "receipt", "news", "notice"]


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something to post.

    Attributes:
        kind: "bulletin" goes to the campaign's channel; by DM go "receipt" (a secret order as
            understood), "news" (what only that seat learns) and "notice" (about the campaign).
        person: Our number of the addressee of a DM; ``None`` is the channel.
        first_seq: The first action it tells of.
        last_seq: The last action it tells of: the state that it shows.
        nonce: At most 25 characters, unique for all time; says nothing about anything secret.
    """

    id: int
    campaign: str
    kind: Kind
    person: int | None
    first_seq: int
    last_seq: int
    body: Mapping[str, Any]
    nonce: str
    status: str
    attempts: int
    due_at: int
    created_at: int


@dataclass(frozen=True, slots=True)
class NewRow:
    """What a writer gives; the store adds the rest."""

    campaign: str
    kind: Kind
    person: int | None
    first_seq: int
    last_seq: int
    body: Mapping[str, Any]
    nonce: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A destination that has something coming: a person's DMs, or a channel."""

    person: int | None
    channel_id: int | None
    due_at: int


@dataclass(frozen=True, slots=True)
class PanelRow:
    """Where a campaign's panel stands; fields as in ``bot.store.schema``."""

    campaign: str
    channel_id: int | None
    message_id: int | None
    shown: int
    posting: str | None
    posted_at: int | None
    attempts: int
    due_at: int
    error: str | None
    wanted_channel: int
    wanted: int


_WAITING = ("ready", "sending")


def _row(row: Row[Any]) -> OutboxRow:
    return OutboxRow(
        id=row.id,
        campaign=row.campaign,
        kind=row.kind,
        person=row.person,
        first_seq=row.first_seq,
        last_seq=row.last_seq,
        body=json.loads(row.body),
        nonce=row.nonce,
        status=row.status,
        attempts=row.attempts,
        due_at=row.due_at,
        created_at=row.created_at,
    )


_ADD = insert(outbox).values(
    {
        name: bindparam(name)
        for name in (
            "campaign",
            "kind",
            "person",
            "first_seq",
            "last_seq",
            "body",
            "nonce",
            "status",
            "attempts",
            "due_at",
            "created_at",
        )
    }
)


def add(rows: Sequence[NewRow], at: int) -> Write:
    """Order things to be posted; there must be at least one."""
    return Write(
        _ADD,
        [
            {
                "campaign": row.campaign,
                "kind": row.kind,
                "person": row.person,
                "first_seq": row.first_seq,
                "last_seq": row.last_seq,
                "body": dumps(dict(row.body)),
                "nonce": row.nonce,
                "status": "ready",
                "attempts": 0,
                "due_at": at,
                "created_at": at,
            }
            for row in rows
        ],
    )


async def exists(connection: AsyncConnection, nonce: str) -> bool:
    """Say whether a row with that nonce was ever written."""
    found = await connection.execute(select(outbox.c.id).where(outbox.c.nonce == nonce))
    return found.first() is not None


def _behind() -> Any:
    return or_(
        panels.c.shown < campaigns.c.version,
        panels.c.channel_id.is_distinct_from(campaigns.c.channel_id),
    )


async def waiting(connection: AsyncConnection) -> tuple[Waiting, ...]:
    """Return every destination with something to be posted, and when its first thing is due."""
    rows = await connection.execute(
        select(outbox.c.person, campaigns.c.channel_id, outbox.c.due_at)
        .join(campaigns, campaigns.c.id == outbox.c.campaign)
        .where(outbox.c.status.in_(_WAITING))
        .order_by(outbox.c.id)
    )
    first: dict[tuple[int | None, int | None], int] = {}
    for person, channel, due in rows:
        # Only the first row of a destination counts: the order of posts is kept.
        first.setdefault((person, None) if person is not None else (None, channel), due)
    behind = await connection.execute(
        select(campaigns.c.channel_id, panels.c.due_at)
        .join(campaigns, campaigns.c.id == panels.c.campaign)
        .where(_behind())
    )
    for channel, due in behind:
        key = (None, channel)
        first[key] = min(first.get(key, due), due)
    return tuple(Waiting(person, channel, due) for (person, channel), due in first.items())


async def next_for_channel(connection: AsyncConnection, channel_id: int) -> OutboxRow | None:
    """Return the oldest thing still to be posted to a channel."""
    found = await connection.execute(
        select(outbox)
        .join(campaigns, campaigns.c.id == outbox.c.campaign)
        .where(
            campaigns.c.channel_id == channel_id,
            outbox.c.person.is_(None),
            outbox.c.status.in_(_WAITING),
        )
        .order_by(outbox.c.id)
        .limit(1)
    )
    row = found.one_or_none()
    return None if row is None else _row(row)


async def next_for_person(connection: AsyncConnection, person: int) -> OutboxRow | None:
    """Return the oldest thing still to be sent to a person."""
    found = await connection.execute(
        select(outbox)
        .where(outbox.c.person == person, outbox.c.status.in_(_WAITING))
        .order_by(outbox.c.id)
        .limit(1)
    )
    row = found.one_or_none()
    return None if row is None else _row(row)


async def panel_behind(connection: AsyncConnection, channel_id: int, now: int) -> PanelRow | None:
    """Return a panel of this channel, due *now*, that does not show its campaign's present."""
    found = await connection.execute(
        select(
            panels,
            campaigns.c.channel_id.label("wanted_channel"),
            campaigns.c.version.label("wanted"),
        )
        .join(campaigns, campaigns.c.id == panels.c.campaign)
        .where(campaigns.c.channel_id == channel_id, panels.c.due_at <= now, _behind())
        .order_by(campaigns.c.created_at)
        .limit(1)
    )
    row = found.one_or_none()
    return None if row is None else PanelRow(**row._mapping)  # noqa: SLF001 - documented name


async def set_row(connection: AsyncConnection, row: int, **values: Any) -> None:
    """Note what became of a row: status, attempts, due_at, message_id, error."""
    await connection.execute(update(outbox).where(outbox.c.id == row).values(**values))


async def set_panel(connection: AsyncConnection, campaign: str, **values: Any) -> None:
    """Note what became of a panel."""
    await connection.execute(update(panels).where(panels.c.campaign == campaign).values(**values))


async def revive(connection: AsyncConnection, campaign: str, at: int) -> None:
    """Let everything that waits for a campaign's channel, or failed there last, be tried again."""
    await connection.execute(
        update(panels)
        .where(panels.c.campaign == campaign)
        .values(due_at=at, attempts=0, error=None)
    )
    await connection.execute(
        update(outbox)
        .where(
            and_(
                outbox.c.campaign == campaign,
                outbox.c.person.is_(None),
                outbox.c.status.in_(_WAITING),
            )
        )
        .values(due_at=at)
    )


async def account(connection: AsyncConnection, person: int) -> int | None:
    """Return the Discord account of an addressee; ``None`` when he was forgotten."""
    found = await connection.execute(select(people.c.discord_id).where(people.c.id == person))
    return found.scalar_one_or_none()

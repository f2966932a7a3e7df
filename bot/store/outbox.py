"""What is to be posted: rows written in the transaction of the step that they tell of.

A row is ``ready`` until the courier takes it (``sending``); then it is ``sent`` or ``failed``. A
row found ``sending`` at the start was under way when the bot was killed: it may have arrived.
The panel is no row: it is behind when its ``shown`` is less than its campaign's ``version``, so
however many steps pass, one edit catches up. ``campaigns.behind`` says where to look.

What has been sent or given up serves nobody any more: :func:`prune` takes it away after a while.
Notices stay as long as their campaign, since each is told once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from sqlalchemy import (
    Select,
    bindparam,
    delete,
    func,
    insert,
    not_,
    null,
    or_,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import passed_over
from bot.store.errors import Garbled, Unreadable
from bot.store.octets import octets
from bot.store.schema import campaigns, outbox, panels, people

Kind = Literal[
    "bulletin",
    "receipt",
    "news",
    "notice",
    "report",
    "ask",
    "lesson",
    "ending",
    "offer",
    "time",
    "reminder",
    "seat",
    "invite",
    "referee",
    "dice",
    "beginning",
]
KINDS: Final[frozenset[str]] = frozenset(get_args(Kind))
"""Those that this build knows; one that is newer may order others on the same database."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something to post.

    Attributes:
        kind: "bulletin", "lesson" (a page of one), "ending" (looking back on a game), "offer"
            (one, or what became of it), "time" (a pause, a last grace, who waits), "seat" (who
            plays one), "referee" (what one did), "dice" (real ones are to be rolled) and
            "beginning" (a position to begin from is proposed) go to the campaign's channel;
            "reminder" goes by DM, or there where those are closed; by DM go "receipt" (a secret
            order as understood), "news" (what only that seat learns), "notice" (about the
            campaign), "report" (a member's word to the host), "ask" (somebody asks for a seat)
            and "invite" (to who has been granted one).
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
    nonce: str
    status: str
    attempts: int
    due_at: int
    created_at: int
    stored_body: Mapping[str, Any] | None
    """What is on file, or ``None`` when nobody can read it."""

    @property
    def body(self) -> Mapping[str, Any]:
        """What it says.

        Raises:
            Unreadable: Nobody can read what is on file.
        """
        if self.stored_body is None:
            raise Unreadable(f"row {self.id} of the outbox cannot be read")
        return self.stored_body


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
    """A destination that has something coming: a person's DMs, or a channel of a server."""

    person: int | None
    channel_id: int | None
    guild_id: int | None
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


NEVER_SHOWN: Final = -1

# Spelled out: a bound value would not meet the partial indexes of the schema.
_WAITING = text(f"outbox.{schema.WAITING}")
_TO_CHANNELS = outbox.c.person.is_(None)
_TO_PEOPLE = outbox.c.person.is_not(None)

_COLUMNS = (
    outbox.c.id,
    outbox.c.campaign,
    outbox.c.kind,
    outbox.c.person,
    outbox.c.first_seq,
    outbox.c.last_seq,
    outbox.c.nonce,
    outbox.c.status,
    outbox.c.attempts,
    outbox.c.due_at,
    outbox.c.created_at,
    outbox.c.checksum,
)


def _checksum(values: Mapping[str, Any]) -> bytes:
    """Return what tells whether anything has changed of a row that never changes."""
    covered = [values[name] for name in _COVERED]
    return hashlib.sha256(dumps(covered).encode()).digest()[:16]


_COVERED: Final = (
    "campaign",
    "kind",
    "person",
    "first_seq",
    "last_seq",
    "body",
    "nonce",
    "created_at",
)
_ADD = insert(outbox).values(
    {name: bindparam(name) for name in (*_COVERED, "status", "attempts", "due_at", "checksum")}
)


def add(rows: Sequence[NewRow], at: int) -> Write:
    """Order things to be posted; there must be at least one."""
    return Write(_ADD, [_values(row, at) for row in rows])


def _values(row: NewRow, at: int) -> dict[str, Any]:
    values = {
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
    return {**values, "checksum": _checksum(values)}


_WITHDRAW = delete(outbox).where(
    outbox.c.campaign == bindparam("which"),
    text("outbox.status = 'ready' AND outbox.kind IN ('bulletin', 'news', 'ending')"),
    outbox.c.last_seq >= bindparam("first"),
)


def withdraw(campaign: str, first: int) -> Write:
    """Let what tells of action *first* or later, and is not being posted yet, never be posted.

    Confirmations of secret orders stay: those may stand.
    """
    return Write(_WITHDRAW, {"which": campaign, "first": first})


async def first_untold(connection: AsyncConnection, campaign: str, first: int) -> int | None:
    """Return the first action of the bulletins that :func:`withdraw` takes away, if any."""
    found = await connection.execute(
        select(func.min(outbox.c.first_seq)).where(
            outbox.c.campaign == campaign,
            outbox.c.status == "ready",
            outbox.c.kind == "bulletin",
            outbox.c.last_seq >= first,
        )
    )
    first_seq = found.scalar_one_or_none()
    return None if first_seq is None else int(first_seq)


_BEGIN = update(outbox).where(outbox.c.id == bindparam("which"), _WAITING).values(status="sending")


async def begin(connection: AsyncConnection, row: int) -> bool:
    """Note that a row is being posted; say whether it still is to be."""
    begun = await connection.execute(_BEGIN, {"which": row})
    return bool(begun.rowcount)


async def exists(connection: AsyncConnection, nonce: str) -> bool:
    """Say whether a row with that nonce was ever written."""
    found = await connection.execute(select(outbox.c.id).where(outbox.c.nonce == nonce))
    return found.first() is not None


def is_behind() -> Any:
    """Return the condition that a panel does not show its campaign's present."""
    return or_(
        panels.c.shown < campaigns.c.version,
        panels.c.channel_id.is_distinct_from(campaigns.c.channel_id),
    )


async def waiting(connection: AsyncConnection) -> tuple[Waiting, ...]:
    """Return every destination with something to be posted, and when its first thing is due."""
    found = list(await connection.execute(_AWAITED))
    # Rows before panels, those to people first, older ones first.
    found.sort(key=lambda one: (one.id is None, one.person is None, one.id or 0))
    first: dict[tuple[int | None, int | None, int | None], int] = {}
    for person, channel, guild, due, row in found:
        where = person, channel, guild
        if row is None:
            first[where] = min(first.get(where, due), due)
        else:
            # Only the first row of a destination counts: the order of posts is kept.
            first.setdefault(where, due)
    return tuple(Waiting(*where, due) for where, due in first.items())


def _firsts(key: Any, to: Any) -> Any:
    """Select the oldest waiting row of each *key*."""
    query = select(func.min(outbox.c.id).label("id")).where(_WAITING, to).group_by(key)
    return query.subquery("firsts")


_OF_PEOPLE = _firsts(outbox.c.person, _TO_PEOPLE)
_OF_CAMPAIGNS = _firsts(outbox.c.campaign, _TO_CHANNELS)
_FIRST_TO_PEOPLE = select(
    outbox.c.person, null(), null(), outbox.c.due_at, outbox.c.id.label("id")
).join_from(_OF_PEOPLE, outbox, outbox.c.id == _OF_PEOPLE.c.id)
_FIRST_TO_CHANNELS = (
    select(null(), campaigns.c.channel_id, campaigns.c.guild_id, outbox.c.due_at, outbox.c.id)
    .select_from(_OF_CAMPAIGNS)
    .join(outbox, outbox.c.id == _OF_CAMPAIGNS.c.id)
    .join(campaigns, campaigns.c.id == outbox.c.campaign)
)
_PANELS_BEHIND = (
    select(null(), campaigns.c.channel_id, campaigns.c.guild_id, panels.c.due_at, null())
    .join(panels, panels.c.campaign == campaigns.c.id)
    .where(campaigns.c.behind, is_behind())
)
_AWAITED = union_all(_FIRST_TO_PEOPLE, _FIRST_TO_CHANNELS, _PANELS_BEHIND)
"""All three in one trip: it is asked after everything that happens."""


_OLDEST_TO_CHANNEL = (
    select(*_COLUMNS)
    .join(campaigns, campaigns.c.id == outbox.c.campaign)
    .where(campaigns.c.channel_id == bindparam("to"), _WAITING, _TO_CHANNELS)
    .order_by(outbox.c.id)
    .limit(1)
)
_OLDEST_BESIDES = _OLDEST_TO_CHANNEL.where(
    outbox.c.campaign.not_in(bindparam("besides", expanding=True))
)
_OLDEST_TO_PERSON = (
    select(*_COLUMNS)
    .where(outbox.c.person == bindparam("to"), _WAITING, _TO_PEOPLE)
    .order_by(outbox.c.id)
    .limit(1)
)


async def next_for_channel(
    connection: AsyncConnection, channel_id: int, *, besides: Sequence[str] = ()
) -> OutboxRow | None:
    """Return the oldest thing still to be posted to a channel, *besides* what campaigns tell."""
    if besides:
        values = {"to": channel_id, "besides": list(besides)}
        return await _read(connection, _OLDEST_BESIDES, values)
    return await _read(connection, _OLDEST_TO_CHANNEL, {"to": channel_id})


async def next_for_person(connection: AsyncConnection, person: int) -> OutboxRow | None:
    """Return the oldest thing still to be sent to a person."""
    return await _read(connection, _OLDEST_TO_PERSON, {"to": person})


_BODY = select(octets(outbox.c.body)).where(outbox.c.id == bindparam("which"))


async def _read(
    connection: AsyncConnection, query: Select[Any], values: Mapping[str, Any]
) -> OutboxRow | None:
    found = await connection.execute(query, values)
    row = found.one_or_none()
    if row is None:
        return None
    # By itself and as bytes: whatever is wrong with it, the row must be known to count its tries.
    told = await connection.execute(_BODY, {"which": row.id})
    values = dict(row._mapping)  # noqa: SLF001 - documented name
    checksum, body = values.pop("checksum"), None
    with passed_over(connection, f"row {row.id} of the outbox, a {row.kind} of {row.campaign},"):
        text = told.scalar_one().decode()
        # Rows from before there were checksums are read as they are.
        if checksum is not None and checksum != _checksum({**values, "body": text}):
            raise Garbled("it was changed")
        body = {**json.loads(text)}
    return OutboxRow(**values, stored_body=body)


_PANEL_BEHIND = (
    select(
        panels,
        campaigns.c.channel_id.label("wanted_channel"),
        campaigns.c.version.label("wanted"),
    )
    .join(campaigns, campaigns.c.id == panels.c.campaign)
    .where(
        campaigns.c.behind,
        campaigns.c.channel_id == bindparam("here"),
        panels.c.due_at <= bindparam("now"),
        is_behind(),
    )
    .order_by(campaigns.c.created_at)
    .limit(1)
)


async def panel_behind(connection: AsyncConnection, channel_id: int, now: int) -> PanelRow | None:
    """Return a panel of this channel, due *now*, that does not show its campaign's present."""
    found = await connection.execute(_PANEL_BEHIND, {"here": channel_id, "now": now})
    row = found.one_or_none()
    return None if row is None else PanelRow(**row._mapping)  # noqa: SLF001 - documented name


_OF_ROW = update(outbox).where(outbox.c.id == bindparam("which"))
_OF_PANEL = update(panels).where(panels.c.campaign == bindparam("which"))


async def set_row(connection: AsyncConnection, row: int, **values: Any) -> None:
    """Note what became of a row: status, attempts, due_at, message_id, error."""
    await connection.execute(_OF_ROW, {"which": row, **values})


async def set_panel(connection: AsyncConnection, campaign: str, **values: Any) -> None:
    """Note what became of a panel."""
    await connection.execute(_OF_PANEL, {"which": campaign, **values})
    if "shown" in values:
        await connection.execute(_CAUGHT_UP, {"which": campaign})


_CAUGHT_UP = (
    update(campaigns)
    .where(
        campaigns.c.id == bindparam("which"),
        select(panels.c.campaign)
        .where(panels.c.campaign == campaigns.c.id, not_(is_behind()))
        .correlate(campaigns)
        .exists(),
    )
    .values(behind=False)
)


async def panels_lost(connection: AsyncConnection) -> None:
    """Note that no campaign's panel exists any more: all are posted anew."""
    await connection.execute(
        update(panels).values(message_id=None, shown=NEVER_SHOWN, posting=None, due_at=0)
    )
    await connection.execute(update(campaigns).values(behind=True))


async def revive(connection: AsyncConnection, campaign: str, at: int) -> None:
    """Let everything that waits for a campaign's channel, or failed there last, be tried again."""
    await connection.execute(
        update(panels)
        .where(panels.c.campaign == campaign)
        .values(due_at=at, attempts=0, error=None)
    )
    await connection.execute(
        update(outbox)
        .where(outbox.c.campaign == campaign, _WAITING, _TO_CHANNELS)
        .values(due_at=at)
    )


@dataclass(frozen=True, slots=True)
class QueuedRow:
    """What is still to be posted, or was given up: how it stands, and nothing of what it says."""

    kind: str
    person: int | None
    status: str
    attempts: int
    due_at: int
    created_at: int
    error: str | None


async def queue(
    connection: AsyncConnection, campaign: str, *, private: bool, most: int
) -> tuple[QueuedRow, ...]:
    """Return what of a campaign waits or was given up, oldest first, at most so many.

    Without *private* only what goes to its channel.
    """
    wanted = [outbox.c.campaign == campaign, outbox.c.status != "sent"]
    if not private:
        wanted.append(_TO_CHANNELS)
    names = ("kind", "person", "status", "attempts", "due_at", "created_at", "error")
    found = await connection.execute(
        select(*(outbox.c[name] for name in names)).where(*wanted).order_by(outbox.c.id).limit(most)
    )
    return tuple(QueuedRow(**row._mapping) for row in found)  # noqa: SLF001 - documented name


async def panel_of(connection: AsyncConnection, campaign: str) -> tuple[bool, int, str | None]:
    """Return whether a panel is behind, how often it was tried in vain, and why not last."""
    found = await connection.execute(
        select(is_behind(), panels.c.attempts, panels.c.error)
        .join(campaigns, campaigns.c.id == panels.c.campaign)
        .where(panels.c.campaign == campaign)
    )
    row = found.one_or_none()
    return (False, 0, None) if row is None else (bool(row[0]), int(row[1]), row[2])


_ACCOUNT = select(people.c.discord_id).where(people.c.id == bindparam("whose"))


async def account(connection: AsyncConnection, person: int) -> int | None:
    """Return the Discord account of an addressee; ``None`` when they were forgotten."""
    found = await connection.execute(_ACCOUNT, {"whose": person})
    return found.scalar_one_or_none()


_PRUNE = delete(outbox).where(
    outbox.c.id.in_(
        select(outbox.c.id)
        .where(text(f"outbox.{schema.DONE}"), outbox.c.due_at < bindparam("before"))
        .order_by(outbox.c.due_at)
        .limit(bindparam("most"))
    )
)


async def prune(connection: AsyncConnection, before: int, most: int) -> int:
    """Delete at most so many messages sent or given up before an instant; return how many."""
    gone = await connection.execute(_PRUNE, {"before": before, "most": most})
    return gone.rowcount

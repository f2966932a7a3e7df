"""The append-only log of actions, the present states, and the snapshots between."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from sqlalchemy import (
    Row,
    and_,
    bindparam,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import chain
from bot.store.anchor import Mark
from bot.store.batch import Write
from bot.store.chain import ChainBroken
from bot.store.codec import EVERYTHING, events_in, events_out, pack, rolls_in, rolls_out
from bot.store.damage import reading
from bot.store.schema import (
    LIVE_CAMPAIGNS,
    REWINDING,
    actions,
    campaigns,
    snapshots,
    states,
)
from engine.api import Event, Seat
from engine.dice import Roll

Cause = Literal[
    "hand", "plan", "standing", "forced", "clock", "referee", "computer", "table", "again"
]
"""What leads to an action: a person's order, by itself or sent with others; a standing order; that
nothing else could be done; that a seat's time ran out; a referee; the computer; the moderator; that
a rewind enters it anew."""
REWIND: Final = "!rewind"
"""Log kind of going back: of everybody before a public action, or in secret before a secret one."""
CORRECT: Final = "!correct"
"""Log kind of a position that a referee has put right: it goes on from the state kept with it."""
OWN_CORRECT: Final = "!own_correct"
"""The same of what a seat keeps secret: a secret step of that seat."""
CORRECTIONS: Final = frozenset({CORRECT, OWN_CORRECT})
"""Both of them."""
BEGIN: Final = "!begin"
"""Log kind of a game that begins from a position: it goes on from the state kept with it."""
KEPT_WITH: Final = CORRECTIONS | {BEGIN}
"""The kinds of step with which the state that they lead to is kept, and never worked out again."""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One accepted action as it happened; fields as in ``bot.store.schema``."""

    campaign: str
    seq: int
    seat: Seat | None
    person: int | None
    kind: str
    secret: bool
    body: str
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    ruleset: int
    request: str
    version: int
    turn: int
    phase: str
    at: int
    cause: Cause | None = None
    branch: int | None = None
    digest: bytes | None = None
    entered: int | None = None
    covers: int | None = chain.NEWEST
    chain: bytes | None = None

    @property
    def dice(self) -> int:
        """Number of dice that the bot threw openly: secret and entered ones are counted nowhere."""
        thrown = (one for one in self.rolls if not one.secret and not one.entered)
        return sum(len(one.values) for one in thrown)

    @property
    def open_dice(self) -> int:
        """Number of dice that fell openly, whoever rolled them."""
        return sum(len(one.values) for one in self.rolls if not one.secret)


@dataclass(frozen=True, slots=True)
class StateRow:
    """A dumped state: what the game was after action *seq*."""

    seq: int
    ruleset: int
    text: str


def read_row(row: Row[Any]) -> ActionRow:
    """Return an action from a row of its table.

    Raises:
        Unreadable: It is not what was written.
    """
    with reading(f"campaign {row.campaign}: action {row.seq}"):
        rolls, events = rolls_in(row.rolls), events_in(row.events)
    return ActionRow(
        campaign=row.campaign,
        seq=row.seq,
        seat=row.seat,
        person=row.person,
        kind=row.kind,
        secret=row.secret,
        body=row.body,
        rolls=rolls,
        events=events,
        ruleset=row.ruleset,
        request=row.request,
        version=row.version,
        turn=row.turn,
        phase=row.phase,
        at=row.at,
        cause=row.cause,
        branch=row.branch,
        digest=row.digest,
        entered=row.entered,
        covers=row.covers,
        chain=row.chain,
    )


_APPEND = insert(actions).values({c.name: bindparam(c.name) for c in actions.c})


def _values(row: ActionRow) -> dict[str, Any]:
    return {
        "campaign": row.campaign,
        "seq": row.seq,
        "seat": row.seat,
        "person": row.person,
        "kind": row.kind,
        "secret": row.secret,
        "body": row.body,
        "rolls": rolls_out(row.rolls),
        "dice": row.dice,
        "events": events_out(row.events),
        "ruleset": row.ruleset,
        "request": row.request,
        "version": row.version,
        "turn": row.turn,
        "phase": row.phase,
        "at": row.at,
        "covers": row.covers,
        "digest": row.digest,
        "cause": row.cause,
        "branch": row.branch,
        "entered": row.entered,
        "chain": row.chain,
    }


def chained(row: ActionRow, before: bytes) -> ActionRow:
    """Return an action with its link of the chain, which goes on from the link *before*."""
    return replace(row, chain=chain.link(before, _values(row)))


def append(row: ActionRow) -> Write:
    """Add an action to the log.

    The write raises ``Conflict`` when its seq or its request is in the log already.
    """
    mark = None if row.chain is None else Mark(row.campaign, row.seq, row.chain.hex())
    return Write(_APPEND, _values(row), mark=mark)


async def head_link(connection: AsyncConnection, campaign: str, head: int) -> bytes:
    """Return the link of a log's last action, which is held against the one before.

    Raises:
        ChainBroken: They do not belong together, or the log has no such end.
    """
    found = await connection.execute(
        select(actions)
        .where(actions.c.campaign == campaign, actions.c.seq.in_((head - 1, head)))
        .order_by(actions.c.seq)
    )
    rows = found.mappings().all()
    if [row["seq"] for row in rows] != [seq for seq in (head - 1, head) if seq > 0]:
        raise ChainBroken(f"The log of campaign {campaign} lacks its end.")
    if len(rows) == 2 and rows[0]["chain"] is None:
        return await whole_chain(connection, campaign)
    begun = rows[0]["chain"] if len(rows) == 2 else None
    return chain.follow(campaign, rows[-1:], begun)


async def whole_chain(connection: AsyncConnection, campaign: str) -> bytes:
    """Return the last link of a log, which is checked from its beginning.

    Raises:
        ChainBroken: at the first action whose link is another one.
    """
    found = await connection.execute(
        select(actions).where(actions.c.campaign == campaign).order_by(actions.c.seq)
    )
    return chain.follow(campaign, found.mappings())


_ENDS = (
    select(campaigns.c.id, campaigns.c.head, actions)
    .select_from(
        campaigns.outerjoin(
            actions,
            and_(
                actions.c.campaign == campaigns.c.id,
                actions.c.seq.in_((campaigns.c.head - 1, campaigns.c.head)),
            ),
        )
    )
    .where(LIVE_CAMPAIGNS, campaigns.c.status == "playing")
)


async def broken_heads(connection: AsyncConnection) -> tuple[str, ...]:
    """Return the campaigns being played whose log does not end as it was written."""
    ends = await connection.execute(_ENDS)
    # Sorted here: asked for in order, they would be looked up among all that are over.
    rows = sorted(ends.mappings(), key=lambda row: (row["id"], row["seq"] or 0))
    broken = []
    for (name, head), grouped in itertools.groupby(rows, key=lambda row: (row["id"], row["head"])):
        rows = list(grouped)
        begun = rows[0]["chain"] if len(rows) == 2 else None
        if rows[-1]["seq"] != head:
            broken.append(name)
        elif len(rows) == 1 or begun is not None:
            try:
                chain.follow(name, rows[-1:], begun)
            except ChainBroken:
                broken.append(name)
    return tuple(broken)


_NEW_STATE = insert(states).values({c.name: bindparam(c.name) for c in states.c})
_PUT_STATE = (
    update(states)
    .where(states.c.campaign == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in ("seq", "ruleset", "body")})
)
_KEEP = insert(snapshots).values({c.name: bindparam(c.name) for c in snapshots.c})


def put_state(campaign: str, state: StateRow, *, first: bool) -> Write:
    """Store the present state in place of the one before, or as the *first*."""
    seq, ruleset, body = state.seq, state.ruleset, pack(state.text)
    if first:
        return Write(
            _NEW_STATE, {"campaign": campaign, "seq": seq, "ruleset": ruleset, "body": body}
        )
    return Write(
        _PUT_STATE,
        {"which": campaign, "new_seq": seq, "new_ruleset": ruleset, "new_body": body},
        rows=1,
    )


def keep(campaign: str, state: StateRow) -> Write:
    """Keep a state for good, as a start for replays."""
    return Write(
        _KEEP,
        {
            "campaign": campaign,
            "seq": state.seq,
            "ruleset": state.ruleset,
            "body": pack(state.text),
        },
    )


_BETWEEN = (
    select(actions)
    .where(
        actions.c.campaign == bindparam("which"),
        actions.c.seq > bindparam("after"),
        actions.c.seq <= bindparam("upto"),
    )
    .order_by(actions.c.seq)
)


async def between(
    connection: AsyncConnection, campaign: str, after: int, upto: int
) -> tuple[ActionRow, ...]:
    """Return the actions with *after* < seq <= *upto*, in order."""
    found = await connection.execute(_BETWEEN, {"which": campaign, "after": after, "upto": upto})
    return tuple(read_row(row) for row in found)


def readable(campaign: str, viewer: Seat | None) -> Any:
    """Say which actions a viewer may know of at all."""
    if viewer == EVERYTHING:
        return actions.c.campaign == campaign
    public = actions.c.secret.is_(False)
    return and_(
        actions.c.campaign == campaign,
        public if viewer is None else or_(public, actions.c.seat == viewer),
    )


async def tail(
    connection: AsyncConnection, campaign: str, seat: Seat, most: int
) -> tuple[ActionRow, ...]:
    """Return the last actions of a log that a seat may know of, at most so many, in order."""
    found = await connection.execute(
        select(actions).where(readable(campaign, seat)).order_by(actions.c.seq.desc()).limit(most)
    )
    return tuple(reversed([read_row(row) for row in found]))


async def secrets_by_seat(
    connection: AsyncConnection, campaign: str, counts: Callable[[int], bool]
) -> dict[Seat, int]:
    """Return how many actions each seat has done in secret, of those of which *counts* is true."""
    found = await connection.execute(
        select(actions.c.seq, actions.c.seat).where(
            actions.c.campaign == campaign,
            actions.c.secret.is_(True),
            actions.c.kind.not_in((REWIND, OWN_CORRECT)),
        )
    )
    seats = Counter(seat for seq, seat in found if seat is not None and counts(seq))
    return dict(seats)


async def rewinds_by_seat(connection: AsyncConnection, campaign: str) -> dict[Seat, int]:
    """Return how often each seat has gone back in public, in order of its first time."""
    found = await connection.execute(
        select(actions.c.seat)
        .where(
            actions.c.campaign == campaign,
            text(f"actions.{REWINDING}"),
            actions.c.secret.is_(False),
        )
        .order_by(actions.c.seq)
    )
    return dict(Counter(seat for seat in found.scalars() if seat is not None))


async def by_request(connection: AsyncConnection, request: str) -> ActionRow | None:
    """Return the action that a request led to."""
    found = await connection.execute(select(actions).where(actions.c.request == request))
    row = found.one_or_none()
    return None if row is None else read_row(row)


async def by_requests(connection: AsyncConnection, begin: str) -> tuple[ActionRow, ...]:
    """Return the actions whose requests begin with something that ends with "/", in order."""
    beyond = begin.removesuffix("/") + chr(ord("/") + 1)
    found = await connection.execute(
        select(actions)
        .where(actions.c.request >= begin, actions.c.request < beyond)
        .order_by(actions.c.seq)
    )
    return tuple(read_row(row) for row in found)


async def last_person(
    connection: AsyncConnection, campaign: str, seat: Seat, kinds: Sequence[str]
) -> int | None:
    """Return whose a seat's last action of some kinds was; ``None`` where nobody's."""
    found = await connection.execute(
        select(actions.c.person)
        .where(actions.c.campaign == campaign, actions.c.seat == seat, actions.c.kind.in_(kinds))
        .order_by(actions.c.seq.desc())
        .limit(1)
    )
    person = found.scalar()
    return None if person is None else int(person)


async def last_public(connection: AsyncConnection, campaign: str) -> tuple[int, int]:
    """Return the last action of a log that everybody may know of, a rewind maybe, and when it was.

    By its seq, and in milliseconds since 1970.
    """
    found = await connection.execute(
        select(actions.c.seq, actions.c.at)
        .where(actions.c.campaign == campaign, actions.c.secret.is_(False))
        .order_by(actions.c.seq.desc())
        .limit(1)
    )
    seq, at = found.one()
    return int(seq), int(at)


_TOTALS = select(func.coalesce(func.sum(actions.c.dice), 0), func.max(actions.c.ruleset)).where(
    actions.c.campaign == bindparam("which")
)


async def totals(connection: AsyncConnection, campaign: str) -> tuple[int, int | None]:
    """Return how many dice the log of a campaign holds, and the last ruleset in it."""
    found = await connection.execute(_TOTALS, {"which": campaign})
    dice, ruleset = found.one()
    return int(dice), None if ruleset is None else int(ruleset)


_REQUESTS = select(actions.c.request, actions.c.seat, actions.c.secret).where(
    actions.c.campaign == bindparam("which")
)


async def requests(
    connection: AsyncConnection, campaign: str
) -> Sequence[tuple[str, Seat | None, bool]]:
    """Return for every action its request, its seat, and whether it was secret."""
    found = await connection.execute(_REQUESTS, {"which": campaign})
    return [(request, seat, secret) for request, seat, secret in found]


async def with_logs(connection: AsyncConnection) -> tuple[str, ...]:
    """Return the ids of all campaigns that were started, oldest first."""
    found = await connection.execute(
        select(campaigns.c.id)
        .where(campaigns.c.head > 0)
        .order_by(campaigns.c.created_at, campaigns.c.id)
    )
    return tuple(found.scalars())

"""What one seat offers the others, for as long as it may be answered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Row, and_, bindparam, delete, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import passed_over
from bot.store.schema import offers
from engine.api import Seat

OfferKind = Literal[
    "undo", "draw", "adjourn", "pause", "pace", "time", "stand_in", "seat", "referee", "reopen"
]
OF_A_POSITION: Final[frozenset[OfferKind]] = frozenset({"undo", "draw", "adjourn"})
"""What is offered for one position of the table, and void with its next public step. The other
kinds are about the table and its people: they stand until they are answered or too old."""
AFTER_END: Final[frozenset[OfferKind]] = frozenset({"reopen"})
"""What can be offered only once a campaign is over, and not before."""
OfferState = Literal["open", "agreed", "declined", "withdrawn"]


@dataclass(frozen=True, slots=True)
class OfferRow:
    """An offer as stored; fields as in ``bot.store.schema``."""

    id: str
    campaign: str
    kind: OfferKind
    seat: Seat
    person: int | None
    version: int
    branch: int
    made_at: int
    until: int
    agreed: tuple[Seat, ...] = ()
    back_to: int | None = None
    state: OfferState = "open"
    terms: str | None = None
    about: int | None = None


def _row(row: Row[Any]) -> OfferRow:
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's documented name
    return OfferRow(**{**values, "agreed": tuple(map(str, json.loads(values["agreed"])))})


_ADD = insert(offers).values({c.name: bindparam(c.name) for c in offers.c})
_SETTLE = (
    update(offers)
    .where(offers.c.id == bindparam("which"), text("offers.state = 'open'"))
    .values(state=bindparam("new_state"), agreed=bindparam("new_agreed"))
)
_PASSED = delete(offers).where(
    offers.c.campaign == bindparam("which"),
    or_(
        offers.c.until <= bindparam("now"),
        and_(
            offers.c.version < bindparam("before"),
            text("offers.kind IN ('adjourn', 'draw', 'undo')"),
        ),
    ),
)
_ENDED = delete(offers).where(offers.c.campaign == bindparam("which"))


def add(row: OfferRow) -> list[Write]:
    """Store a new offer; those that are void, with a public step or by their age, go."""
    return [
        Write(_PASSED, {"which": row.campaign, "before": row.version, "now": row.made_at}),
        Write(
            _ADD,
            {
                "id": row.id,
                "campaign": row.campaign,
                "kind": row.kind,
                "back_to": row.back_to,
                "seat": row.seat,
                "person": row.person,
                "version": row.version,
                "branch": row.branch,
                "made_at": row.made_at,
                "until": row.until,
                "agreed": dumps(list(row.agreed)),
                "state": row.state,
                "terms": row.terms,
                "about": row.about,
            },
        ),
    ]


def settle(offer: str, state: OfferState, agreed: Sequence[Seat]) -> Write:
    """Note who agrees to an open offer, and what becomes of it.

    The write raises ``Conflict`` when it is not open any more.
    """
    values = {"which": offer, "new_state": state, "new_agreed": dumps(list(agreed))}
    return Write(_SETTLE, values, rows=1)


def ended(campaign: str) -> list[Write]:
    """Let all offers of a campaign go that is over."""
    return [Write(_ENDED, {"which": campaign})]


async def of(connection: AsyncConnection, campaign: str) -> tuple[OfferRow, ...]:
    """Return a campaign's offers that are kept, settled ones too, in order."""
    found = await connection.execute(
        select(offers).where(offers.c.campaign == campaign).order_by(offers.c.made_at, offers.c.id)
    )
    rows = []
    for row in found:
        with passed_over(connection, f"campaign {campaign}: offer {row.id}"):
            rows.append(_row(row))
    return tuple(rows)


async def get(connection: AsyncConnection, offer: str) -> OfferRow | None:
    """Return an offer."""
    found = await connection.execute(select(offers).where(offers.c.id == offer))
    row = found.one_or_none()
    if row is None:
        return None
    with passed_over(connection, f"campaign {row.campaign}: offer {row.id}"):
        return _row(row)
    return None


async def forget(connection: AsyncConnection, person: int) -> None:
    """Forget whose offers a person's were; they stay their seat's. What is about them goes."""
    await connection.execute(delete(offers).where(offers.c.about == person))
    await connection.execute(update(offers).where(offers.c.person == person).values(person=None))

"""Seats of campaigns under way for which somebody else is looked for.

What those before them leave for whoever comes in is read by itself: it is never part of what is
held of a campaign for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.schema import vacancies
from engine.api import Seat

VacancyCause = Literal["holder", "offer", "clock", "referee"]
"""Who gives a seat up: one who holds it, all seats together, or, of who is absent, the clock or a
referee."""
OF_ABSENT: Final[frozenset[VacancyCause]] = frozenset({"clock", "referee"})


@dataclass(frozen=True, slots=True)
class VacancyRow:
    """A seat that is offered; fields as in ``bot.store.schema``, without what is secret of it."""

    campaign: str
    seat: Seat
    cause: str
    person: int | None
    since: int

    @property
    def is_of_absent(self) -> bool:
        """Whether nobody gave it up: it ends when who holds it is back."""
        return self.cause in OF_ABSENT


_PUT = insert(vacancies).values({c.name: bindparam(c.name) for c in vacancies.c})
_DROP = delete(vacancies).where(
    vacancies.c.campaign == bindparam("which"), vacancies.c.seat == bindparam("of_seat")
)
_LEAVE = (
    update(vacancies)
    .where(vacancies.c.campaign == bindparam("which"), vacancies.c.seat == bindparam("of_seat"))
    .values(cause=bindparam("by_cause"), person=bindparam("by_whom"), note=bindparam("left_note"))
)
_ENDED = delete(vacancies).where(vacancies.c.campaign == bindparam("which"))


def put(row: VacancyRow, note: str | None) -> Write:
    """Offer a seat that is not offered yet, with a *note* for whoever comes in."""
    return Write(
        _PUT,
        {
            "campaign": row.campaign,
            "seat": row.seat,
            "cause": row.cause,
            "person": row.person,
            "since": row.since,
            "note": note,
        },
    )


def leave(row: VacancyRow, note: str | None) -> Write:
    """Leave another note for whoever takes a seat that is offered, and say who gives it up."""
    return Write(
        _LEAVE,
        {
            "which": row.campaign,
            "of_seat": row.seat,
            "by_cause": row.cause,
            "by_whom": row.person,
            "left_note": note,
        },
        rows=1,
    )


def drop(campaign: str, seat: Seat) -> Write:
    """Offer a seat no more; nothing is changed where it is not."""
    return Write(_DROP, {"which": campaign, "of_seat": seat})


def ended(campaign: str) -> list[Write]:
    """Offer no seat any more of a campaign that is over."""
    return [Write(_ENDED, {"which": campaign})]


_OF_CAMPAIGN = (
    select(
        vacancies.c.campaign,
        vacancies.c.seat,
        vacancies.c.cause,
        vacancies.c.person,
        vacancies.c.since,
    )
    .where(vacancies.c.campaign == bindparam("which"))
    .order_by(vacancies.c.seat)
)


async def of(connection: AsyncConnection, campaign: str) -> tuple[VacancyRow, ...]:
    """Return the seats of a campaign that are offered, in the order of their names."""
    found = await connection.execute(_OF_CAMPAIGN, {"which": campaign})
    return tuple(VacancyRow(*row) for row in found)


async def note(connection: AsyncConnection, campaign: str, seat: Seat) -> str | None:
    """Return what was left for whoever takes a seat that is offered."""
    found = await connection.execute(
        select(vacancies.c.note).where(vacancies.c.campaign == campaign, vacancies.c.seat == seat)
    )
    return found.scalar_one_or_none()

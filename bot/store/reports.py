"""Reports to the host: what members of a campaign wrote about a dispute or a fault.

They are kept for :data:`KEPT_DAYS`; each new one sweeps the older away. A person writes at most
:data:`A_DAY` in a campaign within a day. Whoever is erased takes theirs along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import people, reports

KEPT_DAYS: Final = 90
A_DAY: Final = 5
DAY_MS: Final = 86_400_000


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    Attributes:
        person: Discord account of whoever wrote it.
        step: The last public step when it was written.
        clause: Which clause or ruling it is about, as typed; may be empty.
        words: What was typed.
    """

    id: int
    campaign: str
    person: int
    step: int
    clause: str
    words: str
    at: int


async def add(
    connection: AsyncConnection,
    campaign: str,
    person: int,
    *,
    step: int,
    clause: str,
    words: str,
    at: int,
) -> int | None:
    """Keep a report and return its number; ``None`` when that would be too many within a day."""
    await connection.execute(delete(reports).where(reports.c.at < at - KEPT_DAYS * DAY_MS))
    found = await connection.execute(
        select(func.count())
        .select_from(reports)
        .where(
            reports.c.campaign == campaign,
            reports.c.person == person,
            reports.c.at > at - DAY_MS,
        )
    )
    if int(found.scalar_one()) >= A_DAY:
        return None
    done = await connection.execute(
        insert(reports).values(
            campaign=campaign, person=person, step=step, clause=clause or None, words=words, at=at
        )
    )
    assert done.inserted_primary_key is not None
    return int(done.inserted_primary_key[0])


async def get(connection: AsyncConnection, number: int) -> Report | None:
    """Return a report; ``None`` when it was erased or swept away."""
    found = await connection.execute(
        select(reports, people.c.discord_id)
        .join(people, people.c.id == reports.c.person)
        .where(reports.c.id == number)
    )
    row = found.one_or_none()
    return None if row is None else _report(row)


async def of(
    connection: AsyncConnection, campaign: str, *, skip: int, most: int
) -> tuple[Report, ...]:
    """Return the newest reports of a campaign but the first to *skip*, newest first."""
    found = await connection.execute(
        select(reports, people.c.discord_id)
        .join(people, people.c.id == reports.c.person)
        .where(reports.c.campaign == campaign)
        .order_by(reports.c.id.desc())
        .offset(skip)
        .limit(most)
    )
    return tuple(_report(row) for row in found)


async def count(connection: AsyncConnection, campaign: str) -> int:
    """Return how many reports there are of a campaign."""
    found = await connection.execute(select(func.count()).where(reports.c.campaign == campaign))
    return int(found.scalar_one())


def _report(row: Row[Any]) -> Report:
    return Report(
        id=row.id,
        campaign=row.campaign,
        person=row.discord_id,
        step=row.step,
        clause=row.clause or "",
        words=row.words,
        at=row.at,
    )

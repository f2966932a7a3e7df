"""Who referees a campaign, or did, and who of them has looked at secrets."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.schema import LIVE_CAMPAIGNS, campaigns, people, referees


@dataclass(frozen=True, slots=True)
class RefereeRow:
    """A referee; fields as in ``bot.store.schema``, and their Discord account."""

    campaign: str
    person: int
    discord_id: int
    since: int
    secrets: bool = False
    left_at: int | None = None
    looked_at: int | None = None
    name: str | None = None

    @property
    def serves(self) -> bool:
        """Whether they referee it now."""
        return self.left_at is None


_OF_CAMPAIGN = (
    select(referees, people.c.discord_id)
    .join(people, people.c.id == referees.c.person)
    .order_by(referees.c.since, referees.c.person)
)
_DROP = delete(referees).where(
    referees.c.campaign == bindparam("which"), referees.c.person == bindparam("whom")
)
_PUT = insert(referees).values({c.name: bindparam(c.name) for c in referees.c})
_LEAVE = (
    update(referees)
    .where(
        referees.c.campaign == bindparam("which"),
        referees.c.person == bindparam("whom"),
        text("referees.left_at IS NULL"),
    )
    .values(left_at=bindparam("at"))
)
_LOOK = (
    update(referees)
    .where(
        referees.c.campaign == bindparam("which"),
        referees.c.person == bindparam("whom"),
        text("referees.looked_at IS NULL"),
    )
    .values(looked_at=bindparam("at"))
)


_OF = _OF_CAMPAIGN.where(referees.c.campaign == bindparam("which"))


async def of(connection: AsyncConnection, campaign: str) -> tuple[RefereeRow, ...]:
    """Return everybody who referees a campaign or did, whoever came first before the others."""
    found = await connection.execute(_OF, {"which": campaign})
    return tuple(RefereeRow(**row._mapping) for row in found)  # noqa: SLF001 - documented name


async def tables_of(connection: AsyncConnection, person: int) -> tuple[str, ...]:
    """Return the live campaigns that a person referees, by our number of them."""
    found = await connection.execute(
        select(referees.c.campaign)
        .join(campaigns, campaigns.c.id == referees.c.campaign)
        .where(referees.c.person == person, referees.c.left_at.is_(None), LIVE_CAMPAIGNS)
    )
    return tuple(found.scalars())


def put(row: RefereeRow) -> list[Write]:
    """Let somebody referee a campaign, in place of what was kept of them there before."""
    which = {"which": row.campaign, "whom": row.person}
    return [
        Write(_DROP, which),
        Write(
            _PUT,
            {
                "campaign": row.campaign,
                "person": row.person,
                "since": row.since,
                "secrets": row.secrets,
                "left_at": row.left_at,
                "looked_at": row.looked_at,
                "name": row.name,
            },
        ),
    ]


def leave(campaign: str, person: int, at: int) -> Write:
    """Note that somebody referees a campaign no longer."""
    return Write(_LEAVE, {"which": campaign, "whom": person, "at": at}, rows=1)


def look(campaign: str, person: int, at: int) -> Write:
    """Note that somebody has looked at a secret; when they did so first stays."""
    return Write(_LOOK, {"which": campaign, "whom": person, "at": at})


async def forget(connection: AsyncConnection, person: int) -> None:
    """Forget a person, by our number of them."""
    await connection.execute(delete(referees).where(referees.c.person == person))

"""Erasing a whole campaign: the one way in which history may go.

It is named in ``purges`` first, in the same transaction; only then do the triggers let go of its
actions and snapshots. What a campaign has in any table goes with it, whichever tables there are:
whatever hangs on ``campaigns`` by a key is found by that key.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import (
    BindParameter,
    Table,
    bindparam,
    delete,
    exists,
    insert,
    select,
    text,
    true,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.schema import (
    WAITING,
    asks,
    aways,
    bars,
    campaigns,
    forum_posts,
    guilds,
    journal,
    lessons,
    members,
    metadata,
    offers,
    outbox,
    people,
    purges,
    referees,
    reminders,
    reports,
    shown_figures,
)

_NOWHERE: Final = tuple(
    ~exists().where(column == people.c.id)
    for column in (
        members.c.person,
        reports.c.person,
        campaigns.c.creator,
        lessons.c.person,
        forum_posts.c.person,
        bars.c.person,
        referees.c.person,
        shown_figures.c.person,
        journal.c.person,
    )
)
"""That nothing of a person is on file but what they ask for, what is offered about them, and what
they wish themselves."""
_WISHES_NOTHING: Final = (
    *(
        column.is_(None)
        for column in (
            people.c.theme,
            people.c.speaks,
            people.c.zone,
            people.c.quiet,
            people.c.reminders,
            people.c.experience,
        )
    ),
    people.c.receipts == true(),
    ~exists().where(aways.c.person == people.c.id),
    ~exists().where(reminders.c.person == people.c.id),
    ~exists().where(
        outbox.c.person == people.c.id, text(f"outbox.{WAITING}"), outbox.c.person.is_not(None)
    ),
)
_WHICH: Final[BindParameter[str]] = bindparam("which")
_STRANGERS: Final = delete(people).where(
    people.c.id.in_(
        union_all(
            select(asks.c.person).where(asks.c.campaign == _WHICH),
            select(offers.c.about).where(offers.c.campaign == _WHICH),
        )
    ),
    *_NOWHERE,
    *_WISHES_NOTHING,
    ~exists().where(asks.c.person == people.c.id, asks.c.campaign != _WHICH),
    ~exists().where(offers.c.about == people.c.id, offers.c.campaign != _WHICH),
)


def ended(campaign: str) -> list[Write]:
    """Forget who asked for a seat of a campaign that is over, or was proposed to referee it.

    Only those of whom nothing else is left but their account. To be written before what they asked
    for and were offered goes.
    """
    return [Write(_STRANGERS, {"which": campaign})]


def hanging() -> tuple[Table, ...]:
    """Return every table whose rows belong to a campaign, those that refer to others first."""
    return tuple(
        table
        for table in reversed(metadata.sorted_tables)
        if any(key.column is campaigns.c.id for key in table.foreign_keys)
    )


async def erase_lesson(connection: AsyncConnection, campaign: str, at: int) -> None:
    """Erase the game of a lesson; a campaign that is none stays."""
    found = await connection.execute(
        select(campaigns.c.guild_id, campaigns.c.creator).where(
            campaigns.c.id == campaign, campaigns.c.lesson == true()
        )
    )
    row = found.one_or_none()
    if row is not None:
        await _erase(connection, campaign, row.guild_id, row.creator, at)


async def erase(connection: AsyncConnection, campaign: str, gone_before: int, at: int) -> bool:
    """Erase a campaign whose server has been left since then, and say whether it was so.

    People of whom nothing is left but their account go too. That the campaign was erased, and
    when, stays on file.
    """
    found = await connection.execute(
        select(campaigns.c.guild_id, campaigns.c.creator)
        .join(guilds, guilds.c.guild_id == campaigns.c.guild_id)
        .where(campaigns.c.id == campaign, guilds.c.gone_at <= gone_before)
    )
    row = found.one_or_none()
    if row is None:
        return False  # the bot came back just now
    await _erase(connection, campaign, row.guild_id, row.creator, at)
    return True


async def _erase(
    connection: AsyncConnection, campaign: str, guild_id: int, creator: int | None, at: int
) -> None:
    seated = await connection.execute(
        select(members.c.person).where(members.c.campaign == campaign)
    )
    refereed = await connection.execute(
        select(referees.c.person).where(referees.c.campaign == campaign)
    )
    noted = await connection.execute(
        select(journal.c.person).where(
            journal.c.campaign == campaign, journal.c.person.is_not(None)
        )
    )
    asking = await connection.execute(select(asks.c.person).where(asks.c.campaign == campaign))
    proposed = await connection.execute(
        select(offers.c.about).where(offers.c.campaign == campaign, offers.c.about.is_not(None))
    )
    known = {*seated.scalars(), *refereed.scalars(), *noted.scalars()}
    known |= {*asking.scalars(), *proposed.scalars()}
    known |= set() if creator is None else {creator}
    await connection.execute(insert(purges).values(campaign=campaign, guild_id=guild_id, at=at))
    for table in hanging():
        (column,) = [key.parent for key in table.foreign_keys if key.column is campaigns.c.id]
        await connection.execute(delete(table).where(column == campaign))
    await connection.execute(delete(campaigns).where(campaigns.c.id == campaign))
    await forget_strangers(connection, known)


async def forget_strangers(connection: AsyncConnection, known: Collection[int]) -> None:
    """Forget those of some people, by our numbers, of whom nothing is left but their account."""
    if not known:
        return
    await connection.execute(
        delete(people).where(
            people.c.id.in_(known),
            *_NOWHERE,
            ~exists().where(asks.c.person == people.c.id),
            ~exists().where(offers.c.about == people.c.id),
        )
    )
    for own in (aways, reminders):
        await connection.execute(
            delete(own).where(own.c.person.in_(known), ~exists().where(people.c.id == own.c.person))
        )

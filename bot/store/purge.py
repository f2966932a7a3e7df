"""Erasing a whole campaign: the one way in which history may go.

It is named in ``purges`` first, in the same transaction; only then do the triggers let go of its
actions and snapshots. What a campaign has in any table goes with it, whichever tables there are:
whatever hangs on ``campaigns`` by a key is found by that key.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Table, delete, exists, insert, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import (
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
    people,
    purges,
    referees,
    reminders,
    reports,
    shown_figures,
)


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
    known = {*seated.scalars(), *refereed.scalars(), *noted.scalars()}
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
            ~exists().where(members.c.person == people.c.id),
            ~exists().where(asks.c.person == people.c.id),
            ~exists().where(reports.c.person == people.c.id),
            ~exists().where(campaigns.c.creator == people.c.id),
            ~exists().where(lessons.c.person == people.c.id),
            ~exists().where(forum_posts.c.person == people.c.id),
            ~exists().where(bars.c.person == people.c.id),
            ~exists().where(referees.c.person == people.c.id),
            ~exists().where(shown_figures.c.person == people.c.id),
            ~exists().where(journal.c.person == people.c.id),
        )
    )
    for own in (aways, reminders):
        await connection.execute(
            delete(own).where(own.c.person.in_(known), ~exists().where(people.c.id == own.c.person))
        )

"""People: the only table that says which Discord account is meant, and the only one erased."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import (
    beginnings,
    erased_people,
    forum_posts,
    journal,
    lessons,
    looks,
    motions,
    named_groups,
    notes,
    offers,
    pending,
    plans,
    private_motions,
    referees,
    schema,
    side_threads,
)
from bot.store.schema import (
    asks,
    aways,
    bars,
    campaigns,
    drafts,
    members,
    outbox,
    people,
    reminders,
    reports,
    shown_figures,
    vacancies,
)

_NUMBER = select(people.c.id).where(people.c.discord_id == bindparam("account"))


async def number(connection: AsyncConnection, discord_id: int) -> int | None:
    """Return our number for a Discord account, if we keep one."""
    found = await connection.execute(_NUMBER, {"account": discord_id})
    return found.scalar_one_or_none()


async def numbered(connection: AsyncConnection, discord_id: int) -> int:
    """Return our number for a Discord account; keep one from now on."""
    known = await number(connection, discord_id)
    if known is not None:
        return known
    done = await connection.execute(insert(people).values(discord_id=discord_id))
    assert done.inserted_primary_key is not None
    return int(done.inserted_primary_key[0])


_LANGUAGE = select(people.c.discord_id, func.coalesce(people.c.speaks, people.c.language)).where(
    people.c.id == bindparam("whose")
)


async def language(connection: AsyncConnection, person: int) -> tuple[int, str | None] | None:
    """Return a person's Discord account and language; ``None`` when they were forgotten.

    It is the one that they have chosen, else that of their Discord when it was last heard.
    """
    found = await connection.execute(_LANGUAGE, {"whose": person})
    row = found.one_or_none()
    return None if row is None else (row[0], row[1])


_ACCOUNT = select(people.c.discord_id).where(people.c.id == bindparam("whose"))


async def account(connection: AsyncConnection, person: int) -> int | None:
    """Return a person's Discord account, by our number; ``None`` when they were forgotten."""
    found = await connection.execute(_ACCOUNT, {"whose": person})
    return found.scalar_one_or_none()


_SET_LANGUAGE = (
    update(people)
    .where(people.c.discord_id == bindparam("account"))
    .values(language=bindparam("spoken"))
)


async def set_language(connection: AsyncConnection, discord_id: int, spoken: str) -> None:
    """Remember a known person's language; nothing is kept about strangers."""
    await connection.execute(_SET_LANGUAGE, {"account": discord_id, "spoken": spoken})


_THEME = select(people.c.theme).where(people.c.discord_id == bindparam("account"))


async def theme(connection: AsyncConnection, discord_id: int) -> str | None:
    """Return the theme that a person has chosen for what only they see, if they have."""
    found = await connection.execute(_THEME, {"account": discord_id})
    return found.scalar_one_or_none()


async def set_theme(connection: AsyncConnection, person: int, chosen: str | None) -> None:
    """Remember the theme of what only a person sees; ``None`` is that of the table."""
    await connection.execute(update(people).where(people.c.id == person).values(theme=chosen))


_CLOSED_AT = select(people.c.closed_at).where(people.c.discord_id == bindparam("account"))


async def closed_at(connection: AsyncConnection, discord_id: int) -> int | None:
    """Return since when a person's direct messages are refused; ``None`` while they pass."""
    found = await connection.execute(_CLOSED_AT, {"account": discord_id})
    return found.scalar_one_or_none()


async def set_closed(connection: AsyncConnection, discord_id: int, at: int | None) -> None:
    """Note that a person's direct messages are refused, or pass again."""
    await connection.execute(
        update(people).where(people.c.discord_id == discord_id).values(closed_at=at)
    )


async def forget(connection: AsyncConnection, discord_id: int, key: Callable[[], bytes]) -> None:
    """Erase a person: account, language, seats, asks, drafts, messages, plans, reports, notes.

    How far they have read, their named groups and where they show their figures go too. Actions
    keep our number, which now leads nowhere. Live campaigns keep a trace of what they must still
    know (``bot.store.erased_people``); *key* makes the key of one that has none.
    """
    await connection.execute(delete(drafts).where(drafts.c.person == discord_id))
    await forum_posts.forget_referee(connection, discord_id)
    person = await number(connection, discord_id)
    if person is None:
        return
    for campaign, trace in await _to_be_known(connection, person):
        await erased_people.leave(connection, campaign, discord_id, trace, key())
    await connection.execute(delete(members).where(members.c.person == person))
    await connection.execute(delete(reports).where(reports.c.person == person))
    await plans.forget(connection, person)
    await looks.forget(connection, person)
    await notes.forget(connection, person)
    await named_groups.forget(connection, person)
    await lessons.forget(connection, person)
    await forum_posts.forget(connection, person)
    await side_threads.forget(connection, person)
    await offers.forget(connection, person)
    await journal.forget(connection, person)
    await pending.forget(connection, person)
    await referees.forget(connection, person)
    await motions.forget(connection, person)
    await beginnings.forget(connection, person)
    await private_motions.forget(connection, person)
    for own in (aways, reminders, bars, shown_figures):
        await connection.execute(delete(own).where(own.c.person == person))
    await connection.execute(
        update(vacancies).where(vacancies.c.person == person).values(person=None, note=None)
    )
    await connection.execute(delete(asks).where(asks.c.person == person))
    for status in (schema.WAITING, schema.DELIVERED):  # each has its index
        await connection.execute(
            delete(outbox).where(outbox.c.person == person, text(f"outbox.{status}"))
        )
    await connection.execute(
        update(campaigns).where(campaigns.c.creator == person).values(creator=None)
    )
    await connection.execute(delete(people).where(people.c.id == person))


async def _to_be_known(
    connection: AsyncConnection, person: int
) -> tuple[tuple[str, erased_people.ErasedPerson], ...]:
    """Return what each live campaign must go on knowing of a person."""
    known: dict[str, erased_people.ErasedPerson] = {}
    seated = await connection.execute(
        select(members.c.campaign, members.c.seat)
        .join(campaigns, campaigns.c.id == members.c.campaign)
        .where(members.c.person == person, campaigns.c.status != "over")
    )
    for campaign, seat in seated:
        known[campaign] = erased_people.ErasedPerson(seat=seat)
    created = await connection.execute(
        select(campaigns.c.id).where(campaigns.c.creator == person, campaigns.c.status != "over")
    )
    for campaign in created.scalars():
        known[campaign] = replace(known.get(campaign, erased_people.ErasedPerson()), created=True)
    refused = await connection.execute(
        select(asks.c.campaign, asks.c.refused_at).where(
            asks.c.person == person, asks.c.refused_at.is_not(None)
        )
    )
    looked = await connection.execute(
        select(schema.referees.c.campaign)
        .join(campaigns, campaigns.c.id == schema.referees.c.campaign)
        .where(
            schema.referees.c.person == person,
            schema.referees.c.looked_at.is_not(None),
            campaigns.c.status != "over",
        )
    )
    for campaign in looked.scalars():
        known[campaign] = replace(known.get(campaign, erased_people.ErasedPerson()), looked=True)
    for campaign, at in refused:
        known[campaign] = replace(known.get(campaign, erased_people.ErasedPerson()), refused_at=at)
    return tuple(known.items())

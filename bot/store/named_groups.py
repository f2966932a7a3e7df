"""Pieces that people have given a name together; nobody else is told of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import passed_over
from bot.store.schema import named_groups


@dataclass(frozen=True, slots=True)
class NamedGroup:
    """Pieces of a side, by their keys, and what their person calls them together."""

    name: str
    pieces: tuple[str, ...]


async def of(connection: AsyncConnection, campaign: str, person: int) -> tuple[NamedGroup, ...]:
    """Return a person's groups at a table, by name."""
    found = await connection.execute(
        select(named_groups.c.name, named_groups.c.pieces)
        .where(named_groups.c.campaign == campaign, named_groups.c.person == person)
        .order_by(named_groups.c.name)
    )
    groups = []
    for row in found:
        with passed_over(connection, f"campaign {campaign}: a named group of person {person}"):
            groups.append(NamedGroup(row.name, tuple(map(str, json.loads(row.pieces)))))
    return tuple(groups)


async def put(
    connection: AsyncConnection, campaign: str, person: int, groups: Sequence[NamedGroup]
) -> None:
    """Keep groups, no two of one name, in place of those before."""
    await drop(connection, campaign, person)
    for one in groups:
        await connection.execute(
            insert(named_groups).values(
                campaign=campaign, person=person, name=one.name, pieces=dumps(list(one.pieces))
            )
        )


async def drop(connection: AsyncConnection, campaign: str, person: int) -> None:
    """Delete a person's groups at one table."""
    await connection.execute(
        delete(named_groups).where(
            named_groups.c.campaign == campaign, named_groups.c.person == person
        )
    )


async def forget(connection: AsyncConnection, person: int) -> None:
    """Delete all groups of a person."""
    await connection.execute(delete(named_groups).where(named_groups.c.person == person))


def ended(campaign: str) -> list[Write]:
    """Let all groups of a campaign go that is over."""
    return [Write(_ENDED, {"which": campaign})]


_ENDED = delete(named_groups).where(named_groups.c.campaign == bindparam("which"))

"""The little that the bot must remember of itself from one start to the next."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shares import Share
from bot.store.schema import remembered

TEST_GUILD = "test guild"
"""Name of the server whose own list of commands was written last (ADJUTANT_SYNC_GUILD)."""

LOOKED_AFTER = "looked after people"
"""Name of when it was last looked whether those who sit at tables are in their servers, in ms."""


def looked_after(share: Share) -> str:
    """Return the name of the same, for a share's servers."""
    return LOOKED_AFTER if share.is_whole else f"{LOOKED_AFTER}/{share}"


REMINDED = "reminded"
"""Name of the instant up to which reminders have been ordered, in ms."""

BEAT = "beat"
"""Name of when the clocks were last looked after, in ms: longer ago, and no time has passed."""

HOST_ORDERS = "host orders"
"""Name of what is another text whenever the host has ordered something (``host_orders``)."""

HOST_ORDERS_KEY = "host orders key"
"""Name of what people are marked with in those orders."""


def beat_of(share: Share) -> str:
    """Return the name of when the clocks of a share's servers were last looked after."""
    return BEAT if share.is_whole else f"{BEAT}/{share}"


INCIDENTS = "incidents"
"""Name of the faults that the host has not been told yet (``bot.moderator.table.incidents``)."""


_VALUE = select(remembered.c.value).where(remembered.c.name == bindparam("which"))


async def get(connection: AsyncConnection, name: str) -> str | None:
    """Return what was remembered under a name."""
    found = await connection.execute(_VALUE, {"which": name})
    return found.scalar_one_or_none()


_NAMES_BETWEEN = select(remembered.c.name).where(
    remembered.c.name >= bindparam("first"), remembered.c.name < bindparam("after")
)


async def beginning(connection: AsyncConnection, begin: str) -> tuple[str, ...]:
    """Return the names under which something is remembered that begin so; *begin* ends in "/"."""
    after = begin.removesuffix("/") + chr(ord("/") + 1)
    found = await connection.execute(_NAMES_BETWEEN, {"first": begin, "after": after})
    return tuple(found.scalars())


async def last_beat(connection: AsyncConnection, share: Share) -> int | None:
    """Return when the clocks of a share's servers were last looked after, in ms; ``None``: never.

    Where they were others' until now, that is when any clocks were.
    """
    found = await get(connection, beat_of(share))
    return await newest_beat(connection) if found is None else int(found)


async def newest_beat(connection: AsyncConnection) -> int | None:
    """Return when any clocks were last looked after, in ms; ``None``: never."""
    names = (BEAT, *await beginning(connection, f"{BEAT}/"))
    beats = [await get(connection, name) for name in names]
    return max((int(one) for one in beats if one is not None), default=None)


_CHANGE = (
    update(remembered)
    .where(remembered.c.name == bindparam("which"))
    .values(value=bindparam("new_value"))
)
_ADD = insert(remembered).values(name=bindparam("name"), value=bindparam("value"))


async def put(connection: AsyncConnection, name: str, value: str | None) -> None:
    """Remember something, or nothing any more."""
    if value is None:
        await connection.execute(delete(remembered).where(remembered.c.name == name))
        return
    changed = await connection.execute(_CHANGE, {"which": name, "new_value": value})
    if changed.rowcount == 0:
        await connection.execute(_ADD, {"name": name, "value": value})

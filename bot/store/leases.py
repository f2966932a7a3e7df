"""What one of several processes does for all of them, on PostgreSQL.

A lease has a name and, each time that somebody takes it, another token; it ends by the database's
clock, which is the same for all. A process that was thought dead and is not finds its token gone as
soon as it saves something: the token is a proof (:mod:`bot.store.proofs`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import BigInteger, bindparam, cast, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shares import Share, read_share
from bot.store.errors import Conflict
from bot.store.schema import leases

PROCESS: Final = "process/"
"""With what the name of a lease begins by which a process lives; its share follows."""

_NOW = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
_UNTIL = _NOW + bindparam("lasting")
_NEW = insert(leases).values(name=bindparam("name"), token=bindparam("token"), until_at=_UNTIL)
_TAKE = _NEW.on_conflict_do_update(
    index_elements=[leases.c.name],
    set_={"token": _NEW.excluded.token, "until_at": _NEW.excluded.until_at},
    where=leases.c.until_at < _NOW,
)
_KEEP = (
    update(leases)
    .where(leases.c.name == bindparam("which"), leases.c.token == bindparam("whose"))
    .values(until_at=_UNTIL)
)


class Lease:
    """Something that this process does for all, as long as it says so.

    Attributes:
        name: What it is.
        token: Ours.
    """

    def __init__(self, name: str, token: str, lasting: int) -> None:
        """Keep what was taken; each proof makes it last for *lasting* milliseconds more."""
        self.name = name
        self.token = token
        self._lasting = lasting

    async def show(self, connection: AsyncConnection) -> None:
        """Prove that it is ours; nobody takes it over until the transaction ends.

        Raises:
            Conflict: Another process has taken it over.
        """
        done = await connection.execute(
            _KEEP, {"which": self.name, "whose": self.token, "lasting": self._lasting}
        )
        if done.rowcount != 1:
            raise Conflict(f"another process has taken over {self.name}")

    def saved(self) -> None:
        """Take note of nothing: the proof is the same for the next change."""


async def take(connection: AsyncConnection, name: str, token: str, lasting: int) -> Lease | None:
    """Take a lease that nobody has, or whose time is over; ``None`` where another has it.

    Args:
        connection: Of a transaction of its own.
        name: Of what.
        token: Never used before.
        lasting: For how many milliseconds.
    """
    done = await connection.execute(_TAKE, {"name": name, "token": token, "lasting": lasting})
    return Lease(name, token, lasting) if done.rowcount == 1 else None


async def keep(connection: AsyncConnection, tokens: Collection[str], lasting: int) -> None:
    """Let those leases last for so many milliseconds from now on that are still held by a token."""
    await connection.execute(
        update(leases).where(leases.c.token.in_(tuple(tokens))).values(until_at=_UNTIL),
        {"lasting": lasting},
    )


async def give_back(connection: AsyncConnection, token: str) -> None:
    """End a lease, if it is still held by a token."""
    await connection.execute(delete(leases).where(leases.c.token == token))


async def end_all(connection: AsyncConnection, beginning: str) -> None:
    """Let all leases end at once whose tokens begin so; *beginning* ends in ":"."""
    after = beginning.removesuffix(":") + chr(ord(":") + 1)
    await connection.execute(
        update(leases).where(leases.c.token >= beginning, leases.c.token < after).values(until_at=0)
    )


async def end(connection: AsyncConnection, name: str) -> None:
    """Let a lease end at once, for others to see."""
    await connection.execute(update(leases).where(leases.c.name == name).values(until_at=0))


async def ended(connection: AsyncConnection, beginning: str) -> tuple[str, ...]:
    """Return the names of leases that ended and were not given back; *beginning* ends in "/"."""
    after = beginning.removesuffix("/") + chr(ord("/") + 1)
    found = await connection.execute(
        select(leases.c.name).where(
            leases.c.name >= beginning, leases.c.name < after, leases.c.until_at < _NOW
        )
    )
    return tuple(found.scalars())


async def forget_old(connection: AsyncConnection, since: int) -> None:
    """Delete the leases that ended so many milliseconds ago or more."""
    await connection.execute(delete(leases).where(leases.c.until_at < _NOW - since))


async def living(connection: AsyncConnection) -> tuple[Share, ...]:
    """Return the shares of the processes that live; none where one has the database alone."""
    if connection.dialect.name != "postgresql":
        return ()
    after = PROCESS.removesuffix("/") + chr(ord("/") + 1)
    found = await connection.execute(
        select(leases.c.name).where(
            leases.c.name >= PROCESS, leases.c.name < after, leases.c.until_at >= _NOW
        )
    )
    named = {one.removeprefix(PROCESS).rpartition("/")[0] for one in found.scalars()}
    return tuple(sorted(map(read_share, named), key=lambda one: one.shards or ()))

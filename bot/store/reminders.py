"""When people wish to be reminded once more."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.schema import reminders

_DROP = delete(reminders).where(reminders.c.person == bindparam("whose"))
_ADD = insert(reminders).values(person=bindparam("person"), due_at=bindparam("due_at"))


def put(person: int, due_at: int) -> list[Write]:
    """Remind somebody at an instant, in place of another that they wished for."""
    return [Write(_DROP, {"whose": person}), Write(_ADD, {"person": person, "due_at": due_at})]


def drop(people: Sequence[int]) -> list[Write]:
    """Let wishes go that are fulfilled."""
    return [Write(_DROP, [{"whose": one} for one in people])] if people else []


_DUE = (
    select(reminders.c.person)
    .where(reminders.c.due_at <= bindparam("now"))
    .order_by(reminders.c.due_at)
)


async def due(connection: AsyncConnection, now: int) -> tuple[int, ...]:
    """Return who wished to be reminded by now, by our number."""
    found = await connection.execute(_DUE, {"now": now})
    return tuple(found.scalars())

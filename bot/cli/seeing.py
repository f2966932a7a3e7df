"""Looking at the database of a bot that may be running, and putting what is seen into lines."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import URL

from bot.clock import from_ms
from bot.games import GAMES
from bot.moderator import Moderator
from bot.moderator.table.versions import build_of
from bot.store import Database
from bot.store.host_orders import OrderRow

_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60))


@contextlib.asynccontextmanager
async def seen(url: URL, copies: Path | None = None) -> AsyncIterator[Moderator]:
    """Lend a moderator that only looks: nothing is changed, and nobody plays.

    Args:
        url: The database.
        copies: The folder of backups, to be named where only going back is left.

    Raises:
        StoreError: It cannot be read, or is not of this version; one line says why.
    """
    database = await Database.look_at(url, build=build_of(GAMES, copies))
    try:
        door = Moderator(database, GAMES)
        door.rest()
        yield door
        await door.settle()
    finally:
        await database.close()


def ago(at: datetime, now: datetime) -> str:
    """Say how long ago something was, in its largest unit."""
    seconds = round((now - at) / timedelta(seconds=1))
    for name, size in _UNITS:
        if seconds >= size:
            return f"{counted(seconds // size, name)} ago"
    return f"{counted(max(0, seconds), 'second')} ago"


def since(ms: int) -> str:
    """Say an instant, which the store keeps as milliseconds."""
    return f"{from_ms(ms):%Y-%m-%d %H:%M} UTC"


def said_of(order: OrderRow) -> str:
    """Say what the host has ordered; who is shut out is known again only, never named."""
    about = {
        "campaign": f"campaign {order.which} is set aside",
        "plan": f"a plan in campaign {order.which.partition('/')[0]} is set aside",
        "tables": "all tables are paused",
        "server": f"server {order.which} is shut out",
        "person": "a person is shut out",
    }[order.kind]
    by = f" by {printable(order.by)}" if order.by else ""
    why = f': "{printable(order.why)}"' if order.why else ""
    lifted = "; lifted, which the bot has not seen yet" if order.lifted_at is not None else ""
    return f"Ordered: {about} since {since(order.at)}{by}{why}{lifted}"


def counted(number: int, name: str, names: str = "") -> str:
    """Say how many there are of something."""
    return f"{number} {name if number == 1 else names or name + 's'}"


def megabytes(size: int) -> str:
    """Say how many bytes something takes."""
    return f"{size / 1_000_000:,.1f} MB"


def printable(text: str) -> str:
    """Return in one line what somebody has typed, without what could drive a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())

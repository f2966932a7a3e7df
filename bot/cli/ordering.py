"""What a host orders over all tables: written beside the running bot, which carries it out.

`quarantine`, `release`, `pause`, `resume`, `shut-out` and `let-in` each write one row; the bot
looks for it every few seconds, and at its start.
"""

from __future__ import annotations

import contextlib
import getpass
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Final

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cli.seeing import printable
from bot.clock import system_clock, to_ms
from bot.games import GAMES
from bot.moderator.table.versions import build_of
from bot.store import Database, StoreError, campaigns, host_orders
from bot.store.host_orders import ALL_TABLES, OrderKind, OrderRow

REASON_LIMIT: Final = 500
"""Characters of a reason, or of what tables are told."""
HEEDED: Final = "The bot heeds it within seconds, or from its next start on."
_BIGGEST: Final = 2**63


class Orders:
    """Gives and lifts orders.

    Every method returns the operator's sentence, and raises ``StoreError`` where it cannot be done.
    """

    def __init__(self, url: URL, now: Callable[[], datetime] = system_clock) -> None:
        """Order in a database.

        Args:
            url: Where.
            now: Gives the present instant.
        """
        self._url = url
        self._now = now

    async def set_aside(self, campaign: str, person: int | None, why: str) -> str:
        """Set aside a campaign, or the plan of a person there."""
        async with self._writing() as connection:
            if await campaigns.get(connection, campaign) is None:
                raise StoreError(f"There is no campaign {printable(campaign)}.")
            kind, which, name = await self._part(connection, campaign, person)
            new = await self._put(connection, kind, which, why)
        return _said(new, f"{name} is set aside.", f"{name} was set aside already.")

    async def release(self, campaign: str, person: int | None) -> str:
        """Let a campaign, or a plan, go on."""
        async with self._writing() as connection:
            kind, which, name = await self._part(connection, campaign, person)
            done = await host_orders.lift(connection, kind, which, to_ms(self._now()))
        return _said(done, f"{name} is released.", f"{name} was not set aside.")

    async def pause(self, say: str) -> str:
        """Pause all tables, which are told so, and what is said besides."""
        async with self._writing() as connection:
            new = await self._put(connection, "tables", ALL_TABLES, say)
        return _said(new, "All tables are paused.", "All tables were paused already.")

    async def resume(self) -> str:
        """Let all tables go on, which are told so."""
        async with self._writing() as connection:
            done = await host_orders.lift(connection, "tables", ALL_TABLES, to_ms(self._now()))
        return _said(done, "All tables go on.", "All tables were going on already.")

    async def shut_out(self, kind: OrderKind, number: int, why: str) -> str:
        """Shut out a server or a person, by their number on Discord."""
        async with self._writing() as connection:
            which = await self._who(connection, kind, number)
            new = await self._put(connection, kind, which, why)
        name = f"{kind.capitalize()} {number}"
        return _said(new, f"{name} is shut out.", f"{name} was shut out already.")

    async def let_in(self, kind: OrderKind, number: int) -> str:
        """Let a server or a person in again."""
        async with self._writing() as connection:
            which = await self._who(connection, kind, number)
            done = await host_orders.lift(connection, kind, which, to_ms(self._now()))
        name = f"{kind.capitalize()} {number}"
        return _said(done, f"{name} is let in again.", f"{name} was not shut out.")

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        database = await Database.join(self._url, build=build_of(GAMES))
        try:
            async with database.write() as connection:
                yield connection
        finally:
            await database.close()

    async def _put(
        self, connection: AsyncConnection, kind: OrderKind, which: str, why: str
    ) -> bool:
        said = printable(why)
        if len(said) > REASON_LIMIT:
            raise StoreError(f"That is longer than {REASON_LIMIT} characters: say it shorter.")
        order = OrderRow(kind, which, to_ms(self._now()), _user(), said)
        return await host_orders.put(connection, order)

    @staticmethod
    async def _who(connection: AsyncConnection, kind: OrderKind, number: int) -> str:
        if not 0 < number < _BIGGEST:
            raise StoreError(f"{number} is no number that Discord gives.")
        if kind == "server":
            return str(number)
        return host_orders.mark(await host_orders.key_made(connection), number)

    async def _part(
        self, connection: AsyncConnection, campaign: str, person: int | None
    ) -> tuple[OrderKind, str, str]:
        """Return how an order names a campaign or a plan in it, and what the operator calls it."""
        if person is None:
            return "campaign", campaign, f"Campaign {printable(campaign)}"
        mark = await self._who(connection, "person", person)
        name = f"The plan of person {person} in campaign {printable(campaign)}"
        return "plan", host_orders.plan_name(campaign, mark), name


def _said(done: bool, so: str, already: str) -> str:
    return f"{so} {HEEDED}" if done else already


def _user() -> str:
    """Return who orders, as the operating system knows them; "" where it does not."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""

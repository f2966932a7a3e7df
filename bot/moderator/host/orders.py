"""Carrying out what the host has ordered from the command line, while the bot runs.

An order is a row that another process wrote (``bot.store.host_orders``). One short question every
few seconds finds out whether there is another one; what is in force is then asked from memory
(:mod:`bot.moderator.table.halts`). What follows an order is done before its row is noted as carried
out, and done again does no harm, so that a bot that is killed on the way goes on at its next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.halts import Halts, halts_of
from bot.moderator.table.posting import to_table
from bot.moderator.time.clocks import TableClocks
from bot.store import StoreError, host_orders, outbox
from bot.store.batch import one_by_one
from bot.store.host_orders import OrderRow
from bot.store.outbox import NewRow

_log = logging.getLogger(__name__)

PAUSED: Final = "host_paused"
RESUMED: Final = "host_resumed"
"""What tables are told."""
_SHORT: Final = {PAUSED: "p", RESUMED: "r"}
_NAMED: Final = {
    "campaign": "{} campaigns set aside",
    "person": "{} people shut out",
    "plan": "{} plans set aside",
    "server": "{} servers shut out",
    "tables": "all tables paused",
}
AT_ONCE: Final = 100
"""Tables that are told in one transaction."""

Wake = Callable[[], None]
"""Lets one part of the moderator go on wherever it was to do something."""


class HostOrders:
    """What the host has ordered.

    Attributes:
        wakes: What goes on where it was held up, once an order is lifted.
    """

    def __init__(self, desk: Desk, errands: Errands, clocks: TableClocks) -> None:
        self.wakes: tuple[Wake, ...] = ()
        self._desk = desk
        self._errands = errands
        self._clocks = clocks
        self._seen: str | None = None
        self._turn = asyncio.Lock()

    # -- what is refused -----------------------------------------------------------------------

    def require_welcome(self, guild_id: int | None, person_id: int) -> None:
        """Refuse whoever is shut out, and everybody in a server that is.

        Raises:
            Complaint: host.server_out, host.person_out.
        """
        self._desk.halts.require_welcome(guild_id, person_id)

    def require_sound(self, campaign_id: str) -> None:
        """Refuse a campaign that was set aside.

        Raises:
            Complaint: host.campaign_aside.
        """
        self._desk.halts.require_sound(campaign_id)

    # -- hearing of orders ---------------------------------------------------------------------

    async def load(self) -> None:
        """Know what is in force, before anything is done. What follows is for :meth:`look`.

        Raises:
            StoreError: The database failed.
        """
        _, self._desk.halts = await self._read()

    def resume(self) -> None:
        """Begin to look for orders. Call once, when the bot starts."""
        self._errands.begin(self._look_again(), "the host's orders")

    async def _look_again(self) -> None:
        def again() -> None:
            self._errands.begin(self._look_again(), "the host's orders")

        try:
            await self.look()
        except StoreError as error:
            _log.error("the host's orders cannot be read: %s", error)
        except Exception:  # noqa: BLE001 - the next look tries again, and the operator hears of it
            _log.exception("an order of the host stumbled")
        self._errands.later("the host's orders", again, self._desk.policy.heed_seconds)

    async def look(self) -> None:
        """Carry out what the host has ordered since the last look.

        Raises:
            StoreError: The database failed; the rest follows at the next look.
        """
        async with self._turn:
            await self._carry_out()

    async def _carry_out(self) -> None:
        async with self._desk.database.read() as connection:
            mark = await host_orders.changed(connection)
        if mark == self._seen:
            return
        found, after = await self._read()
        before, self._desk.halts = self._desk.halts, after
        pause = next((one for one in found if one.kind == "tables"), None)
        if pause is not None and pause.lifted_at is None and not pause.told:
            await self._clocks.stand_still()
            await self._tell(pause, PAUSED)
        await self._release(before, after, was_paused=pause is not None)
        for one in found:
            if one.lifted_at is not None:
                await self._end(one)
        self._desk.halts = (await self._read())[1]
        self._seen = mark
        if found:
            _log.warning("by the host's orders: %s", in_force(found))

    async def _read(self) -> tuple[tuple[OrderRow, ...], Halts]:
        async with self._desk.database.read() as connection:
            found = await host_orders.rows(connection)
            servers = {int(one.which) for one in found if one.kind == "server"}
            of_server = {one: await host_orders.campaigns_of(connection, one) for one in servers}
            key = await host_orders.key(connection)
        return found, halts_of(found, of_server, key)

    # -- what follows --------------------------------------------------------------------------

    async def _release(self, before: Halts, after: Halts, *, was_paused: bool) -> None:
        """Let go on what was held up and is not any more: clocks first, none has lost time.

        What was begun and not ended is done again: orders that were lifted are on file until then.
        """
        held = {**before.still, **after.lifted}
        freed = {name: since for name, since in held.items() if name not in after.still}
        goes_on = after.paused is None and (was_paused or before.paused is not None)
        await self._clocks.go_on_at(freed)
        if goes_on:
            await self._clocks.go_on()
        if freed or goes_on or before.plans - after.plans:
            for wake in self.wakes:
                wake()

    async def _end(self, order: OrderRow) -> None:
        """Tell tables that go on, and take an order off file that was lifted."""
        if order.kind == "tables" and order.told:
            await self._tell(order, RESUMED)
        async with self._desk.database.write() as connection:
            await host_orders.drop(connection, order)

    async def _tell(self, order: OrderRow, said: str) -> None:
        """Tell every table, each once however often this is begun."""
        async with self._desk.database.read() as connection:
            names = await host_orders.tables(connection)
        for some in _in_parts(names):
            posts = [_word(name, order, said) for name in some]
            # In one change: another process may be telling them too.
            async with self._desk.database.write() as connection:
                new = [one for one in posts if not await outbox.exists(connection, one.nonce)]
                if new:
                    await one_by_one(connection, [outbox.add(new, self._desk.now())])
            self._desk.tell()
        async with self._desk.database.write() as connection:
            await host_orders.note_told(connection, order)


def _word(campaign: str, order: OrderRow, said: str) -> NewRow:
    body = {"said": said, "seat": "", "reason": order.why if said == PAUSED else ""}
    return to_table(campaign, "time", body, f"{_SHORT[said]}{order.at}")


def _in_parts(names: Sequence[str]) -> Iterable[Sequence[str]]:
    return (names[n : n + AT_ONCE] for n in range(0, len(names), AT_ONCE))


def in_force(orders: Iterable[OrderRow]) -> str:
    """Say in a line what is in force, for the log."""
    counts = Counter(one.kind for one in orders if one.lifted_at is None)
    said = [_NAMED[kind].format(count) for kind, count in sorted(counts.items())]
    return ", ".join(said) or "nothing is held up any more"

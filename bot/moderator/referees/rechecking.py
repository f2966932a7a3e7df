"""Whether a log replays: what ``python -m bot replay`` checks of one campaign, beside the bot."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.moderator.api import Complaint
from bot.moderator.referees.inspecting import Inspecting, Sight, viewer_of
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.replay import ReplayDiverged, ReplayReport, verify
from bot.store import Database, log, log_pages
from bot.store.chain import ChainBroken
from bot.store.errors import StoreError, reason
from engine.api import AnyGame


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of playing a log again.

    Attributes:
        sound: Whether it leads where it led.
        number: The entry at which it does not, in the log as it is looked at.
        hidden: Whether it does not at a step that the reader may not know of.
        actions: How many were played again; only where everything is looked at.
    """

    sound: bool
    number: int | None = None
    hidden: bool = False
    actions: int | None = None


class Rechecking:
    """Plays logs again, one at a time in a server."""

    def __init__(self, desk: Desk, inspecting: Inspecting) -> None:
        self._desk = desk
        self._inspecting = inspecting
        self._busy: set[int] = set()
        self._one = asyncio.Lock()

    async def check(self, campaign_id: str, person_id: int, sight: Sight) -> Verdict:
        """Play a campaign's log again, and say whether it holds.

        Raises:
            Complaint: As :meth:`bot.moderator.referees.inspecting.Inspecting.require`;
                campaign.not_playing, inspect.busy.
            StoreError: The database failed.
        """
        live = await self._inspecting.require(campaign_id, person_id, sight)
        if live.row.head == 0:
            raise Complaint("campaign.not_playing")
        database, games = self._desk.database, self._desk.versions.games
        with self._alone(live.row.guild_id):
            # One in all servers together: it takes a processor's whole attention.
            async with self._one:
                found = await asyncio.to_thread(_played, database, games, campaign_id)
        if isinstance(found, ReplayReport):
            return Verdict(True, actions=found.actions if sight is not None else None)
        database.damage.note(found.what)
        return await self._where(live, sight, found.seq)

    @contextlib.contextmanager
    def _alone(self, guild_id: int) -> Iterator[None]:
        if guild_id in self._busy:
            raise Complaint("inspect.busy")
        self._busy.add(guild_id)
        try:
            yield
        finally:
            self._busy.discard(guild_id)

    async def _where(self, live: Live, sight: Sight, seq: int | None) -> Verdict:
        """Say at which entry it goes wrong, as far as the reader may know of it."""
        if seq is None:
            return Verdict(False)
        async with self._desk.database.read() as connection:
            viewer = viewer_of(live, sight, self._desk.now())
            number = await log_pages.number(connection, live.row.id, viewer, seq)
            at = await log_pages.at(connection, live.row.id, viewer, number) if number else None
        return Verdict(False, number) if at == seq else Verdict(False, hidden=True)


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong, for the operator, and at which action, as far as it is at one."""

    what: str
    seq: int | None = None


def _played(
    database: Database, games: Mapping[str, AnyGame], campaign: str
) -> ReplayReport | _Fault:
    """Play a log again in a thread, with a connection and an event loop of its own."""
    return asyncio.run(_play(database.aside(), games, campaign))


async def _play(
    database: Database, games: Mapping[str, AnyGame], campaign: str
) -> ReplayReport | _Fault:
    try:
        async with database.read() as connection:
            await log.whole_chain(connection, campaign)
        report = await verify(database, games, campaign)
    except (ReplayDiverged, ChainBroken) as error:
        return _Fault(str(error).removesuffix("."), error.seq)
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - rows that cannot even be read are to be told
        return _Fault(f"campaign {campaign}: its rows cannot be read ({reason(error)})")
    finally:
        await database.close()
    return _Fault(report.damage[0]) if report.damage else report

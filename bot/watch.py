"""Whoever hosts the bot can watch it: what is measured, and what stands, on three pages.

All of it is there only where ``ADJUTANT_METRICS`` says an address; without, nothing of this module
is loaded. What the database is asked for the pages' sake it is asked once in :data:`FRESH` seconds
at most, however often a page is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from types import SimpleNamespace
from typing import Final, Protocol, TypeVar, TypeVarTuple

import aiohttp
import discord

from bot.drawing import Drawing, Studio, Themed
from bot.filming import Shot
from bot.inside.measures import Census, Measures, Work
from bot.inside.pages import AddressTaken, Pages
from bot.inside.registry import Registry
from bot.moderator import Moderator
from bot.settings import SettingsError
from bot.store import Database, StoreError
from bot.store.census import census, knock
from bot.thinking import Job, Thinkers
from engine.api import AnyGame
from render.api import Picture

_log = logging.getLogger(__name__)

R = TypeVar("R")
Ts = TypeVarTuple("Ts")

FRESH: Final = 15.0
"""Seconds for which what the database has said is told again."""
PATIENCE: Final = 2.0
"""Seconds that the database gets to answer."""
PULSE: Final = 1.0
"""Seconds between two looks whether the event loop turns."""


class Watched(Protocol):
    """The bot, as far as it is watched.

    Attributes:
        moderator: There once the database is open.
        guilds: The servers in which it is.
    """

    moderator: Moderator

    @property
    def guilds(self) -> Sequence[discord.Guild]:
        """The servers in which it is."""

    @property
    def is_reached(self) -> bool:
        """Whether Discord is."""

    @property
    def is_delivering(self) -> bool:
        """Whether the courier runs."""

    @property
    def connections(self) -> Mapping[int, float | None]:
        """The latency of each gateway connection, in seconds; ``None`` where it is down."""


class Watch:
    """Tells how a bot does.

    Attributes:
        measures: What is measured.
        pages: Where it is told.
        fresh: See :data:`FRESH`.
    """

    fresh: float = FRESH

    def __init__(self, address: tuple[str, int], bot: Watched) -> None:
        """Watch a bot, and tell of it at an address once it is open."""
        self.measures = Registry()
        self.pages = Pages(self._page, self.why_not)
        self._address = address
        self._bot = bot
        self._database: Database | None = None
        self._asked_at: float | None = None
        self._asking = asyncio.Lock()
        self._pulse: Pulse | None = None

    async def open(self, database: Database) -> None:
        """Begin to tell, also of what is asked of a *database* that is open.

        Raises:
            SettingsError: The address cannot be had.
        """
        self._database = database
        database.measures = self.measures
        try:
            await self.pages.open(*self._address)
        except AddressTaken as error:
            raise SettingsError(f"ADJUTANT_METRICS: {error}.") from None
        self._pulse = Pulse(self.measures, asyncio.get_running_loop())
        host, _ = self._address
        _log.info("Metrics at http://%s:%d/metrics", host, self.pages.port)

    async def close(self) -> None:
        """Tell no more; the database is not asked after that."""
        if self._pulse is not None:
            self._pulse.stop()
        await self.pages.close()

    # -- what works ------------------------------------------------------------------------------

    async def why_not(self) -> str:
        """Return in one line what of the bot does not work; "" where all does."""
        parts = await self._parts()
        said = {
            "discord": "Discord is not reached",
            "database": "the database does not answer",
            "courier": "the courier does not run",
        }
        return "; ".join(said[part] for part, works in parts.items() if not works)

    async def _parts(self) -> Mapping[str, bool]:
        return {
            "discord": self._bot.is_reached,
            "database": await self._answers(),
            "courier": self._bot.is_delivering,
        }

    async def _answers(self) -> bool:
        assert self._database is not None
        try:
            async with asyncio.timeout(PATIENCE):
                await knock(self._database)
        except (StoreError, TimeoutError):
            return False
        return True

    # -- what stands -----------------------------------------------------------------------------

    async def _page(self) -> bytes:
        async with self._asking:
            if self._asked_at is None or perf_counter() - self._asked_at >= self.fresh:
                await self._ask()
                self._asked_at = perf_counter()
            self.measures.set_gateway(self._bot.connections, len(self._bot.guilds))
            # Written in a thread: of a busy bot there are some thousand lines.
            return await asyncio.to_thread(self.measures.page)

    async def _ask(self) -> None:
        self.measures.set_ready(await self._parts())
        self.measures.set_census(await self._counted(), self._bot.moderator.desk.now())

    async def _counted(self) -> Census | None:
        assert self._database is not None
        with contextlib.suppress(StoreError, TimeoutError):
            async with asyncio.timeout(PATIENCE), self._database.read() as connection:
                return await census(connection)
        return None


class Pulse:
    """Feels from a thread of its own how soon the event loop does what it is given."""

    def __init__(
        self, measures: Measures, loop: asyncio.AbstractEventLoop, every: float = PULSE
    ) -> None:
        self._every = every
        self._measures = measures
        self._loop = loop
        self._stopped = threading.Event()
        self._felt = threading.Event()
        threading.Thread(target=self._go_on, name="adjutant-pulse", daemon=True).start()

    def stop(self) -> None:
        """Feel no more."""
        self._stopped.set()
        self._felt.set()

    def _go_on(self) -> None:
        while not self._stopped.wait(self._every):
            self._felt.clear()
            try:
                self._loop.call_soon_threadsafe(self._feel, perf_counter())
            except RuntimeError:
                return  # the loop is closed
            while not self._felt.wait(self._every):
                if self._stopped.is_set():
                    return  # the loop may have ended without

    def _feel(self, given: float) -> None:
        self._measures.lagged(perf_counter() - given)
        self._felt.set()


def requests(measures: Measures) -> aiohttp.TraceConfig:
    """Return what hears of all requests of a session: those to Discord, whoever makes them."""
    trace = aiohttp.TraceConfig()

    async def begin(_: aiohttp.ClientSession, request: SimpleNamespace, _about: object) -> None:
        request.begun = perf_counter()

    async def end(
        _: aiohttp.ClientSession, request: SimpleNamespace, about: aiohttp.TraceRequestEndParams
    ) -> None:
        measures.requested(about.response.status, perf_counter() - request.begun)

    async def fail(_: aiohttp.ClientSession, request: SimpleNamespace, _about: object) -> None:
        measures.requested(None, perf_counter() - request.begun)

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


# -- who works beside the bot ----------------------------------------------------------------------


@contextlib.contextmanager
def _worked(measures: Measures, work: Work, game: AnyGame) -> Iterator[None]:
    begun = perf_counter()
    measures.begun(work)
    try:
        yield
    finally:
        measures.done(work, game.key, perf_counter() - begun)


class WatchedStudio:
    """A studio, and how long its pictures take."""

    def __init__(self, studio: Studio, measures: Measures) -> None:
        self._studio = studio
        self._measures = measures

    async def paint(self, game: AnyGame, drawing: Drawing) -> Picture:
        """Draw."""
        work: Work = "picture" if drawing.choosing is None else "choice"
        with _worked(self._measures, work, game):
            return await self._studio.paint(game, drawing)

    async def shoot(self, game: AnyGame, drawing: Drawing, shot: Shot) -> Picture | None:
        """Draw a picture of a film."""
        with _worked(self._measures, "film", game):
            return await self._studio.shoot(game, drawing, shot)

    def warm(self, *wanted: Themed, at_once: bool = False) -> None:
        """Let painters get ready."""
        self._studio.warm(*wanted, at_once=at_once)

    def close(self) -> None:
        """Stop."""
        self._studio.close()


class WatchedThinkers:
    """Thinkers, and how long their jobs take."""

    def __init__(self, thinkers: Thinkers, measures: Measures) -> None:
        self.are_apart = thinkers.are_apart
        self._thinkers = thinkers
        self._measures = measures

    async def ask(
        self,
        campaign: str,
        job: Job[*Ts, R],
        game: AnyGame,
        /,
        *args: *Ts,
        deep: bool = False,
    ) -> R:
        """Do a job."""
        with _worked(self._measures, "deep" if deep else "asked", game):
            return await self._thinkers.ask(campaign, job, game, *args, deep=deep)

    def warm(self) -> None:
        """Get ready."""
        self._thinkers.warm()

    def close(self) -> None:
        """Stop."""
        self._thinkers.close()

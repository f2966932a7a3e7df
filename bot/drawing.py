"""Where pictures are drawn: in threads of this process, or in a process of their own.

Python lets one thread of a process think at a time. Beside two that draw, every answer, and every
trip to the database's thread, waited for them again and again: bulletins of a busy host came half a
minute late. What goes to the other process is what one seat may see, never a game's state.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from bot import beside
from bot.filming import FilmLostError, Shot, take
from bot.games import painter, played_with
from bot.memory import give_back
from bot.text.words import words_for
from engine.api import AnyGame
from engine.data.play_data import PlayData
from engine.data.with_data import data_of
from render.api import NO_PHASE_REPORT, Choosing, Names, Painter, PhaseReport, Picture, Section
from render.themes import STANDARD, known

_log = logging.getLogger(__name__)


class FindPainter(Protocol):
    """Returns the painter of a game in a theme; raises ``KeyError`` when nobody draws it."""

    def __call__(self, game: AnyGame, theme: str = STANDARD.name, /) -> Painter:
        """Return it."""
        ...


FindNames = Callable[[AnyGame, str], Names]
"""Returns the words of a game in a language."""

POLITE: Final = 5
"""By how much the other process is nicer: answering comes before drawing."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that is to be drawn: what :meth:`render.api.Painter.paint` takes.

    Attributes:
        language: Of the words in it.
        choosing: What is being chosen; somebody waits for it.
        report: What is told of a phase.
        theme: Its name; the standard one where there is none of that name any more.
    """

    view: Any
    section: Section
    language: str
    before: Any | None = None
    choosing: Choosing | None = None
    report: PhaseReport = NO_PHASE_REPORT
    theme: str = STANDARD.name


Themed = tuple[AnyGame, str]
"""A game, and the name of a theme."""


class Studio(Protocol):
    """Draws, off the event loop."""

    async def paint(self, game: AnyGame, drawing: Drawing) -> Picture:
        """Draw.

        Raises:
            UnknownSectionError: The section names what the map does not have.
        """
        ...

    async def shoot(self, game: AnyGame, drawing: Drawing, shot: Shot) -> Picture | None:
        """Draw a picture of a film; return the film with its last.

        Raises:
            FilmLostError: It must be begun again.
        """
        ...

    def warm(self, *wanted: Themed, at_once: bool = False) -> None:
        """Let painters get ready, one after the other; *at_once*: nobody else is waited for."""
        ...

    def close(self) -> None:
        """Stop; what was not begun is given up."""
        ...


class Threads:
    """Draws in threads of this process."""

    def __init__(self, find_painter: FindPainter, find_names: FindNames, workers: int) -> None:
        self._painter = find_painter
        self._names = find_names
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="adjutant-draw")
        # Somebody waits for these, and they are small: they must not queue behind large maps.
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="adjutant-choice")
        self._is_closing = False

    async def paint(self, game: AnyGame, drawing: Drawing) -> Picture:
        """Draw."""
        drawer = self._painter(game, drawing.theme)
        names = self._names(game, drawing.language)
        pool = self._pool if drawing.choosing is None else self._quick
        work = functools.partial(_paint, drawer, names, drawing)
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    async def shoot(self, game: AnyGame, drawing: Drawing, shot: Shot) -> Picture | None:
        """Draw a picture of a film."""
        drawer = self._painter(game, drawing.theme)
        names = self._names(game, drawing.language)
        work = functools.partial(_shoot, drawer, names, drawing, shot)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def warm(self, *wanted: Themed, at_once: bool = False) -> None:
        """Let painters get ready."""
        pool = self._quick if at_once else self._pool
        pool.submit(_warm, [self._painter(*one) for one in wanted], lambda: not self._is_closing)

    def close(self) -> None:
        """Stop."""
        self._is_closing = True
        for pool in (self._pool, self._quick):
            pool.shutdown(wait=True, cancel_futures=True)


class Apart:
    """Draws in a process of its own, which ends with this one; if it dies, another takes over."""

    def __init__(self, kept_in: Path | None = None) -> None:
        """Draw; *kept_in* is a folder for what takes long to draw and never changes."""
        self._pool: ProcessPoolExecutor | None = None
        self._kept_in = kept_in

    async def paint(self, game: AnyGame, drawing: Drawing) -> Picture:
        """Draw."""
        pool = self._opened()
        try:
            return await self._draw(pool, game, drawing)
        except BrokenProcessPool:
            self._give_up(pool)
            return await self._draw(self._opened(), game, drawing)

    async def _draw(self, pool: ProcessPoolExecutor, game: AnyGame, drawing: Drawing) -> Picture:
        future = pool.submit(_paint_there, game.key, data_of(game), drawing)
        return await asyncio.wrap_future(future)

    async def shoot(self, game: AnyGame, drawing: Drawing, shot: Shot) -> Picture | None:
        """Draw a picture of a film."""
        pool = self._opened()
        try:
            future = pool.submit(_shoot_there, game.key, data_of(game), drawing, shot)
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            self._give_up(pool)
            raise FilmLostError(shot.film) from None

    def warm(self, *wanted: Themed, at_once: bool = False) -> None:
        """Let painters get ready."""
        del at_once  # what is drawn there waits for none of it
        there = [(game.key, data_of(game), theme) for game, theme in wanted]
        # If it has just died, the next picture tells.
        with contextlib.suppress(BrokenProcessPool):
            self._opened().submit(_warm_there, there)

    def close(self) -> None:
        """Stop at once: nobody waits for a picture any more."""
        if self._pool is not None:
            beside.end(self._pool)

    def _opened(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = beside.process(_begin, self._kept_in)
        return self._pool

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """Let another process begin, unless whoever noticed before has seen to it."""
        if self._pool is pool:
            _log.warning("the process that draws has died: another one begins")
            self._pool = None
            pool.shutdown(wait=False)


def _paint(drawer: Painter, names: Names, drawing: Drawing) -> Picture:
    drawn = drawer.paint(
        drawing.view,
        drawing.section,
        before=drawing.before,
        choosing=drawing.choosing,
        report=drawing.report,
        names=names,
    )
    if drawing.choosing is None:
        give_back()
    return drawn


def _shoot(drawer: Painter, names: Names, drawing: Drawing, shot: Shot) -> Picture | None:
    return take(_paint(drawer, names, drawing), shot, known(drawing.theme))


def _warm(painters: Iterable[Painter], going_on: Callable[[], bool] = lambda: True) -> None:
    for one in painters:
        if going_on():
            try:
                one.warm()
            except Exception:  # noqa: BLE001 - one that cannot keeps no other waiting; its pictures tell
                _log.exception("a painter could not get ready")
            give_back()


def names_of(game: AnyGame, language: str) -> Names:
    """Return the words of a game in a language, as pictures say them."""
    return words_for(language, game).plain.say


# -- in the other process --------------------------------------------------------------------------


def _begin(kept_in: Path | None) -> None:
    """Make ready to draw."""
    from render import map_cache  # the bot itself draws nothing, and does without what draws

    map_cache.keep_in(kept_in)
    beside.be_polite(POLITE)


def _paint_there(key: str, data: PlayData | None, drawing: Drawing) -> Picture:
    game = played_with(key, data)
    return _paint(painter(game, drawing.theme), names_of(game, drawing.language), drawing)


def _shoot_there(key: str, data: PlayData | None, drawing: Drawing, shot: Shot) -> Picture | None:
    game = played_with(key, data)
    return _shoot(painter(game, drawing.theme), names_of(game, drawing.language), drawing, shot)


def _warm_there(wanted: Sequence[tuple[str, PlayData | None, str]]) -> None:
    """Begin, beside what is drawn meanwhile; the end of the process does not wait for it."""
    painters = [painter(played_with(key, data), theme) for key, data, theme in wanted]
    threading.Thread(target=_warm, args=(painters,), name="getting ready", daemon=True).start()

"""Drawing off the event loop, each picture once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bot.moderator.api import Look
from bot.moderator.live import AnyGame
from engine.api import Action, Event, Term
from render.api import WHOLE, Frame, Names, Painter, Picture, UnknownFrameError

_log = logging.getLogger(__name__)

FindPainter = Callable[[str], Painter]
"""Returns the painter of a game by key; raises ``KeyError`` when nobody draws it."""
FindNames = Callable[[AnyGame, str], Names]
"""Returns the words of a game in a language."""


class Gallery:
    """Pictures of campaigns. Safe to ask for the same picture many times at once."""

    def __init__(
        self, find_painter: FindPainter, find_names: FindNames, *, workers: int = 2, keep: int = 12
    ) -> None:
        """Open the gallery.

        Args:
            find_painter: As named.
            find_names: As named.
            workers: How many pictures are drawn at once; more than there are cores slows all.
            keep: How many finished pictures are kept; each takes up to 2 MB.
        """
        self._painter = find_painter
        self._names = find_names
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="adjutant-draw")
        self._keep = keep
        self._drawn: OrderedDict[Hashable, tuple[asyncio.Task[Picture], Any]] = OrderedDict()

    def close(self) -> None:
        """Stop drawing; pictures not begun are given up."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def picture(
        self,
        game: AnyGame,
        look: Look,
        frame: Frame = WHOLE,
        *,
        language: str,
        before: Look | None = None,
    ) -> Picture | None:
        """Return a campaign's map as the look's seat may see it.

        Args:
            game: The rules of the campaign.
            look: Whose eyes, and of what instant.
            frame: The part of the map.
            language: Of the words in the picture.
            before: An earlier look of the same seat, to show what has changed since.

        Returns:
            ``None`` when nobody draws this game, the campaign has not begun, or the painter
            fails (the log tells).

        Raises:
            UnknownFrameError: *frame* names what the map does not have.
        """
        if look.view is None or not self._draws(game):
            return None
        key = _key(look, frame, language, before)
        known = self._drawn.get(key)
        if known is None:
            task = asyncio.ensure_future(self._draw(game, look, frame, language, before))
            # The views are kept with it: their identity is part of the key.
            known = self._drawn[key] = (task, (look.view, before))
            while len(self._drawn) > self._keep:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        try:
            return await asyncio.shield(known[0])
        except UnknownFrameError:
            self._drawn.pop(key, None)
            raise
        except Exception:  # noqa: BLE001 - words without a picture are better than nothing
            self._drawn.pop(key, None)
            _log.exception("campaign %s: drawing %s failed", look.campaign.id, frame)
            return None

    async def first(
        self, game: AnyGame, look: Look, frames: Iterable[Frame], *, language: str
    ) -> Picture | None:
        """Return the picture of the first frame that the map has."""
        for frame in frames:
            try:
                return await self.picture(game, look, frame, language=language)
            except UnknownFrameError:
                continue
        return None

    def _draws(self, game: AnyGame) -> bool:
        try:
            self._painter(game.key)
        except KeyError:
            return False
        return True

    async def _draw(
        self, game: AnyGame, look: Look, frame: Frame, language: str, before: Look | None
    ) -> Picture:
        painter = self._painter(game.key)
        names = self._names(game, language)
        earlier = None if before is None else before.view
        return await asyncio.get_running_loop().run_in_executor(
            self._pool, lambda: painter.paint(look.view, frame, before=earlier, names=names)
        )


def _key(look: Look, frame: Frame, language: str, before: Look | None) -> Hashable:
    earlier = None if before is None else before.version
    if look.seat is None:
        # A secret action makes a new public view, equal to the one before: same picture.
        return look.campaign.id, look.version, frame, language, earlier
    return look.campaign.id, id(look.view), frame, language, earlier


def frames_for(action: Action | None, events: Iterable[Event]) -> Iterator[Frame]:
    """Yield frames that may show what an order is about, the likeliest first.

    No game is known here: every word of the order is tried as a zone and as a place, then what
    its events name. The last is the whole map.
    """
    words = [] if action is None else list(_strings(list(action.model_dump().values())))
    for event in events:
        words += [key for kind, key in _terms(tuple(event.params.values())) if kind != "unit"]
    for word in dict.fromkeys(words):
        yield Frame("zone", word)
        yield Frame("around", word)
    yield WHOLE


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)


def _terms(value: Any) -> Iterator[Term]:
    if isinstance(value, Term):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _terms(item)

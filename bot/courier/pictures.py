"""Drawing off the event loop, each picture once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from bot.courier.answers_first import Answers, Turns, Wanted
from bot.drawing import Drawing, FindNames, FindPainter, Studio, Themed, Threads
from bot.filming import Shot
from bot.moderator.api import Look
from engine.api import Action, AnyGame, Event, Term
from engine.data.with_data import data_of
from render import film
from render.api import (
    NO_PHASE_REPORT,
    WHOLE,
    Choosing,
    PhaseReport,
    Picture,
    Section,
    UnknownSectionError,
)
from render.themes import STANDARD

_log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that an answer waits for its picture of what is being chosen."""
CHOICES_KEPT = 24
"""Pictures of choices that are kept; each takes some 100 kB."""

_Shelf = OrderedDict[Hashable, tuple["asyncio.Task[Picture]", Any]]


class Gallery:
    """Pictures of campaigns. Safe to ask for the same picture many times at once.

    Attributes:
        patience: See :data:`PATIENCE`.
        studio: What draws.
        is_closing: Nothing more is begun.
    """

    patience: float = PATIENCE

    def __init__(
        self,
        find_painter: FindPainter,
        find_names: FindNames,
        *,
        studio: Studio | None = None,
        answers: Answers | None = None,
        workers: int = 2,
        keep: int = 12,
    ) -> None:
        """Open the gallery.

        Args:
            find_painter: As named.
            find_names: As named.
            studio: What draws; threads of this process otherwise.
            answers: Who is being answered; pictures that can wait let these go first.
            workers: How many pictures are drawn at once; more than there are cores slows all.
            keep: How many finished pictures are kept; each takes up to 2 MB.
        """
        self._painter = find_painter
        self.studio: Studio = studio or Threads(find_painter, find_names, workers)
        self._keep = keep
        self._drawn: _Shelf = OrderedDict()
        self._choices: _Shelf = OrderedDict()
        self._prepared: set[Hashable] = set()
        self._turns = Turns(workers, answers or Answers())
        self.is_closing = False

    def close(self) -> None:
        """Stop drawing; pictures not begun are given up."""
        self.is_closing = True
        self.studio.close()

    async def picture(
        self,
        game: AnyGame,
        look: Look,
        section: Section = WHOLE,
        *,
        language: str,
        before: Look | None = None,
        choosing: Choosing | None = None,
        report: PhaseReport = NO_PHASE_REPORT,
        theme: str = STANDARD.name,
        wanted: Wanted | None = None,
        last: bool = False,
    ) -> Picture | None:
        """Return a campaign's map as the look's seat may see it.

        Args:
            game: The rules of the campaign.
            look: Whose eyes, and of what instant.
            section: The part of the map.
            language: Of the words in the picture.
            before: An earlier look of the same seat, to show what has changed since.
            choosing: What the seat is putting together; for its own eyes.
            report: What is told of a phase; its view follows from *look* and *before*.
            theme: Its name.
            wanted: Given by whoever can wait: answers go first, and it is asked again, when the
                picture's turn has come, whether anybody would still see it.
            last: Among those who can wait, others go first.

        Returns:
            ``None`` when nobody draws this game, the campaign has not begun, or the painter
            fails (the log tells).

        Raises:
            UnknownSectionError: *section* names what the map does not have.
            Overtaken: It is wanted no more, and was not drawn.
        """
        if look.view is None or not self._draws(game):
            return None
        if wanted is not None:
            async with self._turns.one(wanted, last=last):
                return await self.picture(
                    game,
                    look,
                    section,
                    language=language,
                    before=before,
                    report=report,
                    theme=theme,
                )
        told = report.places, report.awaited
        key = (_key(look, section, language, before), choosing, told, theme)
        shelf, keep = (
            (self._drawn, self._keep) if choosing is None else (self._choices, CHOICES_KEPT)
        )
        known = shelf.get(key)
        if known is None:
            earlier = None if before is None else before.view
            drawing = Drawing(look.view, section, language, earlier, choosing, report, theme)
            task = asyncio.ensure_future(self.studio.paint(game, drawing))
            # The views are kept with it: their identity is part of the key.
            known = shelf[key] = (task, (look.view, before))
            while len(shelf) > keep:
                shelf.popitem(last=False)
        shelf.move_to_end(key)
        try:
            return await asyncio.shield(known[0])
        except UnknownSectionError:
            shelf.pop(key, None)
            raise
        except Exception:  # noqa: BLE001 - words without a picture are better than nothing
            shelf.pop(key, None)
            _log.exception("campaign %s: drawing %s failed", look.campaign.id, section)
            return None

    async def shoot(
        self,
        game: AnyGame,
        look: Look,
        shot: Shot,
        *,
        language: str,
        before: Look | None,
        theme: str = STANDARD.name,
    ) -> Picture | None:
        """Draw a picture of a film; return the film with its last, or each of an album.

        Raises:
            FilmLostError: It must be begun again.
            KeyError: Nobody draws this game.
        """
        self._painter(game)
        earlier = None if before is None else before.view
        section = Section(width=film.ALBUM_WIDTH if shot.album else film.WIDTH)
        drawing = Drawing(look.view, section, language, earlier, theme=theme)
        return await self.studio.shoot(game, drawing, shot)

    def drop_overtaken(self) -> None:
        """Let nobody wait any longer for a picture that would not be seen."""
        self._turns.drop()

    # -- an order being put together -------------------------------------------------------

    def prepare(self, game: AnyGame, theme: str = STANDARD.name) -> None:
        """Let a game's painter get ready in the background, unless it has been told to before."""
        if _told(game, theme) not in self._prepared and self._draws(game):
            self._prepared.add(_told(game, theme))
            self.studio.warm((game, theme), at_once=True)

    def prepare_all(self, games: Iterable[Themed]) -> None:
        """Let the painters of several games get ready in the background, one after the other.

        Pictures of choices do not queue behind them.
        """
        fresh = [one for one in games if _told(*one) not in self._prepared and self._draws(one[0])]
        self._prepared.update(_told(*one) for one in fresh)
        if fresh:
            self.studio.warm(*fresh)

    def aim(self, game: AnyGame, look: Look, choosing: Choosing) -> Section | None:
        """Return the section that shows best what the look's seat chooses.

        ``None`` when a picture would tell nothing, nobody draws this game, the look is the
        public's, or the painter fails (the log tells).
        """
        if look.seat is None or look.view is None or not self._draws(game):
            return None
        try:
            return self._painter(game).aim(look.view, choosing)
        except Exception:  # noqa: BLE001 - words without a picture are better than nothing
            _log.exception("campaign %s: aiming at a choice failed", look.campaign.id)
            return None

    async def choice(
        self,
        game: AnyGame,
        look: Look,
        section: Section,
        choosing: Choosing,
        *,
        language: str,
        theme: str = STANDARD.name,
    ) -> Picture | None:
        """Return the map with what the look's seat chooses; ``None`` when it is not there soon.

        One that is late is finished all the same, and there when it is asked for again.
        """
        try:
            async with asyncio.timeout(self.patience):
                return await self.picture(
                    game, look, section, language=language, choosing=choosing, theme=theme
                )
        except TimeoutError:
            _log.info("campaign %s: the picture of a choice is late", look.campaign.id)
        except UnknownSectionError:
            _log.exception("campaign %s: the painter aims beside its map", look.campaign.id)
        return None

    # -- other things ----------------------------------------------------------------------

    async def first(
        self,
        game: AnyGame,
        look: Look,
        sections: Iterable[Section],
        *,
        language: str,
        theme: str = STANDARD.name,
    ) -> Picture | None:
        """Return the picture of the first section that the map has."""
        for section in sections:
            try:
                return await self.picture(game, look, section, language=language, theme=theme)
            except UnknownSectionError:
                continue
        return None

    def _draws(self, game: AnyGame) -> bool:
        try:
            self._painter(game)
        except KeyError:
            return False
        return True


def _told(game: AnyGame, theme: str) -> Hashable:
    """Return what tells a game, the data it is played with and its colours from any other."""
    data = data_of(game)
    return game.key, None if data is None else data.digest, theme


def _key(look: Look, section: Section, language: str, before: Look | None) -> Hashable:
    earlier = None if before is None else before.version
    if look.seat is None:
        # A secret action makes a new public view, equal to the one before: same picture.
        return look.campaign.id, look.version, section, language, earlier
    return look.campaign.id, id(look.view), section, language, earlier


def sections_for(orders: Iterable[Action], events: Iterable[Event]) -> Iterator[Section]:
    """Yield sections that may show what orders are about, the likeliest first.

    No game is known here: every word of an order is tried as a zone and as a place, then what
    its events name. The last is the whole map.
    """
    words = [word for one in orders for word in _strings(list(one.model_dump().values()))]
    words += keys_named(events)
    for word in dict.fromkeys(words):
        yield Section("zone", word)
        yield Section("around", word)
    yield WHOLE


def keys_named(events: Iterable[Event]) -> Iterator[str]:
    """Yield the keys of what events name, units aside: places, among others."""
    for event in events:
        for kind, key in _terms(tuple(event.params.values())):
            if kind != "unit":
                yield key


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

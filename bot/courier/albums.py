"""Albums: how a game stood at the end of each phase, drawn for a page that is taken away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from bot.courier.pictures import Gallery
from bot.courier.replays import thinned
from bot.filming import FilmLostError, Shot
from bot.letters.images import alt_text
from bot.moderator import Complaint, Look, Moderator
from bot.moderator.looking.scenes import Scene
from bot.moderator.record.records import Record
from bot.record.as_html import Sheet
from bot.store import StoreError
from bot.text import Words, words_for
from engine.api import Term
from render.film import piece_of

_log = logging.getLogger(__name__)

AT_ONCE = 2
"""Albums that are being drawn together; beside them is room for films, see ``bot/filming.py``."""
LONGEST = 150
"""Pictures of an album at most; of longer games some phases are left out."""
PATIENCE = 120.0
"""Seconds: four times what the longest album takes. What takes longer, waiting included, is left
out."""


@dataclass(frozen=True, slots=True)
class Album:
    """Pictures of a game.

    Attributes:
        sheets: In order.
        left_out: How many ends of phases have no picture of their own.
    """

    sheets: tuple[Sheet, ...]
    left_out: int


class Albums:
    """Has them made, one at a time in each server, and few at once.

    Attributes:
        longest: See :data:`LONGEST`.
        patience: See :data:`PATIENCE`.
    """

    longest: int = LONGEST
    patience: float = PATIENCE

    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery
        self._busy: set[int] = set()
        self._names = count(1)
        self._few = asyncio.Semaphore(AT_ONCE)

    @contextlib.contextmanager
    def one(self, guild_id: int) -> Iterator[None]:
        """Make one in a server.

        Raises:
            Complaint: record.busy: another one is being made there.
        """
        if guild_id in self._busy:
            raise Complaint("record.busy")
        self._busy.add(guild_id)
        try:
            yield
        finally:
            self._busy.discard(guild_id)

    async def of(
        self, moderator: Moderator, record: Record, *, language: str, theme: str, most: int
    ) -> Album:
        """Return the pictures of a game as the reader of its record may see it, in *most* bytes.

        There are none where nobody draws its game; none of the rest where a painter fails (the log
        tells), or it takes too long.

        Raises:
            Complaint: campaign.unknown, not_playing.
            StoreError: The database failed.
        """
        name = record.campaign.id
        scenes = await moderator.scenes.of(name, record.seat)
        sheets: list[Sheet] = []
        try:
            async with asyncio.timeout(self.patience), self._few:
                shown = await self._readable(moderator, record, scenes)
                async for sheet in self._made(moderator, record, shown, language, theme, most):
                    sheets.append(sheet)
        except (Complaint, StoreError):
            raise
        except TimeoutError:
            _log.warning("campaign %s: only %d pictures of its record: too slow", name, len(sheets))
        except FilmLostError:
            _log.warning("campaign %s: only %d pictures of its record: lost", name, len(sheets))
        except KeyError:
            _log.info("campaign %s: nobody draws its game", name)
        except Exception:  # noqa: BLE001 - whatever a game or the painter throws
            _log.exception("campaign %s: the pictures of its record failed", name)
        return Album(tuple(sheets), len(scenes) - len(sheets))

    async def _readable(
        self, moderator: Moderator, record: Record, scenes: Sequence[Scene]
    ) -> tuple[Scene, ...]:
        """Return the scenes that are shown: not too many, and those whose state can be read."""
        found = []
        for scene in thinned(scenes, self.longest):
            look = await moderator.reader.look_back(record.campaign.id, record.seat, scene.seq)
            found += [scene] if look.exact else []
        return tuple(found)

    async def _made(
        self,
        moderator: Moderator,
        record: Record,
        scenes: Sequence[Scene],
        language: str,
        theme: str,
        most: int,
    ) -> AsyncIterator[Sheet]:
        game = moderator.game(record.campaign)
        words, name = words_for(language, game), f"album {next(self._names)}"
        before: Look | None = None
        for number, scene in enumerate(scenes):
            look = await moderator.reader.look_back(record.campaign.id, record.seat, scene.seq)
            shot = Shot(name, number, len(scenes), "", 0.0, album=most)
            drawn = await self._gallery.shoot(
                game, look, shot, language=language, before=before, theme=theme
            )
            before = look
            piece = None if drawn is None else piece_of(drawn.data)
            if drawn is None or piece is None or piece.late:
                continue
            yield Sheet(
                upto=record.number_at(scene.seq),
                title=_title(scene, words.plain),
                alt=alt_text(drawn.alt, words),
                width=piece.width,
                height=piece.height,
                x=piece.x,
                y=piece.y,
                data=piece.data,
            )


def _title(scene: Scene, words: Words) -> str:
    if not scene.phase:
        return str(words.bot("replay.beginning", turn=scene.turn))
    phase = words.say(Term("phase", scene.phase))
    return str(words.bot("replay.heading", turn=scene.turn, phase=phase))

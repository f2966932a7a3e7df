"""Replays: a film of a turn or of a whole game, as one viewer may see it, each made once."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import count

from bot.courier.pictures import Gallery
from bot.filming import FilmLostError, Shot
from bot.moderator import Complaint, Moderator
from bot.moderator.looking.scenes import Scene
from bot.store import StoreError
from bot.text import words_for
from engine.api import Seat, Term
from render.api import Picture
from render.film import LONGEST

_log = logging.getLogger(__name__)

KEPT_BYTES = 16_000_000
"""Of finished replays together; the ones asked for last are kept."""
LASTING = 60.0
"""Seconds that a film takes, where its pictures are neither too short nor too long for that."""
SHORTEST, SLOWEST, LAST = 0.5, 1.5, 4.0
"""Seconds that a picture is shown at least and at most, and the last one longer."""
PATIENCE = 300.0
"""Seconds: many times what the longest film takes."""
TRIES = 2
"""How often a film is begun before it is given up."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be shown: of which campaign, to whom; a turn or all; language and theme."""

    campaign: str
    seat: Seat | None
    turn: int | None
    language: str
    theme: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A film, and the scenes that it leaves out as their states cannot be read any more."""

    film: Picture
    hidden: tuple[Scene, ...]


class Replays:
    """Has films made, one at a time; the same one asked for again is there.

    Attributes:
        longest: Pictures of a film at most; of longer games some phases are left out.
        patience: Seconds for which a post waits for its film, those before it included.
    """

    longest: int = LONGEST
    patience: float = PATIENCE

    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery
        self._one = asyncio.Lock()
        self._asking: set[int] = set()
        self._kept: OrderedDict[Hashable, Replay] = OrderedDict()
        self._names = count(1)

    async def of(self, moderator: Moderator, wish: Wish, person_id: int) -> Replay | None:
        """Return a replay; ``None`` where nobody draws its game or a painter fails (the log tells).

        Raises:
            Complaint: campaign.unknown, not_playing; replay.no_turn; replay.busy: the person waits
                for another one.
            StoreError: The database failed.
        """
        self.require_free(person_id)
        self._asking.add(person_id)
        try:
            return await self._at_hand(moderator, wish)
        finally:
            self._asking.discard(person_id)

    async def film(self, moderator: Moderator, wish: Wish) -> Picture | None:
        """Return the film of a replay that no person waits for.

        Raises:
            Complaint: campaign.unknown, not_playing; replay.no_turn.
            StoreError: The database failed.
        """
        kept = await self._at_hand(moderator, wish)
        return None if kept is None else kept.film

    async def film_in_time(self, moderator: Moderator, wish: Wish) -> Picture | None:
        """Return a replay for a post; ``None`` too where it takes longer than *patience*.

        Raises:
            Complaint: campaign.unknown, not_playing; replay.no_turn.
            StoreError: The database failed.
        """
        try:
            async with asyncio.timeout(self.patience):
                return await self.film(moderator, wish)
        except TimeoutError:
            _log.warning(
                "campaign %s: its post goes without a replay, which took over %.0f s",
                wish.campaign,
                self.patience,
            )
            return None

    def require_free(self, person_id: int) -> None:
        """Refuse somebody a second replay while they wait for one.

        Raises:
            Complaint: replay.busy.
        """
        if person_id in self._asking:
            raise Complaint("replay.busy")

    async def _at_hand(self, moderator: Moderator, wish: Wish) -> Replay | None:
        """Return a replay, made unless it is kept."""
        scenes = await moderator.scenes.of(wish.campaign, wish.seat, wish.turn)
        end = await moderator.reader.look_back(wish.campaign, wish.seat, scenes[-1].seq)
        key = (wish, scenes[-1].seq, end.outcome is None)
        async with self._one:
            found = self._kept.get(key)
            if found is None:
                wanted = thinned(scenes, self.longest)
                shown = await _readable(moderator, wish, wanted)
                film = await self._film(moderator, wish, shown) if shown else None
                hidden = tuple(one for one in wanted if one not in shown)
                found = None if film is None else Replay(film, hidden)
            if found is not None:
                self._keep(key, found)
        return found

    def _keep(self, key: Hashable, kept: Replay) -> None:
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while sum(len(one.film.data) for one in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)

    async def _film(
        self, moderator: Moderator, wish: Wish, scenes: Sequence[Scene]
    ) -> Picture | None:
        for _ in range(TRIES):
            try:
                return await self._made(moderator, wish, scenes)
            except FilmLostError:
                continue
            except (Complaint, StoreError):
                raise
            except Exception:  # noqa: BLE001 - whatever a game or the painter throws
                _log.exception("campaign %s: its replay failed", wish.campaign)
                break
        return None

    async def _made(
        self, moderator: Moderator, wish: Wish, scenes: Sequence[Scene]
    ) -> Picture | None:
        """Show scene after scene; only two of them are at hand at any time."""
        name, frames = f"{wish.campaign}/{next(self._names)}", len(scenes)
        seconds = min(max(LASTING / frames, SHORTEST), SLOWEST)
        before = film = None
        for number, scene in enumerate(scenes):
            look = await moderator.reader.look_back(wish.campaign, wish.seat, scene.seq)
            game = moderator.game(look.campaign)
            words = words_for(wish.language, game).plain
            code = "replay.heading" if scene.phase else "replay.beginning"
            phase = words.say(Term("phase", scene.phase)) if scene.phase else ""
            heading = str(words.bot(code, turn=scene.turn, phase=phase))
            shown = LAST if number + 1 == frames else seconds
            shot = Shot(name, number, frames, heading, shown)
            film = await self._gallery.shoot(
                game, look, shot, language=wish.language, before=before, theme=wish.theme
            )
            before = look
        return film


async def _readable(moderator: Moderator, wish: Wish, scenes: Sequence[Scene]) -> tuple[Scene, ...]:
    """Return the scenes whose very state can be read."""
    reader = moderator.reader
    looks = [await reader.look_back(wish.campaign, wish.seat, one.seq) for one in scenes]
    return tuple(one for one, look in zip(scenes, looks, strict=True) if look.exact)


def thinned(scenes: Sequence[Scene], most: int) -> tuple[Scene, ...]:
    """Return so many of them at most, the first and the last among them."""
    if len(scenes) <= most:
        return tuple(scenes)
    last = len(scenes) - 1
    return tuple(scenes[round(place * last / (most - 1))] for place in range(most))

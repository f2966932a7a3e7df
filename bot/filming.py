"""Films and albums being made where pictures are drawn: one picture at a time.

Others' pictures go between.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from render.api import Picture
from render.themes import Theme

if TYPE_CHECKING:
    from render.album import Album
    from render.replay import Film

AT_ONCE: Final = 4
"""Films and albums that are under way together at most; of one more, the oldest was given up."""


class FilmLostError(Exception):
    """A film was given up, or the process died that was making it."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What a picture is in a film.

    Attributes:
        film: The film's name.
        number: Which picture of it, from 0.
        frames: How many there will be.
        heading: What stands above it.
        seconds: How long it is shown.
        album: Bytes that all may take together where they make an album, whose pictures stand by
            themselves; 0 for a film.
    """

    film: str
    number: int
    frames: int
    heading: str
    seconds: float
    album: int = 0


_films: OrderedDict[str, Film | Album] = OrderedDict()
_lock = Lock()


def take(picture: Picture, shot: Shot, theme: Theme) -> Picture | None:
    """Add a picture to its film; return the film with the last.

    Of an album each is returned, as a packed :class:`render.film.Piece`.

    Raises:
        FilmLostError: The pictures before it are no more.
    """
    # And with it what draws: the bot itself draws nothing.
    from render.album import Album

    film = _under_way(shot, theme)
    if isinstance(film, Album):
        made = film.add(picture.data)
        found = Picture(made.packed(), "piece", made.width, made.height, picture.alt)
    else:
        film.add(picture.data, shot.heading, (shot.number + 1) / shot.frames, shot.seconds)
        if shot.number + 1 < shot.frames:
            return None
        found = Picture(film.end(), "gif", *film.size, picture.alt)
    if shot.number + 1 == shot.frames:
        _films.pop(shot.film, None)
    return found


def _under_way(shot: Shot, theme: Theme) -> Film | Album:
    """Return what a picture is added to, begun with the first."""
    from render.album import Album
    from render.replay import Film

    with _lock:
        film = _films.get(shot.film)
        if shot.number == 0:
            film = Album(shot.frames, shot.album) if shot.album else Film(shot.frames, theme=theme)
        if film is None:
            raise FilmLostError(shot.film)
        _films[shot.film] = film
        _films.move_to_end(shot.film)
        while len(_films) > AT_ONCE:
            _films.popitem(last=False)
    return film

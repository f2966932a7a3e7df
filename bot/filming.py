"""Films being made where pictures are drawn: a picture at a time, so that others' go between."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from render.api import Picture
from render.themes import Theme

if TYPE_CHECKING:
    from render.replay import Film

AT_ONCE: Final = 2
"""Films that are under way together at most; of one more, the oldest was given up."""


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
    """

    film: str
    number: int
    frames: int
    heading: str
    seconds: float


_films: OrderedDict[str, Film] = OrderedDict()
_lock = Lock()


def take(picture: Picture, shot: Shot, theme: Theme) -> Picture | None:
    """Add a picture to its film; return the film with the last.

    Raises:
        FilmLostError: The pictures before it are no more.
    """
    from render.replay import Film  # and with it what draws: the bot itself draws nothing

    with _lock:
        film = Film(shot.frames, theme=theme) if shot.number == 0 else _films.get(shot.film)
        if film is None:
            raise FilmLostError(shot.film)
        _films[shot.film] = film
        _films.move_to_end(shot.film)
        while len(_films) > AT_ONCE:
            _films.popitem(last=False)
    film.add(picture.data, shot.heading, (shot.number + 1) / shot.frames, shot.seconds)
    if shot.number + 1 < shot.frames:
        return None
    _films.pop(shot.film, None)
    return Picture(film.end(), "gif", *film.size, picture.alt)

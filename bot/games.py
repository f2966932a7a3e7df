"""The game systems and painters that this installation has. The bot knows none of them by name."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.api import Game
from engine.data.files import DataError
from engine.data.play_data import PlayData, laid_over, shipped
from engine.data.with_data import data_of, with_data
from engine.registry import data_checks, load_games
from render.api import Painter
from render.registry import painter_with
from render.themes import STANDARD, known

GAMES: Final[Mapping[str, Game[Any, Any]]] = load_games()
"""Every game system by its key."""


VERSIONS_KEPT: Final = 8
"""Games with data of their own that a process beside the bot keeps ready: some MB each."""

_versions: OrderedDict[tuple[str, str], Game[Any, Any]] = OrderedDict()


def played_with(key: str, data: PlayData | None) -> Game[Any, Any]:
    """Return a game; of equal data the one that has worked out things already."""
    if data is None:
        return GAMES[key]
    version = key, data.digest
    if version not in _versions:
        _versions[version] = with_data(GAMES[key], data)
    _versions.move_to_end(version)
    if len(_versions) > VERSIONS_KEPT:
        _versions.popitem(last=False)
    return _versions[version]


class BadData(Exception):
    """A host's own data files cannot be played with; the message is one line that says why."""


def own_files(folder: Path) -> Mapping[str, PlayData]:
    """Return the data of each game with the files of *folder* laid over those we ship, by key.

    Games of which it has no file, or only such as ours, are left out. What stands in the files
    is not looked at.

    Raises:
        BadData: There is no such folder, or a file in it has no counterpart of ours.
    """
    place = folder.expanduser()
    if not place.is_dir():
        raise BadData(f"{folder} is not a folder.")
    for one in sorted(place.iterdir()):
        if one.is_dir() and not one.name.startswith(".") and one.name not in GAMES:
            raise BadData(f"{folder}/{one.name} is of no game: there are {', '.join(GAMES)}.")
    try:
        bases = {key: shipped(key, game.data_files) for key, game in GAMES.items()}
        found = {key: laid_over(base, place) for key, base in bases.items()}
    except DataError as error:
        raise BadData(f"{folder}/{error}") from None
    return {key: data for key, data in found.items() if data.digest != bases[key].digest}


def games_with(folder: Path | None) -> Mapping[str, Game[Any, Any]]:
    """Return every game system, played with the files of *folder* laid over those we ship.

    Raises:
        BadData: There is no such folder, or something in it is wrong.
    """
    own = {} if folder is None else own_files(folder)
    for key, data in own.items():
        for problem in data_checks()[key](data):
            raise BadData(f"{folder}/{key}/{problem}")
    return {key: with_data(game, own[key]) if key in own else game for key, game in GAMES.items()}


def painter(game: Game[Any, Any], theme: str = STANDARD.name, /) -> Painter:
    """Return the painter of a game in a theme; in the standard one where there is no such theme.

    Raises:
        KeyError: No painter draws it.
    """
    return painter_with(game.key, data_of(game), known(theme).name)


__all__ = ["GAMES", "BadData", "games_with", "own_files", "painter", "played_with"]

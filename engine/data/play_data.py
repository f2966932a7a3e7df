"""The data that campaigns are played with: which files, their digest, and several at once.

A game names the files of ``data/<game>`` that its play hangs on (``Game.data_files``): the map, the
counters, the scenario. Their content is a :class:`PlayData`. What this version of Adjutant ships is
one; a host's own folder laid over it makes another; and a campaign under way keeps the one with
which it was begun, whatever comes later.

:func:`with_data` gives the same game played with other data. Within its methods, and only there,
that data is *in use*: readers ask :func:`play_folder`, and whatever is worked out once from the
files is kept by :func:`cached_per_data`, for each data by itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from engine.data.files import DATA, DataError, File, Folder, game_folder

P = ParamSpec("P")
R = TypeVar("R")


class DataFile(NamedTuple):
    """A file of a :class:`PlayData`, read like a path."""

    name: str
    content: str

    def read_text(self, encoding: str = "utf-8") -> str:
        """Return what stands in it, whatever the *encoding* of the file was."""
        del encoding
        return self.content

    def read_bytes(self) -> bytes:
        """Return the same as bytes."""
        return self.content.encode()


class PlayData:
    """The data files of one game as they stood when somebody looked.

    Attributes:
        game: Key of the game.
        files: Content by file name.
        own: Names of the files that are a host's own.
    """

    def __init__(self, game: str, files: Mapping[str, str], own: tuple[str, ...] = ()) -> None:
        self.game = game
        self.files = dict(files)
        self.own = own
        self._kept: dict[Callable[..., Any], Callable[..., Any]] = {}

    def __truediv__(self, name: str) -> File:
        """Return a file by name; one that is no play data is that of this version."""
        content = self.files.get(name)
        return DATA / self.game / name if content is None else DataFile(name, content)

    @cached_property
    def digest(self) -> str:
        """What tells this content from any other: 32 hexadecimal digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]

    @cached_property
    def text(self) -> str:
        """The content as JSON; equal files give equal text."""
        return json.dumps(self.files, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of_text(cls, game: str, text: str) -> PlayData:
        """Return what :attr:`text` was taken from.

        Raises:
            ValueError: It is not such a text.
        """
        files = json.loads(text)
        if not isinstance(files, dict) or not all(isinstance(one, str) for one in files.values()):
            raise ValueError(f"not the data files of {game}")
        return cls(game, files)

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Play with this data until the end of the block, in this thread."""
        before = _in_use.set(self)
        try:
            yield
        finally:
            _in_use.reset(before)

    def keep(self, function: Callable[P, R], make: Callable[[], Callable[P, R]]) -> Callable[P, R]:
        """Return what keeps the results of *function* for this data."""
        try:
            return self._kept[function]
        except KeyError:
            # If two threads come at once, both take what one of them made.
            return self._kept.setdefault(function, make())

    def forget(self) -> None:
        """Let go of what was worked out; it is worked out again when it is asked for."""
        self._kept.clear()

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process works out for itself what is kept here.
        return PlayData, (self.game, self.files, self.own)

    def __repr__(self) -> str:
        return f"PlayData({self.game!r}, {self.digest})"


_in_use: Final[ContextVar[PlayData | None]] = ContextVar("data in use", default=None)


data_in_use: Final[Callable[[], PlayData | None]] = _in_use.get
"""Return the data that is played with just now; ``None`` is what is shipped."""


def play_folder(game: str, folder: Folder | None = None) -> Folder:
    """Return *folder*, or the files that *game* is played with just now."""
    if folder is not None:
        return folder
    data = _in_use.get()
    return game_folder(game) if data is None or data.game != game else data


@cache
def shipped(game: str, names: tuple[str, ...]) -> PlayData:
    """Return the files *names* of *game* as this version of Adjutant brings them; read once.

    Raises:
        DataError: One cannot be read.
    """
    return PlayData(game, {name: _read(DATA / game / name) for name in names})


def laid_over(base: PlayData, folder: Path) -> PlayData:
    """Return *base* with a host's own files in the place of those of the same name.

    They lie in *folder*, in one folder a game; *base* is returned where that has none.

    Raises:
        DataError: A file there has no counterpart, or cannot be read.
    """
    place = folder / base.game
    own = sorted(one for one in place.iterdir() if _counts(one)) if place.is_dir() else []
    for one in own:
        if one.name not in base.files:
            known = ", ".join(sorted(base.files))
            raise DataError(f"{base.game}/{one.name}", 0, "", f"is not one of {known}")
    if not own:
        return base
    files = {**base.files, **{one.name: _read(one) for one in own}}
    return PlayData(base.game, files, tuple(one.name for one in own))


def _counts(path: Path) -> bool:
    """Say whether a file is meant: not what editors and systems leave behind, nor a note."""
    return not path.name.startswith(".") and not path.name.endswith(("~", ".md"))


def _read(path: Path) -> str:
    try:
        # As git and editors store them on any system: the digest must not hang on that.
        return path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as broken:
        where = f"{path.parent.name}/{path.name}"
        raise DataError(where, 0, "", f"cannot be read: {broken}") from None

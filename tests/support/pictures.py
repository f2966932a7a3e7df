"""Finished pictures on disk: what one worker has drawn is read by the others, and in the next run.

Installed once a process (``tests/conftest.py``). The bot posts thousands of pictures in its tests,
and most are of a table that others have before them too. A file is named after all that its picture
follows from: the program, the data, the words, and what the painter was given; so what is read is
what would be drawn. Tests of the drawing itself ask for ``drawn_here``, and of two worlds that are
compared one is drawn (``tests/support/worlds.py``).
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import shutil
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from bot.text.words import Words
from engine.data.play_data import data_in_use
from engine.data.with_data import data_of
from render import map_cache
from render.api import WHOLE, Names, Picture, Section
from render.painting import MapPainter

_WORDS: Final = Path(__file__).parents[2] / "bot" / "text"
_SAY: Final = Words.say
MOST: Final = 3000
"""Pictures that a run begins with, of some 80 KB each; a whole run draws 1,700."""
_folder: Path | None = None


def keep_in(folder: Path, *, alone: bool) -> None:
    """Keep pictures in a folder for the rest of this process.

    Args:
        folder: Where those of other versions of the program are, too.
        alone: No other process uses the folder yet: those of other versions go, and of this one's
            the oldest, where there are too many.
    """
    global _folder  # noqa: PLW0603 - of a process that runs tests there is one
    _folder = folder / _version()
    _folder.mkdir(exist_ok=True)
    if alone:
        for other in folder.iterdir():
            if other != _folder:
                shutil.rmtree(other, ignore_errors=True)
        files = sorted(_folder.iterdir(), key=lambda one: one.stat().st_mtime)
        for one in files[:-MOST]:
            one.unlink(missing_ok=True)


@contextlib.contextmanager
def none_kept() -> Iterator[None]:
    """Neither read nor write pictures for a while."""
    global _folder  # noqa: PLW0603
    folder, _folder = _folder, None
    try:
        yield
    finally:
        _folder = folder


@cache
def _version() -> str:
    """Return what tells the program that draws, with its data, fonts and words, from any other."""
    found = hashlib.sha256(map_cache._version().encode())
    for file in sorted(_WORDS.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            found.update(str(file.relative_to(_WORDS)).encode())
            found.update(file.read_bytes())
    return found.hexdigest()[:24]


class _Alike(pickle.Pickler):
    """Writes equal values alike, in every process: *fast*, whatever they share with others."""

    def reducer_override(self, value: Any) -> Any:
        """Leave out which fields of a model were given, a set, whose order is no value's own."""
        if isinstance(value, BaseModel):
            return type(value), tuple(vars(value).items())
        return NotImplemented


def _named(painter: MapPainter[Any, Any], given: tuple[Any, ...], names: Names) -> str | None:
    """Name what is drawn after all that it follows from; ``None`` where that cannot be said."""
    words = getattr(names, "__self__", None)
    if getattr(names, "__func__", None) is not _SAY or not isinstance(words, Words):
        return None
    data = [
        "" if one is None else one.digest
        for one in (data_in_use(), None if words.game is None else data_of(words.game))
    ]
    told = io.BytesIO()
    pickler = _Alike(told, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    game = None if words.game is None else words.game.key
    said = game, words.language, words._plain, words._names, words._brief
    pickler.dump((type(painter), painter._theme.name, data, said, given))
    return hashlib.sha256(told.getvalue()).hexdigest()


def _install() -> None:
    painting = MapPainter.paint

    def paint(
        self: MapPainter[Any, Any],
        view: Any,
        section: Section = WHOLE,
        *,
        names: Names,
        **more: Any,
    ) -> Picture:
        folder = _folder
        name = folder and _named(self, (view, section, sorted(more.items())), names)
        if folder is None or name is None:
            return painting(self, view, section, names=names, **more)
        file = folder / name
        with contextlib.suppress(FileNotFoundError):
            found: Picture = pickle.loads(file.read_bytes())
            return found
        made = painting(self, view, section, names=names, **more)
        part = file.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
        # A run of another version may have cleared the folder away.
        with contextlib.suppress(FileNotFoundError):
            part.write_bytes(pickle.dumps(made))
            part.replace(file)
        return made

    # The painters need not know that tests share what they have drawn.
    MapPainter.paint = paint  # type: ignore[method-assign]


_install()

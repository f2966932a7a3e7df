"""Maps that are drawn once and kept: pictures are cut out of them, or laid upon them.

They are kept in memory, a few of them, and on disk, where the process that draws is given a folder:
a map takes seconds to draw and hundredths of one to read. A file is named after all that its map
hangs on, the program itself among it, so what is found is what would be drawn.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import shutil
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache, wraps
from inspect import unwrap
from pathlib import Path
from threading import RLock
from typing import Any, Final, ParamSpec

import PIL
from PIL import Image
from PIL.TiffImagePlugin import PREDICTOR

from engine.data.play_data import data_in_use

_log = logging.getLogger(__name__)

P = ParamSpec("P")

MOST_IN_MEMORY: Final = 48_000_000
"""Bytes of maps in memory, of all games together, where they can be read from disk again."""

BYTES_A_PIXEL: Final = 4
"""As Pillow keeps a pixel of red, green and blue; one of a palette takes a single byte."""

MOST_BYTES: Final = 300_000_000
"""Of files; those not read for longest go first."""

UNUSED: Final = 86_400.0
"""Seconds for which nothing has been added to the maps of another version when they go."""

DIFFERENCES: Final = 2
"""What a TIFF calls it when each pixel is written as what it differs by from the one before."""

_ROOT: Final = Path(__file__).resolve().parent.parent
_HANGS_ON: Final = ("render", "engine", "data")
_KINDS: Final = frozenset((".py", ".toml", ".csv", ".json", ".otf", ".txt"))
_LOOK_EVERY: Final = 64

_drawing = RLock()
"""Only one printed map is drawn at a time: two at once would need twice the memory."""


class _Kept:
    """The maps of one function that are in memory, the one asked for last at the end."""

    def __init__(self, most: int, *, on_disk: bool) -> None:
        self.maps: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._most = most
        self._on_disk = on_disk

    def keep(self, key: Hashable, image: Image.Image) -> None:
        """Keep a map as the one that was asked for last."""
        new = key not in self.maps
        self.maps[key] = image
        self.maps.move_to_end(key)
        if self._on_disk:
            _asked[id(self), key] = self, _bytes_of(image)
            _asked.move_to_end((id(self), key))
        if len(self.maps) > self._most:
            self.drop(next(iter(self.maps)))
        if new and self._on_disk and _shelf is not None:
            _make_room()

    def drop(self, key: Hashable) -> None:
        """Let go of a map."""
        del self.maps[key]
        _asked.pop((id(self), key), None)


_kept: list[_Kept] = []
_asked: Final[OrderedDict[tuple[int, Hashable], tuple[_Kept, int]]] = OrderedDict()
"""The maps in memory that are on disk too, or would be, with their bytes; asked for last: last."""


def _bytes_of(image: Image.Image) -> int:
    return image.width * image.height * (1 if image.mode == "P" else BYTES_A_PIXEL)


def _make_room() -> None:
    """Let go of maps that were not asked for longest, if there are too many; never of the last."""
    total = sum(size for _, size in _asked.values())
    while total > MOST_IN_MEMORY and len(_asked) > 1:
        (_, key), (kept, size) = next(iter(_asked.items()))
        kept.drop(key)
        total -= size


@dataclass(slots=True)
class _Shelf:
    """A folder of maps; *written* counts those added."""

    folder: Path
    written: int = 0


_shelf: _Shelf | None = None


def drawn_once(
    maxsize: int, *, on_disk: bool = True
) -> Callable[[Callable[P, Image.Image]], Callable[P, Image.Image]]:
    """Keep the last *maxsize* maps that a function draws; only one is drawn at a time.

    Where they are kept on disk too, all functions together keep no more than ``MOST_IN_MEMORY``.

    What it is given is told apart by its ``repr``; the board is the one of the data in use. What is
    drawn within a millisecond need not be kept *on_disk*.
    """

    def decorate(function: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
        def found(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
            if _shelf is None or not on_disk:
                return function(*args, **kwargs)
            file = _shelf.folder / f"{_named(function, args, kwargs)}.tif"
            image = _read(file)
            if image is None:
                image = function(*args, **kwargs)
                _write(_shelf, file, image)
            return image

        mine = _Kept(maxsize, on_disk=on_disk)
        _kept.append(mine)

        @wraps(function)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
            key = (args, tuple(sorted(kwargs.items())))
            with _drawing:
                image = mine.maps.get(key)
                if image is None:
                    image = found(*args, **kwargs)
                mine.keep(key, image)
                return image

        return drawn

    return decorate


def put_by(drawn: Callable[P, Image.Image], *args: P.args, **kwargs: P.kwargs) -> None:
    """See to it that a map of a :func:`drawn_once` is on disk, where maps are kept there.

    It is not kept in memory for that: some day somebody will ask for it.
    """
    if _shelf is not None:
        function: Callable[P, Image.Image] = unwrap(drawn)
        file = _shelf.folder / f"{_named(function, args, kwargs)}.tif"
        if not file.exists():
            with _drawing:
                _write(_shelf, file, function(*args, **kwargs))


def forget() -> None:
    """Drop every printed map that is kept in memory; the next picture gets its own anew."""
    for one in _kept:
        one.maps.clear()
    _asked.clear()


def keep_in(folder: Path | None) -> None:
    """Keep maps also in a folder, or (``None``) no longer.

    Maps of other versions go that have not been added to for a day: another process may be of one
    while an update goes on. A folder that cannot be used is done without.
    """
    global _shelf  # noqa: PLW0603 - of a process that draws there is one
    _shelf = None
    if folder is None:
        return
    mine = folder / _version()
    try:
        mine.mkdir(parents=True, exist_ok=True)
        old = time.time() - UNUSED
        for other in folder.iterdir():
            is_version = other.is_dir() and len(other.name) == len(mine.name)
            if is_version and other != mine and other.stat().st_mtime < old:
                shutil.rmtree(other, ignore_errors=True)
        _prune(mine)
    except OSError as error:
        _log.warning("printed maps are not kept in %s: %s", folder, error)
        return
    _shelf = _Shelf(mine)


@lru_cache(maxsize=1)
def _version() -> str:
    """Return what tells this program, with its data and fonts, from any other."""
    found = hashlib.sha256(PIL.__version__.encode())
    for part in _HANGS_ON:
        for file in sorted((_ROOT / part).rglob("*")):
            if file.suffix in _KINDS and file.is_file():
                found.update(str(file.relative_to(_ROOT)).encode())
                found.update(file.read_bytes())
    return found.hexdigest()[:24]


def _named(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    data = data_in_use()
    parts = [function.__module__, function.__qualname__, "" if data is None else data.digest]
    parts += [repr(one) for one in (*args, *sorted(kwargs.items())) if not _is_board(one)]
    # Another process would write them in another order, or elsewhere, and never find the map.
    assert not any("frozenset({" in one or " at 0x" in one for one in parts), parts
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _is_board(value: object) -> bool:
    """Say whether something stands for the data in use; its ``repr`` may be an address."""
    return type(value).__name__ == "Board"


def _read(file: Path) -> Image.Image | None:
    """Return a map that is kept; ``None`` where there is none that can be read."""
    try:
        with Image.open(file) as image:
            found = image.copy() if image.mode == "P" else image.convert("RGB")
        os.utime(file)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, SyntaxError) as error:
        _log.warning("%s cannot be read, and is drawn anew: %s", file, error)
        return None
    return found


def _write(shelf: _Shelf, file: Path, image: Image.Image) -> None:
    beside = file.with_suffix(f".{os.getpid()}")
    try:
        # Half the time of a PNG, to write and to read, and no larger.
        image.save(beside, "TIFF", compression="tiff_lzw", tiffinfo={PREDICTOR: DIFFERENCES})
        beside.replace(file)
        shelf.written += 1
        if shelf.written % _LOOK_EVERY == 0:
            _prune(shelf.folder)
    except OSError as error:
        _log.warning("a printed map is not kept: %s", error)
        with contextlib.suppress(OSError):
            beside.unlink()


def _prune(folder: Path) -> None:
    """Delete the files not used for longest until the rest is no more than it may be."""
    files = [(one.stat(), one) for one in folder.iterdir() if one.is_file()]
    total = sum(stat.st_size for stat, _ in files)
    for stat, one in sorted(files, key=lambda each: each[0].st_mtime):
        if total <= MOST_BYTES:
            break
        one.unlink(missing_ok=True)
        total -= stat.st_size

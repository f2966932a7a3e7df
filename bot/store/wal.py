"""Looking at a write-ahead log before SQLite opens it.

SQLite reads a ``-wal`` up to the first frame that does not add up and drops the rest without a
word: that is how a write cut short by a power failure looks. A damaged bit looks the same, and
takes all that was committed behind it along. But whatever was written behind it still adds up by
itself: each frame's checksum goes on from that of the frame before (SQLite's page "WAL-mode File
Format"). So committed frames behind a bad one mean damage.

A process killed in the middle of a transaction may leave good frames behind a bad one, too, when a
later and shorter one was written over their beginning. None of them ends a transaction.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store.lock import beside

_HEADER: Final = struct.Struct(">IIIIIIII")
_FRAME: Final = struct.Struct(">IIIIII")
_LITTLE: Final = 0x377F0682
_BIG: Final = 0x377F0683
_MASK: Final = 0xFFFFFFFF
_USUAL_PAGE: Final = 4096

_Sum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Damage:
    """What SQLite would drop of a write-ahead log.

    Attributes:
        frame: The first frame that does not add up, from 1; 0 is the header.
        commits: How many transactions end behind it, none of which SQLite would read.
    """

    frame: int
    commits: int


@dataclass(frozen=True, slots=True)
class _Frame:
    commit: bool
    salts: tuple[int, int]
    stored: _Sum
    head: bytes
    page: bytes

    def adds_up(self, before: _Sum, order: str) -> bool:
        return _added(self.page, _added(self.head, before, order), order) == self.stored


def examine(file: Path) -> Damage | None:
    """Say what of the write-ahead log of *file* SQLite would drop although it was committed.

    Nobody may be writing meanwhile.

    Raises:
        OSError: It cannot be read.
    """
    wal = beside(file, "-wal")
    if not wal.exists():
        return None
    with wal.open("rb") as opened:
        header = opened.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return None
        magic, _, size, _, *rest = _HEADER.unpack(header)
        salts, stored = (rest[0], rest[1]), (rest[2], rest[3])
        order = ">" if magic == _BIG else "<"
        added = _added(header[:24], (0, 0), order)
        if magic in {_LITTLE, _BIG} and added == stored and _is_page_size(size):
            frames = _frames(opened.read(), size)
            return _behind_a_bad_one(frames, salts, stored, order)
        frames = _frames(opened.read(), _page_size(file))
    # Nothing of it would be read. Frames that go on from this header were written after it.
    for tried in ("<", ">"):
        for begun in (stored, _added(header[:24], (0, 0), tried)):
            if frames and frames[0].adds_up(begun, tried):
                commits = _commits(frames, frames[0].salts, begun, tried)
                return Damage(0, commits) if commits else None
    return None


def _behind_a_bad_one(
    frames: list[_Frame], salts: tuple[int, int], begun: _Sum, order: str
) -> Damage | None:
    before = begun
    for number, frame in enumerate(frames):
        if frame.salts != salts or not frame.adds_up(before, order):
            commits = _commits(frames[number + 1 :], salts, frame.stored, order)
            return Damage(number + 1, commits) if commits else None
        before = frame.stored
    return None


def _commits(frames: list[_Frame], salts: tuple[int, int], before: _Sum, order: str) -> int:
    """Count the ends of transactions among frames that add up with the one before each."""
    found = 0
    for frame in frames:
        if frame.commit and frame.salts == salts and frame.adds_up(before, order):
            found += 1
        before = frame.stored
    return found


def _frames(body: bytes, size: int) -> list[_Frame]:
    return list(_each(body, size))


def _each(body: bytes, size: int) -> Iterator[_Frame]:
    whole = _FRAME.size + size
    for start in range(0, len(body) - whole + 1, whole):
        _, pages, salt1, salt2, sum1, sum2 = _FRAME.unpack_from(body, start)
        yield _Frame(
            commit=pages != 0,
            salts=(salt1, salt2),
            stored=(sum1, sum2),
            head=body[start : start + 8],
            page=body[start + _FRAME.size : start + whole],
        )


def _added(data: bytes, begun: _Sum, order: str) -> _Sum:
    """Return SQLite's checksum of *data*, going on from *begun*."""
    one, two = begun
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return one, two


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65536 and size & (size - 1) == 0


def _page_size(file: Path) -> int:
    """Return the page size that the database file itself states."""
    with file.open("rb") as opened:
        opened.seek(16)
        stated = int.from_bytes(opened.read(2), "big")
    size = 65536 if stated == 1 else stated
    return size if _is_page_size(size) else _USUAL_PAGE

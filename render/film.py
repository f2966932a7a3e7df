"""How large films and albums are, and what they are made of: known also where none is made."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

WIDTH = 720
"""Pixels across."""
LONGEST = 600
"""Pictures of a film at most."""
ALBUM_WIDTH = 900
"""Pixels across, of a picture of an album, which a page shows."""

_HEAD: Final = struct.Struct("<IIIIB")


@dataclass(frozen=True, slots=True)
class Piece:
    """What is new in a picture of an album.

    Attributes:
        width: Pixels across, of the whole picture.
        height: Pixels down.
        x: Where what is new begins.
        y: The same, down.
        late: Whether there was no room for it: it comes with the next.
        data: A WebP file, clear where nothing is new; empty where nothing is at all.
    """

    width: int
    height: int
    x: int
    y: int
    late: bool
    data: bytes

    def packed(self) -> bytes:
        """Return it as bytes."""
        return _HEAD.pack(self.width, self.height, self.x, self.y, self.late) + self.data


def piece_of(packed: bytes) -> Piece:
    """Return what :meth:`Piece.packed` returned."""
    width, height, x, y, late = _HEAD.unpack_from(packed)
    return Piece(width, height, x, y, bool(late), packed[_HEAD.size :])

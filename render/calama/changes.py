"""What has changed between two views: moves, losses, shots, markers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.calama.state import ATTRIBUTES, DEAD, GONE, RESERVE, TAKEN, Piece, Table
from engine.calama.survey import covers, standing


@dataclass(frozen=True, slots=True)
class Move:
    """A piece that went from one square to another; *start* is "" for one that came in."""

    piece: Piece
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Shot:
    """A piece that has hit another."""

    start: str
    end: str
    side: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference of two tables.

    Attributes:
        moves: Who went where, reserves that came in among them.
        lost: Pieces that are dead or taken, as they stood.
        left: Pieces that left the board by an exit, as they stood.
        shots: Who hit whom, where it is plain.
        markers: Attributes that differ, as (seat, type, attribute), and by how much.
    """

    moves: tuple[Move, ...] = ()
    lost: tuple[Piece, ...] = ()
    left: tuple[Piece, ...] = ()
    shots: tuple[Shot, ...] = ()
    markers: tuple[tuple[str, str, str, int], ...] = ()

    def marker(self, seat: str, type_key: str, attribute: str) -> int:
        """Return by how much an attribute has changed."""
        return next((by for *where, by in self.markers if where == [seat, type_key, attribute]), 0)


def changes(before: Table | None, after: Table) -> Changes:
    """Return what has changed since *before*; nothing when there was nothing."""
    if before is None or before is after:
        return Changes()
    moves, lost, left = [], [], []
    for key, old in sorted(before.pieces.items()):
        new = after.pieces.get(key)
        if new is None or new.at == old.at:
            continue
        if new.on_board and (old.on_board or old.at == RESERVE):
            moves.append(Move(new, old.at if old.on_board else "", new.at))
        elif old.on_board and new.at in {DEAD, TAKEN}:
            lost.append(old)
        elif old.on_board and new.at == GONE:
            left.append(old)
    return Changes(
        moves=tuple(moves),
        lost=tuple(lost),
        left=tuple(left),
        shots=tuple(_shots(before, after, lost)),
        markers=tuple(_markers(before, after)),
    )


def _shots(before: Table, after: Table, lost: list[Piece]) -> list[Shot]:
    """Return the shots that can only have been so: one piece fired and reached the fallen."""
    fired = [
        piece
        for key, piece in sorted(after.pieces.items())
        if piece.on_board
        and piece.fought
        and not (key in before.pieces and before.pieces[key].fought)
    ]
    found = []
    taken = standing(after)
    for fallen in lost:
        if after.pieces[fallen.id].at != DEAD:
            continue
        able = [
            piece
            for piece in fired
            if piece.side != fallen.side
            and before.pieces[piece.id].charging != fallen.id
            and covers(piece, fallen.at, taken)
        ]
        if len(able) == 1:
            found.append(Shot(able[0].at, fallen.at, able[0].side))
    return found


def _markers(before: Table, after: Table) -> list[tuple[str, str, str, int]]:
    found = []
    for seat, types in after.attributes.items():
        for key, now in types.items():
            old = before.attributes.get(seat, {}).get(key)
            for attribute in ATTRIBUTES:
                by = 0 if old is None else now.value(attribute) - old.value(attribute)
                if by:
                    found.append((seat, key, attribute, by))
    return found

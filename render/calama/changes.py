"""What has changed between two views: moves, losses, fights, markers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.calama.state import (
    ATTRIBUTES,
    BOLIVIA,
    DEAD,
    GONE,
    RESERVE,
    TAKEN,
    Fight,
    Phase,
    Piece,
    Table,
)


@dataclass(frozen=True, slots=True)
class Move:
    """A piece that went from one square to another; *start* is "" for one that came in."""

    piece: Piece
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference of two tables.

    Attributes:
        moves: Who went where, reserves that came in among them.
        lost: Pieces that are dead or taken, as they stood.
        left: Pieces that left the board by an exit, as they stood.
        fights: Shots and melees, in their order.
        markers: Attributes that differ, as (seat, type, attribute), and by how much.
    """

    moves: tuple[Move, ...] = ()
    lost: tuple[Piece, ...] = ()
    left: tuple[Piece, ...] = ()
    fights: tuple[Fight, ...] = ()
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
        fights=_fights(before, after),
        markers=tuple(_markers(before, after)),
    )


def _fights(before: Table, after: Table) -> tuple[Fight, ...]:
    """Return the fights that were not yet on the table before; all, if it was cleared since."""
    old, new = before.fights, after.fights
    cleared = _combat(before) != _combat(after) and None not in {_combat(before), _combat(after)}
    return new if cleared or new[: len(old)] != old else new[len(old) :]


def _combat(table: Table) -> int | None:
    """Return the round whose combat a table's fights belong to, where its phase tells."""
    match table.phase:
        case Phase.COMBAT:
            return table.round
        case Phase.ORDERS | Phase.MOVEMENT:
            # Where each side plays both phases, Chile has fought before Bolivia moves.
            by_sides = table.settings.order_of_play == "sides" and table.player == BOLIVIA
            return table.round if by_sides else table.round - 1
        case _:
            return None


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

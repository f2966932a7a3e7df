"""What an action comes to before it is done: who goes where, and on whom it acts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import NO_PREVIEW, Action, Preview, Way
from engine.calama.actions import Advance, Charge, Fire, Leg, March
from engine.calama.state import Table, View


def foreseen(view: View, action: Action) -> Preview:
    """Return what an action that is allowed comes to, as far as its side can tell."""
    table = view.table
    match action:
        case Advance():
            legs = (Leg(piece=action.piece, to=action.to),)
            return Preview(ways=tuple(_ways(table, legs)))
        case March():
            return Preview(ways=tuple(_ways(table, action.moves)))
        case Charge():
            return Preview(ways=tuple(_at(table, one, action.target) for one in action.pieces))
        case Fire():
            return Preview(ways=(_at(table, action.piece, action.target),))
    return NO_PREVIEW


def _ways(table: Table, legs: tuple[Leg, ...]) -> Iterator[Way]:
    """Yield the way of each leg; a piece that moves twice goes on from where it is by then."""
    where: dict[str, str] = {}
    for leg in legs:
        yield Way((leg.piece,), (where.get(leg.piece, table.pieces[leg.piece].at), leg.to))
        where[leg.piece] = leg.to


def _at(table: Table, piece: str, target: str) -> Way:
    return Way((piece,), (table.pieces[piece].at, table.pieces[target].at))

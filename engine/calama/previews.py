"""What an action comes to before it is done: who goes where, on whom it acts, what it takes.

Rules:
    4.1.7 (combat orders), 4.2.1 (who is led), 5.4 (pieces bought), 7.4.1 (a way and its points),
    7.4.3 (a charge's).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Action, Preview, Supposition, Text, Way
from engine.calama.actions import (
    Advance,
    Charge,
    CombatOrder,
    Done,
    Fire,
    Leg,
    March,
    Ready,
)
from engine.calama.play import piece_term
from engine.calama.rules.movement.advance import anything_to_move
from engine.calama.rules.pieces.command import in_command
from engine.calama.rules.setting_up.armies import bought, budget, price_of
from engine.calama.state import Phase, Table, View
from engine.calama.survey import army
from engine.calama.warned import warnings


def foreseen(view: View, action: Action, ahead: Supposition[View]) -> Preview:
    """Return what an action that is allowed comes to, as far as its side can tell."""
    table = view.table
    ways: tuple[Way, ...] = ()
    match action:
        case Advance():
            ways = tuple(_ways(table, (Leg(piece=action.piece, to=action.to),)))
        case March():
            ways = tuple(_ways(table, action.moves))
        case Charge():
            ways = tuple(_at(table, one, action.target) for one in action.pieces)
        case Fire():
            ways = (_at(table, action.piece, action.target),)
    return Preview(
        ways=ways,
        costs=tuple(_costs(view, ahead.view)),
        final=(Text("final.setup"),) if isinstance(action, Ready) else (),
        notes=tuple(_notes(view, action, ahead.view)),
        warnings=tuple(warnings(view, action)),
    )


def _notes(view: View, action: Action, after: View) -> Iterator[Text]:
    """Yield what is good to know of an action, and no loss."""
    table, then = view.table, after.table
    match action:
        case Done() if table.phase is Phase.MOVEMENT and table.pool and anything_to_move(view):
            yield Text("note.points", {"n": table.pool})
        case CombatOrder() if table.orders_left[table.player] == 1:
            yield Text("note.last_order")
        case Advance() | March() if table.phase is then.phase and table.player == then.player:
            lost = [
                piece
                for piece in army(table, table.player)
                if in_command(table, piece) and not in_command(then, then.pieces[piece.id])
            ]
            if lost:
                pieces = tuple(map(piece_term, lost))
                yield Text("note.out_of_command", {"pieces": pieces, "n": len(lost)})


def _costs(view: View, after: View) -> Iterator[Text]:
    """Yield what is spent: points of the pool, of the budget of an army, and combat orders."""
    seat, table, then = view.viewer or "", view.table, after.table
    if then.phase is table.phase and then.player == table.player and then.pool < table.pool:
        yield Text("cost.points", {"n": table.pool - then.pool, "left": table.pool})
    if view.own is not None and after.own is not None:
        dearer = price_of(after.own.plan) - price_of(view.own.plan)
        if bought(table) and dearer > 0:
            yield Text("cost.price", {"n": dearer, "left": budget(table, seat)})
    orders = table.orders_left.get(seat, 0)
    if then.orders_left.get(seat, 0) < orders:
        yield Text("cost.orders", {"n": orders - then.orders_left[seat], "left": orders})


def _ways(table: Table, legs: tuple[Leg, ...]) -> Iterator[Way]:
    """Yield the way of each leg; a piece that moves twice goes on from where it is by then."""
    where: dict[str, str] = {}
    for leg in legs:
        yield Way((leg.piece,), (where.get(leg.piece, table.pieces[leg.piece].at), leg.to))
        where[leg.piece] = leg.to


def _at(table: Table, piece: str, target: str) -> Way:
    return Way((piece,), (table.pieces[piece].at, table.pieces[target].at))

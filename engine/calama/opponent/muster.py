"""Reserves: whether one is worth the points that Bolivia gets for it (4.1.9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.calama.actions import Reinforce
from engine.calama.board import load_board
from engine.calama.opponent.ground import Ground
from engine.calama.rules.movement.reserves import enterable, entry_cost
from engine.calama.state import INFANTRY, Piece, Table
from engine.calama.survey import piece_at, printed

QUIET = 3
"""Quiet rounds after which a reserve is worth more."""


def muster(ground: Ground) -> Reinforce | None:
    """Return which reserve to bring, or ``None``: mostly it costs more than it is worth."""
    table, goal = ground.look.table, ground.look.scenario.goal
    best = max(_worths(ground), key=lambda one: (one[0], one[1:]), default=None)
    if best is None:
        return None
    # When nothing happens any more, fresh troops are worth a price that does not lose the game.
    restless = ground.temper.unrest * max(0, table.quiet - QUIET)
    safe = table.points[ground.look.foe] + printed(best[1]).price < goal
    if best[0] <= 0 and not (safe and best[0] + restless * printed(best[1]).price > 0):
        return None
    _, type_key, door = best
    return Reinforce(type=type_key, at=door)


def _worths(ground: Ground) -> Iterator[tuple[float, str, str]]:
    look = ground.look
    for type_key in enterable(look.table):
        price = ground.prices.points(look.foe, printed(type_key).price)
        for door in _open_doors(look.table):
            piece = Piece(f"{look.side}-{type_key}-new", look.side, type_key, door)
            gain = ground.weights.worth.power[type_key] + ground.worth(piece, door)
            if type_key == INFANTRY:
                gain += ground.prices.relief(look.side)
            yield gain - price, type_key, door


def _open_doors(table: Table) -> Iterator[str]:
    for door in load_board().doors:
        if piece_at(table, door) is None and entry_cost(door) <= table.pool:
            yield door

"""What must hold of every state, whatever was played: the fuzzer's and the tests' measure.

A fault is a sentence for developers, never for players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.calama.actions import MODELS
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.rules.pieces.attributes import value
from engine.calama.state import (
    ARTILLERY,
    ATTRIBUTES,
    COMMANDER,
    INFANTRY,
    OFF_BOARD,
    SEATS,
    Phase,
    Piece,
    State,
    Table,
)
from engine.calama.survey import army, scenario_of
from engine.data.grid.squares import orthogonal


def faults(state: State) -> tuple[str, ...]:
    """Return everything about *state* that cannot be; empty for a sound one."""
    table = state.table
    return (
        *_pieces(table),
        *_markers(table),
        *_charges(table),
        *_figures(table),
        *_sides(table),
        *_secrets(state),
    )


def _pieces(table: Table) -> Iterator[str]:
    """Every piece is somewhere, no two on one square."""
    squares = load_board().squares
    for key, piece in table.pieces.items():
        if key != piece.id or piece.side not in SEATS or piece.type not in load_army().types:
            yield f"{key}: {piece}"
        if piece.at not in squares and piece.at not in OFF_BOARD:
            yield f"{key} is nowhere: {piece.at!r}"
    stacked = Counter(piece.at for piece in table.pieces.values() if piece.on_board)
    yield from (f"{n} pieces on {at}" for at, n in stacked.items() if n > 1)


def _markers(table: Table) -> Iterator[str]:
    """Every marker is on its track (CAL-R4), and no piece has moved beyond the track's end."""
    limits = load_army()
    for seat, types in table.attributes.items():
        for key, markers in types.items():
            for attribute in ATTRIBUTES:
                if not limits.lowest <= markers.value(attribute) <= limits.highest:
                    yield f"{seat} {key} has {attribute} {markers.value(attribute)}"
    for piece in table.pieces.values():
        if piece.on_board and piece.moved > value(table, piece, "movement"):
            yield f"{piece.id} has moved {piece.moved}"


def _charges(table: Table) -> Iterator[str]:
    """Whoever charges stands beside an enemy on the board."""
    for piece in table.pieces.values():
        if not piece.charging:
            continue
        target: Piece | None = table.pieces.get(piece.charging)
        if target is None or target.side == piece.side or not target.on_board:
            yield f"{piece.id} charges {piece.charging}"
        elif not piece.on_board or not orthogonal(piece.at, target.at):
            yield f"{piece.id} at {piece.at} charges {target.at}"


def _figures(table: Table) -> Iterator[str]:
    """Points, pool and orders are within their bounds."""
    scenario = scenario_of(table)
    if not 0 <= table.pool <= max(scenario.pools.values()):
        yield f"the pool holds {table.pool}"
    for seat in SEATS:
        if not 0 <= table.orders_left[seat] <= scenario.orders:
            yield f"{seat} has {table.orders_left[seat]} orders"
        if table.points[seat] >= scenario.goal and table.ending is None:
            yield f"{seat} has {table.points[seat]} points and plays on"
    if (table.phase is Phase.OVER) != (table.ending is not None):
        yield f"phase {table.phase}, ending {table.ending}"


def _sides(table: Table) -> Iterator[str]:
    """A side that plays has its Commander, and no artillery without infantry (CAL-R12)."""
    if table.phase in (Phase.SETUP, Phase.OVER):
        return
    for seat in SEATS:
        if len(army(table, seat, COMMANDER)) != 1:
            yield f"{seat} has no Commander and plays on"
        guns = [piece for piece in army(table, seat) if piece.type in ARTILLERY]
        if guns and not army(table, seat, INFANTRY):
            yield f"{seat} has artillery without infantry"


def _secrets(state: State) -> Iterator[str]:
    """Objectives and standing orders are a side's own; what was scored has its value."""
    table = state.table
    scenario = scenario_of(table)
    for seat, own in state.secrets.items():
        if any(one not in MODELS or not MODELS[one].standing for one in own.standing):
            yield f"{seat} has the standing orders {sorted(own.standing)}"
        if own.priorities and sorted(own.priorities) != sorted(scenario.objectives[seat]):
            yield f"{seat} has the objectives {own.priorities}"
        if table.phase is not Phase.SETUP and own.plan:
            yield f"{seat} still has a plan"
        for key, worth in table.scored.items():
            if key in own.priorities:
                place = own.priorities.index(key)
                if scenario.values[place] != worth:
                    yield f"{key} gave {worth}"

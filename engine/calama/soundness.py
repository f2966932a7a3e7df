"""What must hold of every state, whatever was played: the fuzzer's and the tests' measure.

A fault is a sentence for developers, never for players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.api import Refusal, Term
from engine.calama.actions import MODELS
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.play import piece_term, square_term, type_term
from engine.calama.rules.pieces.attributes import value
from engine.calama.rules.victory.objectives import fulfilled
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
from engine.kit.wording import inside, refuse, seat_term


def faults(state: State) -> tuple[Refusal, ...]:
    """Return everything about *state* that cannot be; empty for a sound one."""
    return (*unsound(state.table), *_secrets(state))


def unsound(table: Table) -> tuple[Refusal, ...]:
    """Return everything that cannot be on a table: all of it that everybody sees."""
    return (
        *_pieces(table),
        *_markers(table),
        *_charges(table),
        *_figures(table),
        *_sides(table),
        *_objectives(table),
    )


def _pieces(table: Table) -> Iterator[Refusal]:
    """Every piece is somewhere, no two on one square."""
    squares = load_board().squares
    for key, piece in table.pieces.items():
        if key != piece.id or piece.side not in SEATS or piece.type not in load_army().types:
            yield inside(f"{key}: {piece}")
        if piece.at not in squares and piece.at not in OFF_BOARD:
            yield inside(f"{key} is nowhere: {piece.at!r}")
    stacked = Counter(piece.at for piece in table.pieces.values() if piece.on_board)
    for at, n in stacked.items():
        if n > 1:
            yield refuse("fault.stacked", "7.4.1.stack", square=square_term(at), n=n)


def _markers(table: Table) -> Iterator[Refusal]:
    """Every marker is on its track (CAL-R4), and no piece has moved beyond the track's end."""
    limits = load_army()
    for seat, types in table.attributes.items():
        for key, markers in types.items():
            for attribute in ATTRIBUTES:
                if not limits.lowest <= markers.value(attribute) <= limits.highest:
                    yield refuse(
                        "fault.marker",
                        "4.1.4",
                        seat=seat_term(seat),
                        type=type_term(key),
                        attribute=Term("attribute", attribute),
                        n=markers.value(attribute),
                        least=limits.lowest,
                        most=limits.highest,
                    )
    for piece in table.pieces.values():
        if piece.on_board and piece.moved > value(table, piece, "movement"):
            most = value(table, piece, "movement")
            name = piece_term(piece)
            yield refuse("fault.moved", "7.4.1.squares", piece=name, n=piece.moved, most=most)


def _charges(table: Table) -> Iterator[Refusal]:
    """Whoever charges stands beside an enemy on the board."""
    for piece in table.pieces.values():
        if not piece.charging:
            continue
        target: Piece | None = table.pieces.get(piece.charging)
        if target is None or target.side == piece.side or not target.on_board:
            yield inside(f"{piece.id} charges {piece.charging}")
        elif not piece.on_board or not orthogonal(piece.at, target.at):
            yield inside(f"{piece.id} at {piece.at} charges {target.at}")


def _figures(table: Table) -> Iterator[Refusal]:
    """Points, pool and orders are within their bounds."""
    scenario = scenario_of(table)
    if not 0 <= table.pool <= max(scenario.pools.values()):
        most = max(scenario.pools.values())
        yield refuse("fault.pool", "4.1.5", n=table.pool, most=most)
    for seat in SEATS:
        if not 0 <= table.orders_left[seat] <= scenario.orders:
            left, most = table.orders_left[seat], scenario.orders
            yield refuse("fault.orders", "4.1.7.three", seat=seat_term(seat), n=left, most=most)
        if table.points[seat] >= scenario.goal and table.ending is None:
            points, goal = table.points[seat], scenario.goal
            yield refuse("fault.points", "2.points", seat=seat_term(seat), n=points, most=goal - 1)
    if (table.phase is Phase.OVER) != (table.ending is not None):
        yield inside(f"phase {table.phase}, ending {table.ending}")


def _sides(table: Table) -> Iterator[Refusal]:
    """A side that plays has its Commander, and no artillery without infantry (CAL-R12)."""
    if table.phase in (Phase.SETUP, Phase.OVER):
        return
    for seat in SEATS:
        if len(army(table, seat, COMMANDER)) != 1:
            yield refuse("fault.commander", "4.2.1.loss", seat=seat_term(seat))
        guns = [piece for piece in army(table, seat) if piece.type in ARTILLERY]
        if guns and not army(table, seat, INFANTRY):
            yield refuse("fault.artillery", "4.1.8.guns", seat=seat_term(seat))


def _objectives(table: Table) -> Iterator[Refusal]:
    """What was fulfilled gave one of the values; while objectives are ranked all of it is noted."""
    scenario = scenario_of(table)
    for seat in SEATS:
        worth = [table.scored[key] for key in scenario.objectives[seat] if key in table.scored]
        if len(set(worth)) < len(worth) or not set(worth) <= set(scenario.values):
            told = tuple(worth)
            yield refuse("fault.objectives", "5.3.objectives", seat=seat_term(seat), worth=told)
    if table.phase is not Phase.RANKING:
        return
    for key in fulfilled(table):
        if key not in table.scored:
            yield refuse("fault.fulfilled", f"4.1.8.{key}", objective=Term("objective", key))


def _secrets(state: State) -> Iterator[Refusal]:
    """Objectives and standing orders are a side's own; what was scored has its value."""
    table = state.table
    scenario = scenario_of(table)
    for seat, own in state.secrets.items():
        if any(one not in MODELS or not MODELS[one].standing for one in own.standing):
            yield inside(f"{seat} has the standing orders {sorted(own.standing)}")
        if own.priorities and sorted(own.priorities) != sorted(scenario.objectives[seat]):
            yield inside(f"{seat} has the objectives {own.priorities}")
        if table.phase is not Phase.SETUP and own.plan:
            yield inside(f"{seat} still has a plan")
        for key, worth in table.scored.items():
            if key in own.priorities:
                place = own.priorities.index(key)
                if scenario.values[place] != worth:
                    yield inside(f"{key} gave {worth}")

"""The board in words, and what a seat has ordered in secret."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Params, Term, Text, Written
from engine.calama.actions import Placement, Prepare, Rank
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.parsing import as_square
from engine.calama.play import piece_term, square_term, type_term
from engine.calama.rules.combat.fire import cover
from engine.calama.rules.pieces.charges import chargers, charges_of
from engine.calama.rules.pieces.command import in_command
from engine.calama.rules.pieces.weapons import targets
from engine.calama.rules.setting_up.armies import bought, budget, price_of
from engine.calama.rules.victory.objectives import held_exits
from engine.calama.scenario import load_costs
from engine.calama.standing_orders import giving
from engine.calama.state import DEAD, GONE, RESERVE, SEATS, TAKEN, Phase, Placing, Table, View
from engine.calama.survey import army, piece_at, printed, scenario_of, waiting
from engine.kit.wording import seat_term

_AWAY = ((DEAD, "describe.dead"), (TAKEN, "describe.taken"), (GONE, "describe.gone"))


def orders(view: View) -> tuple[Text, ...]:
    """Return the viewer's objectives, their plan while set-up lasts, and their standing orders."""
    if view.own is None or view.viewer is None:
        return ()
    lines = [
        Text(
            "orders.scored" if key in view.table.scored else "orders.objective",
            {"objective": Term("objective", key), "n": worth},
        )
        for key, worth in zip(view.own.priorities, scenario_of(view.table).values, strict=False)
    ]
    return (*lines, *_plan(view.table, view.viewer, view.own.plan), *giving.lines(view))


def rewritten(view: View) -> Iterator[Written]:
    """Yield the viewer's ranking and deployment, as what writes each anew."""
    own = view.own
    if own is None:
        return
    if own.priorities:
        objectives = tuple(Term("objective", key) for key in own.priorities)
        told: Params = {"objectives": objectives}
        yield Written(Text("written.objectives", told), Rank(objectives=own.priorities))
    if own.priorities and own.plan:
        places = tuple(Placement(type=one.type, at=one.at) for one in own.plan)
        anew = Prepare(objectives=own.priorities, places=places)
        yield Written(Text("written.deployment", {"n": len(places)}), anew)


def _plan(table: Table, seat: str, plan: tuple[Placing, ...]) -> Iterator[Text]:
    for key in load_army().types:
        squares = tuple(square_term(one.at) for one in plan if one.type == key)
        if squares:
            params: Params = {"type": type_term(key), "squares": squares, "n": len(squares)}
            yield Text("orders.plan", params)
    if plan and bought(table):
        yield Text("orders.spent", {"points": price_of(plan), "budget": budget(table, seat)})


def describe(view: View, where: str = "") -> tuple[Text, ...]:
    """Return the board in words: whole, or one square and what it can do ("8-7")."""
    table = view.table
    square = as_square(where)
    if square:
        return tuple(_square(table, square))
    return (*_heading(table), *_armies(table), *_off_board(table), *_markers(table))


def _heading(table: Table) -> Iterator[Text]:
    goal = scenario_of(table).goal
    for seat in SEATS:
        params: Params = {"seat": seat_term(seat), "n": table.points[seat], "goal": goal}
        yield Text("describe.points", {**params, "orders": table.orders_left[seat]})
    for key, worth in table.scored.items():
        yield Text("describe.scored", {"objective": Term("objective", key), "n": worth})
    for key in table.lost:
        yield Text("describe.lost", {"objective": Term("objective", key)})
    if table.phase is Phase.MOVEMENT:
        yield Text("describe.pool", {"seat": seat_term(table.player), "n": table.pool})


def _armies(table: Table) -> Iterator[Text]:
    for seat in SEATS:
        for key in load_army().types:
            squares = tuple(square_term(piece.at) for piece in army(table, seat, key))
            if squares:
                yield Text(
                    "describe.army",
                    {
                        "seat": seat_term(seat),
                        "type": type_term(key),
                        "squares": squares,
                        "n": len(squares),
                    },
                )
        silent = tuple(
            square_term(piece.at) for piece in army(table, seat) if not in_command(table, piece)
        )
        if silent:
            yield Text("describe.out_of_command", {"seat": seat_term(seat), "squares": silent})
        for target in charges_of(table, seat):
            pieces = tuple(piece_term(one) for one in chargers(table, target.id))
            yield Text("describe.charge", {"pieces": pieces, "target": piece_term(target)})
    if table.round and table.ending is None:
        exits = tuple(square_term(square) for square in held_exits(table))
        if exits:
            yield Text("describe.exits", {"squares": exits, "n": len(exits)})


def _off_board(table: Table) -> Iterator[Text]:
    for seat in SEATS:
        for key in load_army().types:
            n = len(waiting(table, seat, RESERVE, key))
            if n:
                params: Params = {"seat": seat_term(seat), "type": type_term(key), "n": n}
                yield Text("describe.reserve", {**params, "price": printed(key).price})
        for place, code in _AWAY:
            pieces = tuple(piece_term(piece) for piece in waiting(table, seat, place))
            if pieces:
                yield Text(code, {"seat": seat_term(seat), "pieces": pieces})


def _markers(table: Table) -> Iterator[Text]:
    for seat in SEATS:
        for key in load_army().types:
            markers = table.attributes[seat][key]
            yield Text(
                "describe.markers",
                {
                    "seat": seat_term(seat),
                    "type": type_term(key),
                    "movement": markers.movement,
                    "resistance": markers.resistance,
                    "strength": markers.strength,
                },
            )


def _square(table: Table, square: str) -> Iterator[Text]:
    land = load_board().squares[square]
    yield Text(
        "describe.square",
        {
            "square": square_term(square),
            "terrain": Term("terrain", land.terrain),
            "points": load_costs().square + land.cost,
            "n": cover(square),
        },
    )
    if square in load_board().exits:
        yield Text("describe.exit", {"exit": Term("exit", square)})
    piece = piece_at(table, square)
    if piece is None:
        return
    yield Text("describe.piece", {"piece": piece_term(piece)})
    if not in_command(table, piece):
        yield Text("describe.no_command", {"piece": piece_term(piece)})
    within = tuple(piece_term(enemy) for enemy in targets(table, piece))
    if within:
        yield Text("describe.targets", {"piece": piece_term(piece), "targets": within})

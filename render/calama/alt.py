"""A picture's words: everything that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.api import Params, Term, Text
from engine.calama.army import load_army
from engine.calama.board import Board
from engine.calama.rules.pieces.charges import chargers, charges_of
from engine.calama.rules.pieces.command import in_command
from engine.calama.rules.victory.objectives import held_exits
from engine.calama.state import DEAD, RESERVE, SEATS, Attributes, Phase, Piece, Placing, Table, View
from engine.calama.survey import army, printed, scenario_of, waiting
from render.calama.changes import Changes
from render.calama.fights import shown_fights
from render.calama.layout import Layout
from render.choosing import SELECTION_CODES
from render.phase_picture import AWAITED

FOUGHT = {
    ("fire", "won"): "picture.hit",
    ("fire", "even"): "picture.missed",
    ("melee", "won"): "picture.melee_won",
    ("melee", "lost"): "picture.melee_lost",
    ("melee", "even"): "picture.melee_even",
}
"""What is said of a fight, by its kind and its result."""

ALT_CODES = (
    "picture.key",
    "picture.heading",
    "picture.setup",
    "picture.over",
    "picture.winner",
    "picture.points",
    "picture.pool",
    "picture.lost",
    "picture.left",
    *FOUGHT.values(),
    "picture.moved",
    "picture.entered",
    "picture.marker",
    "picture.charge",
    "picture.army",
    "picture.planned",
    "picture.zone",
    "picture.fought",
    "picture.idle",
    "picture.exits",
    "picture.scored",
    "picture.hopeless",
    "picture.objective",
    "picture.type",
    "picture.reserve",
    AWAITED,
    *SELECTION_CODES,
)
"""Codes of all sentences that the functions here use."""


def describe_picture(
    board: Board, view: View, layout: Layout, changed: Changes, passed: Table | None = None
) -> tuple[Text, ...]:
    """Return the picture in words, most important first.

    *passed* is the table of the phase that its heading names, where that is not the one at hand.
    """
    table = view.table
    return (
        *_heading(table, passed),
        *_news(layout, changed),
        *_charges(table, layout),
        *_pieces(table, layout),
        *_set_up(board, view),
        *_states(table, layout),
        *_objectives(view),
        *(_markers(table) if layout.whole else ()),
    )


def _seat(seat: str) -> Term:
    return Term("seat", seat)


def _at(squares: Iterable[str]) -> tuple[Term, ...]:
    return tuple(Term("square", one) for one in squares)


def _heading(table: Table, passed: Table | None) -> Iterator[Text]:
    named = passed or table
    if named.phase is Phase.SETUP:
        yield Text("picture.setup")
    elif named.phase is Phase.RANKING:
        yield Text("picture.ranking", {"n": named.round})
    elif named.ending is None:
        when: Params = {"n": named.round, "phase": Term("phase", named.phase.value)}
        yield Text("picture.heading", {**when, "seat": _seat(named.player)})
    if table.ending is not None:
        yield Text("picture.over", {"n": table.round})
        if table.ending.winner:
            yield Text("picture.winner", {"seat": _seat(table.ending.winner)})
    goal = scenario_of(table).goal
    for seat in SEATS:
        params: Params = {"seat": _seat(seat), "n": table.points[seat], "goal": goal}
        yield Text("picture.points", {**params, "orders": table.orders_left[seat]})
    if table.phase is Phase.MOVEMENT:
        yield Text("picture.pool", {"seat": _seat(table.player), "n": table.pool})


def _news(layout: Layout, changed: Changes) -> Iterator[Text]:
    for fight in shown_fights(layout, changed.fights):
        params: Params = {"seat": _seat(fight.seat), "squares": _at(fight.origins)}
        yield Text(FOUGHT[fight.kind, fight.result], {**params, "end": Term("square", fight.at)})
    for code, pieces in (("picture.lost", changed.lost), ("picture.left", changed.left)):
        for piece in pieces:
            yield Text(code, {"piece": Term("piece", piece.id), "square": Term("square", piece.at)})
    for move in changed.moves:
        who = Term("piece", move.piece.id)
        end = Term("square", move.end)
        if move.start:
            start = Term("square", move.start)
            yield Text("picture.moved", {"piece": who, "start": start, "end": end})
        else:
            yield Text("picture.entered", {"piece": who, "square": end})
    for seat, key, attribute, by in changed.markers:
        yield Text(
            "picture.marker",
            {
                "seat": _seat(seat),
                "type": Term("type", key),
                "attribute": Term("attribute", attribute),
                "by": by,
            },
        )


def _charges(table: Table, layout: Layout) -> Iterator[Text]:
    for seat in SEATS:
        for target in charges_of(table, seat):
            if layout.shows(target.at):
                pieces = tuple(Term("piece", one.id) for one in chargers(table, target.id))
                yield Text("picture.charge", {"pieces": pieces, "target": Term("piece", target.id)})


def _pieces(table: Table, layout: Layout) -> Iterator[Text]:
    for seat in SEATS:
        for key in load_army().types:
            squares = [one.at for one in army(table, seat, key) if layout.shows(one.at)]
            if squares:
                yield Text("picture.army", _army(seat, key, squares, table.attributes[seat][key]))


def _army(seat: str, key: str, squares: list[str], now: Attributes) -> Params:
    return {
        "seat": _seat(seat),
        "type": Term("type", key),
        "squares": _at(squares),
        "n": len(squares),
        "strength": now.strength,
    }


def _set_up(board: Board, view: View) -> Iterator[Text]:
    table = view.table
    if table.phase is not Phase.SETUP:
        return
    for seat in SEATS:
        zone = sorted(board.zones[seat], key=lambda one: tuple(map(int, one.split("-"))))
        params: Params = {"seat": _seat(seat), "first": Term("square", zone[0])}
        yield Text("picture.zone", {**params, "last": Term("square", zone[-1])})
    if view.own is None:
        return
    for key in load_army().types:
        squares = [one.at for one in view.own.plan if _is(one, key)]
        if squares:
            yield Text(
                "picture.planned",
                {"type": Term("type", key), "squares": _at(squares), "n": len(squares)},
            )


def _is(one: Placing, key: str) -> bool:
    return one.type == key


def _states(table: Table, layout: Layout) -> Iterator[Text]:
    if table.phase not in {Phase.ORDERS, Phase.MOVEMENT, Phase.COMBAT}:
        return
    for seat in SEATS:
        shown: list[Piece] = [one for one in army(table, seat) if layout.shows(one.at)]
        fought = [one.at for one in shown if one.fought]
        idle = [one.at for one in shown if not in_command(table, one)]
        for code, squares in (("picture.fought", fought), ("picture.idle", idle)):
            if squares:
                yield Text(code, {"seat": _seat(seat), "squares": _at(squares)})
    held = [one for one in held_exits(table) if layout.shows(one)]
    if held:
        yield Text("picture.exits", {"squares": _at(held), "n": len(held)})


def _objectives(view: View) -> Iterator[Text]:
    table = view.table
    for key, worth in table.scored.items():
        yield Text("picture.scored", {"objective": Term("objective", key), "n": worth})
    for key in table.lost:
        yield Text("picture.hopeless", {"objective": Term("objective", key)})
    own = view.own.priorities if view.own is not None else ()
    for key, worth in zip(own, scenario_of(table).values, strict=False):
        if key not in table.scored and key not in table.lost:
            yield Text("picture.objective", {"objective": Term("objective", key), "n": worth})


def _markers(table: Table) -> Iterator[Text]:
    for seat in SEATS:
        for key in load_army().types:
            now = table.attributes[seat][key]
            yield Text(
                "picture.type",
                {
                    "seat": _seat(seat),
                    "type": Term("type", key),
                    "strength": now.strength,
                    "resistance": now.resistance,
                    "movement": now.movement,
                    "lost": len(waiting(table, seat, DEAD, key)),
                },
            )
    for seat in SEATS:
        for key in load_army().types:
            n = len(waiting(table, seat, RESERVE, key))
            if n:
                params: Params = {"seat": _seat(seat), "type": Term("type", key), "n": n}
                yield Text("picture.reserve", {**params, "price": printed(key).price})

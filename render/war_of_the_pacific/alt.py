"""A picture's words: the little that a glance at it tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine.api import Params, Term, Text
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.describing import describe_stacks
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.state import SEATS, Table, View
from render.choosing import SELECTION_CODES
from render.phase_picture import AWAITED
from render.war_of_the_pacific.changes import Changes
from render.war_of_the_pacific.layout import Layout
from render.war_of_the_pacific.overlay import busy_places
from render.war_of_the_pacific.piles import Pile

ALT_CODES = (
    "picture.key",
    "picture.heading",
    "picture.over",
    "picture.points",
    "picture.fight",
    "picture.captured",
    "picture.lost",
    "picture.steps",
    "picture.raised",
    "picture.moved",
    "picture.holds",
    "picture.stack",
    "picture.order",
    "picture.hexes",
    "picture.leads",
    "describe.land",
    "describe.in_port",
    "describe.at_sea",
    "describe.columns",
    "describe.aboard",
    AWAITED,
    *SELECTION_CODES,
)
"""Codes of all sentences that the functions here use."""


def describe_picture(
    board: Board,
    view: View,
    layout: Layout,
    changed: Changes,
    heaps: Mapping[str, tuple[Pile, ...]],
    passed: Table | None = None,
) -> tuple[Text, ...]:
    """Return the picture in words, most important first.

    *passed* is the table of the phase that its heading names, where that is not the one at hand.
    """
    table = view.table
    lines = list(_heading(table, passed or table))
    lines.append(Text("picture.points", {"n": victory_points(table)}))
    lines += [
        Text("picture.fight", {"place": Term("place", place)})
        for place, fight in sorted(busy_places(table).items())
        if fight
    ]
    lines += _news(changed)
    if view.own is not None:
        lines += [
            Text(
                "picture.order",
                {
                    "area": Term("area", order.area),
                    "ships": tuple(Term("unit", ship) for ship in order.ships),
                },
            )
            for order in view.own.orders
        ]
    lines += _holdings(board, view)
    if layout.whole:
        lines += _counted(heaps)
    else:
        shown = layout.places | {BOX} if layout.box else layout.places
        lines += describe_stacks(table, shown.__contains__)
    return tuple(lines)


def in_sight(board: Board, layout: Layout, places: Iterable[str]) -> Layout:
    """Return a layout to put in words: of *places*, those too that merely lie on its picture."""
    window = layout.window
    near = {
        place
        for place in places
        if place != BOX
        for x, y in [board.grid.centre(place)]
        if window.left <= x <= window.right and window.top <= y <= window.bottom
    }
    return replace(layout, places=layout.places | near)


def _heading(table: Table, named: Table) -> Iterator[Text]:
    """Say of which phase the picture is, and whether the game is over."""
    if named.ending is None:
        turn, phase = Term("turn", str(named.turn)), Term("phase", named.phase.value)
        params: Params = {"n": named.turn, "turn": turn, "phase": phase}
        yield Text("picture.heading", {**params, "seat": Term("seat", named.player)})
    if table.ending is not None:
        turn = Term("turn", str(table.turn))
        yield Text("picture.over", {"n": table.turn, "turn": turn})


def _news(changed: Changes) -> list[Text]:
    lines = [
        Text("picture.captured", {"seat": Term("seat", side), "place": Term("place", place)})
        for place, side in sorted((changed.captured or {}).items())
    ]
    lines += [
        Text(
            "picture.lost",
            {
                "place": Term("place", place),
                "units": tuple(Term("unit", unit.id) for unit in units),
            },
        )
        for place, units in sorted((changed.lost or {}).items())
    ]
    lines += [
        Text("picture.steps", {"place": Term("place", place), "n": steps})
        for place, steps in sorted((changed.steps or {}).items())
    ]
    lines += [
        Text(
            "picture.raised",
            {"place": Term("place", place), "units": tuple(Term("unit", unit) for unit in units)},
        )
        for place, units in sorted((changed.raised or {}).items())
    ]
    moves = sorted(changed.moves, key=lambda move: (-len(move.units), move.start, move.end))
    lines += [
        Text(
            "picture.moved",
            {
                "seat": Term("seat", move.side),
                "n": len(move.units),
                "start": Term("place", move.start),
                "end": Term("place", move.end),
            },
        )
        for move in moves
    ]
    return lines


def _holdings(board: Board, view: View) -> list[Text]:
    """Name the cities each side has taken from the other."""
    lines = []
    for side in SEATS:
        taken = tuple(
            Term("place", place)
            for place, holder in sorted(view.table.control.items())
            if holder == side
            and place in board.cities
            and ("chile" if board.cities[place].nation == "chile" else "allies") != side
        )
        if taken:
            lines.append(Text("picture.holds", {"seat": Term("seat", side), "cities": taken}))
    return lines


def _counted(heaps: Mapping[str, tuple[Pile, ...]]) -> list[Text]:
    """Say how much stands in every place, the largest stacks first."""
    found = []
    for place, heap in heaps.items():
        for side in dict.fromkeys(pile.side for pile in heap):
            counts = _counts(heap, side)
            found.append((-sum(counts.values()), place, side, counts))
    return [
        Text(
            "picture.stack",
            {
                "seat": Term("seat", side),
                "place": Term("place", place),
                "land": counts["land"],
                "warships": counts["warships"],
                "transports": counts["transports"],
                "columns": counts["columns"],
            },
        )
        for _, place, side, counts in sorted(found, key=lambda one: one[:3])
    ]


def _counts(heap: tuple[Pile, ...], side: str) -> dict[str, int]:
    counts = {"land": 0, "warships": 0, "transports": 0, "columns": 0}
    for pile in heap:
        if pile.side != side:
            continue
        for unit in pile.units:
            match printed(unit).kind:
                case Kind.WARSHIP:
                    counts["warships"] += 1
                case Kind.TRANSPORT:
                    counts["transports"] += 1
                case Kind.SUPPLY:
                    counts["columns"] += 1
                case _:
                    counts["land"] += 1
    return counts

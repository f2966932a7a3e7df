"""A picture's words: the little that a glance at it tells."""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Term, Text
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.state import SEATS, View
from render.choosing import SELECTION_CODES
from render.war_of_the_pacific.changes import Changes
from render.war_of_the_pacific.layout import Layout
from render.war_of_the_pacific.overlay import busy_places
from render.war_of_the_pacific.piles import Pile

_STACKS = 8
_MOVES = 5

ALT_CODES = (
    "picture.heading",
    "picture.over",
    "picture.points",
    "picture.fight",
    "picture.captured",
    "picture.lost",
    "picture.moved",
    "picture.holds",
    "picture.stack",
    "picture.order",
    "picture.hexes",
    "picture.leads",
    *SELECTION_CODES,
)
"""Codes of all sentences that the functions here use."""


def describe_picture(
    board: Board,
    view: View,
    layout: Layout,
    changed: Changes,
    heaps: Mapping[str, tuple[Pile, ...]],
) -> tuple[Text, ...]:
    """Return the picture in words, most important first."""
    table = view.table
    turn, phase = Term("turn", str(table.turn)), Term("phase", table.phase.value)
    seat = Term("seat", table.player)
    if table.ending is None:
        lines = [
            Text(
                "picture.heading",
                {"n": table.turn, "turn": turn, "phase": phase, "seat": seat},
            )
        ]
    else:
        lines = [Text("picture.over", {"n": table.turn, "turn": turn})]
    lines.append(Text("picture.points", {"n": victory_points(table)}))
    lines += [
        Text("picture.fight", {"place": Term("place", place)})
        for place, fight in sorted(busy_places(table).items())
        if fight
    ]
    lines += _news(changed)
    lines += _holdings(board, view)
    lines += _stacks(layout, heaps)
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
    return tuple(lines)


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
        for move in moves[:_MOVES]
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


def _stacks(layout: Layout, heaps: Mapping[str, tuple[Pile, ...]]) -> list[Text]:
    found = []
    for place, heap in heaps.items():
        if place in layout.places or layout.whole or layout.box:
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
        for _, place, side, counts in sorted(found, key=lambda one: one[:3])[:_STACKS]
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

"""Chile's reserves (4.1.9): they enter by two squares (7.4.2), and each gives Bolivia points.

Rules:
    4.1.9.example.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Cost, Option, Params, Refusal, Term, Text
from engine.calama.actions import Reinforce
from engine.calama.board import load_board
from engine.calama.options import type_option
from engine.calama.play import AnyVerb, Play, piece_term, square_term, type_term
from engine.calama.rules.movement.movement_points import pool_left
from engine.calama.rules.victory.points import credit
from engine.calama.scenario import load_costs
from engine.calama.state import (
    ARTILLERY,
    CHILE,
    INFANTRY,
    MOVEMENT,
    RESERVE,
    Phase,
    Table,
    View,
    other,
)
from engine.calama.survey import army, piece_at, printed, waiting
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


def entry_cost(square: str) -> int:
    """Return the points that entering the board at a square takes (7.4.2)."""
    return load_costs().square + load_board().squares[square].cost


def enterable(table: Table) -> tuple[str, ...]:
    """Return the types of which the player may bring a reserve now."""
    if not any(not _against_square(table, door) for door in load_board().doors):
        return ()
    types = dict.fromkeys(piece.type for piece in waiting(table, table.player, RESERVE))
    return tuple(one for one in types if not _against_type(table, one))


# -- checked ----------------------------------------------------------------------------------


def _against_type(table: Table, type_key: str) -> list[Refusal]:
    """Return why no reserve of a type may enter now, wherever."""
    side = table.player
    if not waiting(table, side, RESERVE, type_key):
        return [refuse("reinforce.none_left", "4.1.9", type=type_term(type_key))]
    found = []
    if table.attributes[side][type_key].value(MOVEMENT) < load_costs().enter:
        found.append(refuse("reinforce.immobile", "7.4.2", type=type_term(type_key)))
    if type_key in ARTILLERY and not army(table, side, INFANTRY):
        found.append(refuse("reinforce.no_infantry", "4.1.8.guns", type=type_term(type_key)))
    return found


def _against_square(table: Table, square: str) -> list[Refusal]:
    """Return why no reserve may enter at a square now, of whatever type."""
    doors = load_board().doors
    if square not in doors:
        shown = tuple(square_term(one) for one in doors)
        return [refuse("reinforce.no_door", "7.4.2", square=square_term(square), doors=shown)]
    found = []
    there = piece_at(table, square)
    if there is not None:
        found.append(
            refuse(
                "reinforce.occupied", "6.move", square=square_term(square), piece=piece_term(there)
            )
        )
    if entry_cost(square) > table.pool:
        found.append(
            refuse("reinforce.no_points", "7.4.2.cost", points=entry_cost(square), pool=table.pool)
        )
    return found


def check_reinforce(view: View, action: Reinforce) -> list[Refusal]:
    """Return why that reserve may not enter there now (4.1.9, 7.4.2)."""
    table = view.table
    if not waiting(table, table.player, RESERVE):
        return [refuse("reinforce.no_reserves", "4.1.9")]
    return [*_against_type(table, action.type), *_against_square(table, action.at)]


# -- applied ----------------------------------------------------------------------------------


def _apply_reinforce(play: Play, seat: str, action: Reinforce) -> None:
    piece = waiting(play.table, seat, RESERVE, action.type)[0]
    play.change(piece.id, at=action.at, moved=load_costs().enter)
    play.set(pool=play.table.pool - entry_cost(action.at), acted=True)
    price = printed(piece).price
    play.tell(
        "reinforced",
        "7.4.2",
        piece=piece_term(piece),
        square=square_term(action.at),
        enemy=Term("seat", other(seat)),
        n=price,
        pool=play.table.pool,
    )
    credit(play, other(seat), price, "4.1.9.price")


# -- offered ----------------------------------------------------------------------------------


def _options_reinforce(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del filled
    table = view.table
    if field == "type":
        for type_key in enterable(table):
            n = len(waiting(table, table.player, RESERVE, type_key))
            yield type_option(type_key, n)
    else:
        for door in load_board().doors:
            if not _against_square(table, door):
                params: Params = {
                    "square": square_term(door),
                    "points": entry_cost(door),
                    "n": load_costs().enter,
                }
                yield Option(door, Text("destination", params), Cost(entry_cost(door)))


def _left_reinforce(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield the points of the pool that are left once the reserve has come in (7.4.2)."""
    door = filled.get("at", "")
    known = door in load_board().doors
    return pool_left(view.table, entry_cost(door) if known else 0)


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Reinforce,
        phases=(Phase.MOVEMENT,),
        check=check_reinforce,
        apply=_apply_reinforce,
        options=_options_reinforce,
        left=_left_reinforce,
        possible=lambda view: bool(enterable(view.table)),
        named=lambda table, seat: seat == CHILE,
    ),
)

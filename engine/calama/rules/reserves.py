"""Coming and going: Chile's reserves (4.1.9, 7.4.2) and Bolivia's Officers who escape (4.1.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Refusal, Term, Text
from engine.calama.actions import Escape, Reinforce
from engine.calama.board import load_board
from engine.calama.choosing import piece_option, refuse, type_option
from engine.calama.play import Play, piece_term, square_term, type_term
from engine.calama.rules.objectives import credit
from engine.calama.state import (
    ARTILLERY,
    BOLIVIA,
    CHILE,
    GONE,
    INFANTRY,
    MOVEMENT,
    OFFICER,
    RESERVE,
    Phase,
    Piece,
    Table,
    View,
    other,
)
from engine.calama.survey import army, is_pinned, movement, piece_at, printed, waiting
from engine.calama.verb import AnyVerb, Verb

STEP = 1
"""Squares of its Movement that a piece spends to come in or to leave (CAL-R29, CAL-R22)."""


def entry_cost(square: str) -> int:
    """Return the points that entering the board at a square takes (7.4.2)."""
    return 1 + load_board().squares[square].cost


# -- reserves ---------------------------------------------------------------------------------


def _against_type(table: Table, type_key: str) -> list[Refusal]:
    """Return why no reserve of a type may enter now, wherever."""
    side = table.player
    if not waiting(table, side, RESERVE, type_key):
        return [refuse("reinforce.none_left", "4.1.9", type=type_term(type_key))]
    found = []
    if table.attributes[side][type_key].value(MOVEMENT) < STEP:
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


def _apply_reinforce(play: Play, seat: str, action: Reinforce) -> None:
    piece = waiting(play.table, seat, RESERVE, action.type)[0]
    play.change(piece.id, at=action.at, moved=STEP)
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


def enterable(table: Table) -> tuple[str, ...]:
    """Return the types of which the player may bring a reserve now."""
    if not any(not _against_square(table, door) for door in load_board().doors):
        return ()
    types = dict.fromkeys(piece.type for piece in waiting(table, table.player, RESERVE))
    return tuple(one for one in types if not _against_type(table, one))


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
                    "n": STEP,
                }
                yield Option(door, Text("destination", params))


# -- escape -----------------------------------------------------------------------------------


def _against_officer(table: Table, piece: Piece) -> list[Refusal]:
    """Return why a piece of the player's may not leave the board now."""
    if table.player != BOLIVIA or piece.type != OFFICER or piece.side != BOLIVIA:
        return [refuse("escape.not_an_officer", "4.1.8.escape", piece=piece_term(piece))]
    if not piece.on_board:
        return [refuse("escape.off_board", "4.1.8.escape", piece=piece_term(piece))]
    found = []
    exits = load_board().exits
    if piece.at not in exits:
        shown = tuple(square_term(one) for one in exits)
        found.append(refuse("escape.no_exit", "4.1.8.escape", piece=piece_term(piece), exits=shown))
    if is_pinned(table, piece):
        found.append(refuse("escape.pinned", "7.4.3.pinned", piece=piece_term(piece)))
    if movement(table, piece) < STEP:
        found.append(refuse("escape.no_movement", "7.4.1.squares", piece=piece_term(piece)))
    if table.pool < STEP:
        found.append(refuse("escape.no_points", "7.4.1.points", points=STEP, pool=table.pool))
    return found


def _check_escape(view: View, action: Escape) -> list[Refusal]:
    return _against_officer(view.table, view.table.pieces[action.piece])


def _apply_escape(play: Play, seat: str, action: Escape) -> None:
    del seat
    piece = play.table.pieces[action.piece]
    play.tell("escaped", "4.1.8.escape", piece=piece_term(piece), square=square_term(piece.at))
    play.eliminate(piece.id, GONE)
    play.set(pool=play.table.pool - STEP, acted=True)


def escapable(table: Table) -> tuple[Piece, ...]:
    """Return the Officers who may leave the board now."""
    return tuple(
        piece for piece in army(table, table.player, OFFICER) if not _against_officer(table, piece)
    )


def _options_escape(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    return map(piece_option, escapable(view.table))


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Reinforce,
        phases=(Phase.MOVEMENT,),
        check=check_reinforce,
        apply=_apply_reinforce,
        options=_options_reinforce,
        possible=lambda view: bool(enterable(view.table)),
        named=lambda table, seat: seat == CHILE,
    ),
    Verb(
        model=Escape,
        phases=(Phase.MOVEMENT,),
        check=_check_escape,
        apply=_apply_escape,
        options=_options_escape,
        possible=lambda view: bool(escapable(view.table)),
        named=lambda table, seat: seat == BOLIVIA,
    ),
)

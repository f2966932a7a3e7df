"""The escape (4.1.8, CAL-R22): a Bolivian Officer leaves the board by an exit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal, Text
from engine.calama.actions import Escape
from engine.calama.board import load_board
from engine.calama.options import piece_option
from engine.calama.play import AnyVerb, Play, piece_term, square_term
from engine.calama.rules.movement.movement_points import pool_left
from engine.calama.rules.pieces.attributes import movement
from engine.calama.rules.pieces.charges import is_pinned
from engine.calama.scenario import load_costs
from engine.calama.state import BOLIVIA, GONE, OFFICER, Phase, Piece, Table, View
from engine.calama.survey import army
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


def escapable(table: Table) -> tuple[Piece, ...]:
    """Return the Officers who may leave the board now."""
    return tuple(
        piece for piece in army(table, table.player, OFFICER) if not _against_officer(table, piece)
    )


# -- checked ----------------------------------------------------------------------------------


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
    cost = load_costs().leave
    if movement(table, piece) < cost:
        found.append(refuse("escape.no_movement", "7.4.1.squares", piece=piece_term(piece)))
    if table.pool < cost:
        found.append(refuse("escape.no_points", "7.4.1.points", points=cost, pool=table.pool))
    return found


def _check_escape(view: View, action: Escape) -> list[Refusal]:
    return _against_officer(view.table, view.table.pieces[action.piece])


# -- applied ----------------------------------------------------------------------------------


def _apply_escape(play: Play, seat: str, action: Escape) -> None:
    del seat
    piece = play.table.pieces[action.piece]
    play.tell("escaped", "4.1.8.escape", piece=piece_term(piece), square=square_term(piece.at))
    play.eliminate(piece.id, GONE)
    play.set(pool=play.table.pool - load_costs().leave, acted=True)


# -- offered ----------------------------------------------------------------------------------


def _options_escape(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    return map(piece_option, escapable(view.table))


def _left_escape(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield the points of the pool that are left once the Officer is off the board (4.1.8)."""
    return pool_left(view.table, load_costs().leave if filled.get("piece") else 0)


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Escape,
        phases=(Phase.MOVEMENT,),
        check=_check_escape,
        apply=_apply_escape,
        options=_options_escape,
        left=_left_escape,
        possible=lambda view: bool(escapable(view.table)),
        named=lambda table, seat: seat == BOLIVIA,
    ),
)

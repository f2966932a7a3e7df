"""Being ready (5): when both sides are, their armies are shown and the first round begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.api import Refusal
from engine.calama.actions import Ready
from engine.calama.army import load_army
from engine.calama.flow import Flow
from engine.calama.play import Play, square_term, type_term
from engine.calama.rules.setting_up.armies import against_army
from engine.calama.rules.setting_up.deployment import against_places
from engine.calama.rules.setting_up.ranking import against_objectives
from engine.calama.state import SEATS, Phase, Piece, Placing, View
from engine.kit.readying import ready_verb
from engine.kit.wording import refuse, seat_term

# -- checked ----------------------------------------------------------------------------------


def unfinished(view: View) -> list[Refusal]:
    """Return what keeps the viewer from closing their set-up."""
    assert view.viewer is not None
    assert view.own is not None
    if view.table.phase is Phase.RANKING:
        return against_objectives(view.table, view.viewer, view.own.priorities)
    if not view.own.plan and not view.own.priorities:
        return [refuse("setup.nothing", "5")]
    return [
        *against_objectives(view.table, view.viewer, view.own.priorities),
        *against_army(view.table, view.viewer, view.own.plan),
        *against_places(view.viewer, view.own.plan),
    ]


# -- applied ----------------------------------------------------------------------------------


def _tell(play: Play, seat: str) -> None:
    play.tell("setup.ready", "5", seat=seat_term(seat))


def laid(seat: str, plan: Iterable[Placing]) -> dict[str, Piece]:
    """Return the pieces of a plan, by id, as they stand on the board."""
    numbers: Counter[str] = Counter()
    pieces = {}
    for one in plan:
        numbers[one.type] += 1
        piece_id = f"{seat}-{one.type}-{numbers[one.type]}"
        pieces[piece_id] = Piece(piece_id, seat, one.type, one.at)
    return pieces


def _begin(play: Play) -> None:
    """Begin the first round, or that from which a position is played on."""
    if play.table.phase is Phase.RANKING:
        play.set(round=play.table.round - 1)
        play.ends(Flow.SETUP)
    else:
        reveal(play)


def reveal(play: Play) -> None:
    """Put both armies on the board, where everybody sees them, and begin the first round."""
    pieces = dict(play.table.pieces)
    for seat in SEATS:
        pieces |= laid(seat, play.secrets[seat].plan)
        play.keep(seat, plan=())
    play.set(pieces=pieces)
    for seat in SEATS:
        for key in load_army().types:
            squares = tuple(
                square_term(piece.at)
                for piece in pieces.values()
                if piece.side == seat and piece.type == key and piece.on_board
            )
            if squares:
                play.tell(
                    "setup.revealed",
                    "4.1.3.secret",
                    seat=seat_term(seat),
                    type=type_term(key),
                    squares=squares,
                    n=len(squares),
                )
    play.ends(Flow.SETUP)


READY = ready_verb(
    Ready, (Phase.SETUP, Phase.RANKING), SEATS, unfinished=unfinished, tell=_tell, begin=_begin
)

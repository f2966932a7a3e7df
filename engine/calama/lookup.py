"""What can be looked up: the pieces that are known, and the six types (4.2).

All of it lies open on the board: of a seat's secrets nothing is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engine.api import Params, Refusal, Term, Text
from engine.calama import lexicon
from engine.calama.army import PieceType, load_army
from engine.calama.board import load_board
from engine.calama.parsing import LANGUAGES
from engine.calama.play import piece_term, square_term, type_term
from engine.calama.rules.combat.fire import cover
from engine.calama.rules.pieces.attributes import movement
from engine.calama.rules.pieces.charges import chargers
from engine.calama.rules.pieces.command import in_command
from engine.calama.rules.pieces.weapons import targets
from engine.calama.state import (
    CAVALRY,
    COMMANDER,
    DEAD,
    GONE,
    HEAVY,
    INFANTRY,
    LIGHT,
    OFFICER,
    RESERVE,
    SEATS,
    TAKEN,
    Phase,
    Piece,
    Table,
    View,
)
from engine.calama.survey import army, printed, waiting
from engine.kit.looking_up import own_first
from engine.kit.wording import refuse, seat_term
from engine.subjects import About, Subject

_TYPE: Final = "type:"
"""Begins the key of a type."""

_RULES: Final = {
    COMMANDER: ("4.2.1", "7.4.1", "7.5.2"),
    OFFICER: ("4.2.2", "4.1.8", "7.4.1", "7.5.2"),
    HEAVY: ("4.2.3", "4.1.8", "7.5.2"),
    LIGHT: ("4.2.4", "4.1.8", "7.5.2"),
    CAVALRY: ("4.2.5", "7.4.1", "7.4.3", "7.5.2"),
    INFANTRY: ("4.2.6", "7.4.1", "7.4.3", "7.5.2"),
}
"""Clauses that speak of each type."""

_ASIDE = ((DEAD, "about.dead"), (TAKEN, "about.taken"), (GONE, "about.gone"))
"""Where a piece is that has left the board for good."""


def subjects(view: View) -> Iterator[Subject]:
    """Yield every piece, the viewer's own first, and the types."""
    for piece in own_first(view.table.pieces.values(), view.viewer):
        short = piece.side == view.viewer
        also = [lexicon.own_piece_name(piece.id, one) for one in LANGUAGES if short]
        yield Subject(
            piece.id, piece_term(piece), (*also, *((piece.at,) if piece.on_board else ()))
        )
    for key, kind in load_army().types.items():
        yield Subject(_TYPE + key, type_term(key), (str(kind.number),))


def idle(view: View, who: str) -> Refusal | None:
    """Return why a piece of the player's cannot move or fire now, whatever it would be ordered."""
    table, piece = view.table, view.table.pieces.get(who)
    if piece is None or not piece.on_board or piece.side != table.player or table.frames:
        return None
    if table.phase == Phase.MOVEMENT:
        spent = movement(table, piece) == 0
        code = "idle.spent" if spent else "idle.hemmed"
        return refuse(code, "7.4.1", piece=piece_term(piece))
    if table.phase == Phase.COMBAT and not targets(table, piece):
        return refuse("idle.no_target", "7.5.2", piece=piece_term(piece))
    return None


def about(view: View, key: str) -> About | None:
    """Return what is known of a piece or a type."""
    kind = load_army().types.get(key.removeprefix(_TYPE))
    if key.startswith(_TYPE) and kind is not None:
        return _type(view, kind)
    piece = view.table.pieces.get(key)
    return None if piece is None else _piece(view.table, piece)


def _piece(table: Table, piece: Piece) -> About:
    kind = printed(piece)
    markers = table.attributes[piece.side][piece.type]
    told: Params = {"type": type_term(piece.type), "seat": seat_term(piece.side)}
    values: Params = {
        "movement": markers.movement,
        "resistance": markers.resistance,
        "strength": markers.strength,
    }
    return About(
        what=(Text("about.piece", {**told, **values}), *_printed(kind)),
        now=tuple(chain(_where(table, piece), _state(table, piece))),
        who=piece.id,
        at=piece.at if piece.on_board else "",
        side=piece.side,
        beside=(*_near(table, piece), _TYPE + piece.type),
        rules=_RULES.get(piece.type, ("4.2",)),
    )


def _printed(kind: PieceType) -> Iterator[Text]:
    """Yield what is printed of a type besides its three attributes."""
    reach: Params = {"least": kind.least, "n": kind.most}
    if kind.most == 1:
        yield Text("about.fires.adjacent")
    else:
        yield Text("about.fires.free" if kind.direct else "about.fires.over", reach)
    if kind.jumps:
        yield Text("about.jumps")
    if kind.key == COMMANDER:
        yield Text("about.commands", {"n": kind.command})
    elif kind.command:
        yield Text("about.extends", {"n": kind.command})
    if kind.decides:
        yield Text("about.decides")
    if kind.points:
        yield Text("about.worth", {"n": kind.points})


def _where(table: Table, piece: Piece) -> Iterator[Text]:
    if piece.on_board:
        land = load_board().squares[piece.at]
        told: Params = {"square": square_term(piece.at), "terrain": Term("terrain", land.terrain)}
        yield Text("about.at", {**told, "n": cover(piece.at)})
    elif piece.at == RESERVE:
        yield Text("about.reserve", {"n": printed(piece).price})
    for place, code in _ASIDE:
        if piece.at == place:
            yield Text(code)


def _state(table: Table, piece: Piece) -> Iterator[Text]:
    """Yield how a piece on the board is in this round."""
    if not piece.on_board:
        return
    if piece.moved:
        of = table.attributes[piece.side][piece.type].movement
        yield Text("about.moved", {"n": piece.moved, "of": of})
    if piece.fought:
        yield Text("about.fought")
    if piece.charging:
        yield Text("about.charging", {"target": piece_term(piece.charging)})
    on_it = tuple(piece_term(one) for one in chargers(table, piece.id))
    if on_it:
        yield Text("about.charged", {"pieces": on_it})
    if not in_command(table, piece):
        yield Text("about.no_command")
    within = tuple(piece_term(enemy) for enemy in targets(table, piece))
    if within:
        yield Text("about.reaches", {"targets": within})


def _near(table: Table, piece: Piece) -> Iterator[str]:
    """Yield whom a piece charges, is charged by, and reaches with its weapons."""
    if piece.on_board:
        found = (piece.charging, *(one.id for one in chargers(table, piece.id)))
        yield from dict.fromkeys((*filter(None, found), *(e.id for e in targets(table, piece))))


def _type(view: View, kind: PieceType) -> About:
    table = view.table
    now = []
    for seat in SEATS:
        markers = table.attributes[seat][kind.key]
        now.append(
            Text(
                "about.type.side",
                {
                    "seat": seat_term(seat),
                    "movement": markers.movement,
                    "resistance": markers.resistance,
                    "strength": markers.strength,
                    "n": len(army(table, seat, kind.key)),
                },
            )
        )
        spare = len(waiting(table, seat, RESERVE, kind.key))
        if spare:
            told: Params = {"seat": seat_term(seat), "n": spare, "price": kind.price}
            now.append(Text("about.type.reserve", told))
    base: Params = {
        "movement": kind.movement,
        "resistance": kind.resistance,
        "strength": kind.strength,
    }
    every = own_first((one for one in table.pieces.values() if one.type == kind.key), view.viewer)
    return About(
        what=(Text("about.type", base), *_printed(kind)),
        now=tuple(now),
        who=kind.key,
        beside=tuple(one.id for one in sorted(every, key=lambda one: not one.on_board)),
        rules=_RULES.get(kind.key, ("4.2",)),
    )

"""An action that the viewer is putting together: what its fields mean on the board.

What is chosen so far is ringed in the colour of a seat's own orders; what the next field may be
stays in the light, with a bright rim, while the rest of the board lies in shade.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from pydantic import Field

from engine.api import Action, Term
from engine.calama.actions import MODELS, Leg, Placement, holds
from engine.calama.board import Board
from engine.calama.parsing import as_square, read
from engine.calama.rules.movement.advance import reach
from engine.calama.rules.pieces.charges import chargers
from engine.calama.rules.pieces.weapons import covers, targets
from engine.calama.state import Phase, Piece, Placing, Table, View
from engine.calama.survey import occupied, piece_at
from engine.data.grid.squares import row_col, square
from engine.errors import MalformedAction
from render.api import Choosing, Section
from render.calama.land import SIZE
from render.choosing import held_in, section_around

NEAR, FAR = 3, 6
"""Squares to each side in the closest and in the widest picture that is not the whole board."""

_SETTING_UP = frozenset(("prepare", "place", "enlist", "dismiss"))
_LEADING = frozenset(("advance", "march", "charge", "fire"))
"""Kinds for which it matters who is in command."""


class _Probe(Action):
    """What one value of a field may be."""

    kind: ClassVar[str] = "probe"
    piece: str = Field(default="", json_schema_extra=holds("piece"))
    pieces: tuple[str, ...] = Field(default=(), json_schema_extra=holds("pieces"))
    moves: tuple[Leg, ...] = Field(default=(), json_schema_extra=holds("moves"))
    placings: tuple[Placement, ...] = Field(default=(), json_schema_extra=holds("placings"))


@dataclass(frozen=True, slots=True)
class Selection:
    """An action being put together, on the board.

    Attributes:
        view: The viewer's view, their plan replaced by the one that is being made.
        start: Squares of the pieces that are to act.
        goals: Squares that they are to go to or act on.
        offered: Squares that may be chosen next, or that hold who may be.
        moves: Ways from a square to another.
        charges: Charges from a square to another.
        shots: Lines of fire from a square to another.
        costs: Squares that the chosen piece reaches, and points that it takes.
        covered: Squares that the chosen piece can hit.
        zone: Where the viewer may deploy, while they do.
        leading: Whether it matters who is in command.
        chosen: What is chosen so far.
        possible: What may be chosen next, best first.
    """

    view: View
    start: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    charges: tuple[tuple[str, str], ...] = ()
    shots: tuple[tuple[str, str], ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)
    covered: frozenset[str] = frozenset()
    zone: frozenset[str] = frozenset()
    leading: bool = False
    chosen: tuple[Term, ...] = ()
    possible: tuple[Term, ...] = ()

    @property
    def ringed(self) -> tuple[str, ...]:
        """The squares that are chosen, each once."""
        return tuple(dict.fromkeys((*self.start, *self.goals)))

    @property
    def lit(self) -> frozenset[str]:
        """The squares that lie in the light."""
        ways = [place for way in (*self.moves, *self.charges, *self.shots) for place in way]
        return frozenset(
            (*self.ringed, *self.offered, *ways, *self.costs, *self.covered, *self.zone)
        )


# -- from words to squares -------------------------------------------------------------------


def read_selection(board: Board, view: View, choosing: Choosing) -> Selection:
    """Return what *choosing* means on the board; a value that means nothing is passed over."""
    model = MODELS.get(choosing.kind)
    if model is None or view.viewer is None:
        return Selection(view)
    filled = {name: value for name, value in choosing.filled if name in model.model_fields}
    found = Selection(
        view,
        leading=choosing.kind in _LEADING,
        chosen=_once(
            term
            for name, value in filled.items()
            for term in _terms(view, held_in(model, name), value)
        ),
        possible=_once(
            term
            for value in choosing.offered
            for term in _terms(view, held_in(model, choosing.field), value)
        ),
    )
    found = replace(
        found,
        offered=_squares(view.table, found.possible),
        zone=board.zones[view.viewer] if choosing.kind in _SETTING_UP else frozenset(),
    )
    return _acted(view.table, found, choosing.kind, filled)


def _acted(table: Table, found: Selection, kind: str, filled: Mapping[str, str]) -> Selection:
    """Return a selection with everything that its kind of action shows besides."""
    piece = _piece(found.view, filled.get("piece", ""))
    target = _piece(found.view, filled.get("target", ""))
    to = as_square(filled.get("to", "") or filled.get("at", ""))
    match kind:
        case "prepare":
            return _prepared(found, filled.get("places", ""))
        case "place" | "enlist" | "dismiss":
            at = as_square(filled.get("piece", ""))
            moves = _way(at, to)
            return replace(found, start=(at,) if at else (), goals=(to,) if to else (), moves=moves)
        case "advance" | "escape" if piece is not None:
            moves = _way(piece.at, to)
            costs = {at: way.points for at, way in reach(table, piece).items()} if not to else {}
            return replace(
                found,
                start=(piece.at,),
                goals=(to,) if to else (),
                moves=moves,
                costs=costs if kind == "advance" and table.phase is Phase.MOVEMENT else {},
            )
        case "march":
            moves = _moves(found.view, filled.get("moves", ""))
            return replace(
                found,
                start=tuple(a for a, _ in moves),
                goals=tuple(b for _, b in moves),
                moves=moves,
            )
        case "reinforce":
            return replace(found, goals=(to,) if to else ())
        case "charge" if target is not None:
            units = _pieces(found.view, filled.get("pieces", ""))
            return _charging(found, target, units)
        case "melee" if target is not None:
            return _charging(found, target, chargers(table, target.id))
        case "lose" if piece is not None:
            return replace(found, start=(piece.at,))
        case "fire" if piece is not None:
            return _firing(found, table, piece, target)
        case _:
            return found


def _way(start: str, to: str) -> tuple[tuple[str, str], ...]:
    return ((start, to),) if start and to and start != to else ()


def _charging(found: Selection, target: Piece, units: Iterable[Piece]) -> Selection:
    ways = tuple((piece.at, target.at) for piece in units)
    return replace(found, start=tuple(at for at, _ in ways), goals=(target.at,), charges=ways)


def _firing(found: Selection, table: Table, piece: Piece, target: Piece | None) -> Selection:
    if not piece.on_board:
        return found
    taken = occupied(table)
    row, column = row_col(piece.at)
    span = range(-6, 7)
    covered = frozenset(
        place
        for down in span
        for across in span
        if 1 <= row + down <= SIZE and 1 <= column + across <= SIZE
        if covers(piece, place := square(row + down, column + across), taken)
    )
    aims = (target,) if target is not None else targets(table, piece)
    return replace(
        found,
        start=(piece.at,),
        goals=(target.at,) if target is not None else (),
        covered=covered,
        shots=tuple((piece.at, one.at) for one in aims),
    )


def _prepared(found: Selection, text: str) -> Selection:
    """Return a selection whose view shows the deployment that *text* describes."""
    placed = _probe(found.view, "placings", text).placings if text else ()
    plan = tuple(Placing(one.type, one.at) for one in placed)
    if not plan or found.view.own is None:
        return found
    own = replace(found.view.own, plan=_distinct(plan))
    return replace(found, view=replace(found.view, own=own))


def _distinct(plan: tuple[Placing, ...]) -> tuple[Placing, ...]:
    return tuple({one.at: one for one in plan}.values())


def _terms(view: View, what: str, value: str) -> list[Term]:
    """Return what a value names: pieces, squares, or moves and placings, a word each."""
    match what:
        case "piece" | "pieces":
            return [Term("piece", piece.id) for piece in _pieces(view, value)]
        case "square":
            found = as_square(value)
            return [Term("square", found)] if found else []
        case "moves":
            return [Term("piece", piece.id) for piece, _ in _marches(view, value)]
        case _:
            return []


def _squares(table: Table, terms: Iterable[Term]) -> tuple[str, ...]:
    found = [
        table.pieces[term.key].at if term.kind == "piece" else term.key
        for term in terms
        if term.kind == "square" or term.key in table.pieces
    ]
    return tuple(dict.fromkeys(place for place in found if as_square(place)))


def _once(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(terms))


def _piece(view: View, text: str) -> Piece | None:
    """Return the piece on the board that a text names, if any."""
    if not text:
        return None
    key = _probe(view, "piece", text).piece
    piece = view.table.pieces.get(key) or piece_at(view.table, as_square(text))
    return piece if piece is not None and piece.on_board else None


def _pieces(view: View, text: str) -> tuple[Piece, ...]:
    keys = _probe(view, "pieces", text).pieces if text else ()
    found = [view.table.pieces[key] for key in keys if key in view.table.pieces]
    return tuple(piece for piece in found if piece.on_board)


def _marches(view: View, text: str) -> list[tuple[Piece, str]]:
    found = []
    for leg in _probe(view, "moves", text).moves if text else ():
        piece = view.table.pieces[leg.piece]
        if piece.on_board:
            found.append((piece, leg.to))
    return found


def _moves(view: View, text: str) -> tuple[tuple[str, str], ...]:
    """Return the moves that a text lists; a piece that moves twice goes on from where it is."""
    where: dict[str, str] = {}
    ways = []
    for piece, to in _marches(view, text):
        start = where.get(piece.id, piece.at)
        if start != to:
            ways.append((start, to))
        where[piece.id] = to
    return tuple(ways)


def _probe(view: View, name: str, text: str) -> _Probe:
    try:
        found = read(view, _Probe, {name: text})
    except MalformedAction:
        return _Probe()
    assert isinstance(found, _Probe)
    return found


# -- the section -------------------------------------------------------------------------------


def aim_at(selection: Selection) -> Section | None:
    """Return the closest section that shows every marked square; ``None`` when none is marked."""
    places = sorted(selection.lit)
    if not places:
        return None
    rows, columns = zip(*(row_col(place) for place in places), strict=True)
    middle = square((min(rows) + max(rows)) // 2, (min(columns) + max(columns)) // 2)
    wide = max(max(rows) - min(rows), max(columns) - min(columns))
    radius = (wide + 1) // 2 + 1
    return section_around(middle, radius, NEAR, FAR)

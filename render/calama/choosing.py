"""An action that the viewer is putting together: what its fields mean on the board.

What is chosen so far is ringed in the colour of a seat's own orders; what the next field may be
stays in the light, with a bright rim, while the rest of the board lies in shade.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.api import Term
from engine.calama.actions import MODELS, Leg, Placement
from engine.calama.board import Board
from engine.calama.rules.movement.advance import reach
from engine.calama.rules.pieces.charges import chargers
from engine.calama.rules.pieces.weapons import covers, targets
from engine.calama.state import Phase, Piece, Placing, Table, View
from engine.calama.survey import occupied
from engine.data.grid.squares import row_col, square
from render.api import Choosing, Section
from render.calama.land import SIZE
from render.choosing import held_in, lettered_at, section_around

NEAR, FAR = 3, 6
"""Squares to each side in the closest and in the widest picture that is not the whole board."""

_SETTING_UP = frozenset(("prepare", "place", "enlist", "dismiss"))
_LEADING = frozenset(("advance", "march", "charge", "fire"))
"""Kinds for which it matters who is in command."""


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
        costs: Squares that may be gone to, and points that it takes.
        letters: Squares with the letters that lines of the menu have which lead to them.
        covered: Squares that the chosen piece can hit.
        zone: Where the viewer may deploy, while they do.
        leading: Whether it matters who is in command.
        chosen: What is chosen so far.
        possible: What may be chosen next, best first.
        about: What the question is about that is answered.
    """

    view: View
    start: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    charges: tuple[tuple[str, str], ...] = ()
    shots: tuple[tuple[str, str], ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)
    letters: tuple[tuple[str, str], ...] = ()
    covered: frozenset[str] = frozenset()
    zone: frozenset[str] = frozenset()
    leading: bool = False
    chosen: tuple[Term, ...] = ()
    possible: tuple[Term, ...] = ()
    about: tuple[Term, ...] = ()

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


# -- from values to squares ------------------------------------------------------------------


def read_selection(board: Board, view: View, choosing: Choosing) -> Selection:
    """Return what *choosing* means on the board; what lies beside the board is passed over."""
    model = MODELS.get(choosing.kind)
    if model is None or view.viewer is None:
        return Selection(view)
    filled = dict(choosing.filled)
    found = Selection(
        view,
        leading=choosing.kind in _LEADING,
        chosen=_once(
            term
            for name, value in filled.items()
            for term in _terms(view.table, held_in(model, name), value)
        ),
        possible=_once(
            term
            for value in choosing.offered
            for term in _terms(view.table, held_in(model, choosing.field), value)
        ),
    )
    found = replace(
        found,
        offered=_squares(view.table, found.possible),
        letters=_letters(view.table, held_in(model, choosing.field), choosing),
        zone=board.zones[view.viewer] if choosing.kind in _SETTING_UP else frozenset(),
    )
    found = _acted(view.table, found, choosing.kind, filled)
    if held_in(model, choosing.field) != "square":
        return found
    pairs = zip(choosing.offered, choosing.costs, strict=False)
    told = {place: cost.takes for place, cost in pairs if cost is not None}
    return replace(found, costs={**found.costs, **told})


def _acted(table: Table, found: Selection, kind: str, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with everything that its kind of action shows besides."""
    # A plan's pieces are named by their squares, of which none is a piece of the table.
    piece = _piece(table, filled.get("piece", ""))
    target = _piece(table, filled.get("target", ""))
    to = filled.get("to", "") or filled.get("at", "")
    match kind:
        case "prepare":
            return _prepared(found, filled.get("places", ()))
        case "place" | "enlist" | "dismiss":
            at = filled.get("piece", "")
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
            moves = _moves(table, filled.get("moves", ()))
            return replace(
                found,
                start=tuple(a for a, _ in moves),
                goals=tuple(b for _, b in moves),
                moves=moves,
            )
        case "reinforce":
            return replace(found, goals=(to,) if to else ())
        case "charge" if target is not None:
            return _charging(found, target, _on_board(table, filled.get("pieces", ())))
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


def _prepared(found: Selection, placed: Iterable[Placement]) -> Selection:
    """Return a selection whose view shows the deployment that is chosen."""
    plan = {one.at: Placing(one.type, one.at) for one in placed}
    if not plan or found.view.own is None:
        return found
    own = replace(found.view.own, plan=tuple(plan.values()))
    return replace(found, view=replace(found.view, own=own))


def _terms(table: Table, what: str, value: Any) -> list[Term]:
    """Return what a value names: pieces on the board, a square, or who moves."""
    match what:
        case "piece":
            return [Term("piece", piece.id) for piece in _on_board(table, (value,))]
        case "pieces":
            return [Term("piece", piece.id) for piece in _on_board(table, value)]
        case "square":
            return [Term("square", value)]
        case "moves":
            return [Term("piece", piece.id) for piece, _ in _legs(table, value)]
        case _:
            return []


def _squares(table: Table, terms: Iterable[Term]) -> tuple[str, ...]:
    found = [table.pieces[term.key].at if term.kind == "piece" else term.key for term in terms]
    return tuple(dict.fromkeys(found))


def _letters(table: Table, what: str, choosing: Choosing) -> tuple[tuple[str, str], ...]:
    """Return the squares of what is offered with a letter."""
    return lettered_at(
        (place, letter)
        for value, letter in zip(choosing.offered, choosing.letters, strict=False)
        for place in _squares(table, _terms(table, what, value))[:1]
    )


def _once(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(terms))


def _piece(table: Table, key: str) -> Piece | None:
    """Return a piece by its key if it is on the board."""
    return next(_on_board(table, (key,)), None)


def _on_board(table: Table, keys: Iterable[str]) -> Iterator[Piece]:
    for key in keys:
        piece = table.pieces.get(key)
        if piece is not None and piece.on_board:
            yield piece


def _legs(table: Table, legs: Iterable[Leg]) -> Iterator[tuple[Piece, str]]:
    for leg in legs:
        piece = _piece(table, leg.piece)
        if piece is not None and leg.to:
            yield piece, leg.to


def _moves(table: Table, legs: Iterable[Leg]) -> tuple[tuple[str, str], ...]:
    """Return the moves of a march; a piece that moves twice goes on from where it is."""
    where: dict[str, str] = {}
    ways = []
    for piece, to in _legs(table, legs):
        start = where.get(piece.id, piece.at)
        if start != to:
            ways.append((start, to))
        where[piece.id] = to
    return tuple(ways)


def read_about(view: View, about: Iterable[Term]) -> Selection:
    """Return what a question is about, on the board."""
    table = view.table
    there = (Term("piece", one.id) for one in _on_board(table, (term.key for term in about)))
    squares = (term for term in about if term.kind == "square")
    known = _once((*there, *squares))
    return Selection(view, start=_squares(table, known), about=known)


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

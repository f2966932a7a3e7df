"""An action that the viewer is putting together: what its fields mean on the map.

What is chosen so far is ringed in the colour of a seat's own orders; what the next field may be
stays in the light, with a bright rim, while the rest of the map lies in shade. Light and shade are
told apart by everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.api import Term
from engine.data.play_data import per_data
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.state import March, Table, View, Voyage
from render.api import Choosing, Section
from render.choosing import WIDTH, held_in, section_around
from render.war_of_the_pacific.changes import place_of

NEAR, FAR = 4, 12
"""Hexes to each side in the closest and in the widest picture that is not the whole map."""
MOST_STACKS = 4
"""Places of which the counters are listed beneath."""


@dataclass(frozen=True, slots=True)
class Selection:
    """An action being put together, on the map.

    Attributes:
        start: Hexes of the pieces that are to act.
        goals: Hexes that they are to go to or act on, in the order of their way.
        area: Hexes of a naval area that is chosen.
        offered: Hexes that may be chosen next, or that hold what may be.
        ways: Ways that are certain to be taken if nothing stops them, hex by hex.
        stacks: Places, the box among them, of which pieces are chosen or may be.
        afloat: Whether ships act.
        chosen: What is chosen so far.
        possible: What may be chosen next, best first.
        parts: The selections that it was merged of, each with a way of its own.
    """

    start: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    area: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    stacks: tuple[str, ...] = ()
    afloat: bool = False
    chosen: tuple[Term, ...] = ()
    possible: tuple[Term, ...] = ()
    parts: tuple[Selection, ...] = ()

    @property
    def ringed(self) -> tuple[str, ...]:
        """The hexes that are chosen, each once."""
        return tuple(dict.fromkeys((*self.start, *self.goals)))

    @property
    def units(self) -> frozenset[str]:
        """The pieces that are chosen or may be."""
        both = (*self.chosen, *self.possible)
        return frozenset(term.key for term in both if term.kind == "unit")

    @property
    def lit(self) -> frozenset[str]:
        """The hexes that lie in the light."""
        return frozenset((*self.start, *self.goals, *self.area, *self.offered))


# -- from values to places -------------------------------------------------------------------


def read_selection(board: Board, view: View, choosing: Choosing) -> Selection:
    """Return what *choosing* means on the map; what is not on it is passed over."""
    model = MODELS.get(choosing.kind)
    if model is None:
        return Selection()
    start: list[str] = []
    goals: list[str] = []
    area: list[str] = []
    stacks: list[str] = []
    chosen: list[Term] = []
    afloat = False
    for name, value in choosing.filled:
        what = held_in(model, name)
        terms = _terms(view, what, value)
        places = [place for term in terms for place in _places(board, view.table, term)]
        chosen += terms
        match what:
            case "units" | "unit":
                start += places
                stacks += _stacks(view.table, terms)
                afloat = afloat or any(_is_ship(view.table, term.key) for term in terms)
            case "area" | "order":
                area += [place for place in places if place in board.hexes]
            case _ if name == "via":
                goals[:0] = places
            case _:
                goals += places
    what = held_in(model, choosing.field)
    possible = [term for value in choosing.offered for term in _terms(view, what, value)]
    possible = list(dict.fromkeys(possible))
    if what in {"units", "unit"}:
        stacks += _stacks(view.table, possible)
    offered = [place for term in possible for place in _places(board, view.table, term)]
    if not start:
        going, afloat = _under_way(view)
        start = [place for place in going if place not in offered]
    return Selection(
        start=_hexes(board, start),
        goals=_hexes(board, goals),
        area=_hexes(board, area),
        offered=_hexes(board, offered),
        ways=tuple(way.places for way in choosing.ways),
        stacks=tuple(dict.fromkeys(stacks)),
        afloat=afloat,
        chosen=tuple(dict.fromkeys(chosen)),
        possible=tuple(possible),
    )


def _hexes(board: Board, places: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place for place in places if place in board.hexes))


def _terms(view: View, what: str, value: Any) -> list[Term]:
    """Return what a value names: units, places, an area, or what an order of one's own does."""
    match what:
        case "units" | "places":
            return [Term(what.removesuffix("s"), key) for key in value]
        case "unit" | "place" | "area":
            return [Term(what, value)]
        case "order":
            orders = view.own.orders if view.own is not None else ()
            return [
                term
                for order in orders
                if order.number == value
                for term in (
                    *(Term("unit", ship) for ship in order.ships),
                    Term("area", order.area),
                )
            ]
        case _:
            return []


def _places(board: Board, table: Table, term: Term) -> Iterator[str]:
    """Yield where on the map something is."""
    if term.kind == "area" and term.key in board.areas:
        yield from sorted(board.areas[term.key].hexes)
    elif term.kind == "unit" and term.key in table.units:
        yield place_of(table, table.units[term.key])
    elif term.kind == "place":
        yield term.key


def _stacks(table: Table, terms: Sequence[Term]) -> list[str]:
    units = [table.units[term.key] for term in terms if term.key in table.units]
    return [place for unit in units if (place := place_of(table, unit))]


def _is_ship(table: Table, unit: str) -> bool:
    return unit in table.units and printed(table.units[unit]).is_naval


def _under_way(view: View) -> tuple[list[str], bool]:
    """Return where the viewer's own march or voyage is, and whether it is one by sea."""
    for frame in reversed(view.table.frames):
        if isinstance(frame, March | Voyage) and frame.seat == view.viewer:
            return [frame.at], isinstance(frame, Voyage)
    return [], False


# -- the section -------------------------------------------------------------------------------


def aim_at(board: Board, selection: Selection) -> Section | None:
    """Return the closest section that shows every marked hex; ``None`` when none is marked.

    The place of a march or voyage under way is no reason for a picture: it is on every map.
    """
    places = sorted(selection.lit)
    if not (selection.chosen or selection.possible):
        return None
    if not places:
        return Section("around", BOX, width=WIDTH) if selection.stacks else None
    middle, radius = _enclosing(board, tuple(places))
    return section_around(middle, radius, NEAR, FAR)


@per_data()
def _spots(board: Board) -> dict[str, tuple[float, float]]:
    return {one: board.grid.centre(one) for one in sorted(board.hexes)}


def _enclosing(board: Board, places: tuple[str, ...]) -> tuple[str, int]:
    """Return the hex from which the farthest of *places* is nearest, and how far that is."""
    spots = _spots(board)
    across, down = zip(*(spots[place] for place in places), strict=True)
    x, y = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    middle = min(spots, key=lambda one: ((spots[one][0] - x) ** 2 + (spots[one][1] - y) ** 2, one))
    return middle, max(board.grid.distance(middle, place) for place in places)

"""An action that the viewer is putting together: what its fields mean on the map.

What is chosen so far is ringed in the colour of a seat's own orders; what the next field may be
stays in the light, with a bright rim, while the rest of the map lies in shade. Light and shade are
told apart by everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.api import Cost, Term
from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.actions import MODELS, MarchUnits, Sail, WriteOrder
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import BOX, DEAD, HAND, POOL, is_on_track
from engine.war_of_the_pacific.rules.land.movement_costs import box_road, exits_for
from engine.war_of_the_pacific.state import March, Table, View, Voyage
from render.api import Choosing, Section
from render.choosing import WIDTH, held_in, lettered_at, section_around
from render.war_of_the_pacific.changes import place_of

NEAR, FAR = 4, 12
"""Hexes to each side in the closest and in the widest picture that is not the whole map."""
UNLETTERED = 6
"""So many, and the printed map has no letters; one less, and it has but small ones."""
READABLE = 6
"""Hexes to each side in the widest picture on which every hex has room for its cost."""
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
        aside: Places beside the map, the box left out, where counters are that are chosen or may
            be: recruit pool, dead pile, turn track, what is not yet set up.
        costs: Hexes that may be chosen, each with what it takes to get there.
        letters: Hexes with the letters that lines of the menu have which lead to them.
        leads: Where off the map, or out of the box, the counters in question can go.
        afloat: Whether ships act.
        chosen: What is chosen so far.
        possible: What may be chosen next, best first.
        about: What the question is about that is answered.
        parts: The selections that it was merged of, each with a way of its own.
    """

    start: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    area: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    stacks: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    costs: tuple[tuple[str, Cost], ...] = ()
    letters: tuple[tuple[str, str], ...] = ()
    leads: tuple[tuple[Term, Cost | None], ...] = ()
    afloat: bool = False
    chosen: tuple[Term, ...] = ()
    possible: tuple[Term, ...] = ()
    about: tuple[Term, ...] = ()
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
    def hand(self) -> Selection:
        """What is being put together now, of several merged."""
        return self.parts[0] if self.parts else self

    @property
    def boxed(self) -> bool:
        """Whether all that is to be seen lies beside the map."""
        return not self.lit and bool(set(self.aside) or set(self.stacks) == {BOX})

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
    costs = _costs(board, what, choosing)
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
        aside=_aside(view, (*chosen, *possible)),
        costs=costs,
        letters=_letters(board, view, choosing, what),
        leads=_leads(board, view, choosing, possible, stacks),
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


def _costs(board: Board, what: str, choosing: Choosing) -> tuple[tuple[str, Cost], ...]:
    """Return the hexes among what is offered, each with its cost, best first."""
    if what != "place":
        return ()
    pairs = zip(choosing.offered, choosing.costs, strict=False)
    return tuple((at, cost) for at, cost in pairs if cost is not None and at in board.hexes)


def _letters(
    board: Board, view: View, choosing: Choosing, what: str
) -> tuple[tuple[str, str], ...]:
    """Return the hexes of what is offered with a letter: of an area, one in its middle."""
    found = []
    for value, letter in zip(choosing.offered, choosing.letters, strict=False):
        terms = _terms(view, what, value)
        places = [at for term in terms for at in _places(board, view.table, term)]
        on_map = [at for at in dict.fromkeys(places) if at in board.hexes]
        found += [(at, letter) for at in on_map[len(on_map) // 2 :][:1]]
    return lettered_at(found)


def _aside(view: View, terms: Iterable[Term]) -> tuple[str, ...]:
    """Return where beside the map the viewer's counters are, the box left out."""
    table = view.table
    units = (table.units[term.key] for term in terms if term.key in table.units)
    mine = (unit.at for unit in units if unit.side == view.viewer)
    return tuple(dict.fromkeys(at for at in mine if at in {POOL, DEAD, HAND} or is_on_track(at)))


def _leads(
    board: Board, view: View, choosing: Choosing, possible: Sequence[Term], stacks: Sequence[str]
) -> tuple[tuple[Term, Cost | None], ...]:
    """Return where beside the map one can go to, or whereto out of the box, if all are there."""
    kind, told = choosing.kind, dict(zip(choosing.offered, choosing.costs, strict=False))
    aside = [term for term in possible if term.kind == "place" and term.key not in board.hexes]
    found: list[tuple[Term, Cost | None]] = [(term, told.get(term.key)) for term in aside]
    if {*stacks} != {BOX} or any(term.kind == "place" for term in possible):
        return tuple(found)
    if kind == MarchUnits.kind:
        road = box_road(view.table.settings)
        exits = exits_for(view.viewer or "", BOX, road=road)
        found += [(Term("place", place), Cost(cost)) for place, cost in exits]
    elif kind in (WriteOrder.kind, Sail.kind):
        found.append((Term("area", board.box_area), None))
    return tuple(found)


def _is_ship(table: Table, unit: str) -> bool:
    return unit in table.units and printed(table.units[unit]).is_naval


def _under_way(view: View) -> tuple[list[str], bool]:
    """Return where the viewer's own march or voyage is, and whether it is one by sea."""
    for frame in reversed(view.table.frames):
        if isinstance(frame, March | Voyage) and frame.seat == view.viewer:
            return [frame.at], isinstance(frame, Voyage)
    return [], False


def read_about(board: Board, view: View, about: Iterable[Term]) -> Selection:
    """Return what a question is about, on the map: a whole naval area only where nothing else is.

    What lies at the places that it names is listed beside the map; so is the holding box, where a
    ship is that it is about.
    """
    pairs = [(term, tuple(_places(board, view.table, term))) for term in about]
    known = [(term, places) for term, places in pairs if _hexes(board, places) or BOX in places]
    near = [one for one in known if one[0].kind != "area"] or known
    stacks = (
        place for term, places in near for place in places if term.kind == "place" or place == BOX
    )
    return Selection(
        goals=_hexes(board, (place for _, places in near for place in places)),
        stacks=tuple(dict.fromkeys(stacks)),
        about=tuple(dict.fromkeys(term for term, _ in near)),
    )


# -- the section -------------------------------------------------------------------------------


def aim_at(board: Board, selection: Selection) -> Section | None:
    """Return the closest section that shows every marked hex; ``None`` when none is marked.

    The place of a march or voyage under way is no reason for a picture: it is on every map.
    """
    places = sorted(selection.lit)
    if not (selection.chosen or selection.possible or selection.about):
        return None
    if not places:
        return Section("around", BOX, width=WIDTH) if selection.boxed else None
    middle, radius = _enclosing(board, tuple(places))
    if radius > READABLE and selection.costs:
        middle, radius = _cheapest(board, selection)
    # A little further off the map has no names printed that would stand beside those written.
    return section_around(middle, radius + (NEAR < radius < UNLETTERED), NEAR, FAR)


def _cheapest(board: Board, selection: Selection) -> tuple[str, int]:
    """Return the middle and radius of a map on which costs are read: where they are least.

    All hexes with costs are on it if they fit; who acts is too, unless they come from far off.
    """
    mine = selection.hand
    near = [place for place, _ in sorted(selection.costs, key=lambda one: (one[1].takes, one[0]))]
    found = _enclosing(board, tuple(near))
    if found[1] <= READABLE:
        both = _enclosing(board, (*near, *mine.start))
        return both if both[1] <= READABLE else found
    shown = mine.start if len(mine.start) == 1 else ()
    if shown and _enclosing(board, (*shown, near[0]))[1] > READABLE:
        shown = ()
    # Those that fit, doubling and halving: the distance grows with the cost.
    least, most = 1, len(near)
    while least < most:
        half = (least + most + 1) // 2
        if _enclosing(board, (*shown, *near[:half]))[1] <= READABLE:
            least = half
        else:
            most = half - 1
    return _enclosing(board, (*shown, *near[:least]))


@cached_per_data()
def _spots(board: Board) -> dict[str, tuple[float, float]]:
    return {one: board.grid.centre(one) for one in sorted(board.hexes)}


def _enclosing(board: Board, places: tuple[str, ...]) -> tuple[str, int]:
    """Return the hex from which the farthest of *places* is nearest, and how far that is."""
    spots = _spots(board)
    across, down = zip(*(spots[place] for place in places), strict=True)
    x, y = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    middle = min(spots, key=lambda one: ((spots[one][0] - x) ** 2 + (spots[one][1] - y) ** 2, one))
    return middle, max(board.grid.distance(middle, place) for place in places)

"""What an action that is being put together marks on the ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.api import Term
from engine.barricadas.state import OFF_GROUND, Table, View, hex_of
from render.barricadas.land import Chart


@dataclass(frozen=True, slots=True)
class SalvoFigures:
    """With what an attack by fire that is chosen will be thrown (8.2): see :class:`Aim`."""

    start: str
    at: str
    factors: int
    modifier: int
    column: int | None
    divisor: Fraction


@dataclass(frozen=True, slots=True)
class Selection:
    """An action being put together, on the ground.

    Attributes:
        view: The viewer's view, their plan replaced by the one that is being made.
        chart: The ground.
        start: Hexes of who is to act.
        goals: Hexes that they are to go to or act on.
        offered: Hexes that may be chosen next, or that hold who may be.
        ways: Ways that are chosen, from hex to hex.
        shots: Fire that is chosen, from a hex to another.
        salvos: With what this fire will be thrown.
        assaults: Assaults that are chosen, from a hex to another.
        aims: Fire that may be chosen.
        blocked: Hexes with enemies in range that are not in sight, each from a hex.
        costs: Hexes that may be gone to, and halves of points that it takes.
        letters: Hexes with the letters that lines of the menu have which lead to them.
        covered: Hexes in range and in sight of who is to act.
        commanded: Hexes within the command range of who leads.
        zone: Where the viewer may deploy, while they do.
        chosen: What is chosen so far.
        possible: What may be chosen next, best first.
        about: What the question is about that is answered.
    """

    view: View
    chart: Chart
    start: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    shots: tuple[tuple[str, str], ...] = ()
    salvos: tuple[SalvoFigures, ...] = ()
    assaults: tuple[tuple[str, str], ...] = ()
    aims: tuple[tuple[str, str], ...] = ()
    blocked: tuple[tuple[str, str], ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)
    letters: tuple[tuple[str, str], ...] = ()
    covered: frozenset[str] = frozenset()
    commanded: frozenset[str] = frozenset()
    zone: frozenset[str] = frozenset()
    chosen: tuple[Term, ...] = ()
    possible: tuple[Term, ...] = ()
    about: tuple[Term, ...] = ()

    @property
    def ringed(self) -> tuple[str, ...]:
        """The hexes that are chosen, each once."""
        return tuple(dict.fromkeys((*self.start, *self.goals)))

    @property
    def marked(self) -> tuple[str, ...]:
        """The hexes that must be on the picture."""
        lines = (*self.ways, *self.shots, *self.assaults, *self.aims)
        ends = [place for line in lines for place in line]
        return tuple(dict.fromkeys((*self.ringed, *self.offered, *ends, *self.zone)))

    @property
    def lit(self) -> frozenset[str]:
        """The hexes that lie in the light."""
        blocked = [place for line in self.blocked for place in line]
        return frozenset((*self.marked, *blocked, *self.costs)) | self.covered


def standing(table: Table, key: str) -> str:
    """Return the hex of a counter on the ground; "" of any other."""
    one = table.counters.get(key)
    place = "" if one is None else hex_of(table, one)
    return "" if place in OFF_GROUND else place


def lines_of(chart: Chart, pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return pairs of hexes of the ground, each once, none from a hex to itself."""
    hexes = chart.battlefield.hexes
    return tuple(dict.fromkeys((a, b) for a, b in pairs if a in hexes and b in hexes and a != b))

"""What an action that is being put together marks on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.api import Seat, Term
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.state import Feature, View
from render.art_of_war.places import point_at
from render.art_of_war.sheet import around, laid, middle, outline
from render.linework import Point

Area = tuple[Point, ...]
"""The corners of a part of the table, on the sheet."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where somebody would stand: their name, their side, and their base there.

    Of who evades that is where a die leads that adds nothing: *thrown*.
    """

    who: str
    side: str
    base: Base
    thrown: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """How far somebody moves, shoots, leads or holds: where that is, and how far, in hundredths."""

    who: str
    area: Area
    length: int


@dataclass(frozen=True, slots=True)
class Selection:
    """An action being put together, on the table.

    Attributes:
        view: The viewer's view.
        start: Keys of who acts, or is chosen otherwise: units, generals, camps, markers.
        offered: Keys of who may be chosen next.
        goals: Points that are chosen.
        spots: Points that may be chosen, each with what it takes; 0 where nothing is said.
        letters: Points with the letters that lines of the menu have which lead to them.
        ways: Ways that are gone, from point to point.
        ghosts: Where somebody would stand then.
        charges: Charges that are chosen: from whom, on whom.
        aims: Whom somebody may charge or shoot at: from whom, at whom.
        foes: Enemies that an answer is about: who charges, who flees.
        commands: What lies within the command radius of those who lead.
        lights: The same for light troops, whom they lead twice as far.
        controls: Zones of control of the enemy.
        ranges: Where who is to act can shoot.
        reaches: How far who is to act moves straight ahead over open ground.
        zones: Where the viewer may deploy, or place terrain.
        sides: Who deploys, if that is what is chosen.
        terrain: Terrain that would be placed.
        chosen: What is chosen so far.
        possible: What may be chosen next, best first.
        about: What the question is about that is answered.
    """

    view: View
    start: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    goals: tuple[Point, ...] = ()
    spots: tuple[tuple[Point, int], ...] = ()
    letters: tuple[tuple[Point, str], ...] = ()
    ways: tuple[tuple[Point, ...], ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    charges: tuple[tuple[str, str], ...] = ()
    aims: tuple[tuple[str, str], ...] = ()
    foes: tuple[str, ...] = ()
    commands: tuple[Reach, ...] = ()
    lights: tuple[Reach, ...] = ()
    controls: tuple[Reach, ...] = ()
    ranges: tuple[Reach, ...] = ()
    reaches: tuple[Reach, ...] = ()
    zones: tuple[Area, ...] = ()
    sides: tuple[Seat, ...] = ()
    terrain: tuple[Feature, ...] = ()
    chosen: tuple[Term, ...] = ()
    possible: tuple[Term, ...] = ()
    about: tuple[Term, ...] = ()

    @property
    def marked(self) -> tuple[Point, ...]:
        """The points that must be on the picture."""
        return tuple(self._marked())

    def _marked(self) -> Iterator[Point]:
        lines = [key for line in (*self.charges, *self.aims) for key in line]
        for key in dict.fromkeys((*self.start, *self.offered, *self.foes, *lines)):
            point = point_at(self.view, key)
            if point is not None:
                yield point
        yield from self.goals
        yield from (point for point, _ in self.spots)
        yield from (point for point, _ in self.letters)
        for way in self.ways:
            yield from way
        for ghost in self.ghosts:
            yield from outline(ghost.base)
        for area in (*self.zones, *(one.area for one in self.reaches)):
            yield from area
        for feature in self.terrain:
            yield from (laid(*corner) for corner in feature.corners)

    @property
    def middle(self) -> tuple[Point, float] | None:
        """The middle of what is marked, and how far it reaches from there; ``None`` of nothing."""
        marked = self.marked
        if not marked:
            return None
        left, top, right, bottom = around(marked)
        across, down = right - left, bottom - top
        return ((left + right) / 2, (top + bottom) / 2), max(across / 2, down / 2 / 0.9)


def ghost_middle(ghost: Ghost) -> Point:
    """Return the middle of where somebody would stand."""
    return middle(ghost.base)

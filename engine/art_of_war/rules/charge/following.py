"""Following who evades a charge, or going as far as one can where the way is blocked (5.evade).

Those who follow go straight on. Whom they come upon they fight, if they may; whoever can evade in
turn is asked first.

Rules:
    5.evade.pursuit, 5.evade.next, 5.evade.caught, 5.leave, 8.halt, 8.conform, 5.through;
    ADG-R29, ADG-R76.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor
from typing import Final

from engine.art_of_war.ground import going_of, outline_of
from engine.art_of_war.plane.conforming import places
from engine.art_of_war.plane.contact import collide, touch
from engine.art_of_war.plane.onset import formation, front_way, gone, meets
from engine.art_of_war.plane.paths import longest
from engine.art_of_war.plane.poses import UD, Base, Edge, Pose, placed
from engine.art_of_war.plane.shapes import Shape, on_table
from engine.art_of_war.rules.charge.conforming import edges_open, lined_up
from engine.art_of_war.rules.charge.passage import make_room, may_force
from engine.art_of_war.rules.charge.reach import CONFORMING
from engine.art_of_war.rules.charge.restrictions import against_contact
from engine.art_of_war.rules.charge.surroundings import SIZE, Surroundings
from engine.art_of_war.rules.movement.pacing import eases_of
from engine.art_of_war.rules.movement.passing import may_pass
from engine.art_of_war.state import Table
from engine.art_of_war.survey import is_mounted, pace_over, profile_of

HALT: Final = UD
"""So far before whom they may not charge they stop (8.halt)."""

ROOM: Final = UD // 2
"""So far before whom they come upon they wait while it is asked whether that evades."""

_FLUSH: Final = 1.5
_STEP: Final = 5


@dataclass(frozen=True, slots=True)
class Run:
    """Where units come to that go straight on.

    Attributes:
        length: How far they go.
        ends: Where they stand then, lined up with whom they have met.
        meets: Whom they come upon; "" for nobody.
        first: Who of them does.
        edge: At which edge.
        met: Where they stand before they line up; nothing where they meet nobody.
        shuns: Whom they stop short of, since they may not charge them; "" for nobody.
        passed: Friends whom they pass by force.
        leaves: Whether it leads them off the table.
    """

    length: int
    ends: Mapping[str, Pose]
    meets: str = ""
    first: str = ""
    edge: Edge = "front"
    met: Mapping[str, Pose] = field(default_factory=dict)
    shuns: str = ""
    passed: tuple[str, ...] = ()
    leaves: bool = False


def obliged(table: Table, who: Sequence[str], reach: int) -> int:
    """Return how far units must follow who has evaded them (5.evade.pursuit)."""
    units = [table.units[key] for key in who]
    if all(profile_of(one).impetuous for one in units):
        return reach
    return min(reach, 2 * UD if all(is_mounted(one) for one in units) else UD)


def run(
    surroundings: Surroundings,
    start: Mapping[str, Pose],
    reach: int,
    must: int,
    prey: Collection[str],
) -> Run:
    """Return where units come to that go straight on after an enemy who evades.

    They go as far as they must, or until they reach whom they follow if they can (ADG-R76).

    Args:
        surroundings: The table as it stands now.
        start: Where they stand before.
        reach: How far they can go.
        must: How far they must; who must go to the end may leave the table.
        prey: Enemies who have evaded.
    """
    course = _Course(surroundings, start, reach)
    caught = any(key in prey and away <= course.free for away, _, key in course.met)
    length = min(course.free, reach if caught else must)
    for away, place, key in course.met:
        if away <= length:
            return course.upon(floor(away), place, key)
        if away < length + HALT and course.shuns(place, key):
            stopped = course.open(max(0, floor(away) - HALT))
            return replace(stopped, shuns=key, first=course.who[place])
    return course.open(length, rash=must == reach)


def waiting(surroundings: Surroundings, start: Mapping[str, Pose], length: int) -> Run:
    """Return where units wait who come upon somebody after so far, until that has evaded or not."""
    return _Course(surroundings, start, length).open(length - ROOM)


class _Course:
    """The straight way of some units, and who is on it."""

    __slots__ = ("body", "forced", "free", "met", "start", "surroundings", "who")

    def __init__(self, surroundings: Surroundings, start: Mapping[str, Pose], reach: int) -> None:
        body = formation(
            tuple(placed(surroundings.bases[key], pose) for key, pose in start.items())
        )
        assert body is not None
        self.surroundings, self.start, self.body, self.who = surroundings, start, body, tuple(start)
        self.free = reach
        self.met: list[tuple[float, int, str]] = []
        self.forced: dict[str, float] = {}
        others = {key: base for key, base in surroundings.bases.items() if key not in start}
        if any(self._bars_turn(key, base) for key, base in others.items()):
            self.free = 0
            return
        for key, base in others.items():
            found = meets(body, body.lead, base)
            if found:
                self._note(key, max(0.0, min(found)[0]), found)
        self.met.sort()
        for key, base in zip(self.who, body.bases, strict=True):
            self.free = longest(base, barred_ground(surroundings.table, key), "ahead", self.free)

    def _bars_turn(self, key: str, base: Base) -> bool:
        """Say whether somebody stands by now where they would turn, and may not be passed."""
        on = [who for who, one in zip(self.who, self.body.bases, strict=True) if collide(one, base)]
        return bool(on) and not self._pass(key, on)

    def _pass(self, key: str, movers: Sequence[str]) -> bool:
        """Say whether somebody is a friend whom some of them may pass."""
        units = self.surroundings.table.units
        friend = units.get(key)
        if friend is None or friend.side != self.surroundings.side:
            return False
        course = self.body.lead.facing
        return all(may_pass(self.surroundings.table, units[one], friend, course) for one in movers)

    def _note(self, key: str, away: float, found: list[tuple[float, int]]) -> None:
        """Note somebody on the way: an enemy, a friend who is passed, or who bars it."""
        table = self.surroundings.table
        if self.surroundings.side_of(key) != self.surroundings.side:
            self.met.append((away, min(found)[1], key))
            return
        movers = [self.who[place] for _, place in found]
        if self._pass(key, movers):
            return
        friend = table.units.get(key)
        if friend and all(may_force(table, table.units[one], friend) for one in movers):
            self.forced[key] = away
        else:
            self.free = min(self.free, floor(away))

    def upon(self, length: int, place: int, enemy: str) -> Run:
        """Return where they stand that have come upon an enemy, or stop short of one."""
        surroundings, first = self.surroundings, self.who[place]
        edges = edges_open(self.body.bases[place], surroundings.bases[enemy])
        if self.shuns(place, enemy):
            stopped = self.open(max(0, length - HALT))
            return replace(stopped, shuns=enemy, first=first)
        start, whom = self.body.bases[place], surroundings.bases[enemy]
        if not touch(placed(start, gone((start.pose,), length)[0]), whom):
            # Rounded as poses are, they touch a hundredth sooner or later.
            length = longest(start, [whom], "ahead", length + 2)
        met = dict(zip(self.who, gone(tuple(self.start.values()), length), strict=True))
        here, passed = placed(start, met[first]), self._passed(length)
        but = (*passed, *self.who)
        for edge in edges:
            for pose in places(here, surroundings.face(enemy, edge), edge):
                if front_way(here, pose) > CONFORMING or not surroundings.fits(
                    first, pose, {}, but
                ):
                    continue
                ends = lined_up(surroundings, self.who, met, first, pose, CONFORMING, passed)
                if ends is not None and make_room(surroundings, passed, ends):
                    return Run(length, ends, enemy, first, edge, met, passed=passed)
        bases = {key: placed(surroundings.bases[key], pose) for key, pose in met.items()}
        if not _all_on_table(bases) or self._stand_on(bases, passed):
            return self.open(length)
        return Run(length, met, enemy, first, edges[0], met, passed=passed)

    def shuns(self, place: int, enemy: str) -> bool:
        """Say whether one of them may not come into contact with an enemy that it comes upon."""
        edge = edges_open(self.body.bases[place], self.surroundings.bases[enemy])[0]
        unit = self.surroundings.table.units[self.who[place]]
        barred = against_contact(self.surroundings.table, unit, enemy, edge)
        return bool(barred) and not self._has_evaded(enemy)

    def _has_evaded(self, enemy: str) -> bool:
        """Say whether an enemy flees a charge, which may then come upon its rear."""
        unit = self.surroundings.table.units.get(enemy)
        return unit is not None and unit.evaded

    def open(self, length: int, *, rash: bool = False) -> Run:
        """Return where they stand that have met nobody: on nobody whom they have passed."""
        while length > 0:
            ends = dict(zip(self.who, gone(tuple(self.start.values()), length), strict=True))
            bases = {key: placed(self.surroundings.bases[key], pose) for key, pose in ends.items()}
            off = not _all_on_table(bases)
            passed = self._passed(length)
            if (off and rash) or not (off or self._stand_on(bases, passed)):
                return Run(length, ends, passed=passed, leaves=off)
            length = max(0, length - _STEP)
        # Who gets nowhere has no room to turn either, or turns only.
        turned = dict(zip(self.who, self.body.bases, strict=True))
        if _all_on_table(turned) and not self._stand_on(turned, ()):
            return Run(0, dict(self.start))
        return Run(0, {key: self.surroundings.bases[key].pose for key in self.who})

    def _stand_on(self, bases: Mapping[str, Base], passed: Collection[str]) -> bool:
        """Say whether any of them would stand on somebody who does not, or cannot, make room."""
        ends = {key: base.pose for key, base in bases.items()}
        return not make_room(self.surroundings, passed, ends) or any(
            collide(base, other)
            for key, other in self.surroundings.bases.items()
            if key not in bases and key not in passed
            for base in bases.values()
        )

    def _passed(self, length: int) -> tuple[str, ...]:
        """Return whom they have passed by force."""
        return tuple(key for key, away in self.forced.items() if away < length - _FLUSH)


def _all_on_table(bases: Mapping[str, Base]) -> bool:
    return all(on_table(base, SIZE) for base in bases.values())


def barred_ground(table: Table, key: str) -> list[Shape]:
    """Return the ground that a unit cannot enter (5.table.none)."""
    unit = table.units[key]
    pace, eases = profile_of(unit).pace, eases_of(unit)
    return [
        outline_of(one)
        for one in table.features.values()
        if not pace_over(pace, going_of(one, eases))
    ]

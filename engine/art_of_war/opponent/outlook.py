"""What the computer sees, looked up once for a decision: who stands where, what losses weigh."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.api import Seat
from engine.art_of_war.ground import Going, going_of, outline_of
from engine.art_of_war.groups import MOST, unlike
from engine.art_of_war.opponent.weights import Weights
from engine.art_of_war.pieces import base_of_marker, standing_bases
from engine.art_of_war.plane.angles import FULL, HALF
from engine.art_of_war.plane.contact import touch
from engine.art_of_war.plane.poses import Base, Pose
from engine.art_of_war.plane.shapes import Outline
from engine.art_of_war.rules.melee.pairs import engaged
from engine.art_of_war.rules.movement.grouping import letter_of
from engine.art_of_war.rules.rout.army import losses_of
from engine.art_of_war.state import GONE, SOUTH, Table, Unit, View, commander_of, standing_units
from engine.art_of_war.survey import TABLE_DEPTH, is_light, is_mounted, profile_of
from engine.data.cache import Cache

Keys = tuple[str, ...]


@dataclass(frozen=True)
class Outlook:
    """The table from one side, and what it weighs there."""

    view: View
    weights: Weights

    @property
    def table(self) -> Table:
        """The table as its side sees it."""
        return self.view.table

    @property
    def side(self) -> Seat:
        """Whose outlook it is."""
        assert self.view.viewer is not None
        return self.view.viewer

    @cached_property
    def bases(self) -> dict[str, Base]:
        """Of all units and camps that stand on the table."""
        return dict(standing_bases(self.table))

    @cached_property
    def mine(self) -> tuple[Unit, ...]:
        """Its units on the table."""
        return tuple(standing_units(self.table, self.side))

    @cached_property
    def foes(self) -> tuple[Unit, ...]:
        """Those of the enemy that it sees."""
        return tuple(one for one in standing_units(self.table) if one.side != self.side)

    @cached_property
    def busy(self) -> frozenset[str]:
        """All who are in melee, or overlap."""
        return engaged(self.table)

    @cached_property
    def fighting(self) -> frozenset[str]:
        """All who are in contact with an enemy."""
        return frozenset(key for one in self.table.contacts for key in (one.one, one.two))

    @cached_property
    def declared(self) -> frozenset[str]:
        """Its units that have declared a charge."""
        return frozenset(key for one in self.table.declared for key in one.who)

    @cached_property
    def duels(self) -> Cache[tuple[str, str], float]:
        """What fighting an enemy promises, by unit and enemy, once it was worked out."""
        return Cache()

    @cached_property
    def aims(self) -> tuple[tuple[str, Base], ...]:
        """Whatever of the enemy can be gone for: units, camps and markers of ambush."""
        table = self.table
        units = [(one.id, self.bases[one.id]) for one in self.foes]
        camps = [
            (one.id, self.bases[one.id])
            for one in table.camps.values()
            if one.side != self.side and not one.taken
        ]
        markers = [
            (one.id, base_of_marker(one)) for one in table.markers.values() if one.side != self.side
        ]
        return (*units, *camps, *markers)

    @cached_property
    def crags(self) -> tuple[Outline, ...]:
        """Ground that nobody crosses, as far as is known (10.impassable)."""
        features = self.table.features.values()
        return tuple(outline_of(one) for one in features if going_of(one) is Going.IMPASSABLE)

    # -- what losses weigh -----------------------------------------------------------------------

    def worth(self, unit: Unit, points: int) -> float:
        """Return what it is worth that a unit loses points of cohesion; never more than it has."""
        troop, worth = profile_of(unit).troop, self.weights.worth
        left = troop.cohesion - unit.lost
        points = min(points, left)
        if points <= 0:
            return 0.0
        found = points * worth.price * troop.price / troop.cohesion
        if not unit.lost:
            found += worth.disordered
        if points == left:
            found += worth.routed
        return found

    # -- who can be ordered together -------------------------------------------------------------

    @cached_property
    def idle(self) -> tuple[Unit, ...]:
        """Its units that could be told to go somewhere: they fight nobody and charge nobody."""
        away = self.fighting | self.declared
        return tuple(one for one in self.mine if one.id not in away and not self._aside(one))

    def _aside(self, unit: Unit) -> bool:
        general = commander_of(self.table, unit.side, unit.corps)
        return general is not None and (
            general.hesitating or not (general.on_table or general.place in GONE)
        )

    @cached_property
    def bodies(self) -> tuple[Keys, ...]:
        """Its units that stand together and face one way, each in one body, by their ids.

        A body is as large as a group can be, and parts no lettered group that stands together.
        """
        found: list[Keys] = []
        for part in self.parts:
            for place, body in enumerate(found):
                if len(body) + len(part) <= MOST and self._together(body, part):
                    found[place] = tuple(sorted((*body, *part)))
                    break
            else:
                found.append(part)
        return tuple(found)

    @cached_property
    def parts(self) -> tuple[Keys, ...]:
        """The same of the units of one letter, as they stand together now."""
        return self.side_by_side(self.idle)

    def side_by_side(self, units: Iterable[Unit]) -> tuple[Keys, ...]:
        """Return those of some units, by their ids, that stand together in one group each."""
        found: list[list[Unit]] = []
        left = list(units)
        while left:
            part = [left.pop(0)]
            for one in part:
                near = [other for other in left if len(part) < MOST and self._one(one, other)]
                for other in near:
                    if len(part) < MOST:
                        part.append(other)
                        left.remove(other)
            found.append(part)
        return tuple(tuple(sorted(one.id for one in part)) for part in found)

    def _one(self, one: Unit, other: Unit) -> bool:
        """Say whether two units of a group stand side by side, and go together."""
        return letter_of(one) == letter_of(other) and self._alike(one, other)

    def _alike(self, one: Unit, other: Unit) -> bool:
        """Say whether two units touch, and could be told to do the same."""
        assert one.pose is not None
        assert other.pose is not None
        return (
            one.corps == other.corps
            and one.pose.facing == other.pose.facing
            and one.moves == other.moves
            and is_light(one) == is_light(other)
            and touch(self.bases[one.id], self.bases[other.id])
        )

    def _together(self, body: Keys, part: Keys) -> bool:
        """Say whether a part can be told to go with a body: of one line, one beside the other."""
        units = self.units((*body, *part))
        return (
            all(map(self.holds_line, units))
            and not unlike(map(profile_of, units))
            and any(
                self._alike(self.table.units[one], self.table.units[two])
                for one in body
                for two in part
            )
        )

    def units(self, keys: Keys) -> tuple[Unit, ...]:
        """Return units by their ids."""
        return tuple(self.table.units[key] for key in keys)

    def line(self) -> Iterator[Unit]:
        """Yield its units that make the line: heavy and medium foot, elephants, knights."""
        for one in self.mine:
            if self.in_line(one):
                yield one

    def front(self, but: Keys) -> float | None:
        """Return how far the line has come from its own edge, on average, in hundredths.

        Args:
            but: Who is left out; ``None`` is returned where nobody else makes the line.
        """
        found = [
            self.forward(one.pose)
            for one in self.line()
            if one.pose is not None and one.id not in but
        ]
        return sum(found) / len(found) if found else None

    def forward(self, pose: Pose) -> int:
        """Return how far from its own edge a place is."""
        return pose.y if self.side == SOUTH else TABLE_DEPTH - pose.y

    def turned(self, pose: Pose) -> float:
        """Return by how many degrees a place faces away from straight ahead of its own edge."""
        off = (pose.facing - (0 if self.side == SOUTH else HALF)) % FULL
        return min(off, FULL - off) / 10

    def lost(self, side: Seat) -> int:
        """Return what a side's army has lost, in points (9.army.losses)."""
        return losses_of(self.table, side).points

    @staticmethod
    def holds_line(unit: Unit) -> bool:
        """Say whether a unit fights in the line: it is not light and shoots nobody."""
        return not is_light(unit) and profile_of(unit).weapon is None

    def in_line(self, unit: Unit) -> bool:
        """Say whether a unit makes the line: heavy and medium foot, elephants, knights."""
        return self.holds_line(unit) and not self.is_horse(unit)

    @staticmethod
    def is_horse(unit: Unit) -> bool:
        """Say whether a unit is mounted and fast enough to go round a line."""
        return is_mounted(unit) and profile_of(unit).evades

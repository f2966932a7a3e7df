"""What the computer sees, looked up once for a decision: who stands where, what losses weigh."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.api import Seat
from engine.art_of_war.groups import MOST, unlike
from engine.art_of_war.opponent.weights import Weights
from engine.art_of_war.pieces import base_of_marker, standing_bases
from engine.art_of_war.plane.contact import touch
from engine.art_of_war.plane.poses import Base, Pose
from engine.art_of_war.rules.melee.pairs import engaged
from engine.art_of_war.rules.movement.grouping import letter_of
from engine.art_of_war.rules.rout.army import losses_of
from engine.art_of_war.state import GONE, SOUTH, Table, Unit, View, commander_of, standing_units
from engine.art_of_war.survey import TABLE_DEPTH, is_light, is_mounted, profile_of
from engine.kit.keeping import Kept

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
    def duels(self) -> Kept[tuple[str, str], float]:
        """What fighting an enemy promises, by unit and enemy, once it was worked out."""
        return Kept()

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
        """Its units that stand together and face one way, each in one body, by their ids."""
        found: list[list[Unit]] = []
        left = list(self.idle)
        while left:
            body = [left.pop(0)]
            for one in body:
                near = [other for other in left if len(body) < MOST and self._one(one, other, body)]
                for other in near:
                    if len(body) < MOST:
                        body.append(other)
                        left.remove(other)
            found.append(body)
        return tuple(tuple(sorted(one.id for one in body)) for body in found)

    def _one(self, one: Unit, other: Unit, body: list[Unit]) -> bool:
        """Say whether another unit stands beside one of a body and goes with it."""
        assert one.pose is not None
        assert other.pose is not None
        return (
            one.corps == other.corps
            and one.pose.facing == other.pose.facing
            and one.moves == other.moves
            and is_light(one) == is_light(other)
            and letter_of(one) == letter_of(other)
            and touch(self.bases[one.id], self.bases[other.id])
            and not unlike(profile_of(each) for each in (*body, other))
        )

    def units(self, keys: Keys) -> tuple[Unit, ...]:
        """Return units by their ids."""
        return tuple(self.table.units[key] for key in keys)

    def line(self) -> Iterator[Unit]:
        """Yield its units that make the line: heavy and medium foot, elephants, knights."""
        for one in self.mine:
            if self.holds_line(one) and not self.is_horse(one):
                yield one

    @cached_property
    def front(self) -> float:
        """How far its line has come from its own edge, on average, in hundredths."""
        found = [self.forward(one.pose) for one in self.line() if one.pose is not None]
        return sum(found) / len(found) if found else 0.0

    def forward(self, pose: Pose) -> int:
        """Return how far from its own edge a place is."""
        return pose.y if self.side == SOUTH else TABLE_DEPTH - pose.y

    def lost(self, side: Seat) -> int:
        """Return what a side's army has lost, in points (9.army.losses)."""
        return losses_of(self.table, side).points

    @staticmethod
    def holds_line(unit: Unit) -> bool:
        """Say whether a unit fights in the line: it is not light and shoots nobody."""
        return not is_light(unit) and profile_of(unit).weapon is None

    @staticmethod
    def is_horse(unit: Unit) -> bool:
        """Say whether a unit is mounted and fast enough to go round a line."""
        return is_mounted(unit) and profile_of(unit).evades

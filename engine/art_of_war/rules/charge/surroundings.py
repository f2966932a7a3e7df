"""What a side that charges has before it: who stands where, whose zones hold, what the ground is.

It is worked out once for all that is asked of one table.

Rules:
    5.terrain.worst, 5.zone.none, 8.works.behind; ADG-R10, ADG-R28.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.api import Seat
from engine.art_of_war.frames import Declared
from engine.art_of_war.pieces import base_of_work, standing_bases
from engine.art_of_war.plane.contact import collide, distance
from engine.art_of_war.plane.poses import Base, Edge, Pose, placed
from engine.art_of_war.plane.shapes import box, meet, on_table
from engine.art_of_war.plane.tolerance import more
from engine.art_of_war.rules.melee.works import work_before
from engine.art_of_war.rules.movement.pacing import pace_of
from engine.art_of_war.rules.movement.zones import guards, holding, owners
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import Camp, Contact, Feature, General, Phase, Table, Unit, Work
from engine.art_of_war.survey import TABLE_DEPTH, TABLE_WIDTH
from engine.data.cache import Caching, Found, cached
from engine.kit.records import changed

SIZE = (TABLE_WIDTH, TABLE_DEPTH)

_UNSPENT: Final[Mapping[str, Any]] = {
    "pose": None,
    "unit": "",
    "thrown": 0,
    "points": 0,
    "moved": 0,
    "fights": False,
    "free": False,
    "carried": False,
}
"""A general of whom it counts only whether they stand aside."""


class Surroundings(Caching):
    """A table as a side that charges sees it; nothing of it changes.

    Attributes:
        table: As it stands.
        side: Who charges.
        bases: Of all units and camps on the table that count, by id.
    """

    __slots__ = ("_guards", "_zones", "bases", "found", "side", "table")

    def __init__(self, table: Table, side: Seat, bases: Mapping[str, Base] | None = None) -> None:
        """Look at a table for a side; *bases* are those that count, if it is not all of them."""
        self.table = table
        self.side = side
        self.bases = dict(standing_bases(table)) if bases is None else bases
        self._zones: Mapping[str, Base] | None = None
        self._guards: dict[str, tuple[tuple[str, int], ...]] = {}
        self.found: Found = {}

    @property
    def zones(self) -> Mapping[str, Base]:
        """Enemy zones of control, blocked or not, by whose they are (5.zone)."""
        if self._zones is None:
            self._zones = {one.id: area for one, area in owners(self.table, self.side)}
        return self._zones

    def face(self, key: str, edge: Edge) -> Base:
        """Return the base along whose edge one stands who is in contact with an edge of another.

        It is theirs, or that of the fortification before their front (8.works.behind).
        """
        if edge == "front" and self.table.works and key in self.table.units:
            work = work_before(self.table, self.table.units[key])
            if work is not None:
                return base_of_work(work)
        return self.bases[key]

    def side_of(self, key: str) -> Seat:
        """Return whose a unit or camp is."""
        found: Unit | Camp | None = self.table.units.get(key) or self.table.camps.get(key)
        assert found is not None
        return found.side

    def blocks(self, enemy: str, base: Base, without: Sequence[str]) -> bool:
        """Say whether somebody or something keeps an enemy zone from a base (5.zone.block).

        Args:
            enemy: Whose zone.
            base: Where somebody stands, or would.
            without: Units that do not block: who it is, and who moves with them.
        """
        if enemy not in self._guards:
            owner, area = self.table.units[enemy], self.zones[enemy]
            self._guards[enemy] = guards(self.table, owner, area, self.side)
        found = [near for key, near in self._guards[enemy] if key not in without]
        return bool(found) and more(distance(self.bases[enemy], base), min(found))

    def holders(self, keys: Sequence[str]) -> frozenset[str]:
        """Return the enemies in whose zones any of some units stand (5.zone.within)."""
        found: set[str] = set()
        for key in keys:
            found.update(holding(self.table, self.bases[key], self.side, keys))
        return frozenset(found)

    def fits(
        self, key: str, pose: Pose, others: Mapping[str, Pose], but: Collection[str] = ()
    ) -> bool:
        """Say whether a unit can stand in a place: on the table, on nobody and on no bad ground.

        Args:
            key: The unit.
            pose: Where.
            others: Where those stand by then who move with it.
            but: Units that make room.
        """
        base = placed(self.bases[key], pose)
        if not on_table(base, SIZE):
            return False
        for other, where in others.items():
            if other != key and collide(base, placed(self.bases[other], where)):
                return False
        span = box(base)
        for other, stood in self.bases.items():
            if other == key or other in others or other in but:
                continue
            if meet(span, box(stood), 0) and collide(base, stood):
                return False
        return bool(self.pace(key, base))

    def pace(self, key: str, *ground: Base) -> int:
        """Return how far a move of a unit goes that leads over some ground (5.terrain.worst)."""
        return pace_of(self.table, self.table.units[key], ground)


def surroundings_of(table: Table, side: Seat) -> Surroundings:
    """Return what a side has before it that looks for ways to charge.

    Its table is :func:`ground_of` the one that is given, so that what was worked out before a
    general rode about, or a point was spent, is still known after it.
    """
    return surroundings_at(ground_of(table), side)


@cached
def surroundings_at(table: Table, side: Seat) -> Surroundings:
    """Return what a side has before it on a table, as it is; the same each time."""
    return Surroundings(table, side)


@cached
def ground_of(table: Table) -> Table:
    """Return a table without what no way of charging hangs on: where generals are, and points.

    It is the same table as long as nothing else of it changes.
    """
    return _ground(
        table.units,
        table.settings,
        (table.turn, table.phase, table.player),
        tuple(changed(one, **_UNSPENT) for one in table.generals.values()),
        tuple(table.camps.values()),
        tuple(table.works.values()),
        tuple(table.features.values()),
        table.contacts,
        table.declared,
    )


@cached
def _ground(
    units: Mapping[str, Unit],
    settings: Settings,
    when: tuple[int, Phase, Seat],
    generals: Sequence[General],
    camps: Sequence[Camp],
    works: Sequence[Work],
    features: Sequence[Feature],
    contacts: tuple[Contact, ...],
    declared: tuple[Declared, ...],
) -> Table:
    turn, phase, player = when
    return Table(
        settings,
        turn=turn,
        phase=phase,
        player=player,
        units=units,
        generals={one.id: one for one in generals},
        camps={one.id: one for one in camps},
        works={one.id: one for one in works},
        features={one.id: one for one in features},
        contacts=contacts,
        declared=declared,
    )

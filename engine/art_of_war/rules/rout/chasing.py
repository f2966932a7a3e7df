"""Where a pursuit leads: 1 UD straight on, and whom it comes upon (9.pursuit).

Rules:
    9.pursuit, 9.pursuit.contact, 9.pursuit.light, 8.halt, 8.conform, 5.leave, 10.impassable;
    ADG-R43, ADG-R87.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.art_of_war.ground import going_of, kind_of, outline_of, try_river
from engine.art_of_war.pieces import base_of_work, standing_bases
from engine.art_of_war.plane.conforming import free_place
from engine.art_of_war.plane.contact import distance, edges_met
from engine.art_of_war.plane.paths import crosses, longest, straight
from engine.art_of_war.plane.poses import UD, Base, Edge, Pose, ahead, placed, travel
from engine.art_of_war.plane.shapes import Shape, near, on_table
from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.rules.charge.contact import make
from engine.art_of_war.rules.charge.restrictions import against_contact
from engine.art_of_war.rules.command.dodging import dodge_all
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.movement.leaving import leave
from engine.art_of_war.rules.movement.pacing import eases_of
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import TABLE_DEPTH, TABLE_WIDTH, base_of, pace_over, profile_of

SIZE = (TABLE_WIDTH, TABLE_DEPTH)


@dataclass(frozen=True, slots=True)
class Course:
    """Where a pursuit leads.

    Attributes:
        pose: Where it ends.
        length: How far straight on.
        meets: The enemy unit or camp that it comes into contact with; "" for none.
        edge: Which edge of theirs.
        shuns: The enemy 1 UD short of whom it stops; "" for none (8.halt).
        leaves: Whether it leads off the table.
    """

    pose: Pose
    length: int
    meets: str = ""
    edge: Edge = "front"
    shuns: str = ""
    leaves: bool = False


def course_of(table: Table, unit: Unit) -> Course:
    """Return where a unit comes to that pursues as the table stands."""
    base = base_of(unit)
    bars: list[Shape] = list(_barred(table, unit))
    enemies: dict[str, Base] = {}
    for key, other in standing_bases(table):
        if _side_of(table, key) != unit.side:
            enemies[key] = other
        if key != unit.id:
            bars.append(other)
    length = longest(base, bars, "ahead", UD)
    for key, edge in _met(base, length, enemies):
        if against_contact(table, unit, key, edge):
            return _short_of(base, enemies[key], key, length)
        return Course(_conformed(table, unit, base, length, key, edge), length, key, edge)
    if length == UD:
        for key in _shunned(table, unit, base, enemies):
            return _short_of(base, enemies[key], key, length)
    end = ahead(base.pose, length)
    return Course(end, length, leaves=length == UD and not on_table(placed(base, end), SIZE))


def _side_of(table: Table, key: str) -> str:
    unit = table.units.get(key)
    return table.camps[key].side if unit is None else unit.side


def _barred(table: Table, unit: Unit) -> Iterator[Shape]:
    """Yield what stops a pursuit: ground that the unit cannot enter, and fortifications."""
    pace, eases = profile_of(unit).pace, eases_of(unit)
    for one in table.features.values():
        if not pace_over(pace, going_of(one, eases)):
            yield outline_of(one)
    for work in table.works.values():
        yield base_of_work(work)


def _met(base: Base, length: int, enemies: Mapping[str, Base]) -> Iterator[tuple[str, Edge]]:
    """Yield the enemies whom a base has come upon with its front, who is most in its way first."""
    there = placed(base, ahead(base.pose, length))
    step = straight(there, "ahead", UD)
    found = []
    for key, other in enemies.items():
        met = edges_met(there, other)
        if not met or not crosses(step, other):
            continue
        # Whose front it meets has come from before it: that goes before a flank met as well.
        edge: Edge = "front" if "front" in met else met[0]
        found.append((distance(base, other), key, edge))
    return ((key, edge) for _, key, edge in sorted(found))


def _shunned(table: Table, unit: Unit, base: Base, enemies: Mapping[str, Base]) -> Iterator[str]:
    """Yield whom a unit may not fight and would be within 1 UD of after a pursuit (8.halt)."""
    found = []
    for key, other in enemies.items():
        if near(base, other, 2 * UD):
            way = longest(base, [other], "ahead", 2 * UD)
            met = edges_met(placed(base, ahead(base.pose, way)), other)
            edge: Edge = "front" if "front" in met else next(iter(met), "front")
            if way < 2 * UD and met and against_contact(table, unit, key, edge):
                found.append((way, key))
    return (key for _, key in sorted(found))


def _short_of(base: Base, enemy: Base, key: str, length: int) -> Course:
    """Return a course that ends 1 UD before whom a unit may not fight, or where it stands."""
    way = length
    while way > 0 and distance(placed(base, ahead(base.pose, way)), enemy) < UD:
        way -= 1
    return Course(ahead(base.pose, way), way, shuns=key)


def _conformed(table: Table, unit: Unit, base: Base, length: int, key: str, edge: Edge) -> Pose:
    """Return where a unit lines up with whom it meets; as it has come where it has no room to."""
    there = placed(base, ahead(base.pose, length))
    others = {other: where for other, where in standing_bases(table) if other != unit.id}
    pose = free_place(there, others[key], edge, others.values())
    return there.pose if pose is None or travel(there, pose) > UD else pose


def follow(play: Play, unit: Unit) -> None:
    """Let a unit pursue, and carry out whatever that leads to."""
    _try_rivers(play, unit)
    course = course_of(play.table, unit)
    if course.leaves:
        leave(play, unit.id)
        return
    if not course.length and not course.meets:
        play.tell("pursuit.blocked", "9.pursuit", unit=unit_term(unit))
        return
    path = straight(base_of(unit), "ahead", course.length)
    stand(play, unit.id, course.pose)
    play.change(unit.id, stirred=True)
    way = Fraction(course.length, UD)
    play.tell("pursuit.moves", "9.pursuit", unit=unit_term(unit), ud=way)
    if course.shuns:
        play.tell("pursuit.halts", "8.halt", unit=unit_term(unit), foe=unit_term(course.shuns))
    dodge_all(play, unit.id, (path,))
    if course.meets:
        make(play, unit.id, course.meets, course.edge, charge=False, pursuit=True)


def _try_rivers(play: Play, unit: Unit) -> None:
    """Throw for rivers on the way that nobody has tried yet (10.river)."""
    path = straight(base_of(unit), "ahead", UD)
    for one in tuple(play.table.features.values()):
        if kind_of(one).going == "dice" and not one.going and crosses(path, outline_of(one)):
            try_river(play, one.id)

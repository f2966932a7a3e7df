"""Who may shoot, and at whom each must (7).

Rules:
    7.who, 7.not.moved, 7.not.again, 7.not.charge, 7.not.fighting, 7.not.melee, 7.not.phalanx,
    7.range, 7.target, 7.arc, 7.arc.horse, 7.arc.wagons, 7.sight, 7.priority, 7.priority.near,
    7.over, 3.allies.idle, 10.hill.sight; ADG-R30, ADG-R83.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from engine.art_of_war.ground import features_at, is_high, kind_of, outline_of
from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.arcs import Arc, directly_ahead, in_arc, range_to
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.plane.shapes import Shape, both, box, meet
from engine.art_of_war.plane.sight import clear_line
from engine.art_of_war.rules.command.allies import hesitates
from engine.art_of_war.rules.melee.phalanx import forms_deep, second_of
from engine.art_of_war.state import Table, Unit, standing_units
from engine.art_of_war.survey import base_of, is_light, profile_of, type_of
from engine.art_of_war.troops import TroopType

_ARCS: Final[dict[TroopType, tuple[Arc, ...]]] = {
    TroopType.LH: ("round",),
    TroopType.WWG: ("left", "right"),
}
"""Over which edges a type shoots; all others over their front."""

GUNS: Final = frozenset(("light_artillery", "heavy_artillery"))
"""They shoot over light troops on their own level (7.over)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A target that a shooter has before it.

    Attributes:
        target: Whom.
        away: How far, in hundredths of a UD.
        ahead: Whether it is straight before the shooter.
        arc: Over which edge it is shot at.
    """

    target: str
    away: int
    ahead: bool
    arc: Arc = "front"


def can_shoot(table: Table, unit: Unit, engaged: Collection[str]) -> bool:
    """Say whether a unit may shoot in this player's turn, if it has a target (7.not).

    Args:
        table: As it stands.
        unit: Which; it stands on the table.
        engaged: All who are in melee or overlap.
    """
    weapon = profile_of(unit).weapon
    if weapon is None or unit.id in engaged or unit.charged or unit.evaded:
        return False
    if hesitates(table, unit):
        return False
    moves = unit.moves if unit.side == table.player else 0
    return moves <= (1 if weapon.moving else 0)


def aim_of(table: Table, unit: Unit, engaged: Collection[str]) -> Aim | None:
    """Return at whom a unit shoots that may (7.priority).

    Whoever is straight ahead goes before those beside, then the nearest, then who has lost more
    cohesion, then the first by name (ADG-R30).
    """

    def weight(aim: Aim) -> tuple[bool, int, int, str]:
        return not aim.ahead, aim.away, -table.units[aim.target].lost, aim.target

    for aim in sorted(_in_reach(table, unit, engaged), key=weight):
        if _sees(table, unit, table.units[aim.target], aim.arc):
            return aim
    return None


def aims(table: Table, unit: Unit, engaged: Collection[str]) -> Iterator[Aim]:
    """Yield whom a unit could shoot at, by range, arc and line of sight, whatever its priority."""
    for aim in _in_reach(table, unit, engaged):
        if _sees(table, unit, table.units[aim.target], aim.arc):
            yield aim


def _in_reach(table: Table, unit: Unit, engaged: Collection[str]) -> Iterator[Aim]:
    """Yield whom a unit could shoot at if it saw them, by range and arc (7.target, 7.arc)."""
    weapon = profile_of(unit).weapon
    if weapon is None:
        return
    base = base_of(unit)
    for foe in standing_units(table):
        if foe.side == unit.side or foe.id in engaged:
            continue
        target = base_of(foe)
        for arc in _ARCS.get(type_of(unit), ("front",)):
            if in_arc(base, target, weapon.range, arc):
                ahead = directly_ahead(base, target, weapon.range, arc)
                yield Aim(foe.id, range_to(base, target, arc), ahead, arc)


def _sees(table: Table, unit: Unit, foe: Unit, arc: Arc) -> bool:
    """Say whether a clear line leads from a shooter to a target (7.sight)."""
    base, target = base_of(unit), base_of(foe)
    edge = None if arc == "round" else arc
    return clear_line(base, target, _between(table, unit, foe, base, target), edge)


def _between(table: Table, unit: Unit, foe: Unit, base: Base, target: Base) -> Iterator[Shape]:
    """Yield what blocks a line: whoever stands there, and ground that nobody sees through.

    Ground that shooter or target stands in blocks nothing between those two (ADG-R83).
    """
    span = both(base, target)
    for key, other in standing_bases(table):
        if key in (unit.id, foe.id) or not meet(box(other), span):
            continue
        if not _shoots_over(table, unit, key):
            yield other
    inside = {one.id for end in (base, target) for one in features_at(table, end)}
    for one in table.features.values():
        if kind_of(one).blocks and one.id not in inside:
            yield outline_of(one)


def _shoots_over(table: Table, unit: Unit, key: str) -> bool:
    """Say whether a unit shoots over somebody: only over friends, from above (7.over).

    Guns do so over light troops on their own level; nobody over a phalanx in deep formation.
    """
    friend = table.units.get(key)
    if friend is None or friend.side != unit.side:
        return False
    above = is_high(table, base_of(unit)) - is_high(table, base_of(friend))
    weapon = profile_of(unit).weapon
    guns = weapon is not None and weapon.key in GUNS
    over = above > 0 or (above == 0 and guns and is_light(friend))
    return over and not _stands_deep(table, friend)


def _stands_deep(table: Table, unit: Unit) -> bool:
    """Say whether a unit is part of a phalanx in deep formation (7.not.phalanx)."""
    if not forms_deep(unit):
        return False
    return second_of(table, unit) is not None or any(
        second_of(table, one) == unit for one in standing_units(table, unit.side)
    )

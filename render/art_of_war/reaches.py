"""How far somebody moves, shoots, leads and holds the enemy: areas on the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.art_of_war.pieces import base_of_general
from engine.art_of_war.plane.arcs import arc_area
from engine.art_of_war.plane.poses import HANDS, UD
from engine.art_of_war.plane.zones import zone
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.state import General, View
from engine.art_of_war.survey import base_of, profile_of
from engine.art_of_war.troops import TroopType
from render.art_of_war.muster import Standing
from render.art_of_war.selection import Reach
from render.art_of_war.sheet import outline, round_about

_DOUBLE: Final = 2
"""How many times as far light troops are led (3.distance.light)."""


def control(one: Standing) -> Reach | None:
    """Return a unit's zone of control; ``None`` of one that has none."""
    if not profile_of(one.unit).troop.zone or one.face.hidden:
        return None
    return Reach(one.unit.id, tuple(outline(zone(one.base))), UD)


def ranges(one: Standing) -> Iterator[Reach]:
    """Yield where a unit can shoot: before it, all round, or to both sides."""
    profile = profile_of(one.unit)
    if profile.weapon is None:
        return
    length, key = profile.weapon.range, one.unit.id
    match profile.troop.type:
        case TroopType.LH:
            yield Reach(key, tuple(round_about(one.base, length)), length)
        case TroopType.WWG:
            for hand in HANDS:
                yield Reach(key, tuple(outline(arc_area(one.base, length, hand))), length)
        case _:
            yield Reach(key, tuple(outline(arc_area(one.base, length))), length)


def reach(one: Standing) -> Reach | None:
    """Return how far a unit moves straight ahead over open ground; ``None`` where it cannot."""
    length = profile_of(one.unit).pace.open
    area = tuple(outline(zone(one.base, length)))
    return Reach(one.unit.id, area, length) if length else None


def led(view: View, general: General, times: int = 1) -> Reach | None:
    """Return what lies within a general's command distance, so many times as far."""
    unit = view.table.units.get(general.unit)
    if unit is not None and unit.pose is not None:
        base = base_of(unit)
    elif general.pose is not None:
        base = base_of_general(general)
    else:
        return None
    length = load_ranks()[general.rank].distance * times
    return Reach(general.id, tuple(round_about(base, length)), length)


def led_light(view: View, general: General) -> Reach | None:
    """Return how far a general leads light troops."""
    return led(view, general, _DOUBLE)

"""How far somebody moves, shoots, leads and holds the enemy: areas on the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from engine.art_of_war.plane.arcs import arc_area
from engine.art_of_war.plane.poses import HANDS
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.command.distance import TIMES_LIGHT, place_of
from engine.art_of_war.state import General, View
from engine.art_of_war.survey import profile_of
from engine.art_of_war.troops import TroopType
from render.art_of_war.muster import Standing
from render.art_of_war.selection import Reach
from render.art_of_war.sheet import outline, round_about


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


def led(view: View, general: General, times: int = 1) -> Reach | None:
    """Return what lies within a general's command distance, so many times as far."""
    if not general.unit and general.pose is None:
        return None
    base = place_of(view.table, general)
    length = load_ranks()[general.rank].distance * times
    return Reach(general.id, tuple(round_about(base, length)), length)


def led_light(view: View, general: General) -> Reach | None:
    """Return how far a general leads light troops."""
    return led(view, general, TIMES_LIGHT)

"""Answers: who of the charged evades, and who pursues without having to (5.evade, 9.pursuit)."""

from __future__ import annotations

from engine.api import Action
from engine.art_of_war.actions import Evade, Pursue, Stand, Stay
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.opponent.expecting import front_to_front, in_all, supposed
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.plane.poses import UD, seen_from
from engine.art_of_war.rules.charge.reach import way_of
from engine.art_of_war.rules.charge.surroundings import surroundings_of
from engine.art_of_war.rules.movement.pacing import full_pace
from engine.art_of_war.rules.rout.pursuit import pursuers
from engine.art_of_war.survey import is_light

MOST_WIDE = UD
"""How far beside the way of who pursues an enemy may stand to be met."""


def evaded(look: Outlook, frame: Charging) -> Action:
    """Return who runs: whoever standing would cost too much."""
    away = tuple(
        key for key in frame.may if _standing(look, frame, key) < look.weights.answer.stand
    )
    return Evade(units=away) if away else Stand()


def _standing(look: Outlook, frame: Charging, key: str) -> float:
    """Return what it promises that one unit stands, all charges that reach it carried out."""
    table, surroundings = look.table, surroundings_of(look.table, frame.seat)
    after = table
    for one in frame.charges:
        way = way_of(surroundings, one, one.moves)
        if way is not None and any(each.two == key for each in way.contacts):
            after = supposed(after, way.ends, way.contacts)
    return in_all(look, after) - in_all(look, table)


def pursued(look: Outlook, frame: Pursuing) -> Action:
    """Return who pursues: whoever would come upon an enemy that it is a match for."""
    keys = tuple(key for key in pursuers(look.table, frame, look.side) if _is_worth_it(look, key))
    return Pursue(units=keys) if keys else Stay()


def _is_worth_it(look: Outlook, key: str) -> bool:
    """Say whether straight before a unit is somebody whom it had better fight, or a camp."""
    base, unit = look.bases[key], look.table.units[key]
    reach = full_pace(unit)
    found = []
    for name, aim in look.aims:
        right, ahead = seen_from(base.pose, (aim.pose.x, aim.pose.y))
        if 0 < ahead <= reach + aim.depth and abs(right) < MOST_WIDE:
            found.append((ahead, name))
    if not found:
        return False
    _, name = min(found)
    if name in look.table.camps:
        return True
    enemy = look.table.units.get(name)
    if enemy is None or is_light(enemy):
        return False
    return front_to_front(look, key, name) > look.weights.answer.pursue

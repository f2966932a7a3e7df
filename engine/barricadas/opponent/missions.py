"""Missions of batteries off the ground: at whom, and whether it is worth one (8.1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.barricadas.actions import Task
from engine.barricadas.frames import Deed
from engine.barricadas.opponent.expecting import Toll
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.shooting import toll_of_target
from engine.barricadas.roster import Munition
from engine.barricadas.rules.artillery.missions import against_mission, batteries_left, is_blind
from engine.barricadas.rules.attack.aiming import of_target
from engine.barricadas.state import Counter
from engine.barricadas.tables.batteries import factors
from engine.barricadas.tables.scatter import strays

DIE = range(1, 7)


@dataclass(frozen=True, slots=True)
class Called:
    """A mission and what it is worth."""

    task: Task
    gain: float


def mission(look: Outlook, leader: Counter) -> Called | None:
    """Return the best mission that an officer can direct, if it is worth a mission."""
    battery = next(batteries_left(look.table, look.side), None)
    if battery is None or leader.officer is None:
        return None
    brings = factors(battery.calibre, complete=battery.complete, dispersed=False)
    best: Called | None = None
    for target in sorted(look.enemy_hexes):
        if against_mission(look.table, (leader,), target, (), 0) or _is_close(look, target):
            continue
        blind = is_blind(look.table, leader, target)
        straight = sum(not strays(shown, blind=blind) for shown in DIE) / len(DIE)
        there = look.foes.get(target, [])
        if there:
            toll = toll_of_target(look, target, (), Munition.ART)
        else:
            steps = look.weights.shade.steps
            toll = Toll(((steps, 1.0),), (), look.weights.worth.kill, alone=False)
        gain = straight * toll.expected(brings, of_target(look.table, there), look.divisor(target))
        if best is None or gain > best.gain:
            best = Called(Task(who=leader.id, deed=Deed.MISSION, to=target), gain)
    bar = look.temper.shells * look.left / look.scenario.turns
    return best if best is not None and best.gain > bar else None


def _is_close(look: Outlook, target: str) -> bool:
    """Say whether own troops are so near that shells that stray may strike them."""
    return any(look.field.distance(target, place) <= 1 for place in look.mine)

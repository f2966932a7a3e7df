"""Missions of batteries and aircraft: at whom, and whether it is worth one (8.1, 13)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.barricadas.actions import Task, joined
from engine.barricadas.frames import FLIGHTS, Deed, Doing
from engine.barricadas.opponent.body import toll_of
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.shooting import shots, toll_of_target
from engine.barricadas.roster import Munition
from engine.barricadas.rules.artillery.aviation import flak
from engine.barricadas.rules.artillery.guns import against_guns, factors_of, guns_for
from engine.barricadas.rules.artillery.missions import (
    against_directing,
    against_mission,
    is_wanted,
    landings,
    load_of,
)
from engine.barricadas.rules.attack.aiming import of_target
from engine.barricadas.state import Counter
from engine.barricadas.tables import aviation


@dataclass(frozen=True, slots=True)
class Called:
    """A mission and what it is worth.

    Attributes:
        task: As it is ordered.
        gain: In steps of infantry.
        guns: The guns on the board that fire it.
    """

    task: Task
    gain: float
    guns: tuple[str, ...] = ()


def mission(look: Outlook, leader: Counter) -> Called | None:
    """Return the best mission that an officer can direct, if it is worth a mission."""
    if leader.officer is None:
        return None
    best: Called | None = None
    for deed in (Deed.MISSION, Deed.BARRAGE, Deed.BOMB, Deed.STRAFE):
        called = _best(look, leader, deed)
        if called is not None and (best is None or called.gain > best.gain):
            best = called
    bar = look.temper.shells * look.left / look.scenario.turns
    if best is not None and best.gain <= bar:
        best = None
    guns = _of_guns(look, leader)
    if guns is not None and guns.gain > (best.gain if best is not None else look.temper.least):
        return guns
    return best


def _of_guns(look: Outlook, leader: Counter) -> Called | None:
    """Return the best mission of guns on the board that cannot fire as well by themselves."""
    heaps: dict[str, list[Counter]] = {}
    for one in guns_for(look.table, leader):
        heaps.setdefault(one.at, []).append(one)
    best: Called | None = None
    for guns in heaps.values():
        keys = tuple(one.id for one in guns)
        alone = sum(one.gain for one in shots(look, guns, leader))
        for target in look.foes:
            doing = Doing((leader.id, *keys), Deed.DIRECT, (look.where[leader.id],), target)
            if against_directing(look.table, leader, doing, (), ()) or against_guns(
                look.table, leader, guns, target
            ):
                continue
            toll = toll_of_target(look, target, guns, Munition.ART)
            modifier = of_target(look.table, look.foes[target])
            factors = factors_of(look.table, doing)
            gain = toll.expected(factors, modifier, look.divisor(target)) - alone
            if best is None or gain > best.gain:
                task = Task(who=joined(doing.who), deed=Deed.DIRECT, to=target)
                best = Called(task, gain, keys)
    return best


def _best(look: Outlook, leader: Counter, deed: Deed) -> Called | None:
    """Return the best target of one kind of mission."""
    best: Called | None = None
    for target in sorted(look.enemy_hexes):
        doing = Doing((leader.id,), deed, (look.where[leader.id],), target)
        if against_mission(look.table, (leader,), doing, (), ()):
            continue
        gain = promise(look, leader, doing)
        if best is None or gain > best.gain:
            best = Called(Task(who=leader.id, deed=deed, to=target), gain)
    return best


def promise(look: Outlook, leader: Counter, doing: Doing) -> float:
    """Return what a mission brings wherever it may come down, less what it costs its own side.

    In sight it falls on enemies alone; where nobody sees it, on whoever is there (8.1.4.2).
    """
    factors = load_of(look.table, look.side, doing).factors
    found = 0.0
    for landed in landings(look.table, leader, doing):
        if landed.seen and not is_wanted(look.table, look.side, landed.area, "enemies"):
            continue
        found += float(landed.chance) * sum(_strikes(look, place, factors) for place in landed.area)
    if doing.deed in FLIGHTS:
        found *= float(1 - aviation.chance(flak(look.table, doing.target, look.side)))
    return found


def _strikes(look: Outlook, place: str, factors: int) -> float:
    """Return what shells on a hex cost the enemy, less what they cost its own side."""
    found, divisor = 0.0, look.divisor(place)
    if place in look.enemy_hexes:
        modifier = of_target(look.table, look.foes.get(place, []))
        toll = toll_of_target(look, place, (), Munition.ART)
        found += toll.expected(factors, modifier, divisor)
    own = look.mine.get(place, [])
    if own:
        found -= toll_of(look, own).expected(factors, of_target(look.table, own), divisor)
    return found

"""What an order would come to, by the rules themselves: moves part by part, charges, withdrawals.

Nothing is guessed: where the rules say nothing of an order as far as it is filled in, nothing is
marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, cast

from engine.art_of_war.actions import Charge, Manoeuvre, Part
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.plane.zones import zone
from engine.art_of_war.rules.charge.breaking_off import end_of
from engine.art_of_war.rules.charge.declaring import meant
from engine.art_of_war.rules.charge.evading import attacks
from engine.art_of_war.rules.charge.falling_back import foreseen
from engine.art_of_war.rules.charge.reach import Way
from engine.art_of_war.rules.charge.surroundings import Surroundings, surroundings_of
from engine.art_of_war.rules.command.distance import place_of
from engine.art_of_war.rules.melee.pairs import engaged
from engine.art_of_war.rules.movement.marching import March, march
from engine.art_of_war.rules.movement.nearest import most_of
from engine.art_of_war.rules.movement.zones import is_blocked, owners
from engine.art_of_war.rules.shooting.aiming import aim_of
from engine.art_of_war.state import General, Unit, View
from engine.art_of_war.survey import base_at, base_of, is_light
from render.art_of_war import reaches
from render.art_of_war.muster import Standing, standing
from render.art_of_war.places import point_at
from render.art_of_war.selection import Ghost, Reach, Selection
from render.art_of_war.sheet import around, meets, middle, outline

_NEAR: Final = 4.0
"""So near who is ordered, in UD, the enemy's zones of control are shown."""

_SHOWN: Final = frozenset(("move", "charge", "hold", "breakoff", "rally", "lead"))
"""Orders that show how far generals lead, and who holds whom."""


def ordered(found: Selection, kind: str, field: str, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with what an order of some kind shows besides."""
    if found.view.viewer is None:
        return found
    if kind in _SHOWN:
        found = _commanded(found)
    units = _mine(found.view, found.start)
    match kind:
        case "move" if units:
            parts = [one for one in filled.get("parts", ()) if isinstance(one, Part)]
            found = _marched(found, units, parts, asked=field == "parts")
        case "charge" if units:
            found = _charged(found, units, filled)
        case "breakoff" if units and isinstance(filled.get("back"), Fraction):
            found = _broken_off(found, units[0], filled["back"])
        case "lead":
            found = _ridden(found, filled)
        case "withhold":
            found = _withheld(found, units)
        case "evade":
            found = _evaded(found, [one.id for one in units])
        case "pursue":
            found = _pursued(found)
    return found


def _mine(view: View, keys: Iterable[str]) -> list[Unit]:
    """Return the viewer's units of some keys that stand on the table."""
    units = (view.table.units.get(key) for key in keys)
    return [one for one in units if one is not None and one.on_table and one.side == view.viewer]


def _shown(view: View, units: Sequence[Unit]) -> list[Standing]:
    keys = {one.id for one in units}
    return [one for one in standing(view) if one.unit.id in keys]


def _areas(areas: Iterable[Reach | None]) -> tuple[Reach, ...]:
    return tuple(dict.fromkeys(one for one in areas if one is not None))


# -- command and zones -------------------------------------------------------------------------


def _commanded(found: Selection) -> Selection:
    """Return a selection with how far those lead who command it, and who holds it."""
    view, units = found.view, _mine(found.view, found.start)
    leaders = list(_leaders(found, units))
    light = any(map(is_light, units))
    return replace(
        found,
        commands=_areas(reaches.led(view, one) for one in leaders),
        lights=_areas(reaches.led_light(view, one) for one in leaders if light),
        controls=tuple(_controls(view, units)),
    )


def _leaders(found: Selection, units: Sequence[Unit]) -> Iterator[General]:
    corps = {one.corps for one in units}
    for general in found.view.table.generals.values():
        mine = general.on_table and general.side == found.view.viewer
        if mine and (general.id in found.start or general.corps in corps):
            yield general


def _controls(view: View, units: Sequence[Unit]) -> Iterator[Reach]:
    """Yield the enemy's zones of control about some units, but those that are blocked for them."""
    table, keys = view.table, [one.id for one in units]
    bases = [base_of(one) for one in units]
    if view.viewer is None or not bases:
        return
    boxes = [around(outline(base)) for base in bases]
    for enemy, area in owners(table, view.viewer):
        corners = outline(area)
        span = around(corners)
        near = [base for base, box in zip(bases, boxes, strict=True) if meets(span, box, _NEAR)]
        if near and not all(is_blocked(table, enemy, area, b, view.viewer, keys) for b in near):
            yield Reach(enemy.id, tuple(corners), UD)


# -- moves -------------------------------------------------------------------------------------


def _marched(
    found: Selection, units: Sequence[Unit], parts: Sequence[Part], *, asked: bool
) -> Selection:
    """Return a selection with where a move leads, and, while *asked*, how far it may go on."""
    table = found.view.table
    plan, _ = march(table, units, parts)
    ghosts, ways = [], []
    if plan.stretches:
        for place, unit in enumerate(units):
            bases = [stage[place] for stage in plan.bases]
            ways.append(tuple(middle(base) for base in bases))
            ghosts.append(Ghost(unit.id, unit.side, bases[-1]))
    return replace(
        found,
        ways=(*found.ways, *ways),
        ghosts=(*found.ghosts, *ghosts),
        reaches=tuple(_onward(plan, parts)) if asked else (),
        ranges=_areas(
            area for one in _shown(found.view, units) for area in reaches.ranges(_moved(one, plan))
        ),
    )


def _moved(one: Standing, plan: March) -> Standing:
    """Return a unit as it would stand after a move as far as it is worked out."""
    return replace(one, base=plan.bases[-1][plan.keys.index(one.unit.id)])


def _onward(plan: March, parts: Sequence[Part]) -> Iterator[Reach]:
    """Yield how far straight on everybody may go after the parts that are chosen."""
    left = max(0, plan.allowed - plan.used)
    if not left or len(plan.stretches) < len(parts):
        return
    on = Part(do=Manoeuvre.ADVANCE, by=Fraction(left, UD))
    length = most_of(plan.table, plan.units, parts, on)
    for unit, base in zip(plan.units, plan.bases[-1], strict=True):
        if length:
            yield Reach(unit.id, tuple(outline(zone(base, length))), length)


def _broken_off(found: Selection, unit: Unit, back: Fraction) -> Selection:
    """Return a selection with where a unit stands that leaves melee."""
    end = base_at(unit, end_of(unit, round(back * UD)))
    way = middle(base_of(unit)), middle(end)
    ghost = Ghost(unit.id, unit.side, end)
    return replace(found, ways=(*found.ways, way), ghosts=(*found.ghosts, ghost))


def _ridden(found: Selection, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with the way of a general."""
    general = next((one for one in _leaders(found, ()) if one.id in found.start), None)
    end = point_at(found.view, str(filled.get("to", "")))
    if general is None or end is None or (not general.unit and general.pose is None):
        return found
    start = middle(place_of(found.view.table, general))
    return replace(found, ways=(*found.ways, (start, end)))


# -- charges and shooting ----------------------------------------------------------------------


def _charged(found: Selection, units: Sequence[Unit], filled: Mapping[str, Any]) -> Selection:
    """Return a selection with where a charge leads once its target is chosen."""
    view = found.view
    target = str(filled.get("target", ""))
    there = target in view.table.units or target in view.table.camps
    if view.viewer is None or not there:
        return found
    others = {target: None} | dict.fromkeys(found.start)
    keys = tuple(one.id for one in units if one.id != target)
    found = replace(found, start=tuple(key for key in others if key != target))
    charges = tuple((key, target) for key in keys)
    order = Charge(who="+".join(keys), target=target, at=cast("Any", filled.get("at", "any")))
    surroundings = surroundings_of(view.table, view.viewer)
    way = meant(view.table, order)[0] if _stands(surroundings, target) and keys else None
    if way is None:
        return replace(found, charges=(*found.charges, *charges))
    return _with_way(found, way, charges)


def _stands(surroundings: Surroundings, target: str) -> bool:
    return target in surroundings.bases and surroundings.side_of(target) != surroundings.side


def _with_way(found: Selection, way: Way, charges: tuple[tuple[str, str], ...]) -> Selection:
    units = found.view.table.units
    ghosts, ways = [], []
    for key, end in way.ends.items():
        unit = units[key]
        stages = [base_of(unit)]
        stages += [base_at(unit, where[key]) for where in (way.start, way.met) if key in where]
        stages.append(base_at(unit, end))
        ways.append(tuple(dict.fromkeys(middle(one) for one in stages)))
        ghosts.append(Ghost(key, unit.side, stages[-1]))
    return replace(
        found,
        ways=(*found.ways, *ways),
        ghosts=(*found.ghosts, *ghosts),
        charges=(*found.charges, *charges),
    )


def _evaded(found: Selection, keys: Sequence[str]) -> Selection:
    """Return a selection with who charges those that may evade, and how far these would come."""
    table = found.view.table
    frame = table.frames[-1] if table.frames else None
    if not isinstance(frame, Charging):
        return found
    attacked = attacks(table, frame.charges)
    asked = [key for key in (*found.start, *found.offered) if key in attacked]
    foes = dict.fromkeys(by for key in asked for by in attacked[key].by)
    ghosts, ways = [], []
    for key, pose in foreseen(table, [key for key in keys if key in frame.may], attacked).items():
        unit = table.units[key]
        end = base_at(unit, pose)
        ghosts.append(Ghost(key, unit.side, end, thrown=True))
        ways.append((middle(base_of(unit)), middle(end)))
    return replace(
        found,
        foes=tuple(foes),
        ghosts=(*found.ghosts, *ghosts),
        ways=(*found.ways, *ways),
    )


def _pursued(found: Selection) -> Selection:
    """Return a selection with whom those may pursue who are asked."""
    table = found.view.table
    frame = table.frames[-1] if table.frames else None
    if not isinstance(frame, Pursuing):
        return found
    keys = {*found.start, *found.offered}
    foes = dict.fromkeys(one.whom for one in frame.quarries if one.who in keys)
    return replace(found, foes=tuple(foes))


def _withheld(found: Selection, units: Sequence[Unit]) -> Selection:
    """Return a selection with where those shoot who are to hold their fire, and at whom."""
    table = found.view.table
    busy = engaged(table)
    aims = []
    for one in units:
        aim = aim_of(table, one, busy)
        if aim is not None:
            aims.append((one.id, aim.target))
    shown = _shown(found.view, units)
    return replace(
        found,
        aims=(*found.aims, *aims),
        ranges=_areas(area for one in shown for area in reaches.ranges(one)),
    )

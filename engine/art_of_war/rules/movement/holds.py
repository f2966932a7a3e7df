"""What zones of control leave of a move (5.zone.within).

Who stands in a zone moves by one of those that hold it: on towards its owner without leaving the
zone, round to face them, straight back, or into a wider front; nothing else. Who comes into a zone
ends the part in it.

Rules:
    5.zone.within, 5.zone.slide, 5.slide.zone, 5.zone.rear, 5.zone.many; ADG-R40, ADG-R62.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.plane.bearings import turns_towards
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.plane.zones import zone
from engine.art_of_war.play import Against, unit_term
from engine.art_of_war.rules.movement.manoeuvres import CONTRACTIONS, SLIDES, TURNS, Stretch
from engine.art_of_war.rules.movement.zones import entered, holding, is_behind
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import base_of
from engine.kit.wording import refuse

Chosen = dict[str, frozenset[str]]


def against(
    table: Table,
    units: Sequence[Unit],
    chosen: Mapping[str, frozenset[str]],
    part: Part,
    step: Stretch,
    ends: Sequence[Base],
    starts: Sequence[Base],
) -> tuple[Chosen, Against]:
    """Return by whose zones a move goes on after a part, and why zones forbid the part.

    Args:
        table: As it stands.
        units: Who moves.
        chosen: By whose zone each has moved so far, where it stood in some.
        part: What they do.
        step: What it comes to.
        ends: Where they stand then.
        starts: Where they stood before.
    """
    found: Chosen = dict(chosen)
    keys = [one.id for one in units]
    for place, unit in enumerate(units):
        start, end = starts[place], ends[place]
        held = holding(table, start, unit.side, keys)
        if held:
            mine = frozenset(held) & chosen.get(unit.id, frozenset(held)) or frozenset(held)
            fits = frozenset(key for key in mine if not _forbids(table, key, part, start, end))
            if not fits:
                enemy = min(mine)
                return found, _refused(table, unit, enemy, part, start)
            found[unit.id] = fits
            continue
        met = entered(table, step.paths[place], (start, end), unit.side, keys)
        if met and not any(collide(end, zone(base_of(table.units[key]))) for key in met):
            code = {"unit": unit_term(unit), "enemy": unit_term(met[0])}
            return found, [refuse("zone.through", "5.zone.within", **code)]
    return found, []


def _forbids(table: Table, key: str, part: Part, start: Base, end: Base) -> bool:
    """Say whether the zone of an enemy forbids a part."""
    enemy = base_of(table.units[key])
    if part.do in TURNS:
        return not turns_towards(start, end.pose.facing, enemy)
    if is_behind(start, enemy) or part.do in SLIDES | CONTRACTIONS:
        return True
    if part.do is Manoeuvre.BACK:
        return False
    return not collide(end, zone(enemy))


def _refused(table: Table, unit: Unit, key: str, part: Part, start: Base) -> Against:
    told = {"unit": unit_term(unit), "enemy": unit_term(key)}
    if part.do in TURNS:
        return [refuse("zone.turn", "5.zone.within", **told)]
    if is_behind(start, base_of(table.units[key])):
        return [refuse("zone.rear", "5.zone.rear", **told)]
    if part.do in SLIDES:
        return [refuse("zone.slide", "5.zone.slide", **told)]
    if part.do in CONTRACTIONS:
        return [refuse("zone.contract", "5.zone.within", **told)]
    return [refuse("zone.leaves", "5.zone.within", **told)]

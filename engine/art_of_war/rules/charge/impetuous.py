"""Impetuous troops: who charges by itself once orders are done, and holding them back.

Rules:
    5.impetuous, 5.impetuous.move, 5.impetuous.hold, 5.impetuous.nearest, 5.impetuous.beasts,
    5.impetuous.foot, 5.impetuous.terrain, 5.impetuous.cover, 3.allies.idle; ADG-R11, ADG-R74.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.api import Option, Seat, Text
from engine.art_of_war.actions import Hold
from engine.art_of_war.frames import Declared
from engine.art_of_war.ground import Going, going_at, is_high, kind_of, outline_of
from engine.art_of_war.plane.contact import distance, touch
from engine.art_of_war.plane.onset import front_way
from engine.art_of_war.plane.poses import Base, placed
from engine.art_of_war.plane.shapes import near
from engine.art_of_war.play import Against, AnyVerb, Play, unit_term
from engine.art_of_war.rules.charge.aims import Aim
from engine.art_of_war.rules.charge.conforming import edges_open
from engine.art_of_war.rules.charge.costs import moves_left
from engine.art_of_war.rules.charge.reach import Way, find
from engine.art_of_war.rules.charge.surroundings import Surroundings
from engine.art_of_war.rules.command import allies, points
from engine.art_of_war.rules.command.remaining import ordered_unit, points_left
from engine.art_of_war.rules.melee.works import work_before
from engine.art_of_war.rules.movement.pacing import eases_of, full_pace
from engine.art_of_war.rules.movement.zones import is_behind
from engine.art_of_war.state import Phase, Table, Unit, View, standing_units
from engine.art_of_war.survey import base_of, enemies_of, fights, is_mounted, profile_of, type_of
from engine.art_of_war.troops import TroopType
from engine.kit.records import changed
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

FEARED: Final = frozenset((TroopType.EL, TroopType.WWG))
"""At whom nobody charges uncontrolled (5.impetuous.beasts)."""

DIFFICULTY: Final = 1
"""What holding costs more than an order: two points in all (5.impetuous.hold)."""


def is_loose(table: Table, unit: Unit) -> bool:
    """Say whether an impetuous unit was neither held nor ordered to charge, and may still move."""
    if not profile_of(unit).impetuous or not unit.on_table or unit.held:
        return False
    if any(unit.id in one.who for one in table.declared) or fights(table, unit.id):
        return False
    return not allies.hesitates(table, unit) and moves_left(table, (unit.id,)) > 0


def uncontrolled(table: Table, side: Seat) -> Iterator[Declared]:
    """Yield the charges that impetuous units of a side make by themselves (5.impetuous.move)."""
    surroundings = Surroundings(going(table, side), side)
    for unit in standing_units(table, side):
        if is_loose(table, unit):
            way = wild(surroundings, unit)
            if way is not None:
                yield Declared((unit.id,), way.aim.target, way.aim.at, ordered=False)


def going(table: Table, side: Seat) -> Table:
    """Return a table on which impetuous units of a side go by themselves from where they stand.

    Their movement begins there, so that front and flank are judged by that (ADG-R70).
    """
    loose = [one for one in standing_units(table, side) if one.began and is_loose(table, one)]
    if not loose:
        return table
    units = {**table.units, **{one.id: changed(one, began=None) for one in loose}}
    return changed(table, units=units)


def wild(surroundings: Surroundings, unit: Unit) -> Way | None:
    """Return how an impetuous unit charges the nearest enemy that it can reach in one move."""
    base = surroundings.bases[unit.id]
    reach = full_pace(unit)
    before = sorted(
        (
            distance(base, surroundings.bases[one.id]),
            front_way(base, surroundings.bases[one.id].pose),
            one.id,
        )
        for one in enemies_of(surroundings.table, surroundings.side)
        if near(base, surroundings.bases[one.id], reach) and _tempts(surroundings.table, unit, one)
    )
    for away, _, key in before:
        if away > reach:
            break
        for edge in edges_open(base, surroundings.bases[key]):
            # It is no work before them: who stands behind one tempts nobody.
            way = find(surroundings, (unit.id,), Aim(key, edge, surroundings.bases[key], edge), 1)
            if way is not None and not _ends_badly(surroundings, unit, way):
                return way
    return None


def _tempts(table: Table, unit: Unit, enemy: Unit) -> bool:
    """Say whether an impetuous unit would charge an enemy at all, if it came to it."""
    if is_behind(base_of(unit), base_of(enemy)) or type_of(enemy) in FEARED:
        return False
    if not is_mounted(unit) and is_mounted(enemy):
        return False
    return not _is_covered(table, unit, enemy)


def _is_covered(table: Table, unit: Unit, enemy: Unit) -> bool:
    """Say whether ground or a fortification protects an enemy from a unit (5.impetuous.cover)."""
    base = base_of(enemy)
    if work_before(table, enemy) is not None:
        return True
    if is_high(table, base) and not is_high(table, base_of(unit)):
        return True
    return any(
        kind_of(one).bank and touch(base, outline_of(one)) for one in table.features.values()
    )


def _ends_badly(surroundings: Surroundings, unit: Unit, way: Way) -> bool:
    """Say whether a charge would end in rough or difficult ground (5.impetuous.terrain)."""
    end: Base = placed(surroundings.bases[unit.id], way.ends[unit.id])
    return going_at(surroundings.table, end, eases_of(unit)) > Going.OPEN


# -- holding -----------------------------------------------------------------------------------


def cost_to_hold(table: Table, key: str) -> int:
    """Return how many points it takes to hold an impetuous unit (5.impetuous.hold)."""
    return points.cost_of(table, (key,), extra=DIFFICULTY, move=False)


def _check(view: View, action: Hold) -> Against:
    table = view.table
    unit = table.units[action.who]
    told = unit_term(unit)
    if unit.side != view.viewer or not unit.on_table:
        return [refuse("hold.whose", "5.impetuous.hold", who=told)]
    if not profile_of(unit).impetuous:
        return [refuse("hold.calm", "5.impetuous.who", who=told)]
    if unit.held:
        return [refuse("hold.again", "5.impetuous.hold", who=told)]
    if not is_loose(table, unit):
        return [refuse("hold.not", "5.impetuous.move", who=told)]
    cost = cost_to_hold(table, unit.id)
    return points.against(table, (unit.id,), cost, move=False)


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer those first who would charge as things stand."""
    del field, filled
    assert view.viewer is not None
    table = view.table
    could = [
        one for one in standing_units(table, view.viewer) if not _check(view, Hold(who=one.id))
    ]
    before = Surroundings(going(table, view.viewer), view.viewer)
    for unit in sorted(could, key=lambda one: wild(before, one) is None):
        yield Option(unit.id, Text("unit", {"who": unit_term(unit)}))


def _possible(view: View) -> bool:
    return any(
        not _check(view, Hold(who=one.id))
        for one in standing_units(view.table, view.viewer)
        if profile_of(one).impetuous
    )


def _named(table: Table, seat: Seat) -> bool:
    """Say whether a side has impetuous units on the table."""
    return any(profile_of(one).impetuous for one in standing_units(table, seat))


def _apply(play: Play, seat: Seat, action: Hold) -> None:
    del seat
    cost = cost_to_hold(play.table, action.who)
    points.pay(play, (action.who,), cost, move=False)
    play.change(action.who, held=True)
    play.tell("impetuous.held", "5.impetuous.hold", who=unit_term(action.who), cost=cost)


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    who = filled.get("who", "")
    if ordered_unit(view, who) is None:
        return points_left(view)
    return points_left(view, who, cost_to_hold(view.table, who))


HOLD: AnyVerb = Verb(
    model=Hold,
    phases=(Phase.MOVEMENT,),
    check=_check,
    apply=_apply,
    options=_options,
    left=_left,
    possible=_possible,
    named=_named,
)

VERBS: tuple[AnyVerb, ...] = (HOLD,)

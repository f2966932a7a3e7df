"""Breaking off: a unit backs out of its melee, and may be pursued (5.breakoff).

Rules:
    5.breakoff, 5.breakoff.points, 5.breakoff.back, 5.breakoff.pursued, 5.breakoff.flank,
    5.breakoff.foot, 5.breakoff.ground, 5.breakoff.mounted, 5.breakoff.works; ADG-R6, ADG-R77.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from engine.api import Option, Refusal, Seat, Text
from engine.art_of_war.actions import BreakOff
from engine.art_of_war.ground import Going, going_at
from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.paths import longest, straight
from engine.art_of_war.plane.poses import Base, Pose, placed
from engine.art_of_war.play import Against, AnyVerb, Play, unit_term, unit_terms
from engine.art_of_war.rules.charge.costs import moves_left
from engine.art_of_war.rules.charge.following import barred_ground
from engine.art_of_war.rules.charge.surroundings import SIZE
from engine.art_of_war.rules.command import allies, points
from engine.art_of_war.rules.command.remaining import ordered_unit, points_left
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.melee.works import work_before
from engine.art_of_war.rules.movement.pacing import eases_of, full_pace, pace_of
from engine.art_of_war.rules.movement.passing import may_pass
from engine.art_of_war.rules.rout import pursuit
from engine.art_of_war.state import Contact, Phase, Table, Unit, View, contacts_of, standing_units
from engine.art_of_war.survey import base_of, fights, is_mounted, type_of
from engine.art_of_war.troops import UD, TroopType
from engine.data.cache import cached_each
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

LEAST: Final = UD
"""How far a unit backs at least (5.breakoff.back)."""

COST: Final = 2
"""What breaking off costs at least, whatever else is free (5.breakoff.points)."""

_STAY: Final = frozenset((TroopType.EL, TroopType.SCH))
"""Mounted troops that do not leave a melee (5.breakoff.mounted)."""


def cost_of(table: Table, key: str) -> int:
    """Return how many points breaking off costs (5.breakoff.points; ADG-R6)."""
    return max(COST, points.cost_of(table, (key,), extra=1))


def against_leaving(table: Table, unit: Unit, end: Base | None) -> Against:
    """Return what keeps a unit from leaving its melee, as far as its enemies matter.

    Args:
        table: As it stands.
        unit: The unit.
        end: Where it would stand then; ``None`` where that is not said yet.
    """
    told = unit_term(unit)
    fought = [one for one in contacts_of(table, unit.id) if one.two in table.units]
    for one in fought:
        if one.two == unit.id and one.edge != "front":
            enemy = unit_term(one.one)
            return [refuse("breakoff.struck", "5.breakoff.flank", who=told, by=enemy)]
    for one in fought:
        enemy_unit = table.units[one.two if one.one == unit.id else one.one]
        if not _may_leave(table, unit, enemy_unit, one, end):
            return (
                [_refusal(unit, enemy_unit)]
                if end is None
                else [refuse("breakoff.ground", "5.breakoff.ground", who=told)]
            )
    return []


def _refusal(unit: Unit, enemy: Unit) -> Refusal:
    return refuse("breakoff.whom", "5.breakoff", who=unit_term(unit), whom=unit_term(enemy))


def _may_leave(table: Table, unit: Unit, enemy: Unit, contact: Contact, end: Base | None) -> bool:
    """Say whether a unit may leave its melee with one enemy (5.breakoff.*)."""
    if contact.one == unit.id and contact.edge != "front":
        return True
    if contact.one == unit.id and work_before(table, enemy) is not None:
        return True
    if type_of(unit) is TroopType.LI:
        if type_of(enemy) is TroopType.EL or not is_mounted(enemy):
            return True
        return end is None or going_at(table, end, eases_of(unit)) > Going.OPEN
    if not is_mounted(unit) or type_of(unit) in _STAY:
        return False
    return not is_mounted(enemy) or full_pace(enemy) < full_pace(unit)


def most_back(table: Table, unit: Unit) -> int:
    """Return how far a unit can back: a move over the ground that it crosses, if nobody bars it."""
    base = base_of(unit)
    bars = [other for _, other in _others(table, unit, passable=False)]
    length = longest(base, [*bars, *barred_ground(table, unit.id)], "back", full_pace(unit), SIZE)
    ground = Base(base.pose, base.width, base.depth + length)
    return min(length, pace_of(table, unit, (ground,)))


def _others(table: Table, unit: Unit, *, passable: bool) -> Iterator[tuple[str, Base]]:
    """Yield who may be passed through on the way back, or else everybody who may not."""
    assert unit.pose is not None
    for key, base in standing_bases(table):
        friend = table.units.get(key)
        mine = friend is not None and friend.side == unit.side
        through = mine and may_pass(table, unit, table.units[key], unit.pose.facing)
        if key != unit.id and through is passable:
            yield key, base


def end_of(unit: Unit, back: int) -> Pose:
    """Return where a unit stands that has backed so far."""
    return straight(base_of(unit), "back", back).end


def _check(view: View, action: BreakOff) -> Against:
    table = view.table
    unit = table.units[action.who]
    return (
        _against_any(table, view.viewer, unit)
        or _against_way(table, unit, round(action.back * UD))
        or points.against(table, (unit.id,), cost_of(table, unit.id))
    )


def _against_any(table: Table, seat: Seat | None, unit: Unit) -> Against:
    """Return why a unit cannot break off, however far it would back."""
    told = unit_term(unit)
    if unit.side != seat or not unit.on_table:
        return [refuse("breakoff.whose", "5.breakoff", who=told)]
    if not fights(table, unit.id):
        return [refuse("breakoff.idle", "5.breakoff", who=told)]
    found = allies.against(table, unit) or against_leaving(table, unit, None)
    if found:
        return found
    if moves_left(table, (unit.id,)) < 1:
        return [refuse("charge.moves", "5.most", who=(told,), n=1)]
    return []


def _against_way(table: Table, unit: Unit, back: int) -> Against:
    """Return what is against backing so far."""
    told = unit_term(unit)
    if back < LEAST:
        least = Fraction(LEAST, UD)
        return [refuse("breakoff.least", "5.breakoff.back", who=told, least=least)]
    most = most_back(table, unit)
    if back > most:
        far = Fraction(most, UD)
        return [refuse("breakoff.far", "5.breakoff.back", who=told, most=far)]
    end = placed(base_of(unit), end_of(unit, back))
    for key, base in _others(table, unit, passable=True):
        if collide(end, base):
            return [refuse("breakoff.on", "5.through.end", who=told, friend=unit_term(key))]
    return against_leaving(table, unit, end)


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    table = view.table
    if field == "who":
        for unit in standing_units(table, view.viewer):
            if fights(table, unit.id) and any(_ways(table, view.viewer, unit.id)):
                yield Option(unit.id, Text("unit", {"who": unit_term(unit)}))
        return
    if filled.get("who") in table.units:
        for back in _ways(table, view.viewer, filled["who"]):
            yield Option(str(back), Text("breakoff.back", {"ud": back}))


@cached_each
def _ways(table: Table, seat: Seat, key: str) -> Iterator[Fraction]:
    """Yield how far a unit may back, in halves of a UD, the farthest first."""
    unit = table.units[key]
    if _against_any(table, seat, unit) or points.against(table, (key,), cost_of(table, key)):
        return
    for half in range(2 * most_back(table, unit) // UD, 1, -1):
        if not _against_way(table, unit, half * UD // 2):
            yield Fraction(half, 2)


def _possible(view: View) -> bool:
    return next(_options(view, "who", {}), None) is not None


def _apply(play: Play, seat: str, action: BreakOff) -> None:
    del seat
    table = play.table
    unit = table.units[action.who]
    cost = cost_of(table, unit.id)
    enemies = tuple(
        one.two if one.one == unit.id else one.one
        for one in contacts_of(table, unit.id)
        if one.two in table.units
    )
    points.pay(play, (unit.id,), cost)
    play.without_contacts(unit.id)
    stand(play, unit.id, end_of(unit, round(action.back * UD)))
    play.change(unit.id, moves=unit.moves + 1)
    play.tell(
        "breakoff.backs",
        "5.breakoff",
        who=unit_term(unit),
        ud=action.back,
        foes=unit_terms(enemies),
        n=len(enemies),
        cost=cost,
    )
    after = play.table
    quarries = tuple(pursuit.quarry(after, enemy, unit.id, main=True) for enemy in enemies)
    pursuit.begin(play, quarries)


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    who = filled.get("who", "")
    if ordered_unit(view, who) is None:
        return points_left(view)
    return points_left(view, who, cost_of(view.table, who))


BREAK_OFF: AnyVerb = Verb(
    model=BreakOff,
    phases=(Phase.MOVEMENT,),
    check=_check,
    apply=_apply,
    options=_options,
    left=_left,
    possible=_possible,
)

VERBS: tuple[AnyVerb, ...] = (BREAK_OFF,)

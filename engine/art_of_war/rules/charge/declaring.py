"""Declaring a charge: it is paid for at once, and carried out with all others (5.charge).

Rules:
    1.groups, 3.allies.idle, 5.charge, 5.evade.declare, 5.most, 5.zone.within, 8.contact,
    8.position; ADG-R29, ADG-R70.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from engine.api import Option, Params, Seat, Term, Text
from engine.art_of_war.actions import Charge, joined, parted
from engine.art_of_war.frames import Against as At
from engine.art_of_war.frames import Declared
from engine.art_of_war.play import Against, AnyVerb, Play, group_term, unit_term, unit_terms
from engine.art_of_war.rules.charge.conforming import edges_of
from engine.art_of_war.rules.charge.costs import NEAR, cost_of, moves_left, prices
from engine.art_of_war.rules.charge.reach import (
    Reached,
    Way,
    reach_of,
    reached,
    surroundings_before,
    way_of,
)
from engine.art_of_war.rules.charge.restrictions import against_contact
from engine.art_of_war.rules.charge.surroundings import surroundings_of
from engine.art_of_war.rules.command import allies, points
from engine.art_of_war.rules.command.remaining import points_left
from engine.art_of_war.rules.movement.grouping import against_group, letters, named
from engine.art_of_war.state import Phase, Table, View, standing_units
from engine.art_of_war.survey import fights
from engine.art_of_war.troops import UD
from engine.data.cache import cached_each
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

EDGES: Final[tuple[At, ...]] = ("front", "left", "right", "rear", "overlap")
"""In the order in which they are tried where none is named."""


def has_declared(table: Table, key: str) -> bool:
    """Say whether a unit has declared a charge that is not carried out yet."""
    return any(key in one.who for one in table.declared)


def against_charging(table: Table, who: Sequence[str], side: Seat) -> Against:
    """Return what keeps some units from charging anybody at all."""
    for key in who:
        unit = table.units.get(key)
        told = unit_term(key)
        if unit is None or unit.side != side or not unit.on_table:
            return [refuse("charge.whose", "5.charge", who=told)]
        if has_declared(table, key):
            return [refuse("charge.again", "5.evade.declare", who=told)]
        if fights(table, key):
            return [refuse("charge.fighting", "5.breakoff", who=told)]
        idle = allies.against(table, unit)
        if idle:
            return idle
    found = against_group([table.units[key] for key in who])
    if not found and moves_left(table, who) < 1:
        return [refuse("charge.moves", "5.most", who=unit_terms(who), n=len(who))]
    return found


def meant(table: Table, action: Charge) -> tuple[Way | None, At]:
    """Return the way in which an order to charge is carried out, if there is one, and at what.

    Who says no edge means the front, else a flank or the rear, else a place beside a friend: the
    first of them that can be paid for, if any can.
    """
    who = parted(action.who)
    most = moves_left(table, who)
    surroundings = surroundings_before(table, who, most)
    edges: Sequence[At] = EDGES if action.at == "any" else (action.at,)
    found: tuple[Way, At] | None = None
    at: At
    for at in edges:
        declared = Declared(who, action.target, at)
        way = way_of(surroundings, declared, most)
        if way is None:
            continue
        cost = cost_of(table, replace(declared, moves=way.moves))
        if not cost or not points.against(table, who, cost):
            return way, at
        found = found or (way, at)
    return found or (None, edges[0])


def _check(view: View, action: Charge) -> Against:
    assert view.viewer is not None
    table, who = view.table, parted(action.who)
    found = against_charging(table, who, view.viewer) or _against_target(table, who, action)
    if found:
        return found
    way, at = meant(table, action)
    if way is None:
        return _why_not(table, action)
    cost = cost_of(table, Declared(who, action.target, at, moves=way.moves))
    return points.against(table, who, cost) if cost else []


def _against_target(table: Table, who: Sequence[str], action: Charge) -> Against:
    """Return what is against a target, whether or not anybody gets there."""
    side = table.units[who[0]].side
    camp, unit = table.camps.get(action.target), table.units.get(action.target)
    whom = Term("target", action.target)
    if camp is not None and (camp.side == side or camp.taken):
        return [refuse("charge.whom", "5.charge", whom=whom)]
    if camp is None and (unit is None or unit.side == side or not unit.on_table):
        return [refuse("charge.whom", "5.charge", whom=whom)]
    found: Against = []
    for key in who:
        edges: Sequence[At] = EDGES if action.at == "any" else (action.at,)
        barred = [against_contact(table, table.units[key], action.target, at) for at in edges]
        if not all(barred):
            return []
        found = found or barred[0]
    return found


def _why_not(table: Table, action: Charge) -> Against:
    """Return why there is no way to charge: who is bound, whence it could come, how far it is."""
    who = parted(action.who)
    surroundings = surroundings_of(table, table.units[who[0]].side)
    whom = Term("target", action.target)
    held = surroundings.holders(who)
    if held and action.target not in held:
        holders = unit_terms(sorted(held))
        return [refuse("charge.held", "5.zone.within", whom=whom, holders=holders, n=len(holders))]
    edges = {edge: None for key in who for edge in edges_of(surroundings, key, action.target)}
    if action.at not in (*edges, "overlap", "any"):
        at = tuple(Term("edge", edge) for edge in edges)
        return [refuse("charge.edge", "8.position", who=unit_terms(who), whom=whom, edges=at)]
    barred = [
        against_contact(table, table.units[key], action.target, edge)
        for key in who
        for edge in edges_of(surroundings, key, action.target)
    ]
    if barred and all(barred):
        return barred[0]
    reach = Fraction(reach_of(table, who), UD)
    return [
        refuse(
            "charge.no_way", "8.conform", who=unit_terms(who), n=len(who), whom=whom, reach=reach
        )
    ]


# -- offered -----------------------------------------------------------------------------------


@cached_each
def able(table: Table, side: Seat) -> Iterator[tuple[str, ...]]:
    """Yield the groups and units of a side that may charge, groups first."""
    groups = [named(table, side, letter) for letter in letters(table, side)]
    alone = [(one.id,) for one in standing_units(table, side)]
    for who in (*(one for one in groups if len(one) > 1), *alone):
        if not against_charging(table, who, side):
            yield who


def affordable(table: Table, who: Sequence[str]) -> Iterator[Reached]:
    """Yield the charges that some units can make and pay for, the nearest first."""
    return _affordable(table, tuple(who))


@cached_each
def _affordable(table: Table, who: tuple[str, ...]) -> Iterator[Reached]:
    least, _ = prices(table, who)
    short = bool(least) and bool(points.against(table, who, least))
    if short and len(who) > 1:
        return
    for one in reached(table, who, within=NEAR if short else None):
        if not one.cost or not points.against(table, who, one.cost):
            yield one


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    table = view.table
    if field == "who":
        for who in able(table, view.viewer):
            if next(affordable(table, who), None) is not None:
                yield Option(joined(who), Text("group", {"who": group_term(who), "n": len(who)}))
        return
    who = parted(filled.get("who", ""))
    if not who or any(key not in table.units for key in who):
        return
    if against_charging(table, who, view.viewer):
        return
    if field == "target":
        yield from _targets(affordable(table, who))
    elif field == "at":
        for one in affordable(table, who):
            if one.declared.target == filled.get("target"):
                at = Term("edge", one.declared.at)
                yield Option(one.declared.at, Text("charge.at", {"at": at, "n": one.cost}))


def _ways(view: View, filled: Mapping[str, str]) -> Iterator[Option]:
    """Yield each charge: where no edge is named it goes as :func:`meant` says."""
    assert view.viewer is not None
    table, who = view.table, parted(filled.get("who", ""))
    if against_charging(table, who, view.viewer):
        return
    for one in affordable(table, who):
        target, at = one.declared.target, one.declared.at
        plain = meant(table, Charge(who=joined(who), target=target))[1] == at
        params: Params = {"whom": Term("target", target), "at": Term("edge", at), "n": one.cost}
        yield Option(target, Text("charge.way", params), filled=() if plain else (("at", at),))


def _targets(found: Iterable[Reached]) -> Iterator[Option]:
    """Yield each target once."""
    done: set[str] = set()
    for one in found:
        target = one.declared.target
        if target not in done:
            done.add(target)
            yield Option(target, Text("target", {"whom": Term("target", target)}))


def _possible(view: View) -> bool:
    return next(_options(view, "who", {}), None) is not None


def _apply(play: Play, seat: Seat, action: Charge) -> None:
    who = parted(action.who)
    way, at = meant(play.table, action)
    assert way is not None
    declared = Declared(who, action.target, at, moves=way.moves)
    cost = cost_of(play.table, declared)
    if cost:
        points.pay(play, who, cost)
    for key in who:
        play.change(key, moves=play.unit(key).moves + way.moves)
    play.set(declared=(*play.table.declared, declared))
    play.tell(
        "charge.declared",
        "5.charge",
        who=group_term(who),
        n=len(who),
        whom=Term("target", action.target),
        at=Term("edge", at),
        cost=cost,
    )


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield what is left once the target is known: until then a charge may cost nothing."""
    assert view.viewer is not None
    who, target = parted(filled.get("who", "")), filled.get("target", "")
    if not who or not target or against_charging(view.table, who, view.viewer):
        return points_left(view)
    # An edge that is none says no more than no edge.
    edge = {"at": filled["at"]} if filled.get("at") in EDGES else {}
    action = Charge.model_validate({"who": filled["who"], "target": target, **edge})
    way, at = meant(view.table, action)
    if way is None:
        return points_left(view)
    declared = Declared(who, target, at, moves=way.moves)
    return points_left(view, who[0], cost_of(view.table, declared))


CHARGE: AnyVerb = Verb(
    model=Charge,
    phases=(Phase.MOVEMENT,),
    check=_check,
    apply=_apply,
    options=_options,
    ways=_ways,
    left=_left,
    possible=_possible,
)

VERBS: tuple[AnyVerb, ...] = (CHARGE,)

"""What an order comes to before it is given: who goes where, what it takes, what it costs them.

Ways are told unit by unit, each place as "x/y/degrees" (:mod:`engine.art_of_war.points`).

Rules:
    3.points, 3.move, 5.difficult, 5.impetuous.move, 6; ADG-R22.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.api import Action, Params, Preview, Seat, Supposition, Text, Warned, Way
from engine.art_of_war.actions import (
    Appoint,
    BreakOff,
    Charge,
    Dismiss,
    Done,
    Fight,
    Hold,
    Lead,
    Move,
    Muster,
    Rally,
    Ready,
    Recruit,
    joined,
    parted,
)
from engine.art_of_war.armies import price
from engine.art_of_war.mustering import unled
from engine.art_of_war.plane.poses import UD, Pose
from engine.art_of_war.play import general_term, unit_terms
from engine.art_of_war.points import point_of, pose_word
from engine.art_of_war.rules.charge import breaking_off, impetuous
from engine.art_of_war.rules.charge.declaring import meant
from engine.art_of_war.rules.command import points, riding
from engine.art_of_war.rules.movement.marching import March
from engine.art_of_war.rules.movement.offering import movers
from engine.art_of_war.rules.movement.ordering import Order, worked_out
from engine.art_of_war.rules.rallying.rallying import try_of
from engine.art_of_war.rules.rout.leaders import in_order
from engine.art_of_war.rules.setting_up import muster, own_army, recruiting
from engine.art_of_war.state import Phase, Table, View, standing_units


def foreseen(view: View, action: Action, ahead: Supposition[View]) -> Preview:
    """Return what an order that is allowed comes to, as far as its side can tell."""
    table = view.table
    match action:
        case Move():
            order, _ = worked_out(table, view.viewer, parted(action.who), action.parts, action.calm)
            assert order is not None, "it is allowed"
            return _move(table, order)
        case Charge():
            return _charge(table, action, ahead)
        case Lead():
            return _lead(table, action)
        case Rally():
            return _rally(table, action)
        case Hold():
            return Preview(costs=_spent(table, ahead.view.table, action.who))
        case BreakOff():
            end = breaking_off.end_of(table.units[action.who], round(action.back * UD))
            cost = _price(table, action.who, breaking_off.cost_of(table, action.who))
            return Preview(ways=(_way(table, action.who, (end,)),), costs=cost)
        case Muster():
            return Preview(warnings=tuple(_given_up(view, action)))
        case Recruit() | Appoint() | Dismiss():
            return Preview(costs=_paid(view, ahead.view))
        case Ready() if own_army.is_begun(view):
            return Preview(warnings=tuple(_unspent(view)))
        case Fight():
            return Preview(warnings=tuple(_at_stake(table, action)))
        case Done() if table.phase is Phase.MOVEMENT:
            return Preview(warnings=tuple(_undone(view)))
    return Preview()


# --- before the battle ----------------------------------------------------------------------


def _paid(view: View, then: View) -> tuple[Text, ...]:
    """Return what a step of an army of one's own costs, and what it has left and lacks then."""
    before, after = own_army.so_far(view), own_army.so_far(then)
    told: Params = {
        "n": price(after) - price(before),
        "left": view.table.settings.points - price(after),
    }
    groups = tuple(letter.upper() for letter in unled(after))
    if groups:
        return (Text("cost.army.lacks", {**told, "groups": groups}),)
    return (Text("cost.army", told),)


def _given_up(view: View, action: Muster) -> Iterator[Warned]:
    """Yield that another army takes the place of one's own that is put together."""
    if muster.goes_on(action) or not own_army.is_begun(view):
        return
    army = own_army.so_far(view)
    if army.lines:
        yield Warned(Text("warn.given_up", {"n": sum(one.number for one in army.lines)}))


def _unspent(view: View) -> Iterator[Warned]:
    """Yield that there are points left for which more units could be had."""
    if recruiting.can_recruit(view):
        left = view.table.settings.points - price(own_army.so_far(view))
        yield Warned(Text("warn.unspent", {"n": left}), "recruit")


# --- in the battle --------------------------------------------------------------------------


def _way(table: Table, key: str, ends: Sequence[Pose]) -> Way:
    start = table.units[key].pose
    assert start is not None
    return Way((key,), tuple(map(pose_word, (start, *ends))))


def _move(table: Table, order: Order) -> Preview:
    plan = order.plan
    ways = tuple(
        _way(table, key, [bases[place].pose for bases in plan.bases[1:]])
        for place, key in enumerate(plan.keys)
    )
    return Preview(
        ways=ways,
        costs=(*_price(table, plan.keys[0], order.cost), _reach(plan)),
        warnings=tuple(_disorder(table, order)),
    )


def _reach(plan: March) -> Text:
    by, most = Fraction(plan.used, UD), Fraction(plan.allowed, UD)
    return Text("cost.way", {"by": by, "most": most})


def _price(table: Table, key: str, cost: int) -> tuple[Text, ...]:
    """Return what an order costs, and what its general has left after it."""
    general = points.general_for(table, table.units[key])
    if general is None:
        return ()
    told: Params = {"general": general_term(general), "n": cost, "left": general.points - cost}
    return (Text("cost.points" if cost else "cost.free", told),)


def _spent(before: Table, after: Table, key: str) -> tuple[Text, ...]:
    """Return the same of an order that has been supposed."""
    general = points.general_for(before, before.units[key])
    if general is None:
        return ()
    return _price(before, key, general.points - after.generals[general.id].points)


def _disorder(table: Table, order: Order) -> Iterator[Warned]:
    """Yield that a difficult manoeuvre disorders, where nobody pays for it (5.difficult)."""
    if order.disorders:
        who = unit_terms(order.plan.keys)
        yield Warned(Text("warn.disorder", {"who": who, "n": len(who)}))


def _charge(table: Table, action: Charge, ahead: Supposition[View]) -> Preview:
    who = parted(action.who)
    costs = _spent(table, ahead.view.table, who[0])
    way, _ = meant(table, action)
    if way is None:
        return Preview(costs=costs)
    ends = way.ends
    return Preview(ways=tuple(_way(table, key, (ends[key],)) for key in who), costs=costs)


def _lead(table: Table, action: Lead) -> Preview:
    general = table.generals[action.general]
    assert general.pose is not None
    point = point_of(action.to)
    end = table.units[action.to] if point is None else Pose(*point, 0)
    stands = end if isinstance(end, Pose) else riding.spot_beside(end)
    length = riding.length_to(general, end)
    left = riding.left_for(table, general, riding.way(general, end)) - length
    told: Params = {"by": Fraction(length, UD), "left": Fraction(left, UD)}
    return Preview(
        ways=(Way((general.id,), (pose_word(general.pose), pose_word(stands))),),
        costs=(Text("cost.ride", told),),
    )


def _rally(table: Table, action: Rally) -> Preview:
    unit = table.units[action.who]
    general = points.general_for(table, unit)
    assert general is not None, "it is allowed"
    return Preview(costs=_price(table, unit.id, try_of(table, unit, general).cost))


def _at_stake(table: Table, action: Fight) -> Iterator[Warned]:
    """Yield that a corps falls into disorder if its general falls in a fight (3.lost)."""
    for key in action.generals:
        general = table.generals.get(key)
        number = 0 if general is None else sum(1 for _ in in_order(table, general))
        if general is not None and number:
            yield Warned(Text("warn.corps", {"general": general_term(general), "n": number}))


def _undone(view: View) -> Iterator[Warned]:
    """Yield what is lost once orders are done: the whole turn, and charges that nobody ordered."""
    table, seat = view.table, view.viewer or ""
    loose = [one.who[0] for one in impetuous.uncontrolled(table, seat)]
    if loose:
        told: Params = {"who": unit_terms(loose), "n": len(loose)}
        yield Warned(Text("warn.impetuous", told), "hold", (("who", loose[0]),))
    who = () if _has_ordered(table, seat) else next(movers(table, seat), ())
    general = points.general_for(table, table.units[who[0]]) if who else None
    if general is not None and general.points:
        left: Params = {"general": general_term(general), "n": general.points}
        yield Warned(Text("warn.points", left), "move", (("who", joined(who)),))


def _has_ordered(table: Table, seat: Seat) -> bool:
    """Say whether a side has told anybody anything this turn; a corps may well stay where it is."""
    ours = standing_units(table, seat)
    return bool(table.declared) or any(one.moves or one.points or one.held for one in ours)

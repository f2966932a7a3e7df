"""What standing orders answer: a decision and the seat's own view go in, an action comes out.

Every answer is one that the seat could give by hand, and is given by the same door. An order that
does not fit a question says nothing to it, and the seat is asked.

Rules:
    4.1 I, 6.1, 6.5, 7.2 to 7.5, 7.6.blockade.run, 7.9.aside, 7.9.fire, 8.1, 8.3, 8.9.losses,
    8.9.supply, 8.10, 8.10.blocked, 8.11, 10.1.attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from engine.api import Action, Decision
from engine.kit.standing_orders import in_force, own_orders, rests
from engine.kit.verbs import under_way
from engine.war_of_the_pacific.actions import (
    Advance,
    Allotting,
    Aside,
    Capture,
    Casualties,
    Catch,
    Catching,
    Course,
    Crowding,
    Done,
    ExtraDie,
    Fire,
    Gunnery,
    Initiative,
    Intercept,
    Intercepting,
    LetPass,
    Lose,
    Move,
    PrizeTaking,
    Pursuit,
    Repairs,
    Retreat,
    Run,
    Running,
    SettingAside,
    Settle,
    Spend,
    Stop,
    Withdrawal,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_warship, kind_of, printed
from engine.war_of_the_pacific.places import carrier_of
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.administration.supply_received import allotted
from engine.war_of_the_pacific.rules.land.attrition import liable, the_march
from engine.war_of_the_pacific.rules.land.step_losses import cheapest_loss
from engine.war_of_the_pacific.rules.land_combat.advance import advance_group
from engine.war_of_the_pacific.rules.land_combat.forces import force, place_of, the_land_battle
from engine.war_of_the_pacific.rules.land_combat.losses import best_stand, owed_by
from engine.war_of_the_pacific.rules.land_combat.retreat import retreat_places
from engine.war_of_the_pacific.rules.sea.battle_rows import guns, present, row
from engine.war_of_the_pacific.rules.sea.gunfire import hitting_faces, target_rank
from engine.war_of_the_pacific.rules.sea.interception import (
    attempt,
    the_interception,
    the_voyage,
)
from engine.war_of_the_pacific.rules.sea.interceptors import DIE, winning_faces
from engine.war_of_the_pacific.rules.sea.sailing import shortest_duty
from engine.war_of_the_pacific.rules.sea.setting_aside import aside_limit
from engine.war_of_the_pacific.rules.sea.voyage import check_move, may_end, shortest_end
from engine.war_of_the_pacific.sequence import unfinished
from engine.war_of_the_pacific.standing_orders import words
from engine.war_of_the_pacific.state import (
    Allotment,
    Blockade,
    NavalBattle,
    Overstack,
    Phase,
    Table,
    Unit,
    View,
    Voyage,
    other,
)
from engine.war_of_the_pacific.survey import land_units


def answer(view: View, decision: Decision) -> Action | None:
    """Return what the viewer's standing orders say to *decision*, which it owes."""
    if view.own is None or not view.own.standing:
        return None
    plain = _PLAIN.get(decision.code) if rests(view) else None
    speak = plain or _ANSWERS.get(decision.code)
    return None if speak is None else speak(view, decision)


# --- at sea ---------------------------------------------------------------------------------


def _intercept(view: View, decision: Decision) -> Action | None:
    """Intercept with the first attempt offered that meets all conditions, or let pass (7.3)."""
    order = in_force(own_orders(view), Intercepting)
    if order is None:
        return None
    table = view.table
    carriers = [ship for ship in the_voyage(table).ships if not is_warship(ship)]
    if order.attempt == words.NEVER or (order.transports and not carriers):
        # Neither will change as long as the stack sails.
        return LetPass(ask_within=0)
    far = dict(the_interception(table).stacks)
    tries = [
        choice.action
        for choice in decision.choices
        if isinstance(choice.action, Intercept)
        and all(far[place] <= order.within for place in choice.action.stacks)
    ]
    if not tries:
        return LetPass(ask_within=order.within)
    able = [one for one in tries if success(table, one) * 100 >= order.odds]
    if not able:
        return LetPass()
    if order.joint:
        # The sort is stable: of as many stacks the likeliest stays first.
        able.sort(key=lambda one: -len(one.stacks))
    return able[0]


def success(table: Table, action: Intercept) -> Fraction:
    """Return the chance that anybody of an attempt meets the stack."""
    here, throws = attempt(table, the_voyage(table), the_interception(table), action)
    if here:
        return Fraction(1)
    missed = Fraction(1)
    for throw in throws:
        missed *= 1 - Fraction(winning_faces(throw.speed, throw.distance), DIE)
    return 1 - missed


def _run(view: View, decision: Decision) -> Action | None:
    order = in_force(own_orders(view), Running)
    return None if order is None else Run(attempt=order.attempt == words.RUN)


def _catch(view: View, decision: Decision) -> Action | None:
    """Catch as many as are in excess: laden transports first, or the strongest warships (7.6)."""
    order = in_force(own_orders(view), Catching)
    if order is None:
        return None
    if order.ships == words.NONE:
        return LetPass()
    table = view.table
    frame = table.frames[-1]
    assert isinstance(frame, Blockade)
    laden = {carrier_of(unit.at) for unit in table.units.values()}

    def rank(ship: str) -> tuple[object, ...]:
        if order.ships == words.STRONGEST:
            return (-printed(ship).gunfire, ship)
        return (ship not in laden, is_warship(ship), printed(ship).armour, ship)

    return Catch(ships=tuple(sorted(the_voyage(table).ships, key=rank)[: frame.excess]))


def _battle(table: Table) -> NavalBattle:
    return under_way(table, NavalBattle)


def _set_aside(view: View, decision: Decision) -> Action | None:
    """Set as many aside as are allowed of those meant, the weakest guns first (7.9)."""
    order = in_force(own_orders(view), SettingAside)
    if order is None:
        return None
    frame = _battle(view.table)
    own = sorted(row(frame, frame.turn_of), key=lambda ship: (printed(ship).gunfire, ship))
    if order.ships == words.NONE:
        own = []
    elif order.ships == words.TRANSPORTS:
        own = [ship for ship in own if not is_warship(ship)]
    return Aside(ships=tuple(own[: aside_limit(frame, frame.turn_of, view.table.settings)]))


def _fire(view: View, decision: Decision) -> Action | None:
    """Fire the gun whose turn it is by the order at the target that it puts first (7.9)."""
    order = in_force(own_orders(view), Gunnery)
    if order is None and rests(view):
        order = _FIRING_BACK
    if order is None:
        return None
    table = view.table
    frame = _battle(table)
    sign = 1 if order.guns == words.WEAKEST else -1
    ship = min(
        guns(table, frame, frame.turn_of), key=lambda one: (sign * printed(one).gunfire, one)
    )
    units = table.units

    def rank(target: str) -> tuple[object, ...]:
        wanted = tuple(_target_rank(word, ship, units[target]) for word in order.targets)
        return (*wanted, *target_rank(ship, target, units[target].steps))

    return Fire(ship=ship, target=min(present(table, frame, other(frame.turn_of)), key=rank))


def _target_rank(word: str, ship: str, target: Unit) -> int:
    """Return how early a class or a ship of the order puts a target: the smaller the sooner."""
    match word:
        case words.DAMAGED:
            return target.steps
        case words.STRONGEST:
            return -printed(target).gunfire
        case words.WEAKEST:
            return printed(target).armour
        case words.EASIEST:
            return -hitting_faces(ship, target.id)
        case words.WARSHIPS:
            return int(not is_warship(target))
        case words.TRANSPORTS:
            return int(is_warship(target))
    return int(word != target.id)


def _take_prizes(view: View, decision: Decision) -> Action | None:
    """Try for the prize offered first, and keep what is taken; or leave them all (10.1)."""
    order = in_force(own_orders(view), PrizeTaking)
    if order is None:
        return None
    first = decision.choices[0].action
    return first if order.attempt == words.ALWAYS and isinstance(first, Capture) else Stop()


# --- ashore ---------------------------------------------------------------------------------


def _spends(view: View, when: str) -> bool:
    """Say whether a column is spent now: numbers are counted in units that take part."""
    frame = the_land_battle(view.table)
    side = view.viewer or ""
    match when:
        case words.ATTACKING:
            return side == frame.seat
        case words.DEFENDING:
            return side != frame.seat
        case words.OUTNUMBERED:
            own, enemy = (len(force(view.table.units, frame, one)) for one in (side, other(side)))
            return own < enemy
    return when == words.ALWAYS


def _initiative(view: View, decision: Decision) -> Action | None:
    order = in_force(own_orders(view), Initiative)
    return None if order is None else Spend(spend=_spends(view, order.spend))


def _extra_die(view: View, decision: Decision) -> Action | None:
    order = in_force(own_orders(view), ExtraDie)
    return None if order is None else Spend(spend=_spends(view, order.spend))


def losses(units: Sequence[Unit], owed: int, first: Sequence[str]) -> tuple[str, ...]:
    """Return who loses *owed* steps, one at a time, by the words and units of *first* in order."""
    left = {unit.id: unit for unit in units}
    names: list[str] = []
    for _ in range(owed):
        unit = min(left.values(), key=lambda one: _loss_rank(one, first))
        names.append(unit.id)
        if unit.steps > 1 and kind_of(unit) is not Kind.SUPPLY:
            left[unit.id] = replace(unit, steps=unit.steps - 1)
        else:
            del left[unit.id]
    return tuple(names)


def _loss_rank(unit: Unit, first: Sequence[str]) -> tuple[object, ...]:
    return (*(_loses_late(word, unit) for word in first), *cheapest_loss(unit))


_KINDS: Mapping[str, Kind] = {
    words.INFANTRY: Kind.INFANTRY,
    words.CAVALRY: Kind.CAVALRY,
    words.ARTILLERY: Kind.ARTILLERY,
    words.FORTS: Kind.FORT,
    words.COLUMNS: Kind.SUPPLY,
}


def _loses_late(word: str, unit: Unit) -> bool:
    """Say whether a word of the order does not mean the unit, as it is now."""
    if word in _KINDS:
        return kind_of(unit) is not _KINDS[word]
    if word in (words.FULL, words.REDUCED):
        kind = kind_of(unit)
        full = kind is not Kind.SUPPLY and unit.steps == printed(unit).steps
        return kind is Kind.SUPPLY or full != (word == words.FULL)
    return word != unit.id


def _first(view: View) -> Sequence[str] | None:
    """Return who loses first; whoever rests and has not said it takes the cheapest losses."""
    order = in_force(own_orders(view), Casualties)
    if order is not None:
        return order.first
    return () if rests(view) else None


def _casualties(view: View, decision: Decision) -> Action | None:
    first = _first(view)
    if first is None:
        return None
    frame, side = the_land_battle(view.table), view.viewer or ""
    units = force(view.table.units, frame, side)
    return Lose(units=losses(units, owed_by(frame, side), first))


def _attrition(view: View, decision: Decision) -> Action | None:
    first = _first(view)
    if first is None:
        return None
    candidates = liable(view.table.units, the_march(view.table), view.table.settings)
    return Lose(units=losses(candidates, 1, first))


def _cut_off(view: View, decision: Decision) -> Action | None:
    """Let one unit of a stack that cannot retreat lose a step (8.10.blocked, WP-E10)."""
    first = _first(view)
    if first is None:
        return None
    frame = the_land_battle(view.table)
    return Lose(units=losses(force(view.table.units, frame, frame.loser), 1, first))


def _withdraw(view: View, decision: Decision) -> Action | None:
    """Retreat to the hex offered first, the best one, or stand at the price of a step (8.10).

    Who pays it is said by the order of casualties; without one it is the cheapest loss.
    """
    order = in_force(own_orders(view), Withdrawal)
    if order is None:
        return None
    units, frame = view.table.units, the_land_battle(view.table)
    place = place_of(frame, frame.loser)
    here = land_units(units, place, frame.loser)
    if order.stance == words.STAND and sum(unit.steps for unit in here) > order.above:
        casualties = in_force(own_orders(view), Casualties)
        first = casualties.first if casualties is not None else ()
        return Lose(units=losses(best_stand(units, frame), 1, first))
    places = retreat_places(view.table, frame, frame.loser)
    return Retreat(to=places[0]) if places else None


def _pursue(view: View, decision: Decision) -> Action | None:
    """Advance with the strongest that there is room for, or hold (8.11)."""
    order = in_force(own_orders(view), Pursuit)
    if order is None:
        return None
    if order.stance == words.HOLD:
        return Stop()
    group = islice(advance_group(view.table, the_land_battle(view.table)), order.most)
    return Advance(units=tuple(unit.id for unit in group))


# --- nothing from me ------------------------------------------------------------------------


def _close(view: View, decision: Decision) -> Action | None:
    """Close the phase, unless something must be done in it first."""
    return None if unfinished(view) else Done()


def _close_naval(view: View, decision: Decision) -> Action | None:
    """Let ships sail that must, as little as they can, then close the phase (4.1 III, 7.2).

    If they waited for their person, who rests would show that they have written orders before
    their ships do.
    """
    return shortest_duty(view) or _close(view, decision)


def _hold_course(view: View, decision: Decision) -> Action | None:
    """Sail on to where the stack was bound; if that is gone, end the voyage or sail as near (7.2).

    Where it was bound only its seat knows: whether they are asked must not hang on that.
    """
    frame = under_way(view.table, Voyage)
    course = view.own.course if view.own is not None else ()
    if course:
        action = Move(to=course[-1])
        if not check_move(view, frame, action):
            return action
    return shortest_end(view.table, frame)


_FIRING_BACK = Gunnery(targets=(words.DAMAGED,))
"""How ships that are being fought fire for whoever rests: a gun whose turn it is must fire."""

_CLOSED: Mapping[str, Callable[[View, Decision], Action | None]] = {
    code: _close
    for phase in Phase
    if phase not in (Phase.SETUP, Phase.PLAN, Phase.OVER)
    for code in (f"phase.{phase.value}", f"phase.{phase.value}.machines")
}

_PLAIN: Mapping[str, Callable[[View, Decision], Action | None]] = {
    **_CLOSED,
    f"phase.{Phase.NAVAL.value}": _close_naval,
    "interception": lambda view, decision: LetPass(ask_within=0),
    "voyage": _hold_course,
    "voyage.home": _hold_course,
    "march.move": lambda view, decision: Stop(),
    "repair": lambda view, decision: Settle(),
    "blockade.run": lambda view, decision: Run(attempt=False),
    "blockade.catch": lambda view, decision: LetPass(),
    "naval_battle.aside": lambda view, decision: Aside(ships=()),
    "prizes": lambda view, decision: Stop(),
    "prizes.keep": lambda view, decision: Stop(),
    "battle.initiative": lambda view, decision: Spend(spend=False),
    "battle.supply": lambda view, decision: Spend(spend=False),
    "battle.advance": lambda view, decision: Stop(),
}
"""What is answered for whoever rests: the plain no, before anything else that they ordered.

Left out is what cannot be declined. Losses and gunfire follow the orders for them, or what costs
least; for a retreat, an overstacked hex and an allotment there must be one, or the seat is asked.
Whether it is asked follows from what everybody sees and from its standing orders, nothing else.
"""


def _sail_on(view: View, decision: Decision) -> Action | None:
    """Hold the course or end the voyage as ordered, unless a condition wants the seat asked."""
    order = in_force(own_orders(view), Course)
    if order is None:
        return None
    frame, units = under_way(view.table, Voyage), view.table.units
    if order.fought and frame.fought:
        return None
    if order.damaged and any(units[one].steps < printed(units[one]).steps for one in frame.ships):
        return None
    around = {frame.at, *load_board().sea_exits(frame.at)}
    enemies = [
        unit
        for unit in units.values()
        if unit.side == other(frame.seat) and unit.at in around and is_warship(unit)
    ]
    if len(enemies) > order.enemies:
        return None
    if order.stance == words.END and may_end(view.table, frame):
        return Stop()
    return _hold_course(view, decision)


# --- supply and stacking --------------------------------------------------------------------


def _allot(view: View, decision: Decision) -> Action | None:
    order = in_force(own_orders(view), Allotting)
    if order is None:
        # Nobody is asked who wants nothing: the commonest answer comes first.
        return decision.choices[0].action if rests(view) else None
    return allotted(view.table, under_way(view.table, Allotment), order.first)


def _repair(view: View, decision: Decision) -> Action | None:
    """Pay with the columns offered, those in the yard first, if they are few enough; or wait."""
    order = in_force(own_orders(view), Repairs)
    if order is None:
        return None
    paid = decision.choices[0].action
    cheap = isinstance(paid, Settle) and len(paid.columns) <= order.most
    return paid if cheap else Settle()


def _remove(view: View, decision: Decision) -> Action | None:
    """Remove whole units, those first whom the order names (8.1)."""
    order = in_force(own_orders(view), Crowding)
    if order is None:
        return None
    frame = under_way(view.table, Overstack)
    here = land_units(view.table.units, frame.hex, frame.seat)
    leaving = sorted(here, key=lambda unit: _loss_rank(unit, order.first))
    return Lose(units=tuple(unit.id for unit in leaving[: frame.excess]))


_ANSWERS: Mapping[str, Callable[[View, Decision], Action | None]] = {
    "interception": _intercept,
    "blockade.run": _run,
    "blockade.catch": _catch,
    "naval_battle.aside": _set_aside,
    "naval_battle.fire": _fire,
    "prizes": _take_prizes,
    "prizes.keep": _take_prizes,
    "march.attrition": _attrition,
    "battle.initiative": _initiative,
    "battle.supply": _extra_die,
    "battle.losses": _casualties,
    "battle.cut_off": _cut_off,
    "battle.retreat": _withdraw,
    "battle.advance": _pursue,
    "voyage": _sail_on,
    "voyage.home": _sail_on,
    "allotment": _allot,
    "repair": _repair,
    "overstack": _remove,
}

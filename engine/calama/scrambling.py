"""Other worlds that look the same to one viewer: only the secrets of others are rewritten."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from engine.calama.rules.setting_up.ranking import against_objectives
from engine.calama.standing_orders.giving import another, drawn
from engine.calama.state import Phase, Placing, Secrets, State, Table
from engine.calama.survey import scenario_of
from engine.dice import Dice
from engine.kit.scrambling import pick, scrambled, shuffled, some


def scramble(state: State, viewer: str | None, wanted: int = 1) -> tuple[State, ...]:
    """Return *state* with the objectives' values, plans and standing orders of others changed."""
    return scrambled(state, viewer, _other_secrets, _drawn_secrets, wanted)


def _drawn_secrets(dice: Dice, table: Table, seat: str, own: Secrets) -> Secrets:
    """Return what a side may just as well have in mind."""
    standing = drawn(dice, table.turn)
    if table.phase is Phase.RANKING and seat not in table.ready:
        ranked = _shuffled_unknown(dice, _fitting(table, seat), tuple(table.scored))
        return replace(own, priorities=pick(dice, ((), ranked)), standing=standing)
    if table.phase is Phase.SETUP and seat not in table.ready:
        scenario = scenario_of(table)
        ranked = shuffled(dice, tuple(scenario.objectives[seat]))
        places = pick(dice, ((), *(one.places for one in scenario.formations[seat].values())))
        plan = tuple(Placing(type_key, at) for type_key, at in places)
        return Secrets(pick(dice, ((), ranked)), some(dice, plan), standing=standing)
    ranked = _shuffled_unknown(dice, own.priorities, tuple(table.scored))
    if table.phase is not Phase.SETUP:
        return replace(own, priorities=ranked, standing=standing)
    squares = shuffled(dice, tuple(one.at for one in own.plan))
    moved = zip(own.plan, squares, strict=True)
    return Secrets(ranked, tuple(replace(one, at=at) for one, at in moved), standing=standing)


def _shuffled_unknown(
    dice: Dice, priorities: tuple[str, ...], known: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the objectives in an order that is drawn, those whose value is known left alone."""
    hidden = iter(shuffled(dice, tuple(key for key in priorities if key not in known)))
    return tuple(key if key in known else next(hidden) for key in priorities)


def _other_secrets(table: Table, seat: str, own: Secrets) -> Secrets:
    return replace(_turned_secrets(table, seat, own), standing=another(own.standing))


def _fitting(table: Table, seat: str) -> tuple[str, ...]:
    """Return an order of a side's objectives in which those fulfilled gave what is known."""
    orders = permutations(scenario_of(table).objectives[seat])
    return next(one for one in orders if not against_objectives(table, seat, one))


def _turned_secrets(table: Table, seat: str, own: Secrets) -> Secrets:
    if table.phase is Phase.RANKING and seat not in table.ready:
        return replace(own, priorities=() if own.priorities else _fitting(table, seat))
    if table.phase is Phase.SETUP and seat not in table.ready:
        return _other_plan(table, seat, own)
    turned = _turned(own.priorities, tuple(table.scored))
    if table.phase is Phase.SETUP:
        return Secrets(turned, _swapped(own.plan))
    return replace(own, priorities=turned)


def _other_plan(table: Table, seat: str, own: Secrets) -> Secrets:
    """Return a plan begun where there was none, and none where one was begun."""
    if own.plan:
        return Secrets()
    scenario = scenario_of(table)
    formation = next(iter(scenario.formations[seat].values()))
    return Secrets(
        scenario.objectives[seat],
        tuple(Placing(type_key, at) for type_key, at in formation.places),
    )


def _swapped(plan: tuple[Placing, ...]) -> tuple[Placing, ...]:
    """Return a plan whose pieces have changed places, the first with the last and so on."""
    squares = [one.at for one in reversed(plan)]
    return tuple(replace(one, at=at) for one, at in zip(plan, squares, strict=True))


def _turned(priorities: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the objectives in another order, those whose value is known where they are."""
    hidden = [place for place, key in enumerate(priorities) if key not in known]
    turned = list(priorities)
    for place, source in zip(hidden, (*hidden[1:], *hidden[:1]), strict=True):
        turned[place] = priorities[source]
    return tuple(turned)

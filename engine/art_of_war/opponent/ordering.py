"""A turn of movement, one order at a time: charges, who is held, who moves, generals (4)."""

from __future__ import annotations

from functools import partial

from engine.api import Action
from engine.art_of_war.actions import Done, Move, joined
from engine.art_of_war.opponent.charging import Chargers
from engine.art_of_war.opponent.detouring import detour
from engine.art_of_war.opponent.entering import entered
from engine.art_of_war.opponent.forming import narrowed
from engine.art_of_war.opponent.hiding import revealed
from engine.art_of_war.opponent.lapses import stray_order
from engine.art_of_war.opponent.leading import led
from engine.art_of_war.opponent.leaving import left
from engine.art_of_war.opponent.marching import Body, falls_back, rank
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.opponent.rallying import keeps
from engine.art_of_war.opponent.saying import (
    of_charge,
    of_coming,
    of_detour,
    of_falling_back,
    of_general,
    of_holding,
    of_leaving,
    of_march,
    of_narrowing,
    of_whim,
)
from engine.art_of_war.opponent.weights import Strength
from engine.art_of_war.rules.command import points
from engine.dice import Dice
from engine.reasons import Reasons

GRAINS = 1000


def ordered(look: Outlook, strength: Strength, dice: Dice, reasons: Reasons) -> Action:
    """Return the next order of a turn; the last is that there are no more."""
    first = revealed(look) or entered(look)
    if first is not None:
        return reasons.note(first, partial(of_coming, first))
    if strength.lapse and dice.roll("whether it thinks", 1, GRAINS)[0] <= strength.lapse * GRAINS:
        stray = stray_order(look, dice)
        return stray if isinstance(stray, Done) else reasons.note(stray, of_whim)
    leading = led(look)
    if leading is not None:
        return reasons.note(leading, partial(of_general, look, leading))
    leaving = left(look)
    if leaving is not None:
        return reasons.note(leaving, partial(of_leaving, leaving))
    chargers = Chargers(look)
    charge = chargers.best(dice, strength.error)
    if charge is not None:
        return reasons.note(charge.action, partial(of_charge, chargers, charge))
    held = chargers.held()
    if held is not None:
        return reasons.note(held, partial(of_holding, held))
    return _moved(look, reasons) or Done()


def _moved(look: Outlook, reasons: Reasons) -> Move | None:
    """Return the move of the first body that has one to make, and may be paid for.

    Only when nobody else moves do those go another way who have none straight on.
    """
    bodies = [one for one in _bodies(look) if _may_pay(look, one)]
    for body in bodies:
        back = falls_back(body)
        if back is not None:
            return reasons.note(back, partial(of_falling_back, back))
        march = body.best()
        if march is not None:
            return reasons.note(march.action, partial(of_march, march))
        narrower = _narrowed(look, body)
        if narrower is not None:
            return reasons.note(narrower, partial(of_narrowing, narrower))
    for body in bodies:
        march = detour(body)
        if march is not None:
            return reasons.note(march.action, partial(of_detour, body, march))
    return None


def _bodies(look: Outlook) -> list[Body]:
    return sorted((Body(look, who) for who in look.bodies), key=rank)


def _narrowed(look: Outlook, body: Body) -> Move | None:
    """Return that a body takes a narrower front, where that gives it a way on."""
    if body.lead.moves or body.goal is None or body.range:
        return None
    part = narrowed(look.table, body.units, body.bases)
    if part is None:
        return None
    order, calm = body.order((part,))
    return None if order is None else Move(who=joined(body.who), parts=(part,), calm=calm)


def _may_pay(look: Outlook, body: Body) -> bool:
    """Say whether a corps has points for a body that it does not keep for a rally."""
    cost = points.cost_of(look.table, body.who)
    if points.against(look.table, body.who, cost):
        return False
    general = points.general_for(look.table, body.lead)
    return general is not None and (
        not cost or general.points - cost >= keeps(look, body.lead.corps)
    )

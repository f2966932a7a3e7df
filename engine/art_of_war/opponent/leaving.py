"""Breaking off: who leaves a melee that would cost more than to leave it (5.breakoff)."""

from __future__ import annotations

from fractions import Fraction

from engine.art_of_war.actions import BreakOff
from engine.art_of_war.opponent.expecting import in_all
from engine.art_of_war.opponent.offers import offered
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.rules.charge import breaking_off
from engine.kit.records import changed


def left(look: Outlook) -> BreakOff | None:
    """Return who leaves their melee, and how far; ``None`` where all had better fight on."""
    fighting = [one for one in look.mine if one.id in look.fighting and _wants(look, one.id)]
    if not fighting:
        return None
    able = set(offered(breaking_off.BREAK_OFF, look.view, "who"))
    for unit in sorted(fighting, key=lambda one: (gain(look, one.id), one.id), reverse=True):
        if unit.id not in able:
            continue
        for back in offered(breaking_off.BREAK_OFF, look.view, "back", who=unit.id):
            return BreakOff(who=unit.id, back=Fraction(back))
    return None


def _wants(look: Outlook, key: str) -> bool:
    return gain(look, key) > look.weights.answer.leave


def gain(look: Outlook, key: str) -> float:
    """Return what it promises that a unit is in no melee any more, in points."""
    contacts = tuple(one for one in look.table.contacts if key not in (one.one, one.two))
    return in_all(look, changed(look.table, contacts=contacts)) - in_all(look, look.table)

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
    fighting = [one.id for one in look.mine if one.id in look.fighting]
    now = in_all(look, look.table) if fighting else 0.0
    gains = ((_without(look, key) - now, key) for key in fighting)
    wanting = [one for one in gains if one[0] > look.weights.answer.leave]
    if not wanting:
        return None
    able = set(offered(breaking_off.BREAK_OFF, look.view, "who"))
    for _, key in sorted(wanting, reverse=True):
        if key not in able:
            continue
        for back in offered(breaking_off.BREAK_OFF, look.view, "back", who=key):
            return BreakOff(who=key, back=Fraction(back))
    return None


def _without(look: Outlook, key: str) -> float:
    """Return what all promises where a unit is in no melee any more, in points."""
    contacts = tuple(one for one in look.table.contacts if key not in (one.one, one.two))
    return in_all(look, changed(look.table, contacts=contacts))

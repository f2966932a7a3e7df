"""What a weaker computer does when it does not think: somebody goes straight on, or all wait."""

from __future__ import annotations

from engine.api import Action
from engine.art_of_war.actions import Done, Manoeuvre, Move, joined
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.rules.movement.manoeuvres import part_by
from engine.art_of_war.rules.movement.nearest import most_of
from engine.art_of_war.rules.movement.ordering import worked_out
from engine.art_of_war.rules.movement.pacing import full_pace
from engine.dice import Dice


def stray_order(look: Outlook, dice: Dice) -> Action:
    """Return an advance of any body; that nothing more is done where it cannot make one."""
    if look.bodies:
        who = look.bodies[dice.roll("what comes to mind", 1, len(look.bodies))[0] - 1]
        units = look.units(who)
        reach = min(map(full_pace, units))
        part = part_by(Manoeuvre.ADVANCE, reach)
        most = most_of(look.table, units, (), part) if reach else 0
        parts = (part_by(Manoeuvre.ADVANCE, most),)
        if most and worked_out(look.table, look.side, who, parts, "calm")[0] is not None:
            return Move(who=joined(who), parts=parts)
    return Done()

"""What a weaker computer does when it does not think: something legal that comes to its mind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.api import Action
from engine.calama.actions import Advance, Fire, Melee
from engine.calama.opponent.outlook import Outlook
from engine.calama.rules.combat.fire import shooters
from engine.calama.rules.movement.advance import movers, reach
from engine.calama.rules.pieces.charges import charges_of
from engine.calama.rules.pieces.weapons import targets
from engine.calama.survey import printed
from engine.dice import Dice

T = TypeVar("T")


def _any(of: Sequence[T], dice: Dice) -> T:
    return of[dice.roll("what comes to mind", 1, len(of))[0] - 1]


def stray_shot(look: Outlook, dice: Dice) -> Action | None:
    """Return any melee that is due, or any shot, if there is one."""
    declared = charges_of(look.table, look.side)
    if declared:
        return Melee(target=_any(declared, dice).id)
    able = shooters(look.table)
    if not able:
        return None
    piece = _any(able, dice)
    return Fire(piece=piece.id, target=_any(targets(look.table, piece), dice).id)


def stray_move(look: Outlook, dice: Dice) -> Action | None:
    """Return any move of a piece that has not moved; the Commander is not led astray."""
    able = [one for one in movers(look.table) if not one.moved and not printed(one).decides]
    if not able:
        return None
    piece = _any(able, dice)
    return Advance(piece=piece.id, to=_any(sorted(reach(look.table, piece)), dice))

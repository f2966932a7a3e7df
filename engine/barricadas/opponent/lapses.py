"""What a weaker computer does when it does not think: somebody goes somewhere (3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.barricadas.actions import Task
from engine.barricadas.opponent.body import Body
from engine.barricadas.opponent.marching import marches
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.rules.turn.activation import activated_with
from engine.barricadas.state import Counter
from engine.dice import Dice

T = TypeVar("T")


def stray_order(look: Outlook, leader: Counter, dice: Dice) -> Task | None:
    """Return any move of any group that a leader commands; ``None`` where nobody can move."""
    acting = activated_with(look.table, leader)
    groups = list(look.groups([one for one in acting if one.printed is not None]))
    if not groups:
        return None
    moves = list(marches(Body(look, _any(groups, dice))))
    return _any(moves, dice).task if moves else None


def _any(of: Sequence[T], dice: Dice) -> T:
    return of[dice.roll("what comes to mind", 1, len(of))[0] - 1]

"""What a computer player would do from a view, as far as that is certain: a plan for a person."""

from __future__ import annotations

from typing import Any

from engine.api import Action, AnyGame, Opponent, Seat
from engine.dice import Dice
from engine.errors import IllegalAction

MOST_ACTIONS = 40
"""More than any turn has."""


def suggested(
    game: AnyGame, opponent: Opponent[Any], view: Any, seat: Seat, dice: Dice
) -> tuple[Action, ...]:
    """Return what *opponent* would do one after the other, each supposed before the next.

    It ends with the first that does not certainly lead on: a die, a secret, another side's answer.

    Args:
        game: The rules.
        opponent: Who plays.
        view: What *seat* sees.
        seat: For whom.
        dice: Chance of the computer's own, never the game's.
    """
    found: list[Action] = []
    while len(found) < MOST_ACTIONS:
        decision = next((one for one in game.asked(view) if one.seat == seat), None)
        if decision is None:
            break
        action = opponent.choose(view, decision, dice)
        try:
            ahead = game.suppose(view, action)
        except IllegalAction:
            break
        found.append(action)
        if ahead.open:
            break
        view = ahead.view
    return tuple(found)

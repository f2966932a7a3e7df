"""What a computer player would do from a view, as far as that is certain: a plan for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from engine.api import Action, AnyGame, Opponent, Seat, Text
from engine.dice import Dice
from engine.errors import IllegalAction, Refused
from engine.reasons import Reasoned, reasoned

Open = Literal["", "dice", "secret", "answer"]

MOST_ACTIONS: Final = 40
"""More than any turn has."""


class Suggested(NamedTuple):
    """What is suggested, in its order.

    Attributes:
        actions: What is to be done.
        open: Why it goes no further: "dice" or "secret" or "answer" as in
            :class:`engine.api.Supposition`, "" where the side has nothing more to decide.
        reasons: Why each of them is to be done, in the order of *actions*; ``None`` for what only
            passes on. Empty where no computer thought of it.
    """

    actions: tuple[Action, ...] = ()
    open: Open = ""
    reasons: tuple[Text | None, ...] = ()


def suggested(
    game: AnyGame, opponent: Opponent[Any], view: Any, seat: Seat, dice: Dice
) -> Suggested:
    """Return what *opponent* would do one after the other, each supposed before the next.

    It ends with the first that does not certainly lead on: a die, a secret, another side's answer.
    Before a phase is closed comes what its end warns of and one order mends, nothing left to choose
    in it: a person would be warned of what could have been avoided. Its reason is that warning.

    Args:
        game: The rules.
        opponent: Who plays.
        view: What *seat* sees.
        seat: For whom.
        dice: Chance of the computer's own, never the game's.
    """
    found: list[Reasoned] = []
    while len(found) < MOST_ACTIONS:
        decision = next((one for one in game.asked(view) if one.seat == seat), None)
        if decision is None:
            break
        chosen = reasoned(opponent, view, decision, dice)
        if chosen.action.closes:
            for mend, after in _mended(game, view, chosen.action):
                found.append(mend)
                view = after
        try:
            ahead = game.suppose(view, chosen.action)
        except IllegalAction:
            break
        found.append(chosen)
        if ahead.open:
            return _all(found, ahead.open)
        view = ahead.view
    return _all(found)


def _all(found: Sequence[Reasoned], open_: Open = "") -> Suggested:
    return Suggested(tuple(one.action for one in found), open_, tuple(one.reason for one in found))


def _mended(game: AnyGame, view: Any, closing: Action) -> Iterator[tuple[Reasoned, Any]]:
    """Yield what leaves fewer warnings of a phase's end, each with the view after it."""
    while warnings := game.preview(view, closing).warnings:
        for one in warnings:
            if not one.kind:
                continue
            try:
                mend = game.parse(view, one.kind, dict(one.filled))
                ahead = game.suppose(view, mend)
            except Refused:
                continue  # more is to be said in it, or it is not legal after all
            left = game.preview(ahead.view, closing).warnings
            if not ahead.open and len(left) < len(warnings):
                yield Reasoned(mend, one.text), ahead.view
                view = ahead.view
                break
        else:
            return

"""Whether a game can go on from a position that a referee has put right, tried before it counts.

It is played on at random, by the contract alone, on dice of its own; nothing of that is kept. Pure
but for the clock that ends the trial.
"""

from __future__ import annotations

import time
from itertools import islice
from typing import Any, Final

from engine.api import Action, AnyGame, Decision, Refusal
from engine.dice import SeededDice
from engine.kit.filling import WIDE, NothingOffered, as_asked, first_offered

ACTIONS: Final = 200
"""How many actions it must stand."""
SECONDS: Final = 2.0
"""After which a trial that has found nothing is over."""


class Unsound(Exception):
    """A game does not go on from a position; what it says is for the operator alone."""


def prove(game: AnyGame, state: Any, seed: bytes) -> None:
    """Raise where a game does not go on from a state.

    Args:
        game: The rules.
        state: A state that a correction has led to.
        seed: What the random choices follow from; of no game's dice.

    Raises:
        Unsound: It is faulty, nobody is awaited though it is not over, it is not read back as it is
            written, or the game fails within :data:`ACTIONS` random actions.
    """
    _require_sound(game, state)
    if game.outcome(state) is None and not game.awaiting(state):
        raise Unsound("nobody is awaited, and it is not over")
    if game.load(game.dump(state)) != state:
        raise Unsound("it is not read back as it was written")
    try:
        _play_on(game, state, SeededDice(seed))
    except Unsound:
        raise
    except Exception as error:
        raise Unsound(f"played on at random: {type(error).__name__}: {error}") from error


def _play_on(game: AnyGame, state: Any, dice: SeededDice) -> None:
    until = time.monotonic() + SECONDS
    for number in range(ACTIONS):
        owed = game.awaiting(state)
        if not owed or time.monotonic() > until:
            return
        decision = owed[_pick(dice, len(owed))]
        action = chosen(game, state, decision, dice)
        refusals = game.check(state, decision.seat, action)
        if refusals:
            raise Unsound(f"action {number}: offered and refused: {_codes(refusals)}")
        state = game.apply(state, decision.seat, action, dice).state
        _require_sound(game, state)


def _require_sound(game: AnyGame, state: Any) -> None:
    faults = game.faults(state)
    if faults:
        raise Unsound(f"it cannot be: {_codes(faults)}")


def _codes(refusals: tuple[Refusal, ...]) -> str:
    return ", ".join(one.code for one in refusals)


def chosen(game: AnyGame, state: Any, decision: Decision, dice: SeededDice) -> Action:
    """Return something that the seat of a decision can do: an answer to it, or any kind of act."""
    view = game.view(state, decision.seat)
    asked = as_asked(game, view, decision)
    if asked.choices and _pick(dice, 2):
        return asked.choices[_pick(dice, len(asked.choices))].action
    kinds = game.kinds(view)
    if not kinds:
        raise Unsound(f"{decision.seat} owes {decision.code} and can do nothing")
    # The last ends a decision: it is taken as often as any two others.
    kind = (*kinds, kinds[-1])[_pick(dice, len(kinds) + 1)]
    try:
        return _filled(game, view, kind, dice)
    except NothingOffered as error:
        raise Unsound(f"{decision.seat}: {error}") from error


def _filled(game: AnyGame, view: Any, kind: str, dice: SeededDice) -> Action:
    """Return an action of a kind whose required fields hold anything that is offered."""
    filled: dict[str, str] = {}
    for name, info in game.actions[kind].model_fields.items():
        if info.is_required():
            found = tuple(islice(game.options(view, kind, name, filled), WIDE))
            if found:
                filled[name] = found[_pick(dice, len(found))].value
    return first_offered(game, view, kind, filled)


def _pick(dice: SeededDice, count: int) -> int:
    return 0 if count == 1 else dice.roll("choice", 1, count)[0] - 1

"""Random legal play of any game through its contract alone: the fuzzer's hand.

Choices come from :class:`engine.dice.SeededDice`, so a seed is a whole game, the same on every
machine. It prefers early options (they come best first) half of the time, which makes games that
go somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import BaseModel

from engine.api import Action, Decision, Event, Game, Seat
from engine.dice import RecordedDice, Roll, SeededDice

WIDE = 24
"""How many options of a field are looked at."""


class DeadEnd(Exception):
    """A seat is awaited and can do nothing, or an offered option is refused: a bug in a game."""


@dataclass(frozen=True, slots=True)
class Played:
    """One action of a wandered game, with the dice it rolled and what happened."""

    seat: Seat
    action: Action
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Wandered:
    """A whole wandered game: its first state's rolls, its actions and its last state."""

    settings: BaseModel
    opening: tuple[Roll, ...]
    log: tuple[Played, ...]
    state: Any


def wander(
    game: Game[Any, Any],
    seed: str,
    *,
    settings: BaseModel | None = None,
    limit: int = 20_000,
    each: Callable[[Any], None] | None = None,
) -> Wandered:
    """Play a game to its end by random legal choices.

    Args:
        game: The game to play.
        settings: What the table chose; the game's defaults if not given.
        seed: Any text; the same gives the same game.
        limit: Actions after which the game counts as endless.
        each: Called with every state, for invariants.

    Raises:
        DeadEnd: when a seat is awaited and has nothing to do, an option from ``options`` is
            refused, or *limit* is reached.
    """
    settings = settings or game.settings_model()
    chooser = SeededDice(f"choices {seed}".encode())
    dice = RecordedDice(SeededDice(f"dice {seed}".encode()))
    state = game.setup(settings, dice).state
    opening = tuple(dice.rolls)
    log: list[Played] = []
    while (owed := game.awaiting(state)) and len(log) < limit:
        if each is not None:
            each(state)
        decision = owed[_pick(chooser, len(owed))]
        action = choose(game, state, decision, chooser)
        dice.rolls.clear()
        step = game.apply(state, decision.seat, action, dice)
        state = step.state
        log.append(Played(decision.seat, action, tuple(dice.rolls), step.events))
    if game.outcome(state) is None:
        raise DeadEnd(f"seed {seed!r}: nobody is awaited, or {limit} actions and no end")
    return Wandered(settings, opening, tuple(log), state)


def _pick(chooser: SeededDice, count: int) -> int:
    return 0 if count == 1 else chooser.roll("choice", 1, count)[0] - 1


def choose(game: Game[Any, Any], state: Any, decision: Decision, chooser: SeededDice) -> Action:
    """Return a random legal action for *decision*.

    Raises:
        DeadEnd: when there is none, or one that the game offered is refused.
    """
    view = game.view(state, decision.seat)
    kinds = game.kinds(view)
    if not kinds:
        raise DeadEnd(f"{decision.seat} owes {decision.code} and can do nothing")
    if decision.choices and _pick(chooser, 2):
        action = decision.choices[_pick(chooser, len(decision.choices))].action
    else:
        action = _fill(game, view, kinds[_weigh(kinds, chooser)], chooser)
    refusals = game.check(state, decision.seat, action)
    if refusals:
        raise DeadEnd(f"offered to {decision.seat} and refused: {action!r}: {refusals}")
    return action


def _weigh(kinds: tuple[str, ...], chooser: SeededDice) -> int:
    """Pick a kind; closing a phase is picked seldom enough for things to happen."""
    if "done" in kinds:
        closing = kinds.index("done")
        others = [index for index in range(len(kinds)) if index != closing]
        if not others or _pick(chooser, 6) == 0:
            return closing
        return others[_pick(chooser, len(others))]
    return _pick(chooser, len(kinds))


def _fill(game: Game[Any, Any], view: Any, kind: str, chooser: SeededDice) -> Action:
    filled: dict[str, str] = {}
    for name, info in game.actions[kind].model_fields.items():
        if not info.is_required() and _pick(chooser, 3):
            continue
        options = list(islice(game.options(view, kind, name, filled), WIDE))
        if not options:
            if info.is_required():
                raise DeadEnd(f"{kind}: no option for {name} after {filled}")
            continue
        first = _pick(chooser, 2) == 0
        filled[name] = options[0 if first else _pick(chooser, len(options))].value
    return game.parse(view, kind, filled)

"""Random legal play of any game through its contract alone: the fuzzer's hand.

Choices come from :class:`engine.dice.SeededDice`, so a seed is a whole game, the same on every
machine. It leans on what the contract promises of order: options come best first, the kinds of a
decision most natural first, so the last kind is the one that ends it. How strongly it leans is
drawn for each seat of each game (:class:`Temper`): some players know what they want, some do not,
and together their games go everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import BaseModel

from bot.trials import pace
from engine.api import Action, Decision, Event, Game, Seat
from engine.dice import RecordedDice, Roll, SeededDice
from engine.kit.filling import as_asked

WIDE = 24
"""How many options of a field are looked at."""
FIRST = (10, 50, 80, 96)
"""How often, in a hundred, a seat takes the first option of a field."""
OPTIONAL = (10, 60, 97)
"""How often, in a hundred, it fills an optional field."""
TASTE = (100, 100, 30, 6)
"""What a kind of action weighs with it."""
CLOSING = (2, 4, 8, 20, 60)
"""What the kind weighs that ends a decision."""
ORDERING = 8
"""One in so many actions of a game with standing orders, one is given before it."""


class DeadEnd(Exception):
    """A seat is awaited and can do nothing, or an offered option is refused: a bug in a game."""


@dataclass(frozen=True, slots=True)
class Played:
    """One action of a random game, with the dice it rolled and what happened."""

    seat: Seat
    action: Action
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A whole random game: its first state's rolls, its actions and its last state."""

    settings: BaseModel
    opening: tuple[Roll, ...]
    log: tuple[Played, ...]
    state: Any


class Temper:
    """How one seat plays a game at random: habits, each drawn when it first matters.

    Every other seat is keen: it mostly takes what is best and says all that can be said. Another
    may know what it wants on the march and not care where its ships go; the next seed's seat is
    another. What it has done already in the decision it owes attracts it less, so that it neither
    goes in circles nor on for ever.
    """

    __slots__ = ("_chooser", "_done", "_habits", "_keen", "_key")

    def __init__(self, chooser: SeededDice) -> None:
        self._chooser = chooser
        self._keen = _pick(chooser, 2) == 1
        self._habits: dict[tuple[str, ...], int] = {}
        self._key = ""
        self._done: Counter[str] = Counter()

    def habit(self, *what: str, of: tuple[int, ...]) -> int:
        """Return this seat's number for *what*, one of those in *of*."""
        if what not in self._habits:
            self._habits[what] = of[_pick(self._chooser, len(of))]
        return self._habits[what]

    def fills(self, kind: str, name: str) -> bool:
        """Say whether it fills an optional field this time."""
        of = OPTIONAL[-1:] if self._keen else OPTIONAL
        return _chance(self._chooser, self.habit("optional", kind, name, of=of))

    def takes_first(self, kind: str, name: str) -> bool:
        """Say whether it takes the first option of a field this time."""
        often = self.habit("first", kind, name, of=FIRST[-2:] if self._keen else FIRST)
        return _chance(self._chooser, often * 10 // (9 + max(1, self._done[kind])))

    def kind(self, decision: Decision, kinds: tuple[str, ...]) -> str:
        """Return the kind of action that it will try, by taste."""
        if decision.key != self._key:
            self._key = decision.key
            self._done.clear()
        last = decision.kinds[-1] if len(decision.kinds) > 1 else ""
        tastes = {kind: self.habit("taste", kind, of=TASTE) for kind in kinds if kind != last}
        # The best liked of what is possible weighs 100, so that a seat without better things to do
        # does what it likes little instead of closing at once.
        most = max(tastes.values(), default=1)
        closing = self.habit("closing", decision.code, of=CLOSING)
        weights = [
            closing
            if kind == last
            else max(1, 300 * tastes[kind] // (most * (3 + self._done[kind])))
            for kind in kinds
        ]
        point = _pick(self._chooser, sum(weights))
        chosen = kinds[-1]
        for kind, weight in zip(kinds, weights, strict=True):
            point -= weight
            if point < 0:
                chosen = kind
                break
        self._done[chosen] += 1
        return chosen


def random_game(
    game: Game[Any, Any],
    seed: str,
    *,
    settings: BaseModel | None = None,
    limit: int = 20_000,
    each: Callable[[Any], None] | None = None,
    standing: bool = False,
) -> RandomGame:
    """Play a game to its end by random legal choices.

    Args:
        game: Which game system.
        seed: Any text; the same gives the same game.
        settings: The table's choices; the game's own defaults if not given.
        limit: Actions after which the game counts as endless.
        each: Called with every state in which somebody is awaited, for invariants.
        standing: Whether seats leave standing orders, which then answer before they are asked.

    Raises:
        DeadEnd: when a seat is awaited and has nothing to do, an option from ``options`` is
            refused, or *limit* is reached.
    """
    settings = settings or game.settings_model()
    dice = RecordedDice(SeededDice(f"dice {seed}".encode()))
    state = game.setup(settings, dice).state
    opening = tuple(dice.rolls)
    log, state = play_at_random(
        game, state, seed, limit=limit, each=each, dice=dice, standing=standing
    )
    if game.outcome(state) is None:
        raise DeadEnd(f"seed {seed!r}: nobody is awaited, or {limit} actions and no end")
    return RandomGame(settings, opening, log, state)


def play_at_random(
    game: Game[Any, Any],
    state: Any,
    seed: str,
    *,
    limit: int,
    each: Callable[[Any], None] | None = None,
    dice: RecordedDice | None = None,
    standing: bool = False,
) -> tuple[tuple[Played, ...], Any]:
    """Play on from *state* by random legal choices, to the end or for *limit* actions.

    Returns the log and the last state; for the rest see :func:`random_game`.

    Raises:
        DeadEnd: when a seat is awaited and has nothing to do, or an offered option is refused.
    """
    chooser = SeededDice(f"choices {seed}".encode())
    dice = dice or RecordedDice(SeededDice(f"dice {seed}".encode()))
    tempers = {seat: Temper(chooser) for seat in game.seats}
    # Dice of their own: games without standing orders stay the games they are.
    ordering = SeededDice(f"standing {seed}".encode()) if standing else None
    log: list[Played] = []
    while (owed := game.awaiting(state)) and len(log) < limit:
        if each is not None:
            each(state)
        seat, action = _beforehand(game, state, owed, ordering) or ("", None)
        if action is None:
            decision = owed[_pick(chooser, len(owed))]
            seat = decision.seat
            action = choose(game, state, decision, chooser, tempers[seat])
        dice.rolls.clear()
        step = game.apply(state, seat, action, dice)
        state = step.state
        log.append(Played(seat, action, tuple(dice.rolls), step.events))
        pace.step()
    return tuple(log), state


def _beforehand(
    game: Game[Any, Any], state: Any, owed: tuple[Decision, ...], ordering: SeededDice | None
) -> tuple[Seat, Action] | None:
    """Return the answer of a standing order to what is owed, or now and then a new order.

    Raises:
        DeadEnd: when the rules refuse either.
    """
    if ordering is None:
        return None
    for decision in owed:
        view = game.view(state, decision.seat)
        answer = game.standing(view, as_asked(game, view, decision))
        if answer is not None:
            return decision.seat, _allowed(game, state, decision.seat, answer)
    kinds = [kind for kind, model in game.actions.items() if model.standing]
    if not kinds or _pick(ordering, ORDERING):
        return None
    seat, kind = game.seats[_pick(ordering, len(game.seats))], kinds[_pick(ordering, len(kinds))]
    view = game.view(state, seat)
    filled: dict[str, str] = {}
    for name, info in game.actions[kind].model_fields.items():
        options = list(islice(game.options(view, kind, name, filled), WIDE))
        if info.is_required() and not options:
            return None
        if options and (info.is_required() or _pick(ordering, 2)):
            filled[name] = options[_pick(ordering, len(options))].value
    return seat, _allowed(game, state, seat, game.parse(view, kind, filled))


def _allowed(game: Game[Any, Any], state: Any, seat: Seat, action: Action) -> Action:
    refusals = game.check(state, seat, action)
    if refusals:
        raise DeadEnd(f"offered to {seat} and refused: {action!r}: {refusals}")
    return action


def _pick(chooser: SeededDice, count: int) -> int:
    return 0 if count == 1 else chooser.roll("choice", 1, count)[0] - 1


def _chance(chooser: SeededDice, percent: int) -> bool:
    return _pick(chooser, 100) < percent


def choose(
    game: Game[Any, Any],
    state: Any,
    decision: Decision,
    chooser: SeededDice,
    temper: Temper,
) -> Action:
    """Return a random legal action for *decision*.

    Raises:
        DeadEnd: when there is none, or one that the game offered is refused.
    """
    view = game.view(state, decision.seat)
    kinds = game.kinds(view)
    if not kinds:
        raise DeadEnd(f"{decision.seat} owes {decision.code} and can do nothing")
    decision = as_asked(game, view, decision)
    if decision.choices and _pick(chooser, 2):
        action = decision.choices[_pick(chooser, len(decision.choices))].action
    else:
        action = _fill(game, view, temper.kind(decision, kinds), chooser, temper)
    return _allowed(game, state, decision.seat, action)


def _fill(
    game: Game[Any, Any], view: Any, kind: str, chooser: SeededDice, temper: Temper
) -> Action:
    filled: dict[str, str] = {}
    for name, info in game.actions[kind].model_fields.items():
        if not info.is_required() and not temper.fills(kind, name):
            continue
        options = list(islice(game.options(view, kind, name, filled), WIDE))
        if not options:
            if info.is_required():
                raise DeadEnd(f"{kind}: no option for {name} after {filled}")
            continue
        first = temper.takes_first(kind, name)
        filled[name] = options[0 if first else _pick(chooser, len(options))].value
    return game.parse(view, kind, filled)

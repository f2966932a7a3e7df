"""Amounts are offered up to what is legal, with what is filled in before them, and no further.

And what is said to be left of what an action takes is what will be left once it is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

import pytest

from bot.ui.dialogue.fields import fields_of
from engine.api import Action, AnyGame, Params, tried
from engine.dice import SeededDice
from engine.errors import MalformedAction
from engine.kit.filling import NothingOffered, first_offered
from engine.registry import load_games
from tests.games import known
from tests.support.games_played import SEEDS, states_of
from tests.support.short import short
from tests.support.toy_game import TOY

TOY_GAME: Any = TOY
GAMES: dict[str, AnyGame] = {**load_games(), TOY.key: TOY_GAME}
WIDE = 60
"""Options of a field that are looked at."""
BEYOND = (1, 2, 5)
"""What is tried beyond the greatest amount that is offered."""
MOST_ITEMS = 3
"""Items of a compound order that are chosen."""
REPLACING = frozenset(("stow", "deploy", "fortify", "alert"))
"""Kinds that take the place of what was ordered before: all is there again for the next one."""


@cache
def positions(key: str) -> tuple[Any, ...]:
    """Every other state of two random games, mostly of those that are held to the contract."""
    states: list[Any] = []
    model = GAMES[key].settings_model
    chosen = known(key).amounts
    first, second = short(GAMES[key]), short(GAMES[key], 1) if chosen is None else model(**chosen)
    for seed, settings in zip(SEEDS, (first, second), strict=False):
        states += states_of(GAMES[key], seed, settings)
    # Of a game whose answers take longest fewer are looked at.
    return tuple(states[:: 2 * known(key).pace.dear])


def asked(
    game: AnyGame, view: Any, kind: str, dice: SeededDice
) -> Iterator[tuple[str, dict[str, str], list[int]]]:
    """Yield each required amount, what is chosen at random before it, and what is offered."""
    filled: dict[str, str] = {}
    for field in fields_of(game.actions[kind]):
        if not field.required:
            return
        options = list(islice(game.options(view, kind, field.name, filled), WIDE))
        if not options:
            return
        if field.type == "number" and game.accepts(view, kind, field.name, filled) is None:
            yield field.name, dict(filled), [int(option.value) for option in options]
        (place,) = dice.roll("amount", sides=len(options))
        filled[field.name] = options[place - 1].value


def is_legal(game: AnyGame, state: Any, seat: str, kind: str, filled: Mapping[str, str]) -> bool:
    """Say whether the fields can be completed to something that the game accepts."""
    try:
        action = first_offered(game, game.view(state, seat), kind, filled)
    except (NothingOffered, MalformedAction):
        return False
    return not game.check(state, seat, action)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_impossible_amounts_are_not_offered(key: str) -> None:
    """Every amount that is offered is legal, and no greater one is."""
    game, dice, wrong, tried = GAMES[key], SeededDice(b"amounts"), list[str](), 0
    counted = [
        kind
        for kind, model in game.actions.items()
        if not model.standing
        and any(field.required and field.type == "number" for field in fields_of(model))
    ]
    for state in positions(key) if counted else ():
        for seat in sorted({decision.seat for decision in game.awaiting(state)}):
            view = game.view(state, seat)
            for kind in sorted({*counted} & {*game.kinds(view)}):
                for name, before, amounts in asked(game, view, kind, dice):
                    tried += 1
                    beyond = [max(amounts) + more for more in BEYOND]
                    wrong += [
                        f"{kind} {name}={amount} after {before}"
                        for amount in (*amounts, *beyond)
                        if is_legal(game, state, seat, kind, {**before, name: str(amount)})
                        is (amount in beyond)
                    ]

    assert not wrong, "\n".join(dict.fromkeys(wrong))
    assert bool(tried) is bool(counted)


# -- what is left ----------------------------------------------------------------------------

Left = dict[tuple[str, frozenset[tuple[str, Any]]], int]


def left_of(game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]) -> Left:
    """Return how much each sentence says is left, by its code and what else stands in it."""
    said = game.left(view, kind, filled)
    found = {(one.code, _but_n(one.params)): one.params["n"] for one in said}
    assert len(found) == len(said), f"{kind} says one thing twice: {said}"
    assert all(isinstance(n, int) for n in found.values())
    return {sentence: n for sentence, n in found.items() if isinstance(n, int)}


def _but_n(params: Params) -> frozenset[tuple[str, Any]]:
    return frozenset((name, value) for name, value in params.items() if name != "n")


def chosen(game: AnyGame, view: Any, kind: str, dice: SeededDice) -> Iterator[dict[str, str]]:
    """Yield what is filled in of an action: nothing, and more and more of what is offered."""
    filled: dict[str, str] = {}
    yield {}
    for field in fields_of(game.actions[kind]):
        for _ in range(MOST_ITEMS if field.compound else 1):
            options = list(islice(game.options(view, kind, field.name, filled), WIDE))
            if not options or not field.required:
                break
            (place,) = dice.roll("left", sides=len(options))
            before = filled.get(field.name)
            value = options[place - 1].value
            filled[field.name] = f"{before}, {value}" if before else value
            yield dict(filled)


def said_wrong(
    game: AnyGame, state: Any, seat: str, kind: str, dice: SeededDice
) -> Iterator[tuple[str, bool]]:
    """Yield what is said at each step of choosing an action, and whether it is wrong."""
    view, before = game.view(state, seat), dict[Any, int]()
    twins = [game.view(one, seat) for one in tried(game).scramble(state, seat)]
    filled: dict[str, str] = {}
    for filled in chosen(game, view, kind, dice):
        now = left_of(game, view, kind, filled)
        for sentence, n in now.items():
            more = n > before.get(sentence, n)
            yield f"{kind} {filled}: {sentence[0]} {n} after {before.get(sentence)}", more or n < 0
        for twin in (view, *twins):
            yield f"{kind} {filled}: not of the view", left_of(game, twin, kind, filled) != now
        before = now
    action = _whole(game, state, seat, kind, filled) if before else None
    if action is None or kind in REPLACING:
        return
    ahead = game.suppose(view, action)
    if game.status(ahead.view) == game.status(view):
        for other in game.kinds(ahead.view):
            for sentence, n in left_of(game, ahead.view, other, {}).items():
                yield f"{action!r}: {sentence[0]} {n}", n != before.get(sentence, n)


def _whole(
    game: AnyGame, state: Any, seat: str, kind: str, filled: Mapping[str, str]
) -> Action | None:
    try:
        action = game.parse(game.view(state, seat), kind, filled)
    except MalformedAction:
        return None
    return None if game.check(state, seat, action) else action


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_is_left_is_said_as_it_will_be(key: str) -> None:
    """It is never negative, nor more than before; and the whole action leaves what was said."""
    game, dice, wrong = GAMES[key], SeededDice(b"left"), list[str]()
    tried = 0
    for state in positions(key):
        for seat in sorted({decision.seat for decision in game.awaiting(state)}):
            for kind in game.kinds(game.view(state, seat)):
                if game.left(game.view(state, seat), kind, {}):
                    tried += 1
                    found = said_wrong(game, state, seat, kind, dice)
                    wrong += [line for line, is_wrong in found if is_wrong]

    assert not wrong, "\n".join(dict.fromkeys(wrong))
    assert tried

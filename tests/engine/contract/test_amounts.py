"""Amounts are offered up to what is legal, with what is filled in before them, and no further."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

import pytest

from bot.trials.random_play import random_game
from bot.ui.fields import fields_of
from engine.api import AnyGame
from engine.dice import SeededDice
from engine.errors import MalformedAction
from engine.kit.filling import NothingOffered, first_offered
from engine.registry import load_games
from tests.support.toy_game import TOY

TOY_GAME: Any = TOY
GAMES: dict[str, AnyGame] = {**load_games(), TOY.key: TOY_GAME}
WIDE = 60
"""Options of a field that are looked at."""
BEYOND = (1, 2, 5)
"""What is tried beyond the greatest amount that is offered."""


@cache
def positions(key: str) -> tuple[Any, ...]:
    """The states of two random games."""
    states: list[Any] = []
    for seed in ("amounts 1", "amounts 2"):
        random_game(GAMES[key], seed, each=states.append)
    return tuple(states)


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

"""Possible states that differ only in what a viewer may not know: as many as a test asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from engine.api import Seat
from engine.dice import Dice, SeededDice

S = TypeVar("S")
T = TypeVar("T")

TRIES = 6
"""Draws for each state that is wanted: some come out as one that is there already."""


def scrambled(
    state: Any,
    viewer: Seat | None,
    turned: Callable[[Any, Seat, Any], Any],
    drawn: Callable[[Dice, Any, Seat, Any], Any],
    wanted: int,
) -> tuple[Any, ...]:
    """Return *wanted* states whose table is the same and in which others have other secrets.

    Args:
        state: A state of a table and each side's secrets.
        viewer: Whose secrets stay; nobody's for the public.
        turned: Other secrets than a side's own, for the first state.
        drawn: Secrets that a side may just as well have, for the rest.
        wanted: How many.
    """

    def world(change: Callable[[Any, Seat, Any], Any]) -> Any:
        secrets = {
            seat: own if seat == viewer else change(state.table, seat, own)
            for seat, own in state.secrets.items()
        }
        return replace(state, secrets=secrets)

    return unlike(state, world(turned), lambda dice: world(partial(drawn, dice)), wanted)


def unlike(state: S, first: S, draw: Callable[[Dice], S], wanted: int) -> tuple[S, ...]:
    """Return *wanted* states unlike *state* and each other: *first*, then drawn ones.

    They are fewer where so many cannot be found. The same state gives the same ones.
    """
    found: list[S] = []
    dice = SeededDice(b"scramble")
    for number in range(TRIES * wanted):
        one = draw(dice) if number else first
        if one != state and one not in found:
            found.append(one)
        if len(found) == wanted:
            break
    return tuple(found)


def pick(dice: Dice, values: tuple[T, ...]) -> T:
    """Return one of *values*, drawn."""
    return values[dice.roll("pick", 1, len(values))[0] - 1] if len(values) > 1 else values[0]


def shuffled(dice: Dice, values: tuple[T, ...]) -> tuple[T, ...]:
    """Return *values* in an order that is drawn."""
    left, drawn = list(values), []
    while left:
        drawn.append(left.pop(dice.roll("shuffle", 1, len(left))[0] - 1 if len(left) > 1 else 0))
    return tuple(drawn)


def some(dice: Dice, values: tuple[T, ...]) -> tuple[T, ...]:
    """Return about half of *values*, drawn, in their order."""
    return tuple(one for one in values if dice.roll("some", 1, 2) == (1,))

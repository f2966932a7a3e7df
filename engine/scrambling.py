"""Possible states that differ only in what a viewer may not know: as many as a test asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.dice import Dice, SeededDice

S = TypeVar("S")
T = TypeVar("T")

TRIES = 6
"""Draws for each state that is wanted: some come out as one that is there already."""


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

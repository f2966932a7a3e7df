"""What the rules offer for a field of an order, and any one of several things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.art_of_war.play import AnyVerb
from engine.art_of_war.state import View
from engine.dice import Dice
from engine.kit.verbs import Verb

T = TypeVar("T")


def offered(verb: AnyVerb, view: View, field: str, **filled: str) -> list[str]:
    """Return the values that the rules offer for a field of an order, as they are typed."""
    assert isinstance(verb, Verb)
    return [one.value for one in verb.options(view, field, filled)]


def any_of(of: Sequence[T], dice: Dice) -> T:
    """Return one of several, each as likely as the others."""
    return of[dice.roll("which of them", 1, len(of))[0] - 1]

"""What a question shows besides its words: the place it is about, and its answers on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.moderator.api import ROLL_DICE
from engine.api import Action, Decision, Term
from engine.kit.gate import is_of_phase
from render.api import Choosing

MOST_SHOWN = 10
"""Answers that a picture shows: the first."""


def single(mine: Sequence[Decision]) -> Decision | None:
    """Return the first question that is not all of a phase: it is answered at once, not planned."""
    return next((one for one in mine if not is_of_phase(one)), None)


def pictured(decision: Decision) -> Choosing:
    """Return what a question is about and how it can be answered, for the painter.

    It is read from the question and its answers alone, as its seat is asked it. Real dice are about
    no place.
    """
    if decision.code == ROLL_DICE:
        return Choosing()
    answers = [one for one in decision.choices[:MOST_SHOWN] if not one.danger] or decision.choices
    labels = (one.label.params for one in answers)
    about = tuple(dict.fromkeys(_terms((*decision.params.values(), *_values(labels)))))
    shown = together(as_chosen(one.action) for one in answers[:MOST_SHOWN])
    return replace(shown or Choosing(), about=about)


def _values(several: Iterable[Any]) -> Iterator[Any]:
    for one in several:
        yield from one.values()


def _terms(values: Iterable[Any]) -> Iterator[Term]:
    for value in values:
        if isinstance(value, Term):
            yield value
        elif isinstance(value, tuple):
            yield from _terms(value)


def as_chosen(action: Action) -> Choosing:
    """Return a whole action for the painter."""
    return Choosing(
        action.kind, tuple((name, getattr(action, name)) for name in type(action).model_fields)
    )


def together(found: Iterable[Choosing]) -> Choosing | None:
    """Return several actions as one picture, those that name nothing left out."""
    shown = [one for one in found if one.filled]
    return replace(shown[0], beside=tuple(shown[1:])) if shown else None

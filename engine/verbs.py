"""How a rule module tells its game what can be done and what interrupts, the same in every game.

A :class:`Verb` joins one action model with its check, its effect and its options. A
:class:`FrameRules` says who is asked what while a frame of one type is on top of the table, and
plays the part that needs nobody. A game's rule modules hold them; its ``gate.py`` collects them
into a :class:`engine.gates.Gate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.api import Action, Decision, Option, Refusal

V = TypeVar("V")
P = TypeVar("P")
T = TypeVar("T")
F = TypeVar("F")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Verb(Generic[V, P, A]):
    """One thing a player can do. V is a game's view, P its working copy, A the action.

    Attributes:
        model: Its action model.
        phases: Phases in which the phasing player may do it (any seat that has not closed, in
            simultaneous ones) while nothing interrupts.
        frames: Frame types (``type`` field) it answers, for the seat that frame awaits.
        check: Every reason against it, given that phase, frame and seat fit. It gets the acting
            seat's own view, so that a refusal cannot tell what the seat may not know.
        apply: Its effect; called only when ``check`` found nothing, with the acting seat.
        options: Legal values of one field, best first, the earlier required fields filled in.
            Filling all required fields from it must pass ``check``. Optional fields may yield
            nothing.
        possible: A quick "is there anything to do with it now", for menus; exact (False exactly
            when the first required field has no options).
    """

    model: type[A]
    phases: frozenset[Any]
    frames: frozenset[str]
    check: Callable[[V, A], list[Refusal]]
    apply: Callable[[P, str, A], None]
    options: Callable[[V, str, Mapping[str, str]], Iterator[Option]]
    possible: Callable[[V], bool]


@dataclass(frozen=True, slots=True)
class FrameRules(Generic[T, P, F]):
    """What happens while a frame is on top. T is a game's table, P its working copy, F the frame.

    Attributes:
        decisions: Who owes what (public knowledge only; empty when nobody does).
        advance: Plays on as far as nobody is needed; True when it changed anything. It must
            eventually pop its frame or leave a decision open.
    """

    decisions: Callable[[T, F], tuple[Decision, ...]]
    advance: Callable[[P, F], bool]


def filled_list(filled: Mapping[str, str], field: str) -> tuple[str, ...]:
    """Return a comma list as typed, split into ids."""
    return tuple(part.strip() for part in filled.get(field, "").split(",") if part.strip())

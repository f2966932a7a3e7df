"""How a rule module tells the game what can be done and what interrupts.

A :class:`Verb` joins one action model with its check, its effect and its options. A
:class:`FrameRules` says who is asked what while a frame of one type is on top of the table, and
plays the part that needs nobody. ``rules/<chapter>.py`` holds them; ``game.py`` collects them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.api import Action, Decision, Option, Refusal
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.state import Phase, Table, View

A = TypeVar("A", bound=Action)
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Verb(Generic[A]):
    """One thing a player can do.

    Attributes:
        model: Its action model.
        phases: Phases in which the phasing player may do it (any seat that has not closed, in
            set-up and plan) while nothing interrupts.
        frames: Frame types (``type`` field) it answers, for the seat that frame awaits.
        check: Every reason against it, given that phase, frame and seat fit. It gets the acting
            seat's own View, so that a refusal cannot tell what the seat may not know.
        apply: Its effect; called only when ``check`` found nothing. ``play.seat`` is the phasing
            seat, *seat* the acting one.
        options: Legal values of one field, best first, the earlier required fields filled in.
            Filling all required fields from it must pass ``check``. Optional fields may yield
            nothing.
        possible: A quick "is there anything to do with it now", for menus; exact (False exactly
            when the first required field has no options).
    """

    model: type[A]
    phases: frozenset[Phase]
    frames: frozenset[str]
    check: Callable[[View, A], list[Refusal]]
    apply: Callable[[Play, str, A], None]
    options: Callable[[View, str, Mapping[str, str]], Iterator[Option]]
    possible: Callable[[View], bool]


@dataclass(frozen=True, slots=True)
class FrameRules(Generic[F]):
    """What happens while a frame is on top.

    Attributes:
        decisions: Who owes what (public knowledge only; empty when nobody does).
        advance: Plays on as far as nobody is needed; True when it changed anything. It must
            eventually pop its frame or leave a decision open.
    """

    decisions: Callable[[Table, F], tuple[Decision, ...]]
    advance: Callable[[Play, F], bool]


AnyVerb = Verb[Any]
AnyFrameRules = FrameRules[Any]


def filled_list(filled: Mapping[str, str], field: str) -> tuple[str, ...]:
    """Return a comma list as typed, split into ids."""
    return tuple(part.strip() for part in filled.get(field, "").split(",") if part.strip())

"""How a rule module tells its game what can be done and what interrupts, the same in every game.

A :class:`Verb` joins one action model with its check, its effect and its options, in the phases in
which it can be done; an :class:`Answer` does so for an interruption, whose frame it is handed.
:class:`FrameRules` say who is asked what while a frame of one class is on top of the table, and
play the part that needs nobody. A game's rule modules hold them (``VERBS``, ``FRAMES``); its
``gate.py`` collects them into a :class:`engine.kit.gate.Gate`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, TypeVar

from engine.api import Action, Decision, Option, Refusal, Text
from engine.errors import CorruptState

V = TypeVar("V")
P = TypeVar("P")
T = TypeVar("T")
F = TypeVar("F")
A = TypeVar("A", bound=Action)


def nothing_against(*_: Any) -> list[Refusal]:
    """Find nothing against an action that fits phase, frame and seat."""
    return []


def no_options(*_: Any) -> Iterator[Option]:
    """Offer nothing: the action has no fields."""
    return iter(())


def nothing_left(*_: Any) -> Iterable[Text]:
    """Say nothing of what is left: the action takes nothing that is limited."""
    return ()


def always(*_: Any) -> bool:
    """Say yes."""
    return True


def never(*_: Any) -> bool:
    """Say no."""
    return False


def wait(*_: Any) -> bool:
    """Play nothing on: the frame ends when it is answered."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb(Generic[V, P, A]):
    """One thing a player can do. V is a game's view, P its working copy, A the action.

    Attributes:
        model: Its action model.
        phases: Phases in which the phasing player may do it (any seat that has not closed, in
            simultaneous ones) while nothing interrupts.
        frames: Classes of the frames that it answers; an :class:`Answer` fills them in.
        check: Every reason against it, given that phase, frame and seat fit. It gets the acting
            seat's own view, so that a refusal cannot tell what the seat may not know.
        apply: Its effect; called only when ``check`` found nothing, with the acting seat.
        options: Legal values of one field, best first, the earlier required fields filled in.
            Filling all required fields from it must pass ``check``. Optional fields may yield
            nothing.
        possible: A quick "is there anything to do with it now", for menus; exact (False exactly
            when the first required field has no options).
        named: Whether the phase's question to a seat names it: not what this table or this side
            can never do, nor what nobody does but of their own accord. It is given the table that
            all see, since a question must tell of nothing secret.
        anybody: Whether every seat may do it in those phases, whoever is awaited.
        ways: What somebody who is filled in can do by one choice, best first: options of the field
            that says where to, with what else is chosen by it; ``None`` where that is the field's
            options.
        left: What is left of what it takes, with what is filled in taken off, a sentence each; its
            parameter ``n`` counts it (:meth:`engine.api.Game.left`).
    """

    model: type[A]
    phases: Collection[Any] = ()
    frames: Collection[type] = ()
    check: Callable[[V, A], list[Refusal]] = nothing_against
    apply: Callable[[P, str, A], None]
    options: Callable[[V, str, Mapping[str, str]], Iterator[Option]] = no_options
    possible: Callable[[V], bool] = always
    named: Callable[[Any, str], bool] = always
    anybody: bool = False
    ways: Callable[[V, Mapping[str, str]], Iterator[Option]] | None = None
    left: Callable[[V, Mapping[str, str]], Iterable[Text]] = nothing_left


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Generic[V, P, F, A]):
    """What answers a frame of class F, for a seat that the frame awaits.

    It is a :class:`Verb` whose functions are handed the frame that they answer, which is the one
    on top: ``check(view, frame, action)``, ``apply(play, frame, seat, action)``,
    ``options(view, frame, field, filled)``, ``possible(view, frame)`` and
    ``left(view, frame, filled)``.
    """

    model: type[A]
    frame: type[F]
    check: Callable[[V, F, A], list[Refusal]] = nothing_against
    apply: Callable[[P, F, str, A], None]
    options: Callable[[V, F, str, Mapping[str, str]], Iterator[Option]] = no_options
    possible: Callable[[V, F], bool] = always
    left: Callable[[V, F, Mapping[str, str]], Iterable[Text]] = nothing_left

    def as_verb(self) -> Verb[Any, Any, A]:
        """Return it as a verb that takes its frame off the table by itself."""
        check, apply, options, possible = self.check, self.apply, self.options, self.possible
        left = self.left

        @wraps(check)
        def checked(view: Any, action: A) -> list[Refusal]:
            return check(view, view.table.frames[-1], action)

        @wraps(apply)
        def applied(play: Any, seat: str, action: A) -> None:
            apply(play, play.table.frames[-1], seat, action)

        @wraps(options)
        def offered(view: Any, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
            return options(view, view.table.frames[-1], field, filled)

        @wraps(possible)
        def can(view: Any) -> bool:
            return possible(view, view.table.frames[-1])

        @wraps(left)
        def remaining(view: Any, filled: Mapping[str, str]) -> Iterable[Text]:
            return left(view, view.table.frames[-1], filled)

        return Verb(
            model=self.model,
            frames=(self.frame,),
            check=checked,
            apply=applied,
            options=offered,
            possible=can,
            left=remaining,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameRules(Generic[T, P, F]):
    """What happens while a frame is on top. T is a game's table, P its working copy, F the frame.

    Attributes:
        frame: Its class.
        decisions: Who owes what (public knowledge only; empty when nobody does).
        go_on: Plays on as far as nobody is needed; True when it changed anything. It must
            eventually pop its frame or leave a decision open.
    """

    frame: type[F]
    decisions: Callable[[T, F], tuple[Decision, ...]]
    go_on: Callable[[P, F], bool] = wait


def under_way(table: Any, frame: type[F]) -> F:
    """Return the innermost frame of a class, one of which is under way.

    Raises:
        CorruptState: none is (our bug).
    """
    for one in reversed(table.frames):
        if isinstance(one, frame):
            return one
    raise CorruptState(f"no {frame.__name__} is under way")


def filled_list(filled: Mapping[str, str], field: str) -> tuple[str, ...]:
    """Return a comma list as typed, split into ids."""
    return tuple(part.strip() for part in filled.get(field, "").split(",") if part.strip())

"""How the actions of a plan stand: which are allowed now, which after others, which hang on dice.

A plan is gone through from its side's view alone, an action after the other, each supposed before
the next is looked at (:meth:`engine.api.Game.suppose`): no die falls and no state is touched, so
that planning tells nothing of what is coming.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from engine.api import Action, AnyGame, Event, Refusal, Supposition
from engine.errors import IllegalAction, MalformedAction, Refused

CLOSE_ALL: Final = "!close"
"""Kind of the entry that closes every phase, until others act."""
MOST_CLOSED: Final = 12
"""Phases in a row, more than a turn has."""

When = Literal["now", "after", "unsure", "never"]
"""When an action of a plan is allowed: now; once those before it are done; perhaps, as one before
it may come out in several ways; or not at all."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How one action of a plan stands.

    Attributes:
        action: What it is, or ``None`` where it is not understood.
        when: When it is allowed.
        open: Why it is not certain what it leads to, as in :class:`engine.api.Supposition`.
        refusals: What speaks against it, as far as that is certain.
        view: What its side sees before it, as far as that is certain.
        closings: The phases that are closed first, so that it is allowed: what closes each, and
            what its side sees before that.
        events: What its side would be told of it, as far as that is certain.
    """

    action: Action | None
    when: When
    open: Literal["", "dice", "secret", "answer"]
    refusals: tuple[Refusal, ...]
    view: Any
    closings: tuple[tuple[Action, Any], ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A whole plan gone through.

    Attributes:
        outlooks: One for each of its actions.
        view: What its side sees after it, as far as that is certain: what could be planned next.
        certain: Whether that is all that there is to it.
    """

    outlooks: tuple[Outlook, ...]
    view: Any
    certain: bool


class Course:
    """A plan that is gone through, an action after the other.

    What dice decide is left out: those after it are looked at where the die is about to fall, if
    the side is asked the same there (who has fired has fired), else as if it had not been done; and
    one that is not allowed so may be allowed after all. Where others may react, they are supposed
    to decline.

    Attributes:
        view: What the side sees after what was gone through, as far as that is certain.
        certain: Whether that is all that there is to it.
    """

    def __init__(self, game: AnyGame, view: Any) -> None:
        """Begin with what the side sees now."""
        self.view = view
        self.certain = True
        self._game = game
        self._now = view

    def next(self, kind: str, filled: Mapping[str, str]) -> Outlook:
        """Return how the next action stands, and go on behind it.

        An action of a later phase stands there once those before it are closed. The kind
        :data:`CLOSE_ALL` is closing one phase after the other until others act.
        """
        if kind == CLOSE_ALL:
            closings = tuple(self._closed())
            when: When = "now" if closings else "unsure" if not self.certain else "never"
            self.certain = False
            why = () if closings else why_open(self._game, self.view)
            return Outlook(None, when, "", why, self.view, closings)
        outlook, after = _one(self._game, self.view, kind, filled, certain=self.certain)
        if outlook.when in {"never", "unsure"} and outlook.action is not None:
            outlook, after = self._behind(outlook, kind, filled)
        if outlook.when == "now" and not self._allowed_now(kind, filled):
            outlook = replace(outlook, when="after")
        if outlook.when != "never":
            self.certain = self.certain and outlook.when != "unsure" and not outlook.open
        self.view = after
        return outlook

    def _allowed_now(self, kind: str, filled: Mapping[str, str]) -> bool:
        """Say whether an action is allowed before anything of the plan is done."""
        if self.view is self._now:
            return True
        try:
            self._game.suppose(self._now, read_planned(self._game, self._now, kind, filled))
        except Refused:
            return False
        return True

    def _behind(
        self, refused: Outlook, kind: str, filled: Mapping[str, str]
    ) -> tuple[Outlook, Any]:
        """Return how an action stands in the first later phase in which it is allowed."""
        closings: list[tuple[Action, Any]] = []
        events: tuple[Event, ...] = ()
        for action, before in self._closed(sure=True):
            closings.append((action, before))
            ahead = self._game.suppose(before, action)
            events += ahead.events
            outlook, after = _one(self._game, ahead.view, kind, filled, certain=self.certain)
            if outlook.when == "now":
                told = (*events, *outlook.events)
                closed = replace(outlook, when="after", closings=tuple(closings), events=told)
                return closed, after
        return refused, refused.view

    def _closed(self, *, sure: bool = False) -> Iterator[tuple[Action, Any]]:
        """Yield what closes one phase after the other, and the view before each.

        With *sure* not one of which it is not certain what it leads to.
        """
        view = self.view
        for _ in range(MOST_CLOSED):
            action = closing_in(self._game, view)
            if action is None:
                return
            ahead = self._game.suppose(view, action)
            if sure and ahead.open:
                return
            yield action, view
            if ahead.open:
                return
            view = ahead.view


def closing_in(game: AnyGame, view: Any) -> Action | None:
    """Return what closes the present phase for the viewer, where they can close it now."""
    for action in _closers(game, game.kinds(view)):
        try:
            game.suppose(view, action)
        except IllegalAction:
            continue
        return action
    return None


def why_open(game: AnyGame, view: Any) -> tuple[Refusal, ...]:
    """Return why the viewer cannot close the present phase; nothing where they can.

    Of several actions that close phases the one counts that belongs to this phase.
    """
    found: tuple[Refusal, ...] = ()
    for action in _closers(game, game.actions):
        try:
            game.suppose(view, action)
        except IllegalAction as refused:
            if all(one.code != "gate.wrong_phase" for one in refused.refusals):
                return refused.refusals
            found = found or refused.refusals
        else:
            return ()
    return found


def _closers(game: AnyGame, kinds: Iterable[str]) -> Iterator[Action]:
    """Yield what of some kinds closes a phase and needs nothing said."""
    for kind in kinds:
        model = game.actions[kind]
        if model.closes and not any(info.is_required() for info in model.model_fields.values()):
            yield model()


def foresee(game: AnyGame, view: Any, plan: Iterable[tuple[str, Mapping[str, str]]]) -> Foreseen:
    """Go through a whole plan (:class:`Course`).

    Args:
        game: The rules.
        view: What the side sees now.
        plan: Its actions, each a kind and its fields as typed.
    """
    course = Course(game, view)
    outlooks = tuple(course.next(kind, filled) for kind, filled in plan)
    return Foreseen(outlooks, course.view, course.certain)


def alike(
    game: AnyGame,
    view: Any,
    kind: str,
    who: str,
    each: Iterable[str],
    there: Mapping[str, str],
) -> list[dict[str, str]]:
    """Return the orders of several who do the same, one after the other.

    Where the place, or the means, is taken by one before, the best that is left is taken instead.

    Args:
        game: The rules.
        view: What their side sees before the first.
        kind: What they do.
        who: The field that says who acts.
        each: What it holds, in their order.
        there: The field that says where to, and what it holds; nothing where none is asked for.
    """
    course = Course(game, view)
    orders = []
    for one in each:
        filled = {who: one, **there}
        before = course.view
        if course.next(kind, filled).when == "never":
            course.view = before
            filled = _next_best(game, course, kind, {who: one}, there) or filled
        orders.append(filled)
    return orders


def _next_best(
    game: AnyGame, course: Course, kind: str, filled: Mapping[str, str], there: Mapping[str, str]
) -> dict[str, str] | None:
    for name in there:
        view = course.view
        for option in game.options(view, kind, name, filled):
            found = {**filled, name: option.value}
            if course.next(kind, found).when != "never":
                return found
            course.view = view
    return None


def _one(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str], *, certain: bool
) -> tuple[Outlook, Any]:
    """Return how an action stands in a view, and the view after it."""
    action = None
    try:
        action = read_planned(game, view, kind, filled)
        ahead = game.suppose(view, action)
    except Refused as refused:
        when: When = "never" if certain or action is None else "unsure"
        return Outlook(action, when, "", refused.refusals, view), view
    after = view if ahead.open and not _goes_on(game, view, ahead) else ahead.view
    others = ahead.open in {"answer", "secret"} or _is_others_turn(game, ahead.view)
    if others:
        # Most often nobody does anything: what is planned behind it goes on from there.
        calm = game.suppose(view, action, undisturbed=True)
        after = view if calm.open else calm.view
    return Outlook(action, "now", ahead.open, (), view, events=ahead.events), after


def _goes_on(game: AnyGame, view: Any, ahead: Supposition[Any]) -> bool:
    """Say whether the viewer goes on planning from where a die is thrown: asked the same still.

    Who has fired has fired, whatever it comes to. In the middle of something else they are not.
    """
    return ahead.open == "dice" and game.asked(ahead.view) == game.asked(view)


def _is_others_turn(game: AnyGame, view: Any) -> bool:
    """Say whether others are awaited, and the viewer is not."""
    asked = game.asked(view)
    return bool(asked) and all(one.seat != view.viewer for one in asked)


def read_planned(game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]) -> Action:
    """Return the action that is planned as a kind and its fields as typed.

    Raises:
        MalformedAction: It is not understood, or no action of this game.
    """
    if kind not in game.actions:
        raise MalformedAction(Refusal("plan.unknown", "", {"kind": kind}))
    return game.parse(view, kind, filled)

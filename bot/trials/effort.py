"""What a turn costs people: played games put through the planning page, sendings and taps counted.

A game between computer players is recorded, and each side's actions are entered as a person would:
as many in one plan as can be given before it is sent. An entry counts for a sending only where the
page would take it at that moment, so nothing is known beforehand. A sending ends where another
side's person has to answer, or something halts it; what is left is sent anew.

A *submission* is a sending, or an answer that changes the game. A *tap* is every touch: opening a
menu, each line chosen, closing a menu of which several were chosen, a press, sending in a box; four
typed characters are one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any, Final

from bot.letters.parts import MENU_SIZE, ROW_SIZE
from bot.trials import pace
from bot.trials.entering import entering
from bot.trials.lab import Player, mind_of
from bot.trials.taps import SCANNED, means, menu_taps
from bot.ui.dialogue.fields import fields_of, typed_fields
from bot.ui.planning.actors import Acting, planned_already
from bot.ui.planning.suggestions import of_phase
from bot.ui.planning.worked import warnings_of
from engine.api import Action, AnyGame, Decision, Event, Seat, Supposition
from engine.dice import SeededDice
from engine.playing.ending import ending_of
from engine.playing.planning import CLOSE_ALL, Course, Foreseen, Outlook
from engine.playing.suggesting import suggested

LIMIT: Final = 20_000
WORTH_A_PLAN: Final = 3
"""Answers in a row that are sent together, where each has a button of its own."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One action of a played game.

    Attributes:
        seat: Whose.
        decision: What it answered, as its seat was asked.
        view: What its seat saw before it.
        action: What was done.
        events: What came of it, as its seat was told.
        turn: The turn of the game.
        by_itself: Whether nobody had to do anything for it.
        awaited: Who could act then.
    """

    seat: Seat
    decision: Decision
    view: Any
    action: Action
    events: tuple[Event, ...]
    turn: int
    by_itself: bool
    awaited: frozenset[Seat]


@dataclass(slots=True)
class Effort:
    """What one turn cost one side.

    Attributes:
        actions: How many were done by a person.
        submissions: Sendings and answers.
        buttons: Taps by buttons and menus alone.
        cheapest: Taps where each entry is typed or chosen, whichever is less.
        typed: Entries that no menu leads to; the box costs two taps more.
        before: Taps when each action is a dialogue of its own; its submissions are *actions*.
    """

    actions: int = 0
    submissions: int = 0
    buttons: int = 0
    cheapest: int = 0
    before: int = 0
    typed: int = 0


def recorded(
    game: AnyGame, seed: str, settings: Any, players: Mapping[Seat, Player]
) -> tuple[Recorded, ...]:
    """Play one game to its end and return all that was done.

    Raises:
        DeadEnd: as :func:`bot.trials.lab.play`.
    """
    dice = SeededDice(f"dice {seed}".encode())
    minds = {seat: mind_of(game, seat, players[seat], seed) for seat in game.seats}
    state = game.setup(settings, dice).state
    found: list[Recorded] = []
    while (owed := game.awaiting(state)) and len(found) < LIMIT:
        decision = owed[0]
        seat, view = decision.seat, game.view(state, decision.seat)
        asked = next(one for one in game.asked(view) if one.key == decision.key)
        action = _forced(game, state, decision) or minds[seat](state, decision)
        action = _as_offered(game, state, seat, action)
        step = game.apply(state, seat, action, dice)
        told = tuple(one for event in step.events if (one := event.reading(seat)) is not None)
        turn = game.status(game.view(state, None)).turn
        by_itself = _forced(game, state, decision) is not None
        awaited = frozenset(one.seat for one in owed)
        found.append(Recorded(seat, asked, view, action, told, turn, by_itself, awaited))
        state = step.state
        pace.step()
    return tuple(found)


def _as_offered(game: AnyGame, state: Any, seat: Seat, action: Action) -> Action:
    """Return an action with what the menus offer in place of its equal.

    Of several columns that stand together one is offered, and one ship may stand for its stack.
    """
    view, given = game.view(state, seat), typed_fields(action)
    meant: Supposition[Any] | None = None
    for one in fields_of(type(action)):
        if not one.required or one.name not in given:
            continue
        before = {name: given[name] for name in given if name != one.name}
        offered = list(islice(game.options(view, action.kind, one.name, before), SCANNED))
        if any(means(game, view, action, one.name, option.value) for option in offered):
            continue
        for option in offered:
            other = game.parse(view, action.kind, {**given, one.name: option.value})
            if game.check(state, seat, other):
                continue
            if not one.many:
                return other
            meant = meant or game.suppose(view, action, undisturbed=True)
            if meant.open:
                break
            if _is_same(meant, game.suppose(view, other, undisturbed=True)):
                return other
    return action


def _is_same(one: Supposition[Any], other: Supposition[Any]) -> bool:
    """Say whether two actions come to the same, whatever others do, as far as no dice fall."""
    same = one.events == other.events and bool(one.view == other.view)
    return same and not one.open and not other.open


def _forced(game: AnyGame, state: Any, decision: Decision) -> Action | None:
    forced: Callable[[Any, Decision], Action | None] | None = getattr(game, "forced", None)
    return None if forced is None else forced(game.view(state, None), decision)


Sendings = list[tuple[int, ...]]
"""What people send together: the places of actions in a played game, in order."""


def efforts(game: AnyGame, played: Sequence[Recorded], sent: Sendings) -> Iterator[Effort]:
    """Yield what each turn cost each side, the set-up left out; add what is sent to *sent*."""
    for seat in game.seats:
        turns: dict[int, Effort] = {}
        side = _Side(game, played, seat, turns)
        side.count()
        sent += side.sent
        yield from turns.values()


def set_ups(game: AnyGame, played: Sequence[Recorded]) -> Iterator[Effort]:
    """Yield what it cost each side to set up: all that it did before the first turn."""
    for seat in game.seats:
        turns: dict[int, Effort] = {}
        _Side(game, played, seat, turns, setting_up=True).count()
        yield from turns.values()


@dataclass(slots=True)
class _Plan:
    """What one plan holds.

    Attributes:
        done: The places of all that is done by it.
        entered: Those of its entries.
        asks: Whether the page asks once more before it is sent: something would be lost, or who
            could still act is told before the rest of the turn is closed.
    """

    done: list[int] = field(default_factory=list)
    entered: list[int] = field(default_factory=list)
    asks: bool = False


class _Side:
    """One side's game, entered action by action."""

    def __init__(
        self,
        game: AnyGame,
        played: Sequence[Recorded],
        seat: Seat,
        turns: dict[int, Effort],
        *,
        setting_up: bool = False,
    ) -> None:
        self._game = game
        self._played = played
        self._seat = seat
        self._turns = turns
        self._setting_up = setting_up
        self.sent: Sendings = []

    def count(self) -> None:
        """Go through the game."""
        played, place = self._played, 0
        while place < len(played):
            one = played[place]
            left_out = (one.turn < 1) != self._setting_up
            if one.seat != self._seat or one.by_itself or left_out:
                place += 1
                continue
            place = self._submit(place)

    def _submit(self, first: int) -> int:
        """Enter as much as one plan can hold from an action on; return the place behind it."""
        one = self._played[first]
        effort = self._turns.setdefault(one.turn, Effort())
        direct = _pressed(one)
        plan = self._planned(first)
        alone = WORTH_A_PLAN if one.decision.interrupt else 2
        if direct is not None and len(plan.done) < alone:
            self._count(effort, (one,), submissions=1, buttons=direct, cheapest=direct)
            return first + 1
        actions = [self._played[place].action for place in plan.entered]
        entered = entering(self._game, one.view, actions, self._suggested)
        effort.typed += entered.typed
        parts, waited = self._sendings(plan.done)
        self.sent += parts
        sendings = len(parts)
        # Opening the page, unless it is there from a sending before, and sending; where that ends
        # the turn too, what stays undone is read and confirmed, and what would be lost always.
        opened = waited + self._is_away(first)
        rest = sendings + opened + plan.asks
        self._count(
            effort,
            [self._played[place] for place in plan.done],
            submissions=sendings,
            buttons=entered.buttons + rest,
            cheapest=entered.cheapest + rest,
        )
        return plan.done[-1] + 1

    def _suggested(self, view: Any) -> Iterator[tuple[Action, ...]]:
        """Yield what weaker players would do in a view, until a phase is closed.

        What the recorded player itself would do is left out: it would suggest all that it does.
        """
        for strength in list(self._game.opponents)[-2::-1]:
            opponent, dice = self._game.opponents[strength], SeededDice(b"suggested")
            yield of_phase(suggested(self._game, opponent, view, self._seat, dice).actions)

    def _count(
        self,
        effort: Effort,
        done: Sequence[Recorded],
        *,
        submissions: int,
        buttons: int,
        cheapest: int,
    ) -> None:
        effort.actions += len(done)
        effort.submissions += submissions
        effort.buttons += buttons
        effort.cheapest += min(cheapest, buttons)
        effort.before += sum(_dialogue_taps(self._game, one) for one in done)

    def _planned(self, first: int) -> _Plan:
        """Return the actions that one plan can hold, from *first* on.

        They are those that the side does next in the same turn, as far as each is allowed when the
        plan is made. Phases are closed before what is of a later one, and at the end.
        """
        plan = _Plan()
        course = Course(self._game, self._played[first].view)
        outlooks: list[Outlook] = []
        closing: list[int] = []
        for place in self._own_in_turn(first):
            one = self._played[place]
            if one.action.closes:
                closing.append(place)
                continue
            outlook = course.next(one.action.kind, typed_fields(one.action))
            if outlook.when not in {"now", "after"} and (plan.done or closing):
                break
            if len(outlook.closings) < len(closing):
                break
            outlooks.append(outlook)
            plan.asks |= any(warnings_of(self._game, outlook))
            plan.done += [*closing, place]
            plan.entered.append(place)
            closing = []
        self._close(plan, course, outlooks, first)
        return plan

    def _close(self, plan: _Plan, course: Course, outlooks: Sequence[Outlook], first: int) -> None:
        """Close what is left of the turn, or else this phase, behind what is planned.

        Only as far as the page has a button for it then.
        """
        begun = plan.done[-1] + 1 if plan.done else first
        closing: list[int] = []
        for place in range(begun, len(self._played)):
            one = self._played[place]
            if one.by_itself or (one.seat != self._seat and self._seat in one.awaited):
                continue
            if one.seat != self._seat or one.turn != self._played[first].turn:
                break
            if not one.action.closes:
                # Something is to be done later that cannot be planned yet: one by one.
                for each in closing:
                    action = self._played[each].action
                    if course.next(action.kind, typed_fields(action)).when != "now":
                        break
                    plan.done.append(each)
                    plan.entered.append(each)
                self._end_by_sending(plan)
                return
            closing.append(place)
        if plan.done:
            foreseen = Foreseen(tuple(outlooks), course.view, course.certain)
            ending = ending_of(self._game, foreseen)
            if not ending.turn:
                closing = closing[: ending.closing is not None]
        plan.done += closing
        if closing:
            offered = tuple(islice(self._game.actors(course.view), MENU_SIZE))
            given, _ = planned_already(self._game, course.view, offered, outlooks)
            # Beside a plan the page says who could still act; of a turn without one it is asked.
            idle = Acting(offered, None, (), planned=given).free
            plan.asks |= bool(idle) and not plan.entered
            plan.asks |= any(warnings_of(self._game, course.next(CLOSE_ALL, {})))

    def _end_by_sending(self, plan: _Plan) -> None:
        """Leave out the last closing where the press that sends can say it."""
        if len(plan.entered) > 1 and self._played[plan.entered[-1]].action.closes:
            plan.entered.pop()

    def _own_in_turn(self, first: int) -> Iterator[int]:
        """Yield the places of what the side does in the turn, from *first* on."""
        turn = self._played[first].turn
        for place in range(first, len(self._played)):
            one = self._played[place]
            if one.turn != turn:
                return
            if one.seat == self._seat and not one.by_itself:
                yield place

    def _is_away(self, first: int) -> bool:
        """Say whether the page has to be opened: in the turn, others have acted since it was sent.

        It comes back with what a sending brought; another's answer comes later than that.
        """
        turn = self._played[first].turn
        for place in range(first - 1, -1, -1):
            one = self._played[place]
            if not one.by_itself:
                return one.seat != self._seat or one.turn != turn
        return True

    def _sendings(self, entries: Sequence[int]) -> tuple[list[tuple[int, ...]], int]:
        """Return what is sent together until all of a plan is done, and how often it waits."""
        waited, parts = 0, list[tuple[int, ...]]()
        parts.append((entries[0],))
        for before, after in pairwise(entries):
            between = self._played[before + 1 : after]
            others = any(self._seat not in one.awaited and not one.by_itself for one in between)
            halted = any(
                event.code in halt.codes
                for event in self._played[before].events
                for halt in self._game.halts
                if halt.usual
            )
            if others or halted:
                parts.append((after,))
            else:
                parts[-1] += (after,)
            waited += others
        return parts, waited


def _pressed(one: Recorded) -> int | None:
    """Return the taps of a choice that has a button or stands in a question's menu."""
    choices = one.decision.choices
    if all(choice.action != one.action for choice in choices):
        return None
    return 1 if len(choices) <= ROW_SIZE else 2


def _dialogue_taps(game: AnyGame, one: Recorded) -> int:
    """Return the taps of one action by a dialogue of its own: every field, and Confirm."""
    pressed = _pressed(one)
    if pressed is not None:
        return pressed
    given = typed_fields(one.action)
    cost, filled = 1 + 2 + 1, dict[str, str]()
    for each in fields_of(type(one.action)):
        value = given.get(each.name, "")
        if each.required or value:
            chosen = max(2, menu_taps(game, one.view, one.action, each, filled))
            cost += min(chosen, 2 + math.ceil(len(value) / 4)) + (not each.required)
        if value:
            filled[each.name] = value
    return cost

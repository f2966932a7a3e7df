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
from bot.trials.lab import Player, mind_of
from bot.ui.dialogue import usable
from bot.ui.fields import Field, fields_of, items_of, typed_fields
from engine.api import Action, AnyGame, Decision, Event, Seat
from engine.dice import SeededDice
from engine.errors import Refused
from engine.kit.lines import read_order
from engine.kit.planning import Course

LIMIT: Final = 20_000
SCANNED: Final = 200
"""Lines of a menu that a person looks through, page by page, before they type."""
UNREACHABLE: Final = 10_000
"""Taps of what no menu offers; typing is cheaper."""


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
    """

    seat: Seat
    decision: Decision
    view: Any
    action: Action
    events: tuple[Event, ...]
    turn: int
    by_itself: bool


@dataclass(slots=True)
class Effort:
    """What one turn cost one side.

    Attributes:
        actions: How many were done by a person.
        submissions: Sendings and answers.
        buttons: Taps by buttons and menus alone.
        cheapest: Taps where each entry is typed or chosen, whichever is less.
        before: Taps when each action is a dialogue of its own; its submissions are *actions*.
    """

    actions: int = 0
    submissions: int = 0
    buttons: int = 0
    cheapest: int = 0
    before: int = 0
    kinds: set[str] = field(default_factory=set)


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
        step = game.apply(state, seat, action, dice)
        told = tuple(one for event in step.events if (one := event.reading(seat)) is not None)
        turn = game.status(game.view(state, None)).turn
        by_itself = _forced(game, state, decision) is not None
        found.append(Recorded(seat, asked, view, action, told, turn, by_itself))
        state = step.state
    return tuple(found)


def _forced(game: AnyGame, state: Any, decision: Decision) -> Action | None:
    forced: Callable[[Any, Decision], Action | None] | None = getattr(game, "forced", None)
    return None if forced is None else forced(game.view(state, None), decision)


def efforts(game: AnyGame, played: Sequence[Recorded]) -> Iterator[Effort]:
    """Yield what each turn cost each side, the set-up left out."""
    for seat in game.seats:
        turns: dict[int, Effort] = {}
        _Side(game, played, seat, turns).count()
        yield from turns.values()


class _Side:
    """One side's game, entered action by action."""

    def __init__(
        self, game: AnyGame, played: Sequence[Recorded], seat: Seat, turns: dict[int, Effort]
    ) -> None:
        self._game = game
        self._played = played
        self._seat = seat
        self._turns = turns

    def count(self) -> None:
        """Go through the game."""
        played, place = self._played, 0
        while place < len(played):
            one = played[place]
            if one.seat != self._seat or one.by_itself or one.turn < 1:
                place += 1
                continue
            place = self._submit(place)

    def _submit(self, first: int) -> int:
        """Enter as much as one plan can hold from an action on; return the place behind it."""
        one = self._played[first]
        effort = self._turns.setdefault(one.turn, Effort())
        direct = _pressed(one)
        if direct is not None and one.decision.interrupt:
            self._count(effort, (one,), submissions=1, buttons=direct, cheapest=direct)
            return first + 1
        entries = self._planned(first)
        course = Course(self._game, one.view)
        buttons = cheapest = 0
        typed = False
        for place in entries:
            entry = self._played[place]
            by_menu = taps(self._game, course.view, entry.action)
            by_line = typed_taps(self._game, course.view, entry.action)
            buttons += min(by_menu, UNREACHABLE)
            cheapest += min(by_menu, by_line)
            typed = typed or by_line < by_menu
            course.next(entry.action.kind, typed_fields(entry.action))
        # Opening the page, and sending; the box is opened and sent in where something is typed.
        sendings = self._sendings(entries)
        self._count(
            effort,
            [self._played[place] for place in entries],
            submissions=sendings,
            buttons=buttons + 2 * sendings,
            cheapest=cheapest + 2 * sendings + 2 * typed,
        )
        return entries[-1] + 1

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
        effort.kinds |= {one.action.kind for one in done}

    def _planned(self, first: int) -> list[int]:
        """Return the places of the actions that one plan can hold, from *first* on.

        They are those that the side does next in the same turn, as far as each is allowed when the
        plan is made.
        """
        found: list[int] = []
        course = Course(self._game, self._played[first].view)
        turn = self._played[first].turn
        for place in range(first, len(self._played)):
            one = self._played[place]
            if one.turn != turn:
                break
            if one.seat != self._seat or one.by_itself:
                continue
            outlook = course.next(one.action.kind, typed_fields(one.action))
            if outlook.when not in {"now", "after"} and found:
                break
            found.append(place)
        return found

    def _sendings(self, entries: Sequence[int]) -> int:
        """Return how often a plan has to be sent until all of it is done."""
        sendings = 1
        for before, after in pairwise(entries):
            between = self._played[before + 1 : after]
            others = any(one.seat != self._seat and not one.by_itself for one in between)
            halted = any(
                event.code in halt.codes
                for event in self._played[before].events
                for halt in self._game.halts
                if halt.usual
            )
            sendings += others or halted
        return sendings


def _pressed(one: Recorded) -> int | None:
    """Return the taps of a choice that has a button or stands in a question's menu."""
    choices = one.decision.choices
    if all(choice.action != one.action for choice in choices):
        return None
    return 1 if len(choices) <= ROW_SIZE else 2


def taps(game: AnyGame, view: Any, action: Action) -> int:
    """Return the taps of an entry by the menus of the planning page."""
    given = typed_fields(action)
    fields = fields_of(type(action))
    by_actor = _by_actor(game, view, action.kind, given)
    begun, cost = by_actor if by_actor is not None else (set[str](), 2)
    filled: dict[str, str] = {}
    for one in fields:
        value = given.get(one.name, "")
        if one.required and one.name not in begun:
            cost += _menu_taps(game, view, action.kind, one, value, filled)
        elif not one.required and value and one.name not in begun:
            cost += 4 + _menu_taps(game, view, action.kind, one, value, filled)
        if value:
            filled[one.name] = value
    return cost


def _by_actor(
    game: AnyGame, view: Any, kind: str, given: Mapping[str, str]
) -> tuple[set[str], int] | None:
    """Return the fields that "who" and "what and where" fill, and their taps."""
    who = fields_of(game.actions[kind])[0].name if game.actions[kind].model_fields else ""
    for place, actor in enumerate(islice(game.actors(view), SCANNED)):
        act = next((one for one in actor.acts if one.kind == kind), None)
        if act is None or not _same(actor.who.value, given.get(who, "")):
            continue
        cost = 2 + place // MENU_SIZE
        lines = sum(max(1, len(one.where)) for one in actor.acts)
        where = [option.value for option in act.where]
        chosen = given.get(act.field, "")
        if lines <= 1 or not act.field:
            return {who, act.field}, cost + (0 if lines <= 1 else 2)
        if not chosen or any(_same(value, chosen) for value in where[:MENU_SIZE]):
            return {who, act.field}, cost + 2
        return {who}, cost + 2
    return None


def _menu_taps(
    game: AnyGame, view: Any, kind: str, one: Field, value: str, filled: Mapping[str, str]
) -> int:
    """Return the taps of choosing a field's value: none where it is the only one."""
    offered = list(islice(usable(game.options(view, kind, one.name, filled)), SCANNED))
    if len(offered) == 1 and _same(offered[0].value, value):
        return 0
    for place, option in enumerate(offered):
        if _same(option.value, value):
            return 2 + place // MENU_SIZE
    wanted = {item.casefold() for item in items_of(value)}
    single = {item.casefold() for option in offered for item in items_of(option.value)}
    if one.many and wanted <= single:
        return 2 + len(wanted)
    return UNREACHABLE


def typed_taps(game: AnyGame, view: Any, action: Action) -> int:
    """Return the taps of typing an entry into the box, which must be read as it is meant."""
    given = typed_fields(action)
    order = [one for one in fields_of(type(action)) if one.name in given]
    words = [action.kind]
    for one in order:
        value = given[one.name].replace(", ", "+")
        words.append(value if one.required else f"{one.name}={value}")
    line = " ".join(words)
    kinds = {kind: kind for kind in game.actions}
    try:
        kind, filled = read_order(game, view, line, kinds)
        if game.parse(view, kind, filled) != action:
            return UNREACHABLE
    except Refused:
        return UNREACHABLE
    return math.ceil((len(line) + 2) / 4)


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
            menu = _menu_taps(game, one.view, one.action.kind, each, value, filled)
            typing = 2 + math.ceil(len(value) / 4)
            cost += min(max(menu, 2), typing) + (not each.required)
        if value:
            filled[each.name] = value
    return cost


def _same(one: str, other: str) -> bool:
    return [item.casefold() for item in items_of(one)] == [
        item.casefold() for item in items_of(other)
    ] or set(items_of(one.casefold())) == set(items_of(other.casefold()))

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
from bot.ui.completing import usable
from bot.ui.fields import Field, fields_of, typed_fields
from bot.ui.planning.page import BEST, MOST_BUNDLES, ways_of
from engine.api import Action, AnyGame, Decision, Event, Option, Seat
from engine.dice import SeededDice
from engine.errors import Refused
from engine.kit.actors import together
from engine.kit.lines import read_order
from engine.kit.planning import Course, Outlook

LIMIT: Final = 20_000
SCANNED: Final = 200
"""Lines of a menu that a person looks through, page by page, before they type."""
WORTH_A_PLAN: Final = 3
"""Answers in a row that are sent together, where each has a button of its own."""
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
        is_quiet: Whether nothing was done but closing phases.
        typed: Entries that no menu leads to; the box costs two taps more.
        before: Taps when each action is a dialogue of its own; its submissions are *actions*.
    """

    actions: int = 0
    submissions: int = 0
    buttons: int = 0
    cheapest: int = 0
    before: int = 0
    typed: int = 0
    is_quiet: bool = True


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
    return tuple(found)


def _as_offered(game: AnyGame, state: Any, seat: Seat, action: Action) -> Action:
    """Return an action with what the menus offer in place of its equal.

    Of several columns that stand together one is offered.
    """
    view, given = game.view(state, seat), typed_fields(action)
    for one in fields_of(type(action)):
        if not one.required or one.many or one.name not in given:
            continue
        before = {name: given[name] for name in given if name != one.name}
        offered = list(islice(game.options(view, action.kind, one.name, before), SCANNED))
        if any(_means(game, view, action, one.name, option.value) for option in offered):
            continue
        for option in offered:
            other = game.parse(view, action.kind, {**given, one.name: option.value})
            if not game.check(state, seat, other):
                return other
    return action


def _forced(game: AnyGame, state: Any, decision: Decision) -> Action | None:
    forced: Callable[[Any, Decision], Action | None] | None = getattr(game, "forced", None)
    return None if forced is None else forced(game.view(state, None), decision)


def efforts(game: AnyGame, played: Sequence[Recorded]) -> Iterator[Effort]:
    """Yield what each turn cost each side, the set-up left out."""
    for seat in game.seats:
        turns: dict[int, Effort] = {}
        _Side(game, played, seat, turns).count()
        yield from turns.values()


@dataclass(slots=True)
class _Plan:
    """What one plan holds.

    Attributes:
        done: The places of all that is done by it.
        entered: Those of its entries, and the view in which each is put together.
        closes_all: Whether it ends with closing the rest of the turn.
    """

    done: list[int] = field(default_factory=list)
    entered: list[tuple[int, Any]] = field(default_factory=list)
    closes_all: bool = False


def _before(game: AnyGame, outlook: Outlook, view: Any) -> Any:
    """Return the view in which an entry is put together: the phases before it are closed there."""
    for action, before in outlook.closings[-1:]:
        return game.suppose(before, action).view
    return view


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
        plan = self._planned(first)
        if direct is not None and one.decision.interrupt and len(plan.done) < WORTH_A_PLAN:
            self._count(effort, (one,), submissions=1, buttons=direct, cheapest=direct)
            return first + 1
        typed = False
        bundled = self._bundled(plan)
        buttons = cheapest = 2 * len(bundled)
        for place, view in plan.entered:
            if any(place in bundle for bundle in bundled):
                continue
            entry = self._played[place]
            by_menu = taps(self._game, view, entry.action)
            by_line = typed_taps(self._game, view, entry.action)
            if by_menu == UNREACHABLE:
                effort.typed += 1
                by_menu = by_line + 2
            buttons += by_menu
            cheapest += min(by_menu, by_line)
            typed = typed or by_line < by_menu
        # Opening the page, sending, and saying that the turn ends with it; the box is opened and
        # sent in where something is typed.
        sendings = self._sendings(plan.done)
        rest = 2 * sendings + plan.closes_all
        self._count(
            effort,
            [self._played[place] for place in plan.done],
            submissions=sendings,
            buttons=buttons + rest,
            cheapest=cheapest + rest + 2 * typed,
        )
        return plan.done[-1] + 1

    def _bundled(self, plan: _Plan) -> list[frozenset[int]]:
        """Return the entries that are put in together, as what is meant by one word."""
        found: list[frozenset[int]] = []
        rest = list(plan.entered)
        while rest:
            _, view = rest[0]
            size = 1
            for bundle in islice(self._game.bundles(view), MOST_BUNDLES):
                places = [place for place, _ in rest[: len(bundle.actions)]]
                done = [self._played[place].action for place in places]
                if len(done) > size and sorted(map(repr, done)) == sorted(
                    map(repr, bundle.actions)
                ):
                    size = len(done)
                    found.append(frozenset(places))
            del rest[:size]
        return found

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
        effort.is_quiet = effort.is_quiet and all(one.action.closes for one in done)
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
        closing: list[int] = []
        for place in self._own_in_turn(first):
            one = self._played[place]
            if one.action.closes:
                closing.append(place)
                continue
            view = course.view
            outlook = course.next(one.action.kind, typed_fields(one.action))
            if outlook.when not in {"now", "after"} and (plan.done or closing):
                break
            if len(outlook.closings) < len(closing):
                break
            plan.done += [*closing, place]
            plan.entered.append((place, _before(self._game, outlook, view)))
            closing = []
        self._close(plan, course, first)
        return plan

    def _close(self, plan: _Plan, course: Course, first: int) -> None:
        """Close what is left of the turn, or else this phase, behind what is planned."""
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
                    action, view = self._played[each].action, course.view
                    if course.next(action.kind, typed_fields(action)).when != "now":
                        break
                    plan.done.append(each)
                    plan.entered.append((each, view))
                return
            closing.append(place)
        plan.done += closing
        plan.closes_all = bool(closing)

    def _own_in_turn(self, first: int) -> Iterator[int]:
        """Yield the places of what the side does in the turn, from *first* on."""
        turn = self._played[first].turn
        for place in range(first, len(self._played)):
            one = self._played[place]
            if one.turn != turn:
                return
            if one.seat == self._seat and not one.by_itself:
                yield place

    def _sendings(self, entries: Sequence[int]) -> int:
        """Return how often a plan has to be sent until all of it is done."""
        sendings = 1
        for before, after in pairwise(entries):
            between = self._played[before + 1 : after]
            others = any(self._seat not in one.awaited and not one.by_itself for one in between)
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
    """Return the taps of an entry by the buttons and menus of the planning page.

    :data:`UNREACHABLE` where they do not lead there.
    """
    model = type(action)
    begun, cost = _by_actor(game, view, action)
    filled: dict[str, str] = {}
    given = typed_fields(action)
    for one in fields_of(model):
        if one.name not in begun:
            if one.required:
                cost += _menu_taps(game, view, action, one, filled)
            elif one.name in given:
                cost += 4 + _menu_taps(game, view, action, one, filled)
        if one.name in given:
            filled[one.name] = given[one.name]
    return min(cost, UNREACHABLE)


def _by_actor(game: AnyGame, view: Any, action: Action) -> tuple[set[str], int]:
    """Return the fields that "who" and "what and where" fill, and their taps.

    None and two taps for the menu of other actions where nobody offers it.
    """
    model = type(action)
    who = next(iter(model.model_fields), "")
    for place, actor in enumerate(islice(game.actors(view), SCANNED)):
        act = next((one for one in actor.acts if one.kind == action.kind), None)
        if act is None or not _means(game, view, action, who, actor.who.value):
            continue
        cost = 1 if place < BEST else 2 + place // MENU_SIZE
        lines = ways_of(game, actor)
        if len(lines) == 1:
            return {who, act.field}, cost
        for rank, (way, _, where) in enumerate(lines[:MENU_SIZE]):
            if way is act and _is_where(game, view, action, act.field, where):
                return {who, act.field}, cost + (1 if rank < BEST else 2)
        return {who}, cost + 2
    return _by_several(game, view, action, who) or (set(), 2)


def _by_several(game: AnyGame, view: Any, action: Action, who: str) -> tuple[set[str], int] | None:
    """Return the same where several are chosen who act together; ``None`` where they cannot."""
    held = getattr(action, who, None)
    if not isinstance(held, tuple):
        return None
    actors = list(islice(game.actors(view), MENU_SIZE))
    parts: list[frozenset[Any]] = []
    for actor in actors:
        if any(act.kind == action.kind for act in actor.acts):
            found = game.values(view, action.kind, {who: actor.who.value})
            parts.append(frozenset(_tuple(found, who)))
    rest, lines = set(held), 0
    for part in sorted(parts, key=len, reverse=True):
        if part and part <= rest:
            rest -= part
            lines += 1
    one = None if rest or not lines else together(game, view, actors, list(map(str, held)))
    if one is None:
        return None
    act = next((act for act in one.acts if act.kind == action.kind), None)
    if act is None:
        return None
    # "Several", opening the menu, its lines and closing it.
    cost = 3 + lines
    where = [option.value for option in act.where]
    rank = next((n for n, v in enumerate(where) if _means(game, view, action, act.field, v)), None)
    if not act.field:
        return {who}, cost + (len(one.acts) > 1)
    return (
        ({who}, cost + 2) if rank is None else ({who, act.field}, cost + (1 if rank < BEST else 2))
    )


def _is_where(game: AnyGame, view: Any, action: Action, field: str, where: Option | None) -> bool:
    if not field:
        return True
    if where is None:
        return field not in typed_fields(action)
    return _means(game, view, action, field, where.value)


def _means(game: AnyGame, view: Any, action: Action, field: str, typed: str) -> bool:
    """Say whether what is typed means what stands in the field of an action."""
    if not field:
        return False
    found = game.values(view, action.kind, {field: typed}).get(field)
    held = getattr(action, field)
    if isinstance(held, tuple) and isinstance(found, tuple):
        return set(held) == set(found) and len(held) == len(found)
    return bool(found == held)


def _menu_taps(
    game: AnyGame, view: Any, action: Action, one: Field, filled: Mapping[str, str]
) -> int:
    """Return the taps of choosing a field's value: none where it is the only one."""
    if one.compound:
        return _item_taps(game, view, action, one, filled)
    offered = list(islice(usable(game.options(view, action.kind, one.name, filled)), SCANNED))
    for place, option in enumerate(offered):
        if _means(game, view, action, one.name, option.value):
            return 0 if len(offered) == 1 else 2 + place // MENU_SIZE
    held = getattr(action, one.name)
    if one.many and isinstance(held, tuple):
        single = [
            item
            for option in offered
            for item in _tuple(game.values(view, action.kind, {one.name: option.value}), one.name)
        ]
        if set(held) <= set(single):
            return 2 + len(held)
    return UNREACHABLE


def _item_taps(
    game: AnyGame, view: Any, action: Action, one: Field, filled: Mapping[str, str]
) -> int:
    """Return the taps of a compound order: a menu and "add" for each of its items."""
    cost, before = 0, list[str]()
    for item in getattr(action, one.name):
        known = {**filled, one.name: ", ".join(before)} if before else dict(filled)
        offered = list(islice(usable(game.options(view, action.kind, one.name, known)), SCANNED))
        place = next(
            (
                n
                for n, option in enumerate(offered)
                if _tuple(
                    game.values(view, action.kind, {one.name: ", ".join([*before, option.value])}),
                    one.name,
                )[-1:]
                == (item,)
            ),
            None,
        )
        if place is None:
            return UNREACHABLE
        cost += 3 + place // MENU_SIZE
        before.append(str(item))
    return cost


def _tuple(values: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    found = values.get(name, ())
    return found if isinstance(found, tuple) else (found,)


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
            chosen = max(2, _menu_taps(game, one.view, one.action, each, filled))
            cost += min(chosen, 2 + math.ceil(len(value) / 4)) + (not each.required)
        if value:
            filled[each.name] = value
    return cost

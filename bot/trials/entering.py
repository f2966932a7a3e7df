"""Taps of putting a whole plan together: what is meant by one word, several alike, one by one.

The order of entries may be another than that in which they were done, where the rules allow it and
it comes to the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, Final

from bot.letters.parts import MENU_SIZE
from bot.trials.taps import (
    UNREACHABLE,
    letters_of,
    means,
    several_taps,
    start_taps,
    taps,
    with_buttons,
)
from bot.ui.dialogue.fields import typed_fields
from bot.ui.planning.actors import BEST_WAYS, Acting, who_chosen
from bot.ui.planning.ways import chosen_by
from bot.ui.planning.worked import MOST_BUNDLES
from engine.api import Action, Actor, AnyGame
from engine.kit.actors import EACH, each_alike
from engine.playing.planning import Course, Outlook, alike, closing_in, read_planned

LETTERS: Final = 4
"""Typed letters that are one tap."""
WORTH_HELP: Final = 3
"""Orders of a phase for which somebody looks at what is suggested, or at another order."""
TO_SINGLE: Final = 3
"""Opening a suggestion, opening its menu of single orders, and closing it."""
TO_WHOLE: Final = 2
"""Opening a suggestion, and taking the orders of a phase."""
TO_TAKE_OUT: Final = 3
"""Opening the menu of entries, choosing one, and taking it out."""

Suggest = Callable[[Any], Iterable[Iterable[Action]]]
"""Returns the orders of a view's phase that are suggested, by several players."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a plan, what its side sees when it is put together, and what is planned then."""

    action: Action
    view: Any
    before: tuple[Outlook, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """Taps of entries.

    Attributes:
        buttons: By buttons and menus alone; what no menu leads to is typed.
        pressed: By buttons and menus, where typing costs more.
        letters: What is typed for the cheapest way.
        typed: Entries that no menu leads to.
    """

    buttons: int = 0
    pressed: int = 0
    letters: int = 0
    typed: int = 0

    @property
    def lightly(self) -> float:
        """Taps the cheapest way while the box is open anyway."""
        return self.pressed + self.letters / LETTERS

    @property
    def cheapest(self) -> int:
        """Taps the cheapest way: four letters are one; the box is opened and sent in."""
        return min(self.buttons, self.pressed + self._box)

    @property
    def _box(self) -> int:
        return 2 + math.ceil(self.letters / LETTERS) if self.letters else 0

    def __add__(self, other: Cost) -> Cost:
        """Return the taps of both."""
        return Cost(
            self.buttons + other.buttons,
            self.pressed + other.pressed,
            self.letters + other.letters,
            self.typed + other.typed,
        )


def view_behind(game: AnyGame, outlook: Outlook, view: Any) -> Any:
    """Return the view in which an entry is put together: the phases before it are closed there."""
    for action, before in outlook.closings[-1:]:
        return game.suppose(before, action).view
    return view


def entering(
    game: AnyGame,
    view: Any,
    actions: Sequence[Action],
    suggest: Suggest = lambda _view: (),
) -> Cost:
    """Return the taps of entering actions, one plan, in a view.

    Args:
        game: The rules.
        view: What their side sees when the plan is begun.
        actions: What is to be done, in an order that is allowed.
        suggest: Returns what is suggested in a view, the orders of its phase; it saves taps the
            cheapest way only.
    """
    course = Course(game, view)
    phases: list[list[Entry]] = []
    outlooks: list[Outlook] = []
    for action in actions:
        before = course.view
        outlook = course.next(action.kind, typed_fields(action))
        if outlook.closings or not phases:
            phases.append([])
        behind = view_behind(game, outlook, before)
        phases[-1].append(Entry(action, behind, tuple(outlooks)))
        outlooks.append(outlook)
    return sum((_phase(game, entries, suggest) for entries in phases), Cost())


def _phase(game: AnyGame, entries: Sequence[Entry], suggest: Suggest) -> Cost:
    """Return the fewest taps of the entries of one phase, in any order that comes to the same."""
    actions, view = [one.action for one in entries], entries[0].view
    begun = entries[0].before
    best = _costs(game, entries)
    if len(actions) < WORTH_HELP:
        return best
    end = _gone_through(game, view, actions, begun)[1]
    alike, same = _gone_through(game, view, _by_likeness(actions), begun)
    if len(alike) == len(actions) and same == end:
        best = min(best, _costs(game, alike), key=lambda one: one.buttons)
    # Each is shown a press behind the one before it: single orders are taken out of it, or all of
    # it, of which what is not wanted is taken out again.
    for another, orders in enumerate(map(list, suggest(view))):
        help_with = (orders[:MENU_SIZE], TO_SINGLE, 1, 0), (orders, TO_WHOLE, 0, TO_TAKE_OUT)
        best = min(
            (best, *_with_help(game, entries[0], actions, end, best, another, help_with)),
            key=lambda one: one.lightly,
        )
    return best


def _with_help(
    game: AnyGame,
    first: Entry,
    actions: Sequence[Action],
    end: Any,
    best: Cost,
    another: int,
    helps: Iterable[tuple[Sequence[Action], int, int, int]],
) -> Iterator[Cost]:
    """Yield the taps with what a suggestion helps, *another* presses behind the first.

    Of each help: its orders, the taps to reach them, of each that is taken, and of each that is not
    wanted.
    """
    for orders, reached, each, wrong in helps:
        taken = [one for one in orders if one in actions]
        taps_ = another + reached + each * len(taken) + wrong * (len(orders) - len(taken))
        helped = _helped(game, first, actions, taken, end)
        if helped is not None:
            yield Cost(best.buttons, taps_ + helped.pressed, helped.letters, best.typed)


def _helped(
    game: AnyGame, first: Entry, actions: Sequence[Action], taken: Sequence[Action], end: Any
) -> Cost | None:
    """Return the taps of the other entries where some are taken ready-made, first or last.

    ``None`` where nothing is taken, or it does not come to the same.
    """
    if not taken:
        return None
    rest = list(actions)
    for one in taken:
        rest.remove(one)
    for order, others in (
        ([*taken, *rest], slice(len(taken), None)),
        ([*rest, *taken], slice(0, len(rest))),
    ):
        found, behind = _gone_through(game, first.view, order, first.before)
        if len(found) == len(actions) and behind == end:
            return _costs(game, found[others])
    return None


def _gone_through(
    game: AnyGame, view: Any, actions: Iterable[Action], begun: Sequence[Outlook]
) -> tuple[list[Entry], Any]:
    """Return entries as far as they are allowed one after the other, and the view behind them."""
    course = Course(game, view)
    found: list[Entry] = []
    outlooks = list(begun)
    for action in actions:
        before = course.view
        outlook = course.next(action.kind, typed_fields(action))
        if outlook.when not in {"now", "after"} or outlook.closings:
            break
        found.append(Entry(action, before, tuple(outlooks)))
        outlooks.append(outlook)
    return found, course.view


def _by_likeness(actions: Sequence[Action]) -> list[Action]:
    """Return actions with those next to each other that do the same at the same place."""
    first: dict[tuple[str, str], int] = {}
    for place, action in enumerate(actions):
        first.setdefault(_likeness(action), place)
    return sorted(actions, key=lambda action: first[_likeness(action)])


def _likeness(action: Action) -> tuple[str, str]:
    where = [str(getattr(action, name)) for name in type(action).model_fields][1:2]
    return action.kind, "".join(where)


def _costs(game: AnyGame, entries: Sequence[Entry]) -> Cost:
    """Return the fewest taps of entries in their order."""
    ways: tuple[Callable[[AnyGame, Sequence[Entry]], tuple[int, int] | None], ...] = (
        _bundle,
        _several,
    )
    cost, place = Cost(), 0
    while place < len(entries):
        size, found = 1, _one(game, entries[place])
        action = entries[place].action
        if place and action.goes_on and action == entries[place - 1].action:
            # The page has a button that puts the last entry in once more.
            found = Cost(1, 1)
        for way in ways:
            more = way(game, entries[place:])
            if more is not None and more[0] > 1:
                together = Cost(more[1], more[1])
                apart = sum((_one(game, one) for one in entries[place:][: more[0]]), Cost())
                if together.buttons < apart.buttons and more[0] > size:
                    size, found = more[0], together
        cost += found
        place += size
    return cost


def _one(game: AnyGame, entry: Entry) -> Cost:
    """Return the taps of one entry."""
    if entry.action.closes and closing_in(game, entry.view) == entry.action:
        # "More", and planning the next phase; or its button, where nobody can act.
        ways = start_taps(game, entry.view)
        return Cost(ways, ways)
    by_menu = taps(game, entry.view, entry.action, entry.before)
    letters = letters_of(game, entry.view, entry.action)
    if by_menu == UNREACHABLE:
        typed = LETTERS * UNREACHABLE if letters is None else letters
        return Cost(2 + math.ceil(typed / LETTERS), 0, typed, typed=1)
    if letters is not None and letters < LETTERS * by_menu:
        return Cost(by_menu, 0, letters)
    return Cost(by_menu, by_menu)


def _bundle(game: AnyGame, entries: Sequence[Entry]) -> tuple[int, int] | None:
    """Return how many entries are meant by one word, and its taps."""
    size = 0
    for bundle in islice(game.bundles(entries[0].view), MOST_BUNDLES):
        done = Counter(map(repr, (one.action for one in entries[: len(bundle.actions)])))
        if done == Counter(map(repr, bundle.actions)):
            size = max(size, len(bundle.actions))
    return (size, 2) if size else None


def _several(game: AnyGame, entries: Sequence[Entry]) -> tuple[int, int] | None:
    """Return of how many stacks each gets the same order, and the taps of choosing them."""
    kind, view = entries[0].action.kind, entries[0].view
    run = list(takewhile(lambda one: one.action.kind == kind and one.view is not None, entries))
    who = next(iter(type(entries[0].action).model_fields), "")
    if len(run) < 2 or not who:
        return None
    pages = list(islice(game.actors(view), 2 * MENU_SIZE))
    for number in range(0, len(pages), MENU_SIZE):
        page = pages[number : number + MENU_SIZE]
        chosen: list[Actor] = []
        for one in run:
            actor = _meant(game, view, one.action, who, page)
            if actor is None or actor in chosen:
                break
            chosen.append(actor)
        while len(chosen) > 1:
            rank = _alike(game, view, [one.action for one in run[: len(chosen)]], who, page, chosen)
            if rank is not None:
                where = 0 if rank < 0 else 1 if rank < BEST_WAYS else 2 + rank // MENU_SIZE
                places = [pages.index(one) for one in chosen]
                buttons = with_buttons(game, view, pages, entries[0].before)
                turned = number // MENU_SIZE
                return len(chosen), several_taps(game, pages, places, turned, buttons) + where
            chosen.pop()
    return None


def _meant(
    game: AnyGame, view: Any, action: Action, who: str, offered: Sequence[Actor]
) -> Actor | None:
    able = (one for one in offered if any(act.kind == action.kind for act in one.acts))
    return next((one for one in able if means(game, view, action, who, one.who.value)), None)


def _alike(
    game: AnyGame,
    view: Any,
    actions: Sequence[Action],
    who: str,
    page: Sequence[Actor],
    chosen: Sequence[Actor],
) -> int | None:
    """Return the place of the line that gives each of several their order; -1 where none is asked.

    ``None`` where no line does.
    """
    values = [one.who.value for one in chosen]
    several = EACH in who_chosen(Acting(tuple(page), None, ()), values)
    each = each_alike(game, chosen) if several else None
    act = next((one for one in each.acts if one.kind == actions[0].kind), None) if each else None
    if each is None or act is None:
        return None
    lines = [chosen_by(act, option) for option in act.where] or [{}]
    wanted = Counter(map(repr, actions))
    for rank, there in enumerate(lines):
        if act.where and not means(game, view, actions[0], act.field, there[act.field]):
            continue
        orders = alike(game, view, act.kind, who, values, there)
        done = Counter(repr(read_planned(game, view, act.kind, one)) for one in orders)
        if done == wanted:
            return rank if act.where or len(each.acts) > 1 else -1
    return None

"""What of a plan hangs on nothing but its view and entries: worked out once, for all its presses.

A page is opened, somebody is chosen, a menu is turned: each press asks the same of the same view.
What is kept is bounded, and known by the view's identity, which is one seat's at one moment.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, NamedTuple

from bot.moderator import PlanEntry
from bot.ui.dialogue.objections import Instead, instead
from bot.ui.dialogue.rewriting import replaced
from engine.api import Actor, AnyGame, Bundle, Preview, Text, Warned, Written
from engine.errors import Refused
from engine.playing.ending import Ending, ending_of
from engine.playing.planning import Foreseen, Outlook, foresee

MOST_BUNDLES: Final = 8
KEPT: Final = 32
"""Plans that are kept, those of the last presses."""


@dataclass(slots=True)
class Able:
    """Who can act, asked for no further than somebody looks; anew where that has failed."""

    _ask: Callable[[], Iterator[Actor]]
    _rest: Iterator[Actor] | None = None
    _found: list[Actor] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def first(self, most: int) -> tuple[Actor, ...]:
        """Return the first ones, at most so many."""
        with self._lock:
            if self._rest is None:
                self._found, self._rest = [], self._ask()
            try:
                self._found += islice(self._rest, max(0, most - len(self._found)))
            except BaseException:
                self._rest = None  # what has failed in the middle would say that it was at its end
                raise
            return tuple(self._found[:most])


@dataclass(frozen=True, slots=True)
class Worked:
    """A plan gone through, whatever its page is in the middle of.

    Attributes:
        foreseen: How its entries stand.
        previews: What each comes to.
        able: Who can act behind them.
        ending: What may be ended behind them: the phase, the turn, or what is due before.
        bundles: What can be done at once behind them.
        kinds: What can be done at all.
        written: The orders written in secret that may be changed behind them.
        replaced: What of such each entry writes otherwise.
        instead: What would be legal in place of what spoils an entry, of each.
        again: Whether the last of its entries goes on by being done once more, and can be.
    """

    foreseen: Foreseen
    previews: tuple[Preview, ...]
    able: Able
    ending: Ending
    bundles: tuple[Bundle, ...]
    kinds: tuple[str, ...]
    written: tuple[Written, ...]
    replaced: tuple[tuple[Text, ...], ...]
    instead: tuple[Instead | None, ...] = ()
    again: bool = False


class _Kept:
    """The last that were worked out, each with game and view: so their identities are theirs."""

    def __init__(self) -> None:
        self._found: OrderedDict[Any, tuple[AnyGame, Any, Worked]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: AnyGame, view: Any, plan: Any, work_out: Callable[[], Worked]) -> Worked:
        key = id(game), id(view), plan
        with self._lock:
            known = self._found.get(key)
            if known is not None:
                self._found.move_to_end(key)
                return known[2]
        # Not while others wait: two may work the same out, and come to the same.
        worked = work_out()
        with self._lock:
            self._found[key] = game, view, worked
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        return worked


_kept: Final = _Kept()


def worked_out(game: AnyGame, view: Any, entries: Sequence[PlanEntry]) -> Worked:
    """Return a plan gone through, the one worked out before where it is of the very same view."""
    plan = tuple((one.kind, tuple(one.filled.items())) for one in entries)
    return _kept.get(game, view, plan, lambda: _work_out(game, view, entries))


def _work_out(game: AnyGame, view: Any, entries: Sequence[PlanEntry]) -> Worked:
    foreseen = foresee(game, view, [(one.kind, one.filled) for one in entries])
    previews = tuple(_foreseen(game, one) for one in foreseen.outlooks)
    able = Able(lambda: game.actors(foreseen.view))
    # What games know of a view they keep of the latest few: who can act is asked for before the
    # bundles, which suppose one view after the other.
    kinds = game.kinds(foreseen.view)
    able.first(1)
    bundles = tuple(islice(game.bundles(foreseen.view), MOST_BUNDLES))
    return Worked(
        foreseen,
        previews,
        able,
        ending_of(game, foreseen),
        bundles,
        kinds,
        game.written(foreseen.view),
        tuple(_replaced(game, one) for one in foreseen.outlooks),
        tuple(_instead(game, one) for one in zip(entries, foreseen.outlooks, strict=True)),
        _is_again(game, foreseen),
    )


def _instead(game: AnyGame, one: tuple[PlanEntry, Outlook]) -> Instead | None:
    """Return what would be legal in place of what spoils an entry that is certain to be refused."""
    entry, outlook = one
    if outlook.when != "never":
        return None
    return instead(game, outlook.view, entry.kind, entry.filled)


def _is_again(game: AnyGame, foreseen: Foreseen) -> bool:
    """Say whether what is planned last goes on by being done once more, and may be."""
    last = foreseen.outlooks[-1] if foreseen.outlooks else None
    if last is None or last.action is None or not last.action.goes_on:
        return False
    if last.when not in {"now", "after"}:
        return False
    try:
        game.suppose(foreseen.view, last.action)
    except Refused:
        return False
    return True


def _foreseen(game: AnyGame, outlook: Outlook) -> Preview:
    """Return what an entry comes to, with what closing the phases before it is warned of."""
    found = Preview() if outlook.action is None else game.preview(outlook.view, outlook.action)
    return replace(found, warnings=tuple(one.warned for one in warnings_of(game, outlook)))


def _replaced(game: AnyGame, outlook: Outlook) -> tuple[Text, ...]:
    return () if outlook.action is None else replaced(game, outlook.view, outlook.action)


class Foretold(NamedTuple):
    """What an entry is warned of, the view before it, and whether closing phases brings it."""

    warned: Warned
    view: Any
    closing: bool


def warnings_of(game: AnyGame, outlook: Outlook) -> Iterator[Foretold]:
    """Yield what an entry is warned of, closings before it first."""
    for action, view in outlook.closings:
        for warned in game.preview(view, action).warnings:
            yield Foretold(warned, view, closing=True)
    if outlook.action is not None:
        for warned in game.preview(outlook.view, outlook.action).warnings:
            yield Foretold(warned, outlook.view, closing=False)

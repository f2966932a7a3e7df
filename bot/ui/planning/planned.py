"""A plan gone through: how each of its entries stands, and what may be put into it next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, NamedTuple

from bot.moderator import NamedGroup, Plan
from bot.ui.completing import missing, options_of
from bot.ui.planning.actors import SEVERAL, TURN, WHO, Acting, acting, ways_of
from engine.api import Action, AnyGame, Bundle, Preview, Warned
from engine.kit.planning import Foreseen, Outlook, closing_in, foresee

MOST_BUNDLES: Final = 8
KIND, FILLED = "kind", "filled"
"""What a plan's page may hold besides who acts: a kind, and its fields so far."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan gone through: how each entry stands, and what it comes to.

    Attributes:
        page: What the page is in the middle of still: what came to nothing since is put back.
    """

    foreseen: Foreseen
    previews: tuple[Preview, ...]
    acting: Acting
    closing: Action | None
    bundles: tuple[Bundle, ...]
    kinds: tuple[str, ...]
    page: Mapping[str, Any]


def go_through(game: AnyGame, view: Any, plan: Plan, groups: Sequence[NamedGroup] = ()) -> Planned:
    """Go through a plan from what its person sees, and find out what may be put into it next."""
    foreseen = foresee(game, view, [(one.kind, one.filled) for one in plan.entries])
    previews = tuple(_foreseen(game, one) for one in foreseen.outlooks)
    bundles = tuple(islice(game.bundles(foreseen.view), MOST_BUNDLES))
    who = acting(game, foreseen.view, plan.page, groups)
    closing = closing_in(game, foreseen.view)
    page = _going_on(game, foreseen.view, plan.page, who)
    return Planned(foreseen, previews, who, closing, bundles, game.kinds(foreseen.view), page)


def _going_on(game: AnyGame, view: Any, page: Mapping[str, Any], who: Acting) -> dict[str, Any]:
    """Return what of a page is still to be gone on with in a view: it may be an older one's.

    Since it was left others may have acted, and whoever was chosen can do nothing any more. What
    has no answer left is no question: the page begins again, instead of asking it.
    """
    found = dict(page)
    kind, filled = str(page.get(KIND, "")), page.get(FILLED, {})
    field = missing(game, kind, filled) if kind in game.actions else None
    if field is None or not options_of(game, view, kind, field, filled):
        found.pop(KIND, None)
        found.pop(FILLED, None)
    if who.chosen is None or not ways_of(game, who.chosen):
        found.pop(WHO, None)
    if not who.offered:
        found.pop(SEVERAL, None)
    found[TURN] = who.turn
    return found


def _foreseen(game: AnyGame, outlook: Outlook) -> Preview:
    """Return what an entry comes to, with what closing the phases before it is warned of."""
    found = Preview() if outlook.action is None else game.preview(outlook.view, outlook.action)
    return replace(found, warnings=tuple(one.warned for one in warnings_of(game, outlook)))


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

"""A plan gone through: how each of its entries stands, and what may be put into it next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.moderator import NamedGroup, Plan
from bot.ui.dialogue.completing import missing, options_of
from bot.ui.dialogue.objections import Instead
from bot.ui.owed import is_waiting
from bot.ui.planning.actors import SEVERAL, TURN, WHO, Acting, acting, planned_already
from bot.ui.planning.ways import ways_of
from bot.ui.planning.worked import worked_out
from engine.api import Action, AnyGame, Bundle, Preview, Text, Written
from engine.errors import Refused
from engine.playing.ending import Ending
from engine.playing.planning import Foreseen, Outlook

KIND, FILLED = "kind", "filled"
"""What a plan's page may hold besides who acts: a kind, and its fields so far."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan gone through: how each entry stands, and what it comes to.

    Attributes:
        ending: What may be ended behind it: the phase, the turn, or what is due before.
        written: The orders written in secret that may be changed behind it.
        replaced: What of such each entry writes otherwise.
        page: What the page is in the middle of still: what came to nothing since is put back.
        instead: What would be legal in place of what spoils an entry, of each.
        again: Whether the last entry may be put in once more.
    """

    foreseen: Foreseen
    previews: tuple[Preview, ...]
    acting: Acting
    ending: Ending
    bundles: tuple[Bundle, ...]
    kinds: tuple[str, ...]
    written: tuple[Written, ...]
    replaced: tuple[tuple[Text, ...], ...]
    page: Mapping[str, Any]
    instead: tuple[Instead | None, ...] = ()
    again: bool = False

    @property
    def closing(self) -> Action | None:
        """What closes the phase behind it, where it can be closed."""
        return self.ending.closing

    @property
    def sendable(self) -> int:
        """How many entries are sent: those before the first that is certain to be refused.

        What only waits for an answer may be sent: it is told so, with what answers.
        """
        each = enumerate(self.foreseen.outlooks)
        return next((n for n, one in each if is_refused(one)), len(self.foreseen.outlooks))


def is_refused(outlook: Outlook) -> bool:
    """Say whether an entry is certain to be refused, whatever is answered before."""
    return outlook.when == "never" and not is_waiting(outlook.refusals)


def can(game: AnyGame, planned: Planned, action: Action) -> bool:
    """Say whether an action is allowed behind a plan, as far as that is certain."""
    try:
        game.suppose(planned.foreseen.view, action)
    except Refused:
        return False
    return True


def go_through(game: AnyGame, view: Any, plan: Plan, groups: Sequence[NamedGroup] = ()) -> Planned:
    """Go through a plan from what its person sees, and find out what may be put into it next."""
    one = worked_out(game, view, plan.entries)
    who = acting(game, one.foreseen.view, one.able, plan.page, groups)
    given = planned_already(game, one.foreseen.view, who.offered, one.foreseen.outlooks)
    who = replace(who, planned=given[0], going=given[1])
    page = _going_on(game, one.foreseen.view, plan.page, who)
    return Planned(
        one.foreseen,
        one.previews,
        who,
        one.ending,
        one.bundles,
        one.kinds,
        one.written,
        one.replaced,
        page,
        one.instead,
        one.again,
    )


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

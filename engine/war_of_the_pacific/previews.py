"""What an action comes to before it is done: where it leads, and what it ends for good.

Rules:
    7.1.when with WP-R84 (the first sail of a phase ends embarkation).
"""

from __future__ import annotations

from engine.api import NO_PREVIEW, Action, Preview, Way
from engine.war_of_the_pacific.actions import MarchUnits, Sail
from engine.war_of_the_pacific.rules.sea.embarkation import left_ashore
from engine.war_of_the_pacific.state import View


def foreseen(view: View, action: Action) -> Preview:
    """Return what an action that is allowed comes to, as far as its side can tell."""
    match action:
        case Sail():
            way = _way(view, action.ships, (*action.via, action.to))
            return Preview(ways=(way,), warnings=tuple(left_ashore(view)))
        case MarchUnits() if action.toward:
            return Preview(ways=(_way(view, action.units, (action.toward,)),))
    return NO_PREVIEW


def _way(view: View, who: tuple[str, ...], places: tuple[str, ...]) -> Way:
    """Return the way of units that stand together: where they are, and where they are to go."""
    return Way(who, (view.table.units[who[0]].at, *places))

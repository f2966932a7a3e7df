"""What is done for a side whose time has run out: ships that must sail do, all else is closed.

What follows from resting (:mod:`engine.war_of_the_pacific.standing_orders.answers`) is not said
again: phases are closed, an interception is let pass, no column is spent, losses fall where they
hurt least. Ships that must sail go as short a way as they can, there too.

Rules:
    3.1.standard, 7.2, 8.10; WP-E12.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, AnyGame
from engine.kit.defaulting import ByDefault, by_first_of
from engine.kit.verbs import under_way
from engine.war_of_the_pacific.actions import Deploy, Done, Move, Standard, Stop
from engine.war_of_the_pacific.places import HAND
from engine.war_of_the_pacific.rules.sea.voyage import destinations, may_end
from engine.war_of_the_pacific.rules.setting_up.deployment import (
    lines,
    unfinished,
    units_to_deploy,
)
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import View, Voyage


def _set_up(game: AnyGame, view: View) -> Action | None:
    """Put all that is in hand where the standard set-up has it, and close the set-up."""
    if any(unit.at == HAND for unit in units_to_deploy(view)):
        return Standard()
    if not unfinished(view):
        return Done()
    # Units that must be spread over hexes lie too close: of these all stand as is standard.
    line_of = lines(view.table.settings.follows("forces"))
    for stack in scenario_for(view.table.settings).standard.get(view.viewer or "", ()):
        away = tuple(
            one
            for one in stack.units
            if one in line_of and line_of[one].each and view.table.units[one].at != stack.place
        )
        if away:
            return Deploy(units=away, to=stack.place)
    return None


def _end_voyage(game: AnyGame, view: View) -> Action | None:
    """End a voyage where it is, or as near as it may end."""
    frame = under_way(view.table, Voyage)
    if may_end(view.table, frame):
        return Stop()
    nearest = next(destinations(view.table, frame.seat, frame.at, frame.area), None)
    return None if nearest is None else Move(to=nearest)


BY_DEFAULT: Mapping[str, ByDefault] = {
    "phase.setup": _set_up,
    "voyage": _end_voyage,
    "voyage.home": _end_voyage,
    # To stand would cost a step.
    "battle.retreat": by_first_of("retreat", "lose"),
}
"""Beside what a side at rest answers, and what is offered first.

That is, of too many in a hex, the weakest, and who must fight where a landing is opposed.
"""

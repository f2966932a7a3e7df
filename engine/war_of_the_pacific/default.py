"""What is done for a side whose time has run out: ships that must sail do, all else is closed.

What follows from resting (:mod:`engine.war_of_the_pacific.standing_orders.answers`) is not said
again: phases are closed, an interception is let pass, no column is spent, losses fall where they
hurt least. Ships that must sail go as short a way as they can, there too.

Rules:
    3.1.standard, 7.2, 8.10, 8.10.stand; WP-E12, WP-R37, WP-R64.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, AnyGame
from engine.kit.defaulting import ByDefault, first_of
from engine.kit.verbs import under_way
from engine.war_of_the_pacific.actions import Deploy, Done, Standard
from engine.war_of_the_pacific.counters import is_fort
from engine.war_of_the_pacific.places import HAND
from engine.war_of_the_pacific.rules.land_combat.forces import force, the_land_battle
from engine.war_of_the_pacific.rules.sea.voyage import shortest_end
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
    """Hold no old course: end the voyage where it is, or as near as it may end."""
    return shortest_end(view.table, under_way(view.table, Voyage))


def _retreat(game: AnyGame, view: View) -> Action | None:
    """Retreat, since to stand would cost a step; stand where a fort would lose that anyway."""
    frame = the_land_battle(view.table)
    beaten = force(view.table.units, frame, frame.loser)
    return first_of(game, view, "lose" if any(map(is_fort, beaten)) else "retreat")


BY_DEFAULT: Mapping[str, ByDefault] = {
    "phase.setup": _set_up,
    "voyage": _end_voyage,
    "voyage.home": _end_voyage,
    "battle.retreat": _retreat,
}
"""Beside what a side at rest answers, and what is offered first.

That is, of too many in a hex, the weakest, and who must fight where a landing is opposed.
"""

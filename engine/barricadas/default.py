"""What is done for a side whose time has run out: deploy as is usual, then pass and hold fire.

That it passes, holds, and fires at who assaults before the check, follows from resting
(:mod:`engine.barricadas.standing_orders.answers`).

Rules:
    2.3 (set-up, and the markers that the scenario gives), 3.4.reaction.given.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from engine.api import Action, AnyGame
from engine.barricadas.actions import Alert, Fortify, Ready
from engine.barricadas.rules.setting_up.deployment import unfinished
from engine.barricadas.state import View
from engine.barricadas.survey import scenario_of
from engine.kit.defaulting import ByDefault, first_meant


def _set_up(game: AnyGame, view: View) -> Action | None:
    """Deploy as is offered first, dig and alert by what is given, and close the set-up."""
    assert view.viewer is not None
    assert view.own is not None
    army = scenario_of(view.table).of(view.viewer)
    if unfinished(view):
        return first_meant(game, view)
    if army.positions and not view.own.works:
        return Fortify(hexes=_first(game, view, "fortify", "hexes", army.positions))
    if army.reactions and not view.own.alert:
        return Alert(counters=_first(game, view, "alert", "counters", army.reactions))
    return Ready()


def _first(game: AnyGame, view: View, kind: str, field: str, most: int) -> tuple[str, ...]:
    return tuple(one.value for one in islice(game.options(view, kind, field, {}), most))


BY_DEFAULT: Mapping[str, ByDefault] = {"phase.setup": _set_up}
"""Beside what a side at rest answers."""

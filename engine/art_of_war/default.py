"""What is done for a side whose time has run out: what is ready-made, then stand, stay and done.

That it stands, stays and ends its phases follows from resting
(:mod:`engine.art_of_war.standing_orders.answers`).

Rules:
    1.army, 11.terrain, 11.plan, 11.deploy.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, AnyGame
from engine.art_of_war.actions import OWN, Muster, Ready
from engine.art_of_war.armies import load_armies, smaller
from engine.art_of_war.rules.setting_up import muster
from engine.art_of_war.state import View
from engine.kit.defaulting import ByDefault, by_first_of


def _muster(game: AnyGame, view: View) -> Action:
    """Take the first ready-made army, or a smaller one like it; what is mustered already stays."""
    if not muster.unfinished(view):
        return Ready()
    army = next(game.options(view, "muster", "army", {}), None)
    if army is not None and army.value != OWN:
        return Muster(army=army.value)
    like = smaller(next(iter(load_armies().values())).army, view.table.settings.points)
    return Muster(army=OWN, lines=like.lines, leaders=like.leaders)


BY_DEFAULT: Mapping[str, ByDefault] = {
    "phase.muster": _muster,
    # No more terrain than must be placed.
    "phase.terrain": by_first_of("enough", "terrain"),
    # A plan stays as it is if it can be; without one it is the usual one.
    "phase.plan": by_first_of("ready", "plan"),
    # Each corps as is offered first.
    "phase.deployment": by_first_of("deploy"),
}
"""Beside what a side at rest answers."""

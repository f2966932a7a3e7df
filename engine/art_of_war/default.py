"""What is done for a side whose time has run out: what is ready-made, then stand, stay and done.

That it stands, stays and ends its phases follows from resting
(:mod:`engine.art_of_war.standing_orders.answers`).

Rules:
    1.army, 11.terrain, 11.terrain.river, 11.terrain.coast.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, AnyGame
from engine.art_of_war.actions import OWN, SIZES, Muster, Ready
from engine.art_of_war.armies import load_armies, smaller
from engine.art_of_war.ground import load_kinds
from engine.art_of_war.rules.setting_up import muster
from engine.art_of_war.state import View
from engine.kit.defaulting import ByDefault, first_of


def _muster(game: AnyGame, view: View) -> Action:
    """Take the first ready-made army, or a smaller one like it; what can be fielded already stays.

    An army of one's own that is only begun gives way: ended as it is it might be far too small.
    """
    if not muster.unfinished(view):
        return Ready()
    army = next(game.options(view, "muster", "army", {}), None)
    if army is not None and army.value != OWN:
        return Muster(army=army.value)
    like = smaller(next(iter(load_armies().values())).army, view.table.settings.points)
    return Muster(army=OWN, lines=like.lines, leaders=like.leaders)


def _terrain(game: AnyGame, view: View) -> Action | None:
    """Place no more than must be: of that what asks for no dice and slows nobody, and little."""
    enough = first_of(game, view, "enough")
    if enough is not None:
        return enough
    for kind in load_kinds().values():
        if kind.where == "sector" and kind.going == "open":
            found = first_of(game, view, "terrain", {"what": kind.key, "size": SIZES[0]})
            if found is not None:
                return found
    return first_of(game, view, "terrain")


BY_DEFAULT: Mapping[str, ByDefault] = {"phase.muster": _muster, "phase.terrain": _terrain}
"""Beside what a side at rest answers, and what follows: plans are closed, corps laid as offered."""

"""Which army the computer musters: a ready-made one, a smaller one like it, or one to be ended.

Rules:
    1.army, 1.army.cost, 1.generals; ADG-R45.
"""

from __future__ import annotations

from engine.api import Action
from engine.art_of_war.actions import OWN, Appoint, Dismiss, Muster, Ready, Recruit
from engine.art_of_war.armies import load_armies, price, smaller
from engine.art_of_war.mustering import unled
from engine.art_of_war.opponent.offers import any_of, offered
from engine.art_of_war.rules.setting_up import muster, own_army, recruiting
from engine.art_of_war.state import View
from engine.dice import Dice

USUAL = "competent"
"""The general of a corps, where there is a choice."""


def mustered(view: View, dice: Dice) -> Action:
    """Return what is done next about the army."""
    if not muster.unfinished(view):
        return Ready()
    if own_army.is_begun(view):
        return _ended(view)
    armies = [key for key in offered(muster.MUSTER, view, "army") if key != OWN]
    if armies:
        return Muster(army=any_of(armies, dice))
    like = load_armies()[any_of(list(load_armies()), dice)].army
    army = smaller(like, view.table.settings.points)
    return Muster(army=OWN, lines=army.lines, leaders=army.leaders)


def _ended(view: View) -> Action:
    """Return what an army of one's own that somebody has begun needs next."""
    army = own_army.so_far(view)
    ranks = offered(recruiting.APPOINT, view, "rank")
    if not army.lines:
        return _some_units(view)
    if price(army) > view.table.settings.points:
        return Dismiss(what=str(army.lines[-1]))
    if army.leaders and army.leaders[0].ally:
        return Dismiss(what=str(army.leaders[0]))
    if not ranks:
        # There are as many corps as may be.
        return Dismiss(what=str(army.leaders[-1]))
    rank = USUAL if USUAL in ranks else ranks[0]
    return Appoint.model_validate({"rank": rank, "groups": unled(army)})


def _some_units(view: View) -> Action:
    filled: dict[str, str] = {}
    for field in ("troop", "letter", "number"):
        filled[field] = offered(recruiting.RECRUIT, view, field, **filled)[0]
    return Recruit.model_validate(filled)

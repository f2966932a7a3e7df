"""Before the battle: an army, terrain, a battle plan, and ready-made deployments (11)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.api import Action
from engine.art_of_war.actions import (
    Deploy,
    Enough,
    Plan,
    Post,
    Ready,
    Terrain,
    Write,
)
from engine.art_of_war.opponent.deploying import drawn_up
from engine.art_of_war.opponent.hiding import laid_in_wait
from engine.art_of_war.opponent.mustering import mustered
from engine.art_of_war.opponent.offers import any_of, offered
from engine.art_of_war.rules.setting_up import terrain
from engine.art_of_war.rules.setting_up.battle_plan import plans
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.laying import against_layout, corps_left
from engine.art_of_war.rules.setting_up.layout import corps_of, to_deploy
from engine.art_of_war.rules.setting_up.posts import FLANKS
from engine.art_of_war.state import Phase, View
from engine.art_of_war.survey import is_light, is_mounted
from engine.dice import Dice

SMALL = 4
"""The army has at least so many times the units of a corps that goes round a flank."""

USUAL = 3
"""How many times more often the strongest corps is in the centre than by chance."""


def set_up(view: View, dice: Dice) -> Action:
    """Return what is done next before the first turn."""
    match view.table.phase:
        case Phase.MUSTER:
            return mustered(view, dice)
        case Phase.TERRAIN:
            return _terrain(view, dice)
        case Phase.PLAN:
            return _plan(view, dice)
    return _deploy(view)


def _terrain(view: View, dice: Dice) -> Action:
    """Place as little as may be, anywhere."""
    assert view.viewer is not None
    if view.table.laid.get(view.viewer, 0) >= terrain.FEW:
        return Enough()
    what = any_of(offered(terrain.TERRAIN, view, "what"), dice)
    sectors = offered(terrain.TERRAIN, view, "sector", what=what)
    return Terrain(what=what, sector=int(any_of(sectors, dice)))


def _plan(view: View, dice: Dice) -> Action:
    """Write the battle plan, then each corps, and close."""
    assert view.viewer is not None
    assert view.own is not None
    if not view.own.posts:
        return Plan(posts=any_of(_plans(view), dice))
    written = {one.corps for one in view.own.written}
    if not written and not view.own.ambushes:
        hidden = laid_in_wait(view, dice)
        if hidden is not None:
            return hidden
    line = drawn_up(view.table, view.viewer, view.own.posts) or {}
    for corps in corps_left(view.table, view.viewer, view.own.posts):
        if corps in written:
            continue
        places = line.get(corps)
        if places is None or against_layout(view.table, view.viewer, corps, places):
            places = next(ready_places(view, corps), None)
        if places is not None:
            return Write(corps=corps, places=places)
    return Ready()


def _plans(view: View) -> list[tuple[Post, ...]]:
    """Return the battle plans that it chooses from, the likelier ones several times.

    The corps with most of the line is in the centre as a rule. Now and then one that is small and
    swift goes round a flank: it may come too late (11.flank.roll), yet the enemy has to reckon with
    it.
    """
    assert view.viewer is not None
    every = list(plans(view))
    strong = strongest(view)
    found = [one for one in every if not {*one} & {*FLANKS}]
    usual = [one for one in found if one[strong - 1] == "centre"]
    round_ = [one for one in every if any(is_swift(view, corps) for corps in away(one))]
    return [*found, *usual * USUAL, *round_[:1]]


def away(posts: Sequence[Post]) -> list[int]:
    """Return which corps goes round a flank by a plan."""
    return [corps for corps, post in enumerate(posts, start=1) if post in FLANKS]


def is_swift(view: View, corps: int) -> bool:
    """Say whether a corps is fit for a flank march: few of the army, all of it horse or light."""
    assert view.viewer is not None
    units = to_deploy(view.table, view.viewer, corps)
    army = [one for one in view.table.units.values() if one.side == view.viewer]
    swift = all(is_mounted(one) or is_light(one) for one in units)
    horse = sum(map(is_mounted, units))
    return swift and 2 * horse >= len(units) and SMALL * len(units) <= len(army)


def strongest(view: View) -> int:
    """Return the corps that has most of the line."""
    assert view.viewer is not None
    return max(corps_of(view.table, view.viewer), key=lambda one: _foot(view, one))


def _foot(view: View, corps: int) -> int:
    """Return how many units of a corps are foot of the line."""
    assert view.viewer is not None
    units = to_deploy(view.table, view.viewer, corps)
    return sum(not is_light(one) and not is_mounted(one) for one in units)


def _deploy(view: View) -> Action:
    """Deploy a corps that was not laid as it was written: somebody stands there."""
    assert view.viewer is not None
    assert view.own is not None
    for corps in corps_left(view.table, view.viewer, view.own.posts):
        for places in ready_places(view, corps):
            return Deploy(corps=corps, places=places)
    raise AssertionError("no corps fits into its part of the zone")

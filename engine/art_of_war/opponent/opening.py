"""Before the battle: an army, terrain, a battle plan, and ready-made deployments (11)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

from engine.api import Action
from engine.art_of_war.actions import Deploy, Enough, Muster, Plan, Ready, Terrain, Write
from engine.art_of_war.play import AnyVerb
from engine.art_of_war.rules.setting_up import field, muster
from engine.art_of_war.rules.setting_up.battle_plan import plans
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.laying import corps_left
from engine.art_of_war.rules.setting_up.posts import FLANKS
from engine.art_of_war.state import Phase, View
from engine.dice import Dice
from engine.kit.verbs import Verb

T = TypeVar("T")

FIRST = 3
"""Of so many deployments that are offered for a corps it takes any."""


def set_up(view: View, dice: Dice) -> Action:
    """Return what is done next before the first turn."""
    match view.table.phase:
        case Phase.MUSTER:
            return _muster(view, dice)
        case Phase.TERRAIN:
            return _terrain(view, dice)
        case Phase.PLAN:
            return _plan(view, dice)
    return _deploy(view)


def _muster(view: View, dice: Dice) -> Action:
    assert view.own is not None
    if view.own.muster.army:
        return Ready()
    armies = offered(muster.MUSTER, view, "army")
    return Muster(army=_any(armies, dice))


def _terrain(view: View, dice: Dice) -> Action:
    """Place as little as may be, anywhere."""
    assert view.viewer is not None
    if view.table.laid.get(view.viewer, 0) >= field.FEW:
        return Enough()
    what = _any(offered(field.TERRAIN, view, "what"), dice)
    sectors = offered(field.TERRAIN, view, "sector", what=what)
    return Terrain(what=what, sector=int(_any(sectors, dice)))


def _plan(view: View, dice: Dice) -> Action:
    """Write the battle plan, then each corps, and close."""
    assert view.viewer is not None
    assert view.own is not None
    if not view.own.posts:
        return Plan(posts=_any([one for one in plans(view) if not {*one} & {*FLANKS}], dice))
    written = {one.corps for one in view.own.written}
    for corps in corps_left(view.table, view.viewer, view.own.posts):
        places = list(islice(ready_places(view, corps), FIRST)) if corps not in written else []
        if places:
            return Write(corps=corps, places=_any(places, dice))
    return Ready()


def _deploy(view: View) -> Action:
    """Deploy a corps that was not laid as it was written: somebody stands there."""
    assert view.viewer is not None
    assert view.own is not None
    for corps in corps_left(view.table, view.viewer, view.own.posts):
        for places in ready_places(view, corps):
            return Deploy(corps=corps, places=places)
    raise AssertionError("no corps fits into its part of the zone")


def offered(verb: AnyVerb, view: View, field: str, **filled: str) -> list[str]:
    """Return the values that the rules offer for a field of an order, as they are typed."""
    assert isinstance(verb, Verb)
    return [one.value for one in verb.options(view, field, filled)]


def _any(of: Sequence[T], dice: Dice) -> T:
    return of[dice.roll("which of them", 1, len(of))[0] - 1]

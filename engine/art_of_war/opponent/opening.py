"""Before the battle: an army, terrain, a battle plan, and ready-made deployments (11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from engine.api import Action
from engine.art_of_war.actions import (
    Deploy,
    Enough,
    Muster,
    Plan,
    Post,
    Ready,
    Terrain,
    Write,
)
from engine.art_of_war.opponent.deploying import drawn_up
from engine.art_of_war.play import AnyVerb
from engine.art_of_war.rules.setting_up import field, muster
from engine.art_of_war.rules.setting_up.battle_plan import plans
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.laying import against_layout, corps_left
from engine.art_of_war.rules.setting_up.layout import corps_of, to_deploy
from engine.art_of_war.rules.setting_up.posts import FLANKS
from engine.art_of_war.state import Phase, View
from engine.art_of_war.survey import is_light, is_mounted
from engine.dice import Dice
from engine.kit.verbs import Verb

T = TypeVar("T")

USUAL = 3
"""How many times more often the strongest corps is in the centre than by chance."""


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
        return Plan(posts=_any(_plans(view), dice))
    written = {one.corps for one in view.own.written}
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

    The corps with most of the line is in the centre as a rule.
    """
    assert view.viewer is not None
    strong = max(corps_of(view.table, view.viewer), key=lambda one: _foot(view, one))
    found = [one for one in plans(view) if not {*one} & {*FLANKS}]
    usual = [one for one in found if one[strong - 1] == "centre"]
    return [*found, *usual * USUAL]


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


def offered(verb: AnyVerb, view: View, field: str, **filled: str) -> list[str]:
    """Return the values that the rules offer for a field of an order, as they are typed."""
    assert isinstance(verb, Verb)
    return [one.value for one in verb.options(view, field, filled)]


def _any(of: Sequence[T], dice: Dice) -> T:
    return of[dice.roll("which of them", 1, len(of))[0] - 1]

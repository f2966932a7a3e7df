"""What is done for whoever is late: take what is ready-made, then stand, stay and be done."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine.api import Action
from engine.art_of_war.actions import (
    OWN,
    Chase,
    Deploy,
    Dodge,
    Done,
    Enough,
    Muster,
    Plan,
    Ready,
    Recruit,
    Stand,
    Stay,
    Terrain,
)
from engine.art_of_war.armies import load_armies, price
from engine.art_of_war.game import GAME
from engine.art_of_war.ground import load_kinds
from engine.art_of_war.rules.setting_up.layout import corps_of
from engine.art_of_war.rules.setting_up.own_army import army_of
from engine.art_of_war.rules.setting_up.posts import usual_posts
from engine.art_of_war.state import NORTH, SOUTH, State
from engine.dice import SeededDice
from engine.kit.standing_orders import given
from tests.engine import defaults
from tests.engine.art_of_war.beginning import new
from tests.engine.art_of_war.build import do, enemy, unit
from tests.engine.art_of_war.charging import carried, charge, lay
from tests.engine.art_of_war.test_breaking_off import back, fighting
from tests.engine.art_of_war.test_mustering import begun, done

default = partial(defaults.default, GAME)
answered = partial(defaults.answered, GAME)


@pytest.mark.parametrize("points", [100, 300])
def test_the_first_ready_made_army_is_mustered(points: int) -> None:
    """Though one of its own is begun: it cannot be fielded yet."""
    first = next(iter(load_armies()))
    for state in (new(armies="own", points=points), begun(points)):
        assert answered(state, SOUTH).actions == (Muster(army=first), Ready())


@pytest.mark.parametrize("points", [50, 75, 90])
def test_a_smaller_army_is_mustered_where_points_are_few(points: int) -> None:
    """Like the first of the ready-made ones."""
    muster = default(new(armies="own", points=points), SOUTH)
    assert isinstance(muster, Muster)
    assert muster.army == OWN
    state = done(new_own(points), muster)
    assert price(army_of(state.secrets[SOUTH].muster)) <= points
    assert answered(state, SOUTH).actions == (Ready(),)


def new_own(points: int) -> State:
    """A table on which each side musters its own."""
    return new(armies="own", points=points)


def test_what_is_mustered_and_can_be_fielded_stays() -> None:
    """It is only said to be ready."""
    armies = list(load_armies())
    state = done(new_own(100), Muster(army=armies[-1]))
    assert answered(state, SOUTH).actions == (Ready(),)
    half = begun(100, Recruit(troop="heavy_infantry", letter="a", number=4))
    assert answered(half, SOUTH).actions[0] == Muster(army=armies[0])


def test_no_more_terrain_is_placed_than_must_be() -> None:
    """Two elements, small and open, then enough (11.terrain)."""
    state: Any = new(terrain="placed")
    placed: dict[str, list[type]] = {NORTH: [], SOUTH: []}
    while GAME.awaiting(state)[0].code == "phase.terrain":
        seat = GAME.awaiting(state)[0].seat
        found = default(state, seat)
        placed[seat].append(type(found))
        if isinstance(found, Terrain):
            # What would slow somebody down is no little thing to lay; a river or coast takes dice.
            assert (load_kinds()[found.what].where, found.size) == ("sector", "small")
            assert load_kinds()[found.what].going == "open"
        state = GAME.apply(state, seat, found, SeededDice(b"rivers")).state
    assert set(map(tuple, placed.values())) == {(Terrain, Terrain, Enough)}


def test_a_battle_plan_is_the_usual_one_and_corps_stand_as_is_offered_first() -> None:
    """What is planned stays; each corps is deployed when its turn comes (11.deploy)."""
    state: Any = new()
    turned = Plan(posts=("right", "centre", "left"))
    state = GAME.apply(state, SOUTH, turned, SeededDice(b"")).state
    for seat in (SOUTH, NORTH):
        found = answered(state, seat)
        assert found.actions[0] == Ready()
        state = found.state
    assert state.secrets[NORTH].posts == usual_posts(len(corps_of(state.table, NORTH)))
    deployed = list[type]()
    while GAME.awaiting(state)[0].code == "phase.deployment":
        seat = GAME.awaiting(state)[0].seat
        assert state.secrets[SOUTH].posts == turned.posts
        found = answered(state, seat)
        deployed += map(type, found.actions)
        state = found.state
    assert Deploy in deployed
    assert set(deployed) <= {Deploy, Done}


def with_order(state: State, seat: str, order: Action) -> State:
    """The state in which a seat has left a standing order."""
    own = replace(state.secrets[seat], standing=given({}, order))
    return replace(state, secrets={**state.secrets, seat: own})


def test_whoever_is_charged_stands() -> None:
    """Whatever was ordered: orders answer before, and by themselves."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6", "light_cavalry"))
    state = carried(table, charge("a1", "b1")).state
    assert GAME.awaiting(state)[0].code == "evade"
    assert default(state, NORTH) == Stand()
    assert default(with_order(state, NORTH, Dodge(units=("north-b1",))), NORTH) == Stand()


def test_whoever_may_pursue_stays() -> None:
    """And orders are not looked at, there too."""
    state = do(fighting("heavy_cavalry", "heavy_infantry"), back("2")).state
    assert GAME.awaiting(state)[0].code == "pursue"
    assert default(state, NORTH) == Stay()
    assert default(with_order(state, NORTH, Chase(units=("north-b1",))), NORTH) == Stay()

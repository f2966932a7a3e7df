"""The standard set-up with its first orders, and the set-up menus (3.1 to 3.5, 4.2)."""

from __future__ import annotations

from itertools import product

import pytest

from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import Deploy, Done, Standard, WriteOrder
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX, HAND
from engine.war_of_the_pacific.scenario import load_scenario
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.soundness import faults
from engine.war_of_the_pacific.state import ALLIES, CHILE, SEATS, State

NONE = ScriptedDice()


def _do(state: State, seat: str, *actions: Deploy | Standard | Done) -> State:
    for action in actions:
        state = GAME.apply(state, seat, action, NONE).state
    return state


def _opening() -> State:
    state: State = GAME.setup(Settings(), NONE).state
    return state


def _planned() -> State:
    """Both sides have set up in the standard way."""
    state = _do(_opening(), ALLIES, Standard(), Done())
    return _do(state, CHILE, Standard(), Done())


def test_the_standard_set_up_is_whole_and_sound() -> None:
    """Nothing is left in hand, nothing is over the stacking limit, and all is where it may be."""
    state = _planned()

    assert not [unit for unit in state.table.units.values() if unit.at == HAND]
    assert faults(state) == ()


def test_the_standard_set_up_brings_its_orders() -> None:
    """Each side has the scenario's first orders, for turn 1, and could have written them itself."""
    state = _planned()
    for seat in SEATS:
        written = state.secrets[seat].orders
        planned = load_scenario("en").standard_orders[seat]
        assert [(one.ships, one.area) for one in written] == [
            (one.ships, one.area) for one in planned
        ]
        assert {one.turn for one in written} == {1}
        assert state.secrets[seat].numbered == max(one.number for one in written)
        for one in written:
            order = WriteOrder(ships=one.ships, area=one.area)
            assert GAME.check(state, seat, order) == ()


@pytest.mark.parametrize("port", ["3116", "1702"])
def test_orders_of_ships_set_up_apart_are_left_out(port: str) -> None:
    """An order is for ships that lie together: one of them put elsewhere, it is not written."""
    state = _do(_opening(), ALLIES, Deploy(units=("huascar",), to=port), Standard())

    assert not any("huascar" in order.ships for order in state.secrets[ALLIES].orders)


def test_nobody_is_told_of_the_standard_orders() -> None:
    """The public line speaks of the set-up only."""
    events = GAME.apply(_opening(), ALLIES, Standard(), NONE).events

    assert [event.code for event in events] == ["setup.standard"]
    assert set(events[0].params) == {"seat"}


@pytest.mark.parametrize("seat", SEATS)
def test_every_place_of_the_set_up_is_offered(seat: str) -> None:
    """For each unit the menu has exactly the places that check allows."""
    state = _opening() if seat == ALLIES else _do(_opening(), ALLIES, Standard(), Done())
    view = GAME.view(state, seat)
    offered = {option.value for option in GAME.options(view, "deploy", "units", {})}
    placeable = set()
    places = (BOX, *load_board().hexes)
    own = [unit.id for unit in state.table.units.values() if unit.side == seat]
    for unit_id in own:
        legal = {
            place
            for place in places
            if not GAME.check(state, seat, Deploy(units=(unit_id,), to=place))
        }
        if legal:
            placeable.add(unit_id)
            menu = GAME.options(view, "deploy", "to", {"units": unit_id})
            assert [option.value for option in menu] == sorted(legal)
    assert placeable == {value for value in offered if "," not in value}


def test_groups_of_the_set_up_can_be_put_down_together() -> None:
    """Units of one line are offered as a whole, where all of them may go."""
    state = _opening()
    view = GAME.view(state, ALLIES)
    groups = [
        option.value for option in GAME.options(view, "deploy", "units", {}) if "," in option.value
    ]

    assert groups
    for group, place in product(groups, ["2007", "3513", "3118"]):
        menu = {option.value for option in GAME.options(view, "deploy", "to", {"units": group})}
        refused = GAME.check(state, ALLIES, Deploy(units=tuple(group.split(",")), to=place))
        assert (place in menu) is (refused == ())

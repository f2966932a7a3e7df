"""What holds of every table, whatever is played; and that the measure of it is no empty one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bot.trials.fuzz import attempt
from bot.trials.random_play import RandomGame
from engine.war_of_the_pacific.counters import is_fort, is_warship
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import DEAD, GONE, is_hex
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.soundness import faults
from engine.war_of_the_pacific.state import SEATS, Order, Phase, State, Unit
from engine.war_of_the_pacific.survey import land_units
from tests.engine.war_of_the_pacific.build import lay
from tests.support import games_played
from tests.support.seldom import seldom

SEEDS = tuple(f"invariants {number}" for number in range(4))
WHOLE = tuple(f"whole game {number}" for number in range(6))

every_seed = pytest.mark.parametrize("seed", SEEDS)


@cache
def played(seed: str) -> tuple[RandomGame, tuple[State, ...]]:
    """A random game and all its states."""
    whole, states = games_played.played(GAME, seed)
    return whole, (*states, whole.state)


@pytest.mark.parametrize("seed", seldom(WHOLE, WHOLE[:2]))
def test_whole_games_are_sound(seed: str) -> None:
    """No crash, no dead end, no broken invariant, and each replays from its log."""
    assert attempt(GAME.key, seed).problems == ()


@every_seed
def test_columns_are_counted(seed: str) -> None:
    """Supply Columns come by receipt only and go for good: no number is given twice."""
    seen: set[str] = set()
    gone: set[str] = set()
    for state in played(seed)[1]:
        columns = {unit_id for unit_id in state.table.units if is_supply(unit_id)}
        assert not columns & gone
        assert all(
            int(one[2:]) > max((int(o[2:]) for o in seen), default=0) for one in columns - seen
        )
        gone |= seen - columns
        seen |= columns


@every_seed
def test_what_is_out_stays_out(seed: str) -> None:
    """Sunk warships, destroyed forts and Bolivia's army after 5.6 never come back."""
    lost: set[str] = set()
    for state in played(seed)[1]:
        for unit_id in lost:
            assert state.table.units[unit_id].at in (DEAD, GONE)
        for unit in state.table.units.values():
            irreplaceable = is_warship(unit) or is_fort(unit)
            if unit.at == GONE or (unit.at == DEAD and irreplaceable):
                lost.add(unit.id)


@every_seed
def test_a_hex_is_shared_only_by_landing(seed: str) -> None:
    """Where land units of both sides come to stand in one hex, some have just landed (7.6)."""
    before: set[str] = set()
    for state in played(seed)[1]:
        shared = _shared(state)
        for place in shared - before:
            assert any(
                unit.landed for seat in SEATS for unit in land_units(state.table.units, place, seat)
            )
        before = shared


def _shared(state: State) -> set[str]:
    places = {unit.at for unit in state.table.units.values() if is_hex(unit.at)}
    return {
        place
        for place in places
        if all(land_units(state.table.units, place, seat) for seat in SEATS)
    }


@every_seed
def test_time_goes_on(seed: str) -> None:
    """Turns never go back, public steps are counted one by one, secret ones not at all."""
    whole, states = played(seed)
    for (state, after), one in zip(pairwise(states), whole.log, strict=True):
        assert after.table.turn in (state.table.turn, state.table.turn + 1)
        assert after.table.serial == state.table.serial + (0 if one.action.secret else 1)


SOUND: dict[str, Any] = {
    "turn": 3,
    "phase": "administrative",
    "place": {
        "buin": "3123",
        "2line": "@rimac x2",
        "rimac": "3123 port",
        "huascar": "2415",
        "zepita": "3116 x1",
    },
    "columns": {"chile:box": 1, "allies:2007": 1},
    "control": {"3123": "chile"},
}


def test_a_table_laid_by_hand_is_sound() -> None:
    """The table that the next test breaks has no fault itself."""
    assert faults(lay(**SOUND)) == ()


def _moved(unit: str, **values: object) -> State:
    state = lay(**SOUND)
    units = dict(state.table.units)
    changed: Any = values
    units[unit] = replace(units[unit], **changed)
    return replace(state, table=replace(state.table, units=units))


def _ordered(*orders: Order) -> State:
    state = lay(**SOUND)
    own = replace(state.secrets["chile"], orders=orders, numbered=9)
    return replace(state, secrets={**state.secrets, "chile": own})


def _without(unit: str) -> State:
    state = lay(**SOUND)
    units = {key: value for key, value in state.table.units.items() if key != unit}
    return replace(state, table=replace(state.table, units=units))


def _with(unit: Unit) -> State:
    state = lay(**SOUND)
    return replace(state, table=replace(state.table, units={**state.table.units, unit.id: unit}))


def _held(**control: str) -> State:
    state = lay(**SOUND)
    held = {**state.table.control, **{key[1:]: side for key, side in control.items()}}
    return replace(state, table=replace(state.table, control=held))


def _crowded() -> State:
    regiments = ("2line", "3line", "4line", "santiago", "atacama", "valdivia")
    place = {**SOUND["place"], **dict.fromkeys(regiments, "3123")}
    return lay(**{**SOUND, "place": place})


BROKEN: dict[str, Callable[[], State]] = {
    "a unit is lost": lambda: _without("blanco"),
    "a unit is doubled": lambda: _moved("2line", id="buin"),
    "a unit is invented": lambda: _with(Unit("phantom", "chile", "pool", 0, "chile")),
    "a column nobody received": lambda: _with(Unit("sc99", "chile", "box", 1, "chile")),
    "too many steps": lambda: _moved("buin", steps=3),
    "no steps left": lambda: _moved("buin", steps=0),
    "steps in the pool": lambda: _moved("blanco", steps=1),
    "a dead column": lambda: _moved("sc1", at="dead", steps=0),
    "nowhere": lambda: _moved("buin", at="limbo"),
    "in hand": lambda: _moved("buin", at="hand"),
    "on the track of the first turn": lambda: _moved("buin", at="t1"),
    "on water": lambda: _moved("buin", at="2415"),
    "a ship on land": lambda: _moved("huascar", at="2909"),
    "a ship in the enemy's port": lambda: _moved("huascar", at="3123", in_port=True),
    "at sea in the box": lambda: _moved("rimac", at="box", in_port=False),
    "an Ally in the box": lambda: _moved("zepita", at="box"),
    "a regiment in port": lambda: _moved("buin", in_port=True),
    "aboard a warship": lambda: _moved("2line", at="@huascar"),
    "aboard a sunk ship": lambda: _moved("rimac", at="dead", steps=0, in_port=False),
    "aboard the enemy's ship": lambda: _moved("zepita", at="@rimac"),
    "too much aboard": lambda: _moved("sc1", at="@rimac"),
    "both sides inland": lambda: lay(place={"buin": "2909", "zepita": "2909"}),
    "columns among enemies": lambda: _moved("sc2", at="3123"),
    "above the stacking limit": _crowded,
    "an enemy city around one's units": lambda: _held(h3123="allies"),
    "a city of nobody's": lambda: _held(h3116=""),
    "an order for the past": lambda: _ordered(Order(1, 2, "III", ("rimac",))),
    "an order for the enemy's ship": lambda: _ordered(Order(1, 3, "III", ("huascar",))),
    "two orders for a ship": lambda: _ordered(
        Order(1, 3, "III", ("rimac",)), Order(2, 3, "IV", ("rimac",))
    ),
    "two orders of a number": lambda: _ordered(
        Order(1, 3, "III", ("rimac",)), Order(1, 3, "IV", ("loa",))
    ),
    "an order not yet written": lambda: _ordered(Order(10, 3, "III", ("rimac",))),
}


@pytest.mark.parametrize("what", sorted(BROKEN))
def test_faults_are_noticed(what: str) -> None:
    """Each invariant, broken, is told."""
    assert faults(BROKEN[what]())


def test_set_up_is_no_fault() -> None:
    """Units in hand belong to the set-up."""
    state = lay(phase="setup", player="allies", place={"zepita": "hand"})

    assert faults(state) == ()
    assert faults(replace(state, table=replace(state.table, phase=Phase.PLAN)))

"""Figures of a finished game, for whoever compares many."""

from __future__ import annotations

import dataclasses

from engine.wander import wander
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import DEAD, State, Unit
from engine.war_of_the_pacific.survey import is_land_unit, is_ship


def test_every_game_gives_the_same_keys() -> None:
    """So that they can be averaged."""
    ends = [wander(GAME, f"tally {seed}").state for seed in range(3)]

    assert len({tuple(GAME.tally(end)) for end in ends}) == 1
    assert all(GAME.tally(end)["turns"] == end.table.turn for end in ends)


def test_what_lies_in_the_dead_pile_is_counted_for_its_side() -> None:
    """Ships as sunk, land units as lost."""
    state: State = wander(GAME, "tally").state
    before = GAME.tally(state)
    units = [unit for unit in state.table.units.values() if unit.at != DEAD]
    ship = next(unit for unit in units if unit.side == "allies" and is_ship(unit))
    soldiers = next(unit for unit in units if unit.side == "chile" and is_land_unit(unit))

    after = GAME.tally(_without(_without(state, ship), soldiers))

    changes = {key: after[key] - before[key] for key in after if after[key] != before[key]}
    assert changes == {"allies.sunk": 1, "chile.lost": 1}


def _without(state: State, unit: Unit) -> State:
    """Return the state with that unit in the dead pile."""
    units = {**state.table.units, unit.id: dataclasses.replace(unit, at=DEAD)}
    return dataclasses.replace(state, table=dataclasses.replace(state.table, units=units))

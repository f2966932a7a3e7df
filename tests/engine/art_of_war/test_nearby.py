"""Asking who is near gives the very answers that asking everybody gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.art_of_war.nearby import FULL, MOST, asking_everybody, nearby, standing, stored
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.state import State, standing_units
from engine.art_of_war.survey import fights
from engine.data.cache import anew
from tests.engine.art_of_war.answers import answers, battle, drawn


def compare(states: Sequence[State], seed: str) -> None:
    """Ask all of states one after the other, with what is known of those before, and anew."""
    for number, state in enumerate(states):
        near = answers(state, Random(f"{seed} {number}"))
        with anew(), asking_everybody():
            everybody = answers(state, Random(f"{seed} {number}"))
        assert near == everybody, number


@pytest.mark.parametrize("number", range(2))
def test_tables_one_after_the_other(number: int) -> None:
    """As in a battle, where most stand as before."""
    states = battle(number)
    start = len(states) // 3
    compare(states[start : start + 6], f"consecutive {number}")


@pytest.mark.parametrize("number", range(2))
def test_tables_on_which_all_is_close(number: int) -> None:
    """By a hair, where a length that is too short would be noticed."""
    chance = Random(f"drawn {number}")
    compare([drawn(one, chance) for one in chance.sample(battle(number), 6)], f"drawn {number}")


@pytest.mark.long
@pytest.mark.parametrize("number", range(10))
def test_many_tables(number: int) -> None:
    """The same of five hundred."""
    chance, states = Random(f"many {number}"), battle(number)
    start = chance.randrange(max(1, len(states) - 25))
    compare(states[start : start + 25], f"many {number}")
    compare([drawn(one, chance) for one in chance.choices(states, k=25)], f"many drawn {number}")


def test_who_fights_whom_counts_though_nobody_has_moved() -> None:
    """A near table is of one table of melees: who fights is passed by nobody."""
    state = next(one for one in battle(1) if one.table.contacts)
    fighter = state.table.units[state.table.contacts[0].one]
    alone = replace(state.table, contacts=())

    near, apart = (nearby(table, [fighter], UD)[0] for table in (state.table, alone))

    assert fights(near, fighter.id)
    assert not fights(apart, fighter.id)
    assert fights(nearby(state.table, [fighter], UD)[0], fighter.id)


def test_what_was_spent_elsewhere_leaves_a_near_table_the_same() -> None:
    """Nor does it matter what the unit itself has spent: it is the same object."""
    table = battle(1)[0].table
    one = next(standing_units(table))
    later = replace(one, moves=1, points=2, lost=1)
    other = replace(table, serial=99, units={**table.units, one.id: later})

    assert nearby(table, [one], UD)[0] is nearby(other, [later], UD)[0]


def test_a_near_table_stays_the_same_however_many_units_were_seen() -> None:
    """Those that were not asked for longest are let go; who stands here is asked for each time."""
    table = battle(1)[0].table
    one = next(standing_units(table))
    near = nearby(table, [one], UD)[0]
    pose = one.pose
    assert pose is not None
    for number in range(3 * 4096):
        if number % 500 == 0:
            later = replace(one, moves=1 + number // 500)
            units = {**table.units, one.id: later}
            assert nearby(replace(table, units=units), [later], UD)[0] is near
        far = replace(one, pose=pose._replace(x=pose.x + 1 + number))
        standing(replace(table, units={one.id: far}))


def test_no_more_is_kept_than_is_said() -> None:
    """However many tables are asked: those that were not asked longest go."""
    for state in battle(1):
        for one in standing_units(state.table):
            for far in (UD, 3 * UD, 7 * UD):
                nearby(state.table, [one], far)
    kept, full = stored()

    assert kept <= MOST
    assert full <= FULL

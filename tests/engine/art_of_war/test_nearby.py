"""Asking who is near gives the very answers that asking everybody gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.trials.random_play import random_game
from engine.api import Action
from engine.art_of_war.actions import Charge, Lead, Move
from engine.art_of_war.game import GAME
from engine.art_of_war.nearby import FULL, MOST, asking_everybody, nearby, stored
from engine.art_of_war.plane.poses import UD, Pose, ahead, aside
from engine.art_of_war.state import Phase, State, Table, Unit, standing_units
from engine.art_of_war.survey import depth_of, fights
from engine.data.lately import anew
from tests.support.short import short

ASKED = 3
"""Values of a first field after which the second is asked, of each kind of action."""
PARTS: tuple[tuple[dict[str, str], ...], ...] = (
    ({"do": "advance", "by": "20"},),
    ({"do": "advance", "by": "1.37"},),
    ({"do": "advance", "by": "4"}, {"do": "slide-left", "by": "0.5"}),
    ({"do": "pivot-left", "by": "40"}, {"do": "advance", "by": "2"}),
    ({"do": "half"}, {"do": "advance", "by": "0.7"}),
    ({"do": "quarter-right"}, {"do": "advance", "by": "9"}),
    ({"do": "slide-right", "by": "0.5"}, {"do": "advance", "by": "3"}),
    ({"do": "back", "by": "1"},),
)
"""Moves as they are typed, many of them illegal: far beyond what anybody goes, too."""


@cache
def battle(number: int) -> tuple[State, ...]:
    """Return the states of a random battle, one after the other, in which orders are given."""
    states: list[State] = []
    random_game(GAME, f"near {number}", settings=short(GAME, number % 3), each=states.append)
    return tuple(filter(is_ordered, states))


def is_ordered(state: State) -> bool:
    """Say whether a side gives orders."""
    return state.table.phase is Phase.MOVEMENT and not state.table.frames


def drawn(state: State, chance: Random) -> State:
    """Return a state on which some units stand where it matters: by a hair near others.

    Touching, overlapping by the tolerance and a little more, corner to corner, right before a
    front, at the edge of the table, askew by a tenth of a degree.
    """
    table = state.table
    units = dict(table.units)
    for one in chance.sample(list(standing_units(table)), 6):
        units[one.id] = replace(one, pose=_beside(chance, table, one))
    return replace(state, table=replace(table, units=units, contacts=()))


def _beside(chance: Random, table: Table, one: Unit) -> Pose:
    other = chance.choice([each for each in standing_units(table) if each.id != one.id])
    assert other.pose is not None
    hair = chance.choice((-2, -1, 0, 0, 1, 2))
    facing = (other.pose.facing + chance.choice((0, 0, 1, 900, 1800, 2700))) % 3600
    where = chance.randrange(5)
    if where == 0:
        pose = aside(other.pose, chance.choice((-1, 1)) * (UD + hair))
    elif where == 1:
        pose = ahead(other.pose, depth_of(one) + hair)
    elif where == 2:
        pose = ahead(other.pose, -depth_of(other) + hair)
    elif where == 3:
        pose = ahead(aside(other.pose, UD + hair), depth_of(one) + UD + hair)
    else:
        pose = Pose(chance.randrange(0, 3000), chance.choice((0, 1, UD, 1999, 2000)), 0)
    return Pose(pose.x, pose.y, facing)


def typed(state: State, chance: Random) -> Iterator[Action]:
    """Yield orders as somebody might type them, whether or not they are legal."""
    table, side = state.table, state.table.player
    mine = [one.id for one in standing_units(table, side)]
    theirs = [one.id for one in standing_units(table) if one.side != side]
    for key in chance.sample(mine, min(5, len(mine))):
        yield Move.model_validate({"who": key, "parts": chance.choice(PARTS)})
        yield Charge.model_validate({"who": key, "target": chance.choice(theirs)})
    for general in table.generals.values():
        if general.side == side:
            yield Lead.model_validate({"general": general.id, "to": chance.choice(mine)})


def answers(state: State, chance: Random) -> dict[str, object]:
    """Return what is answered to who gives orders, by question; the same for the same chance."""
    view: Any = GAME.view(state, state.table.player)
    kinds = GAME.kinds(view)
    found: dict[str, object] = {"kinds": kinds}
    for kind in kinds:
        field, *more = GAME.actions[kind].model_fields or ("",)
        firsts = [one.value for one in GAME.options(view, kind, field, {})]
        found[kind] = firsts
        for value in chance.sample(firsts, min(ASKED, len(firsts))):
            for second in islice(more, 1):
                asked = list(GAME.options(view, kind, second, {field: value}))
                found[f"{kind} {value} {second}"] = asked
    for action in typed(state, chance):
        found[f"check {action!r}"] = GAME.check(state, state.table.player, action)
        found[f"odds {action!r}"] = GAME.odds(view, action)
        found[f"preview {action!r}"] = GAME.preview(view, action)
    return found


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
    compare(states[start : start + 10], f"consecutive {number}")


@pytest.mark.parametrize("number", range(2))
def test_tables_on_which_all_is_close(number: int) -> None:
    """By a hair, where a length that is too short would be noticed."""
    chance = Random(f"drawn {number}")
    compare([drawn(one, chance) for one in chance.sample(battle(number), 10)], f"drawn {number}")


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


def test_no_more_is_kept_than_is_said() -> None:
    """However many tables are asked: those that were not asked longest go."""
    for state in battle(1):
        for one in standing_units(state.table):
            for far in (UD, 3 * UD, 7 * UD):
                nearby(state.table, [one], far)
    kept, full = stored()

    assert kept <= MOST
    assert full <= FULL

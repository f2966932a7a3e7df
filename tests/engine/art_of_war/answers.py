"""States of random battles, and what is answered to who gives orders in them.

Nothing is asked here that a build of before does not have: ``answers.toml`` was written by such.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from engine.api import Action
from engine.art_of_war.actions import Charge, Lead, Move
from engine.art_of_war.game import GAME
from engine.art_of_war.plane.poses import UD, Pose, ahead, aside
from engine.art_of_war.state import Phase, State, Table, Unit, standing_units
from engine.art_of_war.survey import depth_of
from tests.support.games_played import states_of
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
    states = states_of(GAME, f"near {number}", short(GAME, number % 3))
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


BATTLES = 10
STATES = 20
"""So many of each battle, one after the other, that have a digest."""


def digests(number: int) -> list[str]:
    """Return what stands for the answers in some states of a battle, a digest a state."""
    states = battle(number)
    start = len(states) // 3
    return [
        _digest(answers(state, Random(f"digest {number} {place}")))
        for place, state in enumerate(states[start : start + STATES])
    ]


_SINCE = ", supposing=None"
"""What odds have that they had not in that build, where it says nothing."""


def _digest(found: dict[str, object]) -> str:
    said = repr(found).replace(_SINCE, "").replace("assumed=", "given=")  # its name then
    return hashlib.sha256(said.encode()).hexdigest()[:12]


if __name__ == "__main__":
    for one in map(int, sys.argv[1:] or range(BATTLES)):
        print(f"battle_{one} = [")
        print(*(f'    "{digest}",' for digest in digests(one)), sep="\n")
        print("]", flush=True)

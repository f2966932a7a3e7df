"""Random play from lines that stand a charge apart.

Whole random battles come to evading, rout, pursuit and lost generals late, if they do; here they do
at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import TypeVar

import pytest

from bot.trials.promises import leaks, refused_offers
from bot.trials.random_play import Played, play_at_random
from engine.art_of_war.game import GAME
from engine.art_of_war.state import NORTH, SOUTH, General, Place, State, Unit
from engine.dice import StoredDice
from tests.engine.art_of_war.beginning import new, planned

T = TypeVar("T", Unit, General)

APART = (350, 375, 400)
"""How much further ahead each side stands than it deploys, in hundredths of a UD: three UD lie
between the lines at first, or two and a half, or two."""
POSTS = tuple(", ".join(order) for order in permutations(("centre", "left", "right")))
USUAL, LIMIT = 2, 80


def skirmish(number: int) -> State:
    """The ready battle, its corps at posts of this number's, and its lines about to meet."""
    dice = (1,) * 6
    state = planned(new(turns=6), NORTH, POSTS[number % len(POSTS)])
    state = planned(state, SOUTH, POSTS[-1 - number % len(POSTS)], *dice)
    ahead, table = APART[number % len(APART)], state.table
    return replace(
        state,
        table=replace(
            table,
            units={key: _further(one, ahead) for key, one in table.units.items()},
            generals={key: _further(one, ahead) for key, one in table.generals.items()},
        ),
    )


def _further(one: T, ahead: int) -> T:
    if one.place is not Place.TABLE or one.pose is None:
        return one
    y = one.pose.y + (ahead if one.side == SOUTH else -ahead)
    return replace(one, pose=one.pose._replace(y=y))


@cache
def fought(number: int) -> tuple[State, tuple[State, ...], tuple[Played, ...], State]:
    """A skirmish: how it begins, the states in which somebody is awaited, its log and its end."""
    begun, states = skirmish(number), list[State]()
    log, last = play_at_random(GAME, begun, f"close {number}", limit=LIMIT, each=states.append)
    return begun, tuple(states), log, last


@pytest.mark.parametrize(
    "number",
    [*range(USUAL), *(pytest.param(one, marks=pytest.mark.long) for one in range(USUAL, 24))],
)
def test_skirmishes_are_sound(number: int) -> None:
    """Every state on the way is sound, keeps its secrets, offers what it allows, and replays."""
    state, states, log, last = fought(number)
    for one in (*states, last):
        assert GAME.faults(one) == ()
        assert GAME.load(GAME.dump(one)) == one
    for one in states[::40]:
        assert leaks(GAME, one) == ()
        assert refused_offers(GAME, one) == ()
    for played in log:
        dice = StoredDice(played.rolls)
        state = GAME.apply(state, played.seat, played.action, dice).state
        dice.finish()
    assert GAME.dump(state) == GAME.dump(last)


def test_skirmishes_come_to_blows() -> None:
    """Charges of all kinds, evading, shooting, melee, rout, pursuit and rallying happen in them."""
    wanted = {
        *("charge.declared", "contact.front", "contact.left", "evade.goes", "evade.stands"),
        *("melee.won", "melee.tie", "melee.routs", "rout.flees", "cohesion.lost"),
        *("pursuit.moves", "shooting.hits", "rally.rallies", "rally.fails", "general.survives"),
    }
    happened: Counter[str] = Counter()
    # Two have shown it all; what they do not show, more of them must.
    for number in (0, 15, *range(1, 12)):
        happened.update(event.code for one in fought(number)[2] for event in one.events)
        if wanted <= happened.keys():
            break
    assert wanted <= happened.keys(), wanted - happened.keys()

"""Set-up: an opening from the book, drawn by weight, and then stirred (5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.api import Action
from engine.calama.actions import Prepare, Ready
from engine.calama.board import load_board
from engine.calama.opponent.weights import Opening, Weights
from engine.calama.state import COMMANDER, View
from engine.calama.survey import scenario_of
from engine.dice import Dice
from engine.grid.squares import distance, row_col

K = TypeVar("K")

STIRRED = frozenset(("cavalry", "infantry"))
"""Types whose pieces change places."""


def set_up(view: View, weights: Weights, dice: Dice) -> Action:
    """Prepare, and then close the set-up."""
    assert view.viewer is not None
    assert view.own is not None
    if view.own.plan:
        return Ready()
    scenario = scenario_of(view.table).key
    book = [one for one in weights.opening if (one.scenario, one.seat) == (scenario, view.viewer)]
    opening = book[_drawn([one.weight for one in book], dice)]
    places = _stirred(opening, weights.shuffles, dice)
    return Prepare(
        objectives=_ranked(opening.objectives, dice),
        places=tuple(f"{type_key} {square}" for type_key, square in places),
    )


def _drawn(chances: Sequence[int], dice: Dice) -> int:
    """Return the place of one of several chances, each as likely as its number says."""
    (roll,) = dice.roll("which of several", 1, sum(chances))
    for place, chance in enumerate(chances):
        roll -= chance
        if roll <= 0:
            return place
    raise AssertionError


def _ranked(lists: Mapping[str, int], dice: Dice) -> tuple[str, ...]:
    """Return one of the rankings of the objectives ("roads guns topater")."""
    names = tuple(lists)
    return tuple(names[_drawn([lists[name] for name in names], dice)].split())


def _stirred(opening: Opening, times: int, dice: Dice) -> list[tuple[str, str]]:
    """Return the opening's places with some of its foot and horse moved by a square."""
    places = list(opening.placings())
    zone = load_board().zones[opening.seat]
    doors = load_board().doors
    chief = next(square for type_key, square in places if type_key == COMMANDER)
    for _ in range(times):
        movable = [n for n, (type_key, _) in enumerate(places) if type_key in STIRRED]
        number = movable[dice.roll("whom to move", 1, len(movable))[0] - 1]
        type_key, square = places[number]
        taken = {at for _, at in places}
        free = sorted(
            (
                at
                for at in zone
                if at not in taken
                and at not in doors
                and distance(at, square) == 1
                and distance(at, chief) <= 6
            ),
            key=row_col,
        )
        if free:
            places[number] = (type_key, free[dice.roll("where to", 1, len(free))[0] - 1])
    return places

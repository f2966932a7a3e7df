"""Set-up: an opening from the book, drawn by weight, and then stirred (5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from engine.api import Action
from engine.calama.actions import Placement, Prepare, Rank, Ready
from engine.calama.board import load_board
from engine.calama.opponent.weights import Opening, Weights
from engine.calama.rules.setting_up.ranking import against_objectives, rankings
from engine.calama.state import CAVALRY, INFANTRY, LIGHT, Phase, View
from engine.calama.survey import scenario_of
from engine.data.grid.squares import row_col
from engine.dice import Dice

K = TypeVar("K")

STIRRED = frozenset((LIGHT, CAVALRY, INFANTRY))
"""Types whose pieces change places."""


def set_up(view: View, weights: Weights, dice: Dice) -> Action:
    """Prepare, and then close the set-up."""
    assert view.viewer is not None
    assert view.own is not None
    if view.own.plan or (view.table.phase is Phase.RANKING and view.own.priorities):
        return Ready()
    scenario = scenario_of(view.table).key
    book = [one for one in weights.opening if (one.scenario, one.seat) == (scenario, view.viewer)]
    opening = book[_drawn([one.weight for one in book], dice)]
    if view.table.phase is Phase.RANKING:
        ranked = _ranked(opening.objectives, dice)
        if against_objectives(view.table, view.viewer, ranked):
            ranked = tuple(next(rankings(view)).value.split(", "))
        return Rank(objectives=ranked)
    places = _stirred(opening, weights.stirs, dice)
    return Prepare(
        objectives=_ranked(opening.objectives, dice),
        places=tuple(Placement(type=type_key, at=square) for type_key, square in places),
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


def _stirred(opening: Opening, times: int, dice: Dice) -> tuple[tuple[str, str], ...]:
    """Return the opening's places after some neighbouring squares have changed what is on them.

    Only foot, horse and light guns take part, and nobody steps on a door of the reserves.
    """
    held = {square: type_key for type_key, square in opening.placings()}
    board = load_board()
    zone = board.zones[opening.seat]
    for _ in range(times):
        movable = sorted((at for at in held if held[at] in STIRRED), key=row_col)
        origin = movable[dice.roll("whom to move", 1, len(movable))[0] - 1]
        near = [
            at
            for at in board.neighbours(origin)
            if at in zone and at not in board.doors and held.get(at, INFANTRY) in STIRRED
        ]
        if near:
            to = near[dice.roll("where to", 1, len(near))[0] - 1]
            moving, there = held.pop(origin), held.pop(to, None)
            held[to] = moving
            if there is not None:
                held[origin] = there
    return tuple((type_key, square) for square, type_key in held.items())

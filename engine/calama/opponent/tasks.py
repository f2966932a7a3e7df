"""Which piece works for which objective, and what each step on its way is worth (4.1.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.calama.board import load_board
from engine.calama.opponent.geometry import cover
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.weights import Temper
from engine.calama.opponent.worth import Prices
from engine.calama.rules.pieces.attributes import value
from engine.calama.rules.victory.objectives import ESCAPE, ROADS, TOPATER, held_exits
from engine.calama.state import BOLIVIA, CAVALRY, CHILE, HEAVY, INFANTRY, MOVEMENT, OFFICER, Piece
from engine.calama.survey import printed
from engine.data.grid.squares import distance

Goal = Literal["hill", "road", "escape", "block"]
"""What a piece goes to a square for: to hold the hill or a road, to escape, to bar a road."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a piece is to do.

    Attributes:
        to: Where it has to come.
        near: How close is close enough.
        worth: What having done it is worth, in victory points.
        fade: What is left of that worth a round earlier.
        pace: Squares a round that it goes.
        goal: What it is for.
    """

    to: str
    near: int
    worth: float
    fade: float
    pace: int
    goal: Goal = "hill"

    def at(self, square: str) -> float:
        """Return what standing on a square is worth to the task."""
        left = max(0, distance(square, self.to) - self.near)
        return float(self.worth * self.fade ** (left / self.pace))


def assign(look: Outlook, prices: Prices, temper: Temper) -> dict[str, Task]:
    """Return the tasks of a side's pieces, by the piece's id."""
    tasks: dict[str, Task] = {}

    def take(goal: Goal, jobs: Iterator[Job]) -> None:
        for piece, to, near, worth in jobs:
            pace = max(1, _pace(look, piece))
            tasks[piece.id] = Task(to, near, worth, temper.task, pace, goal)

    if look.side == CHILE:
        take("hill", _hill(look, prices))
        take("road", _roads(look, prices, frozenset(tasks), temper.roads))
    else:
        take("escape", _escape(look, prices))
        take("block", _block(look, prices, frozenset(tasks)))
    return tasks


Job = tuple[Piece, str, int, float]


def _hill(look: Outlook, prices: Prices) -> Iterator[Job]:
    """Two heavy guns to the hill (4.1.8): the nearest, each to the square that suits both."""
    worth = prices.objective(TOPATER)
    guns = look.of_type(CHILE, HEAVY)
    if not worth or len(guns) < 2:
        return
    hill = load_board().topater
    pairs = [
        (max(distance(one.at, hill[0]), distance(two.at, hill[1])), one.id, two.id, one, two)
        for one in guns
        for two in guns
        if one.id != two.id
    ]
    _, _, _, one, two = min(pairs)
    yield one, hill[0], 0, worth
    yield two, hill[1], 0, worth


def _roads(look: Outlook, prices: Prices, busy: frozenset[str], share: float) -> Iterator[Job]:
    """A piece for every exit, the remotest exit first; each is worth a share of the whole."""
    worth = prices.objective(ROADS)
    if not worth or not share:
        return
    free = [
        piece
        for piece in look.mine
        if piece.id not in busy and piece.type in (CAVALRY, INFANTRY) and _pace(look, piece)
    ]
    found = []
    exits = set(load_board().exits)
    while exits and free:
        # The exit whose nearest piece is farthest has the first choice.
        best = [min(_trip(look, piece, exit_) for piece in free) for exit_ in sorted(exits)]
        _, name, exit_ = max(best)
        piece = next(one for one in free if one.id == name)
        free.remove(piece)
        exits.remove(exit_)
        blocked = exit_ in look.taken and look.taken[exit_].side != CHILE
        # Beside it is as good as on it; but who bars it must be driven off first.
        found.append((piece, exit_, 2 if blocked else 1))
    if exits:
        return
    for piece, exit_, near in found:
        yield piece, exit_, near, worth * share


def _trip(look: Outlook, piece: Piece, to: str) -> tuple[float, str, str]:
    rounds = max(0, distance(piece.at, to) - 1) / _pace(look, piece)
    # The dear pieces stay where the fight is.
    return rounds + 0.2 * printed(piece).points, piece.id, to


def _pace(look: Outlook, piece: Piece) -> int:
    return value(look.table, piece, MOVEMENT)


def _escape(look: Outlook, prices: Prices) -> Iterator[Job]:
    """An Officer to the exit that they reach first."""
    worth = prices.objective(ESCAPE)
    if not worth:
        return
    officers = [one for one in look.of_type(BOLIVIA, OFFICER) if _pace(look, one)]
    trips = [
        (distance(one.at, exit_) / _pace(look, one) + _guarded(look, exit_), one.id, exit_)
        for one in officers
        for exit_ in load_board().exits
    ]
    if trips:
        _, name, exit_ = min(trips)
        yield look.table.pieces[name], exit_, 0, worth


def _guarded(look: Outlook, exit_: str) -> float:
    """Return how many rounds an enemy near an exit makes it farther."""
    if exit_ in look.taken and look.taken[exit_].side != BOLIVIA:
        return 9.0
    return float(sum(distance(foe.at, exit_) <= 4 for foe in look.foes))


def _block(look: Outlook, prices: Prices, busy: frozenset[str]) -> Iterator[Job]:
    """A piece to the exit that Chile still lacks, when it lacks but one or two."""
    worth = prices.objective(ROADS)
    held = set(held_exits(look.table))
    soon = {
        exit_
        for exit_ in load_board().exits
        if exit_ in held or any(distance(foe.at, exit_) <= 3 for foe in look.foes)
    }
    lacking = [exit_ for exit_ in load_board().exits if exit_ not in held]
    if not worth or len(soon) < 4 or not lacking:
        return
    free = [
        one
        for one in look.mine
        if one.id not in busy and one.type in (INFANTRY, CAVALRY) and _pace(look, one)
    ]
    trips = [
        (distance(one.at, exit_) / _pace(look, one), -cover(exit_), one.id, exit_)
        for one in free
        for exit_ in lacking
    ]
    if trips:
        _, _, name, exit_ = min(trips)
        yield look.table.pieces[name], exit_, 0, worth


def reserved(look: Outlook, tasks: Mapping[str, Task]) -> dict[str, tuple[str, float]]:
    """Return the squares to be kept free: for which piece, and how strictly."""
    found: dict[str, tuple[str, float]] = {}
    exact = {name: task for name, task in tasks.items() if not task.near}
    for name, task in exact.items():
        at = look.table.pieces[name].at
        for step in load_board().neighbours(at):
            if distance(step, task.to) < distance(at, task.to):
                found[step] = (name, 0.5)
    found.update((task.to, (name, 1.0)) for name, task in exact.items())
    return found

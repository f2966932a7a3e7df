"""Signs of War of the Pacific: marches back, weak enemies left alone, troops in the desert."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from engine.api import Action, Seat
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import is_hex
from engine.war_of_the_pacific.roster import Kind, load_roster
from engine.war_of_the_pacific.state import State, Table, Unit
from tests.zoo.signs.watching import IDLE_TURNS, Watch

MUCH = 3
"""As many times the enemy's steps are enough for an attack."""
FAR = 4
"""Hexes within which an enemy is a reason for standing in the open."""


class WarOfThePacificWatch(Watch[State]):
    """Watches one side's land units.

    * ``undone``: a unit marches back to the hex that it left, this turn or the next.
    * ``idle``: beside an enemy with a third of the stack's steps at most, and does not attack.
    * ``stranded``: three turns in the open, in no city, with no enemy near.
    """

    SIGNS = ("undone", "idle", "stranded")

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._open: Counter[str] = Counter()

    def turn(self, state: State) -> int:
        """Return the game turn."""
        return state.table.turn

    def _land(self, table: Table, *, own: bool) -> list[Unit]:
        marching = _marching()
        return [
            one
            for one in table.units.values()
            if (one.side == self.seat) is own and one.id in marching and is_hex(one.at)
        ]

    def places(self, state: State) -> Mapping[str, str]:
        """Return the hexes of land units."""
        return {one.id: one.at for one in self._land(state.table, own=True)}

    def useful(self, state: State) -> Collection[str]:
        """Return who stands beside enemies that are far weaker."""
        board = load_board()
        mine, theirs = Counter[str](), Counter[str]()
        for own, steps in ((True, mine), (False, theirs)):
            for one in self._land(state.table, own=own):
                steps[one.at] += one.steps
        return [
            one.id
            for one in self._land(state.table, own=True)
            if any(0 < MUCH * theirs[place] <= mine[one.at] for place in board.neighbours(one.at))
        ]

    def active(self, state: State) -> Collection[str]:
        """Return who has attacked."""
        return [one.id for one in self._land(state.table, own=True) if one.fought or one.attacked]

    def look(self, before: State, seat: Seat, action: Action, after: State) -> None:
        """Look at who stands in the open as a turn ends."""
        if before.table.turn == after.table.turn:
            return
        cities, grid = load_board().cities, load_board().grid
        enemies = {one.at for one in self._land(after.table, own=False)}
        for one in self._land(after.table, own=True):
            near = any(grid.distance(one.at, place) <= FAR for place in enemies)
            waits = one.at not in cities and not near and one.id not in self._active
            self._open[one.id] = self._open[one.id] + 1 if waits else 0
            self.found["stranded"] += self._open[one.id] == IDLE_TURNS


def _marching() -> frozenset[str]:
    wanted = {Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY}
    return frozenset(card.id for card in load_roster().of() if card.kind in wanted)

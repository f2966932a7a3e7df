"""Signs of Batalla de Calama: reserves kept to the end, bare guns, light guns that die unfired."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.api import Action, Seat
from engine.calama.state import (
    ARTILLERY,
    CAVALRY,
    DEAD,
    INFANTRY,
    LIGHT,
    RESERVE,
    Phase,
    Piece,
    State,
    Table,
    other,
)
from engine.calama.survey import printed, scenario_of
from engine.data.grid.squares import distance
from tests.zoo.signs.watching import Watch

NEAR = {CAVALRY: 4, INFANTRY: 2}
"""Squares within which foot and horse can do something about an enemy."""
COVER = 2
"""Squares within which a gun's foot covers it."""


class CalamaWatch(Watch[State]):
    """Watches one side.

    * ``undone``: a piece goes back to the square that it left, this round or the next.
    * ``idle``: foot or horse with an enemy near.
    * ``reserves``: a game is lost by blood, with one waiting whose price would not have lost it.
    * ``uncovered``: a gun ends a round beside an enemy, without foot of its own near.
    * ``unfired``: a light gun that is lost without having fired. Heavy ones are shot by heavy ones,
      and Chile fires first.
    """

    SIGNS = ("undone", "idle", "reserves", "uncovered", "unfired")

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._fired: set[str] = set()
        self._round = 0

    def turn(self, state: State) -> int:
        """Return the round."""
        return state.table.round

    def _own(self, table: Table) -> list[Piece]:
        return [one for one in table.pieces.values() if one.side == self.seat]

    def _enemies(self, table: Table) -> list[Piece]:
        return [one for one in table.pieces.values() if one.side != self.seat and one.on_board]

    def places(self, state: State) -> Mapping[str, str]:
        """Return the squares of who is on the board."""
        return {one.id: one.at for one in self._own(state.table) if one.on_board}

    def useful(self, state: State) -> Collection[str]:
        """Return foot and horse with an enemy near."""
        enemies = self._enemies(state.table)
        return [
            one.id
            for one in self._own(state.table)
            if one.on_board
            and one.type in NEAR
            and any(distance(one.at, two.at) <= NEAR[one.type] for two in enemies)
        ]

    def active(self, state: State) -> Collection[str]:
        """Return who has fought or charges."""
        return [one.id for one in self._own(state.table) if one.fought or one.charging]

    def look(self, before: State, seat: Seat, action: Action, after: State) -> None:
        """Look at guns."""
        for one in self._own(after.table):
            was = before.table.pieces.get(one.id)
            if one.type != LIGHT or was is None:
                continue
            if one.fought:
                self._fired.add(one.id)
            if one.at == DEAD and was.at != DEAD:
                self.found["unfired"] += one.id not in self._fired
        if before.table.round < after.table.round and before.table.phase is not Phase.SETUP:
            self._look_at_guns(after.table)

    def _look_at_guns(self, table: Table) -> None:
        foot = [one for one in self._own(table) if one.on_board and one.type == INFANTRY]
        enemies = self._enemies(table)
        for one in self._own(table):
            if one.type in ARTILLERY and one.on_board:
                beside = any(distance(one.at, two.at) <= 1 for two in enemies)
                covered = any(distance(one.at, two.at) <= COVER for two in foot)
                self.found["uncovered"] += beside and not covered

    def end(self, state: State) -> None:
        """Look at who still waits when all is lost."""
        table = state.table
        waiting = [one for one in self._own(table) if one.at == RESERVE]
        if table.ending is None or table.ending.winner in {self.seat, ""} or not waiting:
            return
        price = min(printed(one).price for one in waiting)
        self.found["reserves"] += table.points[other(self.seat)] + price < scenario_of(table).goal

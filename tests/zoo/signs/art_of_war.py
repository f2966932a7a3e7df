"""Signs of El Arte de la Guerra: to and fro, units that look on, flanks that nobody helps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from math import hypot

from engine.api import Action, Seat
from engine.art_of_war.plane.poses import UD, Pose
from engine.art_of_war.state import GONE, Phase, Place, State, Table, Unit
from engine.art_of_war.survey import enemy_within, fights, is_mounted
from tests.zoo.signs.watching import Watch

REACH = {True: 4 * UD, False: 2 * UD}
"""Hundredths of a UD at which mounted troops and foot have an enemy in reach."""
STILL = 2
"""Turns in which nobody of a corps moves: then it looks on."""


class ArtOfWarWatch(Watch[State]):
    """Watches one side.

    * ``undone``: a unit goes back to within half a UD of where it was, this turn or the next.
    * ``idle``: an enemy is in reach, and it neither moves, shoots nor fights.
    * ``looked_on``: a unit is struck in flank or rear while a whole corps has stood still.
    * ``unused``: units that never moved, shot or fought in a battle.
    """

    SIGNS = ("undone", "idle", "looked_on", "unused")

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._still: Counter[int] = Counter()
        self._used: set[str] = set()
        self._moved: set[int] = set()

    def turn(self, state: State) -> int:
        """Return the turn."""
        return state.table.turn

    def _own(self, table: Table) -> list[Unit]:
        return [one for one in table.units.values() if one.side == self.seat and one.on_table]

    def places(self, state: State) -> Mapping[str, Pose]:
        """Return how the units on the table stand, from the first turn on."""
        if not state.table.turn or state.table.phase is Phase.DEPLOYMENT:
            return {}
        return {one.id: one.pose for one in self._own(state.table) if one.pose is not None}

    def is_back(self, old: Pose, new: Pose) -> bool:
        """Say whether a unit has come back to where it was."""
        return hypot(old.x - new.x, old.y - new.y) < UD / 2

    def useful(self, state: State) -> Collection[str]:
        """Return who has an enemy in reach."""
        return [
            one.id
            for one in self._own(state.table)
            if enemy_within(state.table, one, REACH[is_mounted(one)])
        ]

    def active(self, state: State) -> Collection[str]:
        """Return who has moved or shot, or is in melee."""
        table = state.table
        return [
            one.id
            for one in self._own(table)
            if one.moves or one.shot or one.charged or fights(table, one.id)
        ]

    def look(self, before: State, seat: Seat, action: Action, after: State) -> None:
        """Look at flanks and at corps that stand still."""
        self._used |= self._active
        own = self._own(after.table)
        self._moved |= {one.corps for one in own if one.id in self._active}
        for one in own:
            was = before.table.units.get(one.id)
            if one.turned and was is not None and not was.turned:
                idle = {two.corps for two in own if self._still[two.corps] >= STILL}
                self.found["looked_on"] += bool(idle - {one.corps})
        if before.table.turn < after.table.turn:
            for corps in {one.corps for one in own}:
                self._still[corps] = 0 if corps in self._moved else self._still[corps] + 1
            self._moved = set()

    def end(self, state: State) -> None:
        """Count who did nothing all day."""
        self.found["unused"] += sum(
            one.side == self.seat
            and one.place not in GONE | {Place.WAITING, Place.MARCH}
            and one.id not in self._used
            for one in state.table.units.values()
        )

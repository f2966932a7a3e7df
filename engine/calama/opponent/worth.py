"""What a piece is worth: victory points, fighting power, and what it does for objectives.

Every price is what the side that loses the piece loses and the other wins, as far as the viewer
can know: their own objectives have their values, the enemy's a guess.
"""

from __future__ import annotations

from functools import cached_property

from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.weights import Worth
from engine.calama.rules.victory.objectives import ESCAPE, GUNS, KILL, TOPATER
from engine.calama.state import ARTILLERY, BOLIVIA, CHILE, HEAVY, INFANTRY, OFFICER, Piece, other
from engine.calama.survey import printed
from engine.data.cache import Cache


class Prices:
    """The prices of a table's pieces."""

    def __init__(self, outlook: Outlook, weights: Worth) -> None:
        self._outlook = outlook
        self._weights = weights
        self._known: Cache[tuple[str, str], float] = Cache()

    def of(self, piece: Piece) -> float:
        """Return what the loss of a piece costs its side."""
        return self._known.of((piece.side, piece.type), self._price, piece)

    def _price(self, piece: Piece) -> float:
        kind = printed(piece)
        if kind.decides:
            return self._weights.win
        enemy = other(piece.side)
        points = kind.points + self.at_stake(piece)
        return self.points(enemy, points) + self._weights.power[piece.type]

    def points(self, seat: str, points: float) -> float:
        """Return what victory points are worth to a side: the nearer the goal, the more."""
        have = self._outlook.table.points[seat]
        goal = self._outlook.scenario.goal
        if have + points >= goal:
            return self._weights.win
        return points * (1 + self._weights.urgency * have / goal)

    # -- objectives ----------------------------------------------------------------------------

    def objective(self, key: str) -> float:
        """Return what an objective still brings; 0 once it is scored."""
        table = self._outlook.table
        if key in table.scored or key in table.lost:
            return 0.0
        own = self._outlook.priorities
        if key in own:
            return float(self._outlook.scenario.values[own.index(key)])
        return self._weights.guess

    def at_stake(self, piece: Piece) -> float:
        """Return what the loss of a piece does to the objectives, in victory points."""
        look = self._outlook
        if piece.type == OFFICER:
            if piece.side == CHILE:
                return self.objective(KILL)
            return self.objective(ESCAPE) / float(2 ** len(look.of_type(BOLIVIA, OFFICER)))
        if piece.type == HEAVY and piece.side == CHILE:
            left = len(look.of_type(CHILE, HEAVY))
            return self.objective(TOPATER) / 2 if left == 2 else 0.0
        if piece.type == INFANTRY:
            feet = len(look.of_type(piece.side, INFANTRY))
            return self._guns_at_stake[piece.side] / max(1, feet) ** 2
        if piece.type in ARTILLERY and len(look.of_type(piece.side, *ARTILLERY)) == 1:
            # With the last gun nothing is left to be taken.
            feet = len(look.of_type(piece.side, INFANTRY))
            return -self._prize[piece.side] / max(1, feet) ** 2
        return 0.0

    def relief(self, side: str) -> float:
        """Return by how much one more infantry makes a side's guns safer."""
        feet = len(self._outlook.of_type(side, INFANTRY))
        stake = self._guns_at_stake[side]
        return stake / feet**2 - stake / (feet + 1) ** 2 if feet else 0.0

    @cached_property
    def _prize(self) -> dict[str, float]:
        """What taking a side's guns brings the enemy in points."""
        return {CHILE: 0.0, BOLIVIA: self.objective(GUNS)}

    @cached_property
    def _guns_at_stake(self) -> dict[str, float]:
        """What a side loses with its last infantry (CAL-R12)."""
        found = {}
        for seat in (CHILE, BOLIVIA):
            guns = self._outlook.of_type(seat, *ARTILLERY)
            power = sum(self._weights.power[gun.type] for gun in guns)
            found[seat] = power + self._prize[seat] if guns else 0.0
        return found

"""What one side sees of a table: who stands where, who may attack, what its orders are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.calama.opponent.geometry import Squares, ring
from engine.calama.rules.pieces.command import commander, leading_officers
from engine.calama.scenario import Scenario
from engine.calama.state import (
    BOLIVIA,
    CAVALRY,
    CHILE,
    COMMANDER,
    INFANTRY,
    OFFICER,
    Piece,
    Table,
    View,
    other,
)
from engine.calama.survey import army, occupied, printed, scenario_of
from engine.data.grid.squares import distance


class Outlook:
    """A table as one side sees it; nothing in it changes.

    Attributes:
        table: What everybody sees.
        side: Whose eyes.
        foe: The other side.
        priorities: The side's objectives in the order of their values; its secret.
    """

    def __init__(self, table: Table, side: str, priorities: tuple[str, ...]) -> None:
        self.table = table
        self.side = side
        self.foe = other(side)
        self.priorities = priorities

    @classmethod
    def of(cls, view: View) -> Outlook:
        """Return what the viewer sees."""
        assert view.viewer is not None
        assert view.own is not None
        return cls(view.table, view.viewer, view.own.priorities)

    def after(self, table: Table) -> Outlook:
        """Return the same eyes on another table."""
        return Outlook(table, self.side, self.priorities)

    @cached_property
    def strikes_first(self) -> bool:
        """Whether the side fights before the enemy can move again (CAL-R24)."""
        return self.side == BOLIVIA or self.table.settings.order_of_play == "sides"

    @cached_property
    def is_met(self) -> bool:
        """Whether the enemy moves once more before the viewer fires."""
        return self.side == CHILE or self.table.settings.order_of_play == "sides"

    @cached_property
    def front(self) -> int:
        """How far the nearest of the side's foot and horse is from any enemy."""
        foot = self.of_type(self.side, INFANTRY, CAVALRY)
        return min((self.far(piece.at) for piece in foot), default=0)

    def far(self, square: str) -> int:
        """Return how far the nearest enemy is from a square."""
        return min((distance(square, foe.at) for foe in self.foes), default=99)

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario played."""
        return scenario_of(self.table)

    @cached_property
    def taken(self) -> Mapping[str, Piece]:
        """Who stands where."""
        return occupied(self.table)

    @cached_property
    def mine(self) -> tuple[Piece, ...]:
        """The side's pieces on the board."""
        return army(self.table, self.side)

    @cached_property
    def foes(self) -> tuple[Piece, ...]:
        """The enemy's pieces on the board."""
        return army(self.table, self.foe)

    @cached_property
    def pinned(self) -> frozenset[str]:
        """Ids of the pieces that charge or are charged."""
        charging = [piece for piece in self.table.pieces.values() if piece.charging]
        return frozenset([piece.id for piece in charging] + [piece.charging for piece in charging])

    @cached_property
    def zone(self) -> Squares:
        """Squares from which the side's pieces may attack."""
        return command_zone(self.table, self.side)

    @cached_property
    def foe_zone(self) -> Squares:
        """Squares from which the enemy's pieces may attack."""
        return command_zone(self.table, self.foe)

    def of_type(self, side: str, *types: str) -> tuple[Piece, ...]:
        """Return a side's pieces on the board of some types."""
        return tuple(
            piece
            for piece in (self.mine if side == self.side else self.foes)
            if piece.type in types
        )


def command_zone(table: Table, side: str) -> Squares:
    """Return the squares from which a side's pieces may attack (CAL-R8)."""
    chief = commander(table, side)
    if chief is None:
        return frozenset()
    zone = ring(chief.at, 0, printed(COMMANDER).command)
    near = printed(OFFICER).command
    return zone.union(*(ring(one.at, 0, near) for one in leading_officers(table, side)))

"""A picture of the map in the making."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.state import (
    Table,
    View,
)
from render import stage
from render.linework import Point
from render.war_of_the_pacific.changes import Changes, water_of
from render.war_of_the_pacific.layout import Layout
from render.war_of_the_pacific.piles import Pile
from render.war_of_the_pacific.sheet import box_door


@dataclass(frozen=True)
class Stage(stage.Stage[View, Layout, Changes]):
    """A picture in the making, and what is drawn on it."""

    board: Board
    heaps: Mapping[str, tuple[Pile, ...]]

    @property
    def table(self) -> Table:
        """The public table."""
        return self.view.table

    @property
    def across(self) -> int:
        """Pixels from side to side of the whole picture."""
        return self.layout.across or self.layout.window.size[0]

    def spot(self, place: str) -> Point:
        """Return the middle of a place, in pixels."""
        unit = box_door(self.board) if place == BOX else self.board.grid.centre(place)
        return self.layout.window.at(*unit)

    def passage(self, place: str) -> Point:
        """Return where ships pass through a place, in pixels: on the water of a coastal hex."""
        if place == BOX:
            return self.spot(place)
        return self.layout.window.at(*water_of(self.board, place))

    def shows(self, place: str, margin: float = 1.2) -> bool:
        """Say whether any of a hex is within the picture."""
        if place == BOX:
            return False
        x, y = self.board.grid.centre(place)
        window = self.layout.window
        return (
            window.left - margin < x < window.right + margin
            and window.top - margin < y < window.bottom + margin
        )

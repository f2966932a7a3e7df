"""A picture of the board in the making."""

from __future__ import annotations

from dataclasses import dataclass

from engine.calama.board import Board
from engine.calama.state import Table, View
from render import stage
from render.api import Names
from render.calama.changes import Changes
from render.calama.layout import Layout
from render.linework import Point


@dataclass(frozen=True)
class Stage(stage.Stage[View, Layout, Changes]):
    """A picture in the making, and what is drawn on it."""

    names: Names
    board: Board

    @property
    def table(self) -> Table:
        """The public table."""
        return self.view.table

    def letters(self, share: float = 0.0) -> int:
        """Return the size of letters of so many units; never smaller than a phone shows them."""
        return max(self.least, round(share * self.scale))

    @property
    def side(self) -> int:
        """Side of a counter in pixels: in a close-up it leaves the square's figures free."""
        return max(14, round(self.scale * (1.46 if self.layout.close else 1.74)))

    def spot(self, place: str) -> Point:
        """Return the middle of a square, in pixels."""
        return self.layout.at(place)

    def seat(self, place: str) -> Point:
        """Return where the middle of a counter on a square lies, in pixels."""
        x, y = self.layout.at(place)
        return x, y - (0.19 * self.scale if self.layout.close else 0.0)

    def shows(self, place: str) -> bool:
        """Say whether a square lies within the picture."""
        return self.layout.shows(place)

"""A picture of the ground in the making."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.barricadas.state import Table, View
from render import stage
from render.api import Names
from render.barricadas.changes import Changes
from render.barricadas.land import Chart
from render.barricadas.layout import Layout
from render.barricadas.piles import Pile
from render.linework import Point


@dataclass(frozen=True)
class Stage(stage.Stage[View, Layout, Changes]):
    """A picture in the making, and what is drawn on it."""

    chart: Chart
    heaps: Mapping[str, Pile]
    names: Names
    width: int
    at: Point = (0.0, 0.0)
    """Where the ground begins on the picture, in pixels."""

    @property
    def table(self) -> Table:
        """What lies on the table."""
        return self.view.table

    @property
    def across(self) -> int:
        """Pixels from side to side of the whole picture."""
        return self.width

    def spot(self, place: str) -> Point:
        """Return the middle of a hex, in pixels."""
        x, y = self.layout.window.at(*self.chart.centre(place))
        return self.at[0] + x, self.at[1] + y

    def shows(self, place: str) -> bool:
        """Say whether a hex lies within the picture."""
        return place in self.layout.places

"""A picture of the table in the making."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from PIL import Image

from engine.art_of_war.plane.poses import Base
from engine.art_of_war.state import Table, View
from engine.art_of_war.survey import base_at, camp_base
from render import stage
from render.api import Names
from render.art_of_war.blocks import block
from render.art_of_war.changes import Changes, Loss
from render.art_of_war.labels import Labels, name_size
from render.art_of_war.layout import Layout
from render.art_of_war.muster import Leading, Standing, fallen, leading, standing
from render.linework import Point
from render.themes import Theme


@dataclass(frozen=True)
class Stage(stage.Stage[View, Layout, Changes]):
    """A picture in the making, and what is drawn on it.

    Attributes:
        image: The ground as laid out; only what lies on it is drawn.
        troops: Every unit that is shown, by id.
        leaders: Every general who is shown.
        width: Of the whole picture, in pixels: letters are measured by it.
    """

    names: Names
    width: int
    troops: Mapping[str, Standing] = field(default_factory=dict)
    leaders: tuple[Leading, ...] = ()

    @classmethod
    def of(
        cls,
        image: Image.Image,
        theme: Theme,
        layout: Layout,
        view: View,
        changed: Changes,
        names: Names,
        width: int,
    ) -> Stage:
        """Return a stage with everybody on it whom the view shows."""
        troops = {one.unit.id: one for one in standing(view)}
        return cls(image, theme, layout, view, changed, names, width, troops, leading(view))

    @property
    def table(self) -> Table:
        """What lies on the table."""
        return self.view.table

    @property
    def across(self) -> int:
        """Pixels from side to side of the whole picture."""
        return self.width

    @property
    def letters(self) -> int:
        """The least size of letters of units, generals and markers, in pixels."""
        return name_size(self.width)

    @cached_property
    def labels(self) -> Labels:
        """Where names and discs stand; worked out once everybody who is shown is known."""
        return Labels(
            self.layout.window,
            self.image.size,
            self.letters,
            self.theme,
            self.troops.values(),
            self.leaders,
        )

    def at(self, point: Point) -> Point:
        """Return where a point of the sheet is on the picture, in pixels."""
        return self.layout.window.at(*point)

    def shows(self, point: Point, beyond: float = 0.0) -> bool:
        """Say whether a point of the sheet lies within the picture."""
        return self.layout.shows(point, beyond)

    def base(self, key: str) -> Base | None:
        """Return the base of a unit or camp that is shown, or was before it was lost."""
        if key in self.troops:
            return self.troops[key].base
        if key in self.table.camps:
            return camp_base(self.table.camps[key].pose)
        for loss in (*self.changes.routed, *self.changes.left):
            if loss.unit.id == key:
                return base_at(loss.unit, loss.pose)
        return None

    def lost(self, loss: Loss) -> Standing:
        """Return how a unit looked that is gone."""
        return fallen(loss.unit, loss.pose)

    def lay(self, one: Standing) -> None:
        """Lay a block on the picture."""
        sprite = block(one.face, self.scale, one.base.pose.facing, self.theme, self.letters)
        sprite.centre(self.image, *self.at(one.middle))

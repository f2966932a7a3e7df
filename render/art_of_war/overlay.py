"""What a view adds to the ground: camps, works, troops, generals, melee, moves, shots, losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from PIL import Image

from engine.api import Seat
from engine.art_of_war.pieces import base_of_marker, base_of_work
from engine.art_of_war.plane.poses import Base, Pose
from engine.art_of_war.points import point_of
from engine.art_of_war.state import Marker, Table, View
from engine.art_of_war.survey import base_at, camp_base
from render.api import Names
from render.art_of_war import bounds, fights, works
from render.art_of_war.blocks import block
from render.art_of_war.changes import Changes, Loss
from render.art_of_war.discs import disc
from render.art_of_war.labels import Labels, is_far, name_size, tether
from render.art_of_war.layout import Layout
from render.art_of_war.moves import draw_moves, ink_of, trail
from render.art_of_war.muster import Leading, Standing, fallen, leading, short_name, standing
from render.art_of_war.news import declared
from render.art_of_war.sheet import from_pose, front, middle
from render.lettering import legible
from render.linework import Point
from render.themes import Theme


@dataclass(frozen=True)
class Stage:
    """A picture in the making, and what is drawn on it.

    Attributes:
        image: The ground as laid out; only what lies on it is drawn.
        troops: Every unit that is shown, by id.
        leaders: Every general who is shown.
        width: Of the whole picture, in pixels: letters are measured by it.
    """

    image: Image.Image
    theme: Theme
    layout: Layout
    view: View
    changes: Changes
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
    def scale(self) -> float:
        """Pixels to a unit of distance."""
        return self.layout.scale

    @property
    def least(self) -> int:
        """The least size of letters on the picture, in pixels."""
        return legible(self.width)

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


def draw_overlay(stage: Stage) -> None:
    """Draw everything that a view adds."""
    bounds.draw_bounds(stage)
    draw_camps(stage)
    draw_moves(stage)
    fights.draw_losses(stage)
    fights.draw_shots(stage)
    draw_troops(stage)
    fights.draw_contacts(stage)
    draw_declared(stage)
    draw_names(stage)
    draw_markers(stage)
    draw_leaders(stage)
    fights.draw_ends(stage)


def draw_camps(stage: Stage) -> None:
    """Draw camps and works, beneath the troops."""
    for one in stage.table.camps.values():
        base = camp_base(one.pose)
        spot = middle(base)
        if stage.shows(spot, 2.0):
            state = "taken" if one.taken else "fortified" if one.fortified else "open"
            size = base.width, base.depth
            sprite = works.camp(one.side, stage.scale, one.pose.facing, stage.theme, size, state)
            sprite.centre(stage.image, *stage.at(spot))
    for piece in stage.table.works.values():
        base = base_of_work(piece)
        spot = middle(base)
        if stage.shows(spot, 1.0):
            size = base.width, base.depth
            sprite = works.work(piece.side, stage.scale, piece.pose.facing, stage.theme, size)
            sprite.centre(stage.image, *stage.at(spot))


def draw_declared(stage: Stage) -> None:
    """Draw the charges that are declared and not carried out, each as an arrow on its target."""
    for charge in declared(stage.table):
        target = stage.base(charge.target)
        for key in charge.who:
            base = stage.base(key)
            if base is not None and target is not None:
                colour = ink_of(stage.theme, stage.troops[key].unit.side)
                trail(stage, (front(base), middle(target)), colour, dashed=True, stop=0.3)


def draw_troops(stage: Stage) -> None:
    """Draw every unit that is shown."""
    for one in stage.troops.values():
        if stage.shows(one.middle, 1.2):
            stage.lay(one)


def draw_names(stage: Stage) -> None:
    """Write the names of units whose blocks are too small for them, over all that crosses these."""
    for named in stage.labels.names:
        named.sprite.centre(stage.image, named.x, named.y)


def draw_markers(stage: Stage) -> None:
    """Draw markers of ambush; beside whom they hide, who is drawn pale, for their own side."""
    hiding = {one.unit.marker: one.base for one in stage.troops.values() if one.unit.marker}
    for key, pose, side in markers_of(stage.view):
        base = hiding.get(key)
        spot = middle(base_of_marker(Marker(key, side, pose)))
        if base is not None:
            spot = from_pose(base.pose, -base.width / 2, 0)
        if stage.shows(spot, 0.6):
            size = stage.scale * (0.9 if base is None else 0.5)
            name = short_name(key) if key in stage.table.markers else ""
            sprite = works.ambush(side, round(size), stage.theme, name, stage.letters)
            at = stage.at(spot)
            if base is not None and is_far(stage.scale):
                at = stage.labels.beside(*at, sprite.size[0])
            sprite.centre(stage.image, *at)


def markers_of(view: View) -> Iterator[tuple[str, Pose, Seat]]:
    """Yield the markers of ambush that lie on the table, and those that the viewer has planned."""
    for one in view.table.markers.values():
        yield one.id, one.pose, one.side
    if view.own is not None and view.viewer is not None:
        for at in view.own.ambushes:
            point = point_of(at)
            if point is not None:
                yield at, Pose(*point, 0), view.viewer


def draw_leaders(stage: Stage) -> None:
    """Draw the generals, over the troops and beside their names."""
    for one in stage.leaders:
        spot = stage.labels.discs.get(one.general.id)
        if spot is not None:
            tether(stage.image, spot, stage.theme, stage.theme.liveries[one.general.side].edge)
    for one in stage.leaders:
        spot = stage.labels.discs.get(one.general.id)
        if spot is not None:
            sprite = disc(one.face, spot.size, stage.theme, stage.letters)
            sprite.centre(stage.image, spot.x, spot.y)

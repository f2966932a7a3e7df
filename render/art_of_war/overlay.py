"""What a view adds to the ground: camps, works, troops, generals, melee, moves, shots, losses."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Seat
from engine.art_of_war.pieces import base_of_marker, base_of_work
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.points import point_of
from engine.art_of_war.state import Marker, View
from engine.art_of_war.survey import camp_base
from render.art_of_war import bounds, fights, works
from render.art_of_war.discs import disc
from render.art_of_war.labels import is_far, tether
from render.art_of_war.moves import draw_moves, ink_of, trail
from render.art_of_war.muster import short_name
from render.art_of_war.news import declared
from render.art_of_war.sheet import from_pose, front, middle
from render.art_of_war.stage import Stage


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

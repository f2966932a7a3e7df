"""How far a move goes: by the slowest of a group, and the worst ground that it crosses (5.table).

Rules:
    5.group.pace, 5.terrain, 5.terrain.worst, 5.road, 5.table, 5.table.none, 8.works.cross;
    ADG-R15, ADG-R64.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.art_of_war.ground import Going, going_of, kind_of, outline_of
from engine.art_of_war.pieces import base_of_work
from engine.art_of_war.plane.contact import behind, collide, distance_to
from engine.art_of_war.plane.paths import Path, crosses
from engine.art_of_war.plane.poses import UD, Base, ahead
from engine.art_of_war.plane.shapes import Box, Outline, box, meet
from engine.art_of_war.state import Feature, Table, Unit
from engine.art_of_war.survey import is_mounted, pace_over, profile_of
from engine.data.cache import cached

ROAD: Final = "road"
"""What kind of way terrain a road is; it bars nobody (10.road)."""

ROAD_GIVES: Final = UD

CROSSING: Final = {"foot": UD, "mounted": 2 * UD}
"""What crossing a piece of fortification takes of a move (8.works.cross)."""


def eases_of(unit: Unit) -> tuple[str, ...]:
    """Return the words by which ground may be easier for a unit: its type, and camels (10)."""
    profile = profile_of(unit)
    return (profile.troop.type.value, *(("camels",) if profile.camels else ()))


def is_road(feature: Feature) -> bool:
    """Say whether a piece of ground is a road."""
    return kind_of(feature).where == ROAD


def worst_going(
    table: Table, unit: Unit, bases: Iterable[Base], paths: Iterable[Path] = ()
) -> Going:
    """Return the worst ground that a unit stands on, or crosses on its way (5.terrain.worst)."""
    bases, paths = tuple(bases), tuple(paths)
    spans = [*map(box, bases), *(path.span for path in paths)]
    for going, outline, its in _grounds(table.features, eases_of(unit)):
        if any(meet(span, its, 0) for span in spans) and _is_on(outline, bases, paths):
            return going
    return Going.OPEN


@cached
def _grounds(
    features: Mapping[str, Feature], eases: tuple[str, ...]
) -> tuple[tuple[Going, Outline, Box], ...]:
    """Return the ground that is not open to some troops, and what it spans, the worst first."""
    found = [
        (going_of(one, eases), outline_of(one)) for one in features.values() if not is_road(one)
    ]
    found.sort(key=lambda each: -each[0])
    return tuple((going, one, box(one)) for going, one in found if going > Going.OPEN)


def _is_on(outline: Outline, bases: Sequence[Base], paths: Sequence[Path]) -> bool:
    return any(collide(base, outline) for base in bases) or any(
        crosses(path, outline) for path in paths
    )


def pace_of(table: Table, unit: Unit, bases: Iterable[Base], paths: Iterable[Path] = ()) -> int:
    """Return how far a unit goes in one move over all ground on its way, in hundredths."""
    return pace_over(profile_of(unit).pace, worst_going(table, unit, bases, paths))


def full_pace(unit: Unit) -> int:
    """Return how far a unit goes in a move in open ground, in hundredths."""
    return pace_over(profile_of(unit).pace, Going.OPEN)


def works_crossed(table: Table, unit: Unit, paths: Iterable[Path]) -> int:
    """Return what pieces of fortification on its way take of a unit's move (8.works.cross)."""
    each = CROSSING["mounted" if is_mounted(unit) else "foot"]
    paths = tuple(paths)
    bases = [base_of_work(one) for one in table.works.values()]
    return each if any(crosses(path, base) for path in paths for base in bases) else 0


def follows_road(table: Table, bases: Sequence[Base], ends: Sequence[Base]) -> bool:
    """Say whether a unit, or a column, goes along one road from beginning to end (5.road).

    The middle of every base's front and rear stands on it before and after.
    """
    return any(
        is_column(bases)
        and is_column(ends)
        and all(_is_along(outline_of(one), base) for base in (*bases, *ends))
        for one in table.features.values()
        if is_road(one)
    )


def _is_along(outline: tuple[tuple[int, int], ...], base: Base) -> bool:
    rear = ahead(base.pose, -base.depth)
    return all(distance_to(outline, pose.x, pose.y) == 0 for pose in (base.pose, rear))


def is_column(bases: Sequence[Base]) -> bool:
    """Say whether bases stand one behind the other, whatever their order; one alone does."""
    fronts = [one for one in bases if not any(behind(one, other) for other in bases)]
    return len(fronts) == 1

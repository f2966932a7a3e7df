"""An action that the viewer is putting together: what its fields mean on the table.

What is chosen so far is ringed in the colour of a seat's own orders; what the next field may be is
ringed bright. Before who acts lies how far they move and shoot, round their general how far orders
go, before the enemy the zones that hold whoever enters them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from engine.api import Term, Way
from engine.art_of_war.actions import MODELS, Hiding, Placing, parted
from engine.art_of_war.ground import load_kinds
from engine.art_of_war.ids import letter_of
from engine.art_of_war.pieces import GENERAL_SIZE
from engine.art_of_war.plane.poses import Base, Pose
from engine.art_of_war.points import point_of
from engine.art_of_war.rules.setting_up.terrain import SECTORS, outline_in, with_feature
from engine.art_of_war.state import SOUTH, View, standing_units
from engine.art_of_war.survey import base_at
from engine.kit.fields import Item
from render.api import Choosing, Section
from render.art_of_war.bounds import sector_of, zone_of
from render.art_of_war.layout import zone_box
from render.art_of_war.muster import drawn_up
from render.art_of_war.naming import point_term, point_word, term_of
from render.art_of_war.orders import ordered
from render.art_of_war.places import key_of, point_at
from render.art_of_war.selection import Ghost, Selection, ghost_middle
from render.art_of_war.sheet import DEEP, WIDE, laid, middle, within
from render.choosing import WHOLE_WIDTH, held_in, lettered_at, section_around
from render.linework import Point

NEAR, FAR = 4, 11
"""Units of distance to each side: never closer, and farther off the whole table."""

_SMALL: Final = 8
"""So far to each side a picture of the usual width shows symbols; beyond it is a little wider."""

_SETTING_UP: Final = frozenset(("deploy", "write"))


def read_selection(view: View, choosing: Choosing) -> Selection:
    """Return what an action that is being put together means on the table."""
    found = Selection(view)
    model = MODELS.get(choosing.kind)
    if model is None:
        return found
    filled = dict(choosing.filled)
    names = [one for value in filled.values() for one in named(view, value)]
    found = replace(found, start=_keys(names), goals=_points(names), chosen=_words(view, names))
    holds = held_in(model, choosing.field)
    offered = list(_offered(found, choosing, holds))
    found = replace(
        found,
        offered=_keys(one for one, _ in offered),
        spots=tuple(dict.fromkeys((o, cost) for o, cost in offered if isinstance(o, tuple))),
        possible=_words(view, [one for one, _ in offered]),
    )
    lettered = [at for one in (choosing, *choosing.also) for at in _letters(found, one)]
    found = replace(found, letters=lettered_at(lettered))
    found = ordered(found, choosing.kind, choosing.field, filled)
    found = _set_up(found, choosing.kind, filled)
    if choosing.field and holds == "target":
        first = found.start[:1]
        found = replace(found, aims=tuple((a, b) for a in first for b in found.offered))
    if choosing.ways and not found.ways:
        found = _with_ways(found, choosing.ways)
    return found


# -- what values name --------------------------------------------------------------------------


Named = str | Point
"""A key of somebody or something on the table, or a point of the sheet."""


def named(view: View, value: Any) -> Iterator[Named]:
    """Yield what a value names: who, by key, and points of the sheet."""
    if isinstance(value, Placing):
        return  # they are drawn where they will stand
    if isinstance(value, Hiding):
        yield from named(view, value.who)
        yield from named(view, value.at)
    elif isinstance(value, str):
        point = point_of(value)
        if point is not None:
            yield laid(*point)
            return
        for part in parted(value):
            key = key_of(view, part)
            if key:
                yield key
            elif len(part) == 1:
                yield from _group(view, part)
    elif isinstance(value, Item):
        for name in type(value).model_fields:
            yield from named(view, getattr(value, name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from named(view, one)


def _group(view: View, letter: str) -> Iterator[str]:
    """Yield the viewer's units of a group's letter that are on the table."""
    if view.viewer is not None:
        for unit in standing_units(view.table, view.viewer):
            if letter_of(unit.id) == letter:
                yield unit.id


def _keys(names: Iterable[Named]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in names if isinstance(one, str)))


def _points(names: Iterable[Named]) -> tuple[Point, ...]:
    return tuple(dict.fromkeys(one for one in names if isinstance(one, tuple)))


def _words(view: View, names: Iterable[Named]) -> tuple[Term, ...]:
    table = view.table
    terms = (term_of(table, o) if isinstance(o, str) else point_term(o) for o in names)
    return tuple(dict.fromkeys(terms))


def _offered(found: Selection, choosing: Choosing, holds: str) -> Iterator[tuple[Named, int]]:
    """Yield what may be chosen next, with what it takes; of a list what its last item names."""
    before = dict(choosing.filled).get(choosing.field, ())
    costs = dict(enumerate(choosing.costs))
    for number, value in enumerate(choosing.offered):
        cost = costs.get(number)
        added = value
        if isinstance(value, tuple) and not isinstance(before, str):
            added = value[len(before) :] if len(value) > len(before) else ()
        for one in named(found.view, added):
            yield one, 0 if cost is None else cost.takes


def _letters(found: Selection, choosing: Choosing) -> list[tuple[Point, str]]:
    """Return the points of what is offered with a letter: where those are, or would stand."""
    view, filled = found.view, dict(choosing.filled)
    lettered = []
    for value, letter in zip(choosing.offered, choosing.letters, strict=False):
        if not letter:
            continue
        at = [point_at(view, o) if isinstance(o, str) else o for o in named(view, value)]
        points = [point for point in at if point is not None]
        if not points and found.start:
            gone = ordered(found, choosing.kind, "", {**filled, choosing.field: value})
            points = [ghost_middle(one) for one in gone.ghosts]
        lettered += [(point, letter) for point in points[:1]]
    return lettered


# -- setting up --------------------------------------------------------------------------------


def _set_up(found: Selection, kind: str, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with what is placed, deployed or hidden, and where something may be."""
    view = found.view
    if kind in _SETTING_UP:
        found = _deployed(found, filled)
    if kind == "terrain":
        found = _placed(found, filled)
    if kind == "enter" and isinstance(filled.get("at"), Fraction):
        found = replace(found, goals=(*found.goals, *_entry(view, filled)))
    return found


def _deployed(found: Selection, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with where a corps would stand, and where it may."""
    view, seat = found.view, found.view.viewer
    if seat is None:
        return found
    corps = filled.get("corps")
    places = [one for one in filled.get("places", ()) if isinstance(one, Placing)]
    ghosts: list[Ghost] = []
    if isinstance(corps, int) and places:
        for key, pose in drawn_up(view.table, seat, corps, places).items():
            unit = view.table.units.get(key)
            base = Base(pose, GENERAL_SIZE, GENERAL_SIZE) if unit is None else base_at(unit, pose)
            ghosts.append(Ghost(key, seat, base))
    return replace(found, ghosts=tuple(ghosts), zones=(zone_of(seat),), sides=(seat,))


def _placed(found: Selection, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with the terrain that would be placed, and its sector."""
    kind, sector = load_kinds().get(str(filled.get("what", ""))), filled.get("sector")
    if not isinstance(sector, int) or sector not in SECTORS:
        return found
    zones = (sector_of(sector),)
    if kind is None:
        return replace(found, zones=zones)
    size, spot = filled.get("size", "middle"), filled.get("spot", "middle")
    outline = outline_in(kind, sector, size, spot, die=1)
    return replace(found, zones=zones, terrain=(with_feature(found.view.table, kind.key, outline),))


def _entry(view: View, filled: Mapping[str, Any]) -> Iterator[Point]:
    """Yield where a corps comes on that marches past a flank, by the plan."""
    corps = filled.get("corps")
    posts = () if view.own is None else view.own.posts
    if not isinstance(corps, int) or not 1 <= corps <= len(posts):
        return
    right = posts[corps - 1] == "flank_right"
    east = right == (view.viewer == SOUTH)
    yield float(WIDE if east else 0), DEEP - float(filled["at"])


# -- ways --------------------------------------------------------------------------------------


def pose_at(word: str) -> Pose | None:
    """Return the pose that a place of a way names: "12.5/4/270"; of a point none."""
    place, _, turned = word.rpartition("/")
    point = point_of(place)
    try:
        degrees = Fraction(turned.replace(",", "."))
    except ValueError:
        return None
    return None if point is None else Pose(*point, round(degrees * 10) % 3600)


def _with_ways(found: Selection, ways: Iterable[Way]) -> Selection:
    """Return a selection with the ways that the preview of the whole action tells."""
    view = found.view
    gone, ghosts, charges = [], [], []
    for way in ways:
        key = way.who[0] if way.who else ""
        unit = view.table.units.get(key)
        poses = [pose_at(place) for place in way.places]
        if unit is not None and all(poses):
            bases = [base_at(unit, pose) for pose in poses if pose is not None]
            gone.append(tuple(middle(base) for base in bases))
            if len(bases) > 1:
                ghosts.append(Ghost(key, unit.side, bases[-1]))
            continue
        points = [point_at(view, place) for place in way.places]
        course = tuple(point for point in points if point is not None)
        if len(course) > 1:
            gone.append(course)
        last = key_of(view, way.places[-1])
        if unit is not None and last and last != key:
            charges.append((key, last))
    return replace(
        found,
        ways=(*found.ways, *gone),
        ghosts=(*found.ghosts, *ghosts),
        charges=tuple(dict.fromkeys((*found.charges, *charges))),
    )


def read_about(view: View, about: Iterable[Term]) -> Selection:
    """Return what a question is about, on the table: who stands there."""
    known = [term for term in about if point_at(view, term.key) is not None]
    keys = tuple(dict.fromkeys(key_of(view, term.key) for term in known))
    return Selection(view, start=keys, about=tuple(dict.fromkeys(known)))


# -- the section -------------------------------------------------------------------------------


def aim_at(selection: Selection) -> Section | None:
    """Return the closest section that shows all that is marked; ``None`` when nothing is.

    Whoever deploys sees their side of the table, as long as nothing is marked beyond it.
    """
    found = selection.middle
    if found is None:
        return None
    for seat in selection.sides[:1]:
        key = f"{seat}_side"
        box = zone_box(key)
        if box is not None and all(map(partial(within, box), selection.marked)):
            return Section("zone", key)
    point, reach = found
    section = section_around(point_word(point), int(reach + 1.999), NEAR, FAR)
    if section.kind == "around" and section.radius > _SMALL:
        return replace(section, width=WHOLE_WIDTH)
    return section

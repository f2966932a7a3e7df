"""Flank marches: a corps that comes on past a short edge (11.flank).

Nobody else knows of it before its 6. Then its side says where it comes on, and with its side's next
turn it stands there, as near the edge as it can, facing inwards; it may be given orders at once.

Rules:
    11.flank, 11.flank.roll, 11.flank.point; ADG-R21, ADG-R97.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine.api import Option, Seat, Term, Text
from engine.art_of_war.actions import Enter
from engine.art_of_war.ground import Going, going_at
from engine.art_of_war.ids import letter_of
from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.angles import HALF, QUARTER
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import Base, Pose, ahead
from engine.art_of_war.play import Against, AnyVerb, Play, general_term, side_term
from engine.art_of_war.points import plain
from engine.art_of_war.rules.setting_up.layout import hundredths
from engine.art_of_war.rules.setting_up.naming import name_shown
from engine.art_of_war.rules.setting_up.outlines import DEEP, WIDE
from engine.art_of_war.state import (
    SOUTH,
    General,
    Phase,
    Place,
    Table,
    Unit,
    View,
    commander_of,
)
from engine.art_of_war.survey import base_at, depth_of
from engine.art_of_war.troops import UD
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

ARRIVES = 6
"""What has to be thrown (11.flank.roll)."""

FILES = 3
"""Bases in front of a group that comes on."""

STEP = UD // 2
"""How far apart places are that are tried, and offered."""


def throw(play: Play, seat: Seat) -> None:
    """Throw for a side's corps on a flank march, for itself alone; on a 6 it is announced."""
    for general in marching(play.table, seat):
        if general.id in play.table.coming:
            continue
        if play.roll_secret("flank_march")[0] == ARRIVES:
            play.set(coming={**play.table.coming, general.id: DEEP // 2})
            edge = Term("facing", "east" if enters_east(play, general) else "west")
            play.tell("flank.announced", "11.flank.point", seat=side_term(seat), edge=edge)
        else:
            play.tell("flank.waits", "11.flank.roll", only=seat, who=general_term(general))


def marching(table: Table, seat: Seat) -> list[General]:
    """Return the generals of a side who are on a flank march."""
    return [one for one in table.generals.values() if one.side == seat and one.place is Place.MARCH]


def enters_east(play: Play, general: General) -> bool:
    """Say past which edge a corps comes: its own left or right, as its plan says."""
    left = play.secrets[general.side].posts[general.corps - 1] == "flank_left"
    return left is (general.side != SOUTH)


def _is_coming(view: View, corps: int) -> bool:
    """Say whether a corps of the viewer has been announced."""
    assert view.viewer is not None
    general = commander_of(view.table, view.viewer, corps)
    return general is not None and general.id in view.table.coming


def _check_enter(view: View, action: Enter) -> Against:
    if not _is_coming(view, action.corps):
        return [refuse("enter.corps", "11.flank.point", n=action.corps)]
    if not 0 <= action.at * UD <= DEEP:
        return [refuse("enter.where", "11.flank.point", most=plain(DEEP))]
    return []


def _options_enter(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del filled
    if field == "corps":
        for corps in (1, 2, 3):
            if _is_coming(view, corps):
                yield Option(str(corps), Text("corps", {"n": corps}))
        return
    middle = DEEP // 2
    for up in sorted(range(2 * UD, DEEP - UD, 2 * UD), key=lambda one: abs(one - middle)):
        yield Option(plain(up), Text("enter.at", {"at": Fraction(up, UD)}))


def _apply_enter(play: Play, seat: Seat, action: Enter) -> None:
    at = hundredths(action.at)
    general = commander_of(play.table, seat, action.corps)
    assert general is not None
    play.set(coming={**play.table.coming, general.id: at})
    play.tell("flank.point", "11.flank.point", seat=side_term(seat), at=action.at)


def come_on(play: Play, seat: Seat) -> None:
    """Lay the corps of a side that was announced in its turn before (11.flank.point)."""
    for general in marching(play.table, seat):
        at = play.table.coming.get(general.id)
        if at is None:
            continue
        east = enters_east(play, general)
        units = [
            one
            for one in play.table.units.values()
            if one.side == seat and one.corps == general.corps and one.place is Place.MARCH
        ]
        poses = _drawn_up(play.table, units, east=east, at=at)
        for key, pose in poses.items():
            play.change(key, place=Place.TABLE, pose=pose)
        where = poses[general.unit] if general.unit else next(iter(poses.values()))
        play.change_general(general.id, place=Place.TABLE, pose=where)
        rest = {key: one for key, one in play.table.coming.items() if key != general.id}
        play.set(coming=rest)
        name_shown(play, seat)
        play.tell("flank.comes", "11.flank.point", seat=side_term(seat), units=len(poses))


def _drawn_up(table: Table, units: Sequence[Unit], *, east: bool, at: int) -> dict[str, Pose]:
    """Return where units stand at an edge, group beside group, as near a point as there is room."""
    taken = [base for _, base in standing_bases(table)]
    found: dict[str, Pose] = {}
    groups: dict[str, list[Unit]] = {}
    for one in units:
        groups.setdefault(letter_of(one.id), []).append(one)
    for group in groups.values():
        bases = _nearest_room(table, group, taken, east=east, at=at)
        found.update({key: base.pose for key, base in bases.items()})
        taken.extend(bases.values())
    return found


def _nearest_room(
    table: Table, group: Sequence[Unit], taken: Sequence[Base], *, east: bool, at: int
) -> Mapping[str, Base]:
    """Return the bases of a group at an edge, where they are nearest to a point and fit.

    Where the edge is full they stand farther in.
    """
    for inwards in range(0, WIDE // 2, STEP):
        for up in sorted(range(0, DEEP, STEP), key=lambda one: abs(one - at)):
            bases = _column(group, east=east, up=up, inwards=inwards)
            if all(_fits(table, base, taken) for base in bases.values()):
                return bases
    raise AssertionError("half the table is full")


def _column(group: Sequence[Unit], *, east: bool, up: int, inwards: int) -> Mapping[str, Base]:
    """Return a group in files at an edge, its rearmost bases touching it."""
    files = min(FILES, len(group))
    facing = HALF + QUARTER if east else QUARTER
    deepest = -(-len(group) // files) * max(depth_of(one) for one in group)
    x = WIDE - inwards - deepest if east else inwards + deepest
    found: dict[str, Base] = {}
    back = [0] * files
    for number, unit in enumerate(group):
        file = number % files
        y = up + (file * UD if east else (files - 1 - file) * UD) - (files - 1) * UD // 2
        found[unit.id] = base_at(unit, ahead(Pose(x, y, facing), -back[file]))
        back[file] += depth_of(unit)
    return found


def _fits(table: Table, base: Base, taken: Sequence[Base]) -> bool:
    half = base.width // 2
    if not half <= base.pose.y <= DEEP - half:
        return False
    if going_at(table, base) is Going.IMPASSABLE:
        return False
    return not any(collide(base, one) for one in taken)


ENTER: AnyVerb = Verb(
    model=Enter,
    phases=(Phase.MOVEMENT,),
    check=_check_enter,
    apply=_apply_enter,
    options=_options_enter,
    possible=lambda view: next(_options_enter(view, "corps", {}), None) is not None,
)
VERBS = (ENTER,)

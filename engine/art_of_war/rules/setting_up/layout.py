"""Where everybody of a corps comes to stand by what was said of its groups (11.zone).

What is told of a side is told as it looks from its own edge: so far along from its left, so far up
from its edge. North sees the table turned by half a circle.

Rules:
    1.groups.contact, 11.zone, 11.deploy.heavy; ADG-R93.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from engine.api import Seat
from engine.art_of_war.actions import Placing
from engine.art_of_war.ids import letter_of, short_of
from engine.art_of_war.plane.angles import FULL, HALF
from engine.art_of_war.plane.poses import Base, Pose, ahead, aside, corners
from engine.art_of_war.rules.setting_up.outlines import DEEP, WIDE
from engine.art_of_war.state import SOUTH, Place, Table, Unit
from engine.art_of_war.survey import CAMP_DEPTH, base_at, depth_of
from engine.art_of_war.troops import UD

RIM = 4 * UD
"""How far the zone of deployment keeps from the short edges (11.zone)."""

ZONE = 5 * UD
"""How deep it is."""

HEAVY = 4 * UD
"""How deep it is for heavy troops (11.deploy.heavy)."""

CAMP = "camp"
WORK = "work"


def forward(seat: Seat) -> int:
    """Return the facing of a side's straight ahead."""
    return 0 if seat == SOUTH else HALF


def on_table(seat: Seat, along: int, up: int) -> Pose:
    """Return the pose at what a side sees as so far along and up."""
    facing = forward(seat)
    return Pose(along, up, facing) if seat == SOUTH else Pose(WIDE - along, DEEP - up, facing)


def seen_by(seat: Seat, x: int, y: int) -> tuple[int, int]:
    """Return how far along and up a side sees a point."""
    return (x, y) if seat == SOUTH else (WIDE - x, DEEP - y)


def corps_of(table: Table, seat: Seat) -> tuple[int, ...]:
    """Return the corps that a side has."""
    return tuple(sorted({one.corps for one in table.generals.values() if one.side == seat}))


def is_work(who: str) -> bool:
    """Say whether a word names a piece of fortification: "work1" (8.works)."""
    return who.startswith(WORK) and who.removeprefix(WORK).isdecimal()


def to_deploy(table: Table, seat: Seat, corps: int) -> tuple[Unit, ...]:
    """Return the units of a corps that are to be deployed."""
    return tuple(
        one
        for one in table.units.values()
        if one.side == seat and one.corps == corps and one.place is Place.WAITING
    )


def named_by(units: Sequence[Unit], who: str) -> tuple[Unit, ...]:
    """Return the units that a group's letter or a unit's name means."""
    if len(who) == 1:
        return tuple(one for one in units if letter_of(one.id) == who)
    return tuple(one for one in units if who in (short_of(one.id), one.id))


def hundredths(ud: Fraction) -> int:
    """Return UD as whole hundredths."""
    return round(ud * UD)


def pose_of(seat: Seat, placing: Placing) -> Pose:
    """Return the pose that a placing names."""
    facing = (forward(seat) + round(placing.facing * 10)) % FULL
    return Pose(hundredths(placing.x), hundredths(placing.y), facing)


def drawn_up(units: Sequence[Unit], pose: Pose, files: int) -> Iterator[tuple[str, Pose]]:
    """Yield where the units of a group stand: so many in front, the others behind them, in order.

    *Pose* is the middle of the group's front.
    """
    front = min(files or len(units), len(units))
    start = aside(pose, -(front - 1) * UD // 2)
    back = [0] * front
    for number, unit in enumerate(units):
        file = number % front
        yield unit.id, ahead(aside(start, file * UD), -back[file])
        back[file] += depth_of(unit)


def bases_in(table: Table, seat: Seat, corps: int, places: Iterable[Placing]) -> Mapping[str, Base]:
    """Return the bases of the units of a corps as they are told to stand, by id."""
    units = to_deploy(table, seat, corps)
    by_id = {one.id: one for one in units}
    found: dict[str, Base] = {}
    for one in places:
        group = named_by(units, one.who)
        for key, pose in drawn_up(group, pose_of(seat, one), one.files):
            found[key] = base_at(by_id[key], pose)
    return found


def is_in_zone(seat: Seat, base: Base, depth: int) -> bool:
    """Say whether a base stands wholly in a side's zone of deployment, so deep."""
    for x, y in corners(base):
        along, up = seen_by(seat, round(x), round(y))
        if not (RIM <= along <= WIDE - RIM and 0 <= up <= depth):
            return False
    return True


def camp_of(seat: Seat) -> str:
    """Return the id of a side's camp."""
    return f"{seat}-{CAMP}"


def camp_pose(seat: Seat, along: int) -> Pose:
    """Return the pose of a camp at its edge."""
    return on_table(seat, along, CAMP_DEPTH)

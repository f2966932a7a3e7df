"""What is looked up on a table again and again: what a unit is, where it stands, who is near."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.api import Seat
from engine.art_of_war.ground import Going
from engine.art_of_war.plane.contact import distance, within
from engine.art_of_war.plane.poses import UD, Base, Pose
from engine.art_of_war.plane.shapes import Shape
from engine.art_of_war.profiles import Profile, profile
from engine.art_of_war.state import Table, Unit, contacts_of, standing_units
from engine.art_of_war.troops import Pace, TroopType
from engine.data.cache import cached
from engine.data.play_data import PlayData, data_in_use

TABLE_WIDTH = 3000
TABLE_DEPTH = 2000
"""Of the whole table, in hundredths of a UD."""

CAMP_DEPTH = 200


class _Looked(NamedTuple):
    """A unit that was looked up, with which data, and what was found."""

    unit: Unit
    data: PlayData | None
    profile: Profile
    base: Base | None


_LOOKED: Final[dict[int, _Looked]] = {}
"""By identity, which what is held keeps; more than so many are forgotten at once."""
_MOST: Final = 4096


def profile_of(unit: Unit) -> Profile:
    """Return what a unit is with everything that was bought for it."""
    known = _LOOKED.get(id(unit))
    # The unit is read each time, so that who looks at one that is hidden is noticed.
    if known is None or known.unit.troop != unit.troop or known.data is not data_in_use():
        known = _look_up(unit)
    return known.profile


def _look_up(unit: Unit, base: Base | None = None) -> _Looked:
    found = profile(unit.troop, unit.options, unit.quality)
    if len(_LOOKED) >= _MOST:
        _LOOKED.clear()
    known = _LOOKED[id(unit)] = _Looked(unit, data_in_use(), found, base)
    return known


def type_of(unit: Unit) -> TroopType:
    """Return a unit's type, by the text's letters."""
    return profile_of(unit).troop.type


def is_mounted(unit: Unit) -> bool:
    """Say whether a unit is mounted (2.category)."""
    return profile_of(unit).troop.category == "mounted"


def is_light(unit: Unit) -> bool:
    """Say whether a unit is light infantry or light cavalry."""
    return profile_of(unit).troop.light


def has_zone(unit: Unit) -> bool:
    """Say whether a unit has a zone of control (5.zone.none)."""
    return profile_of(unit).troop.zone


def pace_over(pace: Pace, going: Going) -> int:
    """Return how far a move goes over some ground, in hundredths; 0 where it cannot (5.table)."""
    match going:
        case Going.OPEN:
            return pace.open
        case Going.ROUGH:
            return pace.rough
        case Going.DIFFICULT:
            return pace.difficult
    return 0


def cohesion_left(unit: Unit) -> int:
    """Return how many points of cohesion a unit has left (2.cohesion)."""
    return profile_of(unit).troop.cohesion - unit.lost


def is_disordered(unit: Unit) -> bool:
    """Say whether a unit has lost cohesion, but not all of it (1.states.disordered)."""
    return unit.lost > 0


def base_at(unit: Unit, pose: Pose) -> Base:
    """Return the base of a unit as if it stood elsewhere."""
    return Base(pose, UD, profile_of(unit).troop.depth)


def base_of(unit: Unit) -> Base:
    """Return the base of a unit that stands on the table, or in ambush."""
    assert unit.pose is not None, f"{unit.id} stands nowhere"
    known = _LOOKED.get(id(unit))
    if known is None or known.base is None or known.data is not data_in_use():
        base = base_at(unit, unit.pose)
        _look_up(unit, base)
        return base
    return known.base


def depth_of(unit: Unit) -> int:
    """Return how deep a unit's base is (1.bases.depth)."""
    return profile_of(unit).troop.depth


def camp_base(pose: Pose) -> Base:
    """Return the base of a camp (1.bases.depth)."""
    return Base(pose, UD, CAMP_DEPTH)


def enemies_of(table: Table, side: Seat) -> Iterator[Unit]:
    """Yield the units of the other side that stand on the table."""
    return (one for one in standing_units(table) if one.side != side)


@cached
def enemy_bases(table: Table, side: Seat) -> tuple[tuple[Unit, Base], ...]:
    """Return the units of the other side that stand on the table, each with its base."""
    return tuple((one, base_of(one)) for one in enemies_of(table, side))


def fights(table: Table, key: str) -> bool:
    """Say whether a unit is in melee."""
    return next(contacts_of(table, key), None) is not None


def nearest(shape: Shape, units: Iterable[Unit]) -> tuple[int, Unit] | None:
    """Return the nearest of some units, and how far away it is; ``None`` where there are none."""
    found = ((distance(shape, base_of(one)), one.id, one) for one in units)
    away = min(found, default=None)
    return None if away is None else (away[0], away[2])


def enemy_within(table: Table, unit: Unit, length: int, shape: Shape | None = None) -> bool:
    """Say whether an enemy stands within a length of a unit, or of where it would stand."""
    here = shape or base_of(unit)
    return any(within(here, base, length) for _, base in enemy_bases(table, unit.side))

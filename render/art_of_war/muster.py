"""Who is on the table and how they look: blocks of units, discs of generals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.api import Seat
from engine.art_of_war.actions import Placing
from engine.art_of_war.ids import short_of
from engine.art_of_war.pieces import GENERAL_SIZE
from engine.art_of_war.plane.poses import Base, Pose, ahead
from engine.art_of_war.profiles import Profile
from engine.art_of_war.rules.setting_up.layout import bases_in
from engine.art_of_war.rules.setting_up.layout import pose_of as placed
from engine.art_of_war.state import HIDDEN, General, Phase, Place, Table, Unit, View, commander_of
from engine.art_of_war.survey import base_at, profile_of
from render.art_of_war.blocks import BlockFace
from render.art_of_war.discs import DiscFace
from render.art_of_war.sheet import from_pose, middle, spot_of
from render.linework import Point

_SYMBOLS: Final[Mapping[str, str]] = {
    "light_infantry": "light",
    "archers": "bow",
    "medium_infantry": "medium",
    "medium_spearmen": "medium",
    "heavy_infantry": "heavy",
    "heavy_spearmen": "spears",
    "foot_knights": "heavy",
    "phalanx": "phalanx",
    "levy": "levy",
    "war_wagons": "wagon",
    "artillery": "artillery",
    "light_cavalry": "light_horse",
    "medium_cavalry": "horse",
    "light_chariots": "chariot",
    "heavy_cavalry": "horse",
    "medium_knights": "knights",
    "heavy_knights": "knights",
    "cataphracts": "knights",
    "heavy_chariots": "chariot",
    "elephants": "elephant",
    "scythed_chariots": "scythed",
}
"""Symbols of the troops of the table; of others it is their category's."""

_OF_CATEGORY: Final = {"foot": "medium", "mounted": "horse"}

_BEFORE: Final = frozenset((Phase.PLAN, Phase.DEPLOYMENT))
"""Phases in which units come on that have been written down."""

_SPENDING: Final = frozenset((Phase.MOVEMENT, Phase.RALLY))
"""Phases in which the side whose turn it is spends command points."""

BEHIND: Final = 26
"""How far behind a unit the disc of a general who is with it lies, in hundredths of a UD."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit on the table, or where its side has planned to put it."""

    unit: Unit
    base: Base
    face: BlockFace

    @property
    def middle(self) -> Point:
        """Where its middle lies on the sheet."""
        return middle(self.base)


@dataclass(frozen=True, slots=True)
class Leading:
    """A general on the table: where their disc lies, and how it looks."""

    general: General
    spot: Point
    face: DiscFace


def short_name(key: str) -> str:
    """Return what a unit or general is called on pictures: "B2", "G1"."""
    return key.rpartition("-")[2].upper()


def symbol_of(profile: Profile) -> str:
    """Return the key of the symbol of a unit."""
    if profile.camels:
        return "camel"
    return _SYMBOLS.get(profile.troop.key, _OF_CATEGORY[profile.troop.category])


def face_of(unit: Unit) -> BlockFace:
    """Return how a unit looks as it is now."""
    profile = profile_of(unit)
    troop = profile.troop
    return BlockFace(
        side=unit.side,
        symbol=symbol_of(profile),
        name=short_name(unit.id),
        depth=troop.depth,
        left=max(0, troop.cohesion - unit.lost),
        full=troop.cohesion,
        quality=unit.quality,
        missile=profile.weapon is not None,
        impetuous=profile.impetuous,
        held=unit.held,
        hidden=unit.place in HIDDEN,
    )


def planned(view: View) -> Mapping[str, Pose]:
    """Return where the viewer has written that they will deploy whom, by id."""
    if view.own is None or view.viewer is None or view.table.phase not in _BEFORE:
        return {}
    found: dict[str, Pose] = {}
    for one in view.own.written:
        places = [Placing.model_validate(text) for text in one.places]
        found.update(drawn_up(view.table, view.viewer, one.corps, places))
    return found


def drawn_up(table: Table, seat: Seat, corps: int, places: Sequence[Placing]) -> Mapping[str, Pose]:
    """Return where units and general of a corps would stand, by id, as they are told to."""
    bases = bases_in(table, seat, corps, places)
    found = {key: base.pose for key, base in bases.items()}
    general = commander_of(table, seat, corps)
    if general is None or general.included:
        return found
    for one in places:
        if one.who == short_of(general.id):
            found[general.id] = placed(seat, one)
    if general.id not in found and bases:
        # Who is not named comes to stand behind the first group.
        first = next(iter(bases.values()))
        found[general.id] = ahead(first.pose, -first.depth - GENERAL_SIZE)
    return found


def pose_of(view: View, unit: Unit) -> Pose | None:
    """Return where a unit is shown; ``None`` where it is not."""
    if unit.place in (Place.TABLE, Place.AMBUSH):
        return unit.pose
    return planned(view).get(unit.id) if unit.place is Place.WAITING else None


def standing(view: View) -> tuple[Standing, ...]:
    """Return every unit that is shown, those in front first as the south sees it."""
    written = planned(view)
    found = []
    for unit in view.table.units.values():
        pose = unit.pose if unit.place in (Place.TABLE, Place.AMBUSH) else None
        if pose is None and unit.place is Place.WAITING:
            pose = written.get(unit.id)
        if pose is not None:
            found.append(Standing(unit, base_at(unit, pose), face_of(unit)))
    return tuple(found)


def disc_of(table: Table, general: General) -> DiscFace:
    """Return how a general looks as they are now."""
    spends = table.phase in _SPENDING and table.player == general.side
    return DiscFace(
        side=general.side,
        name=short_name(general.id),
        rank=general.rank,
        points=general.points if spends and not general.hesitating else None,
        chief=general.chief,
        hesitating=general.hesitating,
        fights=general.fights,
        included=general.included,
    )


def leading(view: View) -> tuple[Leading, ...]:
    """Return every general who is shown."""
    return tuple(_leading(view))


def _leading(view: View) -> Iterator[Leading]:
    table, written = view.table, planned(view)
    for general in table.generals.values():
        spot = _disc_spot(view, general, written)
        if spot is not None:
            yield Leading(general, spot, disc_of(table, general))


def _disc_spot(view: View, general: General, written: Mapping[str, Pose]) -> Point | None:
    """Return where a general's disc lies: at the rear of whom they have joined."""
    unit = view.table.units.get(general.unit)
    if unit is not None and (pose := pose_of(view, unit)) is not None:
        base = base_at(unit, pose)
        return from_pose(base.pose, 0, -base.depth - BEHIND)
    if general.place in (Place.TABLE, Place.AMBUSH):
        pose = general.pose
    else:
        pose = written.get(general.id) if general.place is Place.WAITING else None
    return None if pose is None else spot_of(pose)


def fallen(unit: Unit, pose: Pose) -> Standing:
    """Return a unit as it stood before it was lost, none of its cohesion left."""
    face = replace(face_of(unit), left=0, hidden=False)
    return Standing(unit, base_at(unit, pose), face)

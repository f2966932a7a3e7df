"""What has changed between two views: moves, cohesion, routs, shots, contacts, who came or went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.api import Event
from engine.art_of_war.plane.poses import Base, Pose
from engine.art_of_war.state import Contact, General, Place, Table, Unit
from engine.art_of_war.survey import base_at
from engine.kit.params import key_of, numbers_of, terms_of
from render.art_of_war.sheet import middle, spot_of
from render.linework import Point

_SHOT: Final = "shooting.result"
"""The code of the event that tells of a shot."""

_LOST: Final = (Place.ROUTED, Place.LEFT)


@dataclass(frozen=True, slots=True)
class Move:
    """A unit that stands elsewhere now, or faces elsewhere."""

    who: str
    side: str
    start: Base
    end: Base


@dataclass(frozen=True, slots=True)
class Ride:
    """A general who is elsewhere now."""

    who: str
    side: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Shot:
    """Shooting at a unit: who shot, the main shooter first, and what it lost."""

    who: tuple[str, ...]
    at: str
    lost: int


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that is gone, as it stood."""

    unit: Unit
    pose: Pose


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference of two tables.

    Attributes:
        moves: Units that moved, or turned.
        rides: Generals who moved by themselves.
        lost: Cohesion lost by units that are still there, by id.
        rallied: Cohesion regained, by id.
        routed: Units that were routed or destroyed.
        left: Units that left the table.
        fallen: Generals lost, with where they were.
        appeared: Units that stand on the table now and did not.
        shots: Shooting, in its order.
        met: Contacts that are new.
        taken: Camps taken, by id.
        vanished: Markers of ambush that are gone, by id, with where they lay.
    """

    moves: tuple[Move, ...] = ()
    rides: tuple[Ride, ...] = ()
    lost: Mapping[str, int] = field(default_factory=dict)
    rallied: Mapping[str, int] = field(default_factory=dict)
    routed: tuple[Loss, ...] = ()
    left: tuple[Loss, ...] = ()
    fallen: tuple[tuple[General, Point], ...] = ()
    appeared: tuple[str, ...] = ()
    shots: tuple[Shot, ...] = ()
    met: tuple[Contact, ...] = ()
    taken: tuple[str, ...] = ()
    vanished: Mapping[str, Point] = field(default_factory=dict)


def changes(before: Table | None, after: Table, events: Iterable[Event] = ()) -> Changes:
    """Return what has changed since *before*; nothing when there was nothing.

    *events* are what was told meanwhile: who shot at whom.
    """
    if before is None:
        return Changes()
    moves: list[Move] = []
    routed: list[Loss] = []
    left: list[Loss] = []
    appeared: list[str] = []
    lost: dict[str, int] = {}
    rallied: dict[str, int] = {}
    for key, now in after.units.items():
        old = before.units.get(key)
        there = old is not None and old.on_table
        if not there:
            if now.on_table:
                appeared.append(key)
            continue
        assert old is not None
        assert old.pose is not None
        if now.place in _LOST:
            gone = Loss(old, old.pose)
            (routed if now.place is Place.ROUTED else left).append(gone)
        elif now.pose is not None:
            if now.pose != old.pose:
                moves.append(Move(key, now.side, base_at(old, old.pose), base_at(now, now.pose)))
            _add(lost, key, now.lost - old.lost)
            _add(rallied, key, old.lost - now.lost)
    return Changes(
        moves=tuple(moves),
        rides=tuple(_rides(before, after)),
        lost=lost,
        rallied=rallied,
        routed=tuple(routed),
        left=tuple(left),
        fallen=tuple(_fallen(before, after)),
        appeared=tuple(appeared),
        shots=tuple(_shots(events)),
        met=tuple(one for one in after.contacts if not _stood(before, one)),
        taken=tuple(
            key
            for key, one in after.camps.items()
            if one.taken and key in before.camps and not before.camps[key].taken
        ),
        vanished={
            key: spot_of(one.pose)
            for key, one in before.markers.items()
            if key not in after.markers
        },
    )


def _add(found: dict[str, int], key: str, number: int) -> None:
    if number > 0:
        found[key] = number


def _stood(before: Table, contact: Contact) -> bool:
    """Say whether two units were in contact there before."""
    found = (contact.one, contact.two, contact.edge)
    return any((one.one, one.two, one.edge) == found for one in before.contacts)


def where(table: Table, general: General) -> Point | None:
    """Return where a general is on the table: beside whom they have joined."""
    unit = table.units.get(general.unit)
    if unit is not None and unit.on_table and unit.pose is not None:
        return middle(base_at(unit, unit.pose))
    on = general.on_table and general.pose is not None
    return spot_of(general.pose) if on and general.pose is not None else None


def _rides(before: Table, after: Table) -> Iterator[Ride]:
    """Yield generals who moved, but for those who went with the unit that they are in."""
    for key, now in after.generals.items():
        old = before.generals.get(key)
        if old is None or (now.unit and now.unit == old.unit):
            continue
        start, end = where(before, old), where(after, now)
        if start is not None and end is not None and start != end:
            yield Ride(key, now.side, start, end)


def _fallen(before: Table, after: Table) -> Iterator[tuple[General, Point]]:
    for key, now in after.generals.items():
        old = before.generals.get(key)
        if old is not None and now.place in _LOST and old.place not in _LOST:
            spot = where(before, old)
            if spot is not None:
                yield old, spot


def _shots(events: Iterable[Event]) -> Iterator[Shot]:
    for event in events:
        target = key_of(event.params.get("target"))
        if event.code == _SHOT and target:
            who = tuple(one.key for one in terms_of(event.params.get("who")))
            yield Shot(who, target, sum(numbers_of(event.params.get("n"))))


def spots(table: Table, changed: Changes) -> Iterator[tuple[str, Point]]:
    """Yield where something happened, each place with a key, the most important first.

    Generals who rode are not among them.
    """
    for loss in (*changed.routed, *changed.left):
        yield loss.unit.id, middle(base_at(loss.unit, loss.pose))
    for general, spot in changed.fallen:
        yield general.id, spot
    named = [*changed.lost, *changed.rallied]
    for shot in changed.shots:
        named += [shot.at, *shot.who]
    for contact in changed.met:
        named += [contact.one, contact.two]
    named += changed.appeared
    for key in named:
        yield from _stands(table, key)
    for key in changed.taken:
        yield key, spot_of(table.camps[key].pose)
    for move in changed.moves:
        yield move.who, middle(move.end)
    yield from changed.vanished.items()


def _stands(table: Table, key: str) -> Iterator[tuple[str, Point]]:
    unit = table.units.get(key)
    if unit is not None and unit.on_table and unit.pose is not None:
        yield key, middle(base_at(unit, unit.pose))

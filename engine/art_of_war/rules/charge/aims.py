"""What a charge may go for, by where it stands: edges of enemies, places beside friends.

Rules:
    8.overlap, 8.position, 8.sideways, 8.works.behind; ADG-R70, ADG-R71.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from engine.art_of_war.frames import Against as At
from engine.art_of_war.plane.angles import HALF, turned
from engine.art_of_war.plane.contact import overlaps_beside
from engine.art_of_war.plane.poses import UD, Base, Edge, Pose, aside, placed
from engine.art_of_war.rules.charge.conforming import edges_of
from engine.art_of_war.rules.charge.surroundings import Surroundings
from engine.data.cache import cached


@dataclass(frozen=True, slots=True)
class Aim:
    """What a charge may go for.

    Attributes:
        target: A unit or camp.
        at: Which edge, or beside a friend who fights it.
        base: Upon what base it comes; beside a friend, one that would stand opposite.
        edge: Along which edge of it the first of the charge then stands.
    """

    target: str
    at: At
    base: Base
    edge: Edge


@cached
def aims(surroundings: Surroundings, who: tuple[str, ...], reach: int) -> tuple[Aim, ...]:
    """Return what some units may go for within a reach, by where they stand, the nearest first."""
    return tuple(_aims(surroundings, who, reach))


def _aims(surroundings: Surroundings, who: Sequence[str], reach: int) -> Iterator[Aim]:
    near = []
    for key, base in surroundings.bases.items():
        if surroundings.side_of(key) != surroundings.side:
            away = min(between(surroundings.bases[one], base) for one in who)
            if away <= reach + base.width + base.depth:
                near.append((away, key))
    for _, key in sorted(near):
        base = surroundings.bases[key]
        edges = {edge: None for one in who for edge in edges_of(surroundings, one, key)}
        for edge in edges:
            yield Aim(key, edge, surroundings.face(key, edge), edge)
        yield from beside_friends(surroundings, key)


def between(one: Base, two: Base) -> float:
    """Return how far the fronts of two bases are apart, middle from middle."""
    return hypot(one.pose.x - two.pose.x, one.pose.y - two.pose.y)


def beside_friends(surroundings: Surroundings, target: str) -> Iterator[Aim]:
    """Yield the places beside friends who fight an enemy front to front (8.overlap; ADG-R71)."""
    for one in surroundings.table.contacts:
        if one.edge != "front" or target not in (one.one, one.two):
            continue
        friend = surroundings.bases.get(one.two if one.one == target else one.one)
        if friend is None:
            continue
        for shift in (-friend.width, friend.width):
            pose = aside(friend.pose, shift)
            here = placed(friend, pose)
            if overlaps_beside(here, friend, surroundings.bases[target]):
                ghost = Base(Pose(pose.x, pose.y, turned(pose.facing, HALF)), UD, UD)
                yield Aim(target, "overlap", ghost, "front")

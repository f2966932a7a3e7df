"""Where those who charge line up with their enemies once the first of them is in contact.

The first conforms to the enemy charged; the others keep their places beside and behind it if they
can, or conform to whom they meet, or stand where the charge has brought them.

Rules:
    8.contact, 8.conform, 8.position, 5.forced.back; ADG-R70, ADG-R72.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from math import hypot

from engine.art_of_war.plane.conforming import places
from engine.art_of_war.plane.contact import any_beyond, edge_met, shared_edge, wholly_beyond
from engine.art_of_war.plane.onset import front_way, moved_along
from engine.art_of_war.plane.poses import EDGES, UD, Base, Edge, Pose, placed, seen_from
from engine.art_of_war.plane.tolerance import TOLERANCE
from engine.art_of_war.rules.charge.restrictions import against_contact
from engine.art_of_war.rules.charge.surroundings import Surroundings
from engine.art_of_war.state import Contact

Met = tuple[str, str, Edge]
"""Whose front has met whom, at which edge of theirs."""


@lru_cache(maxsize=8192)
def edges_open(charger: Base, enemy: Base) -> tuple[Edge, ...]:
    """Return which edges of an enemy a charger may fall on from a place (8.position).

    Whoever has any of its base before the line of their front meets them in front; for their rear
    all of it must be behind the line of that (ADG-R70).
    """
    touched = edge_met(charger, enemy)
    if touched is not None:
        return (touched,)
    if any_beyond(charger, enemy, "front"):
        return ("front",)
    edges = tuple(edge for edge in EDGES if any_beyond(charger, enemy, edge))
    if len(edges) > 1 and not wholly_beyond(charger, enemy, "rear"):
        return tuple(edge for edge in edges if edge != "rear")
    return edges


def edges_of(surroundings: Surroundings, key: str, enemy: str) -> tuple[Edge, ...]:
    """Return which edges of an enemy a unit may fall on that charges now (ADG-R70).

    A flank or rear is won by where its side's turn found it: who was before the front's line then
    falls on the front alone, and who has come before it since may do so as well.
    """
    base, whom = surroundings.bases[key], surroundings.bases[enemy]
    began = surroundings.table.units[key].began
    if began is None or began == base.pose:
        return edges_open(base, whom)
    edges = edges_open(placed(base, began), whom)
    now = edges_open(base, whom)
    return edges if "front" in edges or now != ("front",) else (*now, *edges)


def lined_up(
    surroundings: Surroundings,
    who: tuple[str, ...],
    met: Mapping[str, Pose],
    first: str,
    end: Pose,
    room: int,
    but: Collection[str] = (),
) -> Mapping[str, Pose] | None:
    """Return where all of a charge stand once its first unit stands at *end*.

    ``None`` where one of them finds no place at all.

    Args:
        surroundings: The table before the charge.
        who: All of it.
        met: Where they stand when the first comes into contact.
        first: Who that is.
        end: Where it conforms.
        room: How far each may go to conform (8.conform).
        but: Friends who make room.
    """
    moved = moved_along([met[key] for key in who], who.index(first), end)
    # Who is still to line up moves as well, and is in nobody's way.
    but = (*but, *who)
    block = dict(zip(who, moved, strict=True))
    ends = {first: end}
    here = met[first]
    for key in sorted(who, key=lambda key: hypot(met[key].x - here.x, met[key].y - here.y)):
        if key == first:
            continue
        for pose in _candidates(surroundings, key, block[key], met[key], room):
            if surroundings.fits(key, pose, ends, but) and _is_allowed(surroundings, key, pose):
                ends[key] = pose
                break
        else:
            return None
    return ends


def _candidates(
    surroundings: Surroundings, key: str, block: Pose, met: Pose, room: int
) -> Iterator[Pose]:
    """Yield where one of a charge may stand, the most natural place first.

    It keeps its place, but for an enemy right before that whom it would not reach.
    """
    there = placed(surroundings.bases[key], met)
    kept = front_way(there, block) <= room
    beside = list(_beside_enemies(surroundings, key, there, room))
    if kept:
        if next(met_by(surroundings, key, block), None) is None:
            yield from (pose for pose in beside if _is_ahead(block, pose))
        yield block
    yield from beside
    yield met
    if surroundings.bases[key].pose != met:
        yield surroundings.bases[key].pose


def _is_ahead(block: Pose, pose: Pose) -> bool:
    """Say whether a place lies before another, at most half a base aside and 1 UD on."""
    right, on = seen_from(block, (pose.x, pose.y))
    return abs(right) <= UD // 2 and 0 <= on <= UD


def _beside_enemies(surroundings: Surroundings, key: str, there: Base, room: int) -> Iterator[Pose]:
    """Yield where a unit conforms to an enemy by a way that is short enough, the shortest first."""
    found = []
    for enemy, base in surroundings.bases.items():
        near = hypot(base.pose.x - there.pose.x, base.pose.y - there.pose.y)
        if (
            surroundings.side_of(enemy) == surroundings.side
            or near > room + base.depth + base.width
        ):
            continue
        for edge in edges_of(surroundings, key, enemy):
            for pose in places(there, surroundings.face(enemy, edge), edge):
                way = front_way(there, pose)
                if way <= room:
                    found.append((way, enemy, pose))
    return (pose for _, _, pose in sorted(found))


def _is_allowed(surroundings: Surroundings, key: str, pose: Pose) -> bool:
    """Say whether a unit may be in contact with whomever its front meets in a place (8.not)."""
    unit = surroundings.table.units[key]
    return all(
        edge in edges_of(surroundings, key, enemy)
        and not against_contact(surroundings.table, unit, enemy, edge)
        for _, enemy, edge in met_by(surroundings, key, pose)
    )


def met_by(surroundings: Surroundings, key: str, pose: Pose) -> Iterator[Met]:
    """Yield the enemies whom a unit's front meets along an edge from a place, the most first."""
    base = placed(surroundings.bases[key], pose)
    found = []
    for enemy, other in surroundings.bases.items():
        far = abs(other.pose.x - pose.x) + abs(other.pose.y - pose.y)
        if surroundings.side_of(enemy) == surroundings.side or far > 4 * (base.width + other.depth):
            continue
        for edge in EDGES:
            along = shared_edge(base, "front", surroundings.face(enemy, edge), edge)
            if along > TOLERANCE:
                found.append((-along, enemy, edge))
    return ((key, enemy, edge) for _, enemy, edge in sorted(found))


def contacts_of(surroundings: Surroundings, ends: Mapping[str, Pose]) -> tuple[Contact, ...]:
    """Return the contacts of a charge: each unit with the enemy that its front meets most."""
    found = []
    for key, pose in ends.items():
        for one in met_by(surroundings, key, pose):
            found.append(Contact(key, one[1], one[2]))
            break
    return tuple(found)

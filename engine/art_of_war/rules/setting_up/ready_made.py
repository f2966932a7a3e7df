"""Ready-made deployments of a corps: the heavy in a line, the light before it, horse outside.

They are packed row by row into the part of the zone that the corps's post has; where terrain is in
the way, or somebody, another row or another place is tried, and at last each group by itself.

Rules:
    11.zone, 11.deploy; ADG-R93.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine.api import Seat
from engine.art_of_war.actions import Placing, Post
from engine.art_of_war.ids import letter_of
from engine.art_of_war.rules.setting_up.laying import against_bases
from engine.art_of_war.rules.setting_up.layout import (
    HEAVY,
    RIM,
    ZONE,
    bases_in,
    corps_of,
    on_table,
    to_deploy,
)
from engine.art_of_war.rules.setting_up.outlines import WIDE
from engine.art_of_war.rules.setting_up.posts import ORDER
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import depth_of
from engine.art_of_war.troops import LIGHT, UD, load_troops

FRONTS = (HEAVY, HEAVY - UD // 2, HEAVY - UD)
"""How far up the line stands in each of the deployments that are offered."""

GAP = UD // 4
"""Between two rows, and two groups in a row."""

SHIFTS = tuple(sorted(range(-20 * UD, 21 * UD, UD), key=abs))
"""How far a corps is moved along where it does not fit: to the next place, then farther."""

DEPTHS = (6, 3, 2)
"""Most bases in front of a group, by turns, until its corps fits into its part of the zone."""


def formations(
    table: Table, seat: Seat, corps: int, posts: Sequence[Post]
) -> Iterator[tuple[Placing, ...]]:
    """Yield deployments of a corps; whether somebody or something is in the way is not asked."""
    groups = _groups(to_deploy(table, seat, corps))
    if not groups:
        return
    low, high = _part(table, seat, corps, posts)
    for shift in SHIFTS:
        for front in FRONTS:
            for most in DEPTHS:
                rows = _packed(groups, high - low, front, most)
                if rows is not None:
                    yield tuple(_placings(seat, rows, (low + high) // 2 + shift))
                    break


def apart(table: Table, seat: Seat, corps: int) -> tuple[Placing, ...] | None:
    """Return a deployment in which each group stands by itself, nearest to the middle of the zone.

    It is for a corps that nowhere has room as one. ``None`` where even so it has none.
    """
    found: tuple[Placing, ...] = ()
    for group in _groups(to_deploy(table, seat, corps)):
        held = (
            one
            for one in _alone(seat, group)
            if not against_bases(table, seat, group, bases_in(table, seat, corps, (*found, one)))
        )
        placing = next(held, None)
        if placing is None:
            return None
        found = (*found, placing)
    return found


def _alone(seat: Seat, group: tuple[Unit, ...]) -> Iterator[Placing]:
    """Yield where a group may stand by itself, in the widest front first, forward first."""
    for most in (*DEPTHS, 1):
        for up in range(ZONE, 0, -UD // 2):
            for shift in SHIFTS:
                yield from _placings(
                    seat, [(group, min(most, len(group)), up, 0)], WIDE // 2 + shift
                )


def _groups(units: Sequence[Unit]) -> list[tuple[Unit, ...]]:
    """Return units by their groups, those that make the line first, light ones before it last."""
    found: dict[str, list[Unit]] = {}
    for one in units:
        found.setdefault(letter_of(one.id), []).append(one)
    return sorted((tuple(group) for group in found.values()), key=_rank)


def _rank(group: Sequence[Unit]) -> tuple[bool, bool, str]:
    return _is_light(group), _is_mounted(group), group[0].id


def _is_light(group: Sequence[Unit]) -> bool:
    return all(load_troops().troops[one.troop].type in LIGHT for one in group)


def _is_mounted(group: Sequence[Unit]) -> bool:
    return all(load_troops().troops[one.troop].category == "mounted" for one in group)


def _part(table: Table, seat: Seat, corps: int, posts: Sequence[Post]) -> tuple[int, int]:
    """Return the part of the zone that a corps's post has, along the own edge."""
    standing = [one for one in range(1, len(posts) + 1) if posts[one - 1] in ORDER]
    standing.sort(key=lambda one: (ORDER.index(posts[one - 1]), one))
    if corps not in standing:
        return RIM, WIDE - RIM
    # Each corps has room as it has units.
    sizes: Mapping[int, int] = {
        one: sum(unit.side == seat and unit.corps == one for unit in table.units.values())
        for one in corps_of(table, seat)
    }
    total = sum(sizes.get(one, 1) for one in standing) or 1
    low = RIM
    for one in standing:
        high = low + (WIDE - 2 * RIM) * sizes.get(one, 1) // total
        if one == corps:
            return low, high
        low = high
    return low, WIDE - RIM


_Row = list[tuple[tuple[Unit, ...], int, int, int]]
"""Groups with their files, how far up their front stands and how far right their middle is."""


def _packed(groups: Sequence[tuple[Unit, ...]], room: int, front: int, most: int) -> _Row | None:
    """Return where groups stand in rows, about the middle of the room; ``None`` if too many."""
    found: _Row = []
    line = [group for group in groups if not _is_light(group)]
    ahead = [group for group in groups if _is_light(group)]
    up = front
    while line:
        row: list[tuple[tuple[Unit, ...], int]] = []
        width, deep = -GAP, 0
        while line and width + GAP + _width(line[0], most) <= room:
            group = line.pop(0)
            row.append((group, min(most, len(group))))
            width += GAP + _width(group, most)
            deep = max(deep, _depth(group, most))
        if not row or up - deep < 0:
            return None
        found.extend(_spread(row, width, up))
        up -= deep + GAP
    row = [(group, min(most, len(group))) for group in ahead]
    width = sum(_width(group, most) + GAP for group in ahead) - GAP
    if ahead and width > room:
        return None
    deepest = max((_depth(group, most) for group in ahead), default=0)
    if ahead and front + deepest <= ZONE:
        found.extend(_spread(row, width, ZONE))
    elif ahead and up - deepest >= 0:
        found.extend(_spread(row, width, up))
    elif ahead:
        return None
    return found


def _width(group: Sequence[Unit], most: int) -> int:
    return UD * min(most, len(group))


def _depth(group: Sequence[Unit], most: int) -> int:
    ranks = -(-len(group) // most)
    return ranks * max(depth_of(one) for one in group)


def _spread(row: Sequence[tuple[tuple[Unit, ...], int]], width: int, up: int) -> _Row:
    """Return a row about its middle; horse goes to its ends, foot between."""
    outer = [one for one in row if _is_mounted(one[0])]
    inner = [one for one in row if not _is_mounted(one[0])]
    half = len(outer) // 2
    found: _Row = []
    right = -width // 2
    for group, files in (*outer[:half], *inner, *outer[half:]):
        found.append((group, files, up, right + UD * files // 2))
        right += UD * files + GAP
    return found


def _placings(seat: Seat, rows: _Row, middle: int) -> Iterator[Placing]:
    for group, files, up, right in rows:
        pose = on_table(seat, middle + right, up)
        yield Placing(
            who=letter_of(group[0].id),
            x=Fraction(pose.x, UD),
            y=Fraction(pose.y, UD),
            files=0 if files == len(group) else files,
        )

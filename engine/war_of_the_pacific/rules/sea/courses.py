"""Courses over water: the hexes a stack of ships enters, one after the other.

A course never leads through the Chile Holding Box, only from it or to it, and once it has entered
the naval area that a stack is ordered to, it does not leave that area again.

A course whose goal alone is named is the shortest, but it goes round hexes with enemy warships
where that costs little (WP-R98).

Rules:
    7.2 (contiguous sea hexes, any route, no way out of the ordered area), 2.4 (the box adjoins
    Naval Area I); WP-R98.
    Also 7.2.enter, 7.2.route, 7.2.within.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.scenario import course_numbers


@cached_per_data(maxsize=1024)
def distances(to: str, area: str) -> Mapping[str, int]:
    """Return from how far each place reaches *to* by sea, for a stack bound for *area*.

    *area* is "" for ships that only return to port. Places that cannot reach it are left out.
    """
    board = load_board()
    far = {to: 0}
    queue = deque([to] if board.is_navigable(to) else [])
    while queue:
        here = queue.popleft()
        if here == BOX and here != to:
            continue
        inside = board.area_of(here) == area
        for near in board.sea_exits(here):
            if near in far or (area and not inside and board.area_of(near) == area):
                continue
            far[near] = far[here] + 1
            queue.append(near)
    return far


@cached_per_data(maxsize=4096)
def _leg(at: str, to: str, area: str) -> tuple[str, ...] | None:
    """Return a shortest course from *at* (left out) to *to*, always the same one."""
    board = load_board()
    far = distances(to, area)
    if at not in far:
        return None
    path: list[str] = []
    here = at
    while here != to:
        inside = area != "" and board.area_of(here) == area
        here = next(
            near
            for near in board.sea_exits(here)
            if far.get(near) == far[here] - 1
            and (near != BOX or near == to)
            and (not inside or board.area_of(near) == area)
        )
        path.append(here)
    return tuple(path)


@cached_per_data(maxsize=64)
def _wary(at: str, area: str, shun: frozenset[str]) -> Mapping[str, tuple[int, str]]:
    """Return how each place is best reached from *at*: in how many hexes, and from which one.

    A hex to *shun* counts as that many hexes more as a course may take to go round it, and a bit.

    Rules:
        7.2; WP-R98.
    """
    board = load_board()
    extra = 2 * course_numbers().detour + 1
    best = {at: (0, 0)}
    came = {at: (0, "")}
    waiting = [(0, 0, at)]
    while waiting:
        cost, n, here = heappop(waiting)
        if (cost, n) > best[here] or (here == BOX and here != at):
            continue
        inside = area != "" and board.area_of(here) == area
        for near in board.sea_exits(here):
            if inside and board.area_of(near) != area:
                continue
            reached = (cost + 2 + (extra if near in shun else 0), n + 1)
            if near not in best or reached < best[near]:
                best[near] = reached
                came[near] = (n + 1, here)
                heappush(waiting, (*reached, near))
    return came


def _wary_leg(at: str, to: str, area: str, shun: frozenset[str]) -> tuple[str, ...] | None:
    """Return a course from *at* (left out) to *to* that goes round what it shuns, if that pays."""
    leg = _leg(at, to, area)
    if leg is None or shun.isdisjoint(leg[:-1]):
        return leg
    came = _wary(at, area, shun)
    path: list[str] = []
    here = to
    while here != at:
        path.append(here)
        here = came[here][1]
    return tuple(reversed(path))


def plot(
    at: str, to: str, via: Sequence[str], area: str, shun: frozenset[str] = frozenset()
) -> tuple[str, ...] | None:
    """Return the course from *at* through *via* to *to*, or None if there is none.

    It begins with the first hex entered and is empty when *to* is *at*. It is the shortest, but
    for hexes to *shun*: it goes round one where that costs no more hexes than the data allow.

    Rules:
        7.2; WP-R98.
    """
    course: list[str] = []
    here = at
    for place in (*via, to):
        leg = _wary_leg(here, place, area, shun)
        if leg is None:
            return None
        course += leg
        here = place
    if area and not _stays(at, course, area):
        return None
    return tuple(course)


def hexes_between(at: str, to: str, area: str, shun: frozenset[str] = frozenset()) -> int:
    """Return how many hexes the course of :func:`plot` from *at* to *to* enters; there is one.

    Rules:
        7.2, as :func:`plot` and :func:`home_to_box` say.
    """
    if at == to:
        return 0
    if to == BOX and not area:
        course = _wary_leg(at, to, area, shun)
        assert course is not None
        return len(home_to_box(course, at))
    return _wary(at, area, shun)[to][0] if shun else distances(to, area)[at]


def _stays(at: str, course: Sequence[str], area: str) -> bool:
    """Say whether the course keeps inside *area* from the first hex of it on."""
    board = load_board()
    entered = False
    for place in (at, *course):
        inside = board.area_of(place) == area
        if entered and not inside:
            return False
        entered = entered or inside
    return entered


def home_to_box(course: tuple[str, ...], at: str) -> tuple[str, ...]:
    """Return a course to the box cut short where the box is reached.

    Rules:
        7.2: returning ships are in the box's port once they are in a naval area that adjoins it.
    """
    board = load_board()
    if board.area_of(at) == board.box_area:
        return (BOX,)
    for index, place in enumerate(course):
        if board.area_of(place) == board.box_area:
            return (*course[:index], BOX)
    return course

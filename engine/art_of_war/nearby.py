"""Who is near: the part of a table that a question about some units can hang on.

Whether a unit may turn hangs on who stands about it, not on what happens at the other end of the
line. So such a question is asked of a *near table*, on which only those stand who are within a
length of the units that are asked about, whoever blocks the zones of these, and whom they fight:
without moves, points and losses, for no way on the table hangs on them. The rules are the same.

A near table is one and the same object for as long as nothing on it changes, however the rest of
the table does, and holds what was worked out of it: all of it while it is among the latest, what is
:func:`lasting` for much longer. One on which all stand (:func:`standing`) is the same after every
order by which nobody has moved.

In tests :func:`asking_everybody` asks all of the whole table and keeps nothing of near ones: the
answers are the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from math import hypot
from threading import Lock
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar, cast

from engine.art_of_war.plane.poses import UD
from engine.art_of_war.state import Contact, Table, Unit, standing_units
from engine.art_of_war.survey import depth_of, has_zone
from engine.data.cache import NOTHING, Caching, cached
from engine.data.play_data import PlayData, data_in_use
from engine.kit.records import changed

P = ParamSpec("P")
R = TypeVar("R")

_SLACK: Final = UD // 5
"""More than tolerance and rounding move anything."""

_FAR: Final = (UD, 5 * UD, 8 * UD, 11 * UD, 15 * UD, 20 * UD)
"""Lengths are rounded up to one of these, so that much is asked of the same near table."""

_EVERYWHERE: Final = 100 * UD

FULL: Final = 256
"""Of so many near tables everything is kept that was worked out."""

MOST: Final = 1024
"""Of so many what is :func:`lasting`."""

_RECORDS: Final = 4096
"""Units that are known without what they have spent."""

_SAME: Final = 2 * _RECORDS
"""Things of which the same one is given: more than are asked for until those units are let go."""

_SPENT: Final[dict[str, Any]] = {
    **dict.fromkeys(("lost", "moves", "points"), 0),
    **dict.fromkeys(("shot", "charged", "evaded", "caught", "held", "tried", "passed"), False),
    **dict.fromkeys(("turned", "stirred", "wild"), False),
}


class NearTable(Table, Caching):
    """What of a table is near some units; it holds what was worked out of it."""

    __slots__ = ("data", "found", "key", "known")

    data: PlayData | None
    """With which that was; held, so that no other can take its identity."""
    key: Hashable
    known: dict[Hashable, object]
    """What is kept longest."""


class _Standing(NamedTuple):
    """A unit on the table, and where the middle of its front is.

    Attributes:
        size: No part of its base, nor of its zone, is farther from there.
    """

    key: str
    x: int
    y: int
    size: float
    unit: Unit


_lock: Final = Lock()
_tables: Final[OrderedDict[Hashable, NearTable]] = OrderedDict()
_full: Final[OrderedDict[int, NearTable]] = OrderedDict()
_unspent: Final[dict[int, tuple[Unit, Unit]]] = {}
_same: Final[OrderedDict[Hashable, Any]] = OrderedDict()
_everybody: Final = ContextVar("whether everybody is asked", default=False)


def nearby(table: Table, units: Sequence[Unit], far: int) -> tuple[Table, tuple[Unit, ...]]:
    """Return a table of all that may matter to units of a side that go a way, and them as on it.

    Args:
        table: The whole of it.
        units: Who may go, from where they stand.
        far: How far anything of their bases comes at most, in hundredths; it is rounded up.
    """
    if isinstance(table, NearTable) or _everybody.get():
        return table, tuple(units)
    far = next((one for one in _FAR if far <= one), _EVERYWHERE)
    found, mine = _nearby(_standing(table), tuple([one.id for one in units]), far)
    return _in_use(found), mine


def standing(table: Table) -> Table:
    """Return a table of all who stand on one, without what is spent, and of who fights whom.

    It is the same one until somebody moves, comes, goes or fights.
    """
    return table if isinstance(table, NearTable) or _everybody.get() else _standing(table)


def _standing(table: Table) -> NearTable:
    return _in_use(_all(table))


@cached
def _nearby(
    everybody: NearTable, keys: tuple[str, ...], far: int
) -> tuple[NearTable, tuple[Unit, ...]]:
    units = tuple(everybody.units[key] for key in keys)
    near = _near(everybody, units, far)
    fought = tuple(one for one in everybody.contacts if one.one in near or one.two in near)
    for one in fought:
        near |= {one.one, one.two}
    kept = [one for key, one in everybody.units.items() if key in near]
    still = cast("Table", everybody.known["still"])
    return _found(still, kept, fought), units


def _found(still: Table, kept: Sequence[Unit], fought: tuple[Contact, ...]) -> NearTable:
    """Return the near table on which some units stand: the same one each time."""
    data = data_in_use()
    # Ids stand for what the near table holds, and what is the same is one object.
    key = (id(data), id(still), fought, *map(id, kept))
    with _lock:
        found = _tables.get(key)
        if found is None:
            found = _made(key, still, kept, fought, data)
        _use(found)
    return found


def _made(
    key: Hashable,
    still: Table,
    kept: Sequence[Unit],
    fought: tuple[Contact, ...],
    data: PlayData | None,
) -> NearTable:
    table = NearTable(
        still.settings,
        units={one.id: one for one in kept},
        camps=still.camps,
        works=still.works,
        features=still.features,
        markers=still.markers,
        contacts=fought,
    )
    its = {"data": data, "found": {}, "key": key, "known": {"still": still}}
    for name, value in its.items():
        object.__setattr__(table, name, value)
    return table


def _in_use(table: NearTable) -> NearTable:
    if id(table) not in _full:
        with _lock:
            _use(table)
    return table


def _use(table: NearTable) -> None:
    """Let go of what was not asked for longest."""
    _tables[table.key] = table
    _tables.move_to_end(table.key)
    _full[id(table)] = table
    _full.move_to_end(id(table))
    if len(_full) > FULL:
        _, old = _full.popitem(last=False)
        object.__setattr__(old, "found", {})
    if len(_tables) > MOST:
        _, old = _tables.popitem(last=False)
        _full.pop(id(old), None)


def _near(everybody: NearTable, units: Sequence[Unit], way: int) -> set[str]:
    """Return who is so near, and of their side who blocks a zone of those."""
    side, those = units[0].side, _places(everybody)
    near, zones = set[str](), []
    for _, here, there, about, *_ in map(_stands, units):
        wide = about + way + _SLACK
        for key, x, y, size, one in those:
            east, north, far = x - here, y - there, wide + size
            if key not in near and east * east + north * north <= far * far:
                near.add(key)
                if one.side != side and has_zone(one):
                    zones.append((x, y, size + _SLACK))
    for here, there, reach in zones:
        for key, x, y, size, one in those:
            if one.side != side or key in near:
                continue
            east, north, far = x - here, y - there, reach + size
            if east * east + north * north <= far * far:
                near.add(key)
    return near


@cached
def _all(table: Table) -> NearTable:
    still = Table(
        table.settings,
        camps=table.camps,
        works=table.works,
        features=table.features,
        markers=table.markers,
    )
    laid = (still.camps, still.works, still.features, still.markers)
    name = ("still", *(tuple(each.values()) for each in laid))
    units = [_without_spent(one) for one in standing_units(table)]
    return _found(_one(("settings", still.settings, name), still), units, table.contacts)


@cached
def _places(everybody: NearTable) -> tuple[_Standing, ...]:
    return tuple(map(_stands, everybody.units.values()))


def _stands(unit: Unit) -> _Standing:
    assert unit.pose is not None
    size = hypot(UD / 2, max(UD, depth_of(unit)))
    return _Standing(unit.id, unit.pose.x, unit.pose.y, size, unit)


def _without_spent(unit: Unit) -> Unit:
    """Return a unit without what it has spent or lost: the same one each time."""
    known = _unspent.get(id(unit))
    if known is not None and known[0] is unit:
        return known[1]
    bare = changed(unit, **_SPENT)
    bare = _one(bare, bare)
    if len(_unspent) >= _RECORDS:
        _unspent.clear()
    _unspent[id(unit)] = unit, bare
    return bare


def _one(key: Hashable, value: R) -> R:
    """Return of equal things the same one: of so many, those that were asked for last."""
    with _lock:
        found = _same.setdefault(key, value)
        _same.move_to_end(key)
        if len(_same) > _SAME:
            _same.popitem(last=False)
    return cast("R", found)


def lasting(function: Callable[Concatenate[Table, P], R]) -> Callable[Concatenate[Table, P], R]:
    """Keep what a function returns of a near table for long: it is small, and nobody changes it.

    Its other arguments are hashable and given by position. Of a whole table nothing is kept.
    """

    @wraps(function)
    def kept(table: Table, *args: P.args, **kwargs: P.kwargs) -> R:
        assert not kwargs, "what is kept is known by what is given by position"
        if not isinstance(table, NearTable):
            return function(table, *args, **kwargs)
        key = (function, *args)
        found = table.known.get(key, NOTHING)
        if found is NOTHING:
            found = table.known[key] = function(table, *args, **kwargs)
        return cast("R", found)

    return cast("Callable[Concatenate[Table, P], R]", kept)


def stored() -> tuple[int, int]:
    """Return how many near tables are kept, and of how many everything is."""
    return len(_tables), len(_full)


@contextmanager
def asking_everybody() -> Iterator[None]:
    """Ask all of the whole table until the end of the block: for tests."""
    before = _everybody.set(True)
    try:
        yield
    finally:
        _everybody.reset(before)

"""Moves: of all hexes that a group can reach the one that is worth most (5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.barricadas.actions import STAY, Task, joined
from engine.barricadas.frames import Deed
from engine.barricadas.opponent.body import Body
from engine.barricadas.rules.movement.costs import Reached, reach
from engine.barricadas.rules.movement.moves import points_of, reachable
from engine.barricadas.rules.obstacles.crossing import crossing_of
from engine.barricadas.survey import gait_of
from engine.barricadas.weather import is_held_up


@dataclass(frozen=True, slots=True)
class March:
    """A move and what it is worth, against staying."""

    task: Task
    way: tuple[str, ...]
    gain: float


class _Move(NamedTuple):
    """A move that is thought of: how it goes, how it goes without being told, and its gain."""

    deed: Deed
    found: Reached
    plain: Reached | None
    gain: float


def marches(body: Body, officer: str = "") -> Iterator[March]:
    """Yield every move of a group.

    Args:
        body: Who goes.
        officer: Where the officer of the unit will be, if it does not go with them; "" otherwise.
    """
    return (_ordered(body, one) for one in _moves(body, officer))


def best_march(body: Body, officer: str = "") -> March | None:
    """Return the move of a group, as of :func:`marches`, that brings most; ``None`` without any.

    Of moves that bring the same it is the one to the last hex by name.
    """
    # A turn thinks of thousands: only the one that is taken is put into words.
    best = max(_moves(body, officer), key=lambda one: (one.gain, one.found.way[-1]), default=None)
    return None if best is None else _ordered(body, best)


def _ordered(body: Body, move: _Move) -> March:
    task = task_of(body, move.deed, move.found, move.plain)
    return March(task, move.found.way, move.gain)


def _moves(body: Body, officer: str) -> Iterator[_Move]:
    look = body.look
    here = body.stand((body.place,), moving=False)
    stays = _strays(body, body.place, officer) if officer else 0.0
    for deed in (Deed.MOVE, Deed.DOUBLE):
        if deed is Deed.DOUBLE and not _may_hurry(body):
            continue
        plain = reachable(look.battlefield, look.table, body.counters, deed)
        for place, found in reached(body, deed).items():
            gain = body.stand(found.way, moving=True) - here
            if deed is Deed.DOUBLE:
                gain -= look.temper.double
            if officer:
                gain -= _strays(body, place, officer) - stays
            yield _Move(deed, found, plain.get(place), gain)


def parts_of(body: Body, march: March, officer: str = "") -> dict[str, float]:
    """Return what the gain of a march is the sum of, as of :func:`marches`."""
    look, way = body.look, march.way
    here, there = body.parts((body.place,), moving=False), body.parts(way, moving=True)
    found = {part: there[part] - here[part] for part in there}
    if march.task.deed is Deed.DOUBLE:
        found["haste"] = -look.temper.double
    if officer:
        found["officer"] = _strays(body, body.place, officer) - _strays(body, way[-1], officer)
    return found


def task_of(body: Body, deed: Deed, found: Reached, plain: Reached | None) -> Task:
    """Return a move as a task; its way is named where it is not that which is taken anyway."""
    is_plain = found.bonus or (plain is not None and plain.way == found.way)
    by = STAY if is_plain else "-".join(found.way[1:])
    return Task(who=joined(body.keys), deed=deed, to=found.way[-1], by=by)


def reached(body: Body, deed: Deed) -> dict[str, Reached]:
    """Return where a group can go, and how."""
    look = body.look
    if is_held_up(look.table, body.counters):
        return {}
    halves = min(points_of(look.table, one, deed) for one in body.counters)
    if not halves:
        return {}
    enters = look.enters(list(body.counters), hurried=deed is Deed.DOUBLE)
    found = reach(
        look.battlefield,
        body.place,
        body.gait,
        halves,
        enters=enters,
        crossing=crossing_of(look.table, body.slowest, charging=deed is Deed.CHARGE),
    )
    return dict(found)


def _may_hurry(body: Body) -> bool:
    """Say whether a group may go at double time (5.3)."""
    table = body.look.table
    if body.place in body.look.beside_enemy:
        return False
    return all(
        gait_of(one) == "foot" and not (one.doubled and one.doubled == table.turn - 1)
        for one in body.counters
    )


def _strays(body: Body, place: str, officer: str) -> float:
    """Return what it costs that a group is out of its officer's reach."""
    look = body.look
    apart = look.battlefield.distance(place, officer)
    reach_ = _reach_of(body)
    troops = [one for one in body.counters if one.printed is not None]
    return look.temper.stray * len(troops) * max(0, apart - reach_) * 0.5


def _reach_of(body: Body) -> int:
    unit = body.counters[0].unit
    leader = body.look.table.counters.get(unit)
    figures = None if leader is None else leader.officer
    return 1 if figures is None else figures.reach


def join(body: Body, ends: dict[str, int]) -> March | None:
    """Return the move of an officer that brings them to where most of their unit is.

    Args:
        body: The officer alone.
        ends: How many counters of the unit will be in each hex.
    """
    if not ends:
        return None
    look = body.look
    wanted = max(ends, key=lambda place: (ends[place], place))
    if wanted == body.place:
        return None
    best: March | None = None
    for deed in (Deed.MOVE, Deed.DOUBLE):
        if deed is Deed.DOUBLE and (
            (best is not None and best.gain >= 1.0) or not _may_hurry(body)
        ):
            continue
        plain = reachable(look.battlefield, look.table, body.counters, deed)
        for place, found in reached(body, deed).items():
            nearer = look.battlefield.distance(body.place, wanted) - look.battlefield.distance(
                place, wanted
            )
            risk = look.caution * body.danger(found.way, moving=True)
            alone = 0.5 if place not in look.mine else 0.0
            gain = look.temper.stray * nearer - risk - alone
            if gain > 0 and (best is None or gain > best.gain):
                best = March(task_of(body, deed, found, plain.get(place)), found.way, gain)
    return best

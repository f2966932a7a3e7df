"""What a side of ¡A las barricadas! may do in secret, and the table looks the same.

Other units stand under the markers; another one of them prepares, or goes faster; fire is promised
that finds nobody; orders stand, or none do; another hidden officer directs a battery.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine.api import Action, Decision
from engine.barricadas.actions import (
    Activate,
    Alert,
    Defend,
    Deploy,
    Fire,
    Hold,
    Lower,
    Pass,
    Placement,
    React,
    Ready,
    Stand,
    Task,
    joined,
    parted,
)
from engine.barricadas.frames import Activation, Deed
from engine.barricadas.game import GAME
from engine.barricadas.gate import GATE
from engine.barricadas.rules.reaction.reacting import shots_from
from engine.barricadas.rules.stacking.limits import MOST_STEPS, steps_of
from engine.barricadas.state import (
    NATIONALIST,
    OFF_GROUND,
    REPUBLICAN,
    Phase,
    hex_of,
)
from engine.barricadas.survey import battlefield_of
from engine.kit.verbs import under_way
from tests.support.forward import Fork

Answer = Callable[[Any, Decision], Action | None]
"""What a side answers to a decision that it owes, by its view."""


# -- who stands where --------------------------------------------------------------------------


def units_of(view: Any) -> list[list[str]]:
    """Return the counters of each unit of the viewer, its officer first."""
    found: dict[str, list[str]] = {}
    for one in view.table.counters.values():
        if one.side == view.viewer and one.unit:
            found.setdefault(one.unit, []).append(one.id)
    return list(found.values())


def stacks_of(view: Any) -> list[list[str]]:
    """Return each unit as far as it fits in a hex, and last all that are left over."""
    found, left = [], [key for key, one in view.table.counters.items() if not one.unit]
    for unit in units_of(view):
        stack: list[str] = []
        for key in unit:
            both = [view.table.counters[one] for one in (*stack, key)]
            (stack if steps_of(both) <= MOST_STEPS else left).append(key)
        found.append(stack)
    own = [key for key in left if view.table.counters[key].side == view.viewer]
    return [*found, own] if own else found


def wait(view: Any, decision: Decision) -> Action:
    """Pass, keep fire, and fire at nobody."""
    del view
    if decision.code.startswith("react"):
        return Hold()
    return Defend(when="never") if decision.code == "defend" else Pass()


@dataclass(frozen=True)
class Side:
    """A way of a side: which stack stands in which hex, and what it answers.

    Attributes:
        hexes: One for each stack, as they are drawn.
        alert: The unit that begins with the markers of reaction; -1 for nobody.
        orders: Standing orders that it gives, one after the other, as the first turn begins.
        answers: What it answers.
    """

    hexes: tuple[str, ...]
    alert: int = -1
    orders: tuple[Callable[[Any], Action], ...] = ()
    answers: Answer = wait

    def __call__(self, view: Any) -> Action | None:
        """Return what it does next; nothing where it is not its turn."""
        if view.table.phase is Phase.SETUP:
            return None if view.viewer in view.table.ready else self._set_up(view)
        given = len(view.own.standing)
        if given < len(self.orders):
            return self.orders[given](view)
        owed = (one for one in GAME.asked(view) if one.seat == view.viewer)
        decision = next(owed, None)
        return None if decision is None else self.answers(view, decision)

    def _set_up(self, view: Any) -> Action:
        if not view.own.plan:
            pairs = zip(stacks_of(view), self.hexes, strict=True)
            placed = [Placement(who=key, at=place) for stack, place in pairs for key in stack]
            return Deploy(places=tuple(placed))
        if self.alert >= 0 and not view.own.alert:
            return Alert(counters=tuple(units_of(view)[self.alert][1:3]))
        return Ready()


# -- what they do ------------------------------------------------------------------------------


def prepare(*order: int) -> Answer:
    """Return the way of who lets units prepare for reaction, in that order, and then waits."""

    def answers(view: Any, decision: Decision) -> Action:
        for number in order if decision.code == "phase.activation" else ():
            leader, *others = units_of(view)[number]
            able = [key for key in others if view.table.counters[key].printed is not None]
            task = Task(who=joined(tuple(able)), deed=Deed.PREPARE)
            action = Activate(leader=leader, tasks=(task,))
            if not GATE.check(view, action):
                return action
        return wait(view, decision)

    return answers


def march(deed: Deed) -> Answer:
    """Return the way of who lets the first unit that can go one hex, at that pace."""

    def answers(view: Any, decision: Decision) -> Action:
        table = view.table
        for leader, *others in units_of(view) if decision.code == "phase.activation" else ():
            able = [key for key in others if table.counters[key].printed is not None]
            here = hex_of(table, table.counters[leader])
            for place in battlefield_of(table).adjacent(here):
                task = Task(who=joined((*able, leader)), deed=deed, to=place)
                slower = task.model_copy(update={"deed": Deed.DOUBLE})
                both = [Activate(leader=leader, tasks=(one,)) for one in (task, slower)]
                if not any(GATE.check(view, one) for one in both):
                    return both[0]
        return wait(view, decision)

    return answers


def promise(view: Any, decision: Decision) -> Action:
    """Promise fire as far away as anybody may come, whether or not they are seen there."""
    if not decision.code.startswith("react"):
        return wait(view, decision)
    table = view.table
    shots = list(islice(shots_from(view, under_way(table, Activation), ()), 200))

    def away(shot: Fire) -> int:
        first = table.counters[parted(shot.who)[0]]
        return int(battlefield_of(table).distance(first.at, shot.at))

    return React(shots=(max(shots, key=away),)) if shots else Hold()


def shell(*units: int) -> Answer:
    """Return the way of who directs missions at markers, with the officers of some units."""

    def answers(view: Any, decision: Decision) -> Action | None:
        if decision.code != "phase.activation":
            return wait(view, decision)
        for number in units:
            leader = units_of(view)[number][0]
            for place in view.table.shades:
                for tasks in _missions(leader, place):
                    action = Activate(leader=leader, tasks=tasks)
                    if not GATE.check(view, action):
                        return action
        return Pass()

    return answers


def _missions(leader: str, place: str) -> Iterator[tuple[Task, ...]]:
    mission = Task(who=leader, deed=Deed.MISSION, to=place)
    yield (mission, mission)
    yield (mission,)


def _lowered(view: Any) -> Action:
    """Return the order that takes the markers of reaction off as a turn ends."""
    return Lower(counters=tuple(units_of(view)[0][1:3]))


# -- what shows --------------------------------------------------------------------------------


def _seen(table: Any, seat: str) -> frozenset[str]:
    """Return the counters of a side that the other recognises."""
    own = (one for one in table.counters.values() if one.side == seat and not one.unseen)
    return frozenset(one.id for one in own if hex_of(table, one) not in OFF_GROUND)


def _markers(table: Any, seat: str) -> frozenset[str]:
    """Return the hexes in which a side's markers lie."""
    own = (one for one in table.counters.values() if one.side == seat and one.unseen)
    return frozenset(hex_of(table, one) for one in own) - OFF_GROUND


def is_recognised(seat: str) -> Callable[[Any, Any], bool]:
    """Return what says whether somebody of a side is recognised, or fires, who was not before."""

    def comes_out(before: Any, after: Any) -> bool:
        then, now = before.table, after.table
        fired = any(
            one.finished and not one.unseen and not then.counters[key].finished
            for key, one in now.counters.items()
            if one.side == seat
        )
        return fired or _seen(then, seat) != _seen(now, seat)

    return comes_out


def is_driven_off(seat: str) -> Callable[[Any, Any], bool]:
    """Return what says the same, or that a marker of a side is gone, or has fled."""
    recognised = is_recognised(seat)

    def comes_out(before: Any, after: Any) -> bool:
        begun = before.table.phase is not Phase.SETUP
        moved = _markers(before.table, seat) != _markers(after.table, seat)
        return recognised(before, after) or (begun and moved)

    return comes_out


def _by_day(before: Any, after: Any) -> bool:
    """Say whether the night is over, or republicans are driven off or recognised."""
    return bool(after.table.turn > 1) or is_driven_off(REPUBLICAN)(before, after)


def _strikes(one: Any, other: Any) -> bool:
    """Say whether nationalists were hit under their markers."""
    counters = (*one.table.counters.values(), *other.table.counters.values())
    return any(each.hits and each.unseen for each in counters if each.side == NATIONALIST)


# -- the forks ---------------------------------------------------------------------------------

HOUSES = ("C908", "C808")
"""Where nobody is seen until somebody comes near."""
IN_SIGHT = ("A808", "A705")
"""Where officers of :data:`AWAY` see that somebody stands, and by night not who."""
REAR = ("C206", "C707", "C708", "C807", "C909")
AWAY = ("A115", "A117", "A119", "A103", "A118", "A101", "A102")

STRUCK = (1, 3, 4, 5)
"""Of the games in which batteries fire at the second hex in sight, those in which they hit."""

FULL = {"scenario": "full"}
GUNNERS = Side(AWAY, answers=shell(0, 1, 2, 3))
"""Republicans who direct their batteries at markers."""


def defence(*stacks: int, **values: Any) -> Side:
    """Return a way of the nationalists in which two of their stacks are in sight."""
    left = iter(REAR)
    hexes = (IN_SIGHT[stacks.index(one)] if one in stacks else next(left) for one in range(7))
    return Side(tuple(hexes), **values)


def gunners(unit: int) -> Side:
    """Return a way of the republicans in which the officer of a unit directs the battery."""
    return Side(AWAY, answers=shell(unit))


FORKS: Sequence[Fork] = (
    Fork(
        "other units under the markers",
        NATIONALIST,
        Side(HOUSES),
        Side(HOUSES[::-1]),
        comes_out=is_driven_off(NATIONALIST),
    ),
    Fork(
        "another unit prepares first",
        NATIONALIST,
        Side(HOUSES, alert=0, answers=prepare(0, 1)),
        Side(HOUSES, alert=1, answers=prepare(1, 0)),
        comes_out=is_driven_off(NATIONALIST),
        seed="prepares",
    ),
    Fork(
        "orders stand, or none do",
        NATIONALIST,
        Side(HOUSES, alert=0, orders=(lambda _: Stand(when="after"), _lowered)),
        Side(HOUSES, alert=0),
        comes_out=is_driven_off(NATIONALIST),
        seed="stands",
    ),
    *(
        Fork(
            "fire is promised that finds nobody, or none is",
            NATIONALIST,
            Side(("C807", "C907"), answers=promise),
            Side(("C807", "C907")),
            comes_out=is_recognised(NATIONALIST),
            seed=f"promised {number}",
        )
        for number in range(3)
    ),
    Fork(
        "a marker goes at double time, or does not",
        NATIONALIST,
        Side(HOUSES, answers=march(Deed.MOVE)),
        Side(HOUSES, answers=march(Deed.DOUBLE)),
        comes_out=is_recognised(NATIONALIST),
        seed="marches",
    ),
    *(
        Fork(
            "shells on cavalry or infantry under a marker",
            NATIONALIST,
            defence(3, 5),
            defence(4, 2),
            FULL,
            others=GUNNERS,
            comes_out=is_driven_off(NATIONALIST),
            happens=_strikes,
            seed=f"shells {number}",
            steps=8,
        )
        for number in STRUCK
    ),
    Fork(
        "another hidden officer directs a battery",
        REPUBLICAN,
        gunners(0),
        gunners(1),
        FULL,
        others=defence(5, 3),
        comes_out=_by_day,
        seed="directs",
        # Whoever sees that it would fall on nobody calls it off: who sees hangs on their place.
        steps=5,
    ),
)
"""Of the nationalists, mostly; the other side plays at random, or directs its batteries."""

"""What a side means by one word: a unit fires all it can, or waits prepared.

Rules:
    3.3, 3.4, 8.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import AnyGame, Bundle, Text
from engine.barricadas.actions import MOST, Activate, Task, parted
from engine.barricadas.frames import FIRING, Deed
from engine.barricadas.play import counter_term
from engine.barricadas.rules.turn import offering
from engine.barricadas.rules.turn.activation import activatable
from engine.barricadas.state import Counter, Table, View


def bundles(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield what a unit can do at once, fire first."""
    if "activate" not in game.kinds(view) or view.viewer is None:
        return
    leaders = [one for one in activatable(view.table, view.viewer) if one.officer is not None]
    for leader in leaders:
        yield from _bundle(view.table, leader, "bundle.fire", FIRING)
    for leader in leaders:
        yield from _bundle(view.table, leader, "bundle.prepare", frozenset((Deed.PREPARE,)))


def _bundle(table: Table, leader: Counter, code: str, deeds: frozenset[Deed]) -> Iterator[Bundle]:
    """Yield the activation in which all do the same, each task as if those before were done."""
    found: list[Task] = []
    while len(found) < MOST:
        task = next(offering.offered(table, (leader,), found, deeds), None)
        if task is None:
            break
        found.append(task)
    if found:
        acting = sum(len(parted(one.who)) for one in found)
        action = Activate(leader=leader.id, tasks=tuple(found))
        yield Bundle(Text(code, {"who": counter_term(leader), "n": acting}), (action,))

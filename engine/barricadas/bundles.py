"""What a side means by one word: a unit fires all it can, or waits prepared; all react.

Rules:
    2.3, 3.3, 3.4, 8.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import AnyGame, Bundle, Params, Text
from engine.barricadas.actions import MOST, Activate, Fire, React, Task, parted
from engine.barricadas.frames import FIRING, Activation, Deed
from engine.barricadas.play import counter_term, hex_term, short_terms
from engine.barricadas.rules.reaction.reacting import shots_from
from engine.barricadas.rules.turn import offering
from engine.barricadas.rules.turn.activation import activatable
from engine.barricadas.state import Counter, Table, View
from engine.kit.verbs import under_way


def bundles(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield what a unit can do at once, fire first; in reaction who fires where they come near."""
    kinds = game.kinds(view)
    if "deploy" in kinds:
        for n, one in enumerate(game.options(view, "deploy", "places", {}), 1):
            action = game.parse(view, "deploy", {"places": one.value})
            yield Bundle(Text("bundle.deploy", {"n": n}), (action,))
    if "react" in kinds:
        yield from _reactions(view)
    if "activate" not in kinds or view.viewer is None:
        return
    leaders = [one for one in activatable(view.table, view.viewer) if one.officer is not None]
    for leader in leaders:
        yield from _bundle(view.table, leader, "bundle.fire", FIRING)
    for leader in leaders:
        yield from _bundle(view.table, leader, "bundle.prepare", frozenset((Deed.PREPARE,)))


def _reactions(view: View) -> Iterator[Bundle]:
    """Yield everybody's fire at where those who act come nearest, then that of each group."""
    frame = under_way(view.table, Activation)
    nearest: dict[str, Fire] = {}
    for shot in shots_from(view, frame, ()):
        nearest.setdefault(shot.who, shot)
    everybody: list[Fire] = []
    for shot in nearest.values():
        if not any({*parted(shot.who)} & {*parted(one.who)} for one in everybody):
            everybody.append(shot)
    if len(everybody) > 1:
        acting = sum(len(parted(one.who)) for one in everybody)
        yield Bundle(Text("bundle.react.all", {"n": acting}), (React(shots=tuple(everybody)),))
    for shot in everybody:
        who = short_terms(parted(shot.who))
        told: Params = {"who": who, "n": len(who), "hex": hex_term(shot.at)}
        yield Bundle(Text("bundle.react", told), (React(shots=(shot,)),))


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

"""Figures of a finished game for the lab: towns, losses by kind, who left the ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Event
from engine.barricadas.roster import Kind
from engine.barricadas.rules.victory.towns import towns_of
from engine.barricadas.state import DEAD, LEFT, SEATS, Counter, State


def tally(state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
    """Return the same figures of every game, by side."""
    del events
    table = state.table
    figures: dict[str, int] = {"turns": table.turn}
    for seat in SEATS:
        own = [one for one in table.counters.values() if one.side == seat]
        figures[f"{seat}.towns"] = towns_of(table, seat)
        figures[f"{seat}.left"] = sum(one.at == LEFT for one in own)
        figures[f"{seat}.hits"] = sum(one.hits for one in own if one.at != DEAD)
        dead = [one for one in own if one.at == DEAD]
        figures[f"{seat}.lost.officers"] = sum(one.printed is None for one in dead)
        for kind in Kind:
            figures[f"{seat}.lost.{kind.value}"] = sum(_is(one, kind) for one in dead)
    return figures


def _is(counter: Counter, kind: Kind) -> bool:
    return counter.printed is not None and counter.printed.kind is kind

"""Figures of a finished game for the lab: points, losses by type, artillery taken, objectives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Event
from engine.calama.army import load_army
from engine.calama.state import DEAD, SEATS, TAKEN, State
from engine.calama.survey import scenario_of, waiting


def tally(state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
    """Return the same figures of every game, by side."""
    del events
    table = state.table
    figures: dict[str, int] = {}
    for seat in SEATS:
        figures[f"{seat}.points"] = table.points[seat]
        for key in load_army().types:
            figures[f"{seat}.lost.{key}"] = len(waiting(table, seat, DEAD, key))
        figures[f"{seat}.guns_taken"] = len(waiting(table, seat, TAKEN))
        for key in scenario_of(table).objectives[seat]:
            figures[f"{seat}.objective.{key}"] = int(key in table.scored)
    return figures

"""Figures of a finished battle for the lab: what each army lost, and of which troops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Event
from engine.art_of_war.rules.rout.army import cohesion_of, losses_of
from engine.art_of_war.state import GONE, SEATS, State
from engine.art_of_war.survey import type_of
from engine.art_of_war.troops import TroopType


def tally(state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
    """Return the same figures of every battle, by side."""
    del events
    table = state.table
    figures: dict[str, int] = {"turns": table.turn}
    for seat in SEATS:
        own = [one for one in table.units.values() if one.side == seat]
        lost = losses_of(table, seat)
        figures[f"{seat}.losses"] = lost.points
        figures[f"{seat}.cohesion"] = cohesion_of(table, seat)
        figures[f"{seat}.lost.units"] = lost.routed
        figures[f"{seat}.lost.generals"] = lost.generals
        figures[f"{seat}.lost.camps"] = lost.camps
        figures[f"{seat}.disordered"] = lost.disordered
        for kind in TroopType:
            gone = sum(one.place in GONE and type_of(one) is kind for one in own)
            figures[f"{seat}.gone.{kind.value}"] = gone
    return figures

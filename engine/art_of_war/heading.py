"""The public heading: turn and phase, and whose turn it is."""

from __future__ import annotations

from engine.api import Status, Term, Text
from engine.art_of_war.state import Phase, View

_NOBODYS = frozenset((Phase.MUSTER, Phase.PLAN, Phase.OVER))
"""Phases that are no one side's alone."""


def status(view: View) -> Status:
    """Return turn and phase, and whose turn it is."""
    table = view.table
    alone = table.phase not in _NOBODYS
    return Status(
        turn=table.turn,
        turn_name=Text("turn" if table.turn else "turn.setup", {"n": table.turn}),
        phase=Text("phase", {"phase": Term("phase", table.phase)}),
        phase_key=f"{table.phase.value}_{table.player}" if alone else table.phase.value,
        player=table.player if alone else None,
    )

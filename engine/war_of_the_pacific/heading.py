"""The public heading: turn and phase, and whose they are."""

from __future__ import annotations

from engine.api import Status, Term, Text
from engine.war_of_the_pacific.state import Phase, View


def status(view: View) -> Status:
    """Return turn, phase and whose they are."""
    table = view.table
    return Status(
        turn=table.turn,
        turn_name=Text("turn", {"n": table.turn, "name": Term("turn", str(table.turn))}),
        phase=Text("phase", {"phase": Term("phase", table.phase)}),
        phase_key=table.phase.value,
        # Both sides plan at once (4.2), and nobody's turn it is when all is over.
        player=None if table.ending is not None or table.phase is Phase.PLAN else table.player,
    )

"""The public heading: turn and phase, and who activates next."""

from __future__ import annotations

from engine.api import Status, Term, Text
from engine.barricadas.state import Phase, View


def status(view: View) -> Status:
    """Return turn and phase, and who activates next."""
    table = view.table
    alone = table.phase is Phase.ACTIVATION
    return Status(
        turn=table.turn,
        turn_name=Text("turn" if table.turn else "turn.setup", {"n": table.turn}),
        phase=Text("phase", {"phase": Term("phase", table.phase)}),
        phase_key=f"{table.phase.value}_{table.player}" if alone else table.phase.value,
        player=table.player if alone else None,
    )

"""The public heading: round and phase, and whose turn of the phase it is."""

from __future__ import annotations

from engine.api import Status, Term, Text
from engine.calama.state import Phase, View

_ALONE = (Phase.ORDERS, Phase.MOVEMENT, Phase.COMBAT)
"""Phases in which the sides act in turns."""


def status(view: View) -> Status:
    """Return round and phase, and whose turn of the phase it is."""
    table = view.table
    alone = table.phase in _ALONE
    # Each side's turn of a phase is a phase of the panel: with a map of its own.
    key = f"{table.phase.value}_{table.player}" if alone else table.phase.value
    return Status(
        turn=table.round,
        turn_name=Text("round" if table.round else "round.setup", {"n": table.round}),
        phase=Text("phase", {"phase": Term("phase", table.phase)}),
        phase_key=key,
        player=table.player if alone else None,
    )

"""Who may attack: the Commander's range, and the Officers who extend it (4.2.1, 4.2.2, CAL-R8).

Rules:
    4.2.1.defend, 4.2.2.command.
"""

from __future__ import annotations

from engine.calama.state import COMMANDER, OFFICER, Piece, Table
from engine.calama.survey import army, printed
from engine.data.grid.squares import distance


def commander(table: Table, side: str) -> Piece | None:
    """Return a side's Commander while on the board."""
    return next(iter(army(table, side, COMMANDER)), None)


def leading_officers(table: Table, side: str) -> tuple[Piece, ...]:
    """Return the Officers who extend their Commander's range: those within it."""
    chief = commander(table, side)
    if chief is None:
        return ()
    far = printed(COMMANDER).command
    return tuple(
        officer for officer in army(table, side, OFFICER) if distance(officer.at, chief.at) <= far
    )


def in_command(table: Table, piece: Piece) -> bool:
    """Say whether a piece may attack: within its Commander's range or a leading Officer's."""
    chief = commander(table, piece.side)
    if chief is None or not piece.on_board:
        return False
    if distance(piece.at, chief.at) <= printed(COMMANDER).command:
        return True
    near = printed(OFFICER).command
    return any(
        distance(piece.at, officer.at) <= near for officer in leading_officers(table, piece.side)
    )

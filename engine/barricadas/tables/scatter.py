"""Where shells from off the ground come down (8.1.3, 8.1.4.2).

Rules:
    8.1.3, 8.1.4.1, 8.1.4.2; ALB-H4.
    Also 8.1.4.1.example, 8.1.4.2.north, 8.1.4.2.roll.
"""

from __future__ import annotations

from engine.barricadas.board import board_column_row
from engine.barricadas.ground import Battlefield

SIDES = 6


def strays(die: int, *, blind: bool) -> int:
    """Return by how many hexes a mission strays: none, one or two (8.1.4.2).

    *Blind* missions, at hexes in which no enemy is recognised, have one more on the die.
    """
    total = die + blind
    return 0 if total <= 3 else 1 if total <= 5 else 2


def landing(battlefield: Battlefield, target: str, hexes: int, die: int) -> str:
    """Return the hex in which a mission that strays so far comes down; "" off the ground.

    The die counts the sides clockwise from the north of the target's own board, 1 to 6: that board
    may lie turned about.
    """
    board, _, _ = board_column_row(target)
    side = (die - 1 + (SIDES // 2 if board in battlefield.turned else 0)) % SIDES
    here = target
    for _ in range(hexes):
        if not here:
            break
        here = battlefield.neighbours(here)[side]
    return here


def spread(battlefield: Battlefield, target: str) -> tuple[str, ...]:
    """Return the hexes that a dispersed attack strikes: the target and those around it (8.1.3)."""
    return (target, *battlefield.adjacent(target))

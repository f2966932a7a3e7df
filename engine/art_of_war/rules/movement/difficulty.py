"""Difficult manoeuvres: what is one, and what it takes (5.difficult).

Whoever makes one is disordered, unless two points are paid in all or the move ends where they
overlap an enemy. The disordered must pay, or end so.

Rules:
    5.clumsy, 5.clumsy.difficult, 5.clumsy.straight, 5.clumsy.contact, 5.difficult,
    5.difficult.contact, 5.difficult.points, 5.difficult.disordered, 5.again.third; ADG-R6,
    ADG-R41.
    Also 5.light.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.play import Against, unit_terms
from engine.art_of_war.rules.movement.again import third_disorders
from engine.art_of_war.rules.movement.manoeuvres import SLIDES
from engine.art_of_war.state import Unit
from engine.art_of_war.survey import is_disordered, profile_of
from engine.kit.wording import refuse

EXTRA = 1
"""What is paid for a difficult manoeuvre besides the point of its move (ADG-R6)."""

EASY = SLIDES | {Manoeuvre.ADVANCE}
"""What clumsy troops do without difficulty (5.clumsy.straight)."""


def reason(units: Sequence[Unit], parts: Sequence[Part]) -> str:
    """Return why a move is difficult, a word of ``routing.WHY``; "" where it is not."""
    if third_disorders(units):
        return "third"
    clumsy = any(profile_of(one).clumsy for one in units)
    return "difficult" if clumsy and any(one.do not in EASY for one in parts) else ""


def against(units: Sequence[Unit], why: str, calm: str, cost: int) -> Against:
    """Return why a difficult move is not made: nobody said how, or somebody is disordered.

    Args:
        units: Who moves.
        why: What is difficult, "" for nothing.
        calm: What was said: "calm" (not at all), "pay" or "disorder".
        cost: What it costs in all if it is paid for.
    """
    if not why:
        return []
    told = unit_terms(one.id for one in units)
    clause = "5.again.third" if why == "third" else "5.difficult"
    if calm == "calm":
        return [refuse("move.difficult", clause, who=told, n=len(told), cost=cost)]
    broken = unit_terms(one.id for one in units if is_disordered(one))
    if calm == "disorder" and broken:
        clause = "5.difficult.disordered"
        return [refuse("move.disordered", clause, who=broken, n=len(broken), cost=cost)]
    return []

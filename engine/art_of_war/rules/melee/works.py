"""Fortifications, and who stands behind them (8.works).

Rules:
    8.works, 8.works.behind; ADG-R28.
    Also 8.works.bonus, 8.works.impact, 8.works.mounted.
"""

from __future__ import annotations

from engine.art_of_war.pieces import base_of_work
from engine.art_of_war.plane.contact import shared_edge
from engine.art_of_war.plane.tolerance import TOLERANCE
from engine.art_of_war.state import Table, Unit, Work
from engine.art_of_war.survey import base_of


def work_before(table: Table, unit: Unit) -> Work | None:
    """Return the fortification right behind which a unit stands, if any."""
    base = base_of(unit)
    for one in table.works.values():
        if shared_edge(base, "front", base_of_work(one), "rear") > TOLERANCE:
            return one
    return None

"""The table as a charge would leave it.

Rules:
    5.charge, 8.contact, 8.destroyed.
"""

from __future__ import annotations

from dataclasses import replace

from engine.art_of_war.rules.charge.contact import sweeps
from engine.art_of_war.rules.charge.reach import Way
from engine.art_of_war.state import Table
from engine.kit.records import changed


def charged(table: Table, way: Way) -> Table:
    """Return the table as a charge leaves it that nobody evades and nothing hinders.

    Whom it destroys by contact is left out (8.destroyed), and so are open camps.
    """
    units = {key: changed(table.units[key], pose=pose) for key, pose in way.ends.items()}
    then = replace(table, units={**table.units, **units})
    made = tuple(one for one in way.contacts if _is_fought(then, one.one, one.two))
    return replace(then, contacts=(*table.contacts, *made))


def _is_fought(table: Table, one: str, two: str) -> bool:
    enemy = table.units.get(two)
    if enemy is None:
        return table.camps[two].fortified
    return not sweeps(table, table.units[one], enemy, flees=False)

"""What is left of a side's command points, with an order that is being put together taken off.

Rules:
    3.points, 3.points.uses, 3.lost.point.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Text
from engine.art_of_war.play import general_term
from engine.art_of_war.rules.command import points
from engine.art_of_war.state import Unit, View


def points_left(view: View, key: str = "", cost: int = 0) -> Iterator[Text]:
    """Yield what each general of the viewer's side has left, who have any.

    Args:
        view: Of the side that orders.
        key: A unit that is ordered; "" for nobody yet.
        cost: What its general pays for it.
    """
    unit = view.table.units.get(key)
    payer = None if unit is None else points.general_for(view.table, unit)
    for one in view.table.generals.values():
        if one.side == view.viewer and one.points:
            paid = cost if payer is not None and one.id == payer.id else 0
            yield Text("left.points", {"general": general_term(one), "n": one.points - paid})


def ordered_unit(view: View, key: str) -> Unit | None:
    """Return the unit that is ordered, if it is the viewer's and stands on the table."""
    unit = view.table.units.get(key)
    return unit if unit is not None and unit.side == view.viewer and unit.on_table else None

"""Markers put down as a turn begins and taken off as it ends (3.1, 3.5).

Rules:
    3.1, 3.5; ALB-R26.
    Also 3.5.command, 3.5.finished, 7.2.1.order.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.barricadas.ground import Battlefield
from engine.barricadas.rules.command.range import is_in_reach
from engine.barricadas.state import OFF_GROUND, Counter, Reaction, Table, hex_of
from engine.kit.records import changed


def with_commands(battlefield: Battlefield, table: Table) -> Table:
    """Return the table of a turn that begins: who is out of command is marked, anew (3.1)."""

    def mark(one: Counter) -> Counter:
        out = not is_in_reach(battlefield, table, one)
        return one if one.out is out else changed(one, out=out)

    return _changed(table, mark)


def cleared(battlefield: Battlefield, table: Table) -> Table:
    """Return the table of a turn that has ended (3.5).

    Nobody is finished; who is near their officer again is in command; markers of reaction stay,
    and count as those of a turn before. Who moved stands still again.
    """

    def clear(one: Counter) -> Counter:
        kept = Reaction.KEPT if one.reaction is not Reaction.NONE else Reaction.NONE
        out = one.out and not is_in_reach(battlefield, table, one)
        return changed(one, finished=False, moved=False, spent=0, reaction=kept, out=out)

    return _changed(table, clear)


def _changed(table: Table, change: Callable[[Counter], Counter]) -> Table:
    """Return a table with every counter that is on the ground changed."""
    return changed(
        table,
        counters={
            key: one if hex_of(table, one) in OFF_GROUND else change(one)
            for key, one in table.counters.items()
        },
    )

"""Steps lost on land (2.7.dead, 8.3, 8.9.losses): how a unit loses one, and which hurts least."""

from __future__ import annotations

from engine.api import Term
from engine.war_of_the_pacific.counters import is_column, kind_of, printed
from engine.war_of_the_pacific.play import Play, place_term, seat_term
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.state import Unit


def cheapest_loss(unit: Unit) -> tuple[int, int, str]:
    """Return a key that sorts units by how little their next lost step costs their owner.

    A full unit is reduced before a Supply Column is given up, and that before a unit is destroyed;
    among equals the one with the lower printed modifier goes first.
    """
    kind = kind_of(unit)
    rank = 1 if kind is Kind.SUPPLY else 0 if unit.steps > 1 else 2
    return rank, printed(unit).modifier, unit.id


def lose_step(play: Play, unit_id: str, code: str, rule: str) -> None:
    """Take one step from a unit, to the dead pile with its last; a column goes at once.

    Writes the event *code*, or *code* with ".destroyed" when nothing is left.
    """
    unit = play.units[unit_id]
    if unit.steps > 1 and not is_column(unit):
        play.change(unit_id, steps=unit.steps - 1)
    else:
        play.eliminate(unit_id)
        code += ".destroyed"
    play.tell(
        code,
        rule,
        unit=Term("unit", unit_id),
        place=place_term(unit.at),
        seat=seat_term(unit.side),
    )

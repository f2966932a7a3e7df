"""Units dropped off on a march (8.4.drop): they stop there, and may yet pay for its doubles.

Rules:
    8.4.drop, 8.4.drop.pays, 8.4.drop.later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal, Term
from engine.kit.verbs import Answer
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Drop
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.groups import groups
from engine.war_of_the_pacific.rules.land.movement import refuse_stage
from engine.war_of_the_pacific.state import March, View


def check_drop(view: View, frame: March, action: Drop) -> list[Refusal]:
    """Return why these units cannot be dropped off here (8.2)."""
    found = refuse_stage(frame)
    found += [
        refuse("drop.not_marching", "8.4.drop", unit=Term("unit", one))
        for one in action.units
        if one not in frame.units
    ]
    if not found and len(action.units) == len(frame.units):
        found.append(refuse("drop.all", "8.4.drop", stop=Term("action", "stop")))
    return found


def apply_drop(play: Play, frame: March, seat: str, action: Drop) -> None:
    """Leave the units here; they move no more this turn."""
    rest = tuple(one for one in frame.units if one not in action.units)
    play.retop(units=rest, dropped=(*frame.dropped, *action.units))
    play.change_all(action.units, spent=True)
    play.tell(
        "march.dropped",
        "8.4.drop",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        n=len(action.units),
        place=place_term(frame.at),
    )


def options_drop(
    view: View, frame: March, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer parts of the marching stack: the slower ones first, then each unit."""
    if field != "units" or frame.stage != "move":
        return iter(())
    moving = [view.table.units[one] for one in frame.units]
    return (stack_option(group) for group in groups(moving) if len(group) < len(moving))


def _can_drop(view: View, frame: March) -> bool:
    return frame.stage == "move" and len(frame.units) > 1


DROP = Answer(
    model=Drop,
    frame=March,
    check=check_drop,
    apply=apply_drop,
    options=options_drop,
    possible=_can_drop,
)

VERBS: tuple[AnyVerb, ...] = (DROP,)

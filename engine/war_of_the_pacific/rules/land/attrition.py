"""How a roll of the movement dice ends: doubles halt the units and cost one of them a step.

Rules:
    8.3, 8.3.fort, 8.4, 8.4.drop, 8.5; WP-E7, WP-R44.
    Also 8.3.after, 8.5.attrition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.api import Option, Refusal, Term
from engine.kit.verbs import Answer, under_way
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Lose
from engine.war_of_the_pacific.counters import Counters, is_column, is_fort, is_mobile
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.step_losses import cheapest_loss, lose_step
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import March, Table, Unit, View


def the_march(table: Table) -> March:
    """Return the march being played."""
    return under_way(table, March)


def columns_alone(units: Iterable[Unit]) -> bool:
    """Say whether there is no land unit among *units*."""
    return not any(is_mobile(unit) for unit in units)


def liable(units: Counters, frame: March, settings: Settings) -> tuple[Unit, ...]:
    """Return what may lose the step that doubles cost the units of this roll.

    Any land unit of the roll, also one dropped off, unless it ended in a hex with a fort of its
    side, where forts shelter; or a column in the hex of such a unit. Columns marching alone lose
    nothing.

    Rules:
        8.3, 8.3.fort, 8.4.drop, 8.5; WP-E7, WP-R68.
    """
    shelters = settings.follows("fort_shelter") == "en"
    rolled = [unit for one in (*frame.units, *frame.dropped) if is_mobile(unit := units[one])]
    places = {unit.at for unit in rolled}
    forts = {
        unit.at
        for unit in units.values()
        if unit.at in places and unit.side == frame.seat and is_fort(unit)
    }
    exposed = [unit for unit in rolled if not (shelters and unit.at in forts)]
    places = {unit.at for unit in exposed}
    columns = [
        unit
        for unit in units.values()
        if unit.at in places and unit.side == frame.seat and is_column(unit)
    ]
    return (*exposed, *columns)


def halts(dice: Sequence[int]) -> bool:
    """Say whether the dice of a march are doubles, which halt the units (8.4)."""
    return len(set(dice)) == 1


def end_march(play: Play) -> None:
    """End the roll: on doubles the units stop for this turn, and one of them loses a step."""
    frame = the_march(play.table)
    seat, place = seat_term(frame.seat), place_term(frame.at)
    units, n = unit_terms(frame.units), len(frame.units)
    if not halts(frame.dice):
        play.pop()
        play.tell("march.ended", "8.4", seat=seat, units=units, n=n, place=place)
        return
    play.change_all((*frame.units, *frame.dropped), spent=True)
    dice = frame.dice
    play.tell("march.doubles", "8.4.halt", seat=seat, units=units, n=n, place=place, dice=dice)
    candidates = liable(play.units, frame, play.table.settings)
    if len(candidates) > 1:
        play.retop(stage="attrition")
        return
    play.pop()
    if candidates:
        lose_step(play, candidates[0].id, "march.attrition", "8.3")
    else:
        rule = "8.5" if columns_alone(play.units[one] for one in frame.units) else "8.3.fort"
        play.tell("march.spared", rule, seat=seat, units=units, n=n, place=place)


def check_lose(view: View, frame: March, action: Lose) -> list[Refusal]:
    """Return why this is not a loss that settles the attrition (8.3, 8.5)."""
    if frame.stage != "attrition":
        return [refuse("lose.nothing_owed", "8.3")]
    ids = {unit.id for unit in liable(view.table.units, frame, view.table.settings)}
    found = [
        refuse("march.not_liable", "8.3", unit=Term("unit", one))
        for one in dict.fromkeys(action.units)
        if one not in ids
    ]
    if len(action.units) != 1:
        found.append(refuse("lose.number", "8.3.one", n=1, given=len(action.units)))
    return found


def apply_lose(play: Play, frame: March, seat: str, action: Lose) -> None:
    """Deplete the unit chosen; the march is over."""
    play.pop()
    lose_step(play, action.units[0], "march.attrition", "8.3")


def options_lose(
    view: View, frame: March, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the units one of which pays for the doubles, the cheapest loss first."""
    if field != "units" or frame.stage != "attrition":
        return
    for unit in sorted(liable(view.table.units, frame, view.table.settings), key=cheapest_loss):
        yield stack_option((unit,))


def _must_lose(view: View, frame: March) -> bool:
    return frame.stage == "attrition"


LOSE_MARCH = Answer(
    model=Lose,
    frame=March,
    check=check_lose,
    apply=apply_lose,
    options=options_lose,
    possible=_must_lose,
)

VERBS: tuple[AnyVerb, ...] = (LOSE_MARCH,)

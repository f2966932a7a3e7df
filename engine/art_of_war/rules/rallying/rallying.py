"""Rallying: a general throws a die to give a unit a point of cohesion back (6).

What it costs and what must be thrown hangs on how near the enemy is (ADG-R4).

Rules:
    3.free.rally, 3.lost.point, 6.when, 6.moved, 6.roll, 6.far, 6.near, 6.melee, 6.included, 6.gain,
    6.once; ADG-R4, ADG-R67.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.api import Chance, Odds, Option, Params, Seat, Text
from engine.art_of_war.actions import Rally
from engine.art_of_war.play import Against, AnyVerb, Play, unit_term
from engine.art_of_war.rules.command import allies, points
from engine.art_of_war.rules.command.remaining import ordered_unit, points_left
from engine.art_of_war.state import (
    General,
    Phase,
    Table,
    Unit,
    View,
    joined_general,
    standing_units,
)
from engine.art_of_war.survey import base_of, cohesion_left, enemies_of, fights, nearest
from engine.art_of_war.tables.rallying import RallyRow, load_rallying
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


@dataclass(frozen=True, slots=True)
class Try:
    """What a try to rally a unit takes.

    Attributes:
        cost: Points.
        least: What must be thrown.
        added: To the die.
        clause: Which case it is.
        free: It is its general's one of the turn that costs nothing (3.free.rally).
    """

    cost: int
    least: int
    added: int
    clause: str
    free: bool = False

    @property
    def needed(self) -> int:
        """The lowest die that will do."""
        return self.least - self.added


def row_of(table: Table, unit: Unit) -> RallyRow:
    """Return what holds where a unit stands: in melee, near the enemy, or far.

    Whoever overlaps stands near.
    """
    rows = load_rallying()
    if fights(table, unit.id):
        return rows["melee"]
    away = nearest(base_of(unit), enemies_of(table, unit.side))
    return rows["near" if away is not None and away[0] < rows["far"].away else "far"]


def try_of(table: Table, unit: Unit, general: General) -> Try:
    """Return what a try to rally a unit takes of its general."""
    row = row_of(table, unit)
    with_it = joined_general(table, unit.id)
    added = load_rallying()["included"].least if with_it is not None and with_it.included else 0
    free = with_it == general and not general.free
    if not general.on_table:
        # The last point of a corps is spent by its last order, whatever that is (3.lost.point).
        cost = max(points.LAST_POINT, row.points)
    elif free:
        cost = 0
    else:
        cost = row.points + points.surcharge(table, general, (unit,))
    return Try(cost, row.least, added, row.clause, free)


def against_unit(table: Table, seat: Seat | None, key: str) -> Against:
    """Return why a unit cannot try to rally now."""
    unit = table.units.get(key)
    told = unit_term(key)
    if unit is None or unit.side != seat or not unit.on_table:
        return [refuse("rally.not_yours", "6.roll", unit=told)]
    if not unit.lost:
        return [refuse("rally.whole", "6.gain", unit=told)]
    if unit.moves:
        return [refuse("rally.moved", "6.moved", unit=told)]
    if unit.tried:
        return [refuse("rally.tried", "6.once", unit=told)]
    found = allies.against(table, unit)
    if found:
        return found
    general = points.general_for(table, unit)
    if general is None:
        return [refuse("points.nobody", "3.generals", who=(told,), n=1, corps=unit.corps)]
    return points.against(table, (key,), try_of(table, unit, general).cost, move=False)


def can_rally(table: Table, side: Seat) -> bool:
    """Say whether a side can try to rally anybody (6.when)."""
    return next(_who(table, side), None) is not None


def _who(table: Table, side: Seat | None) -> Iterator[Unit]:
    for one in standing_units(table, side):
        if one.lost and not against_unit(table, side, one.id):
            yield one


def _check(view: View, action: Rally) -> Against:
    return against_unit(view.table, view.viewer, action.who)


def _apply(play: Play, seat: str, action: Rally) -> None:
    unit = play.unit(action.who)
    general = points.general_for(play.table, unit)
    assert general is not None, "the check has found one"
    attempt = try_of(play.table, unit, general)
    points.pay(play, (unit.id,), attempt.cost, move=False)
    if attempt.free:
        play.change_general(general.id, free=True)
    die = play.die("rally")
    play.change(unit.id, tried=True)
    rallies = die >= attempt.needed
    if rallies:
        play.change(unit.id, lost=unit.lost - 1)
    play.tell(
        "rally.rallies" if rallies else "rally.fails",
        attempt.clause,
        unit=unit_term(unit),
        die=die,
        added=attempt.added,
        least=attempt.least,
        cost=attempt.cost,
        left=cohesion_left(play.unit(unit.id)),
    )


def odds(view: View, action: Rally) -> Odds:
    """Return the odds of a try that is allowed (6.roll)."""
    unit = view.table.units[action.who]
    general = points.general_for(view.table, unit)
    assert general is not None, "the check has found one"
    attempt = try_of(view.table, unit, general)
    good = Fraction(max(0, min(6, 7 - attempt.needed)), 6)
    chances = (Chance(Text("chance.rallies"), good), Chance(Text("chance.fails"), 1 - good))
    return Odds(
        Text("odds.rally", {"unit": unit_term(unit), "least": attempt.needed}),
        attempt.clause,
        tuple(one for one in chances if one.probability),
    )


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    for one in sorted(_who(view.table, view.viewer), key=lambda unit: (-unit.lost, unit.id)):
        general = points.general_for(view.table, one)
        if general is not None:
            attempt = try_of(view.table, one, general)
            told: Params = {
                "unit": unit_term(one),
                "cost": attempt.cost,
                "least": attempt.needed,
                "left": cohesion_left(one),
            }
            yield Option(one.id, Text("rally.unit", told))


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    unit = ordered_unit(view, filled.get("who", ""))
    general = None if unit is None else points.general_for(view.table, unit)
    if unit is None or general is None:
        return points_left(view)
    return points_left(view, unit.id, try_of(view.table, unit, general).cost)


RALLY: AnyVerb = Verb(
    model=Rally,
    phases=(Phase.RALLY,),
    check=_check,
    apply=_apply,
    options=_options,
    left=_left,
    possible=lambda view: can_rally(view.table, view.viewer or ""),
)

VERBS: tuple[AnyVerb, ...] = (RALLY,)

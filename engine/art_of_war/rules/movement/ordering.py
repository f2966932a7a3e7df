"""A move as an order: who may be told, how it goes, and what it costs (5).

Rules:
    3.points, 5.cause, 5.extra, 5.again, 5.difficult; ADG-R5, ADG-R6, ADG-R29.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.api import Refusal, Seat, Term
from engine.art_of_war.actions import Part
from engine.art_of_war.play import Against, unit_term
from engine.art_of_war.rules.command import allies, points
from engine.art_of_war.rules.melee.overlapping import overlaps_anybody
from engine.art_of_war.rules.movement import again, difficulty
from engine.art_of_war.rules.movement.grouping import against_group
from engine.art_of_war.rules.movement.marching import March, can_march, march, way_at_most
from engine.art_of_war.rules.movement.nearest import nearest
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import fights
from engine.kit.wording import refuse


@dataclass(frozen=True, slots=True)
class Order:
    """A move that may be made.

    Attributes:
        plan: How it goes.
        cost: What it costs.
        why: Why it is difficult, a word of ``routing.WHY``; "" where it is not.
        disorders: Whether it disorders who makes it.
    """

    plan: March
    cost: int
    why: str = ""
    disorders: bool = False


def against_unit(table: Table, seat: Seat | None, key: str) -> Against:
    """Return why a unit takes no orders to move now: not theirs, gone, in melee, told to charge."""
    unit = table.units.get(key)
    told = unit_term(key)
    if unit is None or unit.side != seat:
        return [refuse("move.not_yours", "5.cause", unit=told)]
    if not unit.on_table:
        return [refuse("move.away", "5.cause", unit=told)]
    if fights(table, key):
        return [refuse("move.fights", "5.breakoff", unit=told)]
    if any(key in one.who for one in table.declared):
        return [refuse("move.declared", "5.charge", unit=told)]
    return allies.against(table, unit)


def against_who(table: Table, seat: Seat | None, who: Sequence[str]) -> Against:
    """Return why a unit or group cannot be ordered to move, whatever the move is."""
    for key in who:
        found = against_unit(table, seat, key)
        if found:
            return found
    return against_group([table.units[key] for key in who])


def against_order(table: Table, who: Sequence[str], cost: int) -> Against:
    """Return why no move of a unit or group is to be had: moves made, enemies far, points short.

    Args:
        table: As it stands.
        who: The units, a group or one, who may be ordered otherwise.
        cost: What an easy move costs.
    """
    units = [table.units[key] for key in who]
    if again.made(units):
        found = again.against(table, units, near=again.could_come_near(table, units))
        if found:
            return found
    return points.against(table, who, cost)


def worked_out(
    table: Table,
    seat: Seat | None,
    who: Sequence[str],
    parts: Sequence[Part],
    calm: str,
) -> tuple[Order | None, Against]:
    """Return a move that may be made, or what is against it, and what would be legal instead."""
    against = against_who(table, seat, who)
    if against:
        return None, against
    cost = points.cost_of(table, who)
    against = against_order(table, who, cost)
    if against:
        return None, against
    order, against = planned(table, who, parts, calm, cost)
    units = [table.units[key] for key in who]
    return order, [*against, *_nearest(table, units, parts, against)]


def planned(
    table: Table, who: Sequence[str], parts: Sequence[Part], calm: str, cost: int
) -> tuple[Order | None, Against]:
    """Return a move of who may be ordered, or what is against it.

    Args:
        table: As it stands.
        who: The units, a group or one.
        parts: What they do.
        calm: What is to be done about what is difficult.
        cost: What an easy move costs.
    """
    plan, against = _gone(table, who, parts)
    if against:
        return None, against
    return _taken(table, plan, _why(table, plan, parts), calm, cost)


def can_go(table: Table, who: Sequence[str], parts: Sequence[Part], calm: str, cost: int) -> bool:
    """Say whether :func:`planned` finds a move."""
    units = [table.units[key] for key in who]
    if again.made(units) and not again.could_come_near_by(table, units, way_at_most(units, parts)):
        return False  # of itself, whether or not it can be gone
    if not can_march(table, units, parts):
        return False
    if _is_plain(units, parts):
        return True
    return planned(table, who, parts, calm, cost)[0] is not None


def _is_plain(units: Sequence[Unit], parts: Sequence[Part]) -> bool:
    """Say whether nothing is asked of a move but that it can be gone: a first one, and easy."""
    return not again.made(units) and not difficulty.reason(units, parts)


def takings(table: Table, who: Sequence[str], parts: Sequence[Part], cost: int) -> Iterator[str]:
    """Yield what may be done about what is difficult in a move of who may be ordered.

    "calm" alone where nothing is; nothing where the move cannot be made. See :func:`planned`.
    """
    units = [table.units[key] for key in who]
    if not can_march(table, units, parts):
        return
    if _is_plain(units, parts):
        yield "calm"
        return
    plan, against = _gone(table, who, parts)
    if against:
        return
    why = _why(table, plan, parts)
    for calm in ("pay", "disorder") if why else ("calm",):
        if _taken(table, plan, why, calm, cost)[0] is not None:
            yield calm


def _gone(table: Table, who: Sequence[str], parts: Sequence[Part]) -> tuple[March, Against]:
    """Return a move as it goes, difficult or not, and what is against it."""
    units = [table.units[key] for key in who]
    plan, against = march(table, units, parts)
    if not against and again.made(units):
        paths = [path for step in plan.stretches for path in step.paths]
        if not again.comes_near(table, units, paths):
            against = again.against(table, units, near=False)
    return plan, against


def _why(table: Table, plan: March, parts: Sequence[Part]) -> str:
    """Return why a move is difficult; "" where it is not, or ends in an overlap."""
    why = difficulty.reason(plan.units, parts)
    return "" if why and _overlaps(table, plan) else why


def _taken(
    table: Table, plan: March, why: str, calm: str, cost: int
) -> tuple[Order | None, Against]:
    """Return a move as an order, with something done about what is difficult; see `planned`."""
    dear = cost + difficulty.EXTRA
    paid = bool(why) and calm == "pay"
    against = difficulty.against(plan.units, why, calm, dear)
    if not against and paid:
        against = points.against(table, plan.keys, dear)
    if against:
        return None, against
    return Order(plan, dear if paid else cost, why, disorders=bool(why) and not paid), []


def _overlaps(table: Table, plan: March) -> bool:
    """Say whether one of a group ends where it overlaps an enemy (5.difficult.contact)."""
    return any(
        overlaps_anybody(table, unit, end)
        for unit, end in zip(plan.units, plan.bases[-1], strict=True)
    )


def _nearest(
    table: Table, units: Sequence[Unit], parts: Sequence[Part], against: Against
) -> Iterator[Refusal]:
    """Yield what would be legal instead of a move that is not."""
    found = nearest(table, units, parts)
    if found is not None and found != tuple(parts):
        yield refuse("move.nearest", against[0].rule, part=part_term(found[-1]))


def part_term(part: Part) -> Term:
    """Return a part of a move as a word for a sentence."""
    return Term("part", str(part))

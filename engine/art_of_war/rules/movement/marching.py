"""A move worked out part by part: where everybody stands after each, and what is against it (5).

Whatever can be refused of a move is found here: how its parts go together, ground and pace, the
edge of the table, enemies and friends in the way, zones of control, and where it may end. What it
costs, and whether it is difficult, is looked at by who gives the order.

Rules:
    5.group.whole, 5.terrain, 5.measure, 5.slide.once, 5.turns, 5.turns.alike, 5.through,
    5.through.end, 5.table.none, 5.zone; ADG-R64, ADG-R65, ADG-R66.
    Also 5.measure.parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import hypot
from typing import Final

from engine.api import Refusal, Term
from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.nearby import lasting, nearby
from engine.art_of_war.pieces import base_of_marker, standing_bases
from engine.art_of_war.plane.contact import collide, touch, within
from engine.art_of_war.plane.paths import Path, crosses, longest, passes_within, straight
from engine.art_of_war.plane.poses import UD, Base, Pose, placed
from engine.art_of_war.plane.shapes import Box, box, near_those, on_table
from engine.art_of_war.plane.tolerance import TOLERANCE
from engine.art_of_war.play import Against, unit_term, unit_terms
from engine.art_of_war.rules.melee.overlapping import overlaps_at
from engine.art_of_war.rules.movement import grammar, holds
from engine.art_of_war.rules.movement.grouping import hangs_together
from engine.art_of_war.rules.movement.manoeuvres import (
    SLIDES,
    STRAIGHT,
    Stretch,
    amount_of,
    course_of,
    stretch,
)
from engine.art_of_war.rules.movement.pacing import (
    ROAD_GIVES,
    follows_road,
    pace_of,
    works_crossed,
)
from engine.art_of_war.rules.movement.passing import may_pass
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import TABLE_DEPTH, TABLE_WIDTH, base_of, profile_of
from engine.data.cache import cached
from engine.kit.wording import refuse

SIZE = (TABLE_WIDTH, TABLE_DEPTH)

_CLOSE: Final = 3 * TOLERANCE
"""Who is farther from what a base's body sweeps than this neither bars its way nor touches it."""

_SHY: Final = 2 * TOLERANCE
"""So much less than 1 UD from a marker of ambush is too near."""


@dataclass
class March:
    """A move of a unit or group as far as it has been worked out.

    Attributes:
        table: As it stands before.
        units: Who moves.
        bases: Where they stand after each part, first where they begin.
        stretches: What each part came to.
        used: What it takes of the move so far, in hundredths.
        allowed: How far it may go over the ground crossed so far.
        chosen: By unit, the enemies whose zone it moves by, where it stands in some (5.zone.many).
        others: All others that stand on the table, by id, with their bases and what these span.
    """

    table: Table
    units: tuple[Unit, ...]
    bases: list[tuple[Base, ...]] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    used: int = 0
    allowed: int = 0
    chosen: dict[str, frozenset[str]] = field(default_factory=dict)
    others: tuple[tuple[tuple[str, Base], Box], ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The ids of who moves."""
        return tuple(one.id for one in self.units)

    @property
    def ends(self) -> tuple[Pose, ...]:
        """Where everybody stands so far."""
        return tuple(base.pose for base in self.bases[-1])

    def paths_of(self, place: int) -> list[Path]:
        """Return what one of them has swept so far, part by part."""
        return [one.paths[place] for one in self.stretches]


def march(table: Table, units: Sequence[Unit], parts: Sequence[Part]) -> tuple[March, Against]:
    """Return a move worked out as far as it is legal, and what is against going on."""
    parts = tuple(parts)
    near, those = near_way(table, units, parts)
    plan, against = _whole(near, those, parts)
    return replace(plan, table=table, units=tuple(units)), [*against]


def near_way(
    table: Table, units: Sequence[Unit], parts: Iterable[Part]
) -> tuple[Table, tuple[Unit, ...]]:
    """Return all of a table that can matter to a move of some units, and them as on it."""
    return nearby(table, units, way_at_most(units, parts))


def can_march(table: Table, units: Sequence[Unit], parts: Sequence[Part]) -> bool:
    """Say whether a move is legal as far as :func:`march` looks: what it costs is not asked."""
    near, those = near_way(table, units, parts)
    return _is_legal(near, those, tuple(parts))


@lasting
def _is_legal(table: Table, units: tuple[Unit, ...], parts: tuple[Part, ...]) -> bool:
    return not _whole(table, units, parts)[1]


def way_at_most(units: Sequence[Unit], parts: Iterable[Part]) -> int:
    """Return how far at most anything of some units comes, in hundredths, by what they do."""
    return sum(_way_of(units, part) for part in parts)


def _way_of(units: Sequence[Unit], part: Part) -> int:
    if part.do in STRAIGHT | SLIDES:
        return abs(amount_of(part))
    if len(units) == 1:
        return UD  # no corner of a base that turns about another comes farther
    spread = max(_between(one, other) for one in units for other in units)
    return 2 * round(spread) + len(units) * 2 * UD + 4 * UD


def _between(one: Unit, other: Unit) -> float:
    assert one.pose is not None
    assert other.pose is not None
    return hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y)


@cached
def _whole(
    table: Table, units: tuple[Unit, ...], parts: tuple[Part, ...]
) -> tuple[March, Sequence[Refusal]]:
    """Return a move worked out as far as it is legal, its end too."""
    plan, against = _marched(table, units, parts)
    return plan, against or _against_end(plan)


@cached
def _marched(
    table: Table, units: tuple[Unit, ...], parts: tuple[Part, ...]
) -> tuple[March, Sequence[Refusal]]:
    """Return a move worked out as far as it goes, whether or not it can end there.

    What is asked after it begins with the same parts mostly, and goes on from where those lead.
    """
    if not parts:
        return _start(table, units), ()
    before, found = _marched(table, units, parts[:-1])
    if found:
        return before, found
    against = grammar.against(units, parts)
    if against:
        return before, against
    plan = replace(before, bases=[*before.bases], stretches=[*before.stretches])
    return plan, _against_part(plan, parts)


def _start(table: Table, units: tuple[Unit, ...]) -> March:
    plan = March(table, units, [tuple(base_of(one) for one in units)])
    keys = frozenset(plan.keys)
    plan.others = tuple((one, box(one[1])) for one in standing_bases(table) if one[0] not in keys)
    plan.allowed = _allowed(plan)
    return plan


def _against_part(plan: March, parts: Sequence[Part]) -> Against:
    """Add the last of some parts to a move; return why it cannot be done, and then leave it out."""
    part, bases = parts[-1], plan.bases[-1]
    plates = [profile_of(one).troop.plate for one in plan.units]
    step = stretch(bases, plates, part)
    if step is None:
        told = unit_terms(plan.keys)
        return [refuse("move.formation", grammar.CLAUSES[part.do], who=told, n=len(told))]
    ends = tuple(placed(base, end) for base, end in zip(bases, step.ends, strict=True))
    against = (
        _against_edge(plan, ends)
        or _against_others(plan, step, ends)
        or _against_ambush(plan, step)
    )
    if against:
        return against
    chosen, against = holds.against(plan.table, plan.units, plan.chosen, part, step, ends, bases)
    if against:
        return against
    plan.bases.append(ends)
    plan.stretches.append(step)
    allowed = _allowed(plan)
    used = plan.used + step.length + _works(plan, step) + grammar.taken_besides(plan.units, parts)
    if not allowed or used > allowed:
        plan.bases.pop()
        plan.stretches.pop()
        return [_tooway_at_most(plan, used, allowed)]
    plan.allowed, plan.used, plan.chosen = allowed, used, chosen
    return []


def _tooway_at_most(plan: March, used: int, allowed: int) -> Refusal:
    told = unit_terms(plan.keys)
    if not allowed:
        return refuse("move.ground", "5.table.none", who=told, n=len(told))
    figures = {"by": Fraction(used, UD), "most": Fraction(allowed, UD)}
    return refuse("move.far", "5.table", who=told, n=len(told), **figures)


def _allowed(plan: March) -> int:
    """Return how far the slowest goes over the worst of its ground so far (5.group.pace)."""
    slowest = min(
        pace_of(
            plan.table,
            unit,
            [bases[place] for bases in plan.bases],
            plan.paths_of(place),
        )
        for place, unit in enumerate(plan.units)
    )
    if slowest and follows_road(plan.table, plan.bases[0], plan.bases[-1]):
        return slowest + ROAD_GIVES
    return slowest


def _works(plan: March, step: Stretch) -> int:
    return max(
        works_crossed(plan.table, unit, (path,))
        for unit, path in zip(plan.units, step.paths, strict=True)
    )


def _against_edge(plan: March, ends: Sequence[Base]) -> Against:
    for unit, base in zip(plan.units, ends, strict=True):
        if not on_table(base, SIZE):
            return [refuse("move.off", "5.leave", unit=unit_term(unit))]
    return []


def _against_others(plan: March, step: Stretch, ends: Sequence[Base]) -> Against:
    """Return who is in the way: enemies, and one's own who may not be passed.

    One's own camp may be touched, and is never passed.
    """
    course = plan.bases[-1][0].pose.facing if step.course is None else step.course
    for place, unit in enumerate(plan.units):
        for key, base in near_those(step.paths[place].span, plan.others, _CLOSE):
            met = crosses(step.paths[place], base)
            if _is_enemy(plan, unit, key):
                if met or _meets(plan, unit, ends[place], key, base):
                    told = {"unit": unit_term(unit), "enemy": _term(key)}
                    return [refuse("move.enemy", "5.charge", **told)]
            elif met and not _passes(plan, unit, key, course):
                return [refuse("move.friend", "5.through", unit=unit_term(unit), friend=_term(key))]
    return []


def _against_ambush(plan: March, step: Stretch) -> Against:
    """Return an enemy marker of ambush nearer than 1 UD to which they would come (ADG-R96).

    There a move ends, since what is beneath it is found out. Who stands so near may go on.
    """
    for marker in plan.table.markers.values():
        if marker.side == plan.units[0].side:
            continue
        base = base_of_marker(marker)
        for unit, here, path in zip(plan.units, plan.bases[-1], step.paths, strict=True):
            if not within(here, base, UD) and passes_within(path, base, UD - _SHY):
                told = {"unit": unit_term(unit), "marker": Term("marker", marker.id)}
                return [refuse("move.ambush", "10.hidden", **told)]
    return []


def _is_enemy(plan: March, unit: Unit, key: str) -> bool:
    """Say whether another unit, or a camp, is of the other side."""
    table = plan.table
    other = table.units.get(key) or table.camps[key]
    return other.side != unit.side


def _passes(plan: March, unit: Unit, key: str, course: int) -> bool:
    """Say whether a unit that goes on a course may go through somebody of its side."""
    other = plan.table.units.get(key)
    return other is not None and may_pass(plan.table, unit, other, course)


def free_way(plan: March, do: Manoeuvre, limit: int) -> int:
    """Return how far a move could go straight on, or back, before somebody or the edge bars it.

    In hundredths, up to a limit; whether it may end there, and where zones hold, is not asked.
    """
    way, course = course_of(plan.bases[-1], do)
    for unit, base in zip(plan.units, plan.bases[-1], strict=True):
        span = straight(base, way, limit).span
        barring = [
            other
            for key, other in near_those(span, plan.others, TOLERANCE)
            if _is_enemy(plan, unit, key) or not _passes(plan, unit, key, course)
        ]
        limit = longest(base, barring, way, limit, SIZE)
    return limit


def _meets(plan: March, unit: Unit, end: Base, key: str, base: Base) -> bool:
    """Say whether a base would come into contact with an enemy, but to overlap (5.charge)."""
    return touch(end, base) and not overlaps_at(plan.table, unit, end, key)


def _term(key: str) -> Term:
    return unit_term(key)


def _against_end(plan: March) -> Against:
    """Return why a move cannot end where it does (5.through.end, 5.group.whole)."""
    ends = plan.bases[-1]
    for unit, end in zip(plan.units, ends, strict=True):
        for key, base in near_those(box(end), plan.others, 0):
            if collide(end, base):
                return [refuse("move.on", "5.through.end", unit=unit_term(unit), friend=_term(key))]
    for place, end in enumerate(ends):
        for other in range(place):
            if collide(end, ends[other]):
                pair = {"unit": unit_term(plan.units[place]), "friend": _term(plan.keys[other])}
                return [refuse("move.on", "5.through.end", **pair)]
    if not hangs_together(ends):
        told = unit_terms(plan.keys)
        return [refuse("move.apart", "5.group.whole", who=told, n=len(told))]
    return []

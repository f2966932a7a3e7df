"""How cohesion is lost, and how units are routed and flee.

:func:`lose` is the one way in which cohesion is lost; who has none left is routed at once.

Rules:
    1.states.routed, 9, 9.behind, 9.face, 9.engines, 9.light, 9.phalanx, 9.elephants; ADG-R47,
    ADG-R85.
    Also 1.states, 1.states.removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.api import Term
from engine.art_of_war.plane.angles import HALF, QUARTER
from engine.art_of_war.plane.contact import beyond, collide
from engine.art_of_war.plane.poses import UD, Base, Edge, ahead, onward, placed, spun
from engine.art_of_war.plane.tolerance import TOLERANCE
from engine.art_of_war.play import Play, unit_term, unit_terms
from engine.art_of_war.rules.melee.phalanx import second_of
from engine.art_of_war.rules.rout import leaders
from engine.art_of_war.state import Place, Table, Unit, contacts_of, standing_units
from engine.art_of_war.survey import base_of, cohesion_left, type_of
from engine.art_of_war.tables.combat import load_combat
from engine.art_of_war.troops import ENGINES, TroopType

WHY: Mapping[str, str] = MappingProxyType(
    {
        "shooting": "7.loss",
        "melee": "8.result.win",
        "confronted": "8.conform.rout",
        "flank": "8.flank.fighting",
        "general": "8.leaders.risk",
        "panic": "9.behind",
        "phalanx": "9.phalanx",
        "elephants": "9.elephants.harm",
        "difficult": "5.difficult",
        "third": "5.again.third",
        "impetuous": "5.impetuous.disorder",
        "failed": "5.impetuous.failed",
        "forced": "5.forced",
        "reached": "5.evade.reached",
        "caught": "5.evade.caught",
        "swept": "8.destroyed",
        "pursued": "9.pursuit.light",
    }
)
"""Why cohesion is lost, or a unit destroyed, and the clause that says so."""

REACH = UD + 2 * TOLERANCE
"""How deep the ground is looked at behind who flees, so that who is just 1 UD away counts."""

_TURNS: Mapping[Edge, int] = {"front": 0, "right": QUARTER, "rear": HALF, "left": -QUARTER}


@dataclass(frozen=True, slots=True)
class Loss:
    """Cohesion that a unit loses.

    Attributes:
        unit: Which.
        points: How much; more than it has left is all of it.
        why: A word of :data:`WHY`.
        by: The enemy who caused it, from whom it flees; "" for nobody.
    """

    unit: str
    points: int
    why: str
    by: str = ""


def lose(play: Play, key: str, points: int, why: str, *, by: str = "") -> None:
    """Let a unit lose cohesion, and be routed where none is left."""
    lose_all(play, (Loss(key, points, why, by),))


def lose_all(play: Play, losses: Iterable[Loss]) -> None:
    """Let several lose cohesion at once, then rout those who have none left, in that order."""
    beaten = []
    for one in losses:
        unit = play.table.units[one.unit]
        left = cohesion_left(unit)
        points = min(one.points, left)
        if not unit.on_table or points <= 0:
            continue
        play.change(unit.id, lost=unit.lost + points)
        play.tell(
            "cohesion.lost",
            WHY[one.why],
            unit=unit_term(unit),
            n=points,
            left=left - points,
            why=Term("why", one.why),
        )
        if points == left:
            beaten.append(one)
    for one in beaten:
        _rout(play, one.unit, one.by)


def destroy(play: Play, key: str, why: str, by: str = "") -> None:
    """Let a unit be destroyed on the spot: it does not flee, and nobody minds (ADG-R47)."""
    unit = play.unit(key)
    if not unit.on_table:
        return
    play.tell("unit.destroyed", WHY[why], unit=unit_term(unit), why=Term("why", why))
    _remove(play, unit, by)


def _remove(play: Play, unit: Unit, by: str) -> None:
    """Take a unit off the table, and throw for its general."""
    play.without_contacts(unit.id)
    play.change(unit.id, place=Place.ROUTED, pose=None, lost=unit.lost + cohesion_left(unit))
    leaders.bereave(play, unit, by)


def _rout(play: Play, key: str, by: str) -> None:
    """Let a unit that has no cohesion left flee, and whoever stands in its way suffer (9)."""
    unit = play.unit(key)
    if not unit.on_table:
        return
    if type_of(unit) in ENGINES:
        play.tell("rout.engines", "9.engines", unit=unit_term(unit))
        _remove(play, unit, by)
        return
    foes = unit_terms((by,) if by else ())
    play.tell("rout.flees", "9", unit=unit_term(unit), foes=foes, n=len(foes))
    base = faced(play.table, unit, by)
    if type_of(unit) is TroopType.EL:
        losses = _fury(play, unit, base)
    else:
        losses = tuple(_panic(play.table, unit, base))
    _remove(play, unit, by)
    lose_all(play, losses)


def faced(table: Table, unit: Unit, by: str) -> Base:
    """Return a unit's base turned towards who routs it; as it stands where nobody does (9.face)."""
    base = base_of(unit)
    foe = table.units.get(by)
    if foe is None or not foe.on_table:
        return base
    return placed(base, spun(base, _TURNS[_side_of(table, unit, foe)]))


def _side_of(table: Table, unit: Unit, foe: Unit) -> Edge:
    """Return over which edge of a unit an enemy is: the one they touch, or stand before."""
    for one in contacts_of(table, unit.id):
        if one.one == foe.id:
            return one.edge
        if one.two == foe.id:
            return "front"
    over = beyond(base_of(foe), base_of(unit))
    return next((edge for edge in _NEAREST if edge in over), "front")


_NEAREST: Sequence[Edge] = ("front", "rear", "left", "right")
"""Who stands beyond several edges is met in front if that can be, otherwise in the rear."""


def band(base: Base, edge: Edge) -> Base:
    """Return the ground 1 UD deep beyond an edge of a base."""
    side = onward(base, edge)
    return Base(ahead(side.pose, REACH), side.width, REACH)


def _in_band(table: Table, unit: Unit, base: Base, edge: Edge) -> Iterator[Unit]:
    """Yield all others who stand in the ground that a unit flees through first."""
    ground = band(base, edge)
    for one in standing_units(table):
        if one.id != unit.id and collide(ground, base_of(one)):
            yield one


def _panic(table: Table, unit: Unit, base: Base) -> Iterator[Loss]:
    """Yield what friends lose behind a unit that flees (9.behind, 9.light, 9.phalanx)."""
    second = second_of(table, unit)
    if second is not None:
        yield Loss(second.id, 1, "phalanx")
    light = type_of(unit) is TroopType.LI
    for one in _in_band(table, unit, base, "rear"):
        minds = one.side == unit.side and (not light or type_of(one) is TroopType.LI)
        if minds and one != second:
            yield Loss(one.id, 1, "panic")


def _fury(play: Play, unit: Unit, base: Base) -> tuple[Loss, ...]:
    """Throw where routed elephants run, and return what they do there (9.elephants)."""
    die = play.die("elephants")
    edge = load_combat().elephants[die]
    play.tell(
        "rout.elephants",
        "9.elephants.dice",
        unit=unit_term(unit),
        die=die,
        direction=Term("direction", edge),
    )
    return tuple(
        Loss(one.id, 1, "elephants")
        for one in _in_band(play.table, unit, base, edge)
        if type_of(one) is not TroopType.LI
    )

"""Who shoots together at one target, and what their dice come to: for rule and odds alike.

Rules:
    7.support, 7.roll, 7.loss, 7.modifier, 7.cap, 7.light, 7.mixed, 2.quality.dice,
    8.works.protection, 10.cover; ADG-R1, ADG-R9, ADG-R28, ADG-R30.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.api import Seat
from engine.art_of_war import bonuses
from engine.art_of_war.ground import cover_at
from engine.art_of_war.plane.contact import beyond
from engine.art_of_war.rules.melee.adding import Added
from engine.art_of_war.rules.melee.pairs import engaged
from engine.art_of_war.rules.melee.works import work_before
from engine.art_of_war.rules.shooting.aiming import Aim, aim_of, can_shoot
from engine.art_of_war.state import Table, Unit, standing_units
from engine.art_of_war.survey import base_of, is_light, profile_of
from engine.art_of_war.tables.combat import load_combat
from engine.art_of_war.troops import load_troops
from engine.chances.probability import Distribution, dice


@dataclass(frozen=True, slots=True)
class Volley:
    """All that is shot at one target in a phase, before the dice.

    Attributes:
        shooter: The main one.
        backers: Who supports.
        target: At whom.
        added: What is added to the shooter's die.
        protection: What is added to the target's.
        edge: From what difference of the dice on the shooter adds 1 if theirs is higher.
        target_edge: The same of the target.
    """

    shooter: str
    backers: tuple[str, ...]
    target: str
    added: tuple[Added, ...]
    protection: int
    edge: int
    target_edge: int

    @property
    def who(self) -> tuple[str, ...]:
        """All who shoot, the main one first."""
        return (self.shooter, *self.backers)

    @property
    def total(self) -> int:
        """The sum of what is added to the shooter's die, but for quality."""
        return sum(one.value for one in self.added)


def qualities(volley: Volley, die: int, against: int) -> tuple[int, int]:
    """Return what quality adds for the shooter and for the target (2.quality.dice, ADG-R1)."""
    ahead = die - against
    return int(ahead >= volley.edge), int(-ahead >= volley.target_edge)


def strikes(volley: Volley, die: int, against: int) -> bool:
    """Say whether the target loses cohesion by two dice (7.loss)."""
    mine, theirs = qualities(volley, die, against)
    return die + volley.total + mine > against + volley.protection + theirs


def chances(volley: Volley) -> Distribution[bool]:
    """Return how likely the target is to lose cohesion."""
    return dice(2).map(lambda shown: strikes(volley, *shown))


def volleys(table: Table, side: Seat, idle: Collection[str] = ()) -> tuple[Volley, ...]:
    """Return what a side shoots as the table stands, in the order of its main shooters.

    Args:
        table: As it stands.
        side: Whose.
        idle: Who of them was told not to shoot.
    """
    fighting = engaged(table)
    aimed: dict[str, list[tuple[Unit, Aim]]] = {}
    for unit in standing_units(table, side):
        if unit.id in idle or not can_shoot(table, unit, fighting):
            continue
        aim = aim_of(table, unit, fighting)
        if aim is not None:
            aimed.setdefault(aim.target, []).append((unit, aim))
    found = (_volley(table, table.units[key], who) for key, who in aimed.items())
    return tuple(sorted(found, key=lambda one: one.shooter))


def _volley(table: Table, target: Unit, who: Sequence[tuple[Unit, Aim]]) -> Volley:
    """Return all that is shot at one target: the best of them is the main shooter (ADG-R30)."""

    def weight(one: tuple[Unit, Aim]) -> tuple[int, int, str]:
        unit, aim = one
        gained = sum(each.value for each in _added(table, unit, target))
        return protection_of(table, unit, target) - gained, aim.away, unit.id

    (main, _), *others = sorted(who, key=weight)
    quality = load_troops().qualities
    return Volley(
        main.id,
        tuple(unit.id for unit, _ in others),
        target.id,
        (*_added(table, main, target), *_backing([unit for unit, _ in others])),
        protection_of(table, main, target),
        quality[profile_of(main).quality].margin,
        quality[profile_of(target).quality].margin,
    )


def _added(table: Table, unit: Unit, target: Unit) -> tuple[Added, ...]:
    """Return what is added to a main shooter's die by itself (7.modifier)."""
    profile = profile_of(unit)
    weapon = profile.weapon
    assert weapon is not None, f"{unit.id} has nothing to shoot with"
    known = load_combat().shooting
    found = (
        Added("light", weapon.modifier),
        Added("table", bonuses.aim(profile, profile_of(target))),
        Added("cover", -cover_at(table, base_of(target))),
        Added("disordered", known["disordered"].value if unit.lost else 0),
    )
    return tuple(one for one in found if one.value)


def _backing(units: Sequence[Unit]) -> tuple[Added, ...]:
    """Return what those add who support a main shooter (7.support, 7.light)."""
    combat = load_combat()
    light = sum(map(is_light, units))
    given = combat.light_support(light)
    given += (len(units) - light) * combat.shooting["backing"].value
    given = min(given, combat.most["backing"])
    return (Added("backing", given),) if given else ()


def protection_of(table: Table, unit: Unit, target: Unit) -> int:
    """Return what of a target's protection a shooter's weapon leaves (7.cap)."""
    profile = profile_of(target)
    weapon = profile_of(unit).weapon
    assert weapon is not None, f"{unit.id} has nothing to shoot with"
    own = profile.protection
    across = "front" in beyond(base_of(unit), base_of(target))
    if across and work_before(table, target) is not None:
        own += load_combat().shooting["work_protection"].value
    return max(0, weapon.left_of(own, profile.troop.type, shields=profile.shields))

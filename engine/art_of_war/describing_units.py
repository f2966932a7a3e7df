"""One unit or group in words: where it stands, what it is, what it has done, who is near.

Lengths are said in UD, from base to base as the rules measure them; bearings by the compass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.api import Params, Term, Text
from engine.art_of_war.compass import bearing_word, facing_word
from engine.art_of_war.describing_troops import declared, melees, troops, what_of
from engine.art_of_war.ground import features_at
from engine.art_of_war.plane.contact import distance
from engine.art_of_war.plane.poses import UD, Base, centre
from engine.art_of_war.play import general_term, side_term, unit_term, unit_terms
from engine.art_of_war.points import spot_word
from engine.art_of_war.profiles import Profile
from engine.art_of_war.rules.command.distance import in_command, place_of, reach_of
from engine.art_of_war.rules.movement.zones import holding
from engine.art_of_war.rules.setting_up.ambush import marker_term
from engine.art_of_war.rules.setting_up.terrain import terrain_term
from engine.art_of_war.state import (
    GONE,
    Place,
    Table,
    Unit,
    commander_of,
    contacts_of,
    joined_general,
)
from engine.art_of_war.survey import (
    base_of,
    cohesion_left,
    enemies_of,
    fights,
    nearest,
    profile_of,
)
from engine.art_of_war.troops import Pace

_NOT_THERE = (
    (Place.WAITING, "describe.unit.waiting"),
    (Place.MARCH, "describe.unit.march"),
    (Place.ROUTED, "describe.unit.routed"),
    (Place.LEFT, "describe.unit.left"),
)
"""Where a unit is that stands nowhere."""

Near = tuple[int, Unit] | None
"""How far away somebody stands, in hundredths of a UD, and who it is."""


def group(table: Table, units: Sequence[Unit]) -> Iterator[Text]:
    """Yield where the units of a group stand, how they are, whom they fight, and who is near."""
    yield from troops(units)
    keys = {one.id for one in units}
    yield from melees(one for one in table.contacts if keys & {one.one, one.two})
    yield from declared(
        one for one in table.declared if one.target in keys or not keys.isdisjoint(one.who)
    )
    on_table = [one for one in units if one.on_table]
    for one in on_table:
        yield from _led(table, one, far_only=True)
    near = [(nearest(base_of(one), enemies_of(table, one.side)), one) for one in on_table]
    found = min(
        ((enemy[0], one.id, enemy, one) for enemy, one in near if enemy is not None),
        key=lambda each: each[:2],
        default=None,
    )
    if found is not None and not fights(table, found[3].id):
        yield from distance_told(unit_term(found[3]), base_of(found[3]), found[2])


# -- one unit ----------------------------------------------------------------------------------


def unit(table: Table, one: Unit) -> Iterator[Text]:
    """Yield everything there is to say of a unit."""
    who = unit_term(one)
    told: Params = {"who": who, "seat": side_term(one.side), "corps": one.corps}
    yield Text("describe.unit", {**told, "what": what_of(one)})
    profile = profile_of(one)
    yield from _where(table, one)
    yield from _figures(who, one, profile)
    yield from traits_told(who, profile)
    leader = joined_general(table, one.id)
    if leader is not None:
        code = "describe.unit.led.fighting" if leader.fights else "describe.unit.led"
        yield Text(code, {"who": who, "general": general_term(leader)})
    if not one.on_table:
        return
    yield from _deeds(who, one)
    yield from melees(contacts_of(table, one.id))
    yield from declared(each for each in table.declared if one.id in (*each.who, each.target))
    yield from _led(table, one)
    holders = holding(table, base_of(one), one.side, (one.id,))
    if holders:
        yield Text("describe.unit.zone", {"who": who, "foes": unit_terms(holders)})
    if not fights(table, one.id):
        enemy = nearest(base_of(one), enemies_of(table, one.side))
        yield from distance_told(who, base_of(one), enemy)


def _where(table: Table, one: Unit) -> Iterator[Text]:
    who = unit_term(one)
    if one.place is Place.AMBUSH and one.pose is not None:
        at = spot_word(one.pose.x, one.pose.y)
        marker = marker_term(one.marker)
        yield Text("describe.unit.ambush", {"who": who, "marker": marker, "at": at})
    elif one.on_table and one.pose is not None:
        at = spot_word(one.pose.x, one.pose.y)
        facing = facing_word(one.pose.facing)
        yield Text("describe.unit.at", {"who": who, "at": at, "facing": facing})
        ground = tuple(terrain_term(each.kind) for each in features_at(table, base_of(one)))
        if ground:
            yield Text("describe.unit.in", {"who": who, "terrain": ground})
    for place, code in _NOT_THERE:
        if one.place is place:
            yield Text(code, {"who": who})


def _figures(who: Term, one: Unit, profile: Profile) -> Iterator[Text]:
    if one.place not in GONE:
        full = profile.troop.cohesion
        yield Text("describe.unit.cohesion", {"who": who, "n": cohesion_left(one), "full": full})
    yield Text("describe.unit.protection", {"who": who, "n": profile.protection})
    yield pace_told(who, profile.pace)
    if profile.weapon is not None:
        weapon = Term("weapon", profile.weapon.key)
        ud = Fraction(profile.weapon.range, UD)
        yield Text("describe.unit.shoots", {"who": who, "weapon": weapon, "ud": ud})


def pace_told(who: Term, pace: Pace) -> Text:
    """Return how far a move goes over each kind of ground that may be entered (5.table)."""
    if not pace.open:
        return Text("describe.unit.pace.none", {"who": who})
    told: Params = {"who": who, "open": Fraction(pace.open, UD)}
    if not pace.rough:
        return Text("describe.unit.pace.open", told)
    rough: Params = {**told, "rough": Fraction(pace.rough, UD)}
    if not pace.difficult:
        return Text("describe.unit.pace.rough", rough)
    return Text("describe.unit.pace", {**rough, "difficult": Fraction(pace.difficult, UD)})


def traits_told(who: Term, profile: Profile) -> Iterator[Text]:
    """Yield what troops do otherwise than most (5.impetuous, 5.clumsy, 5.evade, 5.zone)."""
    traits = tuple(
        Term("trait", word)
        for word, has in (
            ("impetuous", profile.impetuous),
            ("clumsy", profile.clumsy and not profile.impetuous),
            ("evades", profile.evades),
            ("zoneless", not profile.troop.zone),
        )
        if has
    )
    if traits:
        yield Text("describe.unit.traits", {"who": who, "traits": traits})


def _deeds(who: Term, one: Unit) -> Iterator[Text]:
    """Yield what a unit has done in this turn, as far as the rest of it hangs on that."""
    if one.moves:
        yield Text("describe.unit.moves", {"who": who, "n": one.moves})
    deeds = tuple(
        Term("deed", word)
        for word, done in (
            ("shot", one.shot),
            ("charged", one.charged),
            ("evaded", one.evaded),
            ("held", one.held),
            ("tried", one.tried),
        )
        if done
    )
    if deeds:
        yield Text("describe.unit.deeds", {"who": who, "deeds": deeds})


def _led(table: Table, one: Unit, *, far_only: bool = False) -> Iterator[Text]:
    """Yield how far away the general is whose orders a unit hears, and whether it hears them."""
    leader = commander_of(table, one.side, one.corps)
    if leader is None or not leader.on_table or leader.unit == one.id:
        return
    hears = in_command(table, leader, one)
    if hears and far_only:
        return
    told: Params = {
        "who": unit_term(one),
        "general": general_term(leader),
        "ud": Fraction(distance(place_of(table, leader), base_of(one)), UD),
        "reach": Fraction(reach_of(leader, one), UD),
    }
    yield Text("describe.unit.hears" if hears else "describe.unit.deaf", told)


def distance_told(who: Term, base: Base, enemy: Near) -> Iterator[Text]:
    """Yield how far away the nearest enemy is, and in which direction; nothing where there is none.

    Args:
        who: From whom it is measured.
        base: Their base.
        enemy: What :func:`~engine.art_of_war.survey.nearest` found.
    """
    if enemy is None:
        return
    away, foe = enemy
    (x, y), (far_x, far_y) = centre(base), centre(base_of(foe))
    told: Params = {
        "who": who,
        "foe": unit_term(foe),
        "ud": Fraction(away, UD),
        "bearing": bearing_word(round(far_x - x), round(far_y - y)),
    }
    yield Text("describe.nearest", told)

"""What can be looked up: all that a viewer sees on the table, and kinds of troops and generals.

It is said from the viewer's table alone, in which the other side's hidden units are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Final

from engine.api import Param, Params, Term, Text
from engine.art_of_war import describing_generals as generals
from engine.art_of_war import describing_places as places
from engine.art_of_war import describing_units as units
from engine.art_of_war import secret_orders
from engine.art_of_war.ids import letter_of, short_of, side_of
from engine.art_of_war.play import general_term, unit_term
from engine.art_of_war.profiles import Profile, choices, profile
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.setting_up.ambush import marker_term
from engine.art_of_war.rules.setting_up.terrain import terrain_term
from engine.art_of_war.state import (
    Feature,
    General,
    Marker,
    Table,
    Unit,
    View,
    commander_of,
    contacts_of,
    joined_general,
)
from engine.art_of_war.survey import profile_of
from engine.art_of_war.troops import UD, load_troops
from engine.art_of_war.weapons import load_weapons
from engine.kit.looking_up import own_first
from engine.subjects import About, Subject

_TYPE: Final = "type:"
"""Begins the key of a kind of troops."""
_RANK: Final = "rank:"
"""Begins that of a quality of generals."""
_GROUND: Final = "terrain:"
"""Begins that of a terrain element."""

_LED_BY: Final = ("3.generals", "3.distance", "3.points", "3.move", "8.leaders")
_LYING: Final = ("10", "5.table")


def subjects(view: View) -> Iterator[Subject]:
    """Yield units, generals and what lies on the table, the viewer's own first; then kinds."""
    table, viewer = view.table, view.viewer
    for unit in own_first(table.units.values(), viewer):
        yield Subject(unit.id, unit_term(unit), (short_of(unit.id),))
    for general in own_first(table.generals.values(), viewer):
        yield Subject(general.id, general_term(general), (short_of(general.id),))
    for camp in own_first(table.camps.values(), viewer):
        yield Subject(camp.id, Term("camp", camp.id), (short_of(camp.id),))
    for marker in own_first(table.markers.values(), viewer):
        yield Subject(marker.id, marker_term(marker.id), (short_of(marker.id),))
    for work in own_first(table.works.values(), viewer):
        yield Subject(work.id, Term("work", work.id))
    for ground in table.features.values():
        told: Params = {"feature": Term("feature", ground.id), "terrain": terrain_term(ground.kind)}
        yield Subject(_GROUND + ground.id, Text("about.feature", told), (ground.id,))
    for troop in load_troops().troops.values():
        yield Subject(_TYPE + troop.key, Term("troop", troop.key), (troop.code,))
    for rank in load_ranks():
        yield Subject(_RANK + rank, Text("about.rank.name", {"rank": Term("rank", rank)}))


def about(view: View, key: str) -> About | None:
    """Return what is known of who or what has a key."""
    table = view.table
    if key in table.units:
        return _unit(table, table.units[key])
    if key in table.generals:
        return _general(table, table.generals[key])
    if key in table.markers:
        return _marker(view, table.markers[key])
    if key in table.camps:
        told = tuple(places.camp(table, table.camps[key]))
        return About(told, at=key, side=side_of(key), rules=("8.camp", "8.camp.fortified"))
    if key in table.works:
        told = tuple(places.work(table.works[key]))
        return About(told, at=key, side=side_of(key), rules=("8.works",))
    start, _, rest = key.partition(":")
    if start + ":" == _GROUND and rest in table.features:
        return _feature(table, table.features[rest])
    if start + ":" == _TYPE and rest in load_troops().troops:
        return _troop(view, rest)
    return _rank(view, rest) if start + ":" == _RANK and rest in load_ranks() else None


def _shortly(told: Iterable[Text], key: str) -> tuple[Text, ...]:
    """Return what is told of somebody with their short name: in full it stands above."""
    short = Term("short", short_of(key))

    def named(value: Param) -> Param:
        return short if isinstance(value, Term) and value.key == key else value

    return tuple(
        Text(one.code, {name: named(value) for name, value in one.params.items()}) for one in told
    )


def _unit(table: Table, unit: Unit) -> About:
    leader = joined_general(table, unit.id) or commander_of(table, unit.side, unit.corps)
    fought = (key for one in contacts_of(table, unit.id) for key in (one.one, one.two))
    charged = (
        key
        for one in table.declared
        if unit.id in (*one.who, one.target)
        for key in (*one.who, one.target)
    )
    group = (one.id for one in table.units.values() if _is_grouped(one, unit))
    led = (leader.id for leader in (leader,) if leader is not None)
    near = dict.fromkeys(chain(fought, charged, led, group, (_TYPE + unit.troop,)))
    return About(
        what=_shortly(units.unit(table, unit), unit.id),
        who=unit.id,
        at=unit.id if unit.pose is not None else "",
        side=unit.side,
        beside=tuple(key for key in near if key != unit.id),
        rules=_rules(profile_of(unit)),
    )


def _is_grouped(one: Unit, other: Unit) -> bool:
    return (one.side, letter_of(one.id)) == (other.side, letter_of(other.id))


def _general(table: Table, one: General) -> About:
    told = chain(generals.general(table, one), generals.around(table, one))
    corps = (key for key, each in table.units.items() if _is_led(each, one))
    near = dict.fromkeys(chain((one.unit,), corps, (_RANK + one.rank,)))
    return About(
        what=_shortly(told, one.id),
        who=one.id,
        at=one.id if one.on_table else "",
        side=one.side,
        beside=tuple(filter(None, near)),
        rules=_LED_BY,
    )


def _is_led(unit: Unit, by: General) -> bool:
    return (unit.side, unit.corps) == (by.side, by.corps)


def _marker(view: View, mark: Marker) -> About:
    under = (one.id for one in view.table.units.values() if one.marker == mark.id)
    return About(
        what=tuple(
            chain(places.marker(view.table, mark), secret_orders.beneath(view, mark.id)),
        ),
        who=mark.id,
        at=mark.id,
        side=mark.side,
        beside=tuple(under),
        rules=("11.ambush", "10.hidden"),
    )


def _feature(table: Table, ground: Feature) -> About:
    told = chain(places.feature(ground), places.inside(table, ground))
    return About(tuple(told), at=ground.id, rules=_LYING)


def _rules(one: Profile) -> tuple[str, ...]:
    """Return the clauses that speak of a unit: of what it is, and of its chapters."""
    marked = (
        ("5.impetuous", one.impetuous),
        ("5.clumsy", one.clumsy and not one.impetuous),
        ("5.evade", one.evades),
        ("7", one.weapon is not None),
        ("8.impact", one.impact > 0),
        ("2.mixed", one.mixed),
        ("5.zone", one.troop.zone),
    )
    return ("2.table", "5.table", *(rule for rule, holds in marked if holds), "8", "6", "9")


# -- kinds -------------------------------------------------------------------------------------


def _troop(view: View, key: str) -> About:
    kind = load_troops().troops[key]
    who = Term("troop", key)
    plain = profile(key)
    told: Params = {
        "type": kind.type.value,
        "cohesion": kind.cohesion,
        "protection": kind.protection,
        "price": kind.price,
    }
    lines = [
        Text(f"about.troop.{kind.category}", told),
        units.pace_told(who, kind.pace),
    ]
    for weapon in choices(kind, ()):
        ud = Fraction(load_weapons()[weapon, kind.type].range, UD)
        shoots: Params = {"weapon": Term("weapon", weapon), "ud": ud}
        lines.append(Text("about.troop.shoots", shoots))
    lines += units.traits_told(who, plain)
    if kind.options:
        bought = tuple(Term("option", one) for one in kind.options)
        lines.append(Text("about.troop.options", {"options": bought}))
    every = own_first((u for u in view.table.units.values() if u.troop == key), view.viewer)
    return About(tuple(lines), beside=tuple(one.id for one in every), rules=_rules(plain))


def _rank(view: View, key: str) -> About:
    rank = load_ranks()[key]
    told: Params = {"value": rank.value, "ud": Fraction(rank.distance, UD), "price": rank.price}
    every = own_first((g for g in view.table.generals.values() if g.rank == key), view.viewer)
    return About(
        (Text("about.rank", told),),
        beside=tuple(one.id for one in every),
        rules=("3.quality", "3.distance", "3.initiative"),
    )

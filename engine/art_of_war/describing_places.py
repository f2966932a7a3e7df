"""What lies on the table, and who stands in a part of it or near a point, in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from engine.api import Params, Term, Text
from engine.art_of_war import describing_generals as generals
from engine.art_of_war import describing_troops as troops
from engine.art_of_war.compass import bearing_word, is_in, middle_word
from engine.art_of_war.describing_units import distance_told
from engine.art_of_war.ground import Going, going_of, kind_of, outline_of
from engine.art_of_war.pieces import base_of_marker
from engine.art_of_war.plane.contact import collide, distance_to
from engine.art_of_war.plane.poses import centre
from engine.art_of_war.play import unit_term
from engine.art_of_war.points import spot_word
from engine.art_of_war.rules.setting_up.ambush import marker_term
from engine.art_of_war.rules.setting_up.outlines import DEEP, WIDE
from engine.art_of_war.rules.setting_up.terrain import sector_of, terrain_term
from engine.art_of_war.state import Camp, Feature, Marker, Table, Work, standing_units
from engine.art_of_war.survey import base_of, camp_base, enemies_of, nearest
from engine.art_of_war.troops import UD

NEAR: Final = 3 * UD
"""How far from a point those stand who are told of it."""


# -- parts of the table ------------------------------------------------------------------------


def part(table: Table, key: str) -> Iterator[Text]:
    """Yield what lies and stands in a part of the table, by its key on maps."""
    yield Text("describe.part", {"zone": Term("zone", key)})
    inside_it = [one for one in standing_units(table) if is_in(key, *_middle(one.id, table))]
    here = {one.id for one in inside_it}
    yield from troops.melees(one for one in table.contacts if here & {one.one, one.two})
    yield from troops.troops(inside_it)
    for general in table.generals.values():
        if general.on_table and general.pose and is_in(key, general.pose.x, general.pose.y):
            yield from generals.general(table, general)
    for one in table.camps.values():
        if is_in(key, one.pose.x, one.pose.y):
            yield from camp(table, one)
    for each in table.works.values():
        if is_in(key, each.pose.x, each.pose.y):
            yield from work(each)
    for mark in table.markers.values():
        if is_in(key, mark.pose.x, mark.pose.y):
            yield _marked(mark)
    for ground in table.features.values():
        if any(is_in(key, x, y) for x, y in (*ground.corners, _heart(ground))):
            yield from feature(ground)


def _middle(key: str, table: Table) -> tuple[int, int]:
    x, y = centre(base_of(table.units[key]))
    return round(x), round(y)


def _heart(ground: Feature) -> tuple[int, int]:
    xs, ys = zip(*ground.corners, strict=True)
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def point(table: Table, x: int, y: int) -> Iterator[Text]:
    """Yield what is at a point and who stands near it, the nearest first; nothing off the table."""
    if not (0 <= x <= WIDE and 0 <= y <= DEEP):
        return
    ground = [one for one in table.features.values() if not distance_to(outline_of(one), x, y)]
    told = tuple(terrain_term(one.kind) for one in ground)
    at: Params = {"at": spot_word(x, y)}
    yield Text("describe.point.in", {**at, "terrain": told}) if told else Text("describe.point", at)
    found = sorted((distance_to(base_of(one), x, y), one.id) for one in standing_units(table))
    for away, key in found:
        if away > NEAR:
            break
        if not away:
            yield Text("describe.point.on", {**at, "who": unit_term(key)})
            continue
        middle_x, middle_y = _middle(key, table)
        near: Params = {"who": unit_term(key), "ud": Fraction(away, UD)}
        bearing = bearing_word(middle_x - x, middle_y - y)
        yield Text("describe.point.near", {**near, "bearing": bearing})


# -- terrain -----------------------------------------------------------------------------------


def feature(ground: Feature) -> Iterator[Text]:
    """Yield what an element is, where it lies, and how hard it is to cross."""
    sector = sector_of(ground)
    who = Term("feature", ground.id)
    told: Params = {"feature": who, "terrain": terrain_term(ground.kind)}
    if sector is None:
        yield Text("describe.terrain.across", told)
    else:
        yield Text("describe.terrain", {**told, "at": middle_word(ground), "n": sector})
    if kind_of(ground).going == "dice" and not ground.going:
        yield Text("describe.terrain.untried", {"feature": who})
    elif going_of(ground) is not Going.OPEN:
        going = Term("going", going_of(ground).name.lower())
        yield Text("describe.terrain.going", {"feature": who, "going": going})


def inside(table: Table, ground: Feature) -> Iterator[Text]:
    """Yield how large an element is, what it does, and who stands in it."""
    who = Term("feature", ground.id)
    kind = kind_of(ground)
    xs, ys = zip(*ground.corners, strict=True)
    size = {
        "across": Fraction(max(xs) - min(xs), UD),
        "deep": Fraction(max(ys) - min(ys), UD),
    }
    yield Text("describe.terrain.size", {"feature": who, **size})
    does = [
        Term("ground", word)
        for word, holds in (
            ("blocks", kind.blocks),
            ("high", kind.high),
            ("cover", kind.cover > 0),
            ("bank", kind.bank > 0),
            ("stream", kind.stream > 0),
            ("hides", kind.ambush != "none"),
        )
        if holds
    ]
    if does:
        yield Text("describe.terrain.does", {"feature": who, "does": tuple(does)})
    stand = [one for one in standing_units(table) if collide(base_of(one), outline_of(ground))]
    if stand:
        told: Params = {"feature": who, "who": troops.grouped(stand), "n": len(stand)}
        yield Text("describe.terrain.in", told)


# -- camps, works and markers ------------------------------------------------------------------


def pieces(table: Table) -> Iterator[Text]:
    """Yield where camps, fortifications and markers of ambush are."""
    for one in table.camps.values():
        yield _camped(one)
    for each in table.works.values():
        yield from work(each)
    for mark in table.markers.values():
        yield _marked(mark)


def _camped(one: Camp) -> Text:
    code = "describe.camp.fortified" if one.fortified else "describe.camp"
    told: Params = {"camp": Term("camp", one.id), "at": spot_word(one.pose.x, one.pose.y)}
    return Text("describe.camp.taken" if one.taken else code, told)


def camp(table: Table, one: Camp) -> Iterator[Text]:
    """Yield where a camp is, and how far away the nearest enemy of it stands."""
    yield _camped(one)
    if not one.taken:
        enemy = nearest(camp_base(one.pose), enemies_of(table, one.side))
        yield from distance_told(Term("camp", one.id), camp_base(one.pose), enemy)


def work(one: Work) -> Iterator[Text]:
    """Yield where a piece of fortification stands."""
    told: Params = {"work": Term("work", one.id), "at": spot_word(one.pose.x, one.pose.y)}
    yield Text("describe.work", told)


def _marked(mark: Marker) -> Text:
    told: Params = {"marker": marker_term(mark.id), "at": spot_word(mark.pose.x, mark.pose.y)}
    return Text("describe.marker", told)


def marker(table: Table, mark: Marker) -> Iterator[Text]:
    """Yield where a marker of ambush lies, and how far away the nearest enemy of it stands."""
    yield _marked(mark)
    base = base_of_marker(mark)
    enemy = nearest(base, enemies_of(table, mark.side))
    yield from distance_told(marker_term(mark.id), base, enemy)

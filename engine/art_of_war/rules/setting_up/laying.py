"""What a corps's deployment is held to: everybody named once, in the zone, with room (11.deploy).

Rules:
    2.dismount, 11.plan, 11.zone, 11.deploy, 11.deploy.heavy, 11.deploy.dismounted; ADG-R93.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence

from engine.api import Seat, Term
from engine.art_of_war.actions import Placing
from engine.art_of_war.ground import Going, going_at
from engine.art_of_war.ids import short_of
from engine.art_of_war.pieces import base_of_general, base_of_work, standing_bases
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.play import Against, general_term, unit_term, unit_terms
from engine.art_of_war.rules.setting_up.layout import (
    CAMP,
    HEAVY,
    ZONE,
    bases_in,
    camp_of,
    corps_of,
    is_in_zone,
    is_work,
    named_by,
    pose_of,
    seen_by,
    to_deploy,
)
from engine.art_of_war.rules.setting_up.posts import marches
from engine.art_of_war.state import (
    Camp,
    General,
    Table,
    Unit,
    Work,
    commander_of,
    has_laid,
    other,
    standing_units,
)
from engine.art_of_war.survey import camp_base, profile_of, type_of
from engine.art_of_war.troops import TroopType, load_troops
from engine.kit.records import changed
from engine.kit.wording import refuse


def corps_left(table: Table, seat: Seat, posts: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the corps that a side has still to lay; not the one on a flank march."""
    return tuple(
        one
        for one in corps_of(table, seat)
        if to_deploy(table, seat, one) and not marches(posts, one)
    )


def against_layout(
    table: Table, seat: Seat, corps: int, places: Sequence[Placing], afoot: Sequence[str] = ()
) -> Against:
    """Return what is against laying a corps so."""
    units = to_deploy(table, seat, corps)
    if not units:
        return [refuse("deploy.corps", "11.deploy", n=corps)]
    found = _against_naming(table, seat, corps, units, places)
    if found:
        return found
    found = _against_afoot(table, units, afoot)
    if found:
        return found
    table = on_foot(table, afoot)
    bases = bases_in(table, seat, corps, places)
    return (
        _against_zone(seat, to_deploy(table, seat, corps), bases)
        or _against_others(table, seat, commander_of(table, seat, corps), places)
        or _against_room(table, {**bases, **_camp_in(seat, places)})
    )


def against_bases(
    table: Table, seat: Seat, units: Sequence[Unit], bases: Mapping[str, Base]
) -> Against:
    """Return what is against some units standing there: out of the zone, or without room."""
    return _against_zone(seat, units, bases) or _against_room(table, bases)


def _against_naming(
    table: Table, seat: Seat, corps: int, units: Sequence[Unit], places: Sequence[Placing]
) -> Against:
    """Return what is wrong with whom placings name: each unit once, none of another corps."""
    general = commander_of(table, seat, corps)
    others = {CAMP: unit_term(camp_of(seat))}
    if general is not None:
        others[short_of(general.id)] = general_term(general)
    named: list[Term] = []
    works = [one.who for one in places if is_work(one.who)]
    if len(works) > table.pieces.get(seat, 0) or len(set(works)) < len(works):
        return [refuse("deploy.works", "8.works", n=table.pieces.get(seat, 0))]
    for one in places:
        if is_work(one.who):
            continue
        who = [unit_term(each) for each in named_by(units, one.who)]
        if not who and one.who not in others:
            return [refuse("deploy.whom", "11.deploy", typed=one.who, n=corps)]
        named.extend(who or [others[one.who]])
    twice = tuple(term for term, times in Tally(named).items() if times > 1)
    if twice:
        return [refuse("deploy.twice", "11.deploy", who=twice, n=len(twice))]
    missing = [one.id for one in units if unit_term(one) not in named]
    if missing:
        return [refuse("deploy.missing", "11.deploy", who=unit_terms(missing), n=len(missing))]
    return []


def _against_zone(seat: Seat, units: Sequence[Unit], bases: Mapping[str, Base]) -> Against:
    for one in units:
        heavy = profile_of(one).troop.heavy
        who = unit_terms((one.id,))
        if not is_in_zone(seat, bases[one.id], ZONE):
            return [refuse("deploy.zone", "11.zone", who=who)]
        if heavy and not is_in_zone(seat, bases[one.id], HEAVY):
            return [refuse("deploy.heavy", "11.deploy.heavy", who=who)]
    return []


def _camp_in(seat: Seat, places: Sequence[Placing]) -> Mapping[str, Base]:
    """Return the base of a side's camp where it is laid elsewhere."""
    return {camp_of(seat): camp_base(pose_of(seat, one)) for one in places if one.who == CAMP}


def _against_others(
    table: Table, seat: Seat, general: General | None, places: Sequence[Placing]
) -> Against:
    """Return what is wrong with where a general, the camp or fortifications are to stand."""
    for one in places:
        pose = pose_of(seat, one)
        if one.who == CAMP:
            who, base = unit_terms((camp_of(seat),)), camp_base(pose)
        elif is_work(one.who):
            work = Work(f"{seat}-{one.who}", seat, pose)
            who, base = unit_terms((work.id,)), base_of_work(work)
        elif general is not None and one.who == short_of(general.id):
            who, base = (general_term(general),), base_of_general(changed(general, pose=pose))
        else:
            continue
        if not is_in_zone(seat, base, ZONE):
            return [refuse("deploy.zone", "11.zone", who=who)]
        if going_at(table, base) is Going.IMPASSABLE:
            return [refuse("deploy.impassable", "10.impassable", who=who)]
    return []


def _against_room(table: Table, bases: Mapping[str, Base]) -> Against:
    """Return what is wrong with where bases stand: on each other, on others, on a crag."""
    taken = [(key, base) for key, base in standing_bases(table) if key not in bases]
    for key, base in bases.items():
        for whose, one in taken:
            if collide(base, one):
                return [refuse("deploy.room", "11.deploy", who=unit_terms((key, whose)))]
        if going_at(table, base) is Going.IMPASSABLE:
            return [refuse("deploy.impassable", "10.impassable", who=unit_terms((key,)))]
        taken.append((key, base))
    return []


def afoot_as(table: Table, unit: Unit) -> str:
    """Return as what a unit may be deployed dismounted; "" where it may not.

    Its list says so, or the other side has laid fortifications or wagons, or a fortified camp, for
    everybody to see (11.deploy.dismounted; ADG-R45).
    """
    if unit.afoot:
        return unit.afoot
    enemy = other(unit.side)
    dug_in = (
        any(one.side == enemy for one in table.works.values())
        or any(one.side == enemy and one.fortified for one in _seen_camps(table, enemy))
        or any(one.side == enemy and type_of(one) is TroopType.WWG for one in standing_units(table))
    )
    return next(iter(profile_of(unit).troop.dismounts), "") if dug_in else ""


def _seen_camps(table: Table, seat: Seat) -> Iterator[Camp]:
    """Yield the camps of a side that the other side sees."""
    if table.settings.armies != "own" or has_laid(table, seat):
        yield from table.camps.values()


def on_foot(table: Table, afoot: Sequence[str]) -> Table:
    """Return the table with some units dismounted, who keep what those on foot can have."""
    units = dict(table.units)
    for key in afoot:
        troop = afoot_as(table, units[key])
        sold = load_troops().troops[troop].options
        kept = tuple(one for one in units[key].options if one in sold)
        units[key] = changed(units[key], troop=troop, options=kept)
    return changed(table, units=units)


def _against_afoot(table: Table, units: Sequence[Unit], afoot: Sequence[str]) -> Against:
    """Return what keeps units from being deployed dismounted (11.deploy.dismounted)."""
    own = {one.id: one for one in units}
    for key in afoot:
        if key not in own or not afoot_as(table, own[key]):
            return [refuse("deploy.afoot", "11.deploy.dismounted", who=unit_terms((key,)))]
    return []


def middle_of(seat: Seat, bases: Mapping[str, Base]) -> int:
    """Return how far along from a side's left the middle of some bases is."""
    spots = [seen_by(seat, one.pose.x, one.pose.y)[0] for one in bases.values()]
    return sum(spots) // len(spots)


def middles_laid(table: Table, seat: Seat) -> dict[int, int]:
    """Return where the corps stand that a side has laid, by corps."""
    found: dict[int, list[int]] = {}
    for one in table.units.values():
        if one.side == seat and one.on_table and one.pose is not None:
            found.setdefault(one.corps, []).append(seen_by(seat, one.pose.x, one.pose.y)[0])
    return {corps: sum(spots) // len(spots) for corps, spots in found.items()}

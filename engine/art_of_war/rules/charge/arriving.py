"""Charges that come to where they went: contact is made, and what it costs is paid.

Rules:
    5.charge, 5.impetuous.failed, 8.contact, 8.overlap, 8.destroyed, 10.river;
    ADG-R11, ADG-R43.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.api import Term
from engine.art_of_war.frames import Charging, Declared
from engine.art_of_war.ground import features_at, kind_of, try_river
from engine.art_of_war.plane.paths import shift
from engine.art_of_war.plane.poses import Base, Pose, placed
from engine.art_of_war.play import Play, group_term
from engine.art_of_war.rules.charge import contact
from engine.art_of_war.rules.charge.conforming import contacts_of
from engine.art_of_war.rules.charge.passage import force, make_room
from engine.art_of_war.rules.charge.reach import Way
from engine.art_of_war.rules.charge.surroundings import Surroundings
from engine.art_of_war.rules.command.dodging import dodge_all
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.rout.routing import lose
from engine.art_of_war.state import Contact, Table
from engine.art_of_war.survey import base_at, profile_of


def tries_river(play: Play, way: Way) -> bool:
    """Throw for rivers on a way that nobody has tried before; say whether there was one."""
    found = False
    for key, pose in way.start.items():
        base = base_at(play.unit(key), pose)
        end = placed(base, way.met[key])
        ground = (base, Base(end.pose, end.width, end.depth + way.onset.ahead))
        for each in ground:
            for river in tuple(features_at(play.table, each)):
                if kind_of(river).going == "dice" and not river.going:
                    try_river(play, river.id)
                    found = True
    return found


def arrive(play: Play, one: Declared, way: Way) -> None:
    """Carry out a charge whose target stands: all line up, and contact is made."""
    table = play.table
    first, target = table.units[way.first], table.units.get(way.aim.target)
    swept = (
        way.aim.at != "overlap"
        and target is not None
        and contact.sweeps(table, first, target, flees=False)
    )
    stops = swept and has_room(Surroundings(table, first.side), way.met, way.forced)
    ends = way.met if stops else way.ends
    force(play, way.forced, ends, one.who[0])
    move(play, way.start, ends)
    if way.aim.at == "overlap":
        play.tell(
            "charge.overlaps",
            "8.overlap",
            who=group_term(one.who),
            n=len(one.who),
            whom=Term("target", one.target),
        )
        found = contacts_of(Surroundings(play.table, first.side), ends)
    elif stops:
        met = contacts_of(Surroundings(play.table, first.side), ends)
        others = (each for each in met if each.one != way.first)
        found = (Contact(way.first, one.target, way.aim.edge), *others)
    else:
        found = way.contacts
    for each in found:
        if play.unit(each.one).on_table and is_there(play.table, each.two):
            contact.make(play, each.one, each.two, each.edge)
    finish(play, one, touched=bool(found) or way.aim.at == "overlap")


def has_room(surroundings: Surroundings, met: Mapping[str, Pose], forced: Collection[str]) -> bool:
    """Say whether those who charge can stop where the first of them meets the enemy."""
    fit = all(surroundings.fits(key, pose, met, forced) for key, pose in met.items())
    return fit and make_room(surroundings, forced, met)


def is_there(table: Table, key: str) -> bool:
    """Say whether a unit or camp is on the table still."""
    unit = table.units.get(key)
    return not table.camps[key].taken if unit is None else unit.on_table


def move(play: Play, start: Mapping[str, Pose], ends: Mapping[str, Pose]) -> None:
    """Let those who charge stand where they have come to; generals in their way move off before."""
    ends = {key: pose for key, pose in ends.items() if play.unit(key).on_table}
    for key, pose in ends.items():
        dodge_all(play, key, (shift(base_at(play.unit(key), start[key]), pose),))
    for key, pose in ends.items():
        stand(play, key, pose)
    for key in ends:
        dodge_all(play, key)


def finish(play: Play, one: Declared, *, touched: bool) -> None:
    """End a charge: the impetuous pay for failing, or later for going by themselves (ADG-R11)."""
    for key in one.who:
        unit = play.unit(key)
        if not unit.on_table or not profile_of(unit).impetuous:
            continue
        if not touched:
            lose(play, key, 1, "failed")
        elif not one.ordered:
            play.change(key, wild=True)
    done(play)


def done(play: Play) -> None:
    """Strike the first charge off those that are to be carried out."""
    frame: Charging = play.top
    play.retop(charges=frame.charges[1:])

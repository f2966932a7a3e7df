"""Charges whose enemy has evaded, or whose way is blocked: they follow, or go as far as they can.

Rules:
    5.evade.dice, 5.evade.pursuit, 5.evade.next, 5.leave, 8.halt; ADG-R23, ADG-R29, ADG-R76.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.api import Term
from engine.art_of_war.frames import Charging, Declared
from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.poses import Pose, placed
from engine.art_of_war.plane.shapes import on_table
from engine.art_of_war.play import Play, group_term, unit_term
from engine.art_of_war.rules.charge import contact, evading, falling_back
from engine.art_of_war.rules.charge.arriving import finish, has_room, is_there, move
from engine.art_of_war.rules.charge.conforming import contacts_of
from engine.art_of_war.rules.charge.following import Run, obliged, run, waiting
from engine.art_of_war.rules.charge.passage import force
from engine.art_of_war.rules.charge.reach import way_of
from engine.art_of_war.rules.charge.surroundings import SIZE, Surroundings
from engine.art_of_war.rules.movement.leaving import leave
from engine.art_of_war.state import Table
from engine.art_of_war.survey import base_of
from engine.art_of_war.troops import UD
from engine.kit.records import changed


def stays(table: Table, frame: Charging, target: str) -> bool:
    """Say whether a target stands where it stood when it was charged."""
    unit = table.units.get(target)
    if unit is None:
        return not table.camps[target].taken
    return unit.on_table and not unit.evaded and unit.pose == frame.was.get(target)


def poses(table: Table, keys: Sequence[str]) -> Mapping[str, Pose]:
    """Return where units stand."""
    found = {}
    for key in keys:
        unit = table.units.get(key)
        if unit is not None and unit.pose is not None:
            found[key] = unit.pose
    return found


def follow(play: Play, frame: Charging, one: Declared) -> None:
    """Throw for a charge whose target has evaded, and let it follow (5.evade.dice)."""
    table = play.table
    was = frame.was.get(one.target)
    if was is None:
        # A camp that others have taken by now.
        _fail(play, one)
        return
    # Whence it was charged counts: it may have left the table by now.
    prey = changed(table.units[one.target], pose=was)
    before = changed(table, units={**table.units, prey.id: prey})
    bases = {**dict(standing_bases(before)), prey.id: base_of(prey)}
    way = way_of(Surroundings(before, frame.seat, bases), one, one.moves)
    if way is None:
        _fail(play, one)
        return
    by = _throw(play, one)
    _go(play, frame, one, way.start, max(0, way.reach + by - way.onset.turning))


def _throw(play: Play, one: Declared) -> int:
    die = play.die("charge")
    by = falling_back.thrown(die)
    play.tell(
        "charge.die",
        "5.evade.dice",
        who=group_term(one.who),
        n=len(one.who),
        die=die,
        ud=Fraction(by, UD),
    )
    return by


def resume(play: Play, frame: Charging, one: Declared) -> None:
    """Let those go on who have come upon another enemy: it evades in turn, or is fought."""
    table = play.table
    stands = stays(table, frame, one.target)
    reach = one.left if stands else max(0, one.left + _throw(play, one))
    _go(play, frame, one, poses(table, one.who), reach)


def blocked(play: Play, frame: Charging, one: Declared) -> None:
    """Let a charge whose way is blocked by now go as far as it can; it has failed (ADG-R29)."""
    table = play.table
    kept = {*one.who, one.target}
    bases = {key: base for key, base in standing_bases(table) if key in kept}
    alone = Surroundings(table, frame.seat, bases)
    way = way_of(alone, one, one.moves)
    if way is None:
        _fail(play, one)
        return
    play.tell("charge.blocked", "5.charge", who=group_term(one.who), n=len(one.who))
    _go(play, frame, one, way.start, way.onset.ahead)


def _fail(play: Play, one: Declared) -> None:
    """End a charge that does not even begin."""
    play.tell("charge.fails", "5.charge", who=group_term(one.who), n=len(one.who))
    finish(play, one, touched=False)


def _go(play: Play, frame: Charging, one: Declared, start: Mapping[str, Pose], reach: int) -> None:
    """Let a charge go straight on, and do what it comes to."""
    table = play.table
    surroundings = Surroundings(table, frame.seat)
    prey = frozenset(key for key, unit in table.units.items() if unit.evaded and unit.on_table)
    blocked = stays(table, frame, one.target)
    must = reach if blocked else obliged(table, one.who, reach)
    found = run(surroundings, start, reach, must, prey)
    met = play.table.units.get(found.meets)
    if (
        met is not None
        and met.id not in frame.heard
        and _asks(play, frame, one, start, found, reach)
    ):
        return
    swept = met is not None and contact.sweeps(table, table.units[found.first], met, flees=True)
    stops = swept and has_room(surroundings, found.met, found.passed)
    ends = found.met if stops else found.ends
    force(play, found.passed, ends, one.who[0])
    move(play, start, ends)
    _tell_of(play, one, found)
    if found.leaves:
        for key, pose in ends.items():
            gone = not play.unit(key).on_table
            if not gone and not on_table(placed(surroundings.bases[key], pose), SIZE):
                leave(play, key)
    if found.meets and play.unit(found.first).on_table:
        _touch_all(play, found, ends)
    finish(play, one, touched=bool(found.meets))


def _tell_of(play: Play, one: Declared, found: Run) -> None:
    """Tell how far a charge has gone on, and whom it shuns."""
    play.tell(
        "charge.follows",
        "5.evade.pursuit",
        who=group_term(one.who),
        n=len(one.who),
        ud=Fraction(found.length, UD),
    )
    if found.shuns:
        play.tell(
            "charge.halts",
            "8.halt",
            who=unit_term(found.first),
            whom=Term("target", found.shuns),
        )


def _touch_all(play: Play, found: Run, ends: Mapping[str, Pose]) -> None:
    """Make the contacts in which a charge ends that has followed somebody."""
    contact.make(play, found.first, found.meets, found.edge, pursuit=True)
    ends = {key: pose for key, pose in ends.items() if play.unit(key).on_table}
    for each in contacts_of(Surroundings(play.table, play.unit(found.first).side), ends):
        if each.one != found.first and is_there(play.table, each.two):
            contact.make(play, each.one, each.two, each.edge, pursuit=True)


def _asks(
    play: Play,
    frame: Charging,
    one: Declared,
    start: Mapping[str, Pose],
    found: Run,
    reach: int,
) -> bool:
    """Ask who is come upon in a pursuit whether they evade, if they can (5.evade.next)."""
    table = play.table
    attack = evading.Attack((found.edge,), (found.first,))
    may, must = evading.split(table, {found.meets: attack}, frame.heard)
    if not may and not must:
        return False
    wait = waiting(Surroundings(table, frame.seat), start, found.length)
    force(play, wait.passed, wait.ends, one.who[0])
    move(play, start, wait.ends)
    _tell_of(play, one, wait)
    onward = changed(one, target=found.meets, at=found.edge, left=reach - wait.length)
    play.retop(
        charges=(onward, *frame.charges[1:]),
        may=may,
        evading=must,
        asked=bool(may),
        was={**frame.was, **poses(play.table, (found.meets,))},
    )
    return True

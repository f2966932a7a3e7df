"""Carrying out all charges once orders are done: who evades, who follows, who comes into contact.

Rules:
    5.evade.declare, 5.evade.pursuit, 5.evade.next, 5.impetuous.move, 5.impetuous.disorder,
    5.impetuous.failed, 5.leave, 7.not.charge, 8.overlap; ADG-R11, ADG-R29, ADG-R76.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.api import Term
from engine.art_of_war.frames import Charging, Declared
from engine.art_of_war.ground import features_at, kind_of, try_river
from engine.art_of_war.plane.paths import shift
from engine.art_of_war.plane.poses import Base, Pose, placed
from engine.art_of_war.plane.shapes import on_table
from engine.art_of_war.play import AnyFrameRules, AnyVerb, Play, unit_term, unit_terms
from engine.art_of_war.rules.charge import contact, evading, falling_back
from engine.art_of_war.rules.charge.conforming import contacts_of
from engine.art_of_war.rules.charge.field import SIZE, Field
from engine.art_of_war.rules.charge.following import Run, obliged, run
from engine.art_of_war.rules.charge.impetuous import uncontrolled
from engine.art_of_war.rules.charge.passage import force
from engine.art_of_war.rules.charge.reach import Way, way_of
from engine.art_of_war.rules.command.dodging import dodge_all
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.movement.leaving import leave
from engine.art_of_war.rules.rout.routing import lose
from engine.art_of_war.rules.setting_up.ambush import find_out
from engine.art_of_war.sequence import after_charges
from engine.art_of_war.state import Contact, Table
from engine.art_of_war.survey import base_at, fights, profile_of
from engine.art_of_war.troops import UD
from engine.kit.records import changed
from engine.kit.verbs import FrameRules


def declare_all(play: Play) -> None:
    """Let the impetuous declare their charges, then have all charges carried out (ADG-R29)."""
    side = play.table.player
    wild = tuple(uncontrolled(play.table, side))
    for one in wild:
        whom = Term("target", one.target)
        play.tell("impetuous.charges", "5.impetuous.move", who=unit_terms(one.who), whom=whom)
    charges = (*play.table.declared, *wild)
    play.set(declared=())
    if not charges:
        after_charges(play)
        return
    in_order = tuple(sorted(charges, key=lambda one: one.at == "overlap"))
    found = evading.attacks(play.table, side, in_order)
    may, must = evading.split(play.table, found, ())
    was = _poses(play.table, (*found, *(one.target for one in in_order)))
    play.push(
        Charging(
            play.table.serial,
            side,
            in_order,
            may=may,
            must=must,
            evading=() if may else must,
            asked=bool(may),
            heard=() if may else must,
            was=was,
        )
    )


def _poses(table: Table, keys: Sequence[str]) -> Mapping[str, Pose]:
    """Return where units stand."""
    found = {}
    for key in keys:
        unit = table.units.get(key)
        if unit is not None and unit.pose is not None:
            found[key] = unit.pose
    return found


def _go_on(play: Play, frame: Charging) -> bool:
    """Let evaders move, then carry out the next charge, as far as nobody is asked."""
    if frame.asked:
        return False
    if frame.evading:
        found = evading.attacks(play.table, frame.seat, frame.charges)
        play.retop(evading=(), must=(), heard=(*frame.heard, *frame.evading))
        falling_back.evade_all(play, frame.evading, found)
        return True
    if frame.charges:
        _carry_out(play, frame, frame.charges[0])
        return True
    play.pop()
    find_out(play, frame.seat)
    after_charges(play)
    return True


def _carry_out(play: Play, frame: Charging, one: Declared) -> None:
    """Carry out one charge, or let it go on that has come upon somebody new."""
    table = play.table
    who = tuple(key for key in one.who if table.units[key].on_table and not fights(table, key))
    if not who:
        _done(play)
        return
    one = changed(one, who=who)
    for key in who:
        # A charge that nobody ordered is a move, too.
        play.change(key, charged=True, moves=play.unit(key).moves + (not one.ordered))
    if one.left >= 0:
        _resume(play, frame, one)
        return
    if _stays(table, frame, one.target):
        field = Field(table, frame.seat)
        way = way_of(field, one, one.moves)
        if way is not None and _tries_river(play, field, way):
            field = Field(play.table, frame.seat)
            way = way_of(field, one, one.moves)
        if way is not None:
            _arrive(play, one, way)
        else:
            _blocked(play, frame, one)
        return
    _follow(play, frame, one)


def _stays(table: Table, frame: Charging, target: str) -> bool:
    """Say whether a target stands where it stood when it was charged."""
    unit = table.units.get(target)
    if unit is None:
        return not table.camps[target].taken
    return unit.on_table and not unit.evaded and unit.pose == frame.was.get(target)


def _tries_river(play: Play, field: Field, way: Way) -> bool:
    """Throw for rivers on a way that nobody has tried before; say whether there was one."""
    found = False
    for key, pose in way.start.items():
        base = placed(field.bases[key], pose)
        end = placed(base, way.met[key])
        ground = (base, Base(end.pose, end.width, end.depth + way.onset.ahead))
        for each in ground:
            for river in tuple(features_at(play.table, each)):
                if kind_of(river).going == "dice" and not river.going:
                    try_river(play, river.id)
                    found = True
    return found


# -- into contact ------------------------------------------------------------------------------


def _arrive(play: Play, one: Declared, way: Way) -> None:
    """Carry out a charge whose target stands: all line up, and contact is made."""
    table = play.table
    first, target = table.units[way.first], table.units.get(way.aim.target)
    swept = (
        way.aim.at != "overlap"
        and target is not None
        and contact.sweeps(table, first, target, evading=False, pursuit=False)
    )
    ends = way.met if swept else way.ends
    force(play, way.forced, ends, one.who[0])
    _move(play, way.start, ends)
    if way.aim.at == "overlap":
        play.tell(
            "charge.overlaps",
            "8.overlap",
            who=unit_terms(one.who),
            n=len(one.who),
            whom=Term("target", one.target),
        )
        found: tuple[Contact, ...] = contacts_of(Field(play.table, first.side), ends)
    elif swept:
        found = (Contact(way.first, one.target, way.aim.edge),)
    else:
        found = way.contacts
    for each in found:
        if play.unit(each.one).on_table and _is_there(play.table, each.two):
            contact.make(play, each.one, each.two, each.edge)
    _finish(play, one, touched=bool(found) or way.aim.at == "overlap")


def _is_there(table: Table, key: str) -> bool:
    unit = table.units.get(key)
    return not table.camps[key].taken if unit is None else unit.on_table


def _move(play: Play, start: Mapping[str, Pose], ends: Mapping[str, Pose]) -> None:
    """Let those who charge stand where they have come to; generals in their way move off."""
    paths = {key: shift(base_at(play.unit(key), start[key]), pose) for key, pose in ends.items()}
    for key, pose in ends.items():
        stand(play, key, pose)
    for key, path in paths.items():
        dodge_all(play, key, (path,))


def _finish(play: Play, one: Declared, *, touched: bool) -> None:
    """End a charge: the impetuous pay for going by themselves, or for failing (ADG-R11)."""
    for key in one.who:
        unit = play.unit(key)
        if not unit.on_table or not profile_of(unit).impetuous:
            continue
        if not one.ordered:
            lose(play, key, 1, "impetuous")
        elif not touched:
            lose(play, key, 1, "failed")
    _done(play)


def _done(play: Play) -> None:
    frame: Charging = play.top
    play.retop(charges=frame.charges[1:])


# -- after who evades --------------------------------------------------------------------------


def _follow(play: Play, frame: Charging, one: Declared) -> None:
    """Throw for a charge whose target has evaded, and let it follow (5.evade.dice)."""
    table = play.table
    field = Field(table, frame.seat)
    if one.target in frame.was:
        field.bases[one.target] = base_at(table.units[one.target], frame.was[one.target])
    way = way_of(field, one, one.moves)
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
        who=unit_terms(one.who),
        n=len(one.who),
        die=die,
        ud=Fraction(by, UD),
    )
    return by


def _resume(play: Play, frame: Charging, one: Declared) -> None:
    """Let those go on who have come upon another enemy: it evades in turn, or is fought."""
    table = play.table
    if _stays(table, frame, one.target):
        way = way_of(Field(table, frame.seat), one, 1)
        if way is not None:
            _arrive(play, one, way)
            return
        start = _poses(table, one.who)
        _go(play, frame, one, start, 0)
        return
    by = _throw(play, one)
    _go(play, frame, one, _poses(table, one.who), max(0, one.left + by))


def _blocked(play: Play, frame: Charging, one: Declared) -> None:
    """Let a charge whose way is blocked by now go as far as it can; it has failed (ADG-R29)."""
    table = play.table
    alone = Field(table, frame.seat)
    kept = {*one.who, one.target}
    for key in tuple(alone.bases):
        if key not in kept:
            del alone.bases[key]
    way = way_of(alone, one, one.moves)
    if way is None:
        _fail(play, one)
        return
    play.tell("charge.blocked", "5.charge", who=unit_terms(one.who), n=len(one.who))
    _go(play, frame, one, way.start, way.onset.ahead)


def _fail(play: Play, one: Declared) -> None:
    """End a charge that does not even begin."""
    play.tell("charge.fails", "5.charge", who=unit_terms(one.who), n=len(one.who))
    _finish(play, one, touched=False)


def _go(play: Play, frame: Charging, one: Declared, start: Mapping[str, Pose], reach: int) -> None:
    """Let a charge go straight on, and do what it comes to."""
    table = play.table
    field = Field(table, frame.seat)
    prey = frozenset(key for key, unit in table.units.items() if unit.evaded and unit.on_table)
    blocked = _stays(table, frame, one.target)
    must = reach if blocked else obliged(table, one.who, reach)
    found = run(field, start, reach, must, prey)
    met = play.table.units.get(found.meets)
    if met is not None and met.id not in frame.heard and _asks(play, frame, one, found, reach):
        return
    swept = met is not None and contact.sweeps(
        table, table.units[found.first], met, evading=met.evaded, pursuit=True
    )
    ends = found.met if swept else found.ends
    force(play, found.passed, ends, one.who[0])
    _move(play, start, ends)
    _tell_of(play, one, found)
    if found.leaves:
        for key, pose in ends.items():
            if not on_table(placed(field.bases[key], pose), SIZE):
                leave(play, key)
    if found.meets:
        _touch_all(play, one, found, ends, swept=swept)
    _finish(play, one, touched=bool(found.meets))


def _tell_of(play: Play, one: Declared, found: Run) -> None:
    """Tell how far a charge has gone on, and whom it shuns."""
    who = unit_terms(one.who)
    play.tell(
        "charge.follows",
        "5.evade.pursuit",
        who=who,
        n=len(who),
        ud=Fraction(found.length, UD),
    )
    if found.shuns:
        play.tell(
            "charge.halts",
            "8.halt",
            who=unit_term(found.first),
            whom=Term("target", found.shuns),
        )


def _touch_all(
    play: Play, one: Declared, found: Run, ends: Mapping[str, Pose], *, swept: bool
) -> None:
    """Make the contacts in which a charge ends that has followed somebody."""
    contact.make(play, found.first, found.meets, found.edge, pursuit=True)
    if swept:
        return
    for each in contacts_of(Field(play.table, play.unit(found.first).side), ends):
        if each.one != found.first and _is_there(play.table, each.two):
            contact.make(play, each.one, each.two, each.edge, pursuit=True)


def _asks(play: Play, frame: Charging, one: Declared, found: Run, reach: int) -> bool:
    """Ask who is come upon in a pursuit whether they evade, if they can (5.evade.next)."""
    table = play.table
    attack = evading.Attack((found.edge,), (found.first,), (0,))
    may, must = evading.split(table, {found.meets: attack}, frame.heard)
    if not may and not must:
        return False
    force(play, found.passed, found.met, one.who[0])
    _move(play, _poses(table, one.who), found.met)
    _tell_of(play, one, found)
    onward = changed(one, target=found.meets, at=found.edge, left=reach - found.length)
    play.retop(
        charges=(onward, *frame.charges[1:]),
        may=may,
        must=must,
        evading=must,
        asked=bool(may),
        was={**frame.was, **_poses(play.table, (found.meets,))},
    )
    return True


# -- supposed ----------------------------------------------------------------------------------


def supposed(table: Table, declared: Declared) -> Table | None:
    """Return a table as it would stand after a charge, with nobody evading and no die thrown.

    ``None`` where the charge is not possible. Losses that contact brings at once are left out.
    """
    field = Field(table, table.units[declared.who[0]].side)
    way = way_of(field, declared, declared.moves)
    if way is None:
        return None
    units = {
        key: changed(one, pose=way.ends[key], charged=True) if key in way.ends else one
        for key, one in table.units.items()
    }
    return changed(table, units=units, contacts=(*table.contacts, *way.contacts))


VERBS: tuple[AnyVerb, ...] = evading.VERBS
FRAMES: tuple[AnyFrameRules, ...] = (
    FrameRules(frame=Charging, decisions=evading.decisions, go_on=_go_on),
)

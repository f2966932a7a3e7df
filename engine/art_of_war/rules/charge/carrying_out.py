"""Carrying out all charges once orders are done: who evades, who follows, who comes into contact.

Rules:
    5.charge, 5.evade.declare, 5.impetuous.move, 7.not.charge, 8.overlap, 10.hidden; ADG-R29.
"""

from __future__ import annotations

from engine.api import Term
from engine.art_of_war.flow import Flow
from engine.art_of_war.frames import Charging, Declared
from engine.art_of_war.play import AnyFrameRules, AnyVerb, Play, unit_terms
from engine.art_of_war.rules.charge import evading, falling_back
from engine.art_of_war.rules.charge.arriving import arrive, done, tries_river
from engine.art_of_war.rules.charge.chasing import blocked, follow, poses, resume, stays
from engine.art_of_war.rules.charge.impetuous import uncontrolled
from engine.art_of_war.rules.charge.reach import way_now
from engine.art_of_war.rules.setting_up.ambush import find_out
from engine.art_of_war.state import Table
from engine.art_of_war.survey import fights
from engine.kit.records import changed
from engine.kit.verbs import FrameRules


def declare_all(play: Play) -> None:
    """Let the impetuous declare their charges, then have all charges carried out (ADG-R29)."""
    side = play.table.player
    wild = tuple(uncontrolled(play.table, side))
    for one in wild:
        whom = Term("target", one.target)
        play.tell("impetuous.charges", "5.impetuous.move", who=unit_terms(one.who), whom=whom)
        play.change_all(one.who, began=None)
    charges = (*play.table.declared, *wild)
    play.set(declared=())
    if not charges:
        play.ends(Flow.CHARGES)
        return
    in_order = tuple(sorted(charges, key=lambda one: one.at == "overlap"))
    found = evading.attacks(play.table, in_order)
    may, must = evading.split(play.table, found, ())
    was = poses(play.table, (*found, *(one.target for one in in_order)))
    play.push(
        Charging(
            play.table.serial,
            side,
            in_order,
            may=may,
            must=must,
            evading=() if may else must,
            asked=bool(may),
            was=was,
        )
    )


def _go_on(play: Play, frame: Charging) -> bool:
    """Let evaders move, then carry out the next charge, as far as nobody is asked."""
    if frame.asked:
        return False
    if frame.evading:
        found = evading.attacks(play.table, frame.charges)
        play.retop(evading=(), must=(), heard=(*frame.heard, *frame.evading))
        falling_back.evade_all(play, frame.evading, found)
        return True
    if frame.charges:
        _carry_out(play, frame, frame.charges[0])
        return True
    play.pop()
    find_out(play, frame.seat)
    play.ends(Flow.CHARGES)
    return True


def _carry_out(play: Play, frame: Charging, one: Declared) -> None:
    """Carry out one charge, or let it go on that has come upon somebody new."""
    table = play.table
    who = tuple(key for key in one.who if table.units[key].on_table and not fights(table, key))
    if not who:
        done(play)
        return
    one = changed(one, who=who)
    for key in who:
        # A charge that nobody ordered is a move, too.
        play.change(key, charged=True, moves=play.unit(key).moves + (not one.ordered))
    if one.left >= 0:
        resume(play, frame, one)
        return
    if stays(table, frame, one.target):
        way = way_now(table, one)
        if way is not None and tries_river(play, way):
            way = way_now(play.table, one)
        if way is not None:
            arrive(play, one, way)
        else:
            blocked(play, frame, one)
        return
    follow(play, frame, one)


# -- supposed ----------------------------------------------------------------------------------


def supposed(table: Table, declared: Declared) -> Table | None:
    """Return a table as it would stand after a charge, with nobody evading and no die thrown.

    ``None`` where the charge is not possible. Losses that contact brings at once are left out.
    """
    way = way_now(table, declared)
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

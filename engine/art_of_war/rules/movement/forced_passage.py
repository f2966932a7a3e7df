"""Forced passage: friends who are in the way of a move that cannot be stopped (5.forced).

Rules:
    5.forced, 5.forced.once, 5.forced.more, 5.forced.never, 5.forced.back; ADG-R63.
"""

from __future__ import annotations

from fractions import Fraction

from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.paths import longest, straight
from engine.art_of_war.plane.poses import UD, Base, moved, placed
from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.melee.phalanx import stands_deep
from engine.art_of_war.rules.rout.routing import lose
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import TABLE_DEPTH, TABLE_WIDTH, base_of, depth_of, fights, type_of
from engine.art_of_war.troops import TroopType


def may_force(table: Table, passed: Unit) -> bool:
    """Say whether a friend can be passed by force: nobody in melee, elephants or deep phalanx."""
    if fights(table, passed.id) or type_of(passed) is TroopType.EL:
        return False
    return not stands_deep(table, passed)


def force(play: Play, passed: str, by: str) -> None:
    """Let a unit lose cohesion because a friend passes it by force, once a turn."""
    unit = play.unit(passed)
    if unit.passed or not unit.on_table:
        return
    play.change(passed, passed=True)
    play.tell("passage.forced", "5.forced", unit=unit_term(passed), by=unit_term(by))
    lose(play, passed, 1, "forced")


def back_for(table: Table, passed: Unit, end: Base) -> int | None:
    """Return how far a unit that was passed backs so that another may end its move there.

    0 where it need not; ``None`` where it has no room to.
    """
    base = base_of(passed)
    if not collide(base, end):
        return 0
    most = end.depth + depth_of(passed)
    others = [one for key, one in standing_bases(table) if key != passed.id]
    room = longest(base, others, "back", most, (TABLE_WIDTH, TABLE_DEPTH))
    for length in range(1, room + 1):
        if not collide(placed(base, moved(base.pose, "back", length)), end):
            return length
    return None


def back(play: Play, passed: str, end: Base) -> bool:
    """Let a unit that was passed by force back out of where another ends; say whether it could."""
    unit = play.unit(passed)
    if not unit.on_table:
        return True
    length = back_for(play.table, unit, end)
    if length is None:
        return False
    if length:
        stand(play, passed, straight(base_of(unit), "back", length).end)
        ud = Fraction(length, UD)
        play.tell("passage.backs", "5.forced.back", unit=unit_term(passed), ud=ud)
    return True

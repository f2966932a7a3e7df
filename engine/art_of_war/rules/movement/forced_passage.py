"""Forced passage: friends who are in the way of a move that cannot be stopped (5.forced).

Rules:
    5.forced, 5.forced.once, 5.forced.more, 5.forced.never; ADG-R73.
"""

from __future__ import annotations

from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.rules.melee.phalanx import stands_deep
from engine.art_of_war.rules.rout.routing import lose
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import fights, type_of
from engine.art_of_war.troops import TroopType


def may_force(table: Table, passed: Unit) -> bool:
    """Say whether a friend can be passed by force: nobody in melee, elephants or deep phalanx."""
    if fights(table, passed.id) or type_of(passed) is TroopType.EL:
        return False
    return not stands_deep(table, passed)


def force(play: Play, passed: str, by: str) -> None:
    """Let a unit lose cohesion because a friend passes it by force, once a turn."""
    unit = play.unit(passed)
    if unit.passed:
        return
    play.change(passed, passed=True)
    play.tell("passage.forced", "5.forced", unit=unit_term(passed), by=unit_term(by))
    lose(play, passed, 1, "forced")

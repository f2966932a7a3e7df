"""Recovering who is in retreat (10.4; ALB-H9).

Rules:
    3.4 h, 7, 7.4, 10.4; ALB-R53, ALB-H9.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.barricadas.play import Play
from engine.barricadas.roster import load_roster
from engine.barricadas.state import Counter, hex_of, members
from engine.barricadas.survey import is_beside_enemy
from engine.barricadas.tables.morale import holds, load_morale


def recover(play: Play, key: str, *, themselves: bool) -> None:
    """Let an officer, a commissar or a chaplain try to recover others, or themselves (10.4)."""
    leader = play.counter(key)
    figures = leader.officer
    if themselves:
        morale = figures.morale if figures is not None else _guide(leader)
        _try(play, leader, morale)
        return
    if figures is None:
        morale = _guide(leader) + load_morale().recovery_guide
        for one in list(_near_guide(play, leader))[:1]:
            _try(play, one, morale)
        return
    for one in list(members(play.table, leader.unit)):
        apart = play.field.distance(hex_of(play.table, leader), hex_of(play.table, one))
        if one.routed and apart <= figures.reach:
            _try(play, one, figures.morale + figures.leadership)


def _guide(counter: Counter) -> int:
    return load_roster().guides[counter.type][2]


def _near_guide(play: Play, guide: Counter) -> Iterator[Counter]:
    """Yield those in retreat with a commissar or chaplain or beside them, the strongest first."""
    place, table = hex_of(play.table, guide), play.table
    found = [
        one
        for one in table.counters.values()
        if one.side == guide.side and one.routed and one.on_ground
        if play.field.distance(place, one.at) <= 1
    ]
    yield from sorted(found, key=lambda one: (-one.steps, one.id))


def _try(play: Play, counter: Counter, morale: int) -> None:
    if is_beside_enemy(play.table, hex_of(play.table, counter), counter.side):
        play.tell_of("recover.enemy", "10.4.enemy", (counter.id,), counter.side, felt=False)
        return
    dice = play.two_dice("recovery", hidden=counter.unseen)
    held = holds(sum(dice), morale)
    if held:
        play.change(counter.id, routed=False)
    code = "recover.back" if held else "recover.fails"
    play.tell_of(code, "10.4", (counter.id,), counter.side, felt=False, dice=dice, morale=morale)

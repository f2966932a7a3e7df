"""Recovering who is in retreat (10.4; ALB-H9).

Rules:
    3.4 h, 7, 7.4, 10.4; ALB-R53, ALB-H9.
    Also 7.4.alone, 7.recover, 10.4.guides.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Params
from engine.barricadas.play import Play, counter_terms
from engine.barricadas.roster import load_roster
from engine.barricadas.state import Counter, Table, hex_of, members
from engine.barricadas.survey import battlefield_of, is_beside_enemy
from engine.barricadas.tables.morale import holds, load_morale


def recover(play: Play, key: str, *, themselves: bool) -> None:
    """Let an officer, a commissar or a chaplain try to recover others, or themselves (10.4)."""
    leader = play.counter(key)
    for one, morale in recoverable(play.table, leader, themselves=themselves):
        _try(play, one, leader, morale)


def recoverable(
    table: Table, leader: Counter, *, themselves: bool
) -> tuple[tuple[Counter, int], ...]:
    """Return whom somebody can try to recover, each with the morale that their check is at (10.4).

    Whoever stands beside an enemy is among them, and cannot.
    """
    figures = leader.officer
    if themselves:
        return ((leader, figures.morale if figures is not None else _guide(leader)),)
    if figures is None:
        morale = _guide(leader) + load_morale().recovery_guide
        return tuple((one, morale) for one in _near_guide(table, leader))[:1]
    battlefield, here = battlefield_of(table), hex_of(table, leader)
    return tuple(
        (one, figures.morale + figures.leadership)
        for one in members(table, leader.unit)
        if one.routed and battlefield.distance(here, hex_of(table, one)) <= figures.reach
    )


def _guide(counter: Counter) -> int:
    return load_roster().guides[counter.type][2]


def _near_guide(table: Table, guide: Counter) -> Iterator[Counter]:
    """Yield those in retreat with a commissar or chaplain or beside them, the strongest first.

    Whoever cannot be recovered for the enemy beside them comes last.
    """
    place, battlefield = hex_of(table, guide), battlefield_of(table)
    found = [
        one
        for one in table.counters.values()
        if one.side == guide.side and one.routed and one.on_ground and one.id != guide.id
        if battlefield.distance(place, one.at) <= 1
    ]
    held = {one.id: is_beside_enemy(table, one.at, one.side) for one in found}
    yield from sorted(found, key=lambda one: (held[one.id], -one.steps, one.id))


def _try(play: Play, counter: Counter, leader: Counter, morale: int) -> None:
    if is_beside_enemy(play.table, hex_of(play.table, counter), counter.side):
        play.tell_of("recover.enemy", "10.4.enemy", (counter.id,), counter.side, felt=False)
        return
    # The figure is that of who tries to recover them.
    knowing = play.knowing((counter, leader))
    dice = play.two_dice("recovery", hidden=knowing is not None)
    held = holds(sum(dice), morale)
    if held:
        play.change(counter.id, routed=False)
    code = "recover.back" if held else "recover.fails"
    figures: Params = {"dice": dice, "morale": morale}
    if counter.unseen:
        play.tell_of(code, "10.4", (counter.id,), counter.side, felt=False, **figures)
    else:
        play.tell_figures(code, "10.4", knowing, figures, who=counter_terms((counter.id,)), n=1)

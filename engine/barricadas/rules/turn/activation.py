"""Whom a side may activate, and when a turn is over (3.3, 3.4, 3.5).

An officer is activated with all of their unit that is in command; who is out of command, and who
belongs to no unit, is activated alone. A counter with a reaction marker of this turn has had its
activation; with one of a turn before it can be activated like any other.

Rules:
    3.3, 3.4, 3.5, 5.5, 7.2.1, 7.4; ALB-R27, ALB-R53, ALB-R75.
    Also 3.3.alone, 3.4.once, 3.5.kept, 3.5.last, 7.4.like.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.barricadas.state import (
    OFF_GROUND,
    Counter,
    Reaction,
    Table,
    aboard,
    hex_of,
    members,
    other,
)
from engine.barricadas.survey import is_vehicle


def can_act(counter: Counter) -> bool:
    """Say whether a counter's own markers let it act: not finished, nor prepared this turn.

    Of those in retreat officers, commissars and chaplains act, to recover themselves or others
    (ALB-R52, ALB-R53).
    """
    fit = not counter.routed or counter.printed is None
    return fit and not counter.finished and counter.reaction is not Reaction.NOW


def activatable(table: Table, seat: str) -> Iterator[Counter]:
    """Yield whom a side may activate: officers with somebody to act, and single counters.

    An officer acts too, so that one who is alone can be activated. Whom a lorry carries or tows
    acts with it (ALB-R75); an officer aboard commands.
    """
    for one in table.counters.values():
        # Most are finished once a turn has gone on for a while.
        if one.side == seat and not one.finished and why_not_activatable(table, one) is None:
            yield one


def why_not_activatable(table: Table, counter: Counter) -> str | None:
    """Return the one cause for which a counter cannot be activated by itself now, if any.

    "off", "routed", "finished", "reaction", "carried" or "led", the first of them that holds.
    """
    if hex_of(table, counter) in OFF_GROUND:
        return "off"
    if not can_act(counter):
        if counter.routed and counter.printed is not None:
            return "routed"
        return "finished" if counter.finished else "reaction"
    if counter.carrier and counter.officer is None:
        return "carried"
    led = bool(counter.unit) and not counter.out and counter.officer is None
    return "led" if led else None


def activated_with(table: Table, leader: Counter) -> tuple[Counter, ...]:
    """Return who acts when somebody is activated, themselves first (3.3), and loads of lorries."""
    acting = [leader]
    if leader.officer is not None:
        led = (one for one in members(table, leader.unit) if not one.out and can_act(one))
        acting += [one for one in led if not one.carrier]
    loads = [one for lorry in filter(is_vehicle, acting) for one in aboard(table, lorry.id)]
    return (*acting, *(one for one in loads if can_act(one) and one not in acting))


def has_only_reactions(table: Table, seat: str) -> bool:
    """Say whether all that a side could still activate bears a reaction marker (3.5, ALB-R27)."""
    return all(_only_reacts(table, leader) for leader in activatable(table, seat))


def _only_reacts(table: Table, leader: Counter) -> bool:
    """Say whether somebody bears a reaction marker, or all whom an officer has left to act do."""
    if leader.officer is None:
        return leader.reaction is not Reaction.NONE
    led = [one for one in members(table, leader.unit) if not one.out]
    waiting = [one for one in led if not one.finished and not one.routed]
    return bool(waiting) and all(one.reaction is not Reaction.NONE for one in waiting)


def is_over(table: Table) -> bool:
    """Say whether a turn is over: both have passed, or one has and the other only reacts (3.5)."""
    passed = table.passed
    if len(set(passed)) == 2:
        return True
    return len(passed) == 1 and has_only_reactions(table, other(passed[0]))

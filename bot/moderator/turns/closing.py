"""Closing phases by a plan: what of it is closed already, and what is closed first."""

from __future__ import annotations

import dataclasses

from bot.moderator.api import PlanEntry
from bot.moderator.table.live import Live
from engine.playing.planning import CLOSE_ALL, Course


def turn_of(live: Live) -> int:
    """Return the turn of a campaign; 0 before its first."""
    return 0 if live.position is None else live.position.status.turn


def closed_itself(live: Live, entry: PlanEntry) -> bool:
    """Say whether the phase that an entry closes has closed by itself."""
    if not entry.phase or entry.closes or live.position is None:
        return False
    return live.position.status.phase_key != entry.phase


def is_closed(live: Live, person_id: int, entry: PlanEntry, turn: int) -> bool:
    """Say whether all phases are closed that an entry was to close: this turn's, its side's."""
    if entry.kind != CLOSE_ALL:
        return False
    seat = live.seat_of(person_id)
    return (
        live.position is None
        or seat is None
        or (turn_of(live) != turn or not live.position.asked(seat))
    )


def closed_first(
    live: Live, person_id: int, entries: tuple[PlanEntry, ...]
) -> tuple[PlanEntry, ...]:
    """Return what is left of a plan behind its next action.

    That is closing a phase, and all of the plan with it, where its first entry is of a later
    phase and its person saw that this one is closed for it, or where all are to be closed.
    """
    entry = entries[0]
    seat = live.seat_of(person_id)
    if live.position is None or seat is None:
        return entries[1:]
    view = live.position.view(seat)
    if entry.kind == CLOSE_ALL:
        return entries
    if not entry.closes:
        return entries[1:]
    outlook = Course(live.game, view).next(entry.kind, entry.filled)
    if not outlook.closings:
        return entries[1:]
    return (dataclasses.replace(entry, closes=entry.closes - 1), *entries[1:])

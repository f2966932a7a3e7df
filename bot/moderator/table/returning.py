"""Somebody who was thought absent acts by hand: they are back, in the transaction of their action.

The computer plays their seat no more, and a seat that the clock has offered to others is theirs
again. Both is public, so it follows from public actions alone: a secret order is refused as long as
the computer plays the seat, and withdraws nothing.
"""

from __future__ import annotations

import dataclasses

from bot.moderator.table.live import Live
from bot.store import vacancies
from bot.store.batch import Write
from engine.api import Seat


def without_stand_in(live: Live, seat: Seat) -> Live:
    """Return a campaign in which the computer stands in for a seat no more."""
    left = tuple(one for one in live.row.stand_ins if one != seat)
    return dataclasses.replace(live, row=dataclasses.replace(live.row, stand_ins=left))


def without_vacancy(live: Live, seat: Seat) -> Live:
    """Return a campaign in which a seat is not offered."""
    left = tuple(one for one in live.vacancies if one.seat != seat)
    return dataclasses.replace(live, vacancies=left)


def is_back(live: Live, seat: Seat) -> tuple[Live, list[Write]]:
    """Return a campaign as it is for somebody who acts in public for their seat.

    Also what is saved with their step, beside all that a step saves.
    """
    writes: list[Write] = []
    if seat in live.row.stand_ins:
        live = without_stand_in(live, seat)
    vacancy = live.vacancy(seat)
    if vacancy is not None and vacancy.cause == "clock":
        writes.append(vacancies.drop(live.row.id, seat))
        live = without_vacancy(live, seat)
    return live, writes

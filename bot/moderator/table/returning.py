"""Somebody who was thought absent acts by hand: they are back, in the transaction of their action.

The computer plays their seat no more, and a seat that the clock or a referee has offered to others
is theirs again: whoever asks for it, granted or not, is told, and must ask anew. All of it is
public, so it follows from public actions alone: a secret order is refused as long as the computer
plays the seat, and withdraws nothing.
"""

from __future__ import annotations

import dataclasses

from bot.moderator.table.journal import told
from bot.moderator.table.live import Live
from bot.moderator.table.posting import to_person, to_table
from bot.store import asks, vacancies
from bot.store.batch import Write
from bot.store.outbox import NewRow
from engine.api import Seat


def without_stand_in(live: Live, seat: Seat) -> Live:
    """Return a campaign in which the computer stands in for a seat no more."""
    left = tuple(one for one in live.row.stand_ins if one != seat)
    return dataclasses.replace(live, row=dataclasses.replace(live.row, stand_ins=left))


def without_vacancy(live: Live, seat: Seat) -> Live:
    """Return a campaign in which a seat is not offered, and nobody asks for it."""
    left = tuple(one for one in live.vacancies if one.seat != seat)
    asking = tuple(one for one in live.asks if one.seat != seat or one.refused_at is not None)
    return dataclasses.replace(live, vacancies=left, asks=asking)


def askers(live: Live, seat: Seat) -> tuple[int, ...]:
    """Return who asks for a seat, granted or not, by our number."""
    return tuple(one.person for one in live.asks if one.seat == seat and one.refused_at is None)


def kept(live: Live, seat: Seat, version: int, but: int | None = None) -> list[NewRow]:
    """Return what is told when a seat is offered no more: to the channel, and to who asks for it.

    Args:
        live: The campaign in which it is still.
        seat: Which.
        version: The public version from which on it is not.
        but: Who is not told, by our number.
    """
    code = "notice.seat_filled"
    body, name = {"code": code, "seat": seat}, f"{code}/{version}"
    return [
        to_table(live.row.id, "seat", {"said": "kept", "seat": seat}, f"s{version}"),
        *(to_person(live, "notice", one, body, name) for one in askers(live, seat) if one != but),
    ]


def is_back(live: Live, seat: Seat, now: int) -> tuple[Live, list[Write]]:
    """Return a campaign as it is for somebody who acts in public for their seat.

    Also what is saved with their step, beside all that a step saves: that leads to the next public
    version, *now*.
    """
    writes: list[Write] = []
    if seat in live.row.stand_ins:
        live = without_stand_in(live, seat)
    vacancy = live.vacancy(seat)
    if vacancy is not None and vacancy.is_of_absent:
        posts = kept(live, seat, live.row.version + 1)
        writes += [
            vacancies.drop(live.row.id, seat),
            asks.settle(live.row.id, seat),
            *told(live, posts, now),
        ]
        live = without_vacancy(live, seat)
    return live, writes

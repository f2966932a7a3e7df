"""Which sides confirm the position that a campaign is to begin from, as far as it still holds.

What a side has confirmed holds for that position alone, and as long as the same people hold it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.store.beginnings import Confirmation
from engine.api import Seat

if TYPE_CHECKING:
    from bot.moderator.table.live import Live


def sitting_of(live: Live, seat: Seat) -> str:
    """Return a mark of who holds a seat now: others have another one. It tells nothing of them."""
    people = ",".join(str(one) for one in sorted(member.person for member in live.seated(seat)))
    return hashlib.blake2b(f"{live.row.id}/{seat}/{people}".encode(), digest_size=8).hexdigest()


def confirmed_by(live: Live) -> Mapping[Seat, Confirmation]:
    """Return by whom each seat has confirmed the present position, where that still holds."""
    if live.beginning is None:
        return {}
    return {
        one.seat: one
        for one in live.beginning.confirmations
        if one.beginning == live.beginning.id and one.sitting == sitting_of(live, one.seat)
    }


def wanting(live: Live) -> tuple[Seat, ...]:
    """Return the seats that people hold and that have not confirmed the present position."""
    if live.beginning is None:
        return ()
    confirmed = confirmed_by(live)
    return tuple(one for one in live.seats if live.seated(one) and one not in confirmed)

"""When what was secret in a game that is over is open to everybody. Pure.

A game that ended by its rules, or was given up, opens a while after its end, or as soon as every
side that people held wishes so; one that was broken off may be gone on with, so it opens by their
wish alone. Where no more than one side was people's there is nobody to keep anything from. Games
that began before there were such terms are open from their end on.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.moderator.api import ADJOURN, BREAK_OFF
from bot.store.campaigns import CampaignRow
from engine.api import Seat


def of_people(row: CampaignRow, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the sides that people held, of all that a campaign has."""
    return tuple(seat for seat in seats if seat not in (row.computer or ()))


def opens_at(row: CampaignRow, seats: Collection[Seat]) -> int | None:
    """Return when a campaign that is over opens by itself, in milliseconds; ``None``: never."""
    ended = row.ended_at or 0
    if row.opens_ms is None or len(of_people(row, seats)) < 2:
        return ended
    if row.ending is not None and row.ending.kind in {ADJOURN, BREAK_OFF}:
        return None
    return ended + row.opens_ms


def is_open(row: CampaignRow, seats: Collection[Seat], now: int) -> bool:
    """Say whether everybody may read all that happened in a campaign, at an instant."""
    if row.status != "over":
        return False
    if all(seat in row.unsealed_by for seat in of_people(row, seats)):
        return True
    at = opens_at(row, seats)
    return at is not None and at <= now

"""Since when a reader is awaited at a table, until when, what is left, and why so."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.letters import naming
from bot.letters.clocks import pace_short, span
from bot.text import Words

if TYPE_CHECKING:
    from bot.moderator.api import Look, SeatClock

NOTICED = timedelta(minutes=1)
"""How much longer something must last than what is left of it for rests to be named."""


def own_time(look: Look, clock: SeatClock, words: Words, now: datetime) -> str:
    """Say to somebody who is awaited how their clock stands, by what everybody knows of it.

    Args:
        look: The campaign as they see it.
        clock: Their seat's; it is awaited.
        words: Theirs.
        now: The present instant.
    """
    assert clock.awaited is not None
    campaign, since = look.campaign, naming.moment(clock.awaited)
    if campaign.paused is not None:
        return words.bot("inbox.paused", since=since)
    if clock.grace is not None:
        if not clock.runs:
            return words.bot("inbox.claimable", since=since)
        return words.bot("inbox.grace", since=since, at=naming.moment(clock.grace))
    if clock.left is None:
        return words.bot("inbox.no_clock", since=since)
    left = span(clock.left, words)
    if clock.due is None:
        first = any(one.interrupt and one.seat != clock.seat for one in look.decisions)
        code = "inbox.still_others" if first else "inbox.still_called"
        return words.bot(code, since=since, left=left)
    rests = clock.due - now > clock.left + NOTICED
    return words.bot(
        "inbox.until_rests" if rests else "inbox.until",
        since=since,
        at=naming.moment(clock.due),
        left=left,
        pace=pace_short(campaign.pace, words),
    )

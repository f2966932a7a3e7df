"""Real dice that a table rolls itself: what stands while they are awaited, and what is told of it.

Pure. An action that asks for a real die is done in steps: it stands as soon as the first is asked
for, since what is rolled for next may tell of what is hidden, and who could withdraw would have
looked. Each roll that is entered has the rules asked anew from the beginning. Until all are there
the position is what it was, and nothing else is done at the table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from bot.moderator.table.bulletins import as_told, so_far
from bot.moderator.table.clocks import changed_of, while_rolling, with_others
from bot.moderator.table.live import BY_HAND, Live
from bot.moderator.table.posting import to_table
from bot.store import campaigns, clocks, outbox, pending
from bot.store.batch import Write
from bot.store.outbox import NewRow
from bot.store.pending import PendingRow
from engine.api import Seat


def asks(live: Live, waits: PendingRow, now: int) -> tuple[Live, list[Write]]:
    """Return a campaign in which an action waits for a roll, and what that changes on file.

    The table is told what has happened before, then what is to be rolled. Who has just ordered or
    entered something is asked in the answer to that; others are called. Let the writes be the first
    of their transaction.
    """
    row = dataclasses.replace(live.row, version=waits.asked)
    posts: list[NewRow] = []
    told = so_far(live)
    if told is not None:
        row = as_told(row, told)
        posts += told.posts
    after = dataclasses.replace(live, row=row, pending=waits)
    calls = not waits.entries and waits.cause not in BY_HAND
    called = after.rollers if calls else ()
    post = to_table(row.id, "dice", _body(waits, called), f"d{waits.asked}")
    found = while_rolling(after, now, dict.fromkeys(called, post.nonce))
    writes = [
        campaigns.change(live.row, row),
        *pending.put(waits),
        outbox.add([*posts, post], now),
        *clocks.put(row.id, changed_of(live.clocks, found)),
    ]
    return dataclasses.replace(after, clocks=found), writes


def calls_anew(before: Live, after: Live, now: int) -> list[Write]:
    """Return what calls the seats that are to roll now, where others were to *before*; or nothing.

    Args:
        before: The campaign while others were.
        after: The same, at its next public version.
        now: The present instant.
    """
    waits = after.pending
    called = [seat for seat in after.rollers if seat not in before.rollers]
    if waits is None or not called:
        return []
    post = to_table(
        after.row.id, "dice", _body(waits, called), f"d{waits.asked}-{after.row.version}"
    )
    return [outbox.add([post], now)]


def _body(waits: PendingRow, called: Sequence[Seat]) -> dict[str, object]:
    return {
        "said": "asked",
        "seat": waits.seat,
        "purpose": waits.purpose,
        "asked": waits.asked,
        "ping": list(called),
    }


def lets_go(live: Live, now: int) -> tuple[Live, list[Write]]:
    """Return a campaign in which nothing waits for dice any more, and what that changes on file.

    It is for an action that the rules would not have any more, which they had: our fault, or that
    of an update. The table is told.
    """
    assert live.pending is not None
    row = dataclasses.replace(live.row, version=live.row.version + 1, answering=None)
    after = dataclasses.replace(live, row=row, pending=None)
    found = with_others(after, now)
    body = {"said": "dropped", "seat": live.pending.seat}
    writes = [
        campaigns.change(live.row, row),
        *pending.ended(row.id),
        outbox.add([to_table(row.id, "dice", body, f"d{row.version}")], now),
        *clocks.put(row.id, changed_of(live.clocks, found)),
    ]
    return dataclasses.replace(after, clocks=found), writes

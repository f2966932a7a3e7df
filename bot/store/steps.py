"""The state after every action, kept for good: whoever looks back needs no rules.

At every so many-th action, and where a chain of steps begins, the whole state is a snapshot. Every
other is stored as what differs from the one before it: compressed with that one for a dictionary,
a few hundred bytes. So what was played under rules that are no more is shown as it was, and is
never played again.
"""

from __future__ import annotations

from sqlalchemy import bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import log
from bot.store.batch import Write
from bot.store.codec import pack_upon, unpack, unpack_upon
from bot.store.log import StateRow
from bot.store.schema import snapshots, steps

_ADD = insert(steps).values({c.name: bindparam(c.name) for c in steps.c})


def add(campaign: str, state: StateRow, before: str) -> Write:
    """Keep a state for good, as it differs from the text of the one *before* it."""
    return Write(
        _ADD,
        {
            "campaign": campaign,
            "seq": state.seq,
            "ruleset": state.ruleset,
            "body": pack_upon(state.text, before),
        },
    )


async def reached(connection: AsyncConnection, campaign: str, seq: int) -> bool:
    """Say whether the state after action *seq* is kept for good."""
    for table in (snapshots, steps):
        found = await connection.execute(
            select(table.c.seq).where(table.c.campaign == campaign, table.c.seq == seq)
        )
        if found.first() is not None:
            return True
    return False


async def upto(connection: AsyncConnection, campaign: str, seq: int) -> StateRow | None:
    """Return the last state on file that is not after action *seq*; most often just that one."""
    present = await log.state(connection, campaign)
    if present is not None and present.seq == seq:
        return present
    last = await log.snapshot(connection, campaign, seq)
    if last is not None:
        found = await connection.execute(
            select(steps)
            .where(steps.c.campaign == campaign, steps.c.seq > last.seq, steps.c.seq <= seq)
            .order_by(steps.c.seq)
        )
        for row in found:
            if row.seq != last.seq + 1:
                break  # between them an earlier version of the bot played, which kept no steps
            last = StateRow(row.seq, row.ruleset, unpack_upon(row.body, last.text))
    if present is not None and present.seq < seq and (last is None or last.seq < present.seq):
        return present
    return last


async def beyond(connection: AsyncConnection, campaign: str, seq: int) -> StateRow | None:
    """Return the first whole state on file after action *seq*."""
    found = await connection.execute(
        select(snapshots)
        .where(snapshots.c.campaign == campaign, snapshots.c.seq > seq)
        .order_by(snapshots.c.seq)
        .limit(1)
    )
    row = found.one_or_none()
    present = await log.state(connection, campaign)
    if row is None:
        return None if present is None or present.seq <= seq else present
    if present is not None and seq < present.seq < row.seq:
        return present
    return StateRow(row.seq, row.ruleset, unpack(row.body))

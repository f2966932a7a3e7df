"""The secrets of a campaign's dice, one after the other: a new one whenever it was set back.

After a restoration the dice would fall as they fell before, and players know how that was. So
``campaigns.seed`` becomes another, and which seed was the dice's from which die on stays on file.
What was rolled before still stands in the log.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.campaigns import CampaignRow
from bot.store.schema import campaigns, epochs, outbox

_BEGIN = insert(epochs).values({c.name: bindparam(c.name) for c in epochs.c})
_TURN = (
    update(campaigns)
    .where(campaigns.c.id == bindparam("which"))
    .values(
        seed=bindparam("new_seed"), epoch=bindparam("new_epoch"), branch=bindparam("new_branch")
    )
)
_LOOK_FIRST = (
    update(outbox)
    .where(outbox.c.campaign == bindparam("which"), outbox.c.status == bindparam("was"))
    .values(status=bindparam("now"))
)


def turn(row: CampaignRow, seed: bytes, thrown: int, at: int) -> tuple[Write, ...]:
    """Let the dice of a campaign come from *seed* from here on.

    Args:
        row: The campaign, with the seed of until now.
        seed: The new one.
        thrown: How many dice have been thrown.
        at: When.
    """
    begun = []
    if row.epoch == 0:
        begun.append(_epoch(row.id, 0, row.seed, 0, row.created_at))
    begun.append(_epoch(row.id, row.epoch + 1, seed, thrown, at))
    return (
        Write(
            _TURN,
            {
                "which": row.id,
                "new_seed": seed,
                "new_epoch": row.epoch + 1,
                # What the copy's buttons were for may have been answered otherwise since.
                "new_branch": row.branch + 1,
            },
            rows=1,
        ),
        Write(_BEGIN, begun),
        # What the copy still has to post was most likely posted since: it is looked for first.
        Write(_LOOK_FIRST, {"which": row.id, "was": "ready", "now": "sending"}),
    )


def _epoch(campaign: str, number: int, seed: bytes, first_die: int, at: int) -> dict[str, object]:
    return {
        "campaign": campaign,
        "number": number,
        "seed": seed,
        "first_die": first_die,
        "at": at,
    }


async def of(connection: AsyncConnection, campaign: str) -> Sequence[tuple[int, bytes]]:
    """Return a campaign's seeds in order, each with the number of its first die.

    Empty where there has been one only, the campaign's own.
    """
    found = await connection.execute(
        select(epochs.c.first_die, epochs.c.seed)
        .where(epochs.c.campaign == campaign)
        .order_by(epochs.c.number)
    )
    return [(first, seed) for first, seed in found]

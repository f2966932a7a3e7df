"""What came of campaigns that are over: who won, and how the open dice of each side fell.

The winner is written with the end, in its transaction; the dice when they are first counted. What
ended before there were results is worked out when it is asked for, and kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from sqlalchemy import bindparam, delete, insert, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.schema import results
from engine.api import Seat

Dice = tuple[tuple[Seat, tuple[int, ...]], ...]
"""How often each face came up, by seat and kind of die: as many faces as such a die has."""

_DROP: Final = delete(results).where(results.c.campaign == bindparam("which"))
_PUT: Final = insert(results).values({c.name: bindparam(c.name) for c in results.c})


def put(campaign: str, seq: int, winner: Seat | None, dice: Dice | None = None) -> list[Write]:
    """Keep what came of a campaign whose last action is *seq*, in place of what was kept before."""
    values = {"campaign": campaign, "seq": seq, "winner": winner, "dice": written(dice)}
    return [Write(_DROP, {"which": campaign}), Write(_PUT, values)]


async def keep_dice(connection: AsyncConnection, campaign: str, seq: int, dice: Dice) -> None:
    """Keep how the dice of a campaign fell; nothing is done where no result of that end is kept."""
    await connection.execute(
        update(results)
        .where(results.c.campaign == campaign, results.c.seq == seq, text("results.dice IS NULL"))
        .values(dice=written(dice))
    )


def written(dice: Dice | None) -> str | None:
    """Return dice as they stand on file."""
    return None if dice is None else dumps([[seat, list(faces)] for seat, faces in dice])


def read(kept: str | None) -> Dice | None:
    """Return what :func:`written` was given.

    Raises:
        ValueError, TypeError: It is not that.
    """
    if kept is None:
        return None
    return tuple((str(seat), _faces(faces)) for seat, faces in json.loads(kept))


def _faces(faces: Iterable[object]) -> tuple[int, ...]:
    found = tuple(int(str(often)) for often in faces)
    if not found or min(found) < 0 or not any(found):
        raise ValueError("no dice")
    return found

"""What Discord says when it does not take a message, in the courier's words: one table.

What becomes of each is said in ``bot.courier.delivery``. A number that is not listed is never
taken for final: whoever asks again may be heard.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

import aiohttp
import discord

from bot.courier.api import (
    ChannelGone,
    Closed,
    EditsSpent,
    Locked,
    MessageGone,
    NotAllowed,
    NotTaken,
    PinsFull,
    TryLater,
    Unacceptable,
    Undelivered,
)

ARCHIVED: Final = 50083
"""The thread is archived: the transport opens it and tries once more."""
TOO_MANY_DMS: Final = 60.0
"""Seconds to wait where direct messages were opened too fast."""
FLAGGED: Final = 900.0
"""Seconds to wait where Discord's filter has stopped the bot; its host hears of it by mail."""


Refused = Callable[[int], None]
"""Told of what Discord has refused, by its number."""


def number_of(error: discord.HTTPException) -> int:
    """Return by which number Discord has refused; the status where it gave none."""
    return error.code or error.status


def _wait(after: float = 0.0) -> Callable[[str], Undelivered]:
    return lambda what: TryLater(what, after=after, arrived=False)


# Discord's own numbers (its page "Opcodes and Status Codes").
BY_CODE: Final[Mapping[int, Callable[[str], Undelivered]]] = {
    10003: ChannelGone,
    10008: MessageGone,
    10013: Closed,  # no such user
    20016: _wait(),  # slow mode
    20022: _wait(),  # announcements edited too often
    20026: _wait(FLAGGED),  # stopped by the filter against spam
    20028: _wait(),  # the channel takes no more for now
    20029: _wait(),  # the server takes no more for now
    30003: PinsFull,
    30046: EditsSpent,
    40003: _wait(TOO_MANY_DMS),  # direct messages opened too fast
    40005: Unacceptable,  # larger than this server allows
    40006: _wait(),  # switched off for now
    40062: _wait(),  # a service is asked too much
    40333: _wait(),  # an error on the way to Discord
    50001: NotAllowed,
    50005: MessageGone,  # not the bot's own: another is posted
    50006: Unacceptable,  # empty
    50007: Closed,
    50008: NotAllowed,  # no channel for text (any more)
    50009: NotAllowed,  # the server wants a higher verification
    50013: NotAllowed,
    50035: Unacceptable,  # against the form
    ARCHIVED: Locked,  # and could not be opened
    50278: Closed,  # no server in common any more
    130000: _wait(),  # overloaded
    160005: Locked,
    160006: Locked,  # as many open threads as there can be: this one cannot be opened
    200000: Unacceptable,  # blocked by the server's filter
    200001: Unacceptable,
    240000: Unacceptable,  # blocked as a harmful link
}


def undelivered(error: discord.HTTPException) -> Undelivered:
    """Return what an answer of Discord's means for a message."""
    what = f"{error.status} {error.code}: {error.text}"[:300]
    known = BY_CODE.get(error.code)
    if known is not None:
        return known(what)
    if error.status == 403:
        return NotAllowed(what)
    if error.status == 413:
        return Unacceptable(what)
    if error.status in {401, 429}:
        # 401: the token was changed. Whatever waits goes out when the bot runs with the new one.
        return TryLater(what, arrived=False)
    if 400 <= error.status < 500:
        return NotTaken(what)
    return TryLater(what, arrived=None)


@contextlib.asynccontextmanager
async def translated(
    *, edit: bool = False, refused: Refused = lambda _: None
) -> AsyncIterator[None]:
    """Turn what discord.py raises into the courier's words, and tell what Discord has refused."""
    try:
        yield
    except discord.RateLimited as error:
        refused(429)
        # discord.py waits by itself as long as it is allowed to. An edit that is to wait longer
        # has met the limit for old messages, whose number discord.py does not pass on.
        if edit:
            raise EditsSpent(str(error)) from error
        raise TryLater(str(error), after=error.retry_after, arrived=False) from error
    except discord.HTTPException as error:
        refused(number_of(error))
        raise undelivered(error) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise TryLater(f"{type(error).__name__}: {error}", arrived=None) from error

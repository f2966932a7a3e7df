"""What Discord refuses for a while, through the real client: waited for, or repaired."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.courier.api import ChannelGone, Closed, PinsFull, Undelivered
from bot.courier.undelivered import BY_CODE
from tests.e2e.conftest import ToyTable

FINAL = {
    10003: ChannelGone,
    10013: Closed,
    30003: PinsFull,
    50007: Closed,
    50278: Closed,
}
"""What no waiting helps against, besides messages that are against Discord's form."""


@pytest.fixture
async def river(tmp_path: Path) -> AsyncIterator[ToyTable]:
    """A game of the toy under way."""
    async with ToyTable(tmp_path) as table:
        await table.begin()
        await table.to_play()
        yield table


async def lands(table: ToyTable) -> int:
    """Let alice land, which orders a bulletin; return how many there are."""
    assert "Done" in (await table.people["alice"].slash("toy land", bank="north")).text
    return len(table.bulletins())


@pytest.mark.parametrize(
    ("status", "code", "told"),
    [
        (400, 160005, "is locked"),
        (400, 160006, "is locked"),
        (404, 0, ""),
        (400, 0, ""),
        (403, 50013, "can't write"),
        (403, 50001, "can't write"),
        (400, 50008, "can't write"),
        (429, 20028, ""),
        (403, 40333, ""),
        (503, 130000, ""),
    ],
)
async def test_what_passes_is_waited_for(
    river: ToyTable, status: int, code: int, told: str
) -> None:
    """The bulletin comes when Discord takes it again, once; the creator hears what to mend."""
    where = f"/channels/{river.channel.id}/messages"
    before = len(river.bulletins())
    river.env.inject_error("POST", where, status=status, code=code, times=2)
    refused = await lands(river)
    await river.wait(120)
    await river.wait(120)

    assert refused == before
    assert len(river.bulletins()) == before + 1
    notices = [paper.text for paper in river.people["alice"].inbox()]
    assert any(told in text for text in notices) if told else notices == []


async def test_direct_messages_opened_too_fast_wait(river: ToyTable) -> None:
    """40003 closes nobody's direct messages: the receipt comes a minute later."""
    alice = river.people["alice"]
    where = f"/channels/{alice.actor.user.dm_channel.id}/messages"
    river.env.inject_error("POST", where, status=400, code=40003)
    reply = await alice.slash("toy hide", bank="north")
    early = len(alice.inbox())
    await river.wait(61)

    assert "DMs are closed" not in reply.text
    assert (early, len(alice.inbox())) == (0, 1)


def test_only_this_is_final() -> None:
    """Whoever adds a number to the table says here when it is never tried again."""
    final: dict[int, type[Undelivered]] = {}
    for code, kind in BY_CODE.items():
        made = kind("because")
        if isinstance(made, ChannelGone | Closed | PinsFull):
            final[code] = type(made)

    assert final == FINAL

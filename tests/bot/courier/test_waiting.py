"""What is waited for, what is given up, and who hears of it; nothing goes silently."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.courier import (
    Bulletin,
    ChannelGone,
    Locked,
    MessageGone,
    Note,
    NotTaken,
    Panel,
    Rights,
    Unacceptable,
)
from tests.support.office import Office, failing, turn
from tests.support.river import BLUE, CHANNEL, River
from tests.support.toy_game import Hide

pytestmark = pytest.mark.usefixtures("both_databases")


@pytest.mark.parametrize("known", [False, True])
async def test_a_locked_thread(office: Office, known: bool) -> None:
    """Waited for, whether the gateway or the answer tells; the creator is told once."""
    there, campaign = office.there, await office.there.started(turns=50)
    if known:
        office.discord.allowed[CHANNEL] = Rights(locked=True)
    else:
        office.discord.fault = lambda call, where: (
            Locked("160005") if call == "post" and where == CHANNEL else None
        )
    for _ in range(3):
        await turn(there, campaign)
        await office.later(minutes=1)
    notices = [note.code for note in office.shown(Note)]
    office.discord.fault = lambda _call, _where: None
    office.discord.allowed.clear()
    await office.later(minutes=15)

    assert notices == ["notice.thread_locked"]
    assert [b.number for b in office.shown(Bulletin)] == [1, 2, 3, 4]
    assert len(office.shown(Panel)) == 1


async def test_a_refusal_without_a_reason_passes(office: Office) -> None:
    """Tried again within seconds; nobody is troubled, nothing lost."""
    await office.there.started()
    office.discord.fault = failing(NotTaken("404 0"), times=2)
    await office.courier.settle()
    for _ in range(4):
        await office.later(seconds=10)

    assert [b.number for b in office.shown(Bulletin)] == [1]
    assert len(office.shown(Panel)) == 1
    assert office.shown(Note) == []


async def test_a_refusal_without_a_reason_that_lasts(office: Office) -> None:
    """The creator is told, and after a day of trying told what was given up; the rest goes on."""
    there, campaign = office.there, await office.there.started(turns=50)
    office.discord.fault = lambda call, where: (
        NotTaken("400 1") if (call, where) == ("post", CHANNEL) else None
    )
    for _ in range(12):
        await office.later(minutes=1)
    first = [note.code for note in office.shown(Note)]
    for _ in range(30 * 4):
        await office.later(minutes=15)
    tries = office.discord.calls.count(("post", CHANNEL))
    office.discord.fault = lambda _call, _where: None
    await turn(there, campaign)
    await office.later(minutes=15)

    assert first == ["notice.refused"]
    assert [note.code for note in office.shown(Note)] == ["notice.refused", "notice.lost_post"]
    assert tries < 350
    assert [b.number for b in office.shown(Bulletin)] == [2]
    assert len(office.shown(Panel)) == 1


async def test_a_report_that_is_not_acceptable(office: Office) -> None:
    """Given up, and the creator is told; the next one comes."""
    there, campaign = office.there, await office.there.started(turns=50)
    office.discord.fault = failing(Unacceptable("50035"), times=2)
    await turn(there, campaign)
    await office.courier.settle()

    assert [b.number for b in office.shown(Bulletin)] == [2]
    assert [note.code for note in office.shown(Note)] == ["notice.lost_post"]


async def test_what_somebody_deleted_at_once_is_not_posted_again(office: Office) -> None:
    """A nonce whose message is gone was posted; a panel gets another."""
    await office.there.started()
    nonces = []
    office.discord.fault = failing(MessageGone("10008"), times=2)
    for _ in range(3):
        await office.later(seconds=5)
    nonces = [message.nonce for message in office.discord.of(Panel)]

    assert office.shown(Bulletin) == []
    assert len(nonces) == 1
    assert "r" in nonces[0].partition("-p")[2]


async def test_a_lost_direct_message_is_told_to_nobody_else(office: Office) -> None:
    """Its channel gone, or refused for good: that there was one is its addressee's secret."""
    there, campaign = office.there, await office.there.started()
    await office.courier.settle()
    for error in (ChannelGone("10003"), Unacceptable("50035")):
        there.watch.forward(minutes=11)
        office.discord.fault = failing(error, times=2)
        await there.do(campaign, BLUE, Hide(bank="north"))
        await office.courier.settle()

    assert office.shown(Note) == []
    assert [r["kind"] for r in await there.rows(campaign) if r["kind"] != "bulletin"] == [
        "receipt"
    ] * 2


@pytest.mark.parametrize("body", ["{", "[]", "x'80'"])
async def test_a_row_that_cannot_be_read(office: Office, body: str) -> None:
    """It is given up at once, as no try can mend it; what follows it is posted, and it is told."""
    there, campaign = office.there, await office.there.started(turns=50)
    other = await office.there.started(channel=71)
    value = f"CAST({body} AS TEXT)" if body.startswith("x") else f"'{body}'"
    async with there.database.write() as connection:
        await connection.exec_driver_sql(
            f"UPDATE outbox SET body = {value} WHERE campaign = '{campaign.id}'"
        )
    await turn(there, campaign)
    logging.disable(logging.CRITICAL)
    await office.courier.settle()
    elsewhere = [b.look.campaign.id for b in office.shown(Bulletin)]
    for _ in range(10):
        await office.later(minutes=1)
    logging.disable(logging.NOTSET)

    assert sorted(elsewhere) == sorted([other.id, campaign.id])
    assert [b.number for b in office.shown(Bulletin, CHANNEL)] == [2]
    assert [note.code for note in office.shown(Note)] == ["notice.lost_post"]
    (lost,) = [row for row in await _plain_rows(there) if row[1] == "failed"]
    assert lost[:3] == (campaign.id, "failed", 0)
    assert "cannot be read" in lost[3]


async def _plain_rows(there: River) -> list[tuple[Any, ...]]:
    async with there.database.read() as connection:
        found = await connection.exec_driver_sql(
            "SELECT campaign, status, attempts, error FROM outbox"
        )
        return [tuple(row) for row in found]

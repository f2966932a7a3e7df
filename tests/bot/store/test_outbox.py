"""The outbox: what waits is found by an index, and what is done goes after a while."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.courier import Courier, Gallery
from bot.courier.courier import KEPT_DAYS, TIDY_BATCH, TIDY_EVERY, TIDY_PAUSE
from bot.store import outbox, schema
from bot.store.outbox import Kind, NewRow
from tests.support.fake_discord import FakeDiscord, FakePainter
from tests.support.plans import PLANS, scanned
from tests.support.plans import schema as tables
from tests.support.river import CHANNEL, RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

OLD = KEPT_DAYS * 24 * 3600


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[River]:
    """A moderator."""
    async with river(tmp_path) as opened:
        yield opened


def courier(there: River) -> Courier:
    """A courier of it."""
    painter = FakePainter()
    gallery = Gallery(lambda *_: painter, lambda _game, _language: str)
    return Courier(there.door, FakeDiscord(there.watch), gallery, clock=there.watch)


_numbers = itertools.count()


async def put(there: River, campaign: str, status: str, *, kind: Kind = "bulletin") -> None:
    """Put a row into the outbox, due now."""
    nonce = f"row-{next(_numbers)}"
    row = NewRow(campaign, kind, None, 1, 1, {"number": 1, "map": False, "ping": []}, nonce)
    at = round(there.watch().timestamp() * 1000)
    await there.database.save([outbox.add([row], at)])
    async with there.database.write() as connection:
        await connection.exec_driver_sql(
            f"UPDATE outbox SET status = '{status}' WHERE nonce = '{nonce}'"
        )


async def left(there: River) -> list[Any]:
    """Return kind and status of every row."""
    table = schema.outbox
    async with there.database.read() as connection:
        found = await connection.execute(select(table.c.kind, table.c.status).order_by(table.c.id))
        return [tuple(row) for row in found]


async def test_what_was_delivered_long_ago_goes(there: River) -> None:
    """Sent and given up, thirty days later; what waits and what is told once stays."""
    campaign = await there.open_campaign()
    for status in ("ready", "sending", "sent", "failed"):
        await put(there, campaign.id, status)
    for status in ("ready", "sent"):
        await put(there, campaign.id, status, kind="notice")
    at_work = courier(there)
    before = await left(there)
    await at_work.tidy()
    young = await left(there)
    there.watch.forward(seconds=OLD - 1)
    await at_work.tidy()
    nearly = await left(there)
    there.watch.forward(seconds=TIDY_EVERY)
    await at_work.tidy()

    assert young == nearly == before
    assert await left(there) == [
        ("bulletin", "ready"),
        ("bulletin", "sending"),
        ("notice", "ready"),
        ("notice", "sent"),
    ]


async def test_much_goes_in_batches(there: River) -> None:
    """Nobody's step waits for more than one of them; the next follows soon."""
    campaign = await there.open_campaign()
    at = round(there.watch().timestamp() * 1000)
    rows = [
        NewRow(campaign.id, "bulletin", None, 1, 1, {}, f"many-{n}") for n in range(TIDY_BATCH + 1)
    ]
    await there.database.save([outbox.add(rows, at)])
    async with there.database.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET status = 'sent'")
    there.watch.forward(seconds=OLD + 1)
    at_work = courier(there)
    first = await at_work.tidy()
    after_one = len(await left(there))
    again = await at_work.tidy()
    still = len(await left(there))
    there.watch.forward(seconds=first)
    rest = await at_work.tidy()

    assert (first, again, rest) == (TIDY_PAUSE, TIDY_PAUSE, TIDY_EVERY)
    assert (after_one, still, len(await left(there))) == (1, 1, 0)


async def test_dialogues_that_nobody_goes_on_with_go(there: River) -> None:
    """Also when nobody begins another."""
    campaign = await there.open_campaign()
    await there.door.drafts.open(campaign.id, RED, "row", {})
    there.watch.forward(hours=2)
    await courier(there).tidy()

    async with there.database.read() as connection:
        found = await connection.execute(select(schema.drafts.c.id))
        assert found.all() == []


@pytest.mark.sqlite
async def test_each_destination_is_due_with_its_first_row(there: River) -> None:
    """Whatever comes later in it, and however much there is."""
    one, other = await there.open_campaign(), await there.open_campaign(channel=71)
    async with there.database.write() as connection:
        await connection.exec_driver_sql("DELETE FROM outbox")
        await connection.exec_driver_sql("UPDATE panels SET shown = 99, channel_id = campaign")
        await connection.exec_driver_sql("UPDATE campaigns SET behind = 0")
    start = round(there.watch().timestamp() * 1000)
    for campaign in (one, other, one):
        await put(there, campaign.id, "ready")
        there.watch.forward(seconds=1)
    async with there.database.read() as connection:
        found = await outbox.waiting(connection)

    assert [(item.channel_id, item.due_at - start) for item in found] == [(CHANNEL, 0), (71, 1000)]


async def test_a_panel_behind_is_found_until_it_shows_the_present(there: River) -> None:
    """Every change of version or channel marks it; only what shows just that unmarks it."""
    campaign = await there.started()

    async def behind() -> bool:
        async with there.database.read() as connection:
            found = await outbox.panel_behind(connection, CHANNEL, 1 << 50)
            listed = any(not w.person for w in await outbox.waiting(connection) if w.due_at >= 0)
        return found is not None and listed

    async def shown(version: int) -> None:
        async with there.database.write() as connection:
            await outbox.set_panel(connection, campaign.id, shown=version, channel_id=CHANNEL)

    version = (await there.door.reader.look(campaign.id)).version
    marks = [await behind()]
    await shown(version - 1)
    marks.append(await behind())
    await shown(version)
    marks.append(await behind())
    await there.step(campaign)
    marks.append(await behind())
    await shown(version + 1)
    await there.door.lobby.move(campaign.id, RED, 72)
    async with there.database.read() as connection:
        moved = await outbox.panel_behind(connection, 72, 1 << 50)

    assert marks == [True, True, False, True]
    assert moved is not None


OLD_WAY = "SELECT person FROM outbox WHERE status IN (?, ?) ORDER BY id"


def test_a_statement_that_reads_a_whole_table_is_found() -> None:
    """A bound status does not meet the partial index; spelled out it does."""
    base = tables()

    assert scanned(OLD_WAY, base) == ["SCAN outbox"]
    assert scanned("SELECT person FROM outbox WHERE nonce = ?", base) == []
    among_all = "SELECT id FROM outbox WHERE +status IN ('ready', 'sending') AND campaign = ?"
    assert len(scanned(among_all, base)) == 1
    assert scanned(f"SELECT campaign FROM outbox WHERE {schema.TO_CHANNELS}", base) == []
    base.close()


@pytest.mark.sqlite
async def test_what_the_bot_asks_is_heard(there: River) -> None:
    """By way of SQLAlchemy and past it; what a test asks by itself is not held against the bot."""
    campaign = await there.started()
    await there.step(campaign)
    await left(there)
    async with there.database.read() as connection:
        await outbox.waiting(connection)
        await connection.exec_driver_sql("SELECT kind FROM outbox WHERE error = ''")
    heard = _without_layout(PLANS.seen)

    assert any("INSERT INTO actions" in sql for sql in heard)
    assert any("min(outbox.id)" in sql for sql in heard)
    assert not any("outbox.kind, outbox.status FROM" in sql for sql in heard)
    assert not any("error = ''" in sql for sql in heard)


def _without_layout(statements: Sequence[str] | set[str]) -> list[str]:
    return [" ".join(sql.split()) for sql in statements]

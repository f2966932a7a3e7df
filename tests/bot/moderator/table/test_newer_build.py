"""A process of the build before plays on beside one of this: what it does not know it leaves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.moderator import Complaint
from bot.moderator.table.replay import verify
from bot.store.schema import outbox
from tests.support import postgres as server
from tests.support.fleet import Fleet, Member
from tests.support.river import WHO
from tests.support.toy_game import Row, Shout, ToyGame


class NewerRules(ToyGame):
    """The toy by other rules."""

    ruleset = 2


@pytest.fixture
async def them(tmp_path: Path) -> AsyncIterator[Fleet]:
    """Two processes with a shard each; the second is of a newer build, with raised rules."""
    with server.on_server():
        found = Fleet(tmp_path / "fleet")
        try:
            await found.add((0,), 2)
            found.games = {"toy": NewerRules()}
            await found.add((1,), 2)
            yield found
        finally:
            await found.stop()


async def _row(one: Member, campaign: str, request: str) -> Any:
    first = (await one.door.reader.look(campaign)).decisions[0]
    action = Shout(loud=False) if first.interrupt else Row(strokes=1)
    return await one.door.play.act(campaign, WHO[first.seat], action, request=request)


async def test_what_was_played_by_raised_rules_is_left_to_who_knows_them(them: Fleet) -> None:
    """The older process says so, writes nothing into it, and plays its other campaigns on."""
    old, new = them.members
    campaign, other = await them.started(old), await them.started(old, channel=71)
    assert (await _row(new, campaign.id, "a")).accepted

    with pytest.raises(Complaint, match="newer"):
        await old.door.reader.look(campaign.id)
    with pytest.raises(Complaint, match="newer"):
        await old.door.play.act(campaign.id, WHO["blue"], Row(strokes=1), request="b")
    assert (await _row(old, other.id, "c")).accepted

    assert (await _row(new, campaign.id, "d")).accepted
    await verify(old.database, old.door.desk.versions.games, other.id)
    await verify(new.database, new.door.desk.versions.games, campaign.id)
    assert old.database.damage._told == set()


@pytest.mark.parametrize("what", ["campaign", "kind"])
async def test_what_a_newer_build_has_ordered_is_posted_by_it(them: Fleet, what: str) -> None:
    """In the older one's channels too, once a newer one has their shard; it is never given up."""
    old, new = them.members
    campaign = await them.started(old)
    await old.courier.settle()
    before = len(them.discord.messages)
    if what == "campaign":
        await _row(new, campaign.id, "a")
        await new.door.settle()
    else:
        fanfare = {"campaign": campaign.id, "kind": "fanfare", "nonce": "fanfare"}
        rest = dict.fromkeys(("first_seq", "last_seq", "attempts", "due_at", "created_at"), 0)
        async with new.database.write() as connection:
            await connection.execute(
                insert(outbox).values(**fanfare, **rest, body="{}", status="ready")
            )

    for _ in range(8):
        them.watch.forward(minutes=5)
        await old.courier.settle()

    assert len(them.discord.messages) == before
    left = select(outbox.c.attempts).where(outbox.c.status == "ready")
    async with old.database.read() as connection:
        tried = (await connection.execute(left)).scalars().all()
    assert tried
    assert set(tried) == {0}
    if what == "campaign":
        await old.stop()
        updated = await them.add((0,), 2)
        them.watch.forward(minutes=1)
        await updated.courier.settle()
        assert len(them.discord.messages) > before
        async with updated.database.read() as connection:
            assert (await connection.execute(left)).all() == []

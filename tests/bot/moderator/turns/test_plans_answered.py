"""Plans in whose sending the bot answers by itself what has one answer: killed, they go on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Complaint
from bot.moderator.table.replay import verify
from bot.store import StoreError
from tests.bot.moderator.table.test_forced import log_of, voiceless
from tests.bot.moderator.turns.test_plans import HIDE, LAND, ROW, plan, rower_of, send
from tests.support.river import WHO, River, river
from tests.support.toy_game import Land, Shout

Patch = pytest.MonkeyPatch


def killed(there: River, wanted: str, patch: Patch) -> list[str]:
    """Let the database fail once, at what is *wanted* behind the first answer by itself.

    The list that is returned holds what has failed.
    """
    save = there.database.save
    answered: list[str] = []
    failed: list[str] = []

    async def failing(writes: Any) -> None:
        rows = [one.values for one in writes if "request" in getattr(one, "values", {})]
        names = [str(row["request"]) if wanted == "forced/" else str(row["kind"]) for row in rows]
        by_itself = any(str(row["request"]).startswith("forced/") for row in rows)
        if any(name.startswith(wanted) for name in names) and (answered or by_itself):
            failed.append(wanted)
            raise StoreError("killed")
        await save(writes)
        answered.extend("forced" for _ in rows if by_itself)

    patch.setattr(there.database, "save", failing)
    return failed


@pytest.mark.parametrize("wanted", ["forced/", "hide", "land"])
async def test_it_goes_on_and_nothing_is_done_twice(
    tmp_path: Path, wanted: str, monkeypatch: Patch
) -> None:
    """Wherever it is killed: the answer comes once, then what was planned behind it, once."""
    async with river(tmp_path, salt="a") as there:
        campaign, seat = await voiceless(there)
        failed = list[str]()
        for _ in range(100):
            rower = await rower_of(there, campaign)
            if rower == WHO[seat]:  # the one who has a voice would be asked
                await there.do(campaign, rower, Land(bank="south"))
                (now,) = (await there.door.reader.look(campaign.id)).decisions
                if now.interrupt:
                    await there.do(campaign, WHO[now.seat], Shout(loud=False))
                continue
            before = len(await log_of(there, campaign, rower))
            await plan(there, campaign, rower, ROW, HIDE, LAND)
            with monkeypatch.context() as patch:
                failed = killed(there, wanted, patch)
                with suppress(Complaint):
                    await send(there, campaign, rower)
                there.door.rest()
            await there.reopen()
            if failed:
                break
        assert failed == [wanted]
        for _ in range(2):
            there.door.resume()
            await there.door.settle()

        order = ["row", "shout", "hide", "land"]
        if wanted == "forced/":  # secrets are allowed while a question is open, landing is not
            order = ["row", "hide", "shout", "land"]
            left = await there.door.plans.get(campaign.id, rower)
            assert [one.kind for one in left.entries] == ["land"]
            await send(there, campaign, rower)
        done = (await log_of(there, campaign, rower))[before:][:4]
        assert [one.kind for one in done] == order
        assert [(one.kind, one.seat) for one in done if one.forced] == [("shout", seat)]
        assert not (await there.door.plans.get(campaign.id, rower)).entries
        assert (await verify(there.database, there.games, campaign.id)).skipped == 0

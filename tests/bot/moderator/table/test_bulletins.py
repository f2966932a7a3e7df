"""Which bulletins a table gets: what comes in a row comes in one, and silence is told with more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.moderator import Campaign, Complaint
from bot.store import StoreError
from tests.bot.moderator.turns.test_plans import HIDE, LAND, ROW, in_supply, plan, quiet, send
from tests.support.river import RED, River, river

pytestmark = pytest.mark.usefixtures("both_databases")

DONE = ("done", dict[str, str]())


async def bulletins(there: River, campaign: Campaign) -> list[dict[str, Any]]:
    """Return the bulletins ordered so far, each with what is said in it."""
    rows = [row for row in await there.rows(campaign) if row["kind"] == "bulletin"]
    return [{**row, "body": json.loads(str(row["body"]))} for row in rows]


async def test_a_sending_is_one_bulletin(tmp_path: Path) -> None:
    """However many steps and phases: with a picture of each phase in which something happened."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        before = len(await bulletins(there, campaign))
        await plan(there, campaign, rower, HIDE, ROW, LAND)

        await send(there, campaign, rower)

        (told,) = (await bulletins(there, campaign))[before:]
        live = await there.door.desk.at_hand(campaign.id)
        assert told["last_seq"] == live.row.told == live.row.head
        assert len(told["body"]["frames"]) == 1
        assert told["body"]["ping"], "the other side rows next"


async def test_a_phase_without_events_is_told_with_the_next(tmp_path: Path) -> None:
    """Where nothing happened and nobody has to be called, nobody is told."""
    async with river(tmp_path, games=GAMES) as there:
        campaign = await in_supply(there)
        before = len(await bulletins(there, campaign))

        # Supply, in which nothing was spent; naval movement follows, their own again.
        await there.do(campaign, RED, there.games["war_of_the_pacific"].actions["done"]())

        assert (await bulletins(there, campaign))[before:] == []
        untold = (await there.door.desk.at_hand(campaign.id)).row.untold
        assert (untold.frames, untold.owed) == ((), False)


@pytest.mark.parametrize("kill", ["land", "end"])
async def test_a_killed_sending_is_told_once(
    tmp_path: Path, kill: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed on its way or at its end, it goes on, and its bulletin comes once."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        before = len(await bulletins(there, campaign))
        known = (await there.door.desk.at_hand(campaign.id)).row.told
        await plan(there, campaign, rower, ROW, LAND)
        save, failed = there.database.save, list[str]()

        async def failing(writes: Any) -> None:
            values = [one.values for one in writes if isinstance(one.values, dict)]
            acts = [one["kind"] for one in values if one.get("kind") in {"row", "land"}]
            last = not acts and any("new_untold" in one for one in values)
            if not failed and (kill in acts or (kill == "end" and last)):
                failed.append(kill)
                raise StoreError("killed")
            await save(writes)

        with monkeypatch.context() as patch:
            patch.setattr(there.database, "save", failing)
            with pytest.raises(Complaint, match=r"plan\.interrupted"):
                await send(there, campaign, rower)
        assert failed == [kill]
        assert (await bulletins(there, campaign))[before:] == []

        await there.reopen()
        there.door.plans.resume()
        await there.door.settle()

        (told,) = (await bulletins(there, campaign))[before:]
        assert told["first_seq"] == known + 1

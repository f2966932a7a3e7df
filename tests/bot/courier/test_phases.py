"""Pictures of bulletins: what is done in secret meanwhile changes none of them."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

from bot.courier.compose import Composer
from bot.courier.replays import Replays
from bot.store.campaigns import CampaignRow
from tests.bot.moderator.turns.test_plans import HIDE, LAND, ROW, plan, quiet, send
from tests.support.office import Office
from tests.support.river import River


async def _campaign(there: River, name: str) -> CampaignRow:
    return (await there.door.desk.at_hand(name)).row


async def test_a_secret_behind_a_phase_does_not_show(office: Office) -> None:
    """A bulletin that ends with a secret step has the pictures of one that ends before it."""
    there = office.there
    campaign, rower = await quiet(there)
    await plan(there, campaign, rower, ROW, HIDE, LAND)
    await send(there, campaign, rower)
    rows = [row for row in await there.rows(campaign) if row["kind"] == "bulletin"]
    told: dict[str, Any] = {**rows[-1], "body": json.loads(str(rows[-1]["body"]))}
    log = await there.door.reader.told(
        campaign.id, campaign.seat_of(rower), 1, (await _campaign(there, campaign.id)).head
    )
    hidden = next(done for done, _ in log if done.secret and done.kind == "hide")
    public = max(done.seq for done, _ in log if not done.secret and done.seq < hidden.seq)
    version = next(done.version for done, _ in log if done.seq == public)
    compose, drawn = Composer(there.door, office.gallery, Replays(office.gallery)), []
    for last in (public, hidden.seq):
        body = {**told["body"], "frames": [version], "whole": False, "map": True}
        row: Any = SimpleNamespace(**{**told, "body": body, "first_seq": public, "last_seq": last})
        drawn.append((await compose.bulletin(row, picture=True)).pictures)

    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 1

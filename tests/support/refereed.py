"""Games on the river with a referee: who acts, and what it leaves behind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from bot.moderator import Campaign
from bot.moderator.referees.acts import Act
from bot.moderator.referees.appointing import Candidate
from bot.store.schema import journal
from tests.support.river import BLUE, RED, River

DORA, EMIL, FRIDA = 600, 700, 800
"""A referee of the campaign, maybe a second one, and somebody who has the role only."""


async def appoint(there: River, campaign: Campaign, who: int = DORA, **terms: Any) -> None:
    """Let both sides accept a referee."""
    found, about = await there.door.referees.terms(Candidate(who, f"name-{who}", **terms))
    made = await there.door.offers.make(
        campaign.id, RED, "referee", request=there.request(), terms=found, about=about
    )
    await there.door.offers.agree(made.offer.id, BLUE, request=there.request())


def act(there: River, campaign: Campaign, who: int = DORA, **given: Any) -> Act:
    """Return an act of a referee."""
    asked = {"reason": "they asked for it", "request": there.request(), **given}
    return Act(campaign.id, who, **asked)


async def entries(there: River, campaign: Campaign) -> list[Mapping[str, Any]]:
    """Return what the journal holds of referees' acts, oldest first, with who did each."""
    async with there.database.read() as connection:
        found = await connection.execute(
            select(journal)
            .where(journal.c.campaign == campaign.id, journal.c.kind == "referee")
            .order_by(journal.c.id)
        )
        return [{**json.loads(row.body), "version": row.version} for row in found]


async def words(there: River, campaign: Campaign) -> list[str]:
    """Return what the channel is told of what referees do, in order."""
    rows = await there.rows(campaign)
    return [json.loads(row["body"])["said"] for row in rows if row["kind"] == "referee"]

"""What must hold after the trials: nothing acknowledged is lost, nothing doubled, all in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import make_url, select, text

from bot.moderator.table.replay import ReplayDiverged, verify
from bot.store import Database, StoreError
from bot.store.schema import actions, campaigns, outbox, panels, plans
from tests.kills.member import KINDS
from tests.kills.told import Told


async def left(where: str) -> list[str]:
    """Return what is still to be done or told; asked while the bot runs."""
    try:
        database = await _look(where)
    except StoreError as error:
        return [str(error)]
    try:
        async with database.read() as connection:
            waiting = await connection.execute(
                select(outbox.c.kind, outbox.c.status).where(
                    outbox.c.status.in_(("ready", "sending"))
                )
            )
            sending = await connection.execute(
                select(plans.c.campaign).where(plans.c.sending.is_not(None))
            )
            behind = await connection.execute(
                select(campaigns.c.id).where(text("campaigns.behind"))
            )
            found = [f"{row.kind} {row.status}" for row in waiting]
            found += [f"a plan of {row.campaign}" for row in sending]
            return found + [f"the panel of {row.id}" for row in behind]
    except StoreError as error:
        return [str(error)]
    finally:
        await database.close()


async def _look(where: str) -> Database:
    if "://" in where:
        return await Database.look_at(make_url(where))
    return await Database.open(Path(where))


async def judge(where: str, told: Told, report: Mapping[str, Any]) -> list[str]:
    """Return what is wrong, a line each."""
    database = await Database.open(where if "://" in where else Path(where), alone=True)
    try:
        faults = list(told.broken)
        faults += await _lost(database, told)
        faults += await _diverged(database)
        faults += await _posted(database, report["messages"])
        return faults
    finally:
        await database.close()


async def _lost(database: Database, told: Told) -> list[str]:
    """What was acknowledged is in the log, once."""
    async with database.read() as connection:
        found = await connection.execute(select(actions.c.campaign, actions.c.request))
        logged = Counter((row.campaign, row.request) for row in found)
    twice = [f"{key} is in the log {count} times" for key, count in logged.items() if count > 1]
    return twice + [
        f"{key} was acknowledged and is lost" for key in told.accepted if key not in logged
    ]


async def _diverged(database: Database) -> list[str]:
    async with database.read() as connection:
        every = (await connection.execute(select(campaigns.c.id))).scalars().all()
    faults = []
    for campaign in every:
        try:
            await verify(database, KINDS, campaign)
        except (ReplayDiverged, StoreError) as error:
            faults.append(f"{campaign}: {error}")
    return faults


async def _posted(database: Database, messages: Sequence[Mapping[str, Any]]) -> list[str]:
    """All that was ordered stands on Discord once, and bulletins in their order."""
    async with database.read() as connection:
        rows = (await connection.execute(select(outbox))).mappings().all()
        panel_rows = (await connection.execute(select(panels))).mappings().all()
        places = {
            row.id: row.channel_id
            for row in await connection.execute(select(campaigns.c.id, campaigns.c.channel_id))
        }
    faults = [
        f"{row['kind']} {row['nonce']} is {row['status']}"
        for row in rows
        if row["status"] != "sent"
    ]
    nonces = Counter((one["place"], one["nonce"]) for one in messages if one["nonce"])
    faults += [f"{key} was posted {count} times" for key, count in nonces.items() if count > 1]
    there = {one["nonce"] for one in messages}
    missing = [row for row in rows if row["message_id"] is not None and row["nonce"] not in there]
    faults += [f"{row['kind']} {row['nonce']} is not on Discord" for row in missing]
    by_place: dict[int, list[int]] = defaultdict(list)
    for one in sorted(messages, key=lambda each: each["at"]):
        if one["kind"] == "Bulletin":
            by_place[one["place"]].append(one["number"])
    faults += [
        f"bulletins of {place} came as {numbers}"
        for place, numbers in by_place.items()
        if numbers != list(range(1, len(numbers) + 1))
    ]
    shown = Counter(one["place"] for one in messages if one["kind"] == "Panel")
    wanted = {places[row["campaign"]] for row in panel_rows}
    faults += [f"{place} has {shown[place]} panels" for place in wanted if shown[place] != 1]
    return faults

"""What must hold after the trials: nothing acknowledged is lost, nothing doubled, all in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

from sqlalchemy import make_url, select, text

from bot.games import GAMES
from bot.moderator.table.replay import ReplayDiverged, verify
from bot.store import Database, StoreError
from bot.store.schema import actions, campaigns, outbox, panels, plans
from tests.kills.told import Told
from tests.served.world import World

_ORDINARY = 0
"""Discord's number for a message that somebody wrote."""


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


async def judge(where: str, told: Told, world: World) -> list[str]:
    """Return what is wrong, a line each."""
    database = await Database.open(where if "://" in where else Path(where), alone=True)
    try:
        faults = [*told.broken, *told.left, *set(world.faults)]
        faults += await _lost(database, told)
        faults += await _diverged(database)
        faults += await _posted(database, world)
        return faults
    finally:
        await database.close()


def of_draft(draft: str) -> str:
    """Return by what the confirming of a dialogue is known again, however often it was pressed."""
    return f"draft:{draft}:"


def _known_by(request: str | None) -> str | None:
    kind, _, rest = (request or "").partition(":")
    return of_draft(rest.partition(":")[0]) if kind == "draft" else request


async def _lost(database: Database, told: Told) -> list[str]:
    """What was acknowledged is in the log, once."""
    async with database.read() as connection:
        found = await connection.execute(select(actions.c.campaign, actions.c.request))
        logged = Counter((row.campaign, _known_by(row.request)) for row in found)
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
            await verify(database, GAMES, campaign)
        except (ReplayDiverged, StoreError) as error:
            faults.append(f"{campaign}: {error}")
    return faults


def posted(world: World) -> dict[int, int]:
    """Return what the bot has posted of itself and still stands: messages, each with its channel.

    What answers somebody is not of it, nor what Discord says of its pins and threads.
    """
    me = world.backend.bot_user.id
    answers = {one.message_id for one in world.backend.interactions.values()}
    answers |= {one for some in world.backend.interactions.values() for one in some.followup_ids}
    return {
        number: channel
        for channel, there in world.backend.messages.items()
        for number, one in there.items()
        if one.author_id == me and one.type == _ORDINARY and not one.is_ephemeral
        if number not in answers
    }


async def _posted(database: Database, world: World) -> list[str]:
    """All that was ordered stands on Discord once, and bulletins in their order."""
    async with database.read() as connection:
        rows = (await connection.execute(select(outbox))).mappings().all()
        panel_rows = (await connection.execute(select(panels))).mappings().all()
    there = posted(world)
    faults = [
        f"{row['kind']} {row['nonce']} is {row['status']}"
        for row in rows
        if row["status"] != "sent"
    ]
    known = Counter(row["message_id"] for row in (*rows, *panel_rows) if row["message_id"])
    faults += [f"{count} rows know message {key}" for key, count in known.items() if count > 1]
    gone = [row for row in rows if row["message_id"] and row["message_id"] not in there]
    faults += [f"{row['kind']} {row['nonce']} is not on Discord" for row in gone]
    faults += [
        f"message {key} in {channel} is of nobody: posted twice, or twice begun"
        for key, channel in there.items()
        if key not in known
    ]
    by_place: dict[object, list[int]] = defaultdict(list)
    for row in sorted(rows, key=lambda each: (each["first_seq"], each["id"])):
        if row["kind"] == "bulletin" and row["message_id"]:
            by_place[row["campaign"]].append(row["message_id"])
    faults += [
        f"bulletins of {place} came in another order"
        for place, numbers in by_place.items()
        if numbers != sorted(numbers)
    ]
    return faults + [
        f"the panel of {row['campaign']} is not on Discord"
        for row in panel_rows
        if row["message_id"] not in there
    ]

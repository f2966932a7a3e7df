"""What a restoration means for a campaign: its table is told, and its dice fall anew."""

from __future__ import annotations

import dataclasses

from bot.moderator.api import SETBACK, Complaint
from bot.moderator.table.bulletins import announcement
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.steps import Steps, Taken
from bot.store import campaigns, epochs, log, pending, plans
from bot.store.untold import NOTHING
from engine.api import Event


class Restoration:
    """Campaigns whose database was set back."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self._desk = desk
        self._steps = steps

    async def set_back(self, campaign_id: str) -> bool:
        """Give a campaign that is not over new dice, and tell its table; say whether it was told.

        A campaign that is open has thrown none and has nothing to be told of. One that cannot be
        loaded gets its dice all the same.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> bool:
            if live.row.status == "over":
                return False
            seed = self._desk.token(32)
            turned = epochs.turn(live.row, seed, live.thrown, self._desk.now())
            # What was being sent was meant for a position that is no more.
            turned += (plans.unsent(campaign_id),)
            row = dataclasses.replace(live.row, seed=seed, epoch=live.row.epoch + 1)
            if live.position is None:
                after = dataclasses.replace(row, version=row.version + 1, branch=row.branch + 1)
                await self._desk.database.save([campaigns.change(live.row, after), *turned])
            else:
                taken = await self._set_back(dataclasses.replace(live, row=row))
                change, *others = self._steps.writes(live, taken)
                await self._desk.database.save([change, *turned, *others])
            self._desk.shelf.drop(campaign_id)  # what was worked out from the old dice goes with it
            self._desk.tell()
            return live.position is not None

        try:
            return await self._desk.exclusive(campaign_id, work)
        except Complaint as error:
            if error.code not in {"campaign.unreadable", "campaign.unknown_game"}:
                raise
        async with self._desk.database.read() as connection:
            found = await campaigns.get(connection, campaign_id)
            thrown, _ = await log.totals(connection, campaign_id)
        if found is None:
            raise Complaint("campaign.unknown")
        turned = epochs.turn(found, self._desk.token(32), thrown, self._desk.now())
        await self._desk.database.save(
            [*turned, plans.unsent(campaign_id), *pending.ended(campaign_id)]
        )
        return False

    async def _set_back(self, live: Live) -> Taken:
        """Work out the step by which the table is told; *live* has its new dice already."""
        assert live.position is not None
        async with self._desk.database.read() as connection:
            _, since = await log.last_public(connection, live.row.id)
        event = Event(
            "campaign.set_back",
            "",
            # Of public steps alone: when somebody did something in secret is a secret.
            {"step": live.counts.public, "since": str(since // 1000)},
        )
        request = f"{SETBACK}/{live.row.id}/{live.row.epoch}/{self._desk.new_id()}"
        seal = live.row.seal
        events = (event, Event("campaign.sealed", "", {"seal": seal})) if seal else (event,)
        row = self._steps.row(live, live.position.status, SETBACK, request, events)
        taken = self._steps.taken(live, row, live.position, over=False)
        return dataclasses.replace(
            taken,
            posts=announcement(live, row.seq),
            bulletin=live.row.bulletin + 1,
            told=row.seq,
            untold=NOTHING,
        )

"""Bulletins that wait: what calls nobody is told with what the same person does next.

How long it waits at most is the host's choice (``Policy.gather_seconds``). What waits is on file
with its campaign, so a bot that was stopped tells it when it runs again.
"""

from __future__ import annotations

import dataclasses
import logging
from functools import partial

from bot.moderator.api import Complaint
from bot.moderator.table.bulletins import as_told, overdue
from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.live import Live
from bot.shares import WHOLE, Share
from bot.store import StoreError, campaigns, live_campaigns, outbox
from bot.store.log import ActionRow

_log = logging.getLogger(__name__)


class Gathering:
    """Tells what has waited long enough."""

    def __init__(self, desk: Desk, errands: Errands) -> None:
        self._desk = desk
        self._errands = errands

    def notice(self, live: Live, _row: ActionRow) -> None:
        """Notice a step: something may wait after it, or no more."""
        self.watch(live)

    def watch(self, live: Live) -> None:
        """Tell what waits at a table when its time comes."""
        self._at(live.row.id, live.row.untold.due)

    def resume(self, share: Share = WHOLE) -> None:
        """Watch what was waiting when the bot was stopped, at a share's servers."""
        self._errands.begin(self._resume(share), "waiting bulletins")

    # -- inside ------------------------------------------------------------------------------

    def _at(self, campaign: str, due: int | None) -> None:
        what = f"bulletin/{campaign}"
        if due is None:
            self._errands.not_later(what)
            return

        def now() -> None:
            self._errands.begin(self._tell(campaign), f"bulletin {campaign}")

        self._errands.later(what, now, max(0, due - self._desk.now()) / 1000)

    async def _resume(self, share: Share) -> None:
        try:
            async with self._desk.database.read() as connection:
                found = await live_campaigns.with_waiting_bulletin(connection, share)
        except StoreError as error:
            _log.error("waiting bulletins cannot be found: %s", error)
            self._errands.retry("waiting bulletins", partial(self.resume, share))
            return
        for campaign, due in found:
            self._at(campaign, due)

    async def _tell(self, campaign: str) -> None:
        try:
            await self._desk.exclusive(campaign, self.tell, though_halted=True)
        except Complaint as error:
            _log.error("campaign %s: its bulletin cannot be told: %s", campaign, error.code)
        except StoreError as error:
            _log.error("campaign %s: its bulletin has to wait: %s", campaign, error)
            self._errands.retry(f"bulletin/{campaign}", lambda: self._at(campaign, 0))
        else:
            self._desk.tell()

    async def tell(self, live: Live, _again: bool) -> None:
        """Tell what has waited long enough; its campaign is held still."""
        told = overdue(live, self._desk.now())
        if told is None:
            if not live.row.untold.planned:
                self.watch(live)
            return
        row = as_told(live.row, told)
        writes = [campaigns.change(live.row, row), outbox.add(told.posts, self._desk.now())]
        await self._desk.database.save(writes)
        self._desk.keep(dataclasses.replace(live, row=row))

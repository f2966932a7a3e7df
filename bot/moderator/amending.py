"""Telling the tables whose game's ruleset was raised, each once.

At the start every live campaign that does not know of the present ruleset is told in its channel;
an action that comes first tells it in its own transaction (:func:`bot.moderator.posting.amended`).
Either way the campaign's row says from then on that it knows.
"""

from __future__ import annotations

import dataclasses
import logging

from bot.moderator.api import ModeratorError
from bot.moderator.live import Live
from bot.moderator.posting import amended, told_of
from bot.moderator.standing import Standing
from bot.store import StoreError, campaigns, outbox
from bot.store.batch import Write

_log = logging.getLogger(__name__)


class Amending(Standing):
    """Telling of raised rulesets."""

    def resume(self) -> None:
        """Tell the tables whose rules were raised since they last played."""
        self._begin(self._tell_rulesets(), "raised rulesets")
        super().resume()

    async def _tell_rulesets(self) -> None:
        rulesets = {key: game.ruleset for key, game in self.games.items()}
        try:
            async with self.database.read() as connection:
                found = await campaigns.not_told(connection, rulesets)
        except StoreError as error:
            _log.error("the tables whose rules were raised cannot be found: %s", error)
            self._retry("raised rulesets", self._tell_again)
            return
        for campaign in found:
            if self._resting:
                return
            await self._tell_ruleset(campaign)

    def _tell_again(self) -> None:
        self._begin(self._tell_rulesets(), "raised rulesets")

    async def _tell_ruleset(self, campaign: str) -> None:
        async def work(live: Live, _again: bool) -> None:
            known = told_of(live)
            if known == live.row.ruleset_told or live.row.status == "over":
                return
            row = dataclasses.replace(live.row, ruleset_told=known)
            writes: list[Write] = [campaigns.change(live.row, row)]
            posts = amended(live)
            if posts:
                writes.append(outbox.add(posts, self._now()))
            await self.database.save(writes)
            self._shelf.put(dataclasses.replace(live, row=row))
            self._tell()

        try:
            await self._exclusive(campaign, work)
        except ModeratorError as error:
            _log.error("campaign %s: its rules were raised: %s", campaign, error.code)
        except StoreError as error:
            _log.error("campaign %s: its rules were raised: %s", campaign, error)

            def again() -> None:
                self._begin(self._tell_ruleset(campaign), f"raised ruleset {campaign}")

            self._retry(f"ruleset/{campaign}", again)

"""Which theme pictures have: a person's own for what only they see, a table's for everybody's."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from typing import Final

from bot.moderator.api import Campaign, Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.store import campaigns, people
from bot.store.batch import one_by_one

_KEPT: Final = 4096


class Themes:
    """The themes that were chosen; which there are is for whoever draws to say."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._known: OrderedDict[int, str | None] = OrderedDict()

    async def own(self, person_id: int) -> str | None:
        """Return the theme that a person has chosen for what only they see; cheap when known.

        ``None`` where they have not: their pictures are as the table's.

        Raises:
            StoreError: The database failed.
        """
        shared = self._desk.database.is_shared  # another process may know better
        if person_id not in self._known or shared:
            async with self._desk.database.read() as connection:
                found = await people.theme(connection, person_id)
            if person_id not in self._known or shared:  # what was chosen meanwhile is newer
                self._know(person_id, found)
        return self._known[person_id]

    async def choose(self, person_id: int, theme: str | None) -> None:
        """Remember a person's theme; ``None``: as the table's.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            person = (
                await people.number(connection, person_id)
                if theme is None
                else await people.numbered(connection, person_id)
            )
            if person is not None:
                await people.set_theme(connection, person, theme)
        self._know(person_id, theme)

    async def choose_for_table(
        self, campaign_id: str, person_id: int, theme: str, *, manages: bool = False
    ) -> Campaign:
        """Give a campaign's public pictures a theme, its panel first.

        Its people may, whoever opened it, and whoever *manages* the server.

        Raises:
            Complaint: campaign.unknown, not_a_player.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if not manages and not may_choose(live.campaign, person_id):
                raise Complaint("campaign.not_a_player")
            if live.row.theme == theme:
                return live.campaign
            # A new version: the panel does not show what the campaign is now.
            row = dataclasses.replace(live.row, version=live.row.version + 1, theme=theme)
            async with self._desk.database.write() as connection:
                await one_by_one(connection, [campaigns.change(live.row, row)])
            return self._desk.renew(live, row, live.people)

        return await self._desk.exclusive(campaign_id, work)

    def forget(self, person_id: int) -> None:
        """Know nothing of a person any more."""
        self._known.pop(person_id, None)

    def _know(self, person_id: int, theme: str | None) -> None:
        self._known[person_id] = theme
        self._known.move_to_end(person_id)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)


def may_choose(campaign: Campaign, person_id: int) -> bool:
    """Say whether a person may choose the theme of a table without managing its server."""
    return campaign.seat_of(person_id) is not None or campaign.creator_id == person_id

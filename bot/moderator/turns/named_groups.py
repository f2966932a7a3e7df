"""Groups: pieces that somebody has given a name together, to plan with by it. Theirs alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import require_playing
from bot.store import campaigns, named_groups
from bot.store.named_groups import NamedGroup

MOST_GROUPS: Final = 12
"""Half of what a menu holds: those who can act have room beside them."""
NAME_LIMIT: Final = 30
"""Characters of a group's name, so that a phone shows it."""


class NamedGroups:
    """The groups of people. One belongs to a person at a table, not to their seat."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(self, campaign_id: str, person_id: int) -> tuple[NamedGroup, ...]:
        """Return a member's groups, by name.

        Raises:
            Complaint: campaign.not_a_player.
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            person = await self._seated(connection, campaign_id, person_id)
            return await named_groups.of(connection, campaign_id, person)

    async def keep(
        self, campaign_id: str, person_id: int, name: str, pieces: Sequence[str], before: str = ""
    ) -> tuple[NamedGroup, ...]:
        """Give pieces a name, in place of the group called *before* and of any other so called.

        Args:
            campaign_id: Where.
            person_id: Whose.
            name: Ready to keep, at most :data:`NAME_LIMIT` characters of it.
            pieces: Their keys; the game says what they are.
            before: What the group was called, where it gets another name.

        Raises:
            Complaint: campaign.unknown, not_a_player, not_playing, over; group.too_many.
            StoreError: The database failed; nothing was changed.
        """
        kept = NamedGroup(name[:NAME_LIMIT], tuple(dict.fromkeys(pieces)))
        require_playing(await self._desk.at_hand(campaign_id))
        async with self._desk.database.write() as connection:
            person = await self._seated(connection, campaign_id, person_id)
            held = await named_groups.of(connection, campaign_id, person)
            others = [one for one in held if one.name not in {before, kept.name}]
            if len(others) >= MOST_GROUPS:
                raise Complaint("group.too_many", most=MOST_GROUPS)
            await named_groups.put(connection, campaign_id, person, [*others, kept])
            return await named_groups.of(connection, campaign_id, person)

    async def drop(self, campaign_id: str, person_id: int, name: str) -> tuple[NamedGroup, ...]:
        """Take a name away, if it is there, and return the groups that are left.

        Raises:
            Complaint: campaign.not_a_player.
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            person = await self._seated(connection, campaign_id, person_id)
            held = await named_groups.of(connection, campaign_id, person)
            left = tuple(one for one in held if one.name != name)
            await named_groups.put(connection, campaign_id, person, left)
            return left

    @staticmethod
    async def _seated(connection: AsyncConnection, campaign_id: str, person_id: int) -> int:
        person = await campaigns.seated(connection, campaign_id, person_id)
        if person is None:
            raise Complaint("campaign.not_a_player")
        return person

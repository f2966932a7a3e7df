"""The threads in which campaigns are played: who is awaited there, and since when each is open."""

from __future__ import annotations

from dataclasses import dataclass

from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk
from bot.store import campaigns, live_campaigns, remembered

_PREFIX = "opened/"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a campaign is being played."""

    campaign_id: str
    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class Opened:
    """When a thread was last opened or kept open, in milliseconds since 1970.

    Attributes:
        at: When.
        ours: How often in a row the bot has opened it, with nothing written in between.
    """

    at: int = 0
    ours: int = 0


class Threads:
    """What is on file of threads; the campaigns in them are as any."""

    def __init__(self, desk: Desk, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels

    async def places(self) -> tuple[Place, ...]:
        """Return where campaigns are being played, threads or not; forget all other threads.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            found = tuple(Place(*row) for row in await live_campaigns.places(connection))
            known = await remembered.beginning(connection, _PREFIX)
        played = {_name(place.channel_id) for place in found}
        for name in known:
            if name not in played:
                async with self._desk.database.write() as connection:
                    await remembered.put(connection, name, None)
        return found

    async def played_in(self, guild_id: int, channel_id: int) -> Place | None:
        """Return what is being played in a channel, if anything is.

        Raises:
            StoreError: The database failed.
        """
        found = await self._channels.find(guild_id, channel_id)
        if found is None:
            return None
        async with self._desk.database.read() as connection:
            row = await campaigns.get(connection, found)
        if row is None or row.status != "playing":
            return None
        return Place(found, guild_id, channel_id)

    async def is_awaited(self, place: Place) -> bool:
        """Say whether a person is awaited there: the computer's seats need no open thread.

        Raises:
            Complaint: campaign.unknown, unknown_game, unreadable.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(place.campaign_id)
        if live.position is None or live.outcome() is not None:
            return False
        owed = live.game.awaiting(live.position.state)
        return any(one.seat not in live.computer for one in owed)

    async def opened(self, channel_id: int) -> Opened:
        """Return since when a thread is known to have been open, the start of time by default.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            value = await remembered.get(connection, _name(channel_id))
        return Opened() if value is None else Opened(*map(int, value.split()))

    async def note(self, channel_id: int, opened: Opened) -> None:
        """Note since when a thread is open.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        if await self.opened(channel_id) == opened:
            return
        async with self._desk.database.write() as connection:
            await remembered.put(connection, _name(channel_id), f"{opened.at} {opened.ours}")


def _name(channel_id: int) -> str:
    return f"{_PREFIX}{channel_id}"

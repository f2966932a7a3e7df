"""What servers decide, and what becomes of the campaigns of one that the bot had to leave."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.clock import paces
from bot.clock.paces import Pace
from bot.moderator.api import Complaint
from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk
from bot.store import guilds, purge
from bot.store.guilds import GuildRow
from engine.api import Term

_log = logging.getLogger(__name__)

MOST_OPEN: Final = 100
"""The largest number of campaigns that a server may allow one person to have open."""
MOST_PLACES: Final = 25
"""Channels and categories that a server may name; as many as Discord lets be chosen at once."""
_DAY: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Setup:
    """What a server decides; but for the limit, about new tables only.

    Attributes:
        most_open: How many live campaigns one person may have created there.
        pace: How fast a new table plays where nothing is said; ``None``: as fast as people like.
        language: Its language where nothing is said; ``None``: the host's.
        games: Which games may be opened; ``None``: all.
        places: In which channels and categories, by id; ``None``: anywhere.
        referee_role: The role of those who may referee there, by id; ``None``: nobody may.
        lobby: The forum in which each is opened as a post, by id; ``None``: where it is asked for.
        two_referees: Whether a second referee must confirm that a campaign goes back.
    """

    most_open: int
    pace: Pace | None = None
    language: str | None = None
    games: tuple[str, ...] | None = None
    places: tuple[int, ...] | None = None
    referee_role: int | None = None
    lobby: int | None = None
    two_referees: bool = False


def require_allowed(row: GuildRow, game: str, channel_id: int, within: Collection[int]) -> None:
    """Refuse a new table that a server does not allow.

    Args:
        row: What the server has decided.
        game: What is to be played.
        channel_id: Where.
        within: Where that is: the channel of a thread, the category of either.

    Raises:
        Complaint: campaign.game_closed, campaign.place_closed.
    """
    if row.games is not None and game not in row.games:
        open_ones = tuple(Term("game", one) for one in row.games)
        raise Complaint("campaign.game_closed", game=Term("game", game), games=open_ones)
    require_place(row, channel_id, within)


def require_place(row: GuildRow, channel_id: int, within: Collection[int]) -> None:
    """Refuse a channel in which a server allows no table; arguments as above.

    The posts of its lobby are always allowed.

    Raises:
        Complaint: campaign.place_closed.
    """
    if row.places is not None and not {channel_id, *within} & {*row.places, row.lobby}:
        lobby = () if row.lobby is None else (row.lobby,)
        places = tuple(Term("channel", str(one)) for one in dict.fromkeys((*row.places, *lobby)))
        raise Complaint("campaign.place_closed", places=places)


class Servers:
    """Servers."""

    def __init__(self, desk: Desk, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels

    async def most_open(self, guild_id: int) -> int:
        """Return how many live campaigns one person may have created in a server.

        Raises:
            StoreError: The database failed.
        """
        return await self.own_most_open(guild_id) or self._desk.policy.most_open

    async def own_most_open(self, guild_id: int) -> int | None:
        """Return the same where the server has chosen it; ``None``: the usual number holds.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return (await guilds.get(connection, guild_id)).most_open

    async def setup(self, guild_id: int) -> Setup:
        """Return what a server has decided, and what is usual where it has not.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await guilds.get(connection, guild_id)
        return Setup(
            most_open=row.most_open or self._desk.policy.most_open,
            pace=paces.read(row.pace),
            language=row.language,
            games=row.games,
            places=row.places,
            referee_role=row.referee_role,
            lobby=row.lobby,
            two_referees=bool(row.two_referees),
        )

    # Of all that follows the caller has made sure that the person manages the server.

    async def allow_open(self, guild_id: int, most: int | None) -> None:
        """Choose how many campaigns one person may have open; ``None`` is the usual number.

        Raises:
            Complaint: campaign.bad_limit.
            StoreError: The database failed; nothing was changed.
        """
        if most is not None and not 1 <= most <= MOST_OPEN:
            raise Complaint("campaign.bad_limit", most=MOST_OPEN)
        await self._decide(guild_id, most_open=most)

    async def choose_pace(self, guild_id: int, pace: Pace | None) -> None:
        """Choose how fast new tables play where nothing is said.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._decide(guild_id, pace=None if pace is None else paces.written(pace))

    async def choose_language(self, guild_id: int, language: str | None) -> None:
        """Choose the language of new tables where nothing is said; ``None`` is the host's.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._decide(guild_id, language=language)

    async def allow_games(self, guild_id: int, games: Collection[str]) -> None:
        """Choose which games may be opened; none named, all may, those to come included.

        Raises:
            Complaint: campaign.unknown_game.
            StoreError: The database failed; nothing was changed.
        """
        for one in games:
            self._desk.versions.rules(one)
        await self._decide(guild_id, games=tuple(games) or None)

    async def allow_places(self, guild_id: int, places: Collection[int]) -> None:
        """Choose in which channels and categories tables may be opened; none named, in all.

        Raises:
            ValueError: More than :data:`MOST_PLACES`.
            StoreError: The database failed; nothing was changed.
        """
        if len(places) > MOST_PLACES:
            raise ValueError(f"{len(places)} places")
        await self._decide(guild_id, places=tuple(places) or None)

    async def choose_referees(self, guild_id: int, role: int | None) -> None:
        """Choose the role of those who may referee; ``None``: nobody may.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._decide(guild_id, referee_role=role)

    async def choose_lobby(self, guild_id: int, forum_id: int | None) -> None:
        """Choose the forum in which each new table is opened as a post; ``None``: none.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._decide(guild_id, lobby=forum_id)

    async def ask_two_referees(self, guild_id: int, *, two: bool) -> None:
        """Choose whether a second referee must confirm that a campaign goes back.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        await self._decide(guild_id, two_referees=two)

    async def _decide(self, guild_id: int, **values: object) -> None:
        async with self._desk.database.write() as connection:
            await guilds.put(connection, guild_id, **values)

    # -- coming and going --------------------------------------------------------------------

    async def left(self, guild_id: int) -> None:
        """Note that the bot is out of a server; its campaigns are kept for a time.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await guilds.leave(connection, guild_id, self._desk.now())

    async def came_back(self, guild_id: int) -> None:
        """Note that the bot is in a server; nothing of it is erased then.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await guilds.come_back(connection, guild_id)

    async def present_in(self, guild_ids: Collection[int]) -> None:
        """Note in which servers the bot is, at a start: it may have come or gone meanwhile.

        Of servers that another process speaks for this one sees nothing.

        Raises:
            StoreError: The database failed.
        """
        present = frozenset(guild_ids)
        async with self._desk.database.read() as connection:
            known = await guilds.known(connection)
        for guild_id, gone_at in known.items():
            if not self._desk.share.covers(guild_id):
                continue
            if gone_at is None and guild_id not in present:
                await self.left(guild_id)
            elif gone_at is not None and guild_id in present:
                await self.came_back(guild_id)

    async def erase_gone(self, days: int) -> int:
        """Erase the campaigns of servers that the bot has been out of for that long.

        Returns:
            How many were erased.

        Raises:
            StoreError: The database failed; what was not erased yet still is there.
        """
        before = self._desk.now() - days * _DAY
        async with self._desk.database.read() as connection:
            gone = await guilds.gone(connection, before)
            due = tuple(one for one in gone if self._desk.share.covers(one))
            found = await guilds.campaigns_of(connection, due) if due else ()
        erased = 0
        for campaign in found:
            async with self._desk.held(campaign), self._desk.database.write() as connection:
                erased += await purge.erase(connection, campaign, before, self._desk.now())
            self._desk.shelf.drop(campaign)
        for guild_id in due:
            async with self._desk.database.write() as connection:
                await guilds.drop(connection, guild_id)
        if erased:
            self._channels.forget()
            _log.info("%d campaigns erased, of servers left %d days ago or more", erased, days)
        return erased

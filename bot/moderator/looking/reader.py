"""Looking without touching: campaigns, positions, the log."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
from collections.abc import Sequence

from bot.moderator.api import Campaign, Complaint, LogPage, Look
from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk
from bot.moderator.table.entries import entry_of, told_kinds
from bot.moderator.table.live import Live, Position, as_campaign, look_at, seats_of
from bot.moderator.table.replay import ReplayDiverged, state_at
from bot.moderator.table.sealing import is_open
from bot.store import StoreError, campaigns, live_campaigns, log, log_pages, rewinds
from bot.store.campaigns import Sight
from bot.store.codec import EVERYTHING, visible
from bot.store.errors import Unreadable
from bot.store.log import REWIND, ActionRow
from bot.store.log_pages import Filters
from bot.store.rewinds import Rewind, counting, is_undone, read_rewind
from engine.api import AnyGame, Event, Seat

_log = logging.getLogger(__name__)

_BIGGEST_PAGE = 50
MOST_LISTED = 100
"""Campaigns that one question returns at most."""


class CampaignReader:
    """Everything that can be asked."""

    def __init__(self, desk: Desk, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels

    async def look_at_logs(self) -> tuple[str, ...]:
        """Return the campaigns being played whose log was changed, and tell the operator of them.

        Only the ends are looked at; `python -m bot replay` checks whole logs. Those campaigns
        answer "campaign.unreadable"; the others go on.
        """
        try:
            async with self._desk.database.read() as connection:
                broken = await log.broken_heads(connection)
        except StoreError as error:
            _log.error("the logs cannot be looked at: %s", error)
            return ()
        for name in broken:
            _log.error("campaign %s: its log was changed; `python -m bot replay` says more", name)
        return broken

    async def campaign(self, campaign_id: str) -> Campaign:
        """Return a campaign.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        return (await self._desk.at_hand(campaign_id)).campaign

    async def campaign_in(self, guild_id: int, channel_id: int) -> Campaign | None:
        """Return the campaign of a channel: the live one, else the one that ended last.

        Raises:
            StoreError: The database failed.
        """
        found = await self._channels.find(guild_id, channel_id)
        return None if found is None else (await self._desk.at_hand(found)).campaign

    async def campaigns(
        self,
        guild_id: int,
        person_id: int | None = None,
        *,
        most: int = MOST_LISTED,
        sight: Sight | None = None,
    ) -> tuple[Campaign, ...]:
        """Return a server's campaigns, live ones first, newest first; or only a person's.

        Not more than *most*: a server may have had thousands. Campaigns of games that this
        installation lacks are left out, and with *sight* those that its person may not know of.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            if person_id is None:
                rows = await campaigns.of_guild(connection, guild_id, most=most, sight=sight)
            else:
                rows = await campaigns.of_person(connection, guild_id, person_id, most=most)
            members = await campaigns.members_of(connection, [row.id for row in rows])
        return tuple(
            as_campaign(row, members[row.id], self._desk.versions.games[row.game])
            for row in rows
            if row.game in self._desk.versions.games
        )

    async def count_campaigns(
        self, guild_id: int, person_id: int | None = None, *, sight: Sight | None = None
    ) -> int:
        """Return how many campaigns a server has, or how many of them are a person's.

        With *sight* only those count that its person may know of.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await campaigns.count_in_guild(connection, guild_id, person_id, sight)

    async def games_alive(self) -> tuple[tuple[AnyGame, str], ...]:
        """Return the rules by which a campaign is played that is not over; of those known here.

        Each with a theme in which it is shown to a table.
        """
        found: list[tuple[AnyGame, str]] = []
        async with self._desk.database.read() as connection:
            for key, digest, theme in await live_campaigns.games_alive(connection):
                if key not in self._desk.versions.games:
                    continue
                # Whoever plays such a campaign is told when they ask for it.
                with contextlib.suppress(LookupError, ValueError, Unreadable):
                    found.append((await self._desk.versions.of(connection, key, digest), theme))
        return tuple(found)

    def is_at(self, campaign_id: str, version: int) -> bool:
        """Say whether that is a campaign's newest public version, as far as is known at hand."""
        live = self._desk.shelf.get(campaign_id)
        return live is None or live.row.version == version

    async def look(self, campaign_id: str, person_id: int | None = None) -> Look:
        """Return the campaign as that person (``None``: the public) may see it now.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        return live.look(None if person_id is None else live.seat_of(person_id))

    async def look_back(self, campaign_id: str, seat: Seat | None, seq: int) -> Look:
        """Return what a seat could see after action *seq*; for the courier.

        People and channel are those of today. Where that state was never stored and the rules that
        led to it are no more, it is the nearest that is on file, and not ``exact``.

        Raises:
            Complaint: campaign.unknown, unreadable.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        if seq == live.row.head:
            return live.look(seat)
        async with self._desk.database.read() as connection:
            rows = await log.between(connection, campaign_id, seq - 1, seq)
        position = await self.position(live, seq)
        outcome = live.game.outcome(position.state)
        look = look_at(live.campaign, seat, position, outcome, rows[0].version)
        if not self._desk.positions.is_near((live.row.id, seq)):
            return look
        return dataclasses.replace(look, decisions=(), mine=(), outcome=None, exact=False)

    async def told(
        self, campaign_id: str, seat: Seat | None, first: int, last: int
    ) -> tuple[tuple[ActionRow, tuple[Event, ...]], ...]:
        """Return the actions *first* to *last* that a seat may know of, with what it may read.

        What one of them takes back is left out, and the taking back too where what it takes back
        was told nowhere before; but where it is the last, since then it is what is to be told.
        """
        async with self._desk.database.read() as connection:
            rows = await log.between(connection, campaign_id, first - 1, last)
        back = [read_rewind(row) for row in rows if row.kind == REWIND]
        untold = {one.seq for one in back if one.first >= first and one.seq != last}
        return tuple(
            (row, visible(row.events, seat))
            for row in rows
            if not row.secret or (seat is not None and row.seat == seat)
            if row.seq not in untold and not is_undone(back, row.seq)
        )

    async def counts(self, campaign_id: str, seq: int) -> bool:
        """Say whether an action counts: it was not taken back.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        return (await self._desk.at_hand(campaign_id)).counts_still(seq)

    async def held(self, campaign_id: str, first: int) -> tuple[tuple[Event, ...], int]:
        """Return what all have read of what counts from action *first* on, and how many dice fell.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        async with self._desk.database.read() as connection:
            rows = await log.between(connection, campaign_id, first - 1, live.row.head)
        return _public(rows, live.rewinds), sum(
            row.open_dice for row in counting(rows, live.rewinds)
        )

    async def taken_back(self, campaign_id: str, rows: Sequence[ActionRow]) -> tuple[Event, ...]:
        """Return what all had read of what the rewinds among *rows* have taken back."""
        events: list[Event] = []
        for rewind in (read_rewind(row) for row in rows if row.kind == REWIND and not row.secret):
            async with self._desk.database.read() as connection:
                undone = await log.between(connection, campaign_id, rewind.first - 1, rewind.last)
                before = await rewinds.of(connection, campaign_id)
            events += _public(undone, [one for one in before if one.seq < rewind.seq])
        return tuple(events)

    async def position(self, live: Live, seq: int) -> Position:
        """Return the position after action *seq*, or the nearest there is.

        Raises:
            Complaint: campaign.unreadable.
            StoreError: The database failed.
        """
        positions, key = self._desk.positions, (live.row.id, seq)
        position = positions.get(key)
        if position is None:
            database, row = self._desk.database, live.row
            try:
                past = await state_at(database, live.game, row.id, row.settings, seq)
            except ReplayDiverged as error:
                database.damage.note(str(error))
                raise Complaint("campaign.unreadable") from error
            position = Position(live.game, past.state)
            positions.keep(key, position, near=past.seq != seq)
        return position

    async def log(
        self,
        campaign_id: str,
        person_id: int | None = None,
        *,
        turn: int | None = None,
        phase: str | None = None,
        kind: str | None = None,
        secret: bool = False,
        opened: bool = True,
        page: int = 1,
        per_page: int = 10,
    ) -> LogPage:
        """Return a page of what that person may read; *page* is clamped to what there is.

        Once what was secret is open, after the game's end, that is all, for everybody, unless it is
        not to be *opened*: numbers are then those of the time when it was played. *secret* leaves
        what one side alone knew of.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await campaigns.get(connection, campaign_id)
            if row is None:
                raise Complaint("campaign.unknown")
            members = (await campaigns.members_of(connection, [campaign_id]))[campaign_id]
            game = self._desk.versions.rules(row.game)
            seat = next((m.seat for m in members if m.discord_id == person_id and not m.left), None)
            if opened and is_open(row, seats_of(row, game), self._desk.now()):
                seat = EVERYTHING
            size = max(1, min(per_page, _BIGGEST_PAGE))
            told = told_kinds(game)
            entries, real, total = await log_pages.page(
                connection,
                campaign_id,
                seat,
                Filters(_small(turn), phase, kind, secret),
                page=_small(page) or 1,
                size=size,
                told=told,
            )
            turns, phases, kinds = await log_pages.offered(connection, campaign_id, seat, told)
            rewound = await rewinds.of(connection, campaign_id)
        return LogPage(
            campaign=as_campaign(row, members, game),
            entries=tuple(entry_of(self._desk, game, seat, rewound, *entry) for entry in entries),
            page=real,
            pages=max(1, -(-total // size)),
            total=total,
            turns=turns,
            phases=phases,
            kinds=kinds,
        )


def _public(rows: Sequence[ActionRow], back: Sequence[Rewind]) -> tuple[Event, ...]:
    """Return what all can read of those of the actions that count."""
    return tuple(event for row in counting(rows, back) for event in visible(row.events, None))


def _small(number: int | None) -> int | None:
    """Bring a number as long as a novel down to one that a database can take."""
    return None if number is None else max(1 - (1 << 31), min(number, (1 << 31) - 1))

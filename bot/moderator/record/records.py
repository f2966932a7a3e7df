"""The whole log as one viewer may read it, from its first entry to its last."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import aclosing
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.api import Campaign, Complaint, LogEntry
from bot.moderator.table.desk import Desk
from bot.moderator.table.entries import entry_of, told_kinds
from bot.moderator.table.live import as_campaign, seats_of
from bot.moderator.table.sealing import is_open
from bot.store import campaigns, log_pages, rewinds
from bot.store.campaigns import CampaignRow, MemberRow
from bot.store.codec import EVERYTHING
from bot.store.log_pages import Filters
from engine.api import Seat

_AT_ONCE = 50
"""Entries that are read without letting others go between."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a viewer may read of a game.

    Attributes:
        seat: Of the viewer; ``None``: they watch.
        opened: Whether all of it is open to everybody, as it is a while after the game's end.
        rulesets: The numbers of the rules by which it was played, in order.
        entries: All entries, or those asked for, oldest first, numbered as the viewer's log is.
        seqs: Where each stands in the log that has everything. It counts what others do in
            secret: nothing of it may be told.
    """

    campaign: Campaign
    seat: Seat | None
    opened: bool
    rulesets: tuple[int, ...]
    entries: tuple[LogEntry, ...]
    seqs: tuple[int, ...]

    def number_at(self, seq: int) -> int:
        """Return the number of the viewer's last entry up to action *seq*; 0 for none."""
        place = bisect_right(self.seqs, seq)
        return self.entries[place - 1].number if place else 0


class Records:
    """Reads them, all at one instant."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(
        self, campaign_id: str, person_id: int | None, *, kind: str | None = None
    ) -> Record:
        """Return what that person (``None``: the public) may read of a log; of one *kind* maybe.

        Raises:
            Complaint: campaign.unknown, unknown_game.
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row, members = await _found(connection, campaign_id)
            seat = next((m.seat for m in members if m.discord_id == person_id and not m.left), None)
            viewer = EVERYTHING if self._is_open(row) else seat
            return await self._record(connection, row, members, seat, viewer, Filters(kind=kind))

    def _is_open(self, row: CampaignRow) -> bool:
        """Say whether everybody may read all of a log by now."""
        game = self._desk.versions.rules(row.game)
        return is_open(row, seats_of(row, game), self._desk.now())

    async def as_seen(
        self, campaign_id: str, viewer: Seat | None, *, turn: int | None = None
    ) -> Record:
        """Return a log, or a *turn* of it, as a seat, the public or ``EVERYTHING`` reads it.

        Whether whoever asks may look so is for the caller to know.

        Raises:
            Complaint: campaign.unknown, unknown_game.
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row, members = await _found(connection, campaign_id)
            return await self._record(connection, row, members, viewer, viewer, Filters(turn))

    async def _record(
        self,
        connection: AsyncConnection,
        row: CampaignRow,
        members: tuple[MemberRow, ...],
        seat: Seat | None,
        viewer: Seat | None,
        filters: Filters,
    ) -> Record:
        game = self._desk.versions.rules(row.game)
        told, rewound = told_kinds(game), await rewinds.of(connection, row.id)
        entries: list[LogEntry] = []
        seqs, rulesets = [], []
        whole = log_pages.whole(connection, row.id, viewer, filters, size=_AT_ONCE, told=told)
        async with aclosing(whole):
            async for found in whole:
                entries += [entry_of(self._desk, game, viewer, rewound, *one) for one in found]
                seqs += [action.seq for _, _, action in found]
                rulesets += [action.ruleset for _, _, action in found]
        return Record(
            campaign=as_campaign(row, members, game),
            seat=seat,
            opened=self._is_open(row),
            rulesets=tuple(dict.fromkeys(rulesets)),
            entries=tuple(entries),
            seqs=tuple(seqs),
        )


async def _found(
    connection: AsyncConnection, campaign_id: str
) -> tuple[CampaignRow, tuple[MemberRow, ...]]:
    row = await campaigns.get(connection, campaign_id)
    if row is None:
        raise Complaint("campaign.unknown")
    return row, (await campaigns.members_of(connection, [campaign_id]))[campaign_id]

"""The whole log as one viewer may read it, from its first entry to its last."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import aclosing
from dataclasses import dataclass

from bot.moderator.api import Campaign, Complaint, LogEntry
from bot.moderator.table.desk import Desk
from bot.moderator.table.entries import entry_of, told_kinds
from bot.moderator.table.live import as_campaign
from bot.store import campaigns, log, rewinds
from bot.store.codec import EVERYTHING
from bot.store.log import Filters
from engine.api import Seat

_AT_ONCE = 50
"""Entries that are read without letting others go between."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a viewer may read of a game.

    Attributes:
        seat: Of the viewer; ``None``: they watch.
        opened: Whether the log is open to everybody, as it is once the game is over.
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
            row = await campaigns.get(connection, campaign_id)
            if row is None:
                raise Complaint("campaign.unknown")
            members = (await campaigns.members_of(connection, [campaign_id]))[campaign_id]
            game = self._desk.versions.rules(row.game)
            seat = next((m.seat for m in members if m.discord_id == person_id and not m.left), None)
            opened = row.status == "over"
            viewer = EVERYTHING if opened else seat
            told, rewound = told_kinds(game), await rewinds.of(connection, campaign_id)
            entries: list[LogEntry] = []
            seqs, rulesets = [], []
            whole = log.whole(
                connection, campaign_id, viewer, Filters(kind=kind), size=_AT_ONCE, told=told
            )
            async with aclosing(whole):
                async for found in whole:
                    entries += [entry_of(self._desk, game, viewer, rewound, *one) for one in found]
                    seqs += [action.seq for _, _, action in found]
                    rulesets += [action.ruleset for _, _, action in found]
        return Record(
            campaign=as_campaign(row, members, game),
            seat=seat,
            opened=opened,
            rulesets=tuple(dict.fromkeys(rulesets)),
            entries=tuple(entries),
            seqs=tuple(seqs),
        )

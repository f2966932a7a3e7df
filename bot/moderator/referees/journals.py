"""The journal of a campaign as somebody may read it: what happened beside the game itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.clock import from_ms
from bot.moderator.api import Campaign, Known
from bot.moderator.referees.appointing import known
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.sealing import is_open as unsealed
from bot.store import journal
from bot.store.journal import OPEN, WHOLE, Audience, EntryRow, of_side


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An entry as its reader may know it.

    Attributes:
        at: When.
        version: The campaign's public version then.
        kind: What happened, as ``bot.store.journal`` has it.
        body: What its sentence needs.
        who: Who did it; ``None``: the bot, or somebody who is known no more.
        about: The referee that it is about, where it is about one.
        early: Whether others read it at the campaign's end only.
    """

    at: datetime
    version: int
    kind: str
    body: Mapping[str, Any]
    who: Known | None = None
    about: Known | None = None
    early: bool = False


@dataclass(frozen=True, slots=True)
class JournalPage:
    """A page of a journal, newest first; page 1 has the newest."""

    campaign: Campaign
    entries: tuple[JournalEntry, ...]
    page: int
    pages: int


class Journals:
    """Reads them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def page(
        self, campaign_id: str, person_id: int, *, page: int, per_page: int
    ) -> JournalPage:
        """Return a page of what somebody may read; *page* is clamped to what there is.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        readable = audiences(live, person_id, self._desk.now())
        async with self._desk.database.read() as connection:
            total = await journal.count(connection, campaign_id, readable)
            pages = max(1, -(-total // per_page))
            real = max(1, min(page, pages))
            rows = await journal.page(
                connection, campaign_id, readable, skip=(real - 1) * per_page, most=per_page
            )
        return JournalPage(live.campaign, entries(live, rows), real, pages)


def audiences(live: Live, person_id: int, now: int) -> Sequence[Audience]:
    """Return for whom entries may be that somebody reads, at an instant."""
    referee = live.referee(person_id)
    is_open = live.row.status == "over" or referee is not None
    if (referee is not None and referee.secrets) or unsealed(live.row, live.seats, now):
        seats = live.seats
    else:
        own = live.seat_of(person_id)
        seats = () if own is None else (own,)
    return (*(WHOLE if is_open else OPEN), *map(of_side, seats))


def entries(live: Live, rows: Iterable[EntryRow]) -> tuple[JournalEntry, ...]:
    """Return entries with who they are about."""
    return tuple(
        JournalEntry(
            from_ms(row.at),
            row.version,
            row.kind,
            row.body,
            known(live, row.person),
            known(live, row.body.get("referee")),
            early=row.audience != "all" and live.row.status != "over",
        )
        for row in rows
    )

"""What those who referee look at: a campaign's log, positions, posts and reports.

Whoever has the server's role and no part in a campaign looks publicly: at nothing that hangs on a
side's secrets, not even by a number or a wait. A referee appointed with secrets may look as a seat,
or at everything; each such look is noted before anything is shown
(:mod:`bot.moderator.referees.looks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.api import Campaign, Complaint, LogEntry, Look, SeatClock
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.record.records import Record, Records
from bot.moderator.referees.journals import JournalEntry, audiences, entries
from bot.moderator.referees.looks import Looks
from bot.moderator.referees.powers import require_outsider
from bot.moderator.referees.waits import Waited, waited
from bot.moderator.table.clocks import seat_clocks
from bot.moderator.table.desk import Desk
from bot.moderator.table.entries import entry_of
from bot.moderator.table.live import Live
from bot.moderator.table.sealing import is_open
from bot.moderator.table.steps import cause_of
from bot.store import journal, log_pages, posts, public_steps
from bot.store.codec import EVERYTHING
from bot.store.log import ActionRow, Cause
from bot.store.posts import PostRow
from engine.api import Seat

MOST_MERGED: Final = 12
"""Entries of the journal that stand between those of one page of the log; the newest."""

Sight = Seat | None
"""How somebody looks: publicly (``None``), as a seat, or at everything (:data:`ALL`)."""
ALL: Final[Seat] = EVERYTHING
"""All sides' secrets, and what of them only the bot knows: its private messages."""
_PUBLIC: Final = frozenset[Cause]({"computer", "forced", "clock", "referee", "table"})
"""What may be known by everybody to have led to an action; all else is "hand" to them."""


@dataclass(frozen=True, slots=True)
class Overview:
    """How a campaign stands, for whoever inspects it.

    Attributes:
        look: The public look.
        clocks: As everybody may see them.
        appointed: Whether the reader referees it.
        secrets: Whether they may look at what one side alone knows.
    """

    look: Look
    clocks: tuple[SeatClock, ...]
    appointed: bool
    secrets: bool


@dataclass(frozen=True, slots=True)
class Inspected:
    """An entry of the log with what a referee wants to know of it.

    Attributes:
        by: What led to it.
        request: Under which key it was asked for, where the reader may know; else "".
        waited: How long its seat had been asked, by public steps alone; ``None`` of what waits
            for nobody.
        post: The bulletin that tells of it, where one is known.
        after: What stands in the journal behind it, before the next entry.
    """

    entry: LogEntry
    by: Cause
    request: str
    waited: Waited | None
    post: PostRow | None
    after: tuple[JournalEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of an inspected log: page 1 is the latest, entries run forward in time.

    Attributes:
        sight: How it is read.
        before: What stands in the journal before the first entry of the log.
        total: How many entries there are on all pages.
    """

    campaign: Campaign
    sight: Sight
    entries: tuple[Inspected, ...]
    page: int
    pages: int
    total: int
    before: tuple[JournalEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A position behind an entry of the log.

    Attributes:
        number: Of the entry, in the log as it is looked at.
        total: How many entries that has.
    """

    look: Look
    number: int
    total: int


class Inspecting:
    """Shows campaigns to those who referee."""

    def __init__(self, desk: Desk, reader: CampaignReader, records: Records, looks: Looks) -> None:
        self._desk = desk
        self._reader = reader
        self._records = records
        self._looks = looks

    # Whoever looks has the server's role; the caller has made sure of it.

    async def overview(self, campaign_id: str, person_id: int) -> Overview:
        """Return how a campaign stands.

        Raises:
            Complaint: campaign.unknown; referee.has_played, referee.lesson.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_outsider(live, person_id)
        one = live.referee(person_id)
        clocks = seat_clocks(live, self._desk.now())
        secrets = one is not None and one.secrets
        return Overview(live.look(None), clocks, one is not None, secrets)

    async def require(
        self, campaign_id: str, person_id: int, sight: Sight, *, never_opens: bool = False
    ) -> Live:
        """Return a campaign to somebody who may look at it so; a look at secrets is noted first.

        Also after the game's end, of what *never_opens* to everybody.

        Raises:
            Complaint: campaign.unknown, not_playing, unknown_seat; referee.has_played,
                referee.lesson, referee.not_appointed, referee.no_secrets.
            StoreError: The database failed; nothing may be shown.
        """
        if sight is not None:
            await self._looks.note(campaign_id, person_id, sight, never_opens=never_opens)
        live = await self._desk.at_hand(campaign_id)
        require_outsider(live, person_id)
        return live

    async def record(
        self, campaign_id: str, person_id: int, sight: Sight, *, turn: int | None = None
    ) -> Record:
        """Return a whole log as it is looked at, maybe of a turn, to be searched.

        Raises:
            Complaint: As :meth:`require`.
            StoreError: The database failed.
        """
        live = await self.require(campaign_id, person_id, sight)
        return await self._records.as_seen(
            campaign_id, viewer_of(live, sight, self._desk.now()), turn=turn
        )

    async def sheet(
        self,
        campaign_id: str,
        person_id: int,
        sight: Sight,
        *,
        page: int,
        per_page: int,
        among: Sequence[int] | None = None,
        entry: int | None = None,
    ) -> Sheet:
        """Return a page of a log as it is looked at; *page* is clamped to what there is.

        Args:
            campaign_id: Which campaign.
            person_id: Who looks.
            sight: How.
            page: Which page.
            per_page: Entries on one.
            among: Only entries of these numbers, in order; the journal is left out then.
            entry: The page that has this entry, in place of *page*.

        Raises:
            Complaint: As :meth:`require`.
            StoreError: The database failed.
        """
        live = await self.require(campaign_id, person_id, sight)
        viewer = viewer_of(live, sight, self._desk.now())
        async with self._desk.database.read() as connection:
            total = await log_pages.number(connection, campaign_id, viewer, live.row.head)
            numbers = range(1, total + 1) if among is None else among
            count = len(numbers)
            pages = max(1, -(-count // per_page))
            if entry is not None:
                place = min(max(1, entry), max(1, count))
                page = (count - place) // per_page + 1
            real = max(1, min(page, pages))
            last = count - (real - 1) * per_page
            wanted = list(numbers[max(0, last - per_page) : last])
            rows = await log_pages.numbered(connection, campaign_id, viewer, wanted)
        found = [await self._inspected(live, viewer, *one) for one in rows]
        before: tuple[JournalEntry, ...] = ()
        if among is None:
            newest = real == 1
            before, found = await self._merged(live, person_id, found, rows, newest=newest)
        return Sheet(live.campaign, sight, tuple(found), real, pages, count, before)

    async def place(
        self, campaign_id: str, person_id: int, sight: Sight, number: int | None
    ) -> Placed:
        """Return the position behind an entry of the log; without a *number* the newest.

        Raises:
            Complaint: As :meth:`require`; campaign.not_playing, unreadable.
            StoreError: The database failed.
        """
        seat = None if sight == EVERYTHING else sight
        live = await self.require(campaign_id, person_id, seat)
        viewer = viewer_of(live, seat, self._desk.now())
        async with self._desk.database.read() as connection:
            total = await log_pages.number(connection, campaign_id, viewer, live.row.head)
            shown = max(1, min(number or total, total))
            seq = await log_pages.at(connection, campaign_id, viewer, shown)
        if seq is None:
            raise Complaint("campaign.not_playing")
        return Placed(await self._reader.look_back(campaign_id, seat, seq), shown, total)

    async def entry_of_post(self, campaign_id: str, person_id: int, message_id: int) -> int:
        """Return the number of the last public entry that a bulletin tells of.

        Raises:
            Complaint: campaign.unknown; referee.has_played, referee.lesson; inspect.no_post.
            StoreError: The database failed.
        """
        live = await self.require(campaign_id, person_id, None)
        async with self._desk.database.read() as connection:
            post = await posts.at(connection, campaign_id, message_id)
            if post is None:
                raise Complaint("inspect.no_post")
            viewer = viewer_of(live, None, self._desk.now())
            return await log_pages.number(connection, campaign_id, viewer, post.last_seq)

    # -- inside ------------------------------------------------------------------------------

    async def _inspected(
        self, live: Live, viewer: Seat | None, number: int, person_id: int | None, row: ActionRow
    ) -> Inspected:
        told = entry_of(self._desk, live.game, viewer, live.rewinds, number, person_id, row)
        own = viewer is not None and viewer in (row.seat, EVERYTHING)
        async with self._desk.database.read() as connection:
            post = None if row.secret else await posts.telling(connection, live.row.id, row.seq)
        return Inspected(
            told,
            _by(told, row, own=own),
            row.request if own and not row.kind.startswith("!") else "",
            await waited(self._desk, self._reader, live, row),
            post,
        )

    async def _merged(
        self,
        live: Live,
        person_id: int,
        found: list[Inspected],
        rows: Sequence[tuple[int, int | None, ActionRow]],
        *,
        newest: bool,
    ) -> tuple[tuple[JournalEntry, ...], list[Inspected]]:
        """Return entries with what the journal has behind each, and what it has before them all."""
        from_start = not rows or rows[0][0] == 1
        async with self._desk.database.read() as connection:
            first = 0 if from_start else await self._begins(connection, live, rows[0][2])
            before = None
            if not newest and rows:
                seq = rows[-1][2].seq
                before = await public_steps.version_after(connection, live.row.id, seq)
            kept = await journal.between(
                connection,
                live.row.id,
                audiences(live, person_id, self._desk.now()),
                first=first,
                before=before,
                most=MOST_MERGED,
            )
        told = list(entries(live, kept))
        ends = [row.version for _, _, row in rows]
        early = tuple(one for one in told if not ends or one.version < ends[0])
        merged = []
        for place, one in enumerate(found):
            until = ends[place + 1] if place + 1 < len(ends) else None
            here = [
                each
                for each in told
                if each.version >= ends[place] and (until is None or each.version < until)
            ]
            merged.append(replace(one, after=tuple(here)))
        return early, merged

    @staticmethod
    async def _begins(connection: AsyncConnection, live: Live, row: ActionRow) -> int:
        """Return from which public version on a page has what the journal holds.

        Where it begins with something secret, what followed the public step before that stands on
        the page before.
        """
        if not row.secret:
            return row.version
        begun = await public_steps.version_after(connection, live.row.id, row.seq)
        return live.row.version + 1 if begun is None else begun


def viewer_of(live: Live, sight: Sight, now: int) -> Seat | None:
    """Return as whom the log is read: once what was secret is open everybody reads all of it."""
    return EVERYTHING if sight is None and is_open(live.row, live.seats, now) else sight


def _by(told: LogEntry, row: ActionRow, *, own: bool) -> Cause:
    """Return what led to an action, for a reader who may read the seat's *own* or not."""
    if told.again:
        return "again"
    cause = cause_of(row.kind, row.person, row.request)
    return cause if own or cause in _PUBLIC else "hand"

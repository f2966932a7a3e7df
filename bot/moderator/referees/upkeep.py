"""What else those who referee look at: what is still to be posted, faults, reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.clock import from_ms
from bot.moderator.api import Campaign, Known
from bot.moderator.referees.appointing import known
from bot.moderator.referees.inspecting import Inspecting, Sight
from bot.moderator.table.desk import Desk
from bot.moderator.table.incidents import Incident, Incidents
from bot.moderator.table.live import Live
from bot.store import outbox, reports
from bot.store.codec import EVERYTHING
from bot.store.outbox import QueuedRow
from bot.store.reports import Report

MOST_QUEUED: Final = 15


@dataclass(frozen=True, slots=True)
class Queued:
    """Something that is still to be posted, or was given up.

    Attributes:
        kind: What, as ``bot.store.outbox`` has it.
        since: Since when it waits.
        attempts: How often it was tried in vain.
        failed: Whether it was given up.
        error: Why it was, in a word or two of the program's.
        private: Whether it goes to somebody, and not to the channel.
        who: That person, where it is somebody of the table.
    """

    kind: str
    since: datetime
    attempts: int
    failed: bool
    error: str | None
    private: bool = False
    who: Known | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """What the courier has still to do for a campaign.

    Attributes:
        rows: What waits or was given up, oldest first, :data:`MOST_QUEUED` at most.
        panel_behind: Whether the panel shows less than the present.
        panel_attempts, panel_error: How often that was tried in vain, and why.
        incidents: Faults of the program there of which the host has not been told yet; only where
            everything is looked at, as their places may tell of secrets.
    """

    campaign: Campaign
    rows: tuple[Queued, ...]
    panel_behind: bool
    panel_attempts: int
    panel_error: str | None
    incidents: tuple[Incident, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportPage:
    """A page of what a campaign's members have reported to the host, newest first."""

    campaign: Campaign
    reports: tuple[tuple[Report, Known], ...]
    page: int
    pages: int


class Upkeep:
    """Shows it."""

    def __init__(self, desk: Desk, inspecting: Inspecting, incidents: Incidents) -> None:
        self._desk = desk
        self._inspecting = inspecting
        self._incidents = incidents

    async def queue(self, campaign_id: str, person_id: int, sight: Sight) -> Queue:
        """Return what the courier has still to do; of private messages only at ``EVERYTHING``.

        That there are any tells of secret orders.

        Raises:
            Complaint: As :meth:`bot.moderator.referees.inspecting.Inspecting.require`.
            StoreError: The database failed.
        """
        private = sight == EVERYTHING
        live = await self._inspecting.require(
            campaign_id, person_id, sight if private else None, never_opens=True
        )
        async with self._desk.database.read() as connection:
            rows = await outbox.queue(connection, campaign_id, private=private, most=MOST_QUEUED)
            behind, attempts, error = await outbox.panel_of(connection, campaign_id)
        incidents = await self._incidents.waiting() if private else ()
        return Queue(
            live.campaign,
            tuple(_queued(live, row) for row in rows),
            behind,
            attempts,
            error,
            tuple(one for one in incidents if one.campaign == campaign_id),
        )

    async def reports(
        self, campaign_id: str, person_id: int, *, page: int, per_page: int
    ) -> ReportPage:
        """Return what members have reported, to a referee who may look at secrets; a look at all.

        Whoever writes to the host may write of what only their side knows.

        Raises:
            Complaint: As :meth:`bot.moderator.referees.inspecting.Inspecting.require`.
            StoreError: The database failed.
        """
        live = await self._inspecting.require(campaign_id, person_id, EVERYTHING, never_opens=True)
        async with self._desk.database.read() as connection:
            total = await reports.count(connection, campaign_id)
            pages = max(1, -(-total // per_page))
            real = max(1, min(page, pages))
            found = await reports.of(
                connection, campaign_id, skip=(real - 1) * per_page, most=per_page
            )
        names = live.campaign.names
        told = tuple((one, Known(one.person, names.get(one.person))) for one in found)
        return ReportPage(live.campaign, told, real, pages)


def _queued(live: Live, row: QueuedRow) -> Queued:
    return Queued(
        row.kind,
        from_ms(row.created_at),
        row.attempts,
        row.status == "failed",
        row.error,
        row.person is not None,
        known(live, row.person),
    )

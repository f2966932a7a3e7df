"""``/report``: a member's word to the host, with the place in the game and nothing secret of it."""

from __future__ import annotations

import hashlib
import hmac

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.store import outbox, people, reports
from bot.store.batch import one_by_one
from bot.store.outbox import NewRow
from bot.store.reports import Report

LONGEST_WORDS = 1500
LONGEST_CLAUSE = 40


class Reports:
    """Reports to the host."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def check_reporter(self, campaign_id: str, person_id: int) -> None:
        """Insist that somebody may report about a campaign: whoever sits or sat there.

        Raises:
            Complaint: campaign.unknown, report.not_a_member.
            StoreError: The database failed.
        """
        _require_member(await self._desk.at_hand(campaign_id), person_id)

    async def file(
        self,
        campaign_id: str,
        person_id: int,
        words: str,
        clause: str,
        *,
        host_id: int,
        channel_id: int | None = None,
    ) -> None:
        """Keep a report, and send it to the host: to a channel of theirs, else by direct message.

        Beside what was typed it says campaign, public step and who; nothing else of the game.

        Raises:
            Complaint: campaign.unknown, report.not_a_member, report.empty, report.too_many.
            StoreError: The database failed; nothing was changed.
        """
        said = words.strip()[:LONGEST_WORDS]
        if not said:
            raise Complaint("report.empty")

        async def work(live: Live, _again: bool) -> None:
            _require_member(live, person_id)
            now = self._desk.now()
            async with self._desk.database.write() as connection:
                number = await reports.add(
                    connection,
                    campaign_id,
                    await people.numbered(connection, person_id),
                    step=live.counts.public,
                    clause=" ".join(clause.split())[:LONGEST_CLAUSE],
                    words=said,
                    at=now,
                )
                if number is None:
                    raise Complaint("report.too_many", most=reports.A_DAY)
                name = f"{campaign_id}/report/{number}/{now}".encode()
                row = NewRow(
                    campaign=campaign_id,
                    kind="report",
                    person=await people.numbered(connection, host_id),
                    first_seq=0,
                    last_seq=0,
                    body={"report": number, "channel": channel_id},
                    nonce=hmac.digest(live.row.seeds.nonces, name, hashlib.sha256).hex()[:24],
                )
                await one_by_one(connection, [outbox.add([row], now)])
            self._desk.tell()

        await self._desk.exclusive(campaign_id, work, though_halted=True)

    async def get(self, number: int) -> Report | None:
        """Return a report; ``None`` when it is there no more.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await reports.get(connection, number)


def _require_member(live: Live, person_id: int) -> None:
    if live.member(person_id) is None:
        raise Complaint("report.not_a_member")

"""Dialogues that are not finished: what somebody has filled in so far."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from bot.clock import from_ms
from bot.moderator.api import Complaint, Draft
from bot.moderator.table.desk import Desk
from bot.store import drafts
from bot.store.drafts import DraftRow


class Drafts:
    """Dialogues, each of one person."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def open(
        self, campaign_id: str, person_id: int, kind: str, filled: Mapping[str, str] | None = None
    ) -> Draft:
        """Begin a dialogue; an earlier one of the same person, campaign and kind is dropped.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed; nothing was changed.
        """
        live = await self._desk.at_hand(campaign_id)
        now = self._desk.now()
        row = DraftRow(
            id=self._desk.new_id(),
            campaign=campaign_id,
            person=person_id,
            kind=kind,
            filled=dict(filled or {}),
            expires_at=now + self._desk.policy.draft_seconds * 1000,
            branch=live.row.branch,
        )
        async with self._desk.database.write() as connection:
            await drafts.sweep(connection, now)
            await drafts.put(connection, row)
        return _draft(row)

    async def get(self, draft_id: str, person_id: int) -> Draft:
        """Return one's own dialogue.

        Raises:
            Complaint: draft.unknown (expired, dropped, or someone else's), draft.gone_back.
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await drafts.get(connection, draft_id, person_id, self._desk.now())
        if row is None:
            raise Complaint("draft.unknown")
        await self._require_present(row)
        return _draft(row)

    async def last(self, campaign_id: str, person_id: int, kind: str) -> Draft | None:
        """Return the person's unfinished dialogue of a kind in a campaign, if there is one.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await drafts.last(connection, campaign_id, person_id, kind, self._desk.now())
        return None if row is None else _draft(row)

    async def put(self, draft_id: str, person_id: int, filled: Mapping[str, str]) -> Draft:
        """Replace what is filled in, and let the dialogue live on for its time again.

        Raises:
            Complaint: draft.unknown.
            StoreError: The database failed; nothing was changed.
        """
        now = self._desk.now()
        expires = now + self._desk.policy.draft_seconds * 1000
        async with self._desk.database.write() as connection:
            row = await drafts.get(connection, draft_id, person_id, now)
            if row is None:
                raise Complaint("draft.unknown")
            await drafts.fill(connection, row, filled, expires)
        return _draft(dataclasses.replace(row, filled=dict(filled), expires_at=expires))

    async def _require_present(self, row: DraftRow) -> None:
        """Refuse what was begun before the campaign went back to an earlier position."""
        if row.branch != (await self._desk.at_hand(row.campaign)).row.branch:
            raise Complaint("draft.gone_back")

    async def drop(self, draft_id: str, person_id: int) -> None:
        """End a dialogue; nothing happens when there is none.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await drafts.drop(connection, draft_id, person_id)


def _draft(row: DraftRow) -> Draft:
    return Draft(
        row.id, row.campaign, row.person, row.kind, dict(row.filled), from_ms(row.expires_at)
    )

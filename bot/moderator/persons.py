"""People and their dialogues."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial

from bot.clock import from_ms
from bot.moderator.api import Draft, ModeratorError
from bot.moderator.servers import Servers
from bot.store import campaigns, drafts, people
from bot.store.drafts import DraftRow

_LANGUAGES_KEPT = 4096


class Persons(Servers):
    """Remembering as little as possible about people, and forgetting it when asked."""

    async def speaks(self, person_id: int, language: str) -> None:
        """Remember the language of a player, for the messages he gets by DM. Cheap when known.

        Nothing is stored about people who never created or joined a campaign. Say it again after
        somebody did: only then it is kept.

        Raises:
            StoreError: The database failed.
        """
        if self._spoken.get(person_id) == language:
            return
        async with self.database.read() as connection:
            person = await people.number(connection, person_id)
            known = None if person is None else await people.language(connection, person)
        if known is not None and known[1] != language:
            async with self.database.write() as connection:
                await people.set_language(connection, person_id, language)
        self._spoken[person_id] = language
        while len(self._spoken) > _LANGUAGES_KEPT:
            self._spoken.popitem(last=False)

    async def dm_closed(self, person_id: int) -> bool:
        """Say whether Discord refused the last direct message to that person.

        Raises:
            StoreError: The database failed.
        """
        async with self.database.read() as connection:
            return await people.closed_at(connection, person_id) is not None

    async def forget(self, person_id: int) -> None:
        """Erase a person: seats, drafts, language, undelivered DMs, the tie to his actions.

        The log keeps that his seat acted, not who acted for it. He leaves his live campaigns
        first, with what follows from that; one that they opened and nobody joined ends. A live
        campaign keeps a trace by which it would know them again (``bot.store.traces``). Asking
        again does no harm.

        Raises:
            StoreError: The database failed; what was not erased yet still is there.
        """
        async with self.database.read() as connection:
            person = await people.number(connection, person_id)
            seated: tuple[str, ...] = ()
            if person is not None:
                seated = await campaigns.seats_of(connection, person)
                seated += await campaigns.opened_by(connection, person)
        for campaign in dict.fromkeys(seated):
            try:
                await self.leave(campaign, person_id, ends=True)
            except ModeratorError:
                continue  # it ended, or he left, just now
        async with self.database.write() as connection:
            await people.forget(connection, person_id, partial(self._token, 32))
        self._spoken.pop(person_id, None)
        self._refused.clear()
        self._shelf.clear()

    # -- dialogues ---------------------------------------------------------------------------

    async def draft_open(
        self, campaign_id: str, person_id: int, kind: str, filled: Mapping[str, str] | None = None
    ) -> Draft:
        """Begin a dialogue; an earlier one of the same person, campaign and kind is dropped.

        Raises:
            ModeratorError: campaign.unknown.
            StoreError: The database failed; nothing was changed.
        """
        await self._at_hand(campaign_id)
        now = self._now()
        row = DraftRow(
            id=self._new_id(),
            campaign=campaign_id,
            person=person_id,
            kind=kind,
            filled=dict(filled or {}),
            expires_at=now + self.policy.draft_seconds * 1000,
        )
        async with self.database.write() as connection:
            await drafts.sweep(connection, now)
            await drafts.put(connection, row)
        return _draft(row)

    async def draft_get(self, draft_id: str, person_id: int) -> Draft:
        """Return one's own dialogue.

        Raises:
            ModeratorError: draft.unknown (expired, dropped, or someone else's).
            StoreError: The database failed.
        """
        async with self.database.read() as connection:
            row = await drafts.get(connection, draft_id, person_id, self._now())
        if row is None:
            raise ModeratorError("draft.unknown")
        return _draft(row)

    async def draft_put(self, draft_id: str, person_id: int, filled: Mapping[str, str]) -> Draft:
        """Replace what is filled in, and let the dialogue live on for its time again.

        Raises:
            ModeratorError: draft.unknown.
            StoreError: The database failed; nothing was changed.
        """
        now = self._now()
        expires = now + self.policy.draft_seconds * 1000
        async with self.database.write() as connection:
            row = await drafts.get(connection, draft_id, person_id, now)
            if row is None:
                raise ModeratorError("draft.unknown")
            await drafts.fill(connection, row, filled, expires)
        return _draft(dataclasses.replace(row, filled=dict(filled), expires_at=expires))

    async def draft_drop(self, draft_id: str, person_id: int) -> None:
        """End a dialogue; nothing happens when there is none.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self.database.write() as connection:
            await drafts.drop(connection, draft_id, person_id)


def _draft(row: DraftRow) -> Draft:
    return Draft(
        row.id, row.campaign, row.person, row.kind, dict(row.filled), from_ms(row.expires_at)
    )

"""What has happened since somebody last looked, and their own notes: theirs alone.

Who presses for it has looked, and who acts has. How far somebody has read is kept as a place in the
log as their side reads it: what others do in secret does not move it.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.moderator.api import Complaint, LogEntry, Look
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.table.desk import Desk
from bot.store import campaigns, log_pages, looks, notes, people

MOST_ENTRIES = 50
"""Entries of the log that are told of at once; the log has all."""
NOTES_LIMIT = 1000
"""Characters that somebody may note down at one table."""


@dataclass(frozen=True, slots=True)
class Recap:
    """What a person has not seen yet.

    Attributes:
        look: What they may see now.
        before: What they could see when they last looked; ``None`` where that is not known, and
            where nothing has happened since.
        hidden: What they could see then cannot be read any more.
        entries: What has happened since, oldest first.
        earlier: How many entries before those are left out.
        place: The number of the last entry there is.
        notes: What they have noted down.
    """

    look: Look
    before: Look | None
    entries: tuple[LogEntry, ...]
    earlier: int
    place: int
    notes: str
    hidden: bool = False


class Recaps:
    """What each member has read, and written for themselves."""

    def __init__(self, desk: Desk, reader: CampaignReader) -> None:
        self._desk = desk
        self._reader = reader

    async def since(self, campaign_id: str, person_id: int) -> Recap:
        """Return what has happened since a person last looked. It does not count as a look yet.

        Raises:
            Complaint: campaign.unknown, not_playing, not_a_player.
            StoreError: The database failed.
        """
        look = await self._reader.look(campaign_id, person_id)
        if look.view is None:
            raise Complaint("campaign.not_playing")
        if look.seat is None:
            raise Complaint("campaign.not_a_player")
        # How far they have read is a place in their own side's log, also once all is open.
        found = await self._reader.log(campaign_id, person_id, opened=False, per_page=MOST_ENTRIES)
        own = [one.number for one in found.entries if one.person_id == person_id]
        async with self._desk.database.read() as connection:
            person = await people.number(connection, person_id) or 0
            read = max([await looks.get(connection, campaign_id, person), *own])
            words = await notes.get(connection, campaign_id, person)
            new = tuple(one for one in found.entries if one.number > read)
            seq = None
            if new and read:
                seq = await log_pages.at(connection, campaign_id, look.seat, read)
        before = None
        if seq is not None:
            before = await self._reader.look_back(campaign_id, look.seat, seq)
            before = before if before.exact else None
        hidden = seq is not None and before is None
        earlier = max(found.total - read - len(new), 0)
        # What was taken back meanwhile need not be read: that it was, they are told.
        entries = tuple(one for one in new if not one.undone)
        return Recap(look, before, entries, earlier, found.total, words, hidden=hidden)

    async def looked(self, campaign_id: str, person_id: int, place: int) -> None:
        """Keep that a person has read so far; what they read before counts on.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            person = await campaigns.seated(connection, campaign_id, person_id)
            if person is not None and place > await looks.get(connection, campaign_id, person):
                await looks.put(connection, campaign_id, person, place)

    async def notes(self, campaign_id: str, person_id: int) -> str:
        """Return what a member has noted down.

        Raises:
            Complaint: campaign.unknown, not_a_player.
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            person = await campaigns.seated(connection, campaign_id, person_id)
            if person is None:
                raise Complaint("campaign.not_a_player")
            return await notes.get(connection, campaign_id, person)

    async def note(self, campaign_id: str, person_id: int, words: str) -> str:
        """Keep a member's notes in place of those before, and return them; "" deletes them.

        Raises:
            Complaint: campaign.unknown, not_a_player.
            StoreError: The database failed; nothing was changed.
        """
        kept = words.strip()[:NOTES_LIMIT]
        async with self._desk.database.write() as connection:
            person = await campaigns.seated(connection, campaign_id, person_id)
            if person is None:
                raise Complaint("campaign.not_a_player")
            await notes.put(connection, campaign_id, person, kept)
        return kept

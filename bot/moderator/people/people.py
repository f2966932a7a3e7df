"""Remembering as little as possible about people, and forgetting it when asked."""

from __future__ import annotations

from functools import partial

from bot.moderator.api import Complaint
from bot.moderator.learning.lessons import Lessons
from bot.moderator.lobby.lobby import Lobby
from bot.moderator.people.departures import Departures
from bot.moderator.people.preferences import Preferences
from bot.moderator.people.themes import Themes
from bot.moderator.table.desk import Desk
from bot.moderator.table.languages import Languages
from bot.moderator.table.play import TablePlay
from bot.store import campaigns, people


class People:
    """What is known of people."""

    def __init__(
        self,
        desk: Desk,
        play: TablePlay,
        lobby: Lobby,
        lessons: Lessons,
        departures: Departures,
        languages: Languages,
        themes: Themes,
        preferences: Preferences,
    ) -> None:
        self._desk = desk
        self._play = play
        self._lobby = lobby
        self._lessons = lessons
        self._departures = departures
        self._languages = languages
        self._themes = themes
        self._preferences = preferences

    async def speaks(self, person_id: int, language: str) -> None:
        """Remember the language of a player, for the messages they get by DM. Cheap when known.

        Nothing is stored about people who never created or joined a campaign. Say it again after
        somebody did: only then it is kept.

        Raises:
            StoreError: The database failed.
        """
        if self._languages.heard(person_id) == language:
            return
        async with self._desk.database.read() as connection:
            person = await people.number(connection, person_id)
            known = None if person is None else await people.language(connection, person)
        if known is not None and known[1] != language:
            async with self._desk.database.write() as connection:
                await people.set_language(connection, person_id, language)
        self._languages.hear(person_id, language)

    async def dm_closed(self, person_id: int) -> bool:
        """Say whether Discord refused the last direct message to that person.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await people.closed_at(connection, person_id) is not None

    async def forget(self, person_id: int) -> None:
        """Erase a person: seats, drafts, preferences, undelivered DMs, the tie to their actions.

        A lesson of theirs is erased whole; its thread stays until somebody closes it.

        The log keeps that their seat acted, not who acted for it. They leave their live campaigns
        first, with what follows from that; one that they opened and nobody joined ends. A live
        campaign keeps a trace by which it would know them again
        (``bot.store.erased_people``). Asking again does no harm.

        Raises:
            StoreError: The database failed; what was not erased yet still is there.
        """
        lesson = await self._lessons.of(person_id)
        if lesson is not None:
            await self._lessons.end(lesson.id)
        async with self._desk.database.read() as connection:
            person = await people.number(connection, person_id)
            seated: tuple[str, ...] = ()
            if person is not None:
                seated = await campaigns.seats_of(connection, person)
                seated += await campaigns.opened_by(connection, person)
        for campaign in dict.fromkeys(seated):
            try:
                await self._lobby.leave(campaign, person_id, ends=True)
            except Complaint:
                continue  # it ended, or they left, just now
        async with self._desk.database.write() as connection:
            await people.forget(connection, person_id, partial(self._desk.token, 32))
        self._languages.forget(person_id)
        self._themes.forget(person_id)
        self._preferences.forget(person_id)
        self._departures.forget(person_id)
        self._play.forget_refusals()
        self._desk.shelf.clear()

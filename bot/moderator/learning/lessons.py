"""Lessons: a first turn against the computer, in a place of its own, for a week.

A lesson is played as an ordinary campaign, by the same door as any. Only its person has a seat; no
list shows it and no limit counts it. It is begun in parts, each on file before the next (a row; its
thread; its game; its person let in), so that one that was cut short is finished at the next start.
When it is over, its game is erased whole at once, and its row stays until its thread is gone too.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
from dataclasses import dataclass
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.learning.opening import Opening
from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk
from bot.moderator.table.languages import Languages
from bot.moderator.table.live import Live
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import lesson_page
from bot.store import Conflict, campaigns, guilds, lessons, outbox, people, playdata, purge
from bot.store.batch import one_by_one
from bot.store.campaigns import CampaignRow, MemberRow
from bot.store.lessons import LessonRow
from bot.store.log import ActionRow
from engine.api import AnyGame
from engine.lessons import Lesson

KEPT_DAYS: Final = 7
"""Days after which a lesson is erased."""
_DAY: Final = 24 * 3600 * 1000
_CALM: Final = 2000
"""Milliseconds by which the first messages wait, so that the panel stands above them."""


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """Where somebody's lesson is.

    Attributes:
        person_id: Whose it is; ``None`` where it is over and only its thread is left.
        parent_id: The channel in which it was asked for.
        channel_id: Its thread, once that is there.
        campaign_id: Its game, once that is there.
        ready: Whether its person has been let in.
        began: When, in milliseconds since 1970.
    """

    id: str
    person_id: int | None
    game: str
    language: str
    guild_id: int
    parent_id: int
    channel_id: int | None
    campaign_id: str | None
    ready: bool
    began: int


class Lessons:
    """Beginning and ending lessons."""

    def __init__(
        self,
        desk: Desk,
        opening: Opening,
        play: TablePlay,
        channels: Channels,
        languages: Languages,
    ) -> None:
        self._desk = desk
        self._opening = opening
        self._play = play
        self._channels = channels
        self._languages = languages

    def taught(self) -> tuple[AnyGame, ...]:
        """Return the games that have a lesson."""
        games = self._desk.versions.games.values()
        return tuple(game for game in games if game.lesson is not None and game.opponents)

    async def of(self, person_id: int) -> LessonPlace | None:
        """Return a person's lesson.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await lessons.of_person(connection, person_id)
        return None if row is None else _place(row)

    # -- beginning ---------------------------------------------------------------------------

    async def begin(
        self, game: str, person_id: int, guild_id: int, parent_id: int, language: str
    ) -> LessonPlace:
        """Note that a person is to have a lesson; return it, or the one they have.

        Raises:
            Complaint: campaign.unknown_game; lesson.none; host.paused.
            StoreError: The database failed; nothing was changed.
        """
        self._desk.halts.require_going()
        lesson = _lesson(self._desk.versions.rules(game))
        row = LessonRow(
            id=self._desk.new_id(),
            person=None,
            game=game,
            language=language,
            guild_id=guild_id,
            parent_id=parent_id,
            created_at=self._desk.now(),
            step=lesson.steps[0].name,
        )
        try:
            async with self._desk.database.write() as connection:
                person = await people.numbered(connection, person_id)
                row = dataclasses.replace(row, person=person, person_id=person_id)
                await lessons.add(connection, row)
        except Conflict:
            known = await self.of(person_id)
            if known is None:
                raise
            return known
        self._languages.forget(person_id)  # from now on it is worth storing
        return _place(row)

    async def unknown(self, channel_ids: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some threads that no lesson is known to have.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            taken = await lessons.taken(connection, channel_ids)
        return tuple(one for one in channel_ids if one not in taken)

    async def placed(self, lesson_id: str, channel_id: int) -> None:
        """Note the thread of a lesson.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await lessons.place(connection, lesson_id, channel_id)

    async def open(self, lesson_id: str, name: str) -> None:
        """Begin the game of a lesson that has its thread: in one transaction, first page and all.

        Nothing happens where it has begun.

        Raises:
            Complaint: campaign.unknown_game, fault; lesson.none, lesson.over.
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.read() as connection:
            row = await lessons.get(connection, lesson_id)
            own = (
                None
                if row is None or row.person_id is None
                else await people.theme(connection, row.person_id)
            )
        if row is None or row.person is None or row.person_id is None or row.channel_id is None:
            raise Complaint("lesson.over")
        if row.campaign is not None:
            return
        game = self._desk.versions.rules(row.game)
        lesson = _lesson(game)
        data = self._desk.versions.today(game)
        seed = lesson.seed.encode()
        now = self._desk.now()
        settings = game.settings_model.model_validate(lesson.settings)
        campaign = CampaignRow(
            id=self._desk.new_id(),
            game=row.game,
            name=name,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            language=row.language,
            settings=settings.model_dump(mode="json"),
            creator_id=row.person_id,
            creator=row.person,
            seed=hashlib.sha256(seed).digest() if seed else self._desk.token(32),
            ruleset_told=game.ruleset,
            data=None if data is None else data.digest,
            created_at=now,
            computer=tuple(seat for seat in game.seats_in(settings) if seat != lesson.seat),
            strength=next(iter(game.opponents)),
            lesson=True,
            theme=own or "standard",
        )
        member = MemberRow(campaign.id, lesson.seat, row.person, row.person_id, left=False)
        played = await asyncio.to_thread(self._opening.played, campaign, member, game, lesson)
        live = played.live
        first = dataclasses.replace(
            row,
            campaign=campaign.id,
            step=lesson.steps[0].name,
            since=live.row.head,
            shown=live.row.head,
            bulletin=live.row.bulletin,
            pages=1,
        )
        posts = (*played.posts, lesson_page(live, lesson, first.step, first.pages))
        async with self._desk.database.write() as connection:
            await guilds.note(connection, row.guild_id)
            if data is not None:
                await playdata.keep(connection, data)
            await campaigns.add(connection, campaign)
            await campaigns.seat(connection, campaign.id, row.person, lesson.seat, now)
            await one_by_one(
                connection,
                [*played.writes, lessons.go_on(row, first), outbox.add(posts, now + _CALM)],
            )
        self._channels.forget()
        await self._wake(played.last)

    async def _wake(self, last: ActionRow) -> None:
        """Let happen what the last step of an opening leads to."""

        async def work(live: Live, _again: bool) -> None:
            self._play.happened(live, last)
            await self._play.go_on(live)

        await self._desk.exclusive(last.campaign, work)

    async def ready(self, lesson_id: str) -> None:
        """Note that a lesson's person has been let into its thread.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await lessons.make_ready(connection, lesson_id)

    async def unfinished(self) -> tuple[LessonPlace, ...]:
        """Return the lessons that are to be finished, or whose thread is to go.

        They are of the servers that this process speaks for.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            rows = await lessons.unfinished(connection)
        return tuple(_place(row) for row in rows if self._desk.share.covers(row.guild_id))

    # -- ending ------------------------------------------------------------------------------

    async def end(self, lesson_id: str) -> LessonPlace | None:
        """Erase the game of a lesson whole; return what is left of it: its thread.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.read() as connection:
            row = await lessons.get(connection, lesson_id)
        if row is None:
            return None
        if row.campaign is None:
            async with self._desk.database.write() as connection:
                await lessons.end(connection, lesson_id)
        else:
            async with self._desk.held(row.campaign):
                async with self._desk.database.write() as connection:
                    await lessons.end(connection, lesson_id)
                    await purge.erase_lesson(connection, row.campaign, self._desk.now())
                self._desk.shelf.drop(row.campaign)
            self._channels.forget()
        if row.person_id is not None:
            self._languages.forget(row.person_id)
        return dataclasses.replace(_place(row), person_id=None, campaign_id=None, ready=False)

    async def end_old(self) -> None:
        """End the lessons whose week is over.

        Raises:
            StoreError: The database failed; those that are left are ended another time.
        """
        async with self._desk.database.read() as connection:
            due = await lessons.before(connection, self._desk.now() - KEPT_DAYS * _DAY)
        for lesson_id in due:
            await self.end(lesson_id)

    async def thread_gone(self, channel_id: int) -> None:
        """End the lesson whose thread somebody has deleted, if there is one.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.read() as connection:
            row = await lessons.in_channel(connection, channel_id)
        if row is not None:
            await self.end(row.id)
            await self.closed(row.id)

    async def closed(self, lesson_id: str) -> None:
        """Forget a lesson of which nothing is left.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await lessons.drop(connection, lesson_id)


def _lesson(game: AnyGame) -> Lesson:
    if game.lesson is None or not game.opponents:
        raise Complaint("lesson.none")
    return game.lesson


def _place(row: LessonRow) -> LessonPlace:
    return LessonPlace(
        id=row.id,
        person_id=row.person_id,
        game=row.game,
        language=row.language,
        guild_id=row.guild_id,
        parent_id=row.parent_id,
        channel_id=row.channel_id,
        campaign_id=row.campaign,
        ready=row.ready,
        began=row.created_at,
    )

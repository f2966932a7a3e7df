"""The bot: what production, the demo and the tests all run, unmodified."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__
from bot.cogs import register_all, syncing
from bot.cogs.building import CatalogueTranslator
from bot.courier import Courier, Gallery, just_wait
from bot.courier.albums import Albums
from bot.courier.answers_first import Answers
from bot.courier.courier import TIDY_EVERY, Idle
from bot.courier.host import Host
from bot.courier.pacing import Paced, rate_of
from bot.courier.replays import Replays
from bot.courier.transport import DiscordTransport
from bot.drawing import FindPainter, Studio, names_of
from bot.games import BadData, games_with, painter
from bot.inside.measures import NOT_MEASURED, Measures
from bot.letters.parts import Pressable
from bot.memory import share_one_heap
from bot.moderator import Moderator
from bot.moderator.table.desk import Policy
from bot.moderator.table.incidents import Overhearing
from bot.moderator.table.versions import build_of
from bot.settings import HostSettings, SettingsError
from bot.store import Database, StoreError, copies, remembered
from bot.thinking import Here, Thinkers
from bot.ui import faults
from bot.ui.attendance import Attendance
from bot.ui.odds import Oddsmaker
from bot.ui.presses import Presses
from bot.ui.servers import Servers
from bot.ui.threads.archive import Archive
from bot.ui.threads.backrooms import Backrooms
from bot.ui.threads.caretaker import Caretaker
from bot.ui.threads.classroom import Classroom
from bot.ui.threads.noticeboard import Noticeboard
from bot.ui.threads.porter import Porter
from bot.ui.visit import Visit
from engine.api import Game

if TYPE_CHECKING:
    from bot.watch import Watch

log = logging.getLogger(__name__)

OURS = logging.getLogger("bot")
"""What all of our own program logs, which is named after its modules."""

# The bot neither speaks nor listens in voice channels: no need to hear what that would need.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

CLOSING = 10.0
"""Seconds that what is under way gets to finish when the bot stops."""

CALM = 1.0
"""Seconds after the start before the bot draws maps that nobody has asked for yet."""

TIDYING = 6 * 3600.0
"""Seconds between two looks for campaigns of servers that put the bot out long ago."""

BEATING = 120.0
"""Seconds between two looks at all clocks; longer without one, and no time has passed."""

HEEDING = 5.0
"""Seconds between two looks whether the host has ordered something."""

HANDING_OVER = 5.0
"""Seconds that a private answer waits for the direct message that goes with it."""

IDENTIFYING = 5.5
"""Seconds in which one connection of those that Discord hears one by one says who it is."""

TURNS = 0.001
"""Seconds for which one thread may keep the others waiting: a computer player's thoughts are pure
Python, and at the usual 5 ms each of an action's steps to the database would wait for them."""

COURIER = "courier"
"""Name of the task that delivers."""

JOBS = ("bot.cogs",)
"""Modules that a process which thinks loads when it begins: with all that is asked there."""

Games = Mapping[str, Game[Any, Any]]


class Tree(app_commands.CommandTree["Adjutant"]):
    """The commands, with one place for what goes wrong in them."""

    async def on_error(
        self, interaction: discord.Interaction[Adjutant], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer the person privately; the log has the rest.

        Refusals and mistakes of use never come here: they are answered where they arise.
        """
        await faults.reply(Visit(interaction), faults.unwrap(error))


class Adjutant(commands.Bot):
    """Moderates play-by-post wargames.

    Attributes:
        settings: What the operator chose.
        measures: What is measured.
        moderator: The one door to every game; there once the bot has started.
        presses: What answers buttons, menus and dialogues.
        answers: Who is being answered just now.
        gallery: Draws maps.
        replays: Has films made.
        albums: Has the pictures of records made.
        thinkers: Does off the event loop what takes a while.
        oddsmaker: Counts odds.
        classroom: Makes and closes the threads of lessons.
        noticeboard: Makes the posts of tables in forums, and keeps their titles.
        backrooms: Makes private threads for the people of a seat, and lets them in.
        archive: Knows of archived threads.
        porter: Keeps open the threads in which people are awaited.
        attendance: Asks Discord who is in a server.
        servers: Those that the bot is in.
        painter_of: Gives the painter of a game; raises ``KeyError`` when nobody draws it.
        idle: How the courier waits for work; a test's harness declares such waits to its world.
        ponder: How the computer waits for its thoughts; the same.
        calm: See :data:`CALM`.
        beating: See :data:`BEATING`.
        heeding: See :data:`HEEDING`.
        tidy_every: See :data:`bot.courier.courier.TIDY_EVERY`.
        handing_over: See :data:`HANDING_OVER`.
    """

    calm: float = CALM
    beating: float = BEATING
    heeding: float = HEEDING
    tidy_every: float = TIDY_EVERY
    handing_over: float = HANDING_OVER

    moderator: Moderator

    def __init__(
        self,
        settings: HostSettings,
        games: Games,
        painter_of: FindPainter,
        studio: Studio | None = None,
        thinkers: Thinkers | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            # Only what tells of servers and channels: the bot reads no messages.
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            # A longer wait is the courier's to plan: it reposts a panel rather than sleep.
            max_ratelimit_timeout=30.0,
            **options,
        )
        self.settings = settings
        self.games = games
        self.painter_of = painter_of
        self.measures: Measures = NOT_MEASURED
        self.answers = Answers()
        self.presses = Presses(self.answers, self._press_failed)
        self.gallery = Gallery(painter_of, names_of, studio=studio, answers=self.answers)
        self.replays = Replays(self.gallery)
        self.albums = Albums(self.gallery)
        self.thinkers: Thinkers = thinkers or Here()
        self.watch = self._watched()
        self.oddsmaker = Oddsmaker(self.thinkers)
        self.classroom = Classroom(self, lambda: self.moderator)
        self.noticeboard = Noticeboard(self, lambda: self.moderator, settings.language, self._idle)
        self.backrooms = Backrooms(self, lambda: self.moderator, self._idle)
        self._backups = copies.Watch(
            settings.database_url, settings.backup_folder, settings.backup_days
        )
        self.caretaker = Caretaker(self, lambda: self.moderator, self._idle)
        self.archive = Archive()
        self.porter = Porter(self, lambda: self.moderator, self._idle)
        self.attendance = Attendance(self, lambda: self.moderator.departures, settings.share)
        self.servers = Servers(self, settings.share, lambda: self.moderator.servers)
        self.idle: Idle = just_wait
        self.ponder: Idle = just_wait
        self._database: Database | None = None
        self._courier: Courier | None = None
        self._overhearing: Overhearing | None = None
        self._reached = False
        self._running: set[asyncio.Task[None]] = set()
        register_all(self.tree, self.presses, games)
        self.add_dynamic_items(Pressable)

    async def open(self) -> None:
        """Open the database, if it is not open yet.

        Raises:
            StoreError: It cannot be used; one line says what the operator can do.
        """
        if self._database is None:
            log.info("Adjutant %s", __version__)
            build = build_of(self.games, self.settings.backup_folder)
            share = self.settings.share
            self._database = await Database.open(
                self.settings.database_url, alone=True, shards=share.shards or (), build=build
            )
            # discord.py's clock is the real one; a simulated Discord moves it with its own.
            self.moderator = Moderator(
                self._database,
                self.games,
                clock=discord.utils.utcnow,
                policy=Policy(
                    gather_seconds=60 * self.settings.gather_minutes,
                    beat_seconds=self.beating,
                    heed_seconds=self.heeding,
                    most_live=self.settings.most_campaigns,
                ),
                ponder=self._ponder,
                thinkers=self.thinkers,
                share=share,
            )
            await self.moderator.desk.leases.inherit()
            self.moderator.clocks.connected = lambda: self._reached
            if self.watch is not None:
                await self.watch.open(self._database)
            self._overhearing = Overhearing(
                self.moderator.incidents, asyncio.get_running_loop(), self.measures.failed
            )
            OURS.addHandler(self._overhearing)
            await self.moderator.host_orders.load()
            await self.moderator.desk.keep_first_data()
            await self.moderator.reader.look_at_logs()

    async def setup_hook(self) -> None:
        """Open the database, tell Discord the commands, and begin to deliver."""
        await self.open()
        await self.tree.set_translator(CatalogueTranslator())
        assert self.application_id is not None
        await self._leave_test_guild(self.application_id)
        async with self.moderator.desk.leases.waited_for("commands"):
            await syncing.sync(self.tree, self.application_id, self.settings.sync_guild)
        plain = DiscordTransport(
            self, self.moderator.game, lambda number: self.measures.refused(number, "post")
        )
        share = self.settings.share
        transport = plain if share.is_whole else Paced(plain, rate_of(share))
        host = Host(self.moderator, plain, lambda: self.host_id, self.settings.report_channel)
        self._courier = Courier(
            self.moderator,
            transport,
            self.gallery,
            replays=self.replays,
            clock=discord.utils.utcnow,
            idle=self._idle,
            posted=self.attendance.posted,
            unreachable=self.attendance.unreachable,
            tidy_every=self.tidy_every,
        )
        self._running = {
            asyncio.create_task(self._deliver(self._courier), name=COURIER),
            asyncio.create_task(self._prepare(), name="maps"),
            asyncio.create_task(self._tidy(), name="servers"),
            asyncio.create_task(self.noticeboard.keep(), name="titles"),
            asyncio.create_task(self.backrooms.keep(), name="sides"),
            asyncio.create_task(self.caretaker.keep(), name="closing"),
        }
        self.moderator.listen(self.backrooms.rounds.wake)
        self.moderator.listen(self.noticeboard.rounds.wake)
        self.moderator.listen(self.caretaker.rounds.wake)
        self.moderator.resume()
        self.moderator.incidents.listen(host.tell)

    async def _leave_test_guild(self, application_id: int) -> None:
        """Take back the commands of a test server that is one no more: all stood there twice."""
        wanted, database = self.settings.sync_guild, self._database
        assert database is not None
        async with database.read() as connection:
            known = await remembered.get(connection, remembered.TEST_GUILD)
        if known == (None if wanted is None else str(wanted)):
            return
        if known is not None and not await syncing.clear(self.http, application_id, int(known)):
            return  # tried again at the next start
        async with database.write() as connection:
            value = None if wanted is None else str(wanted)
            await remembered.put(connection, remembered.TEST_GUILD, value)

    async def _deliver(self, courier: Courier) -> None:
        # What the bot may do in a channel is known when the servers have been told of.
        await self.wait_until_ready()
        await courier.run()

    async def _prepare(self) -> None:
        """Begin the maps that will be asked for, once the start is over."""
        await self.wait_until_ready()
        await self._idle(asyncio.sleep(self.calm))
        try:
            self.thinkers.warm()
            self.gallery.prepare_all(await self.moderator.reader.games_alive())
        except StoreError:
            log.exception("the games being played cannot be found")

    async def _tidy(self) -> None:
        """Note in which servers the bot is, erase what is left of others, look after lessons."""
        await self.wait_until_ready()
        known = False
        while True:
            await asyncio.to_thread(self._backups.look, discord.utils.utcnow())
            try:
                if not known:
                    await self.moderator.servers.present_in([guild.id for guild in self.guilds])
                    known = True
                await self.moderator.servers.erase_gone(self.settings.keep_days)
                await self.attendance.make_round()
                await self.moderator.idle_tables.look_after()
            except StoreError:
                log.exception("the servers cannot be looked after")
            await self.classroom.look_after()
            await self.noticeboard.look_after()
            await self.backrooms.look_after()
            await self.porter.look_round()
            await self._idle(asyncio.sleep(TIDYING))

    # For whoever plays no time passes while Discord is not reached (``bot.moderator.time.clocks``).

    async def on_ready(self) -> None:
        """Let the clocks run: Discord is reached, and what happened meanwhile has been told."""
        await self._reach()

    async def on_resumed(self) -> None:
        """Let the clocks run again."""
        await self._reach()

    async def on_disconnect(self) -> None:
        """Let the clocks stand still."""
        if self._reached:
            self.measures.disconnected()
        self._reached = False

    async def _reach(self) -> None:
        if not self._reached:
            self._reached = True
            await self.moderator.clocks.beat()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note since when the bot is out of a server."""
        await self.moderator.servers.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is in a server, perhaps again."""
        await self.moderator.servers.came_back(guild.id)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Open a thread again that age has closed while somebody is awaited there."""
        await self.porter.changed(event)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the lesson whose thread somebody has deleted; a table stays without its post."""
        await self.moderator.lessons.thread_gone(payload.thread_id)
        await self.moderator.forums.gone(payload.thread_id)
        await self.moderator.side_threads.gone(payload.thread_id)

    async def _idle(self, awaitable: Awaitable[Any]) -> Any:
        return await self.idle(awaitable)

    async def _ponder(self, awaitable: Awaitable[Any]) -> Any:
        return await self.ponder(awaitable)

    # What is watched of it (``bot.watch``).

    def _watched(self) -> Watch | None:
        """Let it be measured what the bot does, where the operator wants to know."""
        address = self.settings.metrics_address
        if address is None:
            return None
        from bot.watch import Watch, WatchedStudio, WatchedThinkers, requests

        watch = Watch(address, self)
        self.measures = watch.measures
        self.http.http_trace = requests(self.measures)
        self.gallery.studio = WatchedStudio(self.gallery.studio, self.measures)
        self.thinkers = WatchedThinkers(self.thinkers, self.measures)
        return watch

    @property
    def is_reached(self) -> bool:
        """Whether Discord is reached."""
        return self._reached

    @property
    def is_delivering(self) -> bool:
        """Whether the courier runs."""
        return any(one.get_name() == COURIER and not one.done() for one in self._running)

    @property
    def connections(self) -> Mapping[int, float | None]:
        """The latency of each gateway connection, in seconds; ``None`` where it is down."""
        return {0: self.latency if self._reached else None}

    @property
    def host_id(self) -> int:
        """The account of whoever owns the bot: to whom reports go."""
        application = self.application
        assert application is not None  # known since the login
        team = application.team
        return application.owner.id if team is None or not team.owner_id else team.owner_id

    async def hand_over(self, person_id: int) -> bool:
        """Deliver a person's direct messages now; say whether they take them.

        Where that takes too long, what is known from before is the answer.
        """
        assert self._courier is not None
        try:
            async with asyncio.timeout(self.handing_over):
                return await self._courier.hand_over(person_id)
        except TimeoutError:
            return not await self.moderator.people.dm_closed(person_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer filled-in dialogues; discord.py itself forgets them at a restart."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.presses.press(interaction)

    async def _press_failed(self, interaction: discord.Interaction[Any]) -> None:
        await self.on_error("press", interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what an event's handler raised; for a press the incident is in the log already."""
        del kwargs
        if event_method != "press":
            error = sys.exception()
            log.error("Event %s failed (%d arguments)", event_method, len(args), exc_info=error)

    async def close(self) -> None:
        """Let what is under way finish, then leave Discord and close the database."""
        if self.is_closed():
            return
        if self._database is not None:
            self.moderator.rest()
        await self._finish()
        for task in self._running:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running)
        if self._courier is not None:
            await self._courier.stop()
        await self.attendance.close()
        await super().close()
        # What came in while the gateway was closing.
        await self._finish()
        if self.watch is not None:
            await self.watch.close()
        self.gallery.close()
        self.thinkers.close()
        if self._overhearing is not None:
            OURS.removeHandler(self._overhearing)
        database, self._database = self._database, None
        if database is not None:
            await self.moderator.leave()
            await database.close()

    async def _finish(self) -> None:
        if self._database is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSING):
                    # Who was told that an answer comes gets it; others are told to ask again.
                    await self.answers.close()
                    await self.moderator.settle()


class StartsSpent(Exception):
    """Discord allows no start at present; the message is one line for the operator."""


class ShardedAdjutant(Adjutant, commands.AutoShardedBot):
    """The same over as many gateway connections as Discord recommends, or the operator chose."""

    _at_a_time = 1

    @property
    def connections(self) -> Mapping[int, float | None]:
        """The latency of each gateway connection, in seconds; ``None`` where it is down."""
        found = self.shards.items()
        return {shard: None if one.is_closed() else one.latency for shard, one in found}

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect, unless that would spend more starts than Discord allows.

        Raises:
            StartsSpent: It would: beyond its number Discord takes the token away.
        """
        recommended, _, limit = await self.http.get_bot_gateway()
        self._at_a_time = max(1, limit.get("max_concurrency", 1))
        if self.shard_count is None:
            self.shard_count = max(1, recommended)
        elif self.shard_count < recommended:
            log.warning(
                "ADJUTANT_SHARDS is of %d, Discord recommends %d", self.shard_count, recommended
            )
        needed = len(self.shard_ids or range(self.shard_count))
        if limit["remaining"] < needed:
            minutes = -(-limit["reset_after"] // 60_000)
            raise StartsSpent(
                f"Discord allows {limit['remaining']} more connections today, and "
                f"{needed} are needed: start again in {minutes} minutes."
            )
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a connection may say who it is: Discord hears so many in five seconds.

        Of all processes together, where there are several.
        """
        if self.settings.share.is_whole:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            bucket = (shard_id or 0) % self._at_a_time
            await self.moderator.desk.leases.passed(f"identify/{bucket}", IDENTIFYING)


def create_bot(
    settings: HostSettings,
    *,
    games: Games | None = None,
    painter_of: FindPainter = painter,
    studio: Studio | None = None,
    thinkers: Thinkers | None = None,
    sharded: bool = False,
) -> Adjutant:
    """Return the bot, ready to be started.

    Args:
        settings: What the operator chose.
        games: The game systems; tests give it their own. Else those of this installation, with
            the host's own data.
        painter_of: The painter of a game.
        studio: Where pictures are drawn; in threads of this process otherwise.
        thinkers: Where games are asked; in threads of this process otherwise.
        sharded: Whether Discord is asked how many connections there are to be, where the
            operator has not said; the simulated one cannot be.

    Raises:
        SettingsError: The host's own data cannot be played with; one line says why.
    """
    if games is None:
        try:
            games = games_with(settings.data)
        except BadData as error:
            raise SettingsError(f"ADJUTANT_DATA: {error}") from None
    share_one_heap()
    sys.setswitchinterval(TURNS)
    share = settings.share
    if sharded or share.count is not None:
        shards = None if share.shards is None else list(share.shards)
        return ShardedAdjutant(
            settings,
            games,
            painter_of,
            studio,
            thinkers,
            shard_count=share.count,
            shard_ids=shards,
        )
    return Adjutant(settings, games, painter_of, studio, thinkers)

"""The host of the demo: starts the bot, serves the pages, keeps time, and stops cleanly."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import simcord
from discord.ext import commands
from simcord.backend.errors import SetupError

from bot.cli.exits import Exit
from bot.cli.serving import set_up_logging
from bot.demo.guide import (
    Addresses,
    guide_for_channel,
    guide_for_terminal,
    guide_of,
    note_for_channel,
)
from bot.demo.lost import note_lost_messages
from bot.demo.pictures import OwnPictures
from bot.demo.world import SETTLING, Match, UnknownMatchError, World, build_world, find_match
from bot.settings import HostSettings, SettingsError, load_settings
from bot.store import StoreError
from bot.text import Raw, Words, language_of, words_for

DEFAULT_PORT = 8300
HEARTBEAT = 1.0
"""Seconds between two looks at the clock; without them no deadline would ever fire."""
SLOW = 20.0
"""Seconds of a start after which the demo says that the machine is busy, and goes on."""
MEMORY = 20_000
"""How many events SimCord may remember before the host lets it forget them."""

MakeBot = Callable[[HostSettings], commands.Bot]
Prepare = Callable[[World], Awaitable[None]]
log = logging.getLogger(__name__)


class Stage:
    """The pages of one world, on which only one thing happens at a time.

    SimCord serves one preview for an environment and lets nothing overlap. Here three previews (the
    channel and each player's direct messages) share one lock with the heartbeat.
    """

    def __init__(self, world: World, port: int, note: int = 0) -> None:
        """Serve pages from *port* on, which open at the message *note* where it is the latest."""
        self.world = world
        self.port = port
        self.note = note
        self.lock = asyncio.Lock()
        self.previews: list[simcord.Preview] = []
        self._stack: contextlib.AsyncExitStack | None = None
        self._threads: dict[int, simcord.Preview] = {}
        self._served = 0
        self._seen = 0

    async def open(self, stack: contextlib.AsyncExitStack) -> Addresses:
        """Serve the pages until *stack* unwinds."""
        world, self._stack = self.world, stack
        rooms: list[tuple[Any, list[Any]]] = [(world.channel, [*world.players, world.host])]
        rooms += [(player.user.dm_channel, [player.user]) for player in world.players]
        for channel, viewers in rooms:
            await self._serve(channel, viewers)
        self._seen = len(world.env.backend.transcript)  # a page opens with all of it
        return Addresses(*(preview.url for preview in self.previews))

    async def _serve(self, channel: Any, viewers: list[Any]) -> simcord.Preview:
        """Serve one page more."""
        assert self._stack is not None
        env = self.world.env
        env._preview = None  # one preview is all that SimCord allows: let it forget
        preview = env.preview(
            channel,
            viewers=viewers,
            layout="channel",
            port=self.port + self._served if self.port else None,
        )
        self._served += 1
        preview._media_worker = OwnPictures()
        self._open_at_note(preview)
        self._take_turns(preview)
        self.previews.append(await self._stack.enter_async_context(preview))
        return preview

    async def open_threads(self) -> list[str]:
        """Serve the private threads that have come, to who is in them; return their addresses.

        The page of a channel lists no threads: whoever begins a lesson would not find it.
        """
        backend, found = self.world.env.backend, []
        async with self.lock:
            for thread in self.world.channel.threads:
                members = backend.channels[thread.id].thread_members
                viewers = [player for player in self.world.players if player.id in members]
                if viewers and thread.id not in self._threads:
                    preview = self._threads[thread.id] = await self._serve(thread, viewers)
                    found.append(preview.url)
        return found

    def _leave_threads(self) -> None:
        """Refresh no page of a thread that is gone."""
        channels = self.world.env.backend.channels
        gone = [page for thread, page in self._threads.items() if thread not in channels]
        self.previews = [page for page in self.previews if page not in gone]

    async def beat(self, seconds: float) -> None:
        """Let time pass, and show what came of it."""
        env = self.world.env
        async with self.lock:
            await env.advance_time(seconds)
            transcript = env.backend.transcript
            if len(transcript) == self._seen:
                return  # refreshing without news would make people's presses stale
            if len(transcript) > MEMORY:
                transcript.clear()
                env.backend.http_requests.clear()
            self._seen = len(transcript)
            self._leave_threads()
            for preview in self.previews:
                env._preview = preview
                await preview.refresh()

    def _open_at_note(self, preview: simcord.Preview) -> None:
        """Let the channel open at what the host said last, the buttons above it in sight.

        SimCord shows the bot's latest message, from its top: on a telephone a map and no button.
        """
        latest = preview._initial_target

        def target(viewer: Any, channel_id: int) -> int | None:
            found = latest(viewer, channel_id)
            if found is None or channel_id != self.world.channel.id:
                return found
            return max(found, self.note)

        preview._initial_target = target  # type: ignore[method-assign]

    def _take_turns(self, preview: simcord.Preview) -> None:
        act = preview._action

        async def act_alone(*args: Any) -> dict[str, Any]:
            async with self.lock:
                self.world.env._preview = preview
                result = await act(*args)
                await self._show_the_others(preview)
                return result

        preview._action = act_alone  # type: ignore[method-assign, assignment]

    async def _show_the_others(self, acted: simcord.Preview) -> None:
        transcript = self.world.env.backend.transcript
        if len(transcript) == self._seen:
            return
        self._seen = len(transcript)
        self._leave_threads()
        for preview in self.previews:
            if preview is not acted:
                self.world.env._preview = preview
                await preview.refresh()
        self.world.env._preview = acted


def run_demo(
    settings_overrides: Mapping[str, Any] | None = None,
    port: int = DEFAULT_PORT,
    *,
    game: str = "",
    opponent: str = "",
    language: str = "",
    make_bot: MakeBot | None = None,
    prepare: Prepare | None = None,
) -> int:
    """Run the demo until Ctrl-C; return the exit code of the process.

    Args:
        settings_overrides: Settings that win over the demo's own.
        port: The channel's page; the players' direct messages are at the next two. 0 takes any.
        game: Key of what is played; the first game there is otherwise.
        language: In which everybody reads: a catalogue's, or a locale such as "es_ES.UTF-8".
        opponent: "computer" or one of its strengths; otherwise two people.
        make_bot: Builds the bot; the real one unless a test says otherwise.
        prepare: Brings a campaign under way; the demo's own unless a test says otherwise.
    """
    given = {
        "token": "simulated.token.of-no-use",
        "database": "demo.sqlite3",
        "log_level": "WARNING",
        "gather_minutes": 0,  # a page waits for whatever is to come within its patience
    }
    try:
        settings = load_settings({**given, **(settings_overrides or {})}, env_file=None)
        set_up_logging(settings)
        match = find_match(game, opponent)
        made = make_bot or _create_bot, prepare or _prepare
        spoken = language_of(language.replace("_", "-").partition(":")[0])
        asyncio.run(_run(settings, port, *made, match=match, language=spoken))
    except (SettingsError, SetupError, StoreError, UnknownMatchError) as error:
        print(f"The demo cannot start: {error}", file=sys.stderr)
        if "bind port" in str(error):
            print("Choose others with: make demo PORT=8400", file=sys.stderr)
        wrong = isinstance(error, SettingsError | UnknownMatchError)
        return Exit.WRONG if wrong else Exit.SHORT
    except TimeoutError:
        print(
            "The demo gave up: this machine is too busy. Try again when less runs on it.",
            file=sys.stderr,
        )
        return Exit.SHORT
    except KeyboardInterrupt:
        pass
    return Exit.FINE


async def _run(
    settings: HostSettings,
    port: int,
    make_bot: MakeBot,
    prepare: Prepare,
    *,
    match: Match,
    language: str,
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    # Windows has no such handlers; there Ctrl-C arrives as KeyboardInterrupt.
    with contextlib.suppress(NotImplementedError):
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stop.set)
    words = words_for(language).plain
    print(words.bot("demo.begin"), flush=True)
    shown = show(settings, port, make_bot, prepare, match=match, language=language)
    async with contextlib.AsyncExitStack() as stack:
        async with patiently(words.bot("demo.slow")):
            stage, addresses = await stack.enter_async_context(shown)
        guide = await guide_of(stage.world)
        told = guide_for_terminal(guide, addresses, _kept(settings, words), language)
        print(told, flush=True)
        await _keep_time(stage, stop)
    print(words.bot("demo.stopped"), flush=True)


@contextlib.asynccontextmanager
async def patiently(said: str, after: float = SLOW) -> AsyncIterator[None]:
    """Say something where the block takes longer than so many seconds."""

    async def say() -> None:
        await asyncio.sleep(after)
        print(said, flush=True)

    saying = asyncio.ensure_future(say())
    try:
        yield
    finally:
        saying.cancel()


@contextlib.asynccontextmanager
async def show(
    settings: HostSettings,
    port: int,
    make_bot: MakeBot,
    prepare: Prepare,
    *,
    match: Match | None = None,
    language: str = "en",
) -> AsyncIterator[tuple[Stage, Addresses]]:
    """Start bot and pages; stop them, and close the database, however the block ends."""
    await note_lost_messages(settings)
    bot = make_bot(settings)
    world = build_world(bot, match, language)
    try:
        await world.env.start()
        note = await _introduce(world, prepare)
        world.env.settle_timeout = SETTLING
        async with contextlib.AsyncExitStack() as stack:
            stage = Stage(world, port, note)
            yield stage, await stage.open(stack)
    finally:
        await _close(world, bot)


async def _introduce(world: World, prepare: Prepare) -> int:
    """Prepare the campaign, with the guide above it; return what says last what to do first.

    Where a kept campaign has its panel already, there is no guide between it and the note.
    """
    begun = bool(world.channel.history(viewer=world.host))
    above = None if begun else await world.host.send(world.channel, "…")
    if above is not None:
        await world.host.set_pinned(above, True)
    await prepare(world)
    guide = await guide_of(world)
    if above is not None:
        await world.host.edit(above, guide_for_channel(guide, world.language))
    note = await world.host.send(world.channel, note_for_channel(guide))
    return int(note.id)


async def _close(world: World, bot: commands.Bot) -> None:
    env = world.env
    if env._started:
        with contextlib.suppress(TimeoutError):
            await env.settle()
    with env._bot_scope():
        await bot.close()
    if env._started:
        await env.shutdown()


async def _keep_time(stage: Stage, stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    last = loop.time()
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), HEARTBEAT)
        if stop.is_set():
            return
        now = loop.time()
        try:
            await stage.beat(now - last)
            for address in await stage.open_threads():
                words = words_for(stage.world.language).plain
                print(words.bot("demo.lesson", address=Raw(address)), flush=True)
        except TimeoutError as error:
            log.warning("The bot was busy for longer than the demo waits: %s", error)
        last = now


def _create_bot(settings: HostSettings) -> commands.Bot:
    from bot.app import create_bot

    bot: commands.Bot = create_bot(settings)
    return bot


def _kept(settings: HostSettings, words: Words) -> tuple[str, str]:
    """Say where the games are, without a password, and who can read them."""
    shown = Raw(settings.database_shown)
    if settings.database_url.get_backend_name() == "sqlite":
        return words.bot("demo.kept", file=shown), words.bot("demo.owner")
    return words.bot("demo.kept_on_server", database=shown), words.bot("demo.owner")


async def _prepare(world: World) -> None:
    from bot.demo.campaign import bring_under_way

    await bring_under_way(world)

"""The table: a simulated Discord server, people round it, and the bot that can be killed.

```python
async def test_greeting(table: Table) -> None:
    alice, bruno = table.people["alice"], table.people["bruno"]
    reply = await alice.slash("game new", game="war_of_the_pacific")
    assert reply.is_private
    await table.kill()  # as power failing: nothing is drained, nothing is closed
    await table.start()
    await bruno.press(table.panel, "Join as Chile")
```

The bot's process dies in two ways. `kill()` at a quiet moment; `die_at(...)` at the very call to
Discord that a test names, before or after Discord acts on it. Either way the database falls back to
what was committed at that instant, and no later call of the dead bot reaches Discord.
"""

import asyncio
import contextlib
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Self

import discord
import simcord
from discord.ext import commands
from simcord._runtime import _attach_bot
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import ChannelType, InteractionType

from bot.settings import HostSettings, load_settings
from tests.support import channels
from tests.support.people import Person, Reply
from tests.support.reading import Paper
from tests.support.wire import Tripwire, Wire

BEATING = 6 * 3600.0
"""Seconds between two looks at all clocks, and for what was delivered long ago: so days pass in a
moment here."""
TOKEN = "simulated.token.of-no-use"
_TRACKED = (
    "create_task",
    "call_soon",
    "call_later",
    "call_at",
    "call_soon_threadsafe",
    "run_in_executor",
)
"""Methods of the event loop in whose place SimCord puts its own."""
CLOSING = 5.0
"""Seconds that a dead bot gets for letting go of its threads and files."""

MakeBot = Callable[[HostSettings], commands.Bot]


class Table:
    """A server with a channel, people in it, and one bot."""

    def __init__(
        self,
        folder: Path,
        make_bot: MakeBot | None = None,
        *,
        names: Sequence[str] = ("alice", "bruno", "carla"),
        settle_timeout: float = 20.0,
        **settings: Any,
    ) -> None:
        self.database = folder / "adjutant.sqlite3"
        # What comes in a row is told at once here, unless a test is about waiting for it.
        given = {
            "token": TOKEN,
            "database": str(self.database),
            "gather_minutes": 0,
            **settings,
        }
        self.settings = load_settings(given, env_file=None)
        self.make_bot = make_bot or _create_bot
        self.bot: commands.Bot | None = self._make_bot()
        self.env = simcord.Env(self.bot, settle_timeout=settle_timeout)
        self.wire = Wire(self.env)
        self.guild = self.env.create_guild("Staff College")
        self.channel: ChannelHandle = self.guild.create_text_channel("campaign")
        self.people: dict[str, Person] = {}
        for name in names:
            self.add_person(name)
        self.runs = 0
        self._ashes: Path | None = None

    # Coming and going

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.stop()
        await self.env.shutdown()
        if kind is None:
            self.check()

    def check(self) -> None:
        """Fail if the bot raised an error nobody looked at, or broke a limit of Discord's."""
        broken = self.wire.broken_limits()
        assert not broken, "Discord would have refused:\n" + "\n".join(broken)
        self.env._raise_errors_since(self.env._errors_acknowledged)

    async def start(self) -> None:
        """Start the bot, anew after a stop or a kill."""
        if self.bot is None:
            self.bot = self._make_bot()
        self.wire.is_cut = False
        self.runs += 1
        if self.runs == 1:
            await self.env.start()
            return
        self.env._begin_operation("start")
        try:
            await _attach_bot(self.env, self.bot)
        finally:
            self.env._end_operation()

    async def stop(self) -> None:
        """Stop the bot as `Ctrl-C` does: it may finish what it is doing and close its files."""
        if self.bot is None:
            return
        if self.wire.is_cut:
            await self.kill()
            return
        await self.env.settle()
        self.env._begin_operation("stop")
        try:
            with self.env._bot_scope():
                await self.bot.close()
            await self.env._detach_bot()
        finally:
            self.env._end_operation()
            self.bot = None

    async def restart(self) -> None:
        """Stop the bot in good order and start a new one."""
        await self.stop()
        await self.start()

    async def kill(self) -> None:
        """Kill the bot: no draining, no closing; what was not committed is lost."""
        if self.bot is None:
            return
        if not self.wire.is_cut:
            self._die()
        self.env._begin_operation("kill")
        try:
            await self.env._detach_bot()
            # A dead process holds no file open; ours must let go of the database before the
            # instant of its death is put back. Nothing it does now reaches file or Discord.
            with contextlib.suppress(Exception, asyncio.CancelledError):
                await asyncio.wait_for(self.bot.close(), CLOSING)
        finally:
            self.env._end_operation()
            self.bot = None
        self._rise_from_ashes()
        _ = self.env.errors  # what a dying bot says is nobody's error

    def die_at(self, method: str, path: str, *, skip: int = 0, after: bool = False) -> Tripwire:
        """Let the bot die at a coming call to Discord.

        Args:
            method: The call's method, such as "POST".
            path: A pattern of its path, such as "/channels/*/messages".
            skip: How many such calls go through before.
            after: Whether Discord still acts on the call; the bot never hears of it either way.

        Returns:
            The trip wire; its `sprung` tells whether it has happened. `kill()` (or `stop()`) and
            `start()` follow, as the corpse stays where it is until then.
        """
        return self.wire.trip(method, path, skip=skip, after=after, spring=self._die)

    # The world

    def add_person(self, name: str) -> Person:
        """Let one more person join the server."""
        user = self.env.create_user(name)
        person = Person(self, name, self.guild.add_member(user))
        self.people[name] = person
        return person

    @property
    def channels(self) -> list[ChannelHandle]:
        """The server's channels."""
        return list(self.guild.channels.values())

    def threads(self, viewer: Person) -> list[ChannelHandle]:
        """The threads that a person can see."""
        from simcord.backend.access import can_access_channel

        found = [thread for channel in self.channels for thread in channel.threads]
        return [t for t in found if can_access_channel(self.env, t.id, viewer.actor, history=True)]

    def make_channel(self, name: str, kind: int) -> ChannelHandle:
        """Make a channel of one of Discord's kinds."""
        record = channels.make_channel(self.env, self.guild.id, name, kind)
        return ChannelHandle(self.env, self.guild, record)

    def make_thread(
        self, parent: ChannelHandle, name: str, *, by: Person, kind: int = ChannelType.PUBLIC_THREAD
    ) -> ChannelHandle:
        """Let a person open a thread or a post in a channel, and the bot be in it."""
        record = channels.make_thread(self.env, parent.id, name, by.id, kind)
        return ChannelHandle(self.env, self.guild, record)

    async def archive(
        self, thread: ChannelHandle, *, by: Person | None = None, locked: bool = False
    ) -> None:
        """Let a thread be closed: by age, or by a person, of whom the audit log knows."""
        backend: Any = self.env.backend
        if by is not None:
            change = {"key": "archived", "old_value": False, "new_value": True}
            backend.record_audit_log(
                self.guild.id,
                channels.THREAD_UPDATE,
                target_id=thread.id,
                changes=[change],
                user_id=by.id,
            )
        channels.archive(backend, thread.id, archived=True, locked=locked)
        await self.settle()

    def is_archived(self, thread: ChannelHandle) -> bool:
        """Say whether a thread is closed."""
        record: Any = self.env.backend.channels[thread.id]
        return bool(record.thread_metadata.archived)

    def paper(self, message_id: int, channel_id: int | None = None) -> Paper:
        """One message, by its id."""
        return Paper(self.env, channel_id or self.channel.id, message_id)

    def public(self, at: ChannelHandle | None = None) -> list[Paper]:
        """The messages of a channel that everybody sees, oldest first."""
        return self.seen(at or self.channel)

    def seen(self, channel: ChannelHandle, viewer: Any = None) -> list[Paper]:
        """The messages of a channel that a *viewer* sees, or everybody, oldest first.

        SimCord's own history makes whole messages of discord.py's; here their ids will do.
        """
        from simcord.backend.access import can_access_channel

        if viewer is not None:
            assert can_access_channel(self.env, channel.id, viewer, history=True), "no access"
        who = None if viewer is None else viewer.id
        found = self.env.backend.messages.get(channel.id, {})
        return [self.paper(one, channel.id) for one in sorted(found) if found[one].visible_to(who)]

    @property
    def panel(self) -> Paper:
        """The pinned message of the table's channel; the newest, if there are several."""
        pinned = [paper for paper in self.public() if paper.is_pinned]
        assert pinned, "nothing is pinned"
        return pinned[-1]

    def deny(self, *permissions: str, at: ChannelHandle | None = None) -> None:
        """Take permissions from the bot in a channel, such as "send_messages"."""
        from simcord.backend.models import Overwrite
        from simcord.enums import OverwriteType

        channel = self.env.backend.get_channel((at or self.channel).id)
        refused = discord.Permissions(**dict.fromkeys(permissions, True)).value
        me = self.env.backend.bot_user.id
        channel.overwrites[:] = [o for o in channel.overwrites if o.target_id != me]
        channel.overwrites.append(Overwrite(me, OverwriteType.MEMBER, allow=0, deny=refused))

    # Time

    async def wait(self, seconds: float = 0.0, *, hours: float = 0.0) -> None:
        """Let time pass; loops and sleeps of the bot run in between."""
        await self.env.advance_time(seconds + hours * 3600)

    async def settle(self) -> None:
        """Let the bot finish everything it has begun."""
        await self.env.settle()

    @contextlib.asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """Deliver all that people do inside before the bot runs at all.

        Replies are complete when the block ends.
        """
        env = self.env
        settle = env._settle_internal

        async def later(**_: object) -> None:
            """Do nothing yet."""

        env._begin_operation("at_once")
        try:
            env._settle_internal = later  # type: ignore[method-assign]
            yield
            env._settle_internal = settle  # type: ignore[method-assign]
            await settle()
        finally:
            env._settle_internal = settle  # type: ignore[method-assign]
            env._end_operation()

    @contextlib.asynccontextmanager
    async def in_real_time(self) -> AsyncIterator[None]:
        """Like :meth:`at_once`, but the bot runs meanwhile, and its timers by the real clock.

        SimCord's clock moves when everything has settled: under a load that never does, and its
        timers kept the event loop busy with looking. Inside, it looks after nothing of the bot's.
        """
        from simcord import _dpy_internals

        loop: Any = self.env._loop
        kept = {name: getattr(loop, name) for name in _TRACKED}
        simulated = time.monotonic
        async with self.at_once():
            for name in _TRACKED:
                setattr(loop, name, getattr(self.env._runtime, name))
            time.monotonic = _dpy_internals.real_monotonic
            try:
                yield
            finally:
                time.monotonic = simulated
                for name, method in kept.items():
                    setattr(loop, name, method)

    async def forge(
        self,
        person: Person,
        custom_id: str,
        *,
        values: Sequence[str] | None = None,
        guild: GuildHandle | None = None,
        direct: bool = False,
    ) -> Reply:
        """Press something that no message of the bot shows, as a forged client could.

        In the table's channel, in another *guild*, or in the *direct* messages with the bot.
        """
        actor: Any = person.actor.user if direct else person.actor
        channel = person.actor.user.dm_channel if direct else self.channel
        if guild is not None:
            actor = guild.add_member(person.actor.user)
            channel = next(iter(guild.channels.values()))
        part: dict[str, Any] = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            options = [{"label": value, "value": value} for value in values]
            part = {"type": 3, "custom_id": custom_id, "options": options}
            data = {"custom_id": custom_id, "component_type": 3, "values": list(values)}
        shown = self.env.backend.create_message(channel.id, self.env.backend.bot_user.id, "forged")
        message = dict(serializers.message_payload(self.env.backend, shown))
        message["components"] = [{"type": 1, "components": [part]}]
        self.env._begin_operation("forge")
        try:
            result = await _dispatch_actor_interaction(
                actor,
                InteractionType.MESSAGE_COMPONENT,
                channel,
                data,
                extra={"message": message},
                source_message_id=shown.id,
            )
        finally:
            self.env._end_operation()
        return Reply(person, result)

    def _make_bot(self) -> commands.Bot:
        bot = self.make_bot(self.settings)
        if hasattr(bot, "idle"):
            bot.idle = self._idle
        if hasattr(bot, "beating"):
            bot.beating = BEATING
        if hasattr(bot, "heeding"):
            bot.heeding = BEATING
        if hasattr(bot, "tidy_every"):
            bot.tidy_every = BEATING
        return bot

    async def _idle(self, awaitable: Awaitable[Any]) -> Any:
        """The bot's courier waits for work: nothing to wait for."""
        return await self.env.external_wait(awaitable, reason="the courier waits for work")

    # Dying

    def _die(self) -> None:
        """Take the database as it would be found after a power failure, and cut the wire."""
        self.wire.is_cut = True
        if not self.database.exists():
            return
        self._ashes = self.database.with_suffix(".ashes")
        self._ashes.unlink(missing_ok=True)
        with (
            contextlib.closing(sqlite3.connect(self.database, timeout=CLOSING)) as living,
            contextlib.closing(sqlite3.connect(self._ashes)) as dead,
        ):
            living.backup(dead)

    def _rise_from_ashes(self) -> None:
        if self._ashes is None:
            return
        for tail in ("-wal", "-shm", "-journal"):
            self.database.with_name(self.database.name + tail).unlink(missing_ok=True)
        shutil.move(self._ashes, self.database)
        self._ashes = None


def _create_bot(settings: HostSettings) -> commands.Bot:
    """The real bot."""
    from bot.app import create_bot
    from bot.thinking import Here

    # Copied, as another process would have it: what cannot leave the bot's fails here too.
    bot: commands.Bot = create_bot(settings, thinkers=Here(copied=True))
    return bot

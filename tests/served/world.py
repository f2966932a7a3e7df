"""What stands on the simulated Discord, and people there who do something and are answered."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, cast

import discord
import simcord
from simcord._clock import Clock
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle, GuildHandle, UserHandle

from tests.support.people import Person, Reply
from tests.support.reading import Paper
from tests.support.table import Table
from tests.support.wire import Wire

FIRST_WORD: Final = 3.0
"""Seconds in which Discord wants to hear of a bot what it makes of a press."""
LAST_WORD: Final = 30.0
"""Seconds that somebody waits for an answer that has been announced."""
REMEMBERED: Final = 300
"""Calls, events and files that are kept: the trials go on for long."""

_ASKED: contextvars.ContextVar[Interaction | None] = contextvars.ContextVar("asked", default=None)


class Now(Clock):
    """The real clock: what is served runs by it."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._epoch = datetime.now(UTC)

    @property
    def elapsed(self) -> float:  # type: ignore[override]  # SimCord's own is moved by hand
        """Seconds since it began."""
        return time.monotonic() - self._begun


class Few(deque[Any]):
    """A list of which the newest are kept."""

    def __init__(self) -> None:
        super().__init__(maxlen=REMEMBERED)


class Blobs(dict[str, bytes]):
    """Files by their addresses, of which the newest are kept."""

    def __setitem__(self, url: str, data: bytes) -> None:
        if len(self) >= REMEMBERED:
            del self[next(iter(self))]
        super().__setitem__(url, data)


class World(simcord.Env):
    """SimCord's Discord without a bot of its own.

    Attributes:
        shards: How many connections the bot has, of all its processes together.
        wire: What SimCord's Discord lacks.
        unanswered: How many deeds of people no bot said a word to in time.
        forsaken: How many were told that an answer comes, which did not.
        faults: What Discord would have refused, or SimCord does not know.
        heard: Told of each answer to a deed, and whether it is the last.
    """

    def __init__(self, shards: int) -> None:
        super().__init__(discord.Client(intents=discord.Intents(guilds=True)))
        self.shards = shards
        self._shard_count, self._shard_ids = shards, tuple(range(shards))
        self._message_states.add(self.bot._connection)
        backend: Any = self.backend
        backend.clock = Now()
        backend.transcript, backend.http_requests = Few(), Few()
        backend.cdn._blobs = Blobs()
        self.wire = Wire(self)
        self.wire.calls = Few()
        self.unanswered = self.forsaken = 0
        self.faults: list[str] = []
        self._first: dict[str, asyncio.Event] = {}
        self._last: dict[str, asyncio.Event] = {}
        self.heard: list[Callable[[Interaction, bool], None]] = []

    # What people do waits for its answer, not for a bot that runs in this process.

    def _begin_operation(self, label: str) -> None:
        """Let people do things side by side."""

    def _end_operation(self) -> None:
        """Nothing was begun."""

    def _notify_dispatch_observers(self, interaction: Interaction) -> None:
        _ASKED.set(interaction)
        self._first[interaction.token] = asyncio.Event()
        self._last[interaction.token] = asyncio.Event()

    async def _settle_internal(self, **_: Any) -> None:
        asked = _ASKED.get()
        if asked is None:
            return
        try:
            if not await _within(FIRST_WORD, self._first[asked.token]):
                self.unanswered += 1
            elif not await _within(LAST_WORD, self._last[asked.token]):
                self.forsaken += 1
        finally:
            del self._first[asked.token], self._last[asked.token]

    def answered(self, token: str, *, last: bool) -> None:
        """Note that a bot has said its first word to a deed, or its *last*."""
        for waiting in (self._first, self._last) if last else (self._first,):
            if token in waiting:
                waiting[token].set()
        number = self.backend.interaction_tokens.get(token)
        if number is not None:
            for one in self.heard:
                one(self.backend.interactions[number], last)

    # Servers and people.

    def make_guild(self, name: str, shard: int) -> GuildHandle:
        """Make a server of a shard."""
        return self.create_guild(name, shard_id=shard)


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Wait for an event; say whether it came in time."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False


class Room:
    """A channel of a served world with people round it: a table, for what people need of one."""

    def __init__(self, world: World, guild: GuildHandle, name: str) -> None:
        self.env, self.wire, self.guild = world, world.wire, guild
        self.channel: ChannelHandle = guild.create_text_channel(name)

    def add_person(self, name: str, user: UserHandle | None = None) -> Person:
        """Let somebody new come in, or a *user* who is known from elsewhere."""
        actor = self.guild.add_member(user or self.env.create_user(name))
        return Person(cast(Table, self), name, actor)

    def paper(self, message_id: int, channel_id: int | None = None) -> Paper:
        """One message, by its id."""
        return Paper(self.env, channel_id or self.channel.id, message_id)

    def seen(self, channel: ChannelHandle, viewer: Any = None) -> list[Paper]:
        """The messages of a channel that a *viewer* sees, or everybody, oldest first."""
        who = None if viewer is None else viewer.id
        found = self.env.backend.messages.get(channel.id, {})
        return [self.paper(one, channel.id) for one in sorted(found) if found[one].visible_to(who)]

    @property
    def panel(self) -> Paper | None:
        """The pinned message, if there is one."""
        pinned = [paper for paper in self.seen(self.channel) if paper.is_pinned]
        return pinned[-1] if pinned else None


def request_of(reply: Reply) -> str:
    """Return by what the bot knows a deed again."""
    return str(reply.result._interaction.id)

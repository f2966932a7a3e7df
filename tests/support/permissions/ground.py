"""Everybody whom the columns of the page name, at one table, and what is left of what they try."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import discord
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.builders import GuildHandle
from simcord.enums import InteractionType

from bot.moderator.table.live import Live
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply
from tests.support.quick import counted_bytes

NAMES: Final = {
    "awaited": "alice",
    "waits": "bruno",
    "opener": "carla",
    "watcher": "hugo",
    "manager": "gina",
    "manager who plays": "ivan",
    "eligible": "judy",
    "referee": "dora",
    "with secrets": "emil",
    "looked": "frida",
    "former": "kate",
    "gone": "leo",
}
"""Who stands for a column, where a scene says nothing else; the last two columns are places."""
ELSEWHERE, LETTERS, ASIDE = "elsewhere", "by letter", "aside"
ELIGIBLE: Final = ("alice", "bruno", "ivan", "judy", "dora", "emil", "frida", "kate")
"""Who has the role of the server's referees: those, too, for whom it must be of no use."""
MANAGERS: Final = ("gina", "ivan")
ASKING: Final = "nora"
"""Somebody more, who asks for seats."""
STRANGER: Final = "mallory"
"""Has everything in another server, and nothing in this one."""
FORGED: Final = "forged"
MODAL_FIELD, LABEL = 4, 18


class Ground(ToyTable):
    """A table with all of them.

    Attributes:
        cast: Who stands for each column; who is not there has none.
        named: What custom ids name here: a campaign, a decision, an offer.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, names=())
        self.cast: dict[str, Person] = {}
        self.named: dict[str, str] = {}
        self.aside = self.guild.create_text_channel("aside")
        self.away: GuildHandle = self.env.create_guild("Elsewhere")
        self.away.create_text_channel("general")
        self._there: dict[int, Any] = {}
        self._folder = folder
        self._bytes = counted_bytes(b"ground")
        self._watch: sqlite3.Connection | None = None
        self._seen: tuple[int, Mapping[str, frozenset[str]]] | None = None

    # -- people ------------------------------------------------------------------------------

    def populate(self) -> None:
        """Let everybody in, with the roles that they have; nobody sits or referees yet."""
        self.role = self.guild.create_role("Referees")
        allowed = discord.Permissions(manage_guild=True)
        staff = self.guild.create_role("Staff", permissions=allowed)
        self.role_abroad = self.away.create_role("Referees", permissions=allowed)
        for name in (*NAMES.values(), ASKING):
            roles = [self.role] if name in ELIGIBLE else []
            roles += [staff] if name in MANAGERS else []
            user = self.env.create_user(name)
            person = Person(self, name, self.guild.add_member(user, roles=roles))
            self.people[name] = person
        self.call()
        stranger = self.env.create_user(STRANGER)
        self._there[stranger.id] = self.away.add_member(stranger, roles=[self.role_abroad])
        self.stranger = Person(self, STRANGER, self._there[stranger.id])

    def call(self) -> None:
        """Let everybody stand for their column."""
        self.cast = {column: self.people[name] for column, name in NAMES.items()}

    def abroad(self, person: Person) -> Any:
        """Return somebody as they are in another server, where they have every role there is."""
        if person.id not in self._there:
            user = person.actor.user
            self._there[person.id] = self.away.add_member(user, roles=[self.role_abroad])
        return self._there[person.id]

    # -- trying ------------------------------------------------------------------------------

    async def send(
        self,
        person: Person,
        custom_id: str,
        *,
        place: str = "",
        values: Sequence[str] | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> Reply:
        """Press, choose or send in what no message shows, as a forged client could.

        *place* says where: in the table's channel, :data:`ELSEWHERE` or :data:`LETTERS`.
        """
        actor, channel = self._hand(person, place)
        kind, data, part = _wire(custom_id, values, fields)
        backend = self.env.backend
        shown = backend.create_message(channel.id, backend.bot_user.id, FORGED)
        message = dict(serializers.message_payload(backend, shown))
        message["components"] = [{"type": 1, "components": [part]}]
        self.env._begin_operation("send")
        try:
            result = await _dispatch_actor_interaction(
                actor,
                kind,
                channel,
                data,
                extra={"message": message},
                source_message_id=shown.id,
            )
        finally:
            self.env._end_operation()
        return Reply(person, result)

    async def type(
        self, person: Person, command: str, /, *, place: str = "", **options: Any
    ) -> Reply | None:
        """Type a command; ``None`` where Discord does not offer it."""
        actor, channel = self._hand(person, place)
        given = {name: getattr(one, "actor", one) for name, one in options.items()}
        if place:  # whoever is meant is no member there
            given = {name: getattr(one, "user", one) for name, one in given.items()}
        if place != LETTERS:
            return Reply(person, await actor.slash(channel, command, **given))
        if command not in actor.available_commands():
            return None
        return Reply(person, await actor.slash(command, **given))

    def _hand(self, person: Person, place: str) -> tuple[Any, Any]:
        if place == LETTERS:
            return person.actor.user, person.actor.user.dm_channel
        if place == ELSEWHERE:
            return self.abroad(person), next(iter(self.away.channels.values()))
        return person.actor, self.aside if place == ASIDE else self.channel

    # -- what is left ------------------------------------------------------------------------

    def kept(self) -> Mapping[str, frozenset[str]]:
        """Return all rows on file, by table."""
        if self._watch is None:
            self._watch = sqlite3.connect(self.database)
        (version,) = self._watch.execute("PRAGMA data_version").fetchone()
        if self._seen is None or self._seen[0] != version:
            self._seen = version, dict(_rows(self._watch))
        return self._seen[1]

    def told(self) -> frozenset[tuple[object, ...]]:
        """Return what stands in the channels and in everybody's direct messages."""
        places = [*self.channels, *(one.actor.user.dm_channel for one in self.people.values())]
        kept = self.env.backend.messages
        return frozenset(
            (place.id, number, one.edited_timestamp, len(one.components))
            for place in places
            for number, one in kept.get(place.id, {}).items()
            if one.content != FORGED and one.visible_to(None)
        )

    def save(self, name: str) -> None:
        """Keep the database as it is now, by a name."""
        with (
            contextlib.closing(sqlite3.connect(self.database)) as living,
            contextlib.closing(sqlite3.connect(self._folder / name)) as saved,
        ):
            living.backup(saved)

    async def start(self) -> None:
        """Start the bot, with the same dice in every run: what fits a log's page hangs on them."""
        await super().start()
        self.moderator.desk.token = self._bytes

    async def put_back(self, name: str) -> None:
        """Let the bot start anew with a database that was kept."""
        self.close_file()
        self.wire.is_cut = True  # what the file holds now, nobody will ask for
        await self.kill()
        for tail in ("-wal", "-shm", "-journal", ".anchor"):
            self.database.with_name(self.database.name + tail).unlink(missing_ok=True)
        shutil.copyfile(self._folder / name, self.database)
        await self.start()
        await self.settle()

    def close_file(self) -> None:
        """Look at the file no more."""
        if self._watch is not None:
            self._watch.close()
        self._watch = self._seen = None

    async def live(self) -> Live:
        """Return the campaign as the bot has it at hand, for looking only."""
        return await self.moderator.desk.at_hand(self.named["c"])


def _rows(connection: sqlite3.Connection) -> Iterator[tuple[str, frozenset[str]]]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in found:
        every = connection.execute(f'SELECT * FROM "{name}"')
        yield name, frozenset(map(repr, every.fetchall()))


def _wire(
    custom_id: str, values: Sequence[str] | None, fields: Mapping[str, str] | None
) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """Return an interaction's type and data, and what of the message it comes from."""
    part: dict[str, Any] = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    if fields is not None:
        typed = [
            {
                "type": LABEL,
                "component": {"type": MODAL_FIELD, "custom_id": name, "value": value},
            }
            for name, value in fields.items()
        ]
        return InteractionType.MODAL_SUBMIT, {"custom_id": custom_id, "components": typed}, part
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if values is not None:
        options = [{"label": value, "value": value} for value in values]
        part = {"type": 3, "custom_id": custom_id, "options": options}
        data = {"custom_id": custom_id, "component_type": 3, "values": list(values)}
    return InteractionType.MESSAGE_COMPONENT, data, part

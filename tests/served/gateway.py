"""Connections to the simulated Discord, as Discord has them: a websocket a shard.

Known are what a bot without members and presences sends: who it is, that it lives, that it goes on
where it was cut. Several connections of one shard are all told the same, as Discord does while an
update overlaps.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from aiohttp import WSMsgType, web
from simcord import intents as rules
from simcord.backend import serializers

from tests.served.world import World

PATH: Final = "/gateway"
DISPATCH, INVALID, HELLO, ACK = 0, 9, 10, 11
"""What is said to the bot, by Discord's numbers."""
ALIVE_EVERY: Final = 41_250
"""Milliseconds between two heartbeats, as Discord asks for."""
KEPT: Final = 1000
"""Events of a session that can be told again to whoever was cut."""
_UNKNOWN, _NOT_ALLOWED, _AGAIN = 4001, 4004, 4000
"""Discord's numbers: it does not know what was said, not who says it; connect again."""


@dataclass
class Session:
    """What one connection is told, also while it is cut.

    Attributes:
        id: By which it is gone on with.
        shard: Its shard.
        intents: Of what it wants to hear.
        told: The newest events with their numbers.
        outgoing: What is still to be sent, while it is connected.
    """

    id: str
    shard: int
    intents: discord.Intents
    number: int = 0
    told: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT))
    outgoing: asyncio.Queue[str] | None = None

    def tell(self, event: str, payload: Mapping[str, Any]) -> None:
        """Number an event and send it, now or when the connection is there again."""
        self.number += 1
        line = json.dumps({"op": DISPATCH, "s": self.number, "t": event, "d": payload})
        self.told.append((self.number, line))
        if self.outgoing is not None:
            self.outgoing.put_nowait(line)


class Gateway:
    """All connections.

    Attributes:
        sessions: Those that can be gone on with, by their ids.
        identified: How often a connection was begun anew.
    """

    def __init__(self, world: World, token: str) -> None:
        self._world, self._token, self._address = world, token, ""
        self._numbers = itertools.count(1)
        self._sockets: dict[str, web.WebSocketResponse] = {}
        self._open: set[web.WebSocketResponse] = set()
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        world.backend.subscribers.append(self._tell)

    def add_to(self, app: web.Application, address: str) -> None:
        """Serve connections, which are told to come back to that *address*."""
        self._address = address
        app.router.add_get(PATH, self._connect)
        app.on_shutdown.append(self._close)

    def connected(self, shard: int) -> int:
        """Return how many connections a shard has just now."""
        return sum(
            one.shard == shard and one.outgoing is not None for one in self.sessions.values()
        )

    async def cut(self, shard: int, *, forget: bool) -> None:
        """Cut the connections of a shard; *forget* lets them be begun anew, not gone on with."""
        for session in [one for one in self.sessions.values() if one.shard == shard]:
            socket = self._sockets.get(session.id)
            if forget:
                self.sessions.pop(session.id)
            if socket is not None:
                await socket.close(code=_AGAIN)

    async def _close(self, _app: web.Application) -> None:
        for one in list(self._open):
            await one.close(code=1001)

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self._open.add(socket)
        session: Session | None = None
        outgoing: asyncio.Queue[str] = asyncio.Queue()
        sending = asyncio.create_task(_send(socket, outgoing))
        _put(outgoing, HELLO, {"heartbeat_interval": ALIVE_EVERY})
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                said = json.loads(message.data)
                match said["op"]:
                    case 1:  # HEARTBEAT
                        # Not before whoever sent it has noted when: on one machine it could be.
                        asyncio.get_running_loop().call_later(0.05, _put, outgoing, ACK, None)
                    case 2:  # IDENTIFY
                        if said["d"]["token"] != self._token:
                            await socket.close(code=_NOT_ALLOWED)
                            break
                        session = self._begin(said["d"], outgoing)
                        self._sockets[session.id] = socket
                    case 6:  # RESUME
                        session = self._go_on(said["d"], outgoing)
                        if session is not None:
                            self._sockets[session.id] = socket
                    case 3:  # PRESENCE
                        pass
                    case _:
                        self._world.faults.append(f"the gateway does not know {said}")
                        await socket.close(code=_UNKNOWN)
        finally:
            sending.cancel()
            self._open.discard(socket)
            if session is not None and session.outgoing is outgoing:
                session.outgoing = None
                self._sockets.pop(session.id, None)
        return socket

    def _begin(self, said: Mapping[str, Any], outgoing: asyncio.Queue[str]) -> Session:
        shard, count = said.get("shard") or (0, 1)
        if count != self._world.shards:
            self._world.faults.append(f"a connection of {count} shards, not {self._world.shards}")
        session = Session(
            f"session-{next(self._numbers)}",
            shard,
            discord.Intents._from_value(said["intents"]),
            outgoing=outgoing,
        )
        self.identified += 1
        for one in [one for one in self.sessions.values() if one.shard == shard]:
            if one.outgoing is None:
                del self.sessions[one.id]  # of a process that is no more
        self.sessions[session.id] = session
        backend = self._world.backend
        guilds = [one for one in backend.guilds.values() if self._shard_of(one.id) == shard]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(backend.bot_user)),
            "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._address,
            "shard": [shard, count],
            "application": {"id": str(backend.application_id), "flags": 0},
        }
        session.tell("READY", ready)
        for guild in guilds:
            self._tell_session(
                session, "GUILD_CREATE", serializers.guild_create_payload(backend, guild)
            )
        return session

    def _go_on(self, said: Mapping[str, Any], outgoing: asyncio.Queue[str]) -> Session | None:
        session = self.sessions.get(said["session_id"])
        last = said["seq"] or 0
        if session is None or (session.told and session.told[0][0] > last + 1):
            _put(outgoing, INVALID, False)
            return None
        for number, line in session.told:
            if number > last:
                outgoing.put_nowait(line)
        session.outgoing = outgoing
        session.tell("RESUMED", {})
        return session

    def _shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % self._world.shards

    def _tell(self, event: str, payload: Mapping[str, Any]) -> None:
        guild = payload.get("guild_id")
        if guild is None and event in {"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"}:
            guild = payload["id"]
        shard = 0 if guild is None else self._shard_of(int(guild))
        for session in list(self.sessions.values()):
            if session.shard == shard:
                self._tell_session(session, event, payload)

    def _tell_session(self, session: Session, event: str, payload: Mapping[str, Any]) -> None:
        wanted = rules.required_intent(event, payload)
        if wanted is not None and not getattr(session.intents, wanted):
            return
        told: dict[str, Any] = json.loads(json.dumps(payload))
        if event == "GUILD_CREATE":
            rules.prune_guild_create(told, session.intents, self._world.backend.bot_user.id)
        session.tell(event, told)


def _put(outgoing: asyncio.Queue[str], op: int, data: Any) -> None:
    outgoing.put_nowait(json.dumps({"op": op, "d": data}))


async def _send(socket: web.WebSocketResponse, outgoing: asyncio.Queue[str]) -> None:
    try:
        while True:
            await socket.send_str(await outgoing.get())
    except ConnectionError:
        pass  # killed

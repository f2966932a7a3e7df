"""A Discord in a process of its own, to which several processes of the bot post.

It keeps what is posted for as long as the trials last, whoever dies meanwhile, and knows a nonce
for some minutes, as Discord does: who posts with it again gets the message that is there.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from bot.courier import Bulletin, Destination, Note, Rights
from bot.courier.api import MessageGone, Post, TryLater

LONGEST: Final = 1 << 28
"""Bytes of an answer: the report tells of all that stands on Discord."""
NONCE_KNOWN: Final = 300.0
"""Seconds for which Discord posts nothing twice with a nonce, about."""


@dataclass
class Message:
    """One that stands in a channel or in somebody's direct messages; *at* counts all that came."""

    place: int
    nonce: str
    kind: str
    number: int
    at: int
    posted: float


class World:
    """What stands where."""

    def __init__(self) -> None:
        self.messages: dict[int, Message] = {}
        self.spared = 0
        self._count = itertools.count(1)

    async def serve(self, path: Path) -> None:
        """Answer whoever comes, until the process is killed."""
        server = await asyncio.start_unix_server(self._answer, path)
        await server.serve_forever()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                asked = json.loads(line)
                answer = getattr(self, f"_{asked['call']}")(**asked["given"])
                writer.write(json.dumps({"id": asked["id"], "answer": answer}).encode() + b"\n")
        except ConnectionError:
            pass  # killed
        finally:
            writer.close()

    def _post(self, place: int, nonce: str, kind: str, number: int) -> int:
        now = time.monotonic()
        for known, one in self.messages.items():
            if (one.place, one.nonce) == (place, nonce) and now - one.posted < NONCE_KNOWN:
                self.spared += 1
                return known
        message = next(self._count)
        self.messages[message] = Message(place, nonce, kind, number, message, now)
        return message

    def _edit(self, place: int, message: int, nonce: str) -> bool:
        found = self.messages.get(message)
        if found is None or found.place != place:
            return False
        found.nonce = nonce
        return True

    def _find(self, place: int, nonce: str) -> int | None:
        found = (
            key for key, one in self.messages.items() if (one.place, one.nonce) == (place, nonce)
        )
        return next(found, None)

    def _delete(self, message: int) -> bool:
        return self.messages.pop(message, None) is not None

    def _report(self) -> dict[str, Any]:
        return {
            "spared": self.spared,
            "messages": [vars(one) | {"id": key} for key, one in self.messages.items()],
        }


def main(path: str) -> None:
    """Be Discord."""
    asyncio.run(World().serve(Path(path)))


class Line:
    """A line to a process that answers in JSON, opened anew where it was cut."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()

    async def ask(self, call: str, **given: Any) -> Any:
        """Return what is answered.

        Raises:
            ConnectionError: Nobody is there, or they died before they answered.
        """
        async with self._turn:
            if self._writer is None:
                reader, self._writer = await asyncio.open_unix_connection(self._path, limit=LONGEST)
                self._reading = asyncio.create_task(self._read(reader))
            number = next(self._ids)
            waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
            line = json.dumps({"id": number, "call": call, "given": given})
            self._writer.write(line.encode() + b"\n")
        return await waiting

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                told = json.loads(line)
                waiting = self._waiting.pop(told["id"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(told["answer"])
        except ConnectionError:
            pass
        finally:
            self.close()

    def close(self) -> None:
        """Give up what is waited for."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        left, self._waiting = self._waiting, {}
        for one in left.values():
            if not one.done():
                one.set_exception(ConnectionResetError("it died"))


class Way:
    """The courier's way to such a Discord."""

    def __init__(self, path: Path) -> None:
        self._line = Line(path)

    async def _ask(self, call: str, **given: Any) -> Any:
        try:
            return await self._line.ask(call, **given)
        except OSError as error:
            raise TryLater(str(error), after=0.2, arrived=None) from error

    def rights(self, channel_id: int) -> Rights | None:
        """Unknown."""
        return None

    async def post(self, place: Destination, post: Post, *, nonce: str) -> int:
        """Post what can be told of a message there: of what kind it is, and its number."""
        number = post.number if isinstance(post, Bulletin) else 0
        kind = (
            f"{type(post).__name__}/{post.kind}" if isinstance(post, Note) else type(post).__name__
        )
        message: int = await self._ask(
            "post", place=place.id, nonce=nonce, kind=kind, number=number
        )
        return message

    async def edit(
        self, channel_id: int, message_id: int, post: Post, *, nonce: str | None = None
    ) -> None:
        """Change what it is found by."""
        if not await self._ask("edit", place=channel_id, message=message_id, nonce=nonce or ""):
            raise MessageGone("10008")

    async def find(self, place: Destination, *, nonce: str, since: datetime) -> int | None:
        """Return the message with that nonce."""
        found: int | None = await self._ask("find", place=place.id, nonce=nonce)
        return found

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Nothing to keep of it."""

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        if not await self._ask("delete", message=message_id):
            raise MessageGone("10008")

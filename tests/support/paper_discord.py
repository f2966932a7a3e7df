"""A Discord on paper, and the fuse that kills whoever writes on it (``tests.support.killing``)."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.courier import Bulletin, Destination, Note, Rights
from bot.courier.api import Post

DEAD = 42
"""What a killed process exits with."""


class Fuse:
    """Counts points and kills the process at one of them."""

    def __init__(self, burns: int | None) -> None:
        self._burns = burns
        self.passed = 0

    def point(self) -> None:
        """Die here, if it is time."""
        if self.passed == self._burns:
            os._exit(DEAD)
        self.passed += 1


class PaperDiscord:
    """A Discord whose channels are lines in a file: it outlives the process.

    It forgets nonces at once, so nothing but the courier's own care prevents a repetition.
    """

    def __init__(self, path: Path, fuse: Fuse) -> None:
        self._path = path
        self._fuse = fuse

    def rights(self, channel_id: int) -> Rights | None:
        """Unknown."""
        return None

    async def post(self, place: Destination, post: Post, *, nonce: str) -> int:
        """Write a line."""
        message = len(self.lines()) + 1
        self._write("post", place.id, message, post, nonce)
        return message

    async def edit(
        self, channel_id: int, message_id: int, post: Post, *, nonce: str | None = None
    ) -> None:
        """Write a line; what was set to find the message by is replaced too."""
        self._write("edit", channel_id, message_id, post, nonce or "")

    async def find(self, place: Destination, *, nonce: str, since: datetime) -> int | None:
        """Look through the messages as they stand."""
        marks: dict[int, str] = {}
        for line in self.lines():
            if line["call"] in {"post", "edit"} and line["place"] == place.id:
                marks[line["message"]] = line["nonce"]
            elif line["call"] == "delete":
                marks.pop(line["message"], None)
        return next((message for message, mark in marks.items() if mark == nonce), None)

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Write a line."""
        self._write("pin", channel_id, message_id, None, "")

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Write a line."""
        self._write("delete", channel_id, message_id, None, "")

    def lines(self) -> list[dict[str, Any]]:
        """Return all that was ever called."""
        if not self._path.exists():
            return []
        return [json.loads(line) for line in self._path.read_text().splitlines()]

    def _write(self, call: str, place: int, message: int, post: Post | None, nonce: str) -> None:
        self._fuse.point()
        line = {
            "call": call,
            "place": place,
            "message": message,
            "nonce": nonce,
            "at": self._fuse.passed,
            "kind": type(post).__name__,
            "text": "" if post is None else text_of(post),
        }
        with self._path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        self._fuse.point()


def text_of(post: Post) -> str:
    """Return all that a message tells its readers."""
    told: list[Any] = [post.look.view, post.look.decisions, post.look.outcome]
    if isinstance(post, Bulletin):
        told += [post.number, post.events, post.pings]
    elif isinstance(post, Note):
        told += [post.kind, post.events, post.orders]
    return repr(told)

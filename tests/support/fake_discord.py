"""A Discord for the courier alone: messages in memory, faults on order.

The real transport and the simulated Discord are tested elsewhere; here it is about who posts what
when something fails.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.clock import Clock
from bot.courier import (
    Bulletin,
    Destination,
    Note,
    Panel,
    Rights,
)
from bot.courier.api import MessageGone, Post
from engine.api import Term, Text
from render.api import (
    NO_PHASE_REPORT,
    Choosing,
    Names,
    PhaseReport,
    Picture,
    Section,
    UnknownSectionError,
)


@dataclass
class Message:
    """A message as it stands in a channel or in somebody's direct messages."""

    id: int
    place: Destination
    nonce: str
    post: Post
    at: datetime
    edits: int = 0
    pinned: bool = False

    @property
    def text(self) -> str:
        """All that a reader could see."""
        return text_of(self.post)


def text_of(post: Post) -> str:
    """Return everything that a post shows, as text."""
    look, picture = post.look, post.picture
    pictures = post.pictures if isinstance(post, Bulletin) else [picture] if picture else []
    shown: list[Any] = [type(post).__name__, look.view, look.decisions, look.outcome, look.version]
    shown += [one.data for one in pictures] or [None]
    if isinstance(post, Bulletin):
        shown += [post.number, post.events, post.pings]
    elif isinstance(post, Note):
        shown += [post.kind, post.events, post.orders, post.code, post.language, post.at]
    else:
        assert isinstance(post, Panel)
        shown.append(look.campaign.seats)
    return repr(shown)


Fault = Callable[[str, int], Exception | None]
"""Asked before every call with its name and the destination's id; what it returns is raised."""


@dataclass
class FakeDiscord:
    """Takes posts and keeps them.

    Attributes:
        clock: What time it is.
        allowed: The bot's rights by channel; others are unknown.
        fault: See :data:`Fault`.
        late: Like *fault*, but the call has done its work by then.
        calls: Every call: its name, and the destination's id.
    """

    clock: Clock
    allowed: dict[int, Rights] = field(default_factory=dict)
    fault: Fault = lambda _call, _where: None
    late: Fault = lambda _call, _where: None
    calls: list[tuple[str, int]] = field(default_factory=list)
    messages: dict[int, Message] = field(default_factory=dict)
    _ids: Any = field(default_factory=lambda: itertools.count(1000))

    def rights(self, channel_id: int) -> Rights | None:
        """Say what the bot may do."""
        return self.allowed.get(channel_id)

    async def post(self, place: Destination, post: Post, *, nonce: str) -> int:
        """Keep a message. Every call is a message of its own: no nonce helps here."""
        self._before("post", place.id)
        message = Message(next(self._ids), place, nonce, post, self.clock())
        self.messages[message.id] = message
        self._after("post", place.id)
        return message.id

    async def edit(
        self, channel_id: int, message_id: int, post: Post, *, nonce: str | None = None
    ) -> None:
        """Replace a message's content, and what it is found by."""
        self._before("edit", channel_id)
        message = self._get(channel_id, message_id)
        message.post, message.nonce = post, nonce or ""
        message.edits += 1
        self._after("edit", channel_id)

    async def find(self, place: Destination, *, nonce: str, since: datetime) -> int | None:
        """Return the message with that nonce."""
        self._before("find", place.id)
        for message in self.messages.values():
            if message.place == place and message.nonce == nonce and message.at >= since:
                return message.id
        return None

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Pin a message."""
        self._before("pin", channel_id)
        self._get(channel_id, message_id).pinned = True

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        self._before("delete", channel_id)
        self._get(channel_id, message_id)
        del self.messages[message_id]

    def of(self, kind: type[Post], place_id: int | None = None) -> list[Message]:
        """Return the messages of a kind, in order of posting."""
        return [
            message
            for message in self.messages.values()
            if isinstance(message.post, kind) and place_id in {None, message.place.id}
        ]

    def count(self, call: str) -> int:
        """Return how often something was called."""
        return sum(name == call for name, _ in self.calls)

    def _before(self, call: str, where: int) -> None:
        self.calls.append((call, where))
        error = self.fault(call, where)
        if error is not None:
            raise error

    def _after(self, call: str, where: int) -> None:
        error = self.late(call, where)
        if error is not None:
            raise error

    def _get(self, channel_id: int, message_id: int) -> Message:
        message = self.messages.get(message_id)
        if message is None or message.place.id != channel_id:
            raise MessageGone("10008")
        return message


class FakePainter:
    """Draws views as their own description."""

    def __init__(self) -> None:
        self.painted: list[Section] = []
        self.broken = False

    def paint(
        self,
        view: Any,
        section: Section,
        *,
        before: Any | None = None,
        choosing: Choosing | None = None,
        report: PhaseReport = NO_PHASE_REPORT,
        names: Names,
    ) -> Picture:
        """Return a picture that is different for every input."""
        if section.kind not in {"whole", "changes"} and section.where != "north":
            raise UnknownSectionError(section.where)
        if self.broken:
            raise RuntimeError("a bug in the painter")
        self.painted.append(section)
        data = repr((view, section, before, choosing, report, names(Term("seat", "red")))).encode()
        return Picture(data, "jpg", 10, 10, (Text("river"),))

    def aim(self, view: Any, choosing: Choosing) -> Section | None:
        """Return the zone, where anything is chosen or may be."""
        return Section("zone", "north") if choosing.filled or choosing.offered else None

    def sections(self, view: Any) -> tuple[Section, ...]:
        """Return the whole."""
        return (Section(),)

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return the one zone."""
        return (("north", Text("north")),)

    def warm(self) -> None:
        """Nothing to prepare."""

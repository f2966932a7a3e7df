"""When an order was given, acknowledged and answered, and when its bulletin stood there."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

from tests.served.world import World

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_ANSWER = re.compile(r"/webhooks/\d+/\D*(\d+)(?:/messages/@original)?")
_POST = re.compile(r"/channels/(\d+)/messages")
_PANEL = re.compile(r'"nonce": ?"[^"]+-p\d+')
_TICK = 0.02
_QUIET = 3.0
"""Seconds without a new message after which no more are to come."""


class Stopwatch:
    """Listens on the wire between the bot and Discord.

    Attributes:
        begun: How many orders were given.
        acknowledged: Seconds from the order until Discord hears that it came, one an order.
        answered: Seconds from the order until its person reads what came of it.
        posted: Seconds from the order to the bulletin that it led to, where it led to one.
        open: Orders not acknowledged yet.
    """

    def __init__(self, world: World) -> None:
        self.begun = 0
        self.acknowledged: list[float] = []
        self.answered: list[float] = []
        self.posted: list[float] = []
        self.open: dict[int, float] = {}
        self._reports: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        self._carry = world.wire.dispatch
        self._wire = world.wire
        self._last = time.perf_counter()
        # The wire offers nobody to listen: who wants to hear stands in its place.
        world.wire.dispatch = self._dispatch  # type: ignore[method-assign]
        world.backend.subscribers.insert(0, self._hear)

    def forget(self) -> None:
        """Begin to count anew."""
        self.begun = 0
        for times in (self.acknowledged, self.answered, self.posted):
            times.clear()
        for waiting in (self.open, self._reports, self._asked):
            waiting.clear()

    def begin(self, channel: int) -> None:
        """Note that an order is given in a channel."""
        self.begun += 1
        self._reports[channel] = time.perf_counter()

    def _hear(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            self.open[int(payload["id"])] = self._asked[int(payload["id"])] = time.perf_counter()

    def _dispatch(self, method: str, path: str, arguments: dict[str, Any]) -> Any:
        now = time.perf_counter()
        answered, posted = _CALLBACK.fullmatch(path), _POST.fullmatch(path)
        if answered is not None and int(answered[1]) in self.open:
            self.acknowledged.append(now - self.open.pop(int(answered[1])))
        said = _ANSWER.fullmatch(path)
        if said is not None and int(said[1]) in self._asked:
            self.answered.append(now - self._asked.pop(int(said[1])))
        if method == "POST" and posted is not None and not _is_panel(arguments):
            begun = self._reports.pop(int(posted[1]), None)
            if begun is not None:
                self.posted.append(now - begun)
        if posted is not None:
            self._last = now
        answer = self._carry(method, path, arguments)
        self._wire.calls.clear()  # their files would be kept
        return answer

    async def quiet(self, most: float) -> None:
        """Wait until all is answered and nothing is posted any more, at most so many seconds."""
        end = time.perf_counter() + most
        while time.perf_counter() < end and self._is_busy():  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(_TICK)

    def _is_busy(self) -> bool:
        waited = time.perf_counter() - self._last
        return bool(self.open or self._asked) or waited < _QUIET


def _is_panel(arguments: dict[str, Any]) -> bool:
    """Say whether a message is a campaign's panel, which may come long after the bulletin."""
    bodies = [json.dumps(arguments.get("json"))]
    bodies += [str(part.get("value", "")) for part in arguments.get("form") or ()]
    return any(_PANEL.search(body) for body in bodies)

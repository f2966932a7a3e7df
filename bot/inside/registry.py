"""What is measured, kept for Prometheus. Loaded only where the host wants to know.

Every name stands here, and every label takes few values: kinds of ours, games, commands, numbers of
Discord's. ``docs/hosting/monitoring.md`` tells hosts what is worth looking at, and
``docs/hosting/alerts.yml`` and ``dashboard.json`` beside it name no measure that is not here
(``tests/bot/inside/test_files.py``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot import __version__
from bot.inside.measures import THOUGHTS, Answer, Census, Measures, Query, Work

# When each began to be counted is one line more of each, for nobody.
disable_created_metrics()  # type: ignore[no-untyped-call]

_SOON: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds of an acknowledgement, and of requests: Discord waits for three."""
_WAITED_FOR: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds of answers, pictures and thoughts."""
_QUICK: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds of the database and the event loop."""

MOST: Final = 400
"""Values that a label takes which the program does not list itself; any other is :data:`OTHER`."""
OTHER: Final = "other"
TOO_LATE: Final = "10062"
"""Discord's number for an answer to an arrival that it has given up."""
NONE: Final = "none"
"""The game of what is about no campaign, and the status of what got no answer."""


class _Values:
    """The values that a label may take: the first so many that come."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def of(self, value: str) -> str:
        """Return the value, or :data:`OTHER`."""
        if value not in self._known:
            if len(self._known) >= MOST:
                return OTHER
            self._known.add(value)
        return value


class Registry(Measures):
    """Keeps what is measured of one bot, in a registry of its own."""

    is_on = True

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._commands, self._numbers, self._faults = _Values(), _Values(), _Values()
        self._answers_kept()
        self._work_kept()
        self._state_kept()

    def _histogram(
        self, name: str, said: str, labels: Iterable[str], buckets: Iterable[float]
    ) -> Histogram:
        return Histogram(
            f"adjutant_{name}", said, tuple(labels), registry=self.registry, buckets=tuple(buckets)
        )

    def _counter(self, name: str, said: str, *labels: str) -> Counter:
        return Counter(f"adjutant_{name}", said, labels, registry=self.registry)

    def _gauge(self, name: str, said: str, *labels: str) -> Gauge:
        return Gauge(f"adjutant_{name}", said, labels, registry=self.registry)

    def _answers_kept(self) -> None:
        named = "command", "game"
        self._acknowledged = self._histogram(
            "acknowledgement_seconds", "Until Discord was told of an arrival", named, _SOON
        )
        self._unacknowledged = self._counter(
            "unacknowledged", "Commands and presses that Discord was told nothing of", *named
        )
        self._answered = self._histogram(
            "answer_seconds", "Until nothing was left to do", ("game",), _WAITED_FOR
        )
        self._refused = self._counter(
            "refusals", "What Discord refused, by its number", "number", "what"
        )
        self._requested = self._histogram(
            "request_seconds", "Of a request to Discord, by its status", ("status",), _SOON
        )
        self._refused.labels(TOO_LATE, "answer")  # there from the start: its first rise is told
        self._failed = self._counter("incidents", "Faults of the program, by place", "fault")

    def _work_kept(self) -> None:
        named = "kind", "game"
        self._drawing = self._histogram(
            "drawing_seconds", "From asking for a picture to having it", named, _WAITED_FOR
        )
        self._drawings = self._gauge("drawings_under_way", "Pictures asked for, by kind", "kind")
        self._thinking = self._histogram(
            "thinking_seconds", "From asking a game to its answer", named, _WAITED_FOR
        )
        self._thoughts = self._gauge("thoughts_under_way", "Games that are asked, by kind", "kind")
        self._database = self._histogram(
            "database_seconds", "Of a use of the database, waiting included", ("kind",), _QUICK
        )
        self._lag = self._histogram(
            "loop_lag_seconds", "For which the event loop let something wait", (), _QUICK
        )

    def _state_kept(self) -> None:
        version = self._gauge("build_info", "Which version runs", "version")
        version.labels(__version__).set(1)
        self._ready = self._gauge("ready", "Whether a part of the bot works", "part")
        self._waiting = self._gauge("outbox_rows", "Messages that wait to be posted or sent")
        self._oldest = self._gauge("outbox_oldest_seconds", "Age of the oldest of them")
        self._panels = self._gauge("panels_behind", "Panels that do not show the present yet")
        self._campaigns = self._gauge("campaigns", "Those that are not over", "game", "state")
        self._shards = self._gauge("gateway_shards", "Connections to Discord", "state")
        self._latency = self._gauge("gateway_latency_seconds", "Of a connection", "shard")
        self._lost = self._counter("gateway_losses", "Connections to Discord that were lost")
        self._servers = self._gauge("servers", "In which the bot is")

    # -- what happens --------------------------------------------------------------------------

    def answered(self, command: str, game: str, acknowledged: float | None, whole: float) -> None:
        """Count a command or a press that was answered."""
        named = self._commands.of(command), game or NONE
        if acknowledged is None:
            self._unacknowledged.labels(*named).inc()
        else:
            self._acknowledged.labels(*named).observe(acknowledged)
        self._answered.labels(game or NONE).observe(whole)

    def refused(self, number: int, what: Answer) -> None:
        """Count a refusal of Discord's."""
        self._refused.labels(self._numbers.of(str(number)), what).inc()

    def requested(self, status: int | None, seconds: float) -> None:
        """Count a request to Discord."""
        self._requested.labels(NONE if status is None else str(status)).observe(seconds)

    def begun(self, work: Work) -> None:
        """Count work that is begun or waits to be."""
        (self._thoughts if work in THOUGHTS else self._drawings).labels(work).inc()

    def done(self, work: Work, game: str, seconds: float) -> None:
        """Count work that is done or has failed."""
        thought = work in THOUGHTS
        (self._thoughts if thought else self._drawings).labels(work).dec()
        (self._thinking if thought else self._drawing).labels(work, game).observe(seconds)

    def queried(self, query: Query, seconds: float) -> None:
        """Count a use of the database."""
        self._database.labels(query).observe(seconds)

    def lagged(self, seconds: float) -> None:
        """Count for how long the event loop let something wait."""
        self._lag.observe(seconds)

    def failed(self, fault: str) -> None:
        """Count an incident."""
        self._failed.labels(self._faults.of(fault)).inc()

    def disconnected(self) -> None:
        """Count a connection to Discord that was lost."""
        self._lost.inc()

    # -- what stands when the page is asked for --------------------------------------------------

    def set_ready(self, parts: Mapping[str, bool]) -> None:
        """Note which parts of the bot work."""
        for part, works in parts.items():
            self._ready.labels(part).set(works)

    def set_census(self, census: Census | None, now: int) -> None:
        """Note what the database holds at an instant in milliseconds; ``None``: it did not say."""
        self._campaigns.clear()
        if census is None:
            for one in (self._waiting, self._oldest, self._panels):
                one.set(math.nan)
            return
        age = 0 if census.oldest is None else now - census.oldest
        self._waiting.set(census.waiting)
        self._oldest.set(max(0.0, age / 1000))
        self._panels.set(census.panels)
        for (game, state), number in census.campaigns.items():
            self._campaigns.labels(game, state).set(number)

    def set_gateway(self, connections: Mapping[int, float | None], servers: int) -> None:
        """Note each connection's latency, ``None`` where it is down, and the servers there."""
        standing = [one for one in connections.values() if one is not None]
        self._shards.labels("connected").set(len(standing))
        self._shards.labels("wanted").set(len(connections))
        for shard, seconds in connections.items():
            self._latency.labels(shard).set(math.nan if seconds is None else seconds)
        self._servers.set(servers)

    def page(self) -> bytes:
        """Return all of it as Prometheus reads it; may be called in any thread."""
        return generate_latest(self.registry)

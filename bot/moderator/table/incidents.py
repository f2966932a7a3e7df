"""Incidents: faults of the program, gathered and told to the host.

Whatever goes wrong in a way that nobody foresaw is logged as an error with what was raised, and
:class:`Overhearing` hears it there, wherever it happened: while a page was made, in the rules, in
the courier, over a picture. Like is gathered with like (by what was raised, and where), and told
at most once an :data:`EVERY`, so that a page that fails at every press floods nobody. What waits to
be told is on file, so a restart loses none of it.

An incident names a place of the program and a campaign. Never what was typed or raised: it may be
secret, and the host may play themself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.store import StoreError, remembered
from bot.thinking import frames_of

_log = logging.getLogger(__name__)

EVERY: Final = 3600.0
"""Seconds between two words to the host, at least."""
AGAIN: Final = 300.0
"""Seconds until that is tried again which Discord did not take."""
MOST: Final = 20
"""Kinds of incidents that are told together; more than these are in the log."""

_ROOT: Final = Path(__file__).resolve().parents[3]
_OURS: Final = ("bot", "engine", "render")


@dataclass(frozen=True, slots=True)
class Incident:
    """What went wrong, and how often since it was last told.

    Attributes:
        fault: What was raised, and the place in the program: what makes incidents alike.
        what: What was being done, the last time.
        number: Under which the log has the last one; "" where it has none.
        campaign: Where it was last; "" where it was about none.
        at: When it was last, in milliseconds.
        count: How often.
    """

    fault: str
    what: str
    number: str
    campaign: str
    at: int
    count: int = 1


Tell = Callable[[tuple[Incident, ...]], Awaitable[bool]]
"""Tells the host of incidents; says whether there is nothing more to be tried."""


class Incidents:
    """What went wrong and is to be told."""

    def __init__(self, desk: Desk, errands: Errands) -> None:
        self._desk = desk
        self._errands = errands
        self._tell: Tell | None = None

    def listen(self, tell: Tell) -> None:
        """Let *tell* tell the host of incidents, those that wait first."""
        self._tell = tell
        self._errands.begin(self._go_on(), "incidents")

    def hear(self, fault: str, what: str, number: str, campaign: str) -> None:
        """Note an incident as soon as there is time, and tell it when it is."""
        if not self._errands.resting:
            self._errands.begin(self.note(fault, what, number, campaign), "an incident")

    async def note(self, fault: str, what: str, number: str = "", campaign: str = "") -> None:
        """Note an incident, and tell of it when the host was not told of any for a while."""
        incident = Incident(fault, what, number, campaign, self._desk.now())
        try:
            async with self._desk.database.write() as connection:
                told_at, waiting = _read(await remembered.get(connection, remembered.INCIDENTS))
                known = waiting.get(fault)
                if known is not None:
                    incident = replace(incident, count=known.count + 1)
                if known is not None or len(waiting) < MOST:
                    waiting[fault] = incident
                kept = _written(told_at, waiting)
                await remembered.put(connection, remembered.INCIDENTS, kept)
        except StoreError as error:
            _log.warning("an incident is in the log only: %s", error)
            return
        await self._go_on()

    async def waiting(self) -> tuple[Incident, ...]:
        """Return what the host has not been told yet.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            _, waiting = _read(await remembered.get(connection, remembered.INCIDENTS))
        return tuple(waiting.values())

    async def _go_on(self) -> None:
        """Tell what waits, now or when it is time."""
        if self._tell is None or self._errands.resting:
            return
        try:
            waiting, wait = await self._claimed()
            if wait:
                self._later(wait)
            elif waiting and await self._tell(tuple(waiting.values())):
                await self._settle(waiting)
            elif waiting:
                await self._settle({}, self._desk.now() - round((EVERY - AGAIN) * 1000))
                self._later(AGAIN)
        except StoreError as error:
            _log.warning("incidents have to wait: %s", error)
            self._later(AGAIN)

    async def _claimed(self) -> tuple[dict[str, Incident], float]:
        """Return what is to be told now, for this caller alone, or in how many seconds it is."""
        async with self._desk.database.write() as connection:
            told_at, waiting = _read(await remembered.get(connection, remembered.INCIDENTS))
            now = self._desk.now()
            wait = max(0.0, EVERY - (now - told_at) / 1000) if told_at and waiting else 0.0
            if waiting and not wait:
                await remembered.put(connection, remembered.INCIDENTS, _written(now, waiting))
        return waiting, wait

    def _later(self, seconds: float) -> None:
        def due() -> None:
            self._errands.begin(self._go_on(), "incidents")

        self._errands.later("incidents", due, seconds)

    async def _settle(self, told: Mapping[str, Incident], told_at: int | None = None) -> None:
        """Note of what the host was told, and when: what came meanwhile waits on."""
        async with self._desk.database.write() as connection:
            before, waiting = _read(await remembered.get(connection, remembered.INCIDENTS))
            for fault, one in told.items():
                left = waiting[fault].count - one.count if fault in waiting else 0
                if left > 0:
                    waiting[fault] = replace(waiting[fault], count=left)
                else:
                    waiting.pop(fault, None)
            kept = _written(before if told_at is None else told_at, waiting)
            await remembered.put(connection, remembered.INCIDENTS, kept)


def _read(kept: str | None) -> tuple[int, dict[str, Incident]]:
    """Return when the host was last told, and what waits; nothing where that cannot be read."""
    try:
        found = json.loads(kept or "{}")
        waiting = [Incident(**one) for one in found.get("waiting", ())]
        return int(found.get("told_at", 0)), {one.fault: one for one in waiting}
    except (ValueError, TypeError, AttributeError):
        return 0, {}


def _written(told_at: int, waiting: dict[str, Incident]) -> str:
    return json.dumps({"told_at": told_at, "waiting": [asdict(one) for one in waiting.values()]})


# -- where they are heard --------------------------------------------------------------------


class Overhearing(logging.Handler):
    """Hears of every error that the bot logs with what was raised, and has it told to the host.

    A record may say what was being done (``asked``), under which number it is logged
    (``incident``) and in which campaign; else its own sentence says it, without its values.
    """

    def __init__(self, incidents: Incidents, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(logging.ERROR)
        self._incidents = incidents
        self._loop = loop

    def emit(self, record: logging.LogRecord) -> None:
        """Hear of one; it may come from any thread."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or isinstance(error, StoreError):
            return  # said in words, or the disk's fault: the operator reads it in the log
        said: dict[str, Any] = record.__dict__
        first = record.args[0] if isinstance(record.args, tuple) and record.args else ""
        about = str(first) if str(record.msg).startswith("campaign %s") else ""
        heard = (
            fault_of(error),
            str(said.get("asked") or _sentence(str(record.msg))),
            str(said.get("incident", "")),
            str(said.get("campaign") or about),
        )
        with contextlib.suppress(RuntimeError):  # the loop is closed: the bot has stopped
            self._loop.call_soon_threadsafe(self._incidents.hear, *heard)


def _sentence(template: str) -> str:
    """Return what a line of the log says, without its values: they may be secret."""
    return template.removeprefix("campaign %s: ").replace("%s", "…").replace("%r", "…")


def fault_of(error: BaseException) -> str:
    """Return what was raised and where in our own program, without what it says."""
    places = [
        f"{'/'.join(path)}:{frame.lineno}"
        for frame in frames_of(error)
        if (path := _ours(frame.filename))
    ]
    return f"{type(error).__name__}, {places[-1]}" if places else type(error).__name__


def _ours(filename: str) -> tuple[str, ...]:
    """Return the parts of a file's path in the project; none of what is not our program's."""
    path = Path(filename)
    parts = path.relative_to(_ROOT).parts if path.is_relative_to(_ROOT) else ()
    return parts if parts[:1] and parts[0] in _OURS else ()

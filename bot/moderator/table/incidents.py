"""Incidents: faults of the program, gathered and told to the host.

Whatever goes wrong in a way that nobody foresaw is logged as an error with what was raised, and
:class:`Overhearing` hears it there, wherever it happened: while a page was made, in the rules, in
the courier, over a picture. Like is gathered with like (by what was raised, and where), and told
at most once an :data:`EVERY`, so that a page that fails at every press floods nobody. What waits to
be told is on file, so a restart loses none of it; however much comes at once is filed together.

Each has a number, under which its line of the log is found; what makes it like others, its fault,
stands in that line too, in what the host is told, and in what is measured.

An incident names a place of the program and a campaign. Never what was typed or raised: it may be
secret, and the host may play themself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.inside.at_work import campaign_of
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
"""Kinds of incidents that are told together; of more than these just how many they were."""

_ROOT: Final = Path(__file__).resolve().parents[3]
_OURS: Final = ("bot", "engine", "render")


@dataclass(frozen=True, slots=True)
class Incident:
    """What went wrong, and how often since it was last told.

    Attributes:
        fault: What was raised, and the place in the program: what makes incidents alike.
        what: What was being done, the last time.
        number: Under which the log has the last one; "" where an earlier version gave it none.
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


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the host has not been told yet.

    Attributes:
        told_at: When they were told last, in milliseconds; 0 where they never were.
        kinds: Incidents by what makes them alike.
        more: How many there were besides, of other kinds.
    """

    told_at: int = 0
    kinds: Mapping[str, Incident] = field(default_factory=dict)
    more: int = 0

    def with_(self, heard: Mapping[str, Incident]) -> Gathered:
        """Return it with what was heard since."""
        kinds, more = dict(self.kinds), self.more
        for fault, one in heard.items():
            known = kinds.get(fault)
            if known is not None:
                kinds[fault] = replace(one, count=known.count + one.count)
            elif len(kinds) < MOST:
                kinds[fault] = one
            else:
                more += one.count
        return Gathered(self.told_at, kinds, more)

    def without(self, told: Gathered) -> Gathered:
        """Return what has come since *told* was told."""
        kinds = dict(self.kinds)
        for fault, one in told.kinds.items():
            left = kinds[fault].count - one.count if fault in kinds else 0
            if left > 0:
                kinds[fault] = replace(kinds[fault], count=left)
            else:
                kinds.pop(fault, None)
        return Gathered(self.told_at, kinds, max(0, self.more - told.more))


Tell = Callable[[tuple[Incident, ...], int], Awaitable[bool]]
"""Tells the host of incidents, and how many besides; says whether there is no more to be tried."""
Heard = Callable[[str], None]
"""Told of every incident, by its fault; from any thread."""


class Incidents:
    """What went wrong and is to be told."""

    def __init__(self, desk: Desk, errands: Errands) -> None:
        self._desk = desk
        self._errands = errands
        self._tell: Tell | None = None
        self._heard: dict[str, Incident] = {}
        self._is_noting = False

    def listen(self, tell: Tell) -> None:
        """Let *tell* tell the host of incidents, those that wait first."""
        self._tell = tell
        self._errands.begin(self._go_on(), "incidents")

    def hear(self, fault: str, what: str, number: str, campaign: str) -> None:
        """Note an incident as soon as there is time, and tell it when it is."""
        if self._errands.resting:
            return
        known = self._heard.get(fault)
        count = 1 if known is None else known.count + 1
        self._heard[fault] = Incident(fault, what, number, campaign, self._desk.now(), count)
        if not self._is_noting:
            self._is_noting = True
            self._errands.begin(self._note(), "an incident")

    async def _note(self) -> None:
        """Note what was heard, and tell of it when the host was not told of any for a while.

        What comes while that is filed is filed after it, together.
        """
        try:
            while self._heard:
                heard, self._heard = self._heard, {}
                async with self._desk.database.write() as connection:
                    await _put(connection, (await _get(connection)).with_(heard))
        except StoreError as error:
            _log.warning("an incident is in the log only: %s", error)
            return
        finally:
            self._is_noting = False
        await self._go_on()

    async def waiting(self) -> tuple[Incident, ...]:
        """Return what the host has not been told yet.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return tuple((await _get(connection)).kinds.values())

    async def _go_on(self) -> None:
        """Tell what waits, now or when it is time."""
        if self._tell is None or self._errands.resting:
            return
        try:
            waiting, wait = await self._claimed()
            if wait:
                self._later(wait)
            elif waiting.kinds and await self._tell(tuple(waiting.kinds.values()), waiting.more):
                await self._settle(waiting)
            elif waiting.kinds:
                await self._settle(Gathered(), self._desk.now() - round((EVERY - AGAIN) * 1000))
                self._later(AGAIN)
        except StoreError as error:
            _log.warning("incidents have to wait: %s", error)
            self._later(AGAIN)

    async def _claimed(self) -> tuple[Gathered, float]:
        """Return what is to be told now, for this caller alone, or in how many seconds it is."""
        async with self._desk.database.write() as connection:
            waiting, now = await _get(connection), self._desk.now()
            due = bool(waiting.told_at and waiting.kinds)
            wait = max(0.0, EVERY - (now - waiting.told_at) / 1000) if due else 0.0
            if waiting.kinds and not wait:
                await _put(connection, replace(waiting, told_at=now))
        return waiting, wait

    def _later(self, seconds: float) -> None:
        def due() -> None:
            self._errands.begin(self._go_on(), "incidents")

        self._errands.later("incidents", due, seconds)

    async def _settle(self, told: Gathered, told_at: int | None = None) -> None:
        """Note of what the host was told, and when: what came meanwhile waits on."""
        async with self._desk.database.write() as connection:
            left = (await _get(connection)).without(told)
            await _put(connection, left if told_at is None else replace(left, told_at=told_at))


async def _get(connection: AsyncConnection) -> Gathered:
    """Return what waits; nothing where that cannot be read."""
    kept = await remembered.get(connection, remembered.INCIDENTS)
    try:
        found = json.loads(kept or "{}")
        kinds = [Incident(**one) for one in found.get("waiting", ())]
        named = {one.fault: one for one in kinds}
        return Gathered(int(found.get("told_at", 0)), named, int(found.get("more", 0)))
    except (ValueError, TypeError, AttributeError):
        return Gathered()


async def _put(connection: AsyncConnection, waiting: Gathered) -> None:
    kinds = [asdict(one) for one in waiting.kinds.values()]
    kept = {"told_at": waiting.told_at, "waiting": kinds, "more": waiting.more}
    await remembered.put(connection, remembered.INCIDENTS, json.dumps(kept))


# -- where they are heard --------------------------------------------------------------------


class Overhearing(logging.Handler):
    """Hears of every error that the bot logs with what was raised, and has it told to the host.

    A record may say what was being done (``asked``), under which number it is logged
    (``incident``) and in which campaign; else its own sentence says it, without its values, and it
    is given a number.
    """

    def __init__(
        self,
        incidents: Incidents,
        loop: asyncio.AbstractEventLoop,
        heard: Heard = lambda _: None,
    ) -> None:
        super().__init__(logging.ERROR)
        self._heard = heard
        self._incidents = incidents
        self._loop = loop

    def emit(self, record: logging.LogRecord) -> None:
        """Hear of one, and write into the record as what it is known; from any thread."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or isinstance(error, StoreError):
            return  # said in words, or the disk's fault: the operator reads it in the log
        said: dict[str, Any] = record.__dict__
        # Whoever writes the line comes later: the handlers of our own logger are asked first.
        number = said["incident"] = str(said.get("incident") or secrets.token_hex(4))
        fault = said["fault"] = fault_of(error)
        what = str(said.get("asked") or _sentence(str(record.msg)))
        heard = fault, what, number, campaign_of(record)
        self._heard(fault)
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

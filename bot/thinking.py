"""Where games are asked what takes a while: in a thread of this process, or in processes beside it.

Python lets one thread of a process think at a time: whoever waited for a page waited for everybody
else's suggestions too, and the connection to Discord with them. What goes to another process is
what one seat may see (:class:`~bot.moderator.Look`, a view), never a game's state nor a campaign's
seed; what is done there is a *job*: a function of a module, which is given the game first.

A job must end by itself. A clock may only give one up, and with it the process that is in it: what
is chosen or answered never hangs on how fast a machine is.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import pickle
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeVar, TypeVarTuple, cast

from bot import beside
from bot.games import GAMES, played_with
from bot.parcels import Packer, Parcel
from engine.api import AnyGame
from engine.data.play_data import PlayData
from engine.data.with_data import data_of
from engine.kit.later import load_players

_log = logging.getLogger(__name__)

R = TypeVar("R")
Ts = TypeVarTuple("Ts")

Job = Callable[[AnyGame, *Ts], R]
"""What can be asked: a function of a module, the game first, all else what can be pickled."""

LONGEST: Final = 60.0
"""Seconds after which a job is given up: by then nobody waits, and something is wrong."""
PROCESSES: Final = 2
"""Processes that think beside the bot, where the host does not say."""
POLITE: Final = 2
"""By how much they are nicer than the bot: acknowledging comes before answering."""
ATTEMPTS: Final = 2
"""How often a job is begun before its process's death is held against it."""


class ThinkingFailed(Exception):
    """A job could not be done, through no fault that it has told of: its process died."""


class ThinkingTooLong(ThinkingFailed):
    """A job did not end in time and was given up."""


class Thinkers(Protocol):
    """Does jobs off the event loop.

    Attributes:
        are_apart: Whether that is in other processes.
    """

    are_apart: bool

    async def ask(
        self,
        campaign: str,
        job: Job[*Ts, R],
        game: AnyGame,
        /,
        *args: *Ts,
        deep: bool = False,
    ) -> R:
        """Return what *job* returns for a person of a campaign.

        Args:
            campaign: Of whom: campaigns take turns.
            job: What is asked of the game.
            game: The rules.
            args: What else the job is given.
            deep: Whether it may take seconds: pages and answers go first.

        Raises:
            ThinkingFailed: Its process has died of it, or it took too long.
            Exception: Whatever the job raises.
        """
        ...

    def warm(self) -> None:
        """Get ready."""
        ...

    def close(self) -> None:
        """Stop; what was not begun is given up."""
        ...


class Here:
    """Thinks in threads of this process, one for what is waited for, one for what takes long."""

    are_apart = False

    def __init__(self, *, copied: bool = False) -> None:
        """Begin; *copied*: all that is asked and answered goes as it would to another process."""
        self._packers = (Packer(), Packer()) if copied else None
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="adjutant-asked")
        self._deep = ThreadPoolExecutor(1, thread_name_prefix="adjutant-think")

    async def ask(
        self,
        campaign: str,
        job: Job[*Ts, R],
        game: AnyGame,
        /,
        *args: *Ts,
        deep: bool = False,
    ) -> R:
        """Do a job in the thread for such."""
        loop, pool = asyncio.get_running_loop(), self._deep if deep else self._quick
        if self._packers is None:
            return await loop.run_in_executor(pool, partial(job, game, *args))
        ours, theirs = self._packers
        asked = ours.pack((job, args), campaign)
        work = partial(_done_there, theirs, lambda: game, asked)
        return cast(R, _told(ours.unpack(await loop.run_in_executor(pool, work))))

    def warm(self) -> None:
        """Get ready: there is nothing to do."""

    def close(self) -> None:
        """Stop."""
        for pool in (self._quick, self._deep):
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass(eq=False, slots=True)
class _Process:
    """A process that thinks, one job at a time.

    Attributes:
        campaign: Whose job it did last: it has worked out things of it.
    """

    pool: ProcessPoolExecutor
    is_busy: bool = False
    is_deep: bool = False
    campaign: str = ""


@dataclass(eq=False, slots=True)
class _Waiting:
    campaign: str
    is_deep: bool
    asked: Callable[[], Any]
    done: asyncio.Future[Parcel]
    attempt: int = 1


class Apart:
    """Thinks in processes of their own, which end with this one; one that dies is made anew.

    Campaigns take turns: who asks much waits behind who asks once. What is waited for goes before
    what may take long, and one process is always left for it where there are several.
    """

    are_apart = True

    def __init__(
        self,
        processes: int = PROCESSES,
        *,
        loads: Sequence[str] = (),
        longest: float = LONGEST,
    ) -> None:
        """Be ready to begin.

        Args:
            processes: How many.
            loads: Modules with jobs, which they load when they begin.
            longest: See :data:`LONGEST`.
        """
        self._loads = tuple(loads)
        self._processes = [_Process(self._begun()) for _ in range(max(1, processes))]
        self._longest = longest
        self._packer = Packer()
        self._quick: OrderedDict[str, deque[_Waiting]] = OrderedDict()
        self._deep: OrderedDict[str, deque[_Waiting]] = OrderedDict()
        self._is_closing = False

    async def ask(
        self,
        campaign: str,
        job: Job[*Ts, R],
        game: AnyGame,
        /,
        *args: *Ts,
        deep: bool = False,
    ) -> R:
        """Do a job in the process whose turn it is.

        Raises:
            CancelledError: The bot is about to end.
        """
        if self._is_closing:
            raise asyncio.CancelledError
        parcel = self._packer.pack((job, args), campaign)
        call = partial(_do_there, game.key, data_of(game), parcel)
        done: asyncio.Future[Parcel] = asyncio.get_running_loop().create_future()
        self._lane(deep).setdefault(campaign, deque()).append(_Waiting(campaign, deep, call, done))
        self._go_on()
        return cast(R, _told(self._packer.unpack(await done)))

    def warm(self) -> None:
        """Let the processes begin, and load the games."""
        for one in self._processes:
            # If it has just died, the next job tells.
            with contextlib.suppress(BrokenProcessPool):
                one.pool.submit(_ready)

    def close(self) -> None:
        """Stop."""
        self._is_closing = True
        for lane in (self._quick, self._deep):
            for waiting in lane.values():
                for one in waiting:
                    one.done.cancel()
            lane.clear()
        for each in self._processes:
            beside.end(each.pool)

    # -- inside ------------------------------------------------------------------------------

    def _lane(self, is_deep: bool) -> OrderedDict[str, deque[_Waiting]]:
        return self._deep if is_deep else self._quick

    def _go_on(self) -> None:
        """Give every process that is free a job, as long as there are any for it."""
        while not self._is_closing:
            free = [one for one in self._processes if not one.is_busy]
            waiting = self._next() if free else None
            if waiting is None:
                return
            process = next((one for one in free if one.campaign == waiting.campaign), free[0])
            process.is_busy, process.is_deep = True, waiting.is_deep
            process.campaign = waiting.campaign
            task = asyncio.ensure_future(self._do(process, waiting))
            task.add_done_callback(lambda _: self._go_on())

    def _next(self) -> _Waiting | None:
        """Return the job whose turn it is, if one can be begun."""
        pondering = sum(one.is_busy and one.is_deep for one in self._processes)
        lanes = [self._quick]
        if pondering < max(1, len(self._processes) - 1):
            lanes.append(self._deep)
        for lane in lanes:
            while lane:
                campaign, waiting = lane.popitem(last=False)
                one = waiting.popleft()
                if waiting:
                    lane[campaign] = waiting  # behind all others
                if not one.done.done():  # who has gone meanwhile waits for nothing
                    return one
        return None

    async def _do(self, process: _Process, one: _Waiting) -> None:
        pool = process.pool
        try:
            # Beginning takes as long as it takes: a busy machine needs a while to load the games.
            await asyncio.wrap_future(pool.submit(_ready))
            async with asyncio.timeout(self._longest):
                found: Parcel = await asyncio.wrap_future(pool.submit(one.asked))
        except BrokenProcessPool:
            self._begin_anew(process, "has died")
            if one.attempt < ATTEMPTS and not self._is_closing:
                one.attempt += 1
                lane = self._lane(one.is_deep)
                lane.setdefault(one.campaign, deque()).appendleft(one)
                lane.move_to_end(one.campaign, last=False)
            else:
                self._fail(one, ThinkingFailed("the process that thought has died"))
        except TimeoutError:
            self._begin_anew(process, f"has thought for {self._longest:g} seconds")
            self._fail(one, ThinkingTooLong(f"no answer in {self._longest:g} seconds"))
        except BaseException as error:
            self._fail(one, error)
            if not isinstance(error, Exception):
                raise
        else:
            if not one.done.done():
                one.done.set_result(found)
        finally:
            process.is_busy = False

    def _fail(self, one: _Waiting, error: BaseException) -> None:
        """Tell who asked why nothing comes: while this closes they go as those who still waited."""
        if self._is_closing:
            one.done.cancel()
        if not one.done.done():
            one.done.set_exception(error)

    def _begin_anew(self, process: _Process, why: str) -> None:
        if not self._is_closing:
            _log.warning("a process that thinks %s: another one begins", why)
            gone, process.pool, process.campaign = process.pool, self._begun(), ""
            beside.end(gone)

    def _begun(self) -> ProcessPoolExecutor:
        return beside.process(_begin, *self._loads)


_FRAMES: Final = "frames_there"
"""The attribute in which what a job raised holds where that was."""


@dataclass(frozen=True, slots=True)
class _Raised:
    """What a job raised, and where, for whoever asked.

    Attributes:
        error: It; one that cannot be pickled is told of by its name.
        frames: Of its traceback.
    """

    error: BaseException
    frames: tuple[traceback.FrameSummary, ...]


def _told(answer: Any) -> Any:
    """Return what a job returned, or raise what it raised."""
    if isinstance(answer, _Raised):
        answer.error.add_note("".join(traceback.format_list(list(answer.frames))))
        setattr(answer.error, _FRAMES, answer.frames)
        raise answer.error
    return answer


def frames_of(error: BaseException) -> tuple[traceback.FrameSummary, ...]:
    """Return where something was raised, innermost last, also where that was in a job."""
    return getattr(error, _FRAMES, None) or tuple(traceback.extract_tb(error.__traceback__))


# -- in the other process --------------------------------------------------------------------------


_packer: Final = Packer()


def _begin(*loads: str) -> None:
    """Make ready to think."""
    beside.be_polite(POLITE)
    for name in loads:
        importlib.import_module(name)
    for game in GAMES.values():
        load_players(game)


def _ready() -> None:
    """Do nothing: who has done so has begun."""


def _do_there(key: str, data: PlayData | None, asked: Parcel) -> Parcel:
    return _done_there(_packer, lambda: played_with(key, data), asked)


def _done_there(packer: Packer, game: Callable[[], AnyGame], asked: Parcel) -> Parcel:
    """Do a job that came as a parcel; return its answer, or what it raised, as one."""
    try:
        job, args = packer.unpack(asked)
        return packer.pack(job(game(), *args), asked.campaign)
    except Exception as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
        frames = tuple(traceback.extract_tb(error.__traceback__))
        try:
            return packer.pack(_Raised(error.with_traceback(None), frames), asked.campaign)
        except (pickle.PicklingError, TypeError, AttributeError):
            failed = ThinkingFailed(type(error).__name__)
            return packer.pack(_Raised(failed, frames), asked.campaign)

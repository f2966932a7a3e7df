"""How far a command has come, for who waits for it: on a terminal a bar, in a pipe plain lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Final, Self, TextIO, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

R = TypeVar("R")

SILENT: Final = 2.0
"""Seconds that a command may take without a word."""
APART: Final = 20.0
"""Seconds between two lines in a pipe."""
QUICK: Final = 0.1
"""Seconds between two looks of a bar."""
UNKNOWN: Final = 0.95
"""Of a game that is longer than those before as much counts as played, at most."""


class Progress:
    """So many games of all, and the actions of those under way; used as a context.

    Args:
        games: How many there are.
        out: Where it is told.
        clock: Tells seconds.
    """

    def __init__(
        self,
        games: int,
        out: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._games = games
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._begun = self._told = clock()
        self._done = self._actions = self._before = 0
        self._bar: Bar | None = None
        self._task = TaskID(0)

    def __enter__(self) -> Self:
        if self._out.isatty():
            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[actions]:,} actions"),
                TimeRemainingColumn(),
                console=Console(file=self._out),
                auto_refresh=False,
                transient=True,
            )
            self._task = self._bar.add_task("games", total=self._games, actions=0)
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def acted(self, actions: int) -> None:
        """Hear that so many actions have been done in all, in games ended and under way."""
        self._actions = actions
        self._show()

    def ended(self, games: int) -> None:
        """Hear that so many games have ended."""
        self._done, self._before = games, self._actions
        self._show()

    def say(self, line: str) -> None:
        """Print a line that stays."""
        if self._bar is None:
            print(line, file=self._out, flush=True)
        else:
            self._bar.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def _show(self) -> None:
        now = self._clock()
        if self._bar is not None:
            if now - self._told >= QUICK:
                self._told = now
                self._bar.update(
                    self._task,
                    completed=self._share() * self._games,
                    actions=self._actions,
                )
                self._bar.refresh()
            return
        first = self._told == self._begun
        if self._done < self._games and now - self._told >= (SILENT if first else APART):
            self._told = now
            print(self._line(now), file=self._out, flush=True)

    def _share(self) -> float:
        """Return how much is done of all, the games under way counted by their actions."""
        under_way = 0.0
        if self._done:
            usual = self._before / self._done
            under_way = min(UNKNOWN, (self._actions - self._before) / usual) if usual else 0.0
        return min(1.0, (self._done + under_way) / self._games)

    def _line(self, now: float) -> str:
        said = [f"{self._done} of {self._games} games", f"{self._actions:,} actions"]
        share = self._share()
        if share:
            said.append(f"about {in_words((now - self._begun) * (1 / share - 1))} left")
        return ", ".join(said)


def in_words(seconds: float) -> str:
    """Return a time for reading: "40 s", "3 min", "1 h 20 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def gathered(
    games: int,
    begin: Callable[[Progress], Iterable[R]],
    problem: Callable[[R], str] = lambda _: "",
) -> tuple[list[R], bool]:
    """Return what came of games, and whether Ctrl-C has stopped them before the last had ended.

    Args:
        games: How many there are.
        begin: Plays them, one after the other, and tells how far it is.
        problem: What is wrong with a game, to be told at once; "" for nothing.
    """
    found: list[R] = []
    try:
        with Progress(games) as progress:
            for one in begin(progress):
                found.append(one)
                progress.ended(len(found))
                if problem(one):
                    progress.say(problem(one))
    except KeyboardInterrupt:
        when = f": {len(found)} of" if found else " before the first of"
        print(f"Stopped{when} {games} games had ended.", file=sys.stderr)
        return found, True
    return found, False

"""`python -m bot effort`: what a turn costs people, counted over recorded games."""

from __future__ import annotations

import json
import statistics
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from bot import trials
from bot.cli.exits import Exit
from bot.cli.given import Unclear, find_game, read_settings, shown
from bot.cli.progress import Progress, stopped_after
from bot.trials import pace
from bot.trials.effort import Effort, Sendings, efforts, recorded, set_ups
from bot.trials.posts import TurnPosts, posts_of
from bot.trials.quiet import quiet_turns
from engine.kit.settings import opened
from engine.registry import load_games

_FIGURES: Final = ("submissions", "buttons", "cheapest", "before", "actions", "typed")
_TARGETS: Final = Path(trials.__file__).parent / "effort.toml"
_QUIET: Final = "quiet"
"""Submissions of turns of a side that wants nothing in them."""
_SET_UP: Final = "set_up"
"""Submissions of a side before the first turn."""


@dataclass(slots=True)
class _Counted:
    """What some games cost.

    Attributes:
        found: What turns cost.
        begun: What it cost to set up.
        quiet: Submissions of turns of a side that wants nothing in them.
        posts: Those of turns of the game.
    """

    found: list[Effort] = field(default_factory=list)
    begun: list[Effort] = field(default_factory=list)
    quiet: list[int] = field(default_factory=list)
    posts: list[TurnPosts] = field(default_factory=list)

    def __iadd__(self, other: _Counted) -> Self:
        self.found += other.found
        self.begun += other.begun
        self.quiet += other.quiet
        self.posts += other.posts
        return self


def measure(
    game: str,
    games: int,
    seed: str,
    *,
    processes: int = 1,
    settings: Sequence[str] = (),
    as_json: bool = False,
) -> int:
    """Record *games* games, print what their turns cost, and return the exit code.

    Args:
        game: Key of a game system, its words joined by "_" or "-".
        games: How many.
        seed: Any text: the same plays the same games again.
        processes: How many at a time.
        settings: What the table chooses, "name=value" each.
        as_json: Print one line of JSON a figure.

    Returns:
        An :class:`~bot.cli.exits.Exit`: it falls short where a target of
        ``bot/trials/effort.toml`` is missed.
    """
    try:
        system = find_game(game)
        chosen = read_settings(system, settings)
    except Unclear as error:
        print(error, file=sys.stderr)
        return Exit.WRONG
    model = system.settings_model
    table = model.model_validate_strings(opened(model, chosen))
    work = partial(_counted, system.key, table)
    counted, done, stopped = _Counted(), 0, False
    try:
        with Progress(games) as progress:
            seeds = [f"{seed} {number}" for number in range(1, games + 1)]
            for one in pace.played(work, seeds, processes, progress):
                counted += one
                done += 1
                progress.ended(done)
    except KeyboardInterrupt:
        print(stopped_after(done, games), file=sys.stderr)
        stopped = True
    if not done:
        return Exit.STOPPED
    figures = summed_up(counted.found, counted.quiet, counted.posts, counted.begun)
    missed = missed_in(figures, targets_of(system.key))
    if as_json:
        for name, values in figures.items():
            line = {"figure": f"effort.{name}", "game": system.key, **values}
            print(json.dumps(line | {"ok": name not in missed}))
    else:
        print("\n".join(_lines(shown(system.key), done, len(counted.found), figures, missed)))
    if stopped:
        return Exit.STOPPED
    return Exit.SHORT if missed else Exit.FINE


def _counted(key: str, table: Any, seed: str) -> _Counted:
    """Play one game for its figures, and one for each side that wants nothing."""
    system, sent = load_games()[key], Sendings()
    players = dict.fromkeys(system.seats, "computer")
    played = recorded(system, seed, table, players)
    counted = _Counted()
    counted.found += efforts(system, played, sent)
    counted.begun += set_ups(system, played)
    counted.posts += posts_of(system, played, sent)
    for seat in system.seats:
        counted.quiet += quiet_turns(system, seed, table, players, seat)
    return counted


def summed_up(
    found: Sequence[Effort],
    quiet: Sequence[int] = (),
    posts: Sequence[TurnPosts] = (),
    begun: Sequence[Effort] = (),
) -> dict[str, dict[str, float]]:
    """Return median, nine of ten, and most of each figure, a side's turn being the unit.

    Args:
        found: What turns cost.
        quiet: Submissions of turns of a side that wants nothing in them.
        posts: Those of turns of the game.
        begun: What it cost to set up.
    """
    figures = {name: _spread([getattr(one, name) for one in found]) for name in _FIGURES}
    figures[_QUIET] = _spread(quiet)
    figures[_SET_UP] = _spread([one.submissions for one in begun])
    figures["posts"] = _spread([one.now for one in posts])
    figures["posts_before"] = _spread([one.before for one in posts])
    return figures


def _spread(values: Sequence[int]) -> dict[str, float]:
    if not values:
        return {"median": 0, "p90": 0, "most": 0}
    ordered = sorted(values)
    ninth = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
    return {"median": statistics.median(ordered), "p90": ninth, "most": ordered[-1]}


def targets_of(key: str) -> Mapping[str, Mapping[str, float]]:
    """Return what a turn of a game may cost, by figure; nothing where nobody has said."""
    found: Mapping[str, Mapping[str, float]] = tomllib.loads(
        _TARGETS.read_text(encoding="utf-8")
    ).get(key, {})
    return found


def missed_in(
    figures: Mapping[str, Mapping[str, float]], targets: Mapping[str, Mapping[str, float]]
) -> frozenset[str]:
    """Return the figures that are above what they may be."""
    return frozenset(
        name
        for name, target in targets.items()
        if any(figures[name][part] > most for part, most in target.items())
    )


_TITLES: Final[Mapping[str, str]] = {
    "posts": "posts a turn of the game",
    "posts_before": "posts, a phase at a time",
    "submissions": "submissions",
    "buttons": "taps by buttons",
    "cheapest": "taps the cheapest way",
    "before": "taps, an order at a time",
    "actions": "orders and answers",
    "typed": "of them only by typing",
    _QUIET: "submissions of a quiet turn",
    _SET_UP: "submissions of the set-up",
}


def _lines(
    name: str,
    games: int,
    turns: int,
    figures: Mapping[str, Mapping[str, Any]],
    missed: Iterable[str],
) -> list[str]:
    lines = [f"{name}: {games} games, {turns} turns of a side"]
    for figure, title in _TITLES.items():
        values = figures[figure]
        told = (
            f"median {values['median']:g}, nine of ten {values['p90']:g}, most {values['most']:g}"
        )
        mark = "  above the target" if figure in missed else ""
        lines.append(f"  {title:28} {told}{mark}")
    return lines

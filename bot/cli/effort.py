"""`python -m bot effort`: what a turn costs people, counted over recorded games."""

from __future__ import annotations

import json
import statistics
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from bot import trials
from bot.cli.exits import Exit
from bot.cli.given import Unclear, find_game, read_settings, shown
from bot.cli.progress import gathered
from bot.trials import pace
from bot.trials.effort import Effort, Sendings, efforts, recorded, set_ups
from bot.trials.posts import TurnPosts, posts_of
from bot.trials.quiet import quiet_turns
from engine.kit.settings import opened
from engine.registry import load_games

_FIGURES: Final = ("submissions", "buttons", "cheapest", "before", "actions", "typed")
_TARGETS: Final = Path(trials.__file__).parent / "efforts"
_QUIET: Final = "quiet"
"""Submissions of turns of a side that wants nothing in them."""
_SET_UP: Final = "set_up"
"""Submissions of a side before the first turn."""


class _Counted(NamedTuple):
    """What one game cost: the arguments of :func:`summed_up`."""

    found: Sequence[Effort]
    quiet: Sequence[int]
    posts: Sequence[TurnPosts]
    begun: Sequence[Effort]


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
        ``bot/trials/efforts`` is missed.
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
    seeds = [f"{seed} {number}" for number in range(1, games + 1)]
    counted, stopped = gathered(games, lambda watcher: pace.played(work, seeds, processes, watcher))
    if not counted:
        return Exit.STOPPED
    found, quiet, posts, begun = (list(chain(*each)) for each in zip(*counted, strict=True))
    figures = summed_up(found, quiet, posts, begun)
    missed = missed_in(figures, targets_of(system.key))
    if as_json:
        for name, values in figures.items():
            line = {"figure": f"effort.{name}", "game": system.key, **values}
            print(json.dumps(line | {"ok": name not in missed}))
    else:
        print("\n".join(_lines(shown(system.key), len(counted), len(found), figures, missed)))
    if stopped:
        return Exit.STOPPED
    return Exit.SHORT if missed else Exit.FINE


def _counted(key: str, table: Any, seed: str) -> _Counted:
    """Play one game for its figures, and one for each side that wants nothing."""
    system, sent = load_games()[key], Sendings()
    players = dict.fromkeys(system.seats, "computer")
    played = recorded(system, seed, table, players)
    found = tuple(efforts(system, played, sent))  # which adds what was sent
    posts = tuple(posts_of(system, played, sent))
    quiet = [quiet_turns(system, seed, table, players, seat) for seat in system.seats]
    return _Counted(found, tuple(chain(*quiet)), posts, tuple(set_ups(system, played)))


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
    file = _TARGETS / f"{key}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


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

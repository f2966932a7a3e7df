"""`python -m bot fuzz`: many whole random games, each measured and replayed from its log."""

from __future__ import annotations

import sys
import time

from engine.fuzz import Trial, fuzz, summary
from engine.registry import load_games


def fuzz_games(game: str, games: int, processes: int, seed: str) -> int:
    """Play *games* random games, print what came of them, and return the exit code.

    Args:
        game: Key of a game system; "war-of-the-pacific" will do for "war_of_the_pacific".
        games: How many.
        processes: How many at a time.
        seed: Any text: the same plays the same games again.
    """
    key = game.replace("-", "_")
    if key not in load_games():
        known = ", ".join(one.replace("_", "-") for one in load_games())
        print(f"There is no game {game!r}; there are: {known}.", file=sys.stderr)
        return 2
    begun = time.perf_counter()
    trials: list[Trial] = []
    for trial in fuzz(key, [f"{seed} {number}" for number in range(1, games + 1)], processes):
        trials.append(trial)
        _show(len(trials), games, trial)
    seconds = time.perf_counter() - begun
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print("\n".join(summary(trials)))
    actions = sum(one.actions for one in trials)
    print(
        f"{seconds:.1f} s with {processes} at a time, played, measured and replayed: "
        f"{games / seconds:.2f} games a second, {actions / seconds:.0f} actions a second"
    )
    return 1 if any(one.problems for one in trials) else 0


def _show(number: int, games: int, trial: Trial) -> None:
    """Tell a person who waits how far it has come, and a broken game at once."""
    if trial.problems:
        print(f"seed {trial.seed!r}: {trial.problems[0]}", file=sys.stderr)
    elif sys.stderr.isatty():
        print(f"\r{number} of {games}", end="", file=sys.stderr, flush=True)

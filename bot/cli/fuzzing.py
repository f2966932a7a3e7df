"""`python -m bot fuzz`: many whole random games, each measured and replayed from its log."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from bot.cli.given import Unclear, find_game, read_settings, shown, told
from bot.trials.fuzz import Trial, fuzz, summary
from engine.registry import load_games


def fuzz_games(
    game: str, games: int, processes: int, seed: str, settings: Sequence[str] = ()
) -> int:
    """Play *games* random games, print what came of them, and return the exit code.

    Args:
        game: Key of a game system, its words joined by "_" or "-"; "" plays every game there is.
        games: How many of each.
        processes: How many at a time.
        seed: Any text: the same plays the same games again.
        settings: What the table chooses, "name=value" each.
    """
    try:
        systems = [find_game(game)] if game else list(load_games().values())
        chosen = {one.key: read_settings(one, settings) for one in systems}
    except Unclear as error:
        print(error, file=sys.stderr)
        return 2
    seeds = [f"{seed} {number}" for number in range(1, games + 1)]
    return max(_fuzz_one(key, seeds, processes, given) for key, given in chosen.items())


def _fuzz_one(key: str, seeds: list[str], processes: int, settings: dict[str, str]) -> int:
    print(", ".join(filter(None, (shown(key), told(settings)))))
    begun = time.perf_counter()
    trials: list[Trial] = []
    for trial in fuzz(key, seeds, processes, settings):
        trials.append(trial)
        _show(len(trials), len(seeds), trial)
    seconds = time.perf_counter() - begun
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print("\n".join(summary(trials)))
    actions = sum(one.actions for one in trials)
    print(
        f"{seconds:.1f} s with {processes} at a time, played, measured and replayed: "
        f"{len(seeds) / seconds:.2f} games a second, {actions / seconds:.0f} actions a second"
    )
    return 1 if any(one.problems for one in trials) else 0


def _show(number: int, games: int, trial: Trial) -> None:
    """Tell a person who waits how far it has come, and a broken game at once."""
    if trial.problems:
        print(f"seed {trial.seed!r}: {trial.problems[0]}", file=sys.stderr)
    elif sys.stderr.isatty():
        print(f"\r{number} of {games}", end="", file=sys.stderr, flush=True)

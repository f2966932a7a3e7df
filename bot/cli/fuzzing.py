"""`python -m bot fuzz`: many whole random games, each measured and replayed from its log."""

from __future__ import annotations

import sys
import time

from engine.fuzz import Trial, fuzz, summary
from engine.registry import load_games


def fuzz_games(game: str, games: int, processes: int, seed: str, settings: str = "") -> int:
    """Play *games* random games, print what came of them, and return the exit code.

    Args:
        game: Key of a game system, its words joined by "_" or "-"; "" plays every game there is.
        games: How many of each.
        processes: How many at a time.
        seed: Any text: the same plays the same games again.
        settings: What the table chooses ("scenario=points, last_round=9").
    """
    every = load_games()
    key = game.replace("-", "_")
    if key and key not in every:
        known = ", ".join(one.replace("_", "-") for one in every)
        print(f"There is no game {game!r}; there are: {known}.", file=sys.stderr)
        return 2
    pairs = (part.partition("=") for part in settings.split(",") if part.strip())
    chosen = {name.strip(): value.strip() for name, _, value in pairs}
    seeds = [f"{seed} {number}" for number in range(1, games + 1)]
    codes = [_fuzz_one(one, seeds, processes, chosen) for one in ([key] if key else every)]
    return max(codes)


def _fuzz_one(key: str, seeds: list[str], processes: int, settings: dict[str, str]) -> int:
    try:
        load_games()[key].settings_model.model_validate_strings(settings)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(key.replace("_", "-"))
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

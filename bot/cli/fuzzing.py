"""`python -m bot fuzz`: many whole random games, each measured and replayed from its log."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from bot.cli.exits import Exit
from bot.cli.given import Unclear, find_game, read_settings, shown, told
from bot.cli.progress import gathered
from bot.trials.fuzz import fuzz, summary
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
        return Exit.WRONG
    seeds = [f"{seed} {number}" for number in range(1, games + 1)]
    worst = Exit.FINE
    for key, given in chosen.items():
        ended = _fuzz_one(key, seeds, processes, given)
        if ended is Exit.STOPPED:
            return ended
        worst = max(worst, ended)
    return worst


def _fuzz_one(key: str, seeds: list[str], processes: int, settings: dict[str, str]) -> Exit:
    print(", ".join(filter(None, (shown(key), told(settings)))), flush=True)
    begun = time.perf_counter()
    trials, stopped = gathered(
        len(seeds),
        lambda watcher: fuzz(key, seeds, processes, settings, watcher),
        lambda trial: f"seed {trial.seed!r}: {trial.problems[0]}" if trial.problems else "",
    )
    if not trials:
        return Exit.STOPPED
    seconds = time.perf_counter() - begun
    print("\n".join(summary(trials)))
    actions = sum(one.actions for one in trials)
    print(
        f"{seconds:.1f} s with {processes} at a time, played, measured and replayed: "
        f"{len(trials) / seconds:.2f} games a second, {actions / seconds:.0f} actions a second"
    )
    if stopped:
        return Exit.STOPPED
    return Exit.SHORT if any(one.problems for one in trials) else Exit.FINE

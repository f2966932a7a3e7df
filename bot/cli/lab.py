"""`python -m bot lab`: the computer against itself or against random play, many whole games."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.cli.given import Unclear, find_game, read_players, read_settings, shown, told
from engine.lab import LabGame, Report, Share, series, summary


def measure(
    game: str,
    games: int,
    processes: int,
    seed: str,
    *,
    settings: Sequence[str] = (),
    players: Sequence[str] = (),
    as_json: bool = False,
) -> int:
    """Play *games* games, print what came of them, and return the exit code.

    Args:
        game: Key of a game system, its words joined by "_" or "-".
        games: How many.
        processes: How many at a time.
        seed: Any text: the same plays the same games again.
        settings: What the table chooses, "name=value" each.
        players: Who plays, "seat=computer" or "seat=random" each; else the computer.
        as_json: Print the figures as JSON.
    """
    try:
        system = find_game(game)
        chosen = read_settings(system, settings)
        seats = read_players(system, players)
    except Unclear as error:
        print(error, file=sys.stderr)
        return 2
    begun = time.perf_counter()
    seeds = [f"{seed} {number}" for number in range(1, games + 1)]
    played: list[LabGame] = []
    for one in series(
        system.key, seeds, chosen, seats, processes=processes, clock=time.perf_counter
    ):
        played.append(one)
        _show(len(played), games, one)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    report = summary(system.seats, played)
    if as_json:
        head = {"game": system.key, "seed": seed, "settings": chosen, "players": seats}
        print(json.dumps({**head, **as_data(report)}, indent=2))
    else:
        print(f"{shown(system.key)}: {told(seats)}{', ' if chosen else ''}{told(chosen)}")
        print("\n".join(lines(report)))
        seconds = time.perf_counter() - begun
        print(f"{seconds:.1f} s with {processes} at a time: {games / seconds:.2f} games a second")
    return 1 if report.problems else 0


def _show(number: int, games: int, one: LabGame) -> None:
    """Tell a person who waits how far it has come, and a broken game at once."""
    if one.problem:
        print(f"seed {one.seed!r}: {one.problem}", file=sys.stderr)
    elif sys.stderr.isatty():
        print(f"\r{number} of {games}", end="", file=sys.stderr, flush=True)


def lines(report: Report) -> Iterator[str]:
    """Yield a report for reading, a line each."""
    yield f"{report.games} games played to their end"
    for seat, wins in report.wins.items():
        yield f"  {seat:<12}{_share(wins)}"
    yield f"  {'draws':<12}{_share(report.draws)}"
    for (winner, reason), count in report.reasons.items():
        yield f"  {count:>6}  {winner or 'draw'}: {reason}"
    yield "rounds {} to {}, {} in the middle".format(*_ends(report.rounds))
    yield "actions {} to {}, {} in the middle".format(*_ends(report.actions))
    for key, value in report.tally.items():
        figure = f"{100 * value:.1f} % of games" if key in report.flags else f"{value:.2f} a game"
        yield f"  {key:<32}{figure}"
    if report.decisions:
        half, most, longest = (1000 * seconds for seconds in report.thinking)
        yield (
            f"the computer chose {report.decisions} times: half within {half:.1f} ms, "
            f"99 in 100 within {most:.1f} ms, the longest {longest:.1f} ms"
        )
    for seed, problem in report.problems:
        yield f"seed {seed}: {problem}"


def _share(part: Share) -> str:
    low, high = 100 * part.low, 100 * part.high
    return f"{part.count:>6}  {100 * part.share:5.1f} %  ({low:.1f} to {high:.1f})"


def _ends(spread: tuple[int, int, int]) -> tuple[int, int, int]:
    least, middle, most = spread
    return least, most, middle


def as_data(report: Report) -> Mapping[str, Any]:
    """Return a report as JSON can hold it."""
    data = dataclasses.asdict(report)
    data["flags"] = sorted(report.flags)
    data["reasons"] = [
        {"winner": winner or None, "reason": reason, "games": count}
        for (winner, reason), count in report.reasons.items()
    ]
    data["problems"] = [{"seed": seed, "problem": problem} for seed, problem in report.problems]
    return data

"""`python -m bot lab`: the computer against itself or against random play, many whole games."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.cli.exits import Exit
from bot.cli.given import Unclear, find_game, read_players, read_settings, shown, told
from bot.cli.progress import gathered
from bot.games import BadData, games_with
from bot.trials.lab import Findings, Share, series, summary
from engine.data.with_data import data_of


def measure(
    game: str,
    games: int,
    processes: int,
    seed: str,
    *,
    settings: Sequence[str] = (),
    players: Sequence[str] = (),
    as_json: str = "",
    own_data: Path | None = None,
    whole: bool = False,
) -> int:
    """Play *games* games, print what came of them, and return the exit code.

    Args:
        game: Key of a game system, its words joined by "_" or "-".
        games: How many.
        processes: How many at a time.
        seed: Any text: the same plays the same games again.
        settings: What the table chooses, "name=value" each.
        players: Who plays, "seat=easy" (a strength of the computer), "seat=computer" (the
            strongest) or "seat=random" each; else the strongest computer.
        as_json: File that the figures are written to as JSON as well; "-" prints them instead.
        own_data: A folder of a host's own data files, to play with instead of ours.
        whole: Print every figure, of long groups too.
    """
    try:
        system = find_game(game)
        chosen = read_settings(system, settings)
        seats = read_players(system, players)
        data = None if own_data is None else data_of(games_with(own_data)[system.key])
    except (BadData, Unclear) as error:
        print(error, file=sys.stderr)
        return Exit.WRONG
    begun = time.perf_counter()
    seeds = [f"{seed} {number}" for number in range(1, games + 1)]
    played, stopped = gathered(
        games,
        lambda watcher: series(
            system.key,
            seeds,
            chosen,
            seats,
            processes=processes,
            clock=time.perf_counter,
            data=data,
            watcher=watcher,
        ),
        lambda one: f"seed {one.seed!r}: {one.problem}" if one.problem else "",
    )
    if not played:
        return Exit.STOPPED
    report = summary(system.seats, played)
    if as_json:
        head = {"game": system.key, "seed": seed, "settings": chosen, "players": seats}
        figures = json.dumps({**head, **as_data(report)}, indent=2)
        if as_json == "-":
            print(figures)
        else:
            Path(as_json).write_text(figures + "\n", encoding="utf-8")
    if as_json != "-":
        print(f"{shown(system.key)}: {told(seats)}{', ' if chosen else ''}{told(chosen)}")
        print("\n".join(lines(report, whole=whole)))
        seconds = time.perf_counter() - begun
        rate = f"{len(played) / seconds:.2f} games a second"
        print(f"{seconds:.1f} s with {processes} at a time: {rate}")
    if stopped:
        return Exit.STOPPED
    return Exit.SHORT if report.problems else Exit.FINE


def lines(report: Findings, *, whole: bool = False) -> Iterator[str]:
    """Yield a report for reading, a line each; of long groups of figures the largest only."""
    yield f"{report.games} games played to their end"
    for seat, wins in report.wins.items():
        yield f"  {seat:<{_NAME}}{_share(wins)}"
    yield f"  {'draws':<{_NAME}}{_share(report.draws)}"
    for turn, part in report.turns.items():
        yield f"{f'decided in turn {turn}':<{_NAME + 2}}{_share(part)}"
        for (when, winner, reason), share in report.decided.items():
            if when == turn:
                name = f"{winner or 'draw'}: {reason.removeprefix('ending.')}"
                yield f"  {name:<{_NAME}}{_share(share)}"
    yield "rounds {} to {}, {} in the middle".format(*_ends(report.rounds))
    yield "actions {} to {}, {} in the middle".format(*_ends(report.actions))
    yield "figures at the end: in how many games each is not 0, and its average"
    for group, keys in _groups(report.tally).items():
        yield from _figures(report, group, keys, whole=whole)
    if report.decisions:
        half, most, longest = (1000 * seconds for seconds in report.thinking)
        yield (
            f"the computer chose {report.decisions} times: half within {half:.1f} ms, "
            f"99 in 100 within {most:.1f} ms, the longest {longest:.1f} ms"
        )
    for seed, problem in report.problems:
        yield f"seed {seed}: {problem}"


_NAME = 30
"""Columns for the name of a figure."""
_LONG = 20
"""Figures from which a group is not printed whole unless asked for."""
_LARGEST = 8
"""Figures that are then printed of it."""


def _groups(keys: Iterable[str]) -> Mapping[str, list[str]]:
    """Gather figures by what stands before the last dot of their names, groups as they come."""
    found: dict[str, list[str]] = {}
    for key in keys:
        found.setdefault(key.rpartition(".")[0], []).append(key)
    return found


def _figures(report: Findings, group: str, keys: list[str], *, whole: bool) -> Iterator[str]:
    """Yield a group of figures: averages, and in how many games each is not 0."""
    yield f"{group or 'all'}:"
    shown_keys = keys
    if len(keys) > _LONG and not whole:
        shown_keys = sorted(keys, key=lambda key: -report.tally[key])[:_LARGEST]
    for key in shown_keys:
        average = "" if key in report.flags else _middling(report, key)
        name = key.rpartition(".")[2]
        yield f"  {name:<{_NAME}}{_share(report.found[key])}  {average}".rstrip()
    if len(shown_keys) < len(keys):
        yield f"  and {len(keys) - len(shown_keys)} smaller ones (--all)"


def _middling(report: Findings, key: str) -> str:
    """Return average and median of a figure."""
    return f"{report.tally[key]:.2f} a game, {report.middle[key]} in the middle"


def _share(part: Share) -> str:
    low, high = 100 * part.low, 100 * part.high
    return f"{part.count:>6}  {100 * part.share:5.1f} %  ({low:4.1f} to {high:5.1f})"


def _ends(spread: tuple[int, int, int]) -> tuple[int, int, int]:
    least, middle, most = spread
    return least, most, middle


def as_data(report: Findings) -> Mapping[str, Any]:
    """Return a report as JSON can hold it."""
    data = dataclasses.asdict(report)
    data["flags"] = sorted(report.flags)
    data["decided"] = [
        {"turn": turn, "winner": winner or None, "reason": reason, **dataclasses.asdict(part)}
        for (turn, winner, reason), part in report.decided.items()
    ]
    data["problems"] = [{"seed": seed, "problem": problem} for seed, problem in report.problems]
    return data

"""``python -m tests.bench [topic ...]``: one JSON line a figure, then what falls short.

Every module ``bench_<topic>`` beside this one has ``figures()``, which yields them. A topic that
fails stops no other. Measure on a quiet machine: what else runs on it is measured too.

``--against REVISION`` plays this build and another one in turns instead, and prints ratios
(:mod:`tests.bench.against`).

It falls short when a figure misses its target or a topic fails.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
import traceback
from collections.abc import Iterable
from pathlib import Path

from bot.cli.exits import EXITS, Exit
from engine.registry import load_games
from tests.bench import against
from tests.bench.figures import Figure, judged
from tests.support.typed import ended

ALL_S = 300
"""All topics together: somebody waits for them."""


def topics() -> list[str]:
    """Return the topics there are, by name."""
    here = Path(__file__).resolve().parent
    return sorted(path.stem.removeprefix("bench_") for path in here.glob("bench_*.py"))


def main(typed: list[str]) -> int:
    """Print the figures that are wanted; return the exit code."""
    asked = _parser().parse_args(typed)
    wanted = [one for word in asked.topic for one in word.split(",") if one]
    unknown = sorted(set(wanted) - set(topics()))
    if unknown:
        print(
            f"No such topic: {', '.join(unknown)}; there are {', '.join(topics())}.",
            file=sys.stderr,
        )
        return Exit.WRONG
    if asked.against:
        return _compare(asked.against, asked.game or sorted(load_games()), asked.rounds)
    short: list[str] = []
    stopped = False
    begun = time.monotonic()
    try:
        for topic in wanted or topics():
            short += _measured(topic)
        if not wanted:
            took = {"took_s": time.monotonic() - begun}
            short += _told([judged("bench.all", took, {"took_s": ALL_S})])
    except KeyboardInterrupt:
        stopped = True
        print("\nStopped; until then:")
    if short:
        print("\nWhat falls short:", *short, sep="\n  ")
    else:
        print("\nNothing falls short.")
    if stopped:
        return Exit.STOPPED
    return Exit.SHORT if short else Exit.FINE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.bench", description=__doc__, epilog=EXITS)
    parser.add_argument("topic", nargs="*", help="which topics, all by default: a b, or a,b")
    parser.add_argument("--against", metavar="REVISION", help="another build, as git knows it")
    parser.add_argument(
        "--game", action="append", choices=sorted(load_games()), help="with --against: this one"
    )
    parser.add_argument(
        "--rounds", type=int, default=against.ROUNDS, help="with --against: plays of each build"
    )
    return parser


def _measured(topic: str) -> list[str]:
    """Print a topic's figures; return what falls short, a line each."""
    begun = time.monotonic()
    try:
        module = importlib.import_module(f"tests.bench.bench_{topic}")
        short = _told(module.figures())
        took = {"took_s": time.monotonic() - begun}
        return short + _told([judged("bench.topic", took, {}, topic=topic)])
    except Exception as error:  # noqa: BLE001 - the other topics are measured nevertheless
        traceback.print_exc()
        return [f"{topic} failed: {' '.join(f'{type(error).__name__}: {error}'.split())[:200]}"]


def _told(figures: Iterable[Figure]) -> list[str]:
    short = []
    for figure in figures:
        print(json.dumps(figure, ensure_ascii=False), flush=True)
        for key, most in figure.get("target", {}).items():
            if figure[key] > most:
                what = " ".join(str(figure[one]) for one in ("figure", "game") if one in figure)
                short.append(f"{what}: {key} {figure[key]}, wanted {most}")
    return short


def _compare(revision: str, games: list[str], rounds: int) -> int:
    rows, sound = [], True
    try:
        for figure in against.figures(revision, games, rounds):
            print(json.dumps(figure, ensure_ascii=False), flush=True)
            if "ratio" in figure:
                sound = sound and figure["same"]
                rows.append(
                    f"{figure['game']:<20} {figure['figure'].removeprefix('against.'):<14} "
                    f"{figure['here_ms']:>10} {figure['there_ms']:>10} {figure['ratio']:>7}"
                )
    except against.NoSuchBuild as error:
        print(error, file=sys.stderr)
        return Exit.WRONG
    print(f"\n{'game':<20} {'figure':<14} {'here, ms':>10} {'there, ms':>10} {'ratio':>7}")
    print(*rows, sep="\n")
    if not sound:
        print("The two builds do not give the same answers.")
    return Exit.FINE if sound else Exit.SHORT


if __name__ == "__main__":
    ended(lambda: main(sys.argv[1:]))

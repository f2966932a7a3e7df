"""``python -m tests.zoo GAME``: the strongest computer against enemies unlike itself.

It prints a table, then seeds of games that were lost, and ends with 1 where a game did not end or
fewer of those against an enemy of one idea were won than ``--least``, in per cent, asks for.
With ``--before FILE`` it plays against its own weights of another build, as
``git show v1:data/calama/opponent.toml`` prints them; ``--signs`` counts what looks foolish
(:mod:`tests.zoo.signs`), against itself by default.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping

from engine.api import Seat
from engine.registry import load_games
from tests.support.typed import ended
from tests.zoo.arenas import BEFORE, ITSELF, arena, enemies, simple
from tests.zoo.signs.counting import counted
from tests.zoo.signs.counting import rows as rows_of_signs
from tests.zoo.trying import Tried, rows, tried

SEEDS_SHOWN = 6


def main(words: list[str] | None = None) -> int:
    """Play, print, and return the exit code."""
    parser = _parser()
    asked = parser.parse_args(words)
    known = [*enemies(asked.game), *([BEFORE] if asked.before else [])]
    if not {*(asked.enemy or ()), asked.of} <= set(known):
        parser.error(f"the enemies of {asked.game} are {', '.join(known)}")
    if asked.signs and asked.before:
        parser.error("--signs are counted by today's weights, without --before")
    settings = dict(one.partition("=")[::2] for one in asked.set)
    if asked.signs:
        return _signs(asked, settings)
    found: list[Tried] = []
    for enemy, seat in _matches(asked):
        one = tried(
            asked.game,
            enemy,
            seat,
            asked.games,
            settings=settings,
            processes=asked.processes,
            weights=asked.before,
        )
        found.append(one)
        print(_line(one), file=sys.stderr, flush=True)
    print("\n".join(rows(found)))
    for one in found:
        if one.lost_by:
            print(f"Lost to {one.enemy} as {one.seat}: {'; '.join(one.lost_by[:SEEDS_SHOWN])}")
        for problem in one.problems:
            print(f"Not ended: {problem}")
    return int(any(one.problems for one in found) or any(_short(asked, one) for one in found))


def _matches(asked: Namespace) -> Iterator[tuple[str, Seat]]:
    """Yield against whom it plays, and as whom."""
    every = [ITSELF] if asked.signs else [BEFORE] if asked.before else enemies(asked.game)
    for enemy in asked.enemy or every:
        for seat in asked.seat or arena(asked.game).seats:
            yield enemy, seat


def _signs(asked: Namespace, settings: Mapping[str, str]) -> int:
    found = [
        counted(
            asked.game,
            enemy,
            seat,
            asked.games,
            settings=settings,
            player=asked.of,
            processes=asked.processes,
        )
        for enemy, seat in _matches(asked)
    ]
    print("\n".join(rows_of_signs(asked.game, found)))
    return 0


def _short(asked: Namespace, one: Tried) -> bool:
    return one.enemy in simple(asked.game) and 100 * one.won < asked.least * one.games


def _line(one: Tried) -> str:
    return f"{one.enemy}, as {one.seat}: {one.won} of {one.games}"


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m tests.zoo", description=__doc__)
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.add_argument("game", choices=sorted(load_games()))
    parser.add_argument("--games", type=int, default=10, help="against each enemy from each side")
    parser.add_argument("--enemy", action="append", help="this one alone; may be repeated")
    parser.add_argument("--seat", action="append", help="from this side alone; may be repeated")
    parser.add_argument("--set", action="append", default=[], help="what the table chooses")
    parser.add_argument("--processes", type=int, default=2, help="games at a time")
    parser.add_argument("--before", default="", help="an earlier opponent.toml to play against")
    parser.add_argument("--signs", action="store_true", help="count what looks foolish instead")
    parser.add_argument("--of", default=ITSELF, help="the player whose signs are counted")
    parser.add_argument("--least", type=int, default=0, help="per cent of the games to be won")
    return parser


if __name__ == "__main__":
    ended(main)

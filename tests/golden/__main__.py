"""Keep what builds play, for files that are not there yet: none is ever made anew.

``python -m tests.golden BUILD [BUILD ...]``: a database that the first of some commits begins and
each of the others plays on, one after the other, as their own store leaves it.

``python -m tests.golden moments BUILD FOLDER [GAME]``: logs and states in the middle of things, by
the present build.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.store.migrate import HEAD
from engine.registry import load_games
from tests.games import every, known
from tests.games.knowing import Golden as WhatToKeep
from tests.golden.begun import HANDED_ON, Kind, begun
from tests.golden.builds import HERE as BUILDS
from tests.golden.builds import keep
from tests.golden.keeping import HERE, Golden, tables, write
from tests.golden.recording import Wanted, record
from tests.golden.searching import Found, fight, search

SEEDS = tuple(range(60))


def wanted(game: str) -> Iterator[Wanted]:
    """Yield the campaigns to record."""
    what = _what_to_keep(game)
    for number, settings in enumerate(what.tables):
        seeds = what.searched[number] if what.searched else SEEDS
        kept = search(game, settings, [f"golden {seed}" for seed in seeds])
        said = ", ".join(key if value == "true" else _said(key, value) for key, value in settings)
        shown: set[str] = set()
        for place, one in enumerate(kept if number < 2 else kept[:1]):
            # The longest to its end, the others to where they show what no other shows.
            upto = None if place == 0 else _latest(one, shown)
            shown |= one.first.keys()
            yield Wanted(f"{said}: {one.seed}", settings, one.seed, upto)
        if number < 2 and len(kept) == 1:  # one game shows everything
            for name, at in kept[0].first.items():
                if name.startswith(("phase", "frames")):
                    yield Wanted(f"{said}: {name}", settings, kept[0].seed, at)
            half = kept[0].actions // 2
            yield Wanted(f"{said}: half-way", settings, kept[0].seed, half)
    yield Wanted("given up", what.tables[0], "given up", upto=30, resigns=True)
    for seat, settings in zip(load_games()[game].seats, what.tables, strict=False):
        name = f"the computer plays {seat}"
        yield Wanted(name, settings, f"computer {seat}", what.computer, seat)
    for name, settings, seed, upto in what.more():
        yield Wanted(name, settings, seed, upto)


def _what_to_keep(game: str) -> WhatToKeep:
    """Return what is kept of a game; one of which nobody has said it is an error."""
    found = known(game).golden
    assert found is not None, f"tests/games/{game}.py: nobody has said what is kept of its games"
    return found


def _said(key: str, value: str) -> str:
    """Return a choice as it stands in a campaign's name: a number alone says nothing."""
    return f"{value} {key}" if value.isdecimal() else value


def _latest(one: Found, shown: set[str]) -> int:
    new = {feature: at for feature, at in one.first.items() if feature not in shown}
    return max(at + feature.startswith("does") for feature, at in new.items())


class _Noting:
    """A game that keeps every state that its cases lead to."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.states: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def apply(self, *given: Any) -> Any:
        """Do it, and keep what comes of it."""
        step = self._inner.apply(*given)
        self.states.append(step.state)
        return step


def cases(game: str) -> Iterator[tuple[str, Any]]:
    """Yield the states that the cases of the rulebook lead to, with their names."""
    module = import_module(f"tests.engine.{game}.test_cases")
    for path in module.PATHS:
        noting = _Noting(load_games()[game])
        replace(module.CASES, game=noting).play(path)
        yield from ((path.stem, state) for state in noting.states)


def make(build: str, game: str, folder: Path) -> None:
    """Write the golden file of a game."""
    rules = load_games()[game]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "games.sqlite3"
        past = asyncio.run(record(game, tuple(wanted(game)), path))
        schema, rows = tables(path)
    stretches, found = fight(rules, _what_to_keep(game).crowded(), cases(game))
    golden = Golden(build, rules.ruleset, game, HEAD, schema, rows, past, stretches, found)
    write(golden, folder / f"{game}.json.xz")
    print(f"{game}: {len(rows['campaigns'])} campaigns, {len(rows['actions'])} actions, ", end="")
    print(f"{len(past)} past states, ", end="")
    print(f"{len(stretches)} stretches, {len(found)} moments")


def moments(build: str, name: str, game: str = "") -> None:
    """Write the golden files of every game, or of the one named, into a folder."""
    folder = HERE / name
    folder.mkdir(exist_ok=bool(game))
    for one in (game,) if game else [each.game.key for each in every() if each.golden]:
        assert not (folder / f"{one}.json.xz").exists(), f"{name} has one of {one}: it stays"
        make(build, one, folder)


def databases(*commits: str) -> None:
    """Let builds write a database, and keep it."""
    kinds: tuple[Kind, ...] = ("begun", "played_out") if len(commits) == 1 else ("relayed",)
    name = keep(commits, begun(*kinds), HANDED_ON)
    print(f"{name}: {(BUILDS / f'{name}.sqlite3.xz').stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    if sys.argv[1] == "moments":
        moments(*sys.argv[2:])
    else:
        databases(*sys.argv[1:])

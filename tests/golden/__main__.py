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
from tests.engine.art_of_war import test_skirmishes as battles
from tests.engine.calama import test_skirmishes as brawls
from tests.engine.war_of_the_pacific.test_skirmishes import OPTIONAL, SPANISH, skirmish
from tests.golden.begun import EVERY, HANDED_ON, PLAYED_OUT, RELAYED, begun
from tests.golden.builds import HERE as BUILDS
from tests.golden.builds import keep
from tests.golden.keeping import HERE, Golden, tables, write
from tests.golden.recording import Wanted, record
from tests.golden.rolling import moderated
from tests.golden.searching import Found, Settings, fight, search

SEEDS = tuple(range(60))
SEARCHED: dict[str, tuple[tuple[int, ...], ...]] = {
    "war_of_the_pacific": ((0, 10, 19, 38), (8, 17, 33, 43, 46, 58), (0, 10, 33), (3, 21)),
    "art_of_war": ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5), (0,)),
    "barricadas": (tuple(range(16)), (0, 1, 2, 3)),
}
"""Of games that take minutes to search: those that a search of sixty keeps, or the first few."""
OPTIONAL_RULES: Settings = (("ship_capture", "true"), ("infernal_machines", "true"))
TABLES: dict[str, tuple[Settings, ...]] = {
    "war_of_the_pacific": (
        (("edition", "en"),),
        (("edition", "es"), *OPTIONAL_RULES),
        (("edition", "en"), *OPTIONAL_RULES),
        (("edition", "es"),),
    ),
    "calama": (
        (("scenario", "standard"),),
        (("scenario", "points"), ("last_round", "20")),
        (("scenario", "points"),),
    ),
    "art_of_war": (
        (("turns", "4"),),
        (("armies", "own"), ("terrain", "random"), ("turns", "3")),
        (("terrain", "placed"), ("turns", "3")),
    ),
    "barricadas": (
        (("scenario", "small"),),
        (("scenario", "full"), ("reaction", "hex")),
    ),
}
"""What tables choose. Of the first two the games show everything; of the others there is one."""


def wanted(game: str) -> Iterator[Wanted]:
    """Yield the campaigns to record."""
    for number, settings in enumerate(TABLES[game]):
        seeds = SEARCHED[game][number] if game in SEARCHED else SEEDS
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
    yield Wanted("given up", TABLES[game][0], "given up", upto=30, resigns=True)
    for seat, settings in zip(load_games()[game].seats, TABLES[game], strict=False):
        upto = 16 if game == "calama" else 70
        yield Wanted(f"the computer plays {seat}", settings, f"computer {seat}", upto, seat)
    if game == "war_of_the_pacific":
        for edition in ("en", "es"):
            yield from _administrative(game, (("edition", edition),))


def _said(key: str, value: str) -> str:
    """Return a choice as it stands in a campaign's name: a number alone says nothing."""
    return f"{value} {key}" if value.isdecimal() else value


def _latest(one: Found, shown: set[str]) -> int:
    new = {feature: at for feature, at in one.first.items() if feature not in shown}
    return max(at + feature.startswith("does") for feature, at in new.items())


def _administrative(game: str, settings: Settings) -> Iterator[Wanted]:
    """Yield campaigns that wait in an Administrative Phase, whose supply is rolled."""
    rules = load_games()[game]
    seed = f"administrative {settings[0][1]}"
    waits: dict[str, int] = {}
    seen = 0

    def note(state: Any) -> None:
        nonlocal seen
        table = state.table
        if table.phase.value == "administrative" and table.turn == 3:
            if table.frames:
                waits.setdefault(f"{table.player} has columns to place", seen)
            elif state.secrets[table.player].orders:
                waits[f"{table.player} has given orders"] = seen
            else:
                waits.setdefault(f"{table.player} has done nothing yet", seen)
        seen += 1

    chosen = rules.settings_model.model_validate_strings(dict(settings))
    moderated(rules, seed, chosen, note)
    for what, upto in waits.items():
        yield Wanted(f"{settings[0][1]}, administrative: {what}", settings, seed, upto)


def crowded(game: str) -> Iterator[tuple[Any, str, Any]]:
    """Yield settings, seed and state of tables on which what is rare comes at once."""
    if game == "barricadas":
        return  # its cases show all that is rare
    if game == "art_of_war":
        for number in range(4):
            begun = battles.skirmish(number)
            yield begun.table.settings, f"skirmish {number}", begun
        return
    if game == "calama":
        for scene in brawls.SCENES:
            for seed in range(6):
                state = brawls.skirmish(scene, seed)
                yield state.table.settings, f"{scene.__name__} {seed}", state
        return
    for settings in (OPTIONAL, SPANISH):
        for number in range(24):
            table = f"skirmish {number}"
            yield settings, table, skirmish(table, settings)


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
    stretches, found = fight(rules, crowded(game), cases(game))
    golden = Golden(build, rules.ruleset, game, HEAD, schema, rows, past, stretches, found)
    write(golden, folder / f"{game}.json.xz")
    print(f"{game}: {len(rows['campaigns'])} campaigns, {len(rows['actions'])} actions, ", end="")
    print(f"{len(past)} past states, ", end="")
    print(f"{len(stretches)} stretches, {len(found)} moments")


def moments(build: str, name: str, game: str = "") -> None:
    """Write the golden files of every game, or of the one named, into a folder."""
    folder = HERE / name
    folder.mkdir(exist_ok=bool(game))
    for one in (game,) if game else TABLES:
        assert not (folder / f"{one}.json.xz").exists(), f"{name} has one of {one}: it stays"
        make(build, one, folder)


def databases(*commits: str) -> None:
    """Let builds write a database, and keep it."""
    tables = (EVERY, PLAYED_OUT) if len(commits) == 1 else (RELAYED,)
    name = keep(commits, begun(*tables), HANDED_ON)
    print(f"{name}: {(BUILDS / f'{name}.sqlite3.xz').stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    if sys.argv[1] == "moments":
        moments(*sys.argv[2:])
    else:
        databases(*sys.argv[1:])

"""The signs of many games, a game: their middle, their average, and in which game most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from statistics import fmean, median
from typing import Any

from bot.trials import pace
from bot.trials.lab import Player, play
from engine.api import Action, Seat
from engine.kit.settings import opened
from tests.zoo.arenas import ITSELF, arena
from tests.zoo.signs.watching import Watch
from tests.zoo.trying import LONGEST

Found = Mapping[str, int]


def watch_of(key: str, seat: Seat) -> Watch[Any]:
    """Return who watches a side of a game."""
    name = "".join(word.capitalize() for word in key.split("_"))
    made: Watch[Any] = getattr(import_module(f"tests.zoo.signs.{key}"), f"{name}Watch")(seat)
    return made


def watched(
    seed: str, *, key: str, players: Mapping[Seat, Player], seat: Seat, settings: Mapping[str, str]
) -> Found:
    """Play a game and return what was seen of one side."""
    game = arena(key)
    table = game.settings_model.model_validate_strings(opened(game.settings_model, settings))
    watch = watch_of(key, seat)
    last: list[Any] = []

    def seen(before: Any, who: Seat, action: Action, after: Any) -> None:
        watch(before, who, action, after)
        last[:] = [after]

    play(game, seed, table, players, limit=LONGEST, seen=seen)
    watch.end(last[0])
    return dict(watch.found)


@dataclass(frozen=True)
class Counted:
    """What was seen of a side in games against an enemy.

    Attributes:
        games: What was seen in each, by its seed.
    """

    enemy: str
    seat: Seat
    games: Mapping[str, Found]

    def middle(self, sign: str) -> float:
        """Return how often a sign is seen in a game in the middle."""
        return median(one[sign] for one in self.games.values())

    def average(self, sign: str) -> float:
        """Return how often it is seen a game."""
        return fmean(one[sign] for one in self.games.values())

    def worst(self, sign: str) -> tuple[str, int]:
        """Return the game in which it was seen most, and how often."""
        seed = max(self.games, key=lambda one: self.games[one][sign])
        return seed, self.games[seed][sign]


def counted(
    key: str,
    enemy: str,
    seat: Seat,
    games: int,
    *,
    settings: Mapping[str, str],
    player: Player = ITSELF,
    processes: int = 1,
) -> Counted:
    """Play so many games of a computer on a seat against an enemy; return what was seen in them."""
    seeds = [f"signs {enemy} {seat} {number}" for number in range(games)]
    players = {one: player if one == seat else enemy for one in arena(key).seats}
    one = partial(watched, key=key, players=players, seat=seat, settings=settings)
    found = pace.played(one, seeds, processes)
    return Counted(enemy, seat, dict(zip(seeds, found, strict=True)))


def rows(key: str, found: Iterable[Counted]) -> Iterator[str]:
    """Yield a table of Markdown, as the pages on balance have it."""
    yield "| sign | as | against | in the middle | a game | most |"
    yield "|---|---|---|---:|---:|---|"
    for one in found:
        for sign in watch_of(key, one.seat).SIGNS:
            seed, most = one.worst(sign)
            told = f"{most} ({seed})" if most else "0"
            yield (
                f"| {sign} | {one.seat} | {one.enemy} | {one.middle(sign):g} "
                f"| {one.average(sign):.1f} | {told} |"
            )

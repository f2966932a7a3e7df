"""Series of games against one enemy from one side, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from statistics import median

from bot.trials import pace
from bot.trials.fuzz import named
from bot.trials.lab import LabGame, Player, play, wilson
from engine.api import Seat
from engine.kit.settings import opened
from tests.zoo.arenas import ITSELF, arena, arena_with

LONGEST = 4000
"""Actions after which a game counts as one that never ends."""


@dataclass(frozen=True)
class Tried:
    """What came of the games of the strongest computer on *seat* against *enemy*.

    Attributes:
        lost_by: Seeds of games that were lost, to look at.
        problems: What went wrong in games that did not end.
        rounds: Turns of a game, in the middle.
    """

    enemy: str
    seat: Seat
    games: int
    won: int
    drawn: int
    lost_by: tuple[str, ...]
    problems: tuple[str, ...]
    rounds: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share won (Wilson)."""
        return wilson(self.won, self.games)


def attempt(
    seed: str,
    *,
    key: str,
    players: Mapping[Seat, Player],
    settings: Mapping[str, str],
    weights: str = "",
) -> LabGame:
    """Play one game in the arena; nothing that goes wrong is raised, all is reported."""
    try:
        game = arena_with(key, weights) if weights else arena(key)
        table = game.settings_model.model_validate_strings(opened(game.settings_model, settings))
        return play(game, seed, table, players, limit=LONGEST)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        return LabGame(seed, problem=named(error))


def tried(
    key: str,
    enemy: str,
    seat: Seat,
    games: int,
    *,
    settings: Mapping[str, str],
    processes: int = 1,
    weights: str = "",
) -> Tried:
    """Play so many games of the strongest computer on a seat against an enemy.

    Where *weights* name a file, :data:`~tests.zoo.arenas.BEFORE` plays by it.
    """
    players: dict[Seat, Player] = dict.fromkeys(arena(key).seats, enemy)
    players[seat] = ITSELF
    seeds = [f"zoo {enemy} {seat} {number}" for number in range(games)]
    one = partial(attempt, key=key, players=players, settings=settings, weights=weights)
    return _summed(enemy, seat, list(pace.played(one, seeds, processes)))


def _summed(enemy: str, seat: Seat, played: Iterable[LabGame]) -> Tried:
    games = list(played)
    ended = [one for one in games if not one.problem]
    lost = [one.seed for one in ended if one.winner not in (seat, None)]
    return Tried(
        enemy,
        seat,
        len(games),
        sum(one.winner == seat for one in ended),
        sum(one.winner is None for one in ended),
        tuple(lost),
        tuple(f"{one.seed}: {one.problem}" for one in games if one.problem),
        median([one.rounds for one in ended] or [0]),
    )


def rows(found: Iterable[Tried]) -> Iterator[str]:
    """Yield a table of Markdown, as the pages on balance have it."""
    yield "| against | as | won | share (95 %) | drawn | turns |"
    yield "|---|---|---:|---:|---:|---:|"
    for one in found:
        low, high = one.interval
        share = f"{one.won / one.games:.0%} ({low:.0%} to {high:.0%})"
        yield (
            f"| {one.enemy} | {one.seat} | {one.won} of {one.games} | {share} | {one.drawn} "
            f"| {one.rounds:g} |"
        )

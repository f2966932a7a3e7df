"""Whole games of any system between players that are no people, and what they come to.

The computer of a game plays itself or random play (:mod:`bot.trials.random_play`): that measures
how well it plays, and how fair the game is. ``python -m bot lab`` is the command; it adds the
clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any, Final

from pydantic import BaseModel

from bot.trials import pace
from bot.trials.fuzz import named
from bot.trials.random_play import DeadEnd, Temper, choose
from engine.api import Action, Decision, Game, Seat
from engine.data.play_data import PlayData
from engine.data.with_data import with_data
from engine.dice import SeededDice
from engine.kit.filling import as_asked
from engine.kit.settings import opened
from engine.registry import load_games
from engine.strengths import STRENGTHS, opponent_of

Player = str
"""Who plays a seat: "random", a strength of the computer, or "computer": the strongest."""
PLAYERS: Final = ("computer", *STRENGTHS, "random")

Clock = Callable[[], float]
"""Tells seconds from any moment on."""

Seen = Callable[[Any, Seat, Action, Any], None]
"""Is shown every action: the state before it, who did what, and the state after it."""

LIMIT = 20_000
"""Actions after which a game counts as endless."""

SURE = 1.96
"""Standard deviations either side of a share that hold 95 in 100."""


def no_clock() -> float:
    """Tell no time at all."""
    return 0.0


def unseen(_before: Any, _seat: Seat, _action: Action, _after: Any) -> None:
    """Look at nothing."""


@dataclass(frozen=True, slots=True)
class LabGame:
    """What came of one game.

    Attributes:
        seed: What it was played from.
        winner: A seat; ``None`` for a draw, and for a game with a problem.
        reason: Code of the ending.
        rounds: The turn in which it ended.
        actions: How many were done.
        tally: The game's own figures (:meth:`engine.api.Game.tally`).
        thinking: Seconds that each choice of the computer took.
        problem: Why it was not played to its end; "" for a whole game.
    """

    seed: str
    winner: Seat | None = None
    reason: str = ""
    rounds: int = 0
    actions: int = 0
    tally: Mapping[str, int] = field(default_factory=dict)
    thinking: tuple[float, ...] = ()
    problem: str = ""


def series(
    game: str,
    seeds: Iterable[str],
    settings: Mapping[str, str],
    players: Mapping[Seat, Player],
    *,
    processes: int = 1,
    clock: Clock = no_clock,
    data: PlayData | None = None,
    watcher: pace.Watcher | None = None,
) -> Iterator[LabGame]:
    """Play a game from each seed and yield what came of it, as soon as it is known.

    Args:
        game: Key of the game system.
        seeds: Any texts.
        settings: The table's choices as typed; the game's defaults for what is not given.
        players: Who plays each seat.
        processes: How many games are played at a time.
        clock: Measures the thinking; a function of a module where there are several processes.
        data: What it is played with, instead of what is shipped.
        watcher: Who is told how far they have come.
    """
    one = partial(attempt, game, settings=settings, players=players, clock=clock, data=data)
    return pace.played(one, seeds, processes, watcher)


def attempt(
    key: str,
    seed: str,
    *,
    settings: Mapping[str, str],
    players: Mapping[Seat, Player],
    clock: Clock = no_clock,
    data: PlayData | None = None,
) -> LabGame:
    """Play one game; nothing that goes wrong is raised, all is reported."""
    try:
        game = load_games()[key]
        if data is not None:
            game = with_data(game, data)
        chosen = game.settings_model.model_validate_strings(opened(game.settings_model, settings))
        return play(game, seed, chosen, players, clock=clock)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        return LabGame(seed, problem=named(error))


def play(
    game: Game[Any, Any],
    seed: str,
    settings: BaseModel,
    players: Mapping[Seat, Player],
    *,
    clock: Clock = no_clock,
    limit: int = LIMIT,
    seen: Seen = unseen,
) -> LabGame:
    """Play one game to its end.

    Each player thinks with dice of their own, so that no thought moves a roll of the game's.

    Args:
        game: Which game system.
        seed: Any text; the same gives the same game.
        settings: The table's choices.
        players: Who plays each seat.
        clock: Measures the thinking.
        limit: Actions after which the game counts as endless.
        seen: Who watches.

    Raises:
        DeadEnd: when a player has nothing to do or does what is not allowed, or *limit* is reached.
    """
    dice = SeededDice(f"dice {seed}".encode())
    minds = {seat: mind_of(game, seat, players[seat], seed) for seat in game.seats}
    begun_with = game.setup(settings, dice)
    state, told = begun_with.state, list(begun_with.events)
    actions = 0
    thinking: list[float] = []
    while owed := game.awaiting(state):
        if actions == limit:
            raise DeadEnd(f"{limit} actions and no end")
        decision = owed[0]
        begun = clock()
        action = minds[decision.seat](state, decision)
        if players[decision.seat] != "random":
            thinking.append(clock() - begun)
        step = game.apply(state, decision.seat, action, dice)
        seen(state, decision.seat, action, step.state)
        state = step.state
        told += step.events
        actions += 1
        pace.step()
    outcome = game.outcome(state)
    if outcome is None:
        raise DeadEnd("nobody is awaited, and the game is not over")
    return LabGame(
        seed,
        outcome.winner,
        outcome.reason.code,
        game.status(game.view(state, None)).turn,
        actions,
        dict(game.tally(state, told)),
        tuple(thinking),
    )


Mind = Callable[[Any, Decision], Action]


def mind_of(game: Game[Any, Any], seat: Seat, player: Player, seed: str) -> Mind:
    """Return how a seat chooses its actions."""
    thoughts = SeededDice(f"thoughts {seat} {seed}".encode())
    if player == "random":
        temper = Temper(thoughts)
        return lambda state, decision: choose(game, state, decision, thoughts, temper)
    if player != "computer" and player not in game.opponents:
        raise DeadEnd(f"{game.key} has no computer player {player!r}")
    opponent = opponent_of(game, player)
    if opponent is None:
        raise DeadEnd(f"{game.key} has no computer player")

    def think(state: Any, decision: Decision) -> Action:
        view = game.view(state, seat)
        action = opponent.choose(view, as_asked(game, view, decision), thoughts)
        refusals = game.check(state, seat, action)
        if refusals:
            raise DeadEnd(f"refused to {seat}'s computer: {action!r}: {refusals}")
        return action

    return think


# -- what many games come to -----------------------------------------------------------------------


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return between which shares the true one lies, 95 times in 100 (Wilson's interval)."""
    if not trials:
        return 0.0, 1.0
    share, extra = successes / trials, SURE * SURE / trials
    middle = (share + extra / 2) / (1 + extra)
    width = SURE / (1 + extra) * sqrt(share * (1 - share) / trials + extra / trials / 4)
    return max(0.0, middle - width), min(1.0, middle + width)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of all, and between which shares the true one lies 95 times in 100."""

    count: int
    share: float
    low: float
    high: float


def share(count: int, trials: int) -> Share:
    """Return a number of games as a share of all."""
    return Share(count, count / trials if trials else 0.0, *wilson(count, trials))


@dataclass(frozen=True, slots=True)
class Findings:
    """What many games came to. Games with a problem count only as such.

    Attributes:
        games: How many were played to their end.
        wins: Each seat's share of them, in the order of the seats.
        draws: The share that nobody won.
        turns: The share that was decided in each turn, turns in their order.
        decided: The share that was decided in a turn, for whom ("" for nobody) and by what; in the
            order of turns, then the commonest first.
        rounds: Fewest, median and most.
        actions: Fewest, median and most.
        tally: Average of each figure.
        middle: Median of each figure.
        found: The share of games in which each figure is not 0.
        flags: The figures that are only ever 0 or 1, whose average is that share.
        decisions: How often the computer had to choose.
        thinking: Seconds that half its choices took at most, 99 in 100 of them, and the longest.
        problems: Seed and problem of every game that was not played to its end.
    """

    games: int
    wins: Mapping[Seat, Share]
    draws: Share
    turns: Mapping[int, Share]
    decided: Mapping[tuple[int, Seat, str], Share]
    rounds: tuple[int, int, int]
    actions: tuple[int, int, int]
    tally: Mapping[str, float]
    middle: Mapping[str, int]
    found: Mapping[str, Share]
    flags: frozenset[str]
    decisions: int
    thinking: tuple[float, float, float]
    problems: tuple[tuple[str, str], ...]


def summary(seats: Sequence[Seat], played: Sequence[LabGame]) -> Findings:
    """Return what *played* came to, seen from a game's *seats*."""
    whole = [one for one in played if not one.problem]
    winners = Counter(one.winner for one in whole)
    turns = Counter(one.rounds for one in whole)
    decided = Counter((one.rounds, one.winner or "", one.reason) for one in whole)
    thinking = sorted(seconds for one in whole for seconds in one.thinking)
    keys = dict.fromkeys(key for one in whole for key in one.tally)
    figures = {key: [one.tally.get(key, 0) for one in whole] for key in keys}
    return Findings(
        games=len(whole),
        wins={seat: share(winners[seat], len(whole)) for seat in seats},
        draws=share(winners[None], len(whole)),
        turns={turn: share(turns[turn], len(whole)) for turn in sorted(turns)},
        decided={
            how: share(count, len(whole))
            for how, count in sorted(decided.items(), key=lambda one: (one[0][0], -one[1], one[0]))
        },
        rounds=_spread([one.rounds for one in whole]),
        actions=_spread([one.actions for one in whole]),
        tally={key: sum(values) / len(values) for key, values in figures.items()},
        middle={key: _spread(values)[1] for key, values in figures.items()},
        found={
            key: share(sum(value != 0 for value in values), len(whole))
            for key, values in figures.items()
        },
        flags=frozenset(key for key, values in figures.items() if set(values) <= {0, 1}),
        decisions=len(thinking),
        thinking=(_quantile(thinking, 0.5), _quantile(thinking, 0.99), _quantile(thinking, 1.0)),
        problems=tuple((one.seed, one.problem) for one in played if one.problem),
    )


def _spread(values: Iterable[int]) -> tuple[int, int, int]:
    found = sorted(values) or [0]
    return found[0], found[len(found) // 2], found[-1]


def _quantile(found: Sequence[float], part: float) -> float:
    """Return the value that *part* of the sorted values do not exceed."""
    return found[min(len(found) - 1, int(part * len(found)))] if found else 0.0

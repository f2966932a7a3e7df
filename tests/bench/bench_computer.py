"""How long the computer thinks about one action."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.api import Action, Decision, Game, Opponent
from engine.dice import SeededDice
from engine.strengths import opponent_of
from tests.bench.figures import Figure, spread, timed
from tests.bench.subjects import subjects

DECISION_P99_MS = 2000
DECISIONS, LEAST = 300, 150
"""Of one game after the other, both sides played by the computer: at most and at least."""
SECONDS = 4
"""After which the least will do."""


def figures() -> Iterator[Figure]:
    """Yield a figure of every game that has a computer player: of the strongest."""
    for subject in subjects():
        game = subject.game
        opponent = opponent_of(game)
        if opponent is not None:
            times, games = _think(game, opponent)
            target = DECISION_P99_MS
            yield spread("computer.decision", times, p99=target, game=game.key, games=games)


def _think(game: Game[Any, Any], opponent: Opponent[Any]) -> tuple[list[float], int]:
    """Let the computer play itself; return what each choice took, and in how many games."""
    times: list[float] = []
    games = 0

    def enough() -> bool:
        return len(times) >= (LEAST if sum(times) > SECONDS else DECISIONS)

    while not enough():
        games += 1
        dice = SeededDice(f"bench {games}".encode())
        state = game.setup(game.settings_model(), dice).state
        while (owed := game.awaiting(state)) and not enough():
            decision = owed[0]
            chosen: list[Action] = []
            think = partial(_choose, game, opponent, state, decision, len(times), chosen)
            times.append(timed(think))
            state = game.apply(state, decision.seat, chosen[0], dice).state
    return times, games


def _choose(
    game: Game[Any, Any],
    opponent: Opponent[Any],
    state: Any,
    decision: Decision,
    number: int,
    chosen: list[Action],
) -> None:
    view = game.view(state, decision.seat)
    chosen.append(opponent.choose(view, decision, SeededDice(f"thought {number}".encode())))

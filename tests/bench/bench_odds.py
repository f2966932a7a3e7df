"""How long it takes to know exact odds: of what random games offer, and of the worst there is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.trials.promises import probes
from engine.api import Action, Seat
from tests.bench.figures import Figure, judged, spread, timed
from tests.bench.subjects import states_of, subjects
from tests.games.knowing import Subject

ODDS_MS = 100
ASKED = 600
"""Orders asked about in a random game."""
ROUNDS = 5
"""The best of so many: the others measure what else the machine does."""


def figures() -> Iterator[Figure]:
    """Yield the figures of every game."""
    for subject in subjects():
        yield _offered(subject)
        for heavy in subject.heaviest():
            yield _worst(subject, *heavy)


def _offered(subject: Subject) -> Figure:
    """Time what may be done in the states of a random game."""
    game = subject.game
    asked = (
        (game.view(state, owed.seat), action)
        for state in states_of(game.key)
        for owed in game.awaiting(state)
        for action in probes(game, state, owed.seat)
    )
    times = [
        timed(partial(game.odds, view, action)) for view, action in itertools.islice(asked, ASKED)
    ]
    return spread("odds.offered", times, p99=ODDS_MS, game=game.key)


def _worst(subject: Subject, name: str, state: Any, seat: Seat, action: Action) -> Figure:
    game = subject.game
    view = game.view(state, seat)
    found = game.odds(view, action)
    best = min(timed(partial(game.odds, view, action)) for _ in range(ROUNDS))
    return judged(
        "odds.worst",
        {"best_ms": best * 1000},
        {"best_ms": ODDS_MS},
        game=game.key,
        what=name,
        answers=len(found),
        results=sum(len(odds.chances) for odds in found),
    )

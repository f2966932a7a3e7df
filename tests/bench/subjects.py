"""What is measured of each game: the same figures, over states that are worth measuring."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from bot.trials.random_play import RandomGame
from engine.registry import load_games
from render.api import Choosing, Section, with_costs
from tests.games import known
from tests.games.knowing import Subject
from tests.golden.rolling import moderated
from tests.support.choosing import as_meant
from tests.support.kept import kept

OFFERED = 25
"""How many values a menu offers."""


def subject_of(key: str) -> Subject:
    """Return what is measured of a game, as its file of ``tests/games`` says."""
    found = known(key).bench
    assert found is not None, f"tests/games/{key}.py: nobody has said what is measured of it"
    return found


def _forgotten(state: Any) -> None:
    """Look at a state and keep nothing of it."""


Whole = tuple[str, RandomGame, tuple[Any, ...]]
"""The seed of a game, the game, and of the first one of a subject its states."""


@cache
def _whole(key: str, number: int) -> Whole:
    """Return a whole random game of a subject; tests play it once for all."""
    return kept(__file__, f"{key} {number}", partial(_play, key, number))


def _play(key: str, number: int) -> Whole:
    subject, states = subject_of(key), list[Any]()
    since = subject.since if number == 0 else int(_whole(key, number - 1)[0]) + 1
    for seed in itertools.count(since):
        states.clear()
        # With the moderator's dice, so that it is also played through the moderator.
        game = moderated(
            subject.game,
            str(seed),
            subject.settings or subject.game.settings_model(),
            _forgotten if number else states.append,
            standing=False,
        )
        if subject.is_long(game):
            return str(seed), game, tuple(states)
    raise AssertionError("there is always another seed")


def long_games(key: str, wanted: int) -> Iterator[tuple[str, RandomGame]]:
    """Yield whole random games of a subject with their seeds, each played once a process."""
    for number in range(wanted):
        seed, game, _ = _whole(key, number)
        yield seed, game


def states_of(key: str) -> tuple[Any, ...]:
    """Return the states of a whole random game, each before one of its actions."""
    return _whole(key, 0)[2]


def choosings(subject: Subject, state: Any) -> Iterator[tuple[Any, Choosing, Section]]:
    """Yield what is drawn while whoever is awaited puts an action together, first options first."""
    game = subject.game
    view = game.view(state, game.awaiting(state)[0].seat)
    for kind in game.kinds(view):
        filled: dict[str, str] = {}
        for name, info in game.actions[kind].model_fields.items():
            offered, costs = with_costs(
                (one.value, one.cost)
                for one in itertools.islice(game.options(view, kind, name, filled), OFFERED)
            )
            if not offered or not info.is_required():
                break
            typed = Choosing(kind, tuple(filled.items()), offered, name, costs=costs)
            choosing = as_meant(game, view, typed)
            section = subject.painter.aim(view, choosing)
            if section is not None:
                yield view, choosing, section
            filled[name] = offered[0]


def subjects() -> Iterator[Subject]:
    """Yield every game that is there; one that nobody measures is an error."""
    yield from map(subject_of, load_games())

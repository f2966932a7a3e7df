"""Of which tables a recording is made, and where in their games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bot.trials.random_play import play_at_random
from engine.api import AnyGame
from engine.dice import RecordedDice, SeededDice
from tests.games import known
from tests.rulesets.recording import Recording, Stretch, record

LONGEST = 20_000


def recorded(game: AnyGame) -> Recording:
    """Play the tables of a game at random, and return what is recorded of them."""
    stretches = [*_from_set_up(game), *_from_crowded(game)]
    return Recording(game.key, game.ruleset, tuple(stretches))


def _from_set_up(game: AnyGame) -> Iterator[Stretch]:
    """Yield the beginning of each table's game, and stretches spread evenly over the rest."""
    measure, golden = known(game.key).recorded, known(game.key).golden
    tables = measure.tables or (golden.tables if golden else ((),))
    for number, settings in enumerate(tables):
        seed = f"ruleset {number}"
        chosen = game.settings_model.model_validate_strings(dict(settings))
        dice = RecordedDice(SeededDice(seed.encode()))
        states: list[Any] = []
        begun = game.setup(chosen, dice).state
        play_at_random(game, begun, seed, limit=LONGEST, each=states.append, standing=True)
        said = ", ".join(f"{key} {value}" for key, value in settings)
        for part in range(measure.stretches):
            at = len(states) * part // measure.stretches
            name = f"{said or 'table'}, from action {at + 1}"
            yield record(game, name, states[at], measure.actions, f"{seed} {at}")


def _from_crowded(game: AnyGame) -> Iterator[Stretch]:
    measure = known(game.key).recorded
    actions = 2 * measure.actions
    for _, seed, begun in islice(_spread(game.key), measure.crowded):
        yield record(game, seed, begun, actions, f"ruleset {seed}")


def _spread(key: str) -> Iterator[tuple[Any, str, Any]]:
    """Yield the crowded tables of a game, of every kind first."""
    golden, wanted = known(key).golden, known(key).recorded.crowded
    every = tuple(golden.crowded()) if golden and wanted else ()
    step = max(1, len(every) // max(1, wanted))
    yield from every[::step]

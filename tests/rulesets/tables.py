"""Of which tables a recording is made, and where in their games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.trials.random_play import play_at_random
from engine.api import AnyGame
from engine.dice import RecordedDice, SeededDice
from tests.golden.__main__ import TABLES as GOLDEN_TABLES
from tests.golden.__main__ import crowded
from tests.rulesets.recording import Recording, Stretch, record

Settings = tuple[tuple[str, str], ...]

TABLES: Mapping[str, tuple[Settings, ...]] = {
    **GOLDEN_TABLES,
    "barricadas": (
        (("scenario", "small"),),
        (("scenario", "full"),),
        (("scenario", "full"), ("reaction", "hex")),
    ),
}
CROWDED = {"war_of_the_pacific": 4, "calama": 6, "art_of_war": 2}
"""So many tables on which everybody is near everybody, of the games that have such."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How much of each table is recorded: so many stretches of so many actions."""

    stretches: int
    actions: int


USUAL = Measure(8, 12)
MEASURES: Mapping[str, Measure] = {"art_of_war": Measure(6, 8)}
"""Of games whose questions take long, less."""
LONGEST = 20_000


def recorded(game: AnyGame) -> Recording:
    """Play the tables of a game at random, and return what is recorded of them."""
    stretches = [*_from_set_up(game), *_from_crowded(game)]
    return Recording(game.key, game.ruleset, tuple(stretches))


def _from_set_up(game: AnyGame) -> Iterator[Stretch]:
    """Yield the beginning of each table's game, and stretches spread evenly over the rest."""
    measure = MEASURES.get(game.key, USUAL)
    for number, settings in enumerate(TABLES.get(game.key, ((),))):
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
    count = CROWDED.get(game.key, 0)
    actions = 2 * MEASURES.get(game.key, USUAL).actions
    for _, seed, begun in islice(_spread(game), count):
        yield record(game, seed, begun, actions, f"ruleset {seed}")


def _spread(game: AnyGame) -> Iterator[tuple[Any, str, Any]]:
    """Yield the crowded tables of a game, of every kind first."""
    every = tuple(crowded(game.key)) if game.key in CROWDED else ()
    step = max(1, len(every) // max(1, CROWDED.get(game.key, 1)))
    yield from every[::step]

"""Which random games must be kept so that everything occurs in one: phases, frames, questions.

A *feature* is a word about a state or an action: ``phase naval_combat``, ``frames march``,
``asks blockade.run``, ``does sail``. Games are played from seeds and those kept that show a
feature which no game kept before has shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.store.codec import events_out, rolls_out
from bot.trials.random_play import Played, play_at_random
from engine.api import Decision, Game
from engine.registry import load_games
from tests.golden.keeping import Done, Moment, Stretch
from tests.golden.rolling import moderated

Settings = tuple[tuple[str, str], ...]
"""What a table chooses, as typed."""


@dataclass(frozen=True, slots=True)
class Found:
    """One random game and what occurs in it.

    Attributes:
        first: Number of actions after which each feature was first seen.
    """

    seed: str
    actions: int
    first: Mapping[str, int]


def features(table: Any, owed: Iterable[Decision]) -> Iterator[str]:
    """Yield what is to be said of a state."""
    yield f"phase {table.phase.value}"
    for depth in range(len(table.frames)):
        # What lies below an interruption matters: a battle in a landing is not one of a blockade.
        yield "frames " + ">".join(frame.type for frame in table.frames[: depth + 1])
    yield from (f"asks {decision.code}" for decision in owed)


def explore(game: str, settings: Settings, seed: str) -> Found:
    """Play one random game with standing orders and note what occurs in it."""
    rules = load_games()[game]
    first: dict[str, int] = {}
    seen = 0

    def note(state: Any) -> None:
        nonlocal seen
        for feature in features(state.table, rules.awaiting(state)):
            first.setdefault(feature, seen)
        seen += 1

    chosen = rules.settings_model.model_validate_strings(dict(settings))
    played = moderated(rules, seed, chosen, note)
    for number, one in enumerate(played.log):
        first.setdefault(f"does {one.action.kind}", number)
    return Found(seed, len(played.log), first)


def search(game: str, settings: Settings, seeds: Sequence[str]) -> tuple[Found, ...]:
    """Return the games that show everything that any of *seeds* shows, few and in their order."""
    with ProcessPoolExecutor(2) as pool:
        found = tuple(pool.map(partial(explore, game, settings), seeds, chunksize=2))
    kept: list[Found] = []
    missing = {feature for one in found for feature in one.first}
    while missing:
        best = max(found, key=lambda one: (len(missing & one.first.keys()), -one.actions))
        kept.append(best)
        missing -= best.first.keys()
    return tuple(kept)


def fight(
    rules: Game[Any, Any],
    crowded: Iterable[tuple[Any, str, Any]],
    cases: Iterable[tuple[str, Any]],
    limit: int = 120,
) -> tuple[tuple[Stretch, ...], tuple[Moment, ...]]:
    """Play on from crowded tables; return those that showed something new, and where they did.

    What no such table shows is taken from the rulebook's cases.
    """
    shown: set[tuple[str, str]] = set()
    stretches: list[Stretch] = []
    moments: list[Moment] = []
    for settings, seed, begun in crowded:
        chosen = settings.model_dump(mode="json")
        states: list[Any] = []
        log, last = play_at_random(rules, begun, seed, limit=limit, each=states.append)
        before = len(moments)
        for after, state in enumerate(states):
            found = tuple(dict.fromkeys(features(state.table, rules.awaiting(state))))
            if any((str(chosen), one) not in shown for one in found):
                shown |= {(str(chosen), one) for one in found}
                moments.append(Moment(chosen, seed, after, found, rules.dump(state)))
        if len(moments) > before:
            rows = tuple(_row(one) for one in log)
            stretches.append(Stretch(chosen, seed, rules.dump(begun), rows, rules.dump(last)))
    known = {feature for _, feature in shown}
    for name, state in cases:
        found = tuple(dict.fromkeys(features(state.table, rules.awaiting(state))))
        if set(found) - known:
            known |= set(found)
            chosen = state.table.settings.model_dump(mode="json")
            moments.append(Moment(chosen, name, 0, found, rules.dump(state)))
    return tuple(stretches), tuple(moments)


def _row(one: Played) -> Done:
    return Done(
        one.seat,
        one.action.kind,
        one.action.model_dump_json(),
        rolls_out(one.rolls),
        events_out(one.events),
    )

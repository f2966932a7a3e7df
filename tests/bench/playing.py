"""``python tests/bench/playing.py GAME``: what a game takes of a processor, as one JSON line.

It is run by :mod:`tests.bench.against` in a fresh process, with this build's packages or another
one's on the path: so it asks nothing of them but what every build has.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import islice
from statistics import quantiles
from typing import Any

from bot.trials.random_play import random_game
from engine.dice import SeededDice, StoredDice
from engine.registry import load_games
from engine.strengths import opponent_of

SEED = "1"
SHOWN = 25
"""As many values as a menu offers."""
CHOICES = 80
"""The computer's choices that are timed, spread over its game with itself."""


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how many milliseconds of a processor something takes, and what it gives."""
    start = time.process_time()
    found = work()
    return (time.process_time() - start) * 1000, found


def as_it_runs() -> AbstractContextManager[None]:
    """Return in what a build's own processes load their programs, where it has such a thing."""
    try:
        from bot.memory import loading
    except ImportError:
        return nullcontext()
    return loading()


def measured(key: str) -> dict[str, Any]:
    """Return the figures of a game, in milliseconds; ``same`` tells what was answered."""
    with as_it_runs():
        game: Any = load_games()[key]
    random_game(game, "0")  # what is made once a process
    states: list[Any] = []
    whole, played = timed(lambda: random_game(game, SEED, each=states.append))
    asked = dict.fromkeys(("kinds", "options", "kinds again", "options again"), 0.0)
    told = hashlib.sha256()
    for state, one in zip(states, played.log, strict=True):
        view = game.view(game.load(game.dump(state)), one.seat)
        for again in ("", " again"):
            spent, kinds = timed(partial(game.kinds, view))
            asked["kinds" + again] += spent
            spent, menus = timed(partial(_menus, game, view, kinds))
            asked["options" + again] += spent
            told.update(repr((kinds, menus)).encode())
    applied = 0.0
    state = game.setup(played.settings, StoredDice(played.opening)).state
    for one in played.log:
        spent, state = timed(partial(_done, game, state, one))
        applied += spent
    found = {"game": whole, "action": applied / len(played.log)}
    found.update({name: spent / len(states) for name, spent in asked.items()})
    times = list(_choices(game, told))
    if times:
        cuts = quantiles(times, n=100, method="inclusive")
        found.update({"choice p50": cuts[49], "choice p99": cuts[98]})
    return {**found, "same": told.hexdigest()}


def _menus(game: Any, view: Any, kinds: tuple[str, ...]) -> list[list[str]]:
    """Return the menus of every action: of its first field, and of the second after the first."""
    menus = []
    for kind in kinds:
        filled: dict[str, str] = {}
        for field in islice(game.actions[kind].model_fields, 2):
            options = [one.value for one in islice(game.options(view, kind, field, filled), SHOWN)]
            menus.append(options)
            if not options:
                break
            filled[field] = options[0]
    return menus


def _done(game: Any, state: Any, one: Any) -> Any:
    assert not game.check(state, one.seat, one.action)
    return game.apply(state, one.seat, one.action, StoredDice(one.rolls)).state


def _choices(game: Any, told: Any) -> Iterator[float]:
    """Yield what each of some choices of the computer takes."""
    player = opponent_of(game)
    if player is None:
        return
    dice = SeededDice(b"playing")
    state = game.setup(game.settings_model(), dice).state
    for number in range(CHOICES):
        owed = game.awaiting(state)
        if not owed:
            return
        view, seat = game.view(state, owed[0].seat), owed[0].seat
        thought = SeededDice(f"thought {number}".encode())
        if not number:
            # Its thinking may be loaded by the first thought of a process.
            player.choose(view, owed[0], SeededDice(b"first thought"))
        spent, action = timed(partial(player.choose, view, owed[0], thought))
        yield spent
        told.update(repr(action).encode())
        state = game.apply(state, seat, action, dice).state


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))

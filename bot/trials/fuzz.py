"""Whole random games of any system: played, measured against its invariants, and replayed.

``python -m bot fuzz`` is the command; it adds the clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.trials import pace
from bot.trials.promises import leaks, refused_offers
from bot.trials.random_play import RandomGame, random_game
from engine.api import Game
from engine.dice import SeededDice, StoredDice
from engine.errors import EngineError
from engine.registry import load_games

STANDING = 3
"""In one of so many games seats leave standing orders."""
PROBED = 40
"""Of so many states one is searched for leaks and refused offers, and read back from JSON."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one seed.

    Attributes:
        actions: Length of the log.
        dice: Dice thrown.
        ending: "winner: reason, turn n" of a game that was played to its end.
        kinds: How often each kind of action was done.
        events: How often each event happened.
        problems: What was wrong; empty for a sound game.
    """

    seed: str
    actions: int = 0
    dice: int = 0
    ending: str = ""
    kinds: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    problems: tuple[str, ...] = ()


def fuzz(
    game: str,
    seeds: Iterable[str],
    processes: int = 1,
    settings: Mapping[str, str] | None = None,
    watcher: pace.Watcher | None = None,
) -> Iterator[Trial]:
    """Play a game from each seed and yield what came of it, as soon as it is known.

    Args:
        game: Key of the game system.
        seeds: Any texts.
        processes: How many games are played at a time.
        settings: The table's choices as typed; the game's defaults for what is not given.
        watcher: Who is told how far they have come.
    """
    play = partial(attempt, game, settings=settings)
    return pace.played(play, seeds, processes, watcher)


def attempt(key: str, seed: str, settings: Mapping[str, str] | None = None) -> Trial:
    """Play one game and replay it; nothing that goes wrong is raised, all is reported."""
    game = load_games()[key]
    try:
        chosen = game.settings_model.model_validate_strings(dict(settings or {}))
        played = random_game(game, seed, settings=chosen, standing=leaves_orders(seed))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        return Trial(seed, problems=(named(error),))
    outcome = game.outcome(played.state)
    assert outcome is not None
    turn = game.status(game.view(played.state, None)).turn
    return Trial(
        seed,
        len(played.log),
        sum(len(roll.values) for one in played.log for roll in one.rolls),
        f"{outcome.winner or 'draw'}: {outcome.reason.code}, turn {turn}",
        Counter(one.action.kind for one in played.log),
        Counter(event.code for one in played.log for event in one.events),
        tuple(replay(game, played)),
    )


def leaves_orders(seed: str) -> bool:
    """Say whether the seats of a game leave standing orders: in one of so many they do."""
    return SeededDice(f"orders {seed}".encode()).roll("standing", 1, STANDING)[0] == 1


def named(error: Exception) -> str:
    """Return an error with the place where it arose."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__}: {error}{where}"


def replay(game: Game[Any, Any], played: RandomGame) -> Iterator[str]:
    """Play a log again with its dice and yield what is wrong with it or with a state on the way."""
    dice = StoredDice(played.opening)
    state = game.setup(played.settings, dice).state
    try:
        dice.finish()
        for number, one in enumerate(played.log):
            yield from (f"action {number}: {fault}" for fault in game.faults(state))
            if number % PROBED == len(played.log) % PROBED:
                yield from (f"action {number}: {problem}" for problem in probe(game, state))
            dice = StoredDice(one.rolls)
            step = game.apply(state, one.seat, one.action, dice)
            dice.finish()
            if step.events != one.events:
                yield f"action {number} replayed tells something else"
            state = step.state
    except EngineError as error:
        yield f"replay: {named(error)}"
        return
    if game.dump(state) != game.dump(played.state):
        yield "the replay leads to another state"
    yield from (f"at the end: {problem}" for problem in probe(game, state))


def probe(game: Game[Any, Any], state: Any) -> Iterator[str]:
    """Yield what is wrong with how *game* shows, offers, writes and reads *state*."""
    text = game.dump(state)
    back = game.load(text)
    if back != state or game.dump(back) != text:
        yield "a state read back from JSON is another"
    yield from leaks(game, state)
    try:
        yield from refused_offers(game, state)
    except (EngineError, LookupError) as error:
        yield named(error)
    if game.dump(state) != text:
        yield "a state was changed by being looked at"


def summary(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return what many trials came to, a line each; at least one trial is needed."""
    sound = [trial for trial in trials if not trial.problems]
    lengths = sorted(trial.actions for trial in trials)
    endings = Counter(trial.ending for trial in trials if trial.ending)
    kinds: Counter[str] = Counter()
    games_with: Counter[str] = Counter()
    for trial in trials:
        kinds += trial.kinds
        games_with.update(set(trial.kinds))
    lines = [f"{len(sound)} of {len(trials)} games are sound"]
    lines.append(
        f"{sum(lengths)} actions, {sum(trial.dice for trial in trials)} dice; a game has "
        f"{lengths[0]} to {lengths[-1]} actions, {lengths[len(lengths) // 2]} in the middle"
    )
    lines += [f"  {count:5}  {ending}" for ending, count in endings.most_common()]
    lines += [
        f"  {count:7}  {kind} (in {games_with[kind]} games)" for kind, count in kinds.most_common()
    ]
    for trial in trials:
        lines += [f"seed {trial.seed}: {problem}" for problem in trial.problems[:5]]
    return tuple(lines)

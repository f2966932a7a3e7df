"""A game played with data of its own: the same rules, another map or other counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from pydantic import BaseModel

from engine.api import (
    Act,
    Action,
    Actor,
    AnyGame,
    Bundle,
    Decision,
    Event,
    Odds,
    Opponent,
    Option,
    Outcome,
    Preview,
    Refusal,
    Seat,
    Status,
    Step,
    Supposition,
    Term,
    Text,
    Written,
)
from engine.data.play_data import PlayData
from engine.dice import Dice
from engine.offered import Offered
from engine.reasons import Reasoned, reasoned
from engine.subjects import About, LooksUp, Subject
from engine.tales import Tale

P = ParamSpec("P")
R = TypeVar("R")


def with_data(game: AnyGame, data: PlayData) -> AnyGame:
    """Return *game* as it is played with *data*, safe to use beside the same with other data."""
    return GameWithData(game, data)


def as_shipped(game: AnyGame) -> AnyGame:
    """Return *game* as it is played with the data that is shipped."""
    return game.rules if isinstance(game, GameWithData) else game


def data_of(game: AnyGame) -> PlayData | None:
    """Return the data of its own that a game is played with; ``None`` for what is shipped."""
    return game.data if isinstance(game, GameWithData) else None


class _Thinking:
    """A computer player whose game has data of its own."""

    def __init__(self, opponent: Opponent[Any], data: PlayData) -> None:
        self._opponent = opponent
        self._data = data

    def choose(self, view: Any, decision: Decision, dice: Dice) -> Action:
        with self._data.in_use():
            return self._opponent.choose(view, decision, dice)

    def reasoned(self, view: Any, decision: Decision, dice: Dice) -> Reasoned:
        with self._data.in_use():
            return reasoned(self._opponent, view, decision, dice)


def _using(method: Callable[P, R]) -> Callable[P, R]:
    """Let a method of :class:`GameWithData` run while its data is in use."""

    @wraps(method)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        played = args[0]
        assert isinstance(played, GameWithData)
        with played.data.in_use():
            return method(*args, **kwargs)

    return run


class GameWithData:
    """The whole of :class:`~engine.api.Game`, each method with the data in use.

    Attributes:
        data: What it is played with.
    """

    def __init__(self, game: AnyGame, data: PlayData) -> None:
        self.data = data
        self._game = as_shipped(game)
        self.key = game.key
        self.command = game.command
        self.ruleset = game.ruleset
        self.dumps = game.dumps
        self.seats = game.seats
        self.data_files = game.data_files
        self.halts = game.halts
        self.passing = game.passing
        self.lesson = game.lesson
        self.actions: Mapping[str, type[Action]] = game.actions
        self.settings_model: type[BaseModel] = game.settings_model
        self.opponents: Mapping[str, Opponent[Any]] = {
            strength: _Thinking(opponent, data)
            for strength, opponent in self._game.opponents.items()
        }

    @property
    def rules(self) -> AnyGame:
        """The game itself, which is played with the data that is shipped."""
        return self._game

    @_using
    def seats_in(self, settings: BaseModel) -> tuple[Seat, ...]:
        return self._game.seats_in(settings)

    @_using
    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        return self._game.setup(settings, dice)

    @_using
    def awaiting(self, state: Any) -> tuple[Decision, ...]:
        return self._game.awaiting(state)

    @_using
    def asked(self, view: Any) -> tuple[Decision, ...]:
        return self._game.asked(view)

    @_using
    def kinds(self, view: Any) -> tuple[str, ...]:
        return self._game.kinds(view)

    def options(
        self, view: Any, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        return self._lazily(lambda: self._game.options(view, kind, field, filled))

    def _lazily(self, make: Callable[[], Iterator[R]]) -> Iterator[R]:
        # The data is in use while a value is looked for, not while its reader has it.
        with self.data.in_use():
            found = iter(make())
        while True:
            with self.data.in_use():
                value = next(found, None)
            if value is None:
                return
            yield value

    @_using
    def accepts(self, view: Any, kind: str, field: str, filled: Mapping[str, str]) -> Text | None:
        return self._game.accepts(view, kind, field, filled)

    @_using
    def left(self, view: Any, kind: str, filled: Mapping[str, str]) -> tuple[Text, ...]:
        return self._game.left(view, kind, filled)

    @_using
    def parse(self, view: Any, kind: str, raw: Mapping[str, str]) -> Action:
        return self._game.parse(view, kind, raw)

    @_using
    def values(self, view: Any, kind: str, raw: Mapping[str, str]) -> Mapping[str, Any]:
        return self._game.values(view, kind, raw)

    @_using
    def check(self, state: Any, seat: Seat, action: Action) -> tuple[Any, ...]:
        return self._game.check(state, seat, action)

    @_using
    def apply(self, state: Any, seat: Seat, action: Action, dice: Dice) -> Step:
        return self._game.apply(state, seat, action, dice)

    @_using
    def odds(self, view: Any, action: Action) -> tuple[Odds, ...]:
        return self._game.odds(view, action)

    @_using
    def preview(self, view: Any, action: Action) -> Preview:
        return self._game.preview(view, action)

    @_using
    def suppose(self, view: Any, action: Action, *, undisturbed: bool = False) -> Supposition[Any]:
        return self._game.suppose(view, action, undisturbed=undisturbed)

    def actors(self, view: Any) -> Iterator[Actor]:
        for actor in self._lazily(lambda: self._game.actors(view)):
            yield replace(actor, acts=tuple(map(self._with_data, actor.acts)))

    def _with_data(self, act: Act) -> Act:
        """Return what somebody can do, with the data in use while it is found out where to."""
        return replace(act, where=Offered(lambda: self._lazily(lambda: iter(act.where))))

    def bundles(self, view: Any) -> Iterator[Bundle]:
        return self._lazily(lambda: self._game.bundles(view))

    @_using
    def standing(self, view: Any, decision: Decision) -> Action | None:
        return self._game.standing(view, decision)

    @_using
    def forced(self, view: Any, decision: Decision) -> Action | None:
        return self._game.forced(view, decision)

    @_using
    def view(self, state: Any, seat: Seat | None) -> Any:
        return self._game.view(state, seat)

    @_using
    def status(self, view: Any) -> Status:
        return self._game.status(view)

    @_using
    def orders(self, view: Any) -> tuple[Text, ...]:
        return self._game.orders(view)

    @_using
    def written(self, view: Any) -> tuple[Written, ...]:
        return self._game.written(view)

    @_using
    def describe(self, view: Any, where: str = "") -> tuple[Text, ...]:
        return self._game.describe(view, where)

    @property
    def natures(self) -> frozenset[str]:
        return self._game.natures if isinstance(self._game, LooksUp) else frozenset()

    @property
    def causes(self) -> frozenset[str]:
        return self._game.causes if isinstance(self._game, LooksUp) else frozenset()

    @_using
    def idle(self, view: Any, who: str) -> Refusal | None:
        return self._game.idle(view, who) if isinstance(self._game, LooksUp) else None

    def subjects(self, view: Any) -> Iterator[Subject]:
        game = self._game
        return self._lazily(lambda: game.subjects(view) if isinstance(game, LooksUp) else iter(()))

    @_using
    def about(self, view: Any, key: str) -> About | None:
        return self._game.about(view, key) if isinstance(self._game, LooksUp) else None

    @_using
    def outcome(self, state: Any) -> Outcome | None:
        return self._game.outcome(state)

    @_using
    def tally(self, state: Any, events: Sequence[Event] = ()) -> Mapping[str, int]:
        return self._game.tally(state, events)

    @_using
    def tale(self, event: Event) -> Tale[Term]:
        return self._game.tale(event)

    @_using
    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        return self._game.lexicon(kind, key, language)

    @_using
    def dump(self, state: Any) -> str:
        return self._game.dump(state)

    @_using
    def load(self, text: str) -> Any:
        return self._game.load(text)

    def redumped(self, text: str) -> Iterator[str]:
        return self._lazily(lambda: self._game.redumped(text))

    @_using
    def scramble(self, state: Any, viewer: Seat | None, wanted: int = 1) -> tuple[Any, ...]:
        return self._game.scramble(state, viewer, wanted)


_IS_A_GAME: Final[type[AnyGame]] = GameWithData  # mypy compares it with the contract

"""A game played with data of its own: the same rules, another map or other counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, wraps
from inspect import getattr_static
from types import FunctionType
from typing import Any, cast

from engine.api import Act, Actor, AnyGame, Option
from engine.data.play_data import PlayData
from engine.offered import Offered


def with_data(game: AnyGame, data: PlayData) -> AnyGame:
    """Return *game* as it is played with *data*, safe to use beside the same with other data."""
    return cast(AnyGame, GameWithData(as_shipped(game), data))


def as_shipped(game: AnyGame) -> AnyGame:
    """Return *game* as it is played with the data that is shipped."""
    played: object = game
    return played.rules if isinstance(played, GameWithData) else game


def data_of(game: AnyGame) -> PlayData | None:
    """Return the data of its own that a game is played with; ``None`` for what is shipped."""
    played: object = game
    return played.data if isinstance(played, GameWithData) else None


class _WithData:
    """Has the methods of something else; they run while the data is in use.

    Whatever a method yields is looked for with the data in use, and not while its reader has it.
    Methods stand on the instance, so that it is of every protocol that the other one is of.
    """

    def __init__(self, played: object, data: PlayData) -> None:
        self.data = data
        for name in _public(played):
            if isinstance(getattr_static(played, name), FunctionType | staticmethod | classmethod):
                setattr(self, name, self._using(getattr(played, name)))

    def _using(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def run(*args: Any, **kwargs: Any) -> Any:
            with self.data.in_use():
                found = method(*args, **kwargs)
            return self._lazily(found) if isinstance(found, Iterator) else found

        return run

    def _lazily(self, found: Iterator[Any]) -> Iterator[Any]:
        while True:
            with self.data.in_use():
                value = next(found, None)
            if value is None:
                return
            yield self._looked_at_later(value) if isinstance(value, Actor) else value

    def _looked_at_later(self, actor: Actor) -> Actor:
        """Return what somebody can do, with the data in use while it is found out where to."""
        acts = (replace(act, where=Offered(partial(self._where, act))) for act in actor.acts)
        return replace(actor, acts=tuple(acts))

    def _where(self, act: Act) -> Iterator[Option]:
        with self.data.in_use():
            found = iter(act.where)
        return self._lazily(found)


class GameWithData(_WithData):
    """The whole of a game (:class:`~engine.api.Game`), each method with the data in use.

    Attributes:
        data: What it is played with.
        rules: The game itself, which is played with the data that is shipped.
    """

    def __init__(self, game: AnyGame, data: PlayData) -> None:
        super().__init__(game, data)
        with data.in_use():
            for name in _public(game):
                if name not in vars(self):
                    setattr(self, name, getattr(game, name))
        self.rules = game
        self.opponents = {
            strength: _WithData(opponent, data) for strength, opponent in game.opponents.items()
        }


def _public(played: object) -> list[str]:
    return [name for name in dir(played) if not name.startswith("_")]

"""What every game's computer player does alike: its strength, and its weights of ``opponent.toml``.

A game's ``opponent/weights.py`` says what its file holds, its ``opponent/player.py`` who answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.data.files import Record, game_folder, load_toml
from engine.reasons import Candid

FILE = "opponent.toml"

V = TypeVar("V")
W = TypeVar("W", bound=Record)
R_co = TypeVar("R_co", bound=Record, covariant=True)


class LoadsWeights(Protocol[R_co]):
    """Returns the weights of a game's computer player, or of the file in a folder; read once."""

    def __call__(self, folder: Path | None = None) -> R_co:
        """Return them.

        Raises:
            DataError: If the file cannot be read.
        """
        ...


def weights_of(game: str, model: type[W]) -> LoadsWeights[W]:
    """Return what reads the weights of a game: *model* says what the file holds."""

    @cache
    def load(folder: Path | None = None) -> W:
        return load_toml(game_folder(game, folder) / FILE, model)

    return load


class Computer(Candid[V], Generic[V, W]):
    """A computer player of a strength; it reads its weights when it first thinks."""

    load: ClassVar[Callable[[], Any]]
    """What reads the weights that are used where none are given."""

    def __init__(self, strength: str = "hard", weights: W | None = None) -> None:
        """Make a player of a strength, a key of ``opponent.toml``."""
        self._key = strength
        self._given = weights

    @property
    def _weights(self) -> W:
        given: W = self._given or type(self).load()
        return given

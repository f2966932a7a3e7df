"""The game systems there are. A new game adds one line here and nothing in the bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from engine.api import Game
from engine.data.files import DataError, Folder

_HOMES = (
    "engine.war_of_the_pacific.game",
    "engine.calama.game",
    "engine.barricadas.game",
    "engine.art_of_war.game",
)


@cache
def load_games() -> Mapping[str, Game[Any, Any]]:
    """Return every game system by its key."""
    games = (import_module(home).GAME for home in _HOMES)
    return {game.key: game for game in games}


def data_checks() -> Mapping[str, Callable[[Folder | None], list[DataError]]]:
    """Return what finds everything wrong in the data files of each game, by the game's key.

    That is ``check_data`` of the module ``datacheck`` beside each game, given other files than the
    shipped ones or ``None``. Games are not loaded for it: one whose files are broken could not be.
    """
    packages = [home.rpartition(".")[0] for home in _HOMES]
    return {
        package.rpartition(".")[2]: import_module(f"{package}.datacheck").check_data
        for package in packages
    }

"""Commands that are made and put into every language once a process, not at every start of a bot.

Installed once a process (``tests/conftest.py``). A test starts a bot or several, always with the
same commands of the same games: discord.py looks through the signature of each, and asks for each
of their words in each of its thirty languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.cogs import actions, syncing
from bot.cogs.building import Commands
from bot.text import is_strict
from engine.api import AnyGame

MOST = 8
"""So many games' commands are kept: a test may make games of its own."""

Payload = list[Mapping[str, Any]]
_kept: dict[tuple[object, ...], tuple[object, Payload]] = {}
"""What Discord is told, with the games, which live as long as their commands are kept."""
_groups: dict[tuple[int, bool], tuple[AnyGame, app_commands.Group]] = {}
"""A game's own commands, which know of no bot, with the game, by its identity."""


def _install() -> None:
    def register(commands: Commands, games: Mapping[str, AnyGame]) -> None:
        for game in games.values():
            key = id(game), is_strict()
            if key not in _groups:
                _forget(_groups)
                _groups[key] = game, actions.game_group(game)
            commands.add_command(_groups[key][1])

    actions.register = register
    describe = syncing.payload

    async def payload(
        tree: app_commands.CommandTree[Any], guild: discord.Object | None = None
    ) -> Payload:
        games = getattr(tree.client, "games", None)
        if games is None or tree.translator is None:
            return await describe(tree, guild)
        names = tuple(command.qualified_name for command in tree.get_commands(guild=guild))
        key = tuple(map(id, games.values())), names, type(tree.translator), is_strict()
        if key not in _kept:
            _forget(_kept)
            _kept[key] = tuple(games.values()), await describe(tree, guild)
        return _kept[key][1]

    syncing.payload = payload


def _forget(kept: dict[Any, Any]) -> None:
    """Leave room for one more."""
    while len(kept) >= MOST:
        del kept[next(iter(kept))]


_install()

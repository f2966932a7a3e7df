"""Commands that are put into every language once a process, not at every start of a bot.

Installed once a process (``tests/conftest.py``). A test starts a bot or several, always with the
same commands of the same games; discord.py asks for each of their words in each of its thirty
languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.cogs import syncing
from bot.text import is_strict

MOST = 8
"""So many games' commands are kept: a test may make games of its own."""

Payload = list[Mapping[str, Any]]
_kept: dict[tuple[object, ...], tuple[object, Payload]] = {}
"""What Discord is told, with the games, which live as long as their commands are kept."""


def _install() -> None:
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
            while len(_kept) >= MOST:
                del _kept[next(iter(_kept))]
            _kept[key] = tuple(games.values()), await describe(tree, guild)
        return _kept[key][1]

    syncing.payload = payload


_install()

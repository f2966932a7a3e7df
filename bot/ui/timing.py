"""How soon people are answered, told to whoever watches the bot."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from time import perf_counter

from discord import app_commands

from bot.ui.visit import Visit


@contextlib.contextmanager
def timed(visit: Visit, verb: str = "") -> Iterator[None]:
    """Tell how soon a visit was answered inside: a press by its *verb*, else a command."""
    measures = visit.bot.measures
    yield  # what is raised is answered by others: there it would seem not to have been
    if not measures.is_on:
        return
    whole = perf_counter() - visit.came
    acknowledged = visit.acknowledged_in
    if acknowledged is None and visit.interaction.response.is_done():
        acknowledged = whole
    game = "" if visit.game is None else visit.game.key
    measures.answered(verb or command_of(visit), game, acknowledged, whole)


def command_of(visit: Visit) -> str:
    """Return the name of a command; of a game's own only the first word: the others are an order.

    When a secret one was typed would be told by its number else.
    """
    command = visit.interaction.command
    if not isinstance(command, app_commands.Command):
        return "unknown"
    own = {game.command for game in visit.moderator.games.values()}
    root = command.root_parent
    typed = root if root is not None and root.name in own else command
    return f"/{typed.qualified_name}"

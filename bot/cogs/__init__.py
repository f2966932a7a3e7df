"""Slash commands, a module each: parse, call the moderator, reply; and the buttons they put up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.cogs import (
    actions,
    clocks,
    counter,
    figures,
    game,
    help_pages,
    inbox,
    journals,
    learn,
    lobby,
    logs,
    maps,
    odds,
    offers,
    orders,
    preferences,
    privacy,
    recap,
    records,
    referee,
    replay,
    report,
    rules,
    setup,
    table_dice,
    themes,
    undo,
)
from bot.cogs.building import Commands
from bot.ui import playing
from bot.ui.planning import presses as planning_presses
from bot.ui.presses import Presses
from engine.api import Game


def register_all(commands: Commands, presses: Presses, games: Mapping[str, Game[Any, Any]]) -> None:
    """Add all commands, and the verbs of the buttons that do the same."""
    game.register(commands, presses, games)
    orders.register(commands, presses)
    maps.register(commands, presses)
    log = logs.register(commands, presses)
    records.register(log, presses)
    journals.register(log, presses)
    rules.register(commands, presses, games)
    odds.register(commands, presses)
    counter.register(commands, presses)
    table_dice.register(presses)
    help_pages.register(commands, presses)
    privacy.register(commands, presses)
    preferences.register(commands, presses)
    setup.register(commands, presses, games)
    referee.register(commands, presses)
    figures.register(commands, presses)
    inbox.register(commands, presses)
    lobby.register(commands, presses, games)
    recap.register(commands, presses)
    undo.register(commands, presses)
    offers.register(commands, presses)
    clocks.register(presses)
    replay.register(commands, presses)
    learn.register(commands, presses, games)
    report.register(commands, presses)
    themes.register(commands, presses)
    actions.register(commands, games)
    playing.register(presses)
    planning_presses.register(presses)

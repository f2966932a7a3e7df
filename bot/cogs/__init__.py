"""Slash commands: parse, call the moderator, reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.cogs import actions, campaigns, general, looking, odds, reports, rules
from bot.cogs.building import Commands
from bot.ui import playing, standing_orders
from bot.ui.presses import Presses
from engine.api import Game


def register_all(commands: Commands, presses: Presses, games: Mapping[str, Game[Any, Any]]) -> None:
    """Add all commands, and the verbs of the buttons that do the same."""
    campaigns.register(commands, presses, games)
    looking.register(commands, presses)
    rules.register(commands, presses, games)
    odds.register(commands, presses)
    general.register(commands, presses)
    reports.register(commands, presses)
    actions.register(commands, games)
    playing.register(presses)
    standing_orders.register(presses)

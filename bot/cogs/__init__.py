"""Slash commands: parse, call the moderator, reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bot.cogs import actions, campaigns, general, odds, reading, reports, rules
from bot.ui import playing, standing

if TYPE_CHECKING:
    from bot.app import Adjutant
    from engine.api import Game


def register_all(bot: Adjutant, games: Mapping[str, Game[Any, Any]]) -> None:
    """Give the bot all its commands, and the buttons that do the same."""
    campaigns.register(bot, games)
    reading.register(bot)
    rules.register(bot, games)
    odds.register(bot)
    general.register(bot)
    reports.register(bot)
    actions.register(bot, games)
    playing.register(bot.presses)
    standing.register(bot.presses)

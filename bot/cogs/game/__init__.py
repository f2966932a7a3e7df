"""``/game``: campaigns, who sits in them, and what servers decide about them."""

from bot.cogs.game.campaigns import register

__all__ = ["register"]

"""The computer's seats: its player, how it thinks, and what stands in where it cannot."""

from bot.moderator.turns.computer.player import Computer
from bot.moderator.turns.computer.thinking import Ponder, just_wait

__all__ = ["Computer", "Ponder", "just_wait"]

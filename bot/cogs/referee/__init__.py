"""``/referee``: who referees a campaign, and what they look at and do."""

from __future__ import annotations

from bot.cogs.building import Commands, group
from bot.cogs.referee import acting, appointing, correcting, inspecting, private_corrections
from bot.ui.presses import Presses


def register(commands: Commands, presses: Presses) -> None:
    """Add the commands, and the verbs of their buttons."""
    top = group("referee", "command.referee", "bot")
    appointing.register(top)
    acting.register(top, presses)
    correcting.register(top, presses)
    private_corrections.register(presses)
    inspecting.register(top, presses)
    commands.add_command(top)

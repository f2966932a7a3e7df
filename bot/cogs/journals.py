"""``/log journal``: what happened at a table beside the game; always private."""

from __future__ import annotations

from discord import app_commands

from bot.cogs.building import command
from bot.letters import journal as pages
from bot.letters.keys import Key
from bot.moderator import Campaign
from bot.ui.presses import Presses
from bot.ui.visit import Visit


def register(top: app_commands.Group, presses: Presses) -> None:
    """Add the command to those of the log, and the verb of its buttons."""
    command(show, "journal", "command.log.journal", parent=top)
    presses.on(pages.VERB)(press)


async def show(visit: Visit) -> None:
    """Show the journal of this channel's campaign, newest first."""
    await visit.hold()
    await _show(visit, await visit.campaign(), 1)


async def press(visit: Visit, key: Key) -> None:
    """Turn its pages."""
    await visit.hold()
    await _show(visit, await visit.campaign_named(key.part(0)), key.number(1) or 1)


async def _show(visit: Visit, campaign: Campaign, page: int) -> None:
    found = await visit.moderator.journals.page(
        campaign.id, visit.person_id, page=page, per_page=pages.PER_PAGE
    )
    await visit.show(pages.page(found, visit.words))

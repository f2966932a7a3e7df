"""``/figures``: what somebody has played to its end; always private.

Others see of a person what that person lets them, in each server by itself. A press changes what
its presser shows, whoever the page was made for.
"""

from __future__ import annotations

from typing import Optional

import discord

from bot.cogs.building import ANYWHERE, Commands, command
from bot.letters import figures as pages
from bot.letters import naming
from bot.letters.figures import VERB
from bot.letters.keys import Key
from bot.ui.attendance import name_of
from bot.ui.presses import Presses
from bot.ui.visit import Visit


def register(commands: Commands, presses: Presses) -> None:
    """Add the command, and the verb of its page."""
    commands.add_command(command(figures, "figures", "command.figures", contexts=ANYWHERE))
    presses.on(VERB)(press)


async def figures(
    visit: Visit,
    person: Optional[discord.User] = None,  # noqa: UP045 - as Discord's options are written here
) -> None:
    """Show one's own figures, or those of somebody who lets others of this server see them."""
    await visit.hold()
    if person is None or person.id == visit.person_id:
        await _own(visit)
    else:
        await _of(visit, person)


async def press(visit: Visit, key: Key) -> None:
    """Show one's own figures to others of this server, or hide them; or go on counting."""
    await visit.hold()
    door = visit.moderator.figures
    if key.part(0) == "show":
        await door.show(visit.guild_id, visit.person_id)
    elif key.part(0) == "hide":
        await door.hide(visit.guild_id, visit.person_id)
    await _own(visit)


async def _own(visit: Visit) -> None:
    own = await visit.moderator.figures.own(visit.person_id, visit.interaction.guild_id)
    await visit.show(pages.own_page(own, visit.moderator.games, visit.words))


async def _of(visit: Visit, person: discord.User | discord.Member) -> None:
    """Show what somebody else lets the others of this server see."""
    door, guild_id = visit.moderator.figures, visit.guild_id
    who = naming.introduced(person.id, name_of(person))
    if not isinstance(person, discord.Member):
        # Discord names no member of that account. Whoever has left shows nothing here any more.
        if await visit.bot.attendance.is_gone(guild_id, person.id):
            await door.hide(guild_id, person.id)
        await visit.tell("figures.not_here", person=who)
        return
    found = await door.shown(guild_id, person.id)
    if found is None:
        await visit.tell("figures.not_shown", person=who)
        return
    await visit.show(pages.page_of(who, found, visit.moderator.games, visit.words))

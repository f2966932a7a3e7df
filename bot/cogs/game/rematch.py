"""A rematch: the same game again, the sides changed, from the post that looks back on the last."""

from __future__ import annotations

import discord

from bot.cogs.game import servers
from bot.cogs.game.rights import require_rights
from bot.letters import naming, panels
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.moderator import Campaign
from bot.moderator.lobby.rematches import seat_of_rematch
from bot.text import words_for
from bot.ui.presses import Presses
from bot.ui.visit import Visit

MOST_CALLED = 20
"""People who are called to a rematch."""


def register(presses: Presses) -> None:
    """Add the verb of the button."""
    presses.on("rematch")(press_rematch)


async def press_rematch(visit: Visit, key: Key) -> None:
    """Open the rematch in this channel, seat whoever pressed, and call the others.

    Refusals are private; the offer is for all, with a button for every side.
    """
    last = await visit.campaign_named(key.part(0))
    require_rights(visit)
    opened = await visit.moderator.rematches.open(
        last.id,
        visit.person_id,
        channel_id=visit.channel_id,
        within=visit.within,
        unlimited=servers.manages(visit),
        called=visit.called,
    )
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    page = _offer(visit, last, opened)
    await visit.interaction.response.send_message(
        view=page.view(),
        allowed_mentions=discord.AllowedMentions(
            users=[discord.Object(person) for person in _called(visit, last)]
        ),
    )


def _offer(visit: Visit, last: Campaign, opened: Campaign) -> Page:
    words = words_for(last.language, visit.game)
    seat, me = opened.seat_of(visit.person_id), naming.named(visit.person_id, visit.called)
    texts: list[str] = [words.bot("rematch.offered", who=me, name=opened.name)]
    if seat is not None:
        texts.append(words.bot("rematch.seat", who=me, seat=words.seat(seat)))
    called = _called(visit, last)
    for person in called:
        was = last.seat_of(person)
        now = None if was is None else seat_of_rematch(last, was)
        if now is not None:
            texts.append(
                words.bot("rematch.call", who=naming.mention(person), seat=words.seat(now))
            )
    return Page(texts, panels.join_buttons(opened, words))


def _called(visit: Visit, last: Campaign) -> list[int]:
    people = [person for seated in last.seats.values() for person in seated]
    return [person for person in people if person != visit.person_id][:MOST_CALLED]

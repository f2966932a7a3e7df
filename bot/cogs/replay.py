"""``/replay``: a turn, or the whole game, as a film; privately, or for everybody in the channel."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Optional

import discord
from discord import app_commands

from bot.cogs.building import Commands, command
from bot.courier.replays import Wish
from bot.letters.endings import film_image
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.moderator import Campaign, Complaint
from bot.moderator.looking.scenes import Scene
from bot.text import Words, words_for
from bot.ui.presses import Presses
from bot.ui.visit import Visit
from engine.api import Term

Number = app_commands.Range[int, 1, 9999]

MOST_NAMED = 12
"""Scenes that are named where they cannot be shown."""
PATIENCE = 3.0
"""Seconds after which it is said that the film is being made."""


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verb of its button."""
    commands.add_command(command(replay, "replay", "command.replay"))
    presses.on("replay")(press_replay)


async def replay(
    visit: Visit,
    turn: Optional[Number] = None,  # noqa: UP045 - a Range has no "|"
    here: bool = False,
) -> None:
    """Show how a turn or the whole game went, phase by phase, as the person's side sees it.

    *here*: for everybody in the channel, as everybody sees it; only who plays may ask for that.
    """
    if not here:
        await visit.hold()
        await _show(visit, await visit.campaign(), turn)
        return
    campaign = await visit.campaign()
    look = await visit.look(campaign)
    if look.seat is None:
        raise Complaint("campaign.not_a_player")
    # What is wrong is said privately, before anything is said to all.
    await visit.moderator.scenes.of(campaign.id, None, turn)
    visit.bot.replays.require_free(visit.person_id)
    await visit.interaction.response.defer(thinking=True)
    visit.acknowledged()
    await _play(visit, Wish(campaign.id, None, turn, campaign.language, campaign.theme))


async def press_replay(visit: Visit, key: Key) -> None:
    """Show the whole game by button, or a turn."""
    await visit.hold()
    await _show(visit, await visit.campaign_named(key.part(0)), key.number(1) or None)


async def _show(visit: Visit, campaign: Campaign, turn: int | None) -> None:
    look = await visit.look(campaign)
    theme = await visit.theme(campaign)
    await _play(visit, Wish(campaign.id, look.seat, turn, visit.language, theme))


async def _play(visit: Visit, wish: Wish) -> None:
    """Answer with the film; where it takes longer, say meanwhile that it is being made."""
    making = asyncio.ensure_future(visit.bot.replays.of(visit.moderator, wish, visit.person_id))
    try:
        await asyncio.wait({making}, timeout=PATIENCE)
        if not making.done():
            page = Page([visit.words.bot("replay.making")])
            await visit.interaction.edit_original_response(view=page.view())
        made = await making
    finally:
        making.cancel()  # whoever cannot be answered waits for nothing
    if made is None:
        raise Complaint("replay.none")
    words = words_for(wish.language, visit.game)
    title = "replay.whole" if wish.turn is None else "replay.turn"
    campaign = await visit.moderator.reader.campaign(wish.campaign)
    name, turn = campaign.name, wish.turn or 0
    image = film_image(made.film, words.plain.bot(title, name=name, turn=turn), words)
    texts = [words.bot(title, name=name, turn=turn), "-# " + words.bot("replay.last")]
    if made.hidden:
        texts.append(words.bot("replay.hidden", phases=words.join(_named(made.hidden, words))))
    page = Page(texts, (), image)
    await visit.interaction.edit_original_response(
        view=page.view(),
        attachments=[image.file()],
        allowed_mentions=discord.AllowedMentions.none(),
    )


def _named(scenes: Sequence[Scene], words: Words) -> list[str]:
    """Name scenes by turn and phase, so many of them that they are read."""
    said = [
        words.bot("replay.heading", turn=one.turn, phase=words.say(Term("phase", one.phase)))
        if one.phase
        else words.bot("replay.beginning", turn=one.turn)
        for one in scenes
    ]
    return [*said[: MOST_NAMED - 1], "…", said[-1]] if len(said) > MOST_NAMED else list(said)

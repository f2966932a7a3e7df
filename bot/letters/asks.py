"""The question whether somebody may take a seat, and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.letters import naming
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import STYLES, Pressable, button
from bot.letters.sentences import mention_channel
from bot.text import Raw, Words, words_for
from engine.api import Game

if TYPE_CHECKING:
    from bot.moderator.api import Ask, Campaign


def ask(campaign: Campaign, asked: Ask, *, game: Game[Any, Any], language: str) -> Letter:
    """Return the question whether somebody may take a seat, with buttons for the answer."""
    words = words_for(language, game)
    return Letter(lay_out((), [ask_text(campaign, asked, words)], ask_items(asked, words)))


def ask_text(campaign: Campaign, asked: Ask, words: Words) -> str:
    """Say who asks for which seat, and what it would mean."""
    held = bool(campaign.seats.get(asked.seat))
    code = "ask.held" if held else "ask.empty"
    at = Raw("")
    if asked.opens is not None:
        code = "ask.deserted_early" if asked.early else "ask.deserted"
        at = naming.moment(asked.opens)
    elif asked.vacant:
        code = "ask.vacant"
    elif asked.back:
        code = "ask.back"
    said = words.bot(
        code,
        person=naming.introduced(asked.person_id, asked.name),
        seat=words.seat(asked.seat),
        campaign=campaign.name,
        channel=mention_channel(campaign.channel_id),
        at=at,
    )
    if not asked.came_in:
        return said
    return f"{said}\n-# {words.bot('ask.credit', n=asked.came_in)}"


def ask_items(asked: Ask, words: Words) -> list[Pressable]:
    """Return the buttons that answer it."""
    plain = words.plain
    items: list[Pressable] = []
    if not asked.early:
        label = plain.bot("button.admit")
        items.append(button(label, "admit", asked.campaign_id, asked.id, style=STYLES.success))
    items.append(button(plain.bot("button.turn_away"), "turnaway", asked.campaign_id, asked.id))
    return items

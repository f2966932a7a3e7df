"""Buttons that several messages share: to act, to plan, to see odds and the key of the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.letters import questions
from bot.letters.parts import STYLES, Link, Pressable, button, link
from bot.text import Words
from engine.api import Decision

if TYPE_CHECKING:
    from bot.moderator.api import Campaign

MOST_QUESTIONS = 3
"""Decisions of one message that get their own buttons; "Act" serves the others."""


def question_items(
    campaign: Campaign, decisions: Sequence[Decision], words: Words
) -> list[Pressable]:
    """Return the buttons and menus that answer people's open decisions directly."""
    items: list[Pressable] = []
    asked = [decision for decision in decisions if decision.seat not in campaign.computer]
    for decision in asked[:MOST_QUESTIONS]:
        items.extend(questions.choice_items(campaign, decision, words))
    return items


def act_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that offers what its reader can do."""
    return button(words.plain.bot("button.act"), "act", campaign.id, emoji="✍️")


def plan_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that opens one's planning page."""
    label = words.plain.bot("button.plan")
    return button(label, "plan", campaign.id, style=STYLES.primary, emoji="🗒️")


def undo_button(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return the button that offers to take back what was just done, where that may be."""
    if campaign.undo == "never" or campaign.lesson or campaign.status != "playing":
        return []
    return [button(words.plain.bot("button.go_back"), "goback", campaign.id, emoji="↩️")]


def odds_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that asks for odds."""
    return button(words.plain.bot("button.odds"), "odds", campaign.id, emoji="🎲")


def key_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that tells privately what a map's marks mean and everybody on it."""
    return button(words.plain.bot("button.key"), "key", campaign.id, emoji="🔑")


def channel_link(campaign: Campaign, words: Words) -> Link:
    """Return what leads to where a campaign is played, from anywhere."""
    label = words.plain.bot("button.to_table", name=campaign.name)
    return link(label, f"https://discord.com/channels/{campaign.guild_id}/{campaign.channel_id}")

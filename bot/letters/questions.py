"""Buttons and menus that answer a pending decision with one press."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.letters.keys import short
from bot.letters.parts import (
    MENU_SIZE,
    ROW_SIZE,
    STYLES,
    MenuLine,
    Pressable,
    button,
    menu,
)
from bot.moderator.api import ROLL_DICE
from bot.text import Words
from engine.api import Choice, Decision

if TYPE_CHECKING:
    from bot.moderator.api import Campaign, Look


def choice_items(campaign: Campaign, decision: Decision, words: Words) -> list[Pressable]:
    """Return what answers *decision* directly: up to five buttons, or a menu.

    A menu of more than 25 choices shows the first ones and a button for all of them. The keys hold
    the decision's name and the place of the choice in it; both are looked up again at the press.
    """
    plain = words.plain
    if decision.code == ROLL_DICE:
        name, label = name_of(campaign, decision), plain.bot("button.enter_dice")
        return [button(label, "dicebox", campaign.id, name, style=STYLES.primary, emoji="🎲")]
    if not decision.choices:
        return []
    if len(decision.choices) <= ROW_SIZE:
        return choice_buttons(campaign, decision, words, range(len(decision.choices)))
    items = [choice_menu(campaign, decision, words, 0)]
    if len(decision.choices) > MENU_SIZE:
        name = name_of(campaign, decision)
        items.append(button(plain.bot("button.more_choices"), "choices", campaign.id, name, 0))
    return items


def in_order(look: Look, decision: Decision) -> list[int]:
    """Return a decision's choices by their places, in the order in which its seat reads them.

    Those that this side alone has come first: with them it does something.
    """
    known = next((one for one in look.decisions if one.key == decision.key), decision)
    own, several = len(known.choices), range(len(decision.choices))
    return [*several[own:], *several[:own]]


def choice_buttons(
    campaign: Campaign, decision: Decision, words: Words, places: Iterable[int]
) -> list[Pressable]:
    """Return a button for each of a decision's choices, by their places among them."""
    found: list[Pressable] = []
    for place in places:
        choice = decision.choices[place]
        style = STYLES.danger if choice.danger else STYLES.primary
        label = words.plain.say(choice)
        name = name_of(campaign, decision)
        found.append(button(label, "do", campaign.id, name, place, style=style))
    return found


def choice_menu(campaign: Campaign, decision: Decision, words: Words, page: int) -> Pressable:
    """Return the menu of one page of a decision's choices."""
    first = page * MENU_SIZE
    shown = decision.choices[first : first + MENU_SIZE]
    hint = words.plain.say(decision)
    name = name_of(campaign, decision)
    return menu(_entries(shown, first, words), "pick", campaign.id, name, page, hint=hint)


def _entries(choices: Iterable[Choice], first: int, words: Words) -> Iterable[MenuLine]:
    for number, choice in enumerate(choices, start=first):
        yield MenuLine(str(number), words.plain.say(choice))


NO_DECISION = "-"
"""Stands in a custom id where a decision's name could stand."""


def name_of(campaign: Campaign, decision: Decision | None) -> str:
    """Return the name of a decision for a custom id."""
    return NO_DECISION if decision is None else short(campaign.on_branch(decision.key))


def find(campaign: Campaign, decisions: Iterable[Decision], name: str) -> Decision | None:
    """Return the open decision that a custom id names, or ``None`` when it is settled.

    It is settled too where the campaign went back to an earlier position since.
    """
    for decision in decisions:
        if name_of(campaign, decision) == name:
            return decision
    return None

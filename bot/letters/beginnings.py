"""What is said of the position that a campaign is to begin from, where everybody reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from bot.letters import naming
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import STYLES, Pressable, button
from bot.moderator.api import Campaign
from bot.text import Raw, Words, words_for
from engine.api import Game, Start

LOOK = "beginlook"
"""Verb of the button that shows the position; behind it the campaign, and a page of the list."""
CONFIRM = "beginok"
"""Verb of the button by which a side confirms it; behind it the campaign, and the position."""
OPEN = "beginopen"
"""Verb of the button that opens the page on which it is put together; behind it the campaign."""


def start_of(campaign: Campaign, game: Game[Any, Any], words: Words) -> Raw:
    """Say where a campaign is to begin; where its game no longer knows that, by its key."""
    assert campaign.beginning is not None
    labels = {one.key: one.label for one in _starts(campaign, game)}
    label = labels.get(campaign.beginning.start)
    return Raw(campaign.beginning.start) if label is None else words.say(label)


def lines(campaign: Campaign, game: Game[Any, Any], words: Words) -> list[str]:
    """Say from what position a campaign begins, who has confirmed it and who has still to."""
    begins = campaign.beginning
    if begins is None:
        return []
    start = start_of(campaign, game, words)
    found: list[str] = [words.bot("beginning.line", start=start, n=begins.corrections)]
    if begins.confirmed:
        names = [
            words.bot("beginning.by", seat=words.seat(seat), who=_who(campaign, person))
            for seat, person in begins.confirmed.items()
        ]
        found.append(words.bot("beginning.confirmed_by", names=words.join(names)))
    found += wanting(campaign, words)
    return ["\n".join(found)]


def wanting(campaign: Campaign, words: Words) -> list[str]:
    """Say which sides have still to confirm the position; nothing where none has."""
    begins = campaign.beginning
    if begins is None or not begins.wanting:
        return []
    seats = words.join([words.seat(seat) for seat in begins.wanting])
    return [words.bot("beginning.wanting", seats=seats)]


def told(
    campaign: Campaign, pings: Sequence[int], *, game: Game[Any, Any], changed: bool
) -> Letter:
    """Return the word to a table that sides are to confirm a position, with the way to see it.

    Args:
        campaign: Where.
        pings: The people to notify: of the sides that have still to confirm it.
        game: The rules it is played by.
        changed: Whether it is in place of another.
    """
    words = words_for(campaign.language, game)
    code = "beginning.told_changed" if changed else "beginning.told"
    texts = [words.bot(code, start=start_of(campaign, game, words)), *wanting(campaign, words)]
    if pings:
        texts.append(" ".join(naming.mention(one) for one in pings))
    return Letter(lay_out((), ["\n".join(texts)], [look_button(campaign, words)]), (), tuple(pings))


def _who(campaign: Campaign, person: int | None) -> Raw:
    return Raw("?") if person is None else naming.named(person, campaign.names.get(person))


def buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return what shows the position to everybody, and lets a side confirm it."""
    begins, plain = campaign.beginning, words.plain
    if begins is None:
        return []
    found = [look_button(campaign, words)]
    if begins.wanting:
        label = plain.bot("beginning.button.confirm")
        found.append(button(label, CONFIRM, campaign.id, begins.id, style=STYLES.success))
    return found


def look_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that shows the position to whoever presses it."""
    return button(words.plain.bot("beginning.button.look"), LOOK, campaign.id, 1, emoji="📍")


def open_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button by which its creator says from what position a campaign begins."""
    code = "beginning.button.open" if campaign.beginning is None else "beginning.button.change"
    return button(words.plain.bot(code), OPEN, campaign.id, emoji="📍")


def may_open(campaign: Campaign, game: Game[Any, Any], person_id: int) -> bool:
    """Say whether somebody may say from what position a campaign begins."""
    if campaign.status != "open" or campaign.creator_id != person_id or campaign.lesson:
        return False
    return bool(_starts(campaign, game))


def _starts(campaign: Campaign, game: Game[Any, Any]) -> tuple[Start, ...]:
    """Return where a campaign may begin; nowhere else where its settings are read no more."""
    try:
        settings = game.settings_model.model_validate(dict(campaign.settings))
    except ValidationError:
        return ()
    return game.starts(settings)

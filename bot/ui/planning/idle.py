"""Who could still act behind a plan: told before a turn is ended, by name while there is room."""

from __future__ import annotations

from typing import Final

from bot.letters.telling import MENU_PHONE, PHONE
from bot.text import Words
from bot.ui.dialogue.fields import items_of
from bot.ui.planning.labels import labels, of_who
from bot.ui.planning.planned import Planned

MOST_IDLE: Final = 5
"""Who could still act, told by name; of the rest, that there are others."""
MOST_BESIDE: Final = 2
"""The same in the line that stands on the page itself."""


def idle_line(planned: Planned, words: Words) -> list[str]:
    """Say in a line who could still act, where anybody could."""
    named = _named(planned, words, MOST_BESIDE, PHONE)
    return [f"-# {words.bot('plan.idle')} {', '.join(named)}"] if named else []


def idle_lines(planned: Planned, words: Words) -> list[str]:
    """Say who could still act, a line each, where anybody could."""
    named = _named(planned, words, MOST_IDLE, MENU_PHONE)
    return [words.bot("plan.idle"), *(f"• {name}" for name in named)] if named else []


def _named(planned: Planned, words: Words, most: int, limit: int) -> list[str]:
    """Return who could act, of a stack no part besides; and that there are others."""
    told = set[str]()
    able = []
    for one in planned.acting.free:
        items = {*items_of(one.who.value)}
        if not items & told:
            able.append(one)
            told |= items
    named = labels([of_who(one) for one in able[:most]], words, limit)
    return [*named, words.bot("plan.idle.more")] if len(able) > most else named

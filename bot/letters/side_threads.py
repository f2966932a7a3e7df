"""The private thread of a seat: its name, and its only message, which says who can read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.text import Words, cut
from engine.api import Term

if TYPE_CHECKING:
    from bot.moderator.api import Campaign
    from engine.api import Seat

_NAME_LIMIT: Final = 100


def name(campaign: Campaign, seat: Seat, words: Words) -> str:
    """Return what the thread of a seat is called."""
    plain = words.plain
    return cut(plain.bot("side.name", name=campaign.name, seat=plain.seat(seat)), _NAME_LIMIT)


def first_words(campaign: Campaign, seat: Seat, words: Words) -> str:
    """Return the one message that the bot writes there."""
    return words.bot("side.first", name=campaign.name, seat=Term("seat", seat))

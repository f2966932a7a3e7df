"""Rolls in words: what they were for, and who entered them where a table rolls its own dice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.words import Words
from engine.api import Seat
from engine.dice import Roll


def purpose_of(purpose: str) -> str:
    """Return what dice are rolled for, by the game's own short name for it, which is English."""
    return purpose.replace("_", " ").replace(".", " ")


def entered_by(rolls: Sequence[Roll]) -> tuple[Seat, ...]:
    """Return who entered the open dice of an action, each once; "" is the bot, which rolled some.

    Empty where nothing was entered at all: at most tables the bot rolls, and nobody says so.
    """
    seats = tuple(dict.fromkeys(one.entered for one in rolls if not one.secret))
    return seats if any(seats) else ()


def entered_lines(seats: Sequence[Seat], words: Words) -> list[str]:
    """Say who entered dice; "" among the *seats* is the bot, where time had run out."""
    named = [words.seat(one) for one in seats if one]
    lines: list[str] = [words.bot("dice.entered", seats=words.join(named))] if named else []
    if "" in seats:
        lines.append(words.bot("dice.rolled_by_bot"))
    return lines

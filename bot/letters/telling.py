"""Lines of one menu told apart as a phone shows them: what all begin with, and letters of ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

from bot.text import cut, told_apart

PHONE: Final = 38
"""Characters of a button that a phone shows."""
MENU_PHONE: Final = 60
"""Characters of a menu's line that a phone shows, in two rows."""
SHARED: Final = 12
"""Letters that shared words have at least, where no part of a sentence ends with them."""
REST: Final = 3
"""Letters of a line that are left at least, so that it still says something."""
LONGEST: Final = 80
"""Letters of what goes into a heading at most: more of it a heading would not show."""
_ENDS: Final = (": ", " · ")
"""What ends a part of a sentence that stands by itself."""


def headed(lines: Sequence[str]) -> tuple[str, list[str]]:
    """Return what all of several lines begin with, in whole words, and the lines without it.

    It is "" where that is little, or where hardly anything would be left of a line.
    """
    begin = _beginning(lines) if len(lines) > 1 else ""
    while begin := begin[: _last_end(begin)]:
        apart = begin.endswith(_ENDS) or len(begin) >= SHARED
        if apart and len(begin) <= LONGEST and all(len(one) - len(begin) >= REST for one in lines):
            return begin, [line[len(begin) :] for line in lines]
        begin = begin[:-1]
    return "", list(lines)


def _beginning(lines: Sequence[str]) -> str:
    """Return the letters that all lines begin with: those of the first and last by the alphabet."""
    first, last = min(lines), max(lines)
    apart = (n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return first[: next(apart, len(first))]


def _last_end(text: str) -> int:
    """Return where the last whole word of a text ends, with the blank behind it; 0 for none."""
    return text.rfind(" ") + 1


def letters_of(lines: Sequence[str], buttons: int = 0) -> tuple[str, ...]:
    """Return a letter for each line that would read like another once it is cut, "" for the others.

    They are A, B, C ... down the menu: no two have the same.

    Args:
        lines: The lines of a menu, at length.
        buttons: So many of the first ones have a button of their own.
    """
    shown = told_apart(lines, MENU_PHONE), told_apart(lines[:buttons], PHONE)
    tied = {
        place for texts in shown for place, text in enumerate(texts) if Counter(texts)[text] > 1
    }
    letters = iter(ascii_uppercase)
    return tuple(next(letters, "") if place in tied else "" for place in range(len(lines)))


def on_buttons(lines: Sequence[str], letters: Sequence[str]) -> list[str]:
    """Return what buttons of lines say: cut to a phone's width, no two alike."""
    short = [f"{letter} · " if letter else "" for letter in letters]
    apart = told_apart(lines, PHONE - max(map(len, short), default=0))
    return [begin + line for begin, line in zip(short, apart, strict=True)]


def in_menu(lines: Sequence[str], letters: Sequence[str], limit: int) -> list[str]:
    """Return what lines of a menu say within *limit*, no two alike to where a phone cuts them."""
    apart, short = told_apart(lines, limit), told_apart(lines, MENU_PHONE)
    alike = Counter(cut(line, MENU_PHONE) for line in apart)
    return [
        cut(f"{letter} · {line}", limit)
        if letter
        else (told if alike[cut(line, MENU_PHONE)] > 1 else line)
        for line, told, letter in zip(apart, short, letters, strict=True)
    ]

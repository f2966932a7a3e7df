"""Which of many options a person means who has typed a few letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from bot.text import told_apart

MOST = 25
LIMIT = 100


def plain(text: str) -> str:
    """Return *text* without case and accents, for comparison."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def best(
    options: Sequence[tuple[str, str]], typed: str, *, shown_from: int = 0
) -> list[tuple[str, str]]:
    """Return the options (value, label) that match, best first, at most 25, none too long.

    Every word typed must occur somewhere in value or label. Those that begin with what was typed
    go first; otherwise the order, which is the game's, stays.

    Args:
        options: Values and labels, best first.
        typed: What stands in the field.
        shown_from: Where in values and labels the part begins that was typed just now.
    """
    words = plain(typed).split()
    start = " ".join(words)
    found: list[tuple[int, int, str, str]] = []
    for place, (value, label) in enumerate(options):
        if not 0 < len(value) <= LIMIT:
            continue
        own, name = plain(value[shown_from:]), plain(label[shown_from:])
        if all(word in own or word in name for word in words):
            rank = 0 if own == start else 1 if own.startswith(start) else 2
            rank = min(rank, 1) if name.startswith(start) else rank
            found.append((rank, place, value, label))
    found.sort()
    unique: dict[str, str] = {}
    for _, _, value, label in found:
        unique.setdefault(value, label or value)
        if len(unique) == MOST:
            break
    return list(zip(unique, told_apart(list(unique.values()), LIMIT), strict=True))

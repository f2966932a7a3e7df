"""Text that came from people, made harmless before it stands in a message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 200
"""Characters of one quoted value; nobody reads more of a wrong input than this."""

SHORTEST_WORD = 3
"""Letters that are left of a word that is abbreviated."""

_LONG = re.compile(rf"[^\W\d_]{{{SHORTEST_WORD + 2},}}(?![.\w])")
_SPECIAL = re.compile(r"([\\*_~`|<>\[\]()#])")
_LINK = re.compile(r":(?=//)")
_LEADING = re.compile(r"^([-+]|\d+\.)(?=\s)")
_MENTION = re.compile(r"@(?=\S)")
_BLANK = re.compile(r"\s+")

# Format characters (zero width, direction overrides) hide or reorder text; the joiner stays,
# since composed emoji are made with it.
_KEPT_FORMAT = {"\u200d"}


class Raw(str):
    """Text that is ready to stand in a message: made by this package, nothing to escape."""

    __slots__ = ()


def clean(text: str, limit: int = LONGEST) -> str:
    """Return *text* on one line, without control characters, at most *limit* characters long."""
    # Cut before looking at each character: the input may be as long as a novel.
    short = text[: limit * 4]
    kept = "".join(
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c
        for c in short
        if c in _KEPT_FORMAT or unicodedata.category(c) not in {"Cf", "Cs"}
    )
    return cut(_BLANK.sub(" ", kept).strip(), limit)


def cut(text: str, limit: int) -> str:
    """Return *text*, shortened to *limit* characters with an ellipsis where it is longer."""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rstrip() + "…" if limit > 0 else ""


def abbreviated(text: str, limit: int) -> str:
    """Return *text* with its longest words shortened until it fits, or as far as that goes.

    The first word stays, which is a verb, and so does what has a number in it.
    """
    while (over := len(text) - limit) > 0:
        later = [one for one in _LONG.finditer(text) if one.start() > text.find(" ")]
        longest = max(later, key=lambda one: len(one[0]), default=None)
        if longest is None:
            break
        kept = max(SHORTEST_WORD, len(longest[0]) - over - 1)
        text = f"{text[: longest.start() + kept]}.{text[longest.end() :]}"
    return text


def told_apart(texts: Sequence[str], limit: int) -> list[str]:
    """Return *texts* cut to *limit*, those that would be cut to the same by what they differ in.

    They keep how they begin, shortened, and go on from the word where they part.
    """
    short = [cut(text, limit) for text in texts]
    shown = list(short)
    for one in {text for text in short if short.count(text) > 1}:
        alike = [place for place, text in enumerate(short) if text == one]
        letters = zip(*(texts[place] for place in alike), strict=False)
        begin = next((n for n, here in enumerate(letters) if len({*here}) > 1), limit)
        for place in alike:
            text = texts[place]
            if len(text) > limit:
                part = text[text.rfind(" ", 0, min(begin, len(text) - 1)) + 1 :]
                shown[place] = cut(cut(text, limit // 2) + " " + part, limit)
    return shown


def escape(text: str, limit: int = LONGEST) -> str:
    """Return *text* so that Discord shows it literally: no markdown, no mention, no link."""
    shown = _SPECIAL.sub(r"\\\1", clean(text, limit))
    shown = _LEADING.sub(r"\\\1", shown)
    return _MENTION.sub("@\u200b", _LINK.sub(r"\\:", shown))

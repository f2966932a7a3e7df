"""What a page must say of whatever cannot be done: why, by which clause, and what leads on."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bot.letters.keys import decode
from bot.letters.pages import Page
from bot.text import Words
from bot.ui.faults import WAITS

NO = "⛔"
CLAUSE = re.compile(r"\*\([^)]+\)\*$")
ENTRY = re.compile(rf"(?:\d+\. )(?:{NO}|{WAITS})")
"""An entry of a plan that cannot be done."""
REASON = re.compile(rf"^(?:-# )?(?:{NO}|{WAITS}) (?P<why>.+)$")
ANSWERING = frozenset(("do", "pick", "choices", "kind", "kinds", "fill"))
"""Verbs of what answers a question."""
WRONG, LEAST = "⚠️", 24
"""Begins what the bot itself cannot do; so long is a sentence that says why."""
SHORTEST = 12
"""Characters of a reason: a bare no has less."""
BARE = {
    "en": re.compile(
        r"^(that |it |this )?(is|isn't|is not|not) (allowed|legal|possible)\b.{0,12}$",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"^(eso |esto )?no (se puede|es posible|está permitido|es legal)\.?$", re.IGNORECASE
    ),
}


def unexplained(
    text: str, verbs: Collection[str], language: str, forms: Sequence[str] | None = ()
) -> list[str]:
    """Return what on a page says no and does not say why.

    Args:
        text: All its words.
        verbs: What its buttons and menus do.
        language: Of its words.
        forms: Reasons on it that have no clause, being about how something is written; ``None``
            where it is not known which they are, and no clause is looked for.
    """
    found, lines = list[str](), text.splitlines()
    title = str(Words(language).bot("refused.title"))
    for number, line in enumerate(lines):
        follows = lines[number + 1] if number + 1 < len(lines) else ""
        if (line == title or ENTRY.match(line)) and REASON.match(follows) is None:
            found.append(f"no reason: {line} / {follows}")
        reason = REASON.match(line)
        if reason is not None:
            found += _wrong(reason["why"], language, forms)
    found += [
        f"a bare no: {line}" for line in lines if line.startswith(WRONG) and len(line) < LEAST
    ]
    if WAITS in text and not ANSWERING & {*verbs}:
        found.append(f"nothing that answers: {text[-300:]}")
    return found


def _wrong(why: str, language: str, forms: Sequence[str] | None) -> list[str]:
    """Return what is wrong with one reason."""
    said = CLAUSE.sub("", why).strip()
    if len(said) < SHORTEST or BARE[language].match(said):
        return [f"a bare no: {why}"]
    if forms is not None and said == why and not any(why.startswith(form) for form in forms):
        return [f"no clause: {why}"]
    return []


def verbs_of(page: Page) -> set[str]:
    """Return what the buttons and menus of a page do."""
    keys = (decode(str(getattr(one.item, "custom_id", ""))) for one in page.items)
    return {key.verb for key in keys if key is not None}

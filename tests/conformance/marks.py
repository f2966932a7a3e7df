"""Markdown: what must not be read as markup, and links inside a page."""

from __future__ import annotations

import re
from collections.abc import Collection

_MARKS = re.compile(r"([\\`*_<>\[\]|])")
_NAME = re.compile(r"\b[A-Z]+-[REH]\d+\b")


def cell(text: str) -> str:
    """Return text that means itself, in a paragraph or in a table."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def anchor(name: str) -> str:
    """Return the mark that :func:`link` leads to."""
    return f'<a id="{name}"></a>'


def link(name: str, text: str | None = None) -> str:
    """Return a link to a mark of the same page."""
    return f"[{text or name}](#{name})"


def linked(text: str, known: Collection[str]) -> str:
    """Return text that means itself, but in which names of known rulings lead to the index."""
    return _NAME.sub(lambda found: link(found[0]) if found[0] in known else found[0], cell(text))

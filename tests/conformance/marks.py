"""Markdown: what must not be read as markup, and links inside a page."""

from __future__ import annotations

import re

_MARKS = re.compile(r"([\\`*_<>\[\]|])")


def cell(text: str) -> str:
    """Return text that means itself, in a paragraph or in a table."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def anchor(name: str) -> str:
    """Return the mark that :func:`link` leads to."""
    return f'<a id="{name}"></a>'


def link(name: str, text: str | None = None) -> str:
    """Return a link to a mark of the same page."""
    return f"[{text or name}](#{name})"

"""The codec of custom ids: what a button, a menu or a dialogue is about, and nothing more.

A custom id carries names (campaign, decision, draft) and places in lists that those names fix. It
never carries values that would have to be believed: who presses, and whether it is still due, is
looked up when the press arrives.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

PREFIX = "adj"
LONGEST = 100
PATTERN = re.compile(rf"{PREFIX}:(?P<verb>[a-z]+)(?P<rest>(?::[^:]*)*)")

_PLAIN = "-._~!"
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Key:
    """A decoded custom id: a *verb* of :mod:`bot.ui.presses` and its operands."""

    verb: str
    parts: tuple[str, ...] = ()

    def part(self, index: int) -> str:
        """Return an operand, or "" where the id has none."""
        return self.parts[index] if index < len(self.parts) else ""

    def number(self, index: int) -> int:
        """Return an operand as a number; 0 where it is none (someone made the id up)."""
        text = self.part(index)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def encode(verb: str, *parts: str | int) -> str:
    """Return the custom id of a verb and its operands.

    Raises:
        ValueError: It would be longer than Discord allows: our bug, use :func:`short`.
    """
    text = ":".join((PREFIX, verb, *(quote(str(part), safe=_PLAIN) for part in parts)))
    if len(text) > LONGEST:
        raise ValueError(f"custom id of {len(text)} characters: {text}")
    return text


def decode(custom_id: str) -> Key | None:
    """Return what a custom id says, or ``None`` when it is not one of ours."""
    match = PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    rest = match["rest"]
    parts = rest[1:].split(":") if rest else []
    return Key(match["verb"], tuple(unquote(part) for part in parts))


def short(name: str) -> str:
    """Return *name*, or its fingerprint where it is long; equal names have equal results."""
    quoted = quote(name, safe=_PLAIN)
    if len(quoted) <= _LONGEST_NAME:
        return name
    return "!" + hashlib.blake2b(name.encode(), digest_size=12).hexdigest()

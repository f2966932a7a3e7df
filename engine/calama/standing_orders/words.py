"""The words of standing orders that are no types of piece, and how a person may type them."""

from __future__ import annotations

from engine.kit.parsing import folded

DEAREST, EASIEST = "dearest", "easiest"

TARGETS = (DEAREST, EASIEST)
"""Targets by what they are worth, and by how easily they are hit."""

ALWAYS, UNLESS_BEHIND, NEVER = "always", "unless_behind", "never"
TRUCES = (UNLESS_BEHIND, ALWAYS, NEVER)
"""What is answered to the end that is offered."""

_TYPED = {
    **{folded(word): word for word in (*TARGETS, *TRUCES)},
    "siempre": ALWAYS,
    "salvo si se va por detras": UNLESS_BEHIND,
    "salvo por detras": UNLESS_BEHIND,
    "nunca": NEVER,
    "worth most": DEAREST,
    "los mas valiosos": DEAREST,
    "mas valiosos": DEAREST,
    "valiosos": DEAREST,
    "easy": EASIEST,
    "los mas faciles": EASIEST,
    "mas faciles": EASIEST,
    "faciles": EASIEST,
}


def as_word(text: str) -> str:
    """Return the word that *text* means, "" if none."""
    return _TYPED.get(folded(text), "")

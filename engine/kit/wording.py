"""Small words that every game says: a refusal, a seat's name."""

from __future__ import annotations

from functools import lru_cache

from engine.api import Param, Refusal, Term


def refuse(code: str, rule: str, **params: Param) -> Refusal:
    """Return a refusal."""
    return Refusal(code, rule, params)


@lru_cache(maxsize=64)
def seat_term(seat: str) -> Term:
    """Return a seat as a word for a sentence."""
    return Term("seat", seat)


def inside(what: str) -> Refusal:
    """Return what no play and no correction can bring about, in words for developers."""
    return refuse("fault.inside", "", what=what)

"""Reading the parameters of an event: whose, which, and what the dice showed."""

from __future__ import annotations

from engine.api import Param, Term


def key_of(named: Param | None) -> str:
    """Return the key of a word; "" of anything else."""
    return named.key if isinstance(named, Term) else ""


def terms_of(named: Param | None) -> tuple[Term, ...]:
    """Return the words that a parameter holds, one or several."""
    if isinstance(named, Term):
        return (named,)
    return tuple(one for one in named if isinstance(one, Term)) if isinstance(named, tuple) else ()


def numbers_of(shown: Param | None) -> tuple[int, ...]:
    """Return the whole numbers that a parameter holds, one or several."""
    if isinstance(shown, int):
        return (shown,)
    if isinstance(shown, tuple) and not isinstance(shown, Term):
        return tuple(one for one in shown if isinstance(one, int))
    return ()

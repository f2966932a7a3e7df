"""Acts that read alike, told in one line: who did the same thing stands there together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from bot.text import Words
from engine.api import Event, Term

WHO: Final = ("who", "units", "unit", "phase")
"""What a sentence calls those who do something, or what it is done to: these come together."""


def joined(events: Iterable[Event], words: Words) -> Iterator[Event]:
    """Yield what happened, with acts that follow each other and differ in who did them as one.

    A game has a sentence for that (``event.<code>.joined``); without it they stay as they are.
    Among such acts the order of kinds is that of the first of each: five regiments that are
    replenished and the five columns that it takes are two lines. Nothing is left out: *n* counts
    all of them.
    """
    for together, run in groupby(events, key=lambda one: words.has(f"event.{one.code}.joined")):
        if not together:
            yield from run
            continue
        alike: dict[str, list[Event]] = {}
        for one in run:
            alike.setdefault(_apart(one), []).append(one)
        for same in alike.values():
            yield same[0] if len(same) == 1 else _as_one(same)


def _apart(event: Event) -> str:
    """Return all by which two acts differ so that they cannot share a line, sentences included."""
    rest = {name: value for name, value in event.params.items() if name not in {*WHO, "n"}}
    return repr((event.code, sorted(rest.items(), key=itemgetter(0))))


def _as_one(events: list[Event]) -> Event:
    """Return several acts as one, of all who did them."""
    first, params = events[0], dict(events[0].params)
    count = len(events)
    for name in WHO:
        if name in params:
            everybody = [item for one in events for item in _items(one.params[name])]
            everybody = [one for n, one in enumerate(everybody) if one not in everybody[:n]]
            params[name], count = tuple(everybody), len(everybody)
    return replace(first, code=f"{first.code}.joined", params={**params, "n": count})


def _items(value: Any) -> tuple[Any, ...]:
    """Return a list as it is, and a single name as a list of one."""
    return value if isinstance(value, tuple) and not isinstance(value, Term) else (value,)

"""Which campaign is worked on just now, and on which of its steps: for the lines of the log."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from contextvars import Context, ContextVar
from typing import Final, NamedTuple


class Place(NamedTuple):
    """A campaign, and the number of the action in its log that is done or told of, if it is one."""

    campaign: str
    step: int | None


_ABOUT: Final = "campaign %s"
"""Begins the sentences whose first value is a campaign's id."""

_PLACE: Final[ContextVar[Place | None]] = ContextVar("place", default=None)


@contextlib.contextmanager
def at_work(campaign: str, step: int | None = None) -> Iterator[None]:
    """Note that a campaign, or a step of it, is worked on inside."""
    before = _PLACE.set(Place(campaign, step))
    try:
        yield
    finally:
        _PLACE.reset(before)


def sit_at(campaign: str) -> None:
    """Note that the rest of what this task does is about a campaign."""
    _PLACE.set(Place(campaign, None))


def place() -> Place | None:
    """Return what is worked on here, if anything is."""
    return _PLACE.get()


def campaign_of(record: logging.LogRecord) -> str:
    """Return which campaign a line of the log is about, by itself or by where it is written.

    "" where it is about none.
    """
    said, here = record.__dict__, place()
    first = record.args[0] if isinstance(record.args, tuple) and record.args else ""
    named = first if str(record.msg).startswith(_ABOUT) else ""
    return str(said.get("campaign") or named or ("" if here is None else here.campaign))


def elsewhere(context: Context) -> Context:
    """Return a context when nothing is worked on in it any more: for what is begun from here."""
    context.run(_PLACE.set, None)
    return context

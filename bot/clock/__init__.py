"""Time, passed in. Only this module reads the wall clock; everything else is given a ``Clock``."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Gives the present instant, with its zone."""


def system_clock() -> datetime:
    """Return the present instant in UTC."""
    return datetime.now(UTC)


def to_ms(at: datetime) -> int:
    """Return *at* as the store keeps it: whole milliseconds since 1970, UTC."""
    return round(at.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    """Return the instant that :func:`to_ms` wrote."""
    return datetime.fromtimestamp(ms / 1000, UTC)

"""Values of which a test is asked with some in `make test`, and with all in `make test-long`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from bot.text import LANGUAGES


def seldom(values: Iterable[Any], usual: Collection[Any]) -> list[Any]:
    """Return the values for ``parametrize``; all but the *usual* ones are for the long tests.

    A value of several parameters is a tuple of them. What is usual must be among the values.
    """
    every = list(values)
    assert all(one in every for one in usual), usual
    return [_asked(one, is_long=one not in usual) for one in every]


def told(keys: Iterable[str]) -> pytest.MarkDecorator:
    """Ask ``key`` and ``language`` of each game: in `make test` in a language each, by turns."""
    names = tuple(keys)
    pairs = [(key, language) for key in names for language in LANGUAGES]
    usual = [(key, LANGUAGES[number % len(LANGUAGES)]) for number, key in enumerate(names)]
    return pytest.mark.parametrize(("key", "language"), seldom(pairs, usual))


def _asked(value: Any, *, is_long: bool) -> Any:
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.long) if is_long else value

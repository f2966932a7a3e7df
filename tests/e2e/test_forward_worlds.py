"""Worlds that came about by the rules, with other secrets of one seat: nobody else can tell.

Beside ``test_leaks``, where secrets are rewritten in states that came about with others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.forks import FORKS, PLANTED
from tests.support.forward import Fork, Lived, Noticed, Planted, live

pytestmark = pytest.mark.usefixtures("strict_texts")

every_fork = pytest.mark.parametrize(
    ("key", "fork"),
    [pytest.param(key, fork, id=f"{key}: {fork.name}") for key in FORKS for fork in FORKS[key]],
)


def compared(key: str, fork: Fork, record_property: Any) -> Lived:
    """Live through both worlds of a fork; what was compared stands in the report."""
    lived = live(key, fork)
    said = f"{lived.steps} steps, {lived.looks} looks, {lived.answers} answers"
    record_property("compared", f"{key}: {fork.name}: {said}")
    print(f"{key}: {fork.name}: {said}")
    return lived


@every_fork
def test_nobody_can_tell_the_worlds_apart(key: str, fork: Fork, record_property: Any) -> None:
    """Whatever anybody else gets is the same until the rules let the secret come out."""
    lived = compared(key, fork, record_property)
    assert lived.steps >= fork.least
    assert lived.secret
    assert fork.happens(*lived.last), "what is tried did not happen: other dice are needed"


@pytest.mark.long
@every_fork
def test_nobody_can_ever_tell_the_worlds_apart(key: str, fork: Fork, record_property: Any) -> None:
    """Nor for longer, with other dice, everything put into words more often."""
    for seed in (fork.seed, *fork.seeds):
        longer = replace(fork, seed=seed, steps=max(fork.steps, 120), words=6, whole=True)
        assert compared(key, longer, record_property).steps >= fork.least


@pytest.mark.parametrize(
    ("key", "leak"),
    [
        pytest.param(key, leak, id=f"{key}: {leak.name}", marks=() if not n else pytest.mark.long)
        for key in PLANTED
        for n, leak in enumerate(PLANTED[key])
    ],
)
def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch, key: str, leak: Planted) -> None:
    """Each leak that was there once, let in again, is found where it shows."""
    fork = next(one for one in FORKS[key] if one.name == leak.fork)
    leak.plant(monkeypatch)
    with pytest.raises(Noticed) as found:
        live(key, fork)
    for place in leak.shows:
        assert f"{place}: " in str(found.value), place

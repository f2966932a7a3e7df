"""Records are changed as the standard library would change them."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.records import changed


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A record with and without defaults."""

    name: str
    height: int
    near: tuple[str, ...] = ()
    held: dict[str, int] = dataclasses.field(default_factory=dict)


VALUES = st.fixed_dictionaries(
    {},
    optional={
        "name": st.text(),
        "height": st.integers(),
        "near": st.tuples(st.text()),
        "held": st.dictionaries(st.text(), st.integers()),
    },
)


@given(VALUES)
def test_it_is_what_replace_makes(values: dict[str, Any]) -> None:
    """Equal to it, of the same class, and the old one is as it was."""
    old = Place("hill", 3, ("river",), {"a": 1})
    new = changed(old, **values)
    assert new == dataclasses.replace(old, **values)
    assert hash(Place) == hash(type(new))
    assert old == Place("hill", 3, ("river",), {"a": 1})
    assert new is not old


@dataclasses.dataclass(frozen=True, slots=True)
class Alone:
    """A record of a single field."""

    name: str


def test_a_single_field_is_enough() -> None:
    """However few fields a record has, it is copied."""
    assert changed(Alone("hill"), name="river") == Alone("river")
    assert changed(Alone("hill")) == Alone("hill")


def test_what_is_no_field_is_refused() -> None:
    """A slip of a rule's author is no silent change."""
    with pytest.raises(TypeError, match="depth"):
        changed(Place("hill", 3), depth=1)


def test_it_stays_frozen() -> None:
    """A copy is as frozen as what it was made of."""
    copied, name = changed(Place("hill", 3)), "height"
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(copied, name, 4)

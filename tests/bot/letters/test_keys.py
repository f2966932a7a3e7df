"""Custom ids carry names, survive the way through Discord, and stay within its limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.letters.keys import Key, decode, encode, short

# Four of seven characters fit into an id even if each of them has to be quoted.
names = st.text(st.characters(codec="ascii", categories=("L", "N", "P")), max_size=7)


@given(st.lists(names, max_size=4))
def test_what_is_encoded_is_decoded(parts: list[str]) -> None:
    """Operands come back as they were, whatever characters they hold."""
    key = decode(encode("do", *parts))

    assert key is not None
    assert key.verb == "do"
    assert [key.part(i) for i in range(len(parts))] == parts


@given(st.text(max_size=120))
def test_anything_may_arrive(custom_id: str) -> None:
    """Ids of other makers are nobody's; no id makes the codec fail."""
    key = decode(custom_id)

    assert key is None or key.verb


def test_numbers_are_judged() -> None:
    """An operand that is no small number counts as 0."""
    key = Key("turn", ("7", "x", "9" * 30, "²"))

    assert [key.number(i) for i in range(5)] == [7, 0, 0, 0, 0]
    assert key.part(9) == ""


def test_too_long_an_id_is_an_error() -> None:
    """Discord takes 100 characters; the bot notices before Discord does."""
    with pytest.raises(ValueError, match="custom id"):
        encode("do", "x" * 120)


@given(st.text(min_size=1, max_size=300))
def test_short_names_fit_and_tell_apart(name: str) -> None:
    """A long name becomes a fingerprint that fits together with all other operands."""
    assert len(encode("choices", "a" * 8, short(name), 999)) <= 100
    assert short(name) == short(name)
    assert short(name) != short(name + "x")

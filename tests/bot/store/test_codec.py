"""What is stored comes back equal, and equal things are stored equal."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.store import codec
from bot.store.codec import rolls_in, rolls_out
from engine.api import Event, Term
from engine.dice import Roll

TEXTS = st.text(max_size=20)
PLAIN = st.one_of(TEXTS, st.integers(), st.fractions(), st.builds(Term, TEXTS, TEXTS))
PARAMS = st.dictionaries(
    TEXTS, st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3).map(tuple)), max_size=4
)
AUDIENCES = st.none() | st.frozensets(TEXTS, max_size=3)
PLAIN_EVENTS = st.builds(Event, TEXTS, TEXTS, PARAMS, AUDIENCES)
EVENTS = st.recursive(
    PLAIN_EVENTS,
    lambda others: st.builds(Event, TEXTS, TEXTS, PARAMS, AUDIENCES, others),
    max_leaves=3,
)
ROLLS = st.builds(
    Roll, TEXTS, st.integers(2, 100), st.lists(st.integers(1, 100)).map(tuple), st.booleans(), TEXTS
)


@given(st.lists(EVENTS, max_size=4).map(tuple))
def test_events_come_back(events: tuple[Event, ...]) -> None:
    """Terms stay terms, tuples stay tuples, the audience stays the audience."""
    back = codec.events_in(codec.events_out(events))

    assert back == events
    assert [_shape(e.params) for e in back] == [_shape(e.params) for e in events]


@given(st.lists(ROLLS, max_size=4).map(tuple))
def test_rolls_come_back(rolls: tuple[Roll, ...]) -> None:
    """Every die with its purpose."""
    assert codec.rolls_in(codec.rolls_out(rolls)) == rolls


def test_what_is_told_alike_to_all_is_written_as_ever() -> None:
    """Logs of all versions hold four values an event and three a roll: those stay so."""
    event = Event("landed", "2.2", {"n": 3}, frozenset({"red"}))
    roll = Roll("strokes", 6, (1, 2))

    assert codec.events_out([event]) == '[["landed","2.2",{"n":3},["red"]]]'
    assert codec.rolls_out([roll]) == '[["strokes",6,[1,2]]]'


@given(TEXTS, PARAMS)
def test_the_order_of_writing_does_not_show(code: str, params: dict[str, Any]) -> None:
    """Equal events give equal bytes."""
    turned = dict(reversed(list(params.items())))

    assert codec.events_out([Event(code, "", params)]) == codec.events_out(
        [Event(code, "", turned)]
    )


@given(st.text())
def test_states_come_back(text: str) -> None:
    """Whatever a game writes."""
    assert codec.unpack(codec.pack(text)) == text


def _shape(value: object) -> object:
    """Return *value* with the types that equality forgets (a term equals a pair)."""
    if isinstance(value, Term):
        return "term"
    if isinstance(value, tuple):
        return [_shape(item) for item in value]
    if isinstance(value, dict):
        return {key: _shape(item) for key, item in value.items()}
    return type(value)


def test_rolls_are_written_as_ever_and_entered_ones_say_by_whom() -> None:
    """What the bot rolled keeps its form, and its bytes in the chain; all come back equal."""
    rolls = (
        Roll("hit", 6, (3, 5)),
        Roll("draw", 9, (7,), secret=True),
        Roll("harm", 6, (2,), entered="red"),
    )
    text = rolls_out(rolls)
    assert text == '[["hit",6,[3,5]],["draw",9,[7],true],["harm",6,[2],false,"red"]]'
    assert rolls_in(text) == rolls

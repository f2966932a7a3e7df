"""A state as JSON and back."""

from __future__ import annotations

from functools import cache

from pydantic import TypeAdapter, ValidationError

from engine.errors import CorruptState
from engine.war_of_the_pacific.state import State


@cache
def _adapter() -> TypeAdapter[State]:
    return TypeAdapter(State)


def dump(state: State) -> str:
    """Return *state* as JSON; equal states give equal text."""
    return _adapter().dump_json(state).decode()


def load(text: str) -> State:
    """Return the state that :func:`dump` wrote.

    Raises:
        CorruptState: when *text* is no such state.
    """
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CorruptState(f"not a game of War of the Pacific: {where}: {first['msg']}") from None

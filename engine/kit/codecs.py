"""States as JSON and back, for games whose state is a tree of dataclasses."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from engine.errors import CorruptState

S = TypeVar("S")


class Codec(Generic[S]):
    """Writes and reads the states of one game system."""

    def __init__(self, model: type[S], title: str) -> None:
        """Make a codec; what it takes to read is built when first needed.

        Args:
            model: The state's dataclass.
            title: The game's name, for errors.
        """
        self._model = model
        self._title = title

    @cached_property
    def _adapter(self) -> TypeAdapter[S]:
        return TypeAdapter(self._model)

    def dump(self, state: S) -> str:
        """Return *state* as JSON; equal states give equal text."""
        return self._adapter.dump_json(state).decode()

    def load(self, text: str) -> S:
        """Return the state that :meth:`dump` wrote.

        Raises:
            CorruptState: when *text* is no such state.
        """
        try:
            return self._adapter.validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise CorruptState(f"not a game of {self._title}: {where}: {first['msg']}") from None
